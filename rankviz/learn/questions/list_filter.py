"""Filter of random lists: accepts those on which the usual mistakes can be told apart."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random

import numpy as np

from rankviz.core.conventions import Convention
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics import METRICS, Metric
from rankviz.core.metrics.measures import Measure
from rankviz.evaluation.evaluate import compute
from rankviz.learn.questions.mistake_values import core_mistakes, each_mistake_value
from rankviz.learn.questions.question import Mistake, Question
from rankviz.learn.questions.random_lists import (
    BATCH,
    DIGITS,
    GAP,
    SILENT,
    QuestionSpec,
    RandomList,
    Style,
    draw_batches,
    draw_list,
    is_nontrivial,
    style_of,
)

SAMPLED = 3  # level and cutoff of the sample on which it is tested which mistakes can show
HARD_FROM = 3  # first level at which entries may be unjudged, and scores may tie


def accepted_questions(spec: QuestionSpec) -> Iterator[Question]:
    """Yield questions for the value on the accepted lists, in the order in which those were drawn."""
    for batch in draw_batches(spec, hardest_style(spec)):
        questions: dict[int, Question] = {}
        for k, drawn in batch.items():
            questions |= _questions_of_cutoff(spec, spec.convention.with_choices({"cutoff": k}), drawn)
        for position in sorted(questions):
            yield questions[position]


def hardest_style(spec: QuestionSpec) -> Style:
    """Return the style of lists at a level; at the hardest with unjudged entries and ties if the metric reads them."""
    metric = spec.metric
    is_hard = spec.level >= HARD_FROM
    reads_ties, reads_unjudged = (
        "ties" in {**metric.uses, **metric.fixes},
        "unjudged" in metric.uses or metric.counted_pairs == "judged",
    )
    return style_of(spec)._replace(unjudged=is_hard and reads_unjudged, tied=is_hard and reads_ties)


@lru_cache(maxsize=256)
def _core_mistakes_that_show(key: str, convention: Convention) -> tuple[str, ...]:
    """Return the core mistakes that change the value of some list: with p = 1/2, p and 1 - p cannot be confused."""
    metric = METRICS[key]
    sample = QuestionSpec(Measure(metric), convention, SAMPLED, Random(0).random)  # noqa: S311, no secret depends on it
    lists = [draw_list(sample, style_of(sample)).ranking for _ in range(BATCH)]
    cut = (
        convention.with_choices({"cutoff": SAMPLED if sample.exercise.has_cutoff else None})
        if convention.cutoff is None
        else convention
    )
    answers, core = compute(metric, RawLists.from_rankings(lists), cut).value, core_mistakes(metric, convention)
    values = ((key, value) for key, value in each_mistake_value(metric, lists, cut) if key in core)
    showing = {key for key, value in values if (np.abs(value - answers) > SILENT).any()}
    return tuple(key for key in core if key in showing)


def separates_mistakes(answer: float, mistakes: tuple[Mistake, ...], core_count: int, digits: int, level: int) -> bool:
    """Whether every core mistake shows, and all numbers of a question lie so far apart that each names what was done.

    At level 1 two mistakes of which one is optional may share a number.
    """
    if sum(mistake.core for mistake in mistakes) < core_count:
        return False
    least_distance = GAP * 10.0**-digits
    if any(abs(mistake.value - answer) < least_distance for mistake in mistakes):
        return False
    pairs = combinations(mistakes, 2)
    close_pairs = [(one, two) for one, two in pairs if abs(one.value - two.value) < least_distance]
    return all(level == 1 and abs(one.value - two.value) <= SILENT and not (one.core and two.core) for one, two in close_pairs)


def _questions_of_cutoff(
    spec: QuestionSpec, convention: Convention, lists_by_position: Mapping[int, RandomList]
) -> dict[int, Question]:
    """Return questions on lists of one cutoff, by their position in the batch."""
    metric, level = spec.metric, spec.level
    answers = compute(metric, RawLists.from_rankings([each.ranking for each in lists_by_position.values()]), convention).value
    answer_by_position = {
        position: float(answer)
        for position, answer in zip(lists_by_position, answers, strict=True)
        if is_nontrivial(metric, float(answer))
    }
    lists = [lists_by_position[position].ranking for position in answer_by_position]
    core = _core_mistakes_that_show(metric.key, spec.convention)
    questions = {}
    values_by_mistake = _values_while_any_list_fits(metric, lists, convention, core, np.array([*answer_by_position.values()]))
    for index, (position, answer) in enumerate(answer_by_position.items()):
        numbers = ((key, float(value[index])) for key, value in values_by_mistake.items())
        showing = ((key, value) for key, value in numbers if abs(value - answer) > SILENT and abs(value) < float("inf"))
        mistakes = tuple(Mistake(key, value, key in core) for key, value in showing)
        if separates_mistakes(answer, mistakes, len(core), DIGITS, level):
            about = spec.measure_text(convention), (lists[index],), convention, metric.key
            questions[position] = Question("", *about, answer, mistakes, DIGITS, level, 0, 0)
    return questions


def _values_while_any_list_fits(
    metric: Metric, lists: Sequence[Ranking], convention: Convention, core: Collection[str], answers: Array
) -> dict[str, Array]:
    """Return the values of each mistake, or {} as soon as the core mistakes leave no list: most batches end early."""
    may_fit, values_by_mistake = np.ones(len(lists), dtype=bool), dict[str, Array]()
    for key, value in each_mistake_value(metric, lists, convention) if lists else ():
        if key in core:
            may_fit &= np.abs(value - answers) >= GAP * 10.0**-DIGITS
            if not may_fit.any():
                return {}
        values_by_mistake[key] = value
    return values_by_mistake
