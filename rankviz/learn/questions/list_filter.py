"""Takes the lists on which the usual mistakes can be told apart."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random

import numpy as np

from rankviz.core.conventions import Convention
from rankviz.core.conventions.options import Array
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
    is_not_trivial,
    style_of,
)

SAMPLED = 3  # level and cutoff of the lists on which it is seen which mistakes can show
HARD_FROM = 3  # the level from which on entries may be unjudged, and scores may tie


def accepted_questions(wanted: QuestionSpec) -> Iterator[Question]:
    """Questions for the value, on the lists that are taken, in the order in which they were drawn."""
    for batch in draw_batches(wanted, hardest_style(wanted)):
        found: dict[int, Question] = {}
        for k, drawn in batch.items():
            found |= _questions_of_cutoff(wanted, wanted.convention.with_choices({"cutoff": k}), drawn)
        for place in sorted(found):
            yield found[place]


def hardest_style(wanted: QuestionSpec) -> Style:
    """How lists are at a level, on the hardest with what the metric reads beside judged entries in their order."""
    metric = wanted.metric
    hard = wanted.level >= HARD_FROM
    reads_ties, reads_unjudged = (
        "ties" in {**metric.uses, **metric.fixes},
        "unjudged" in metric.uses or metric.counted_pairs == "judged",
    )
    return style_of(wanted)._replace(unjudged=hard and reads_unjudged, tied=hard and reads_ties)


@lru_cache(maxsize=256)
def _core_mistakes_that_show(key: str, convention: Convention) -> tuple[str, ...]:
    """Core mistakes that change anything on some list: with p = 1/2 it is all one which of p and 1 - p stands where."""
    metric = METRICS[key]
    sample = QuestionSpec(Measure(metric), convention, SAMPLED, Random(0).random)  # noqa: S311, no secret depends on it
    lists = [draw_list(sample, style_of(sample)).ranking for _ in range(BATCH)]
    cut = (
        convention.with_choices({"cutoff": SAMPLED if sample.exercise.has_cutoff else None})
        if convention.cutoff is None
        else convention
    )
    answers, core = compute(metric, RawLists.from_rankings(lists), cut).value, core_mistakes(metric, convention)
    given = ((key, value) for key, value in each_mistake_value(metric, lists, cut) if key in core)
    telling = {key for key, value in given if (np.abs(value - answers) > SILENT).any()}
    return tuple(key for key in core if key in telling)


def separates_mistakes(answer: float, mistakes: tuple[Mistake, ...], core: int, digits: int, level: int) -> bool:
    """Whether every core mistake shows, and all numbers of a question lie so far apart that each names what was done.

    At level 1 two mistakes of which one is optional may share a number.
    """
    if sum(mistake.core for mistake in mistakes) < core:
        return False
    least = GAP * 10.0**-digits
    if any(abs(mistake.value - answer) < least for mistake in mistakes):
        return False
    pairs = combinations(mistakes, 2)
    close = [(one, two) for one, two in pairs if abs(one.value - two.value) < least]
    return all(level == 1 and abs(one.value - two.value) <= SILENT and not (one.core and two.core) for one, two in close)


def _questions_of_cutoff(wanted: QuestionSpec, convention: Convention, drawn: Mapping[int, RandomList]) -> dict[int, Question]:
    """Questions on lists of one cutoff, by their place in the batch."""
    metric, level = wanted.metric, wanted.level
    answers = compute(metric, RawLists.from_rankings([each.ranking for each in drawn.values()]), convention).value
    rows = [row for row, answer in zip(drawn, answers, strict=True) if is_not_trivial(metric, float(answer))]
    asked = {row: float(answer) for row, answer in zip(drawn, answers, strict=True) if row in rows}
    lists = [drawn[row].ranking for row in rows]
    core = _core_mistakes_that_show(metric.key, wanted.convention)
    found = {}
    given = _values_while_any_list_fits(metric, lists, convention, core, np.array([*asked.values()]))
    for place, (row, answer) in enumerate(asked.items()):
        numbers = ((key, float(value[place])) for key, value in given.items())
        showing = ((key, value) for key, value in numbers if abs(value - answer) > SILENT and abs(value) < float("inf"))
        mistakes = tuple(Mistake(key, value, key in core) for key, value in showing)
        if separates_mistakes(answer, mistakes, len(core), DIGITS, level):
            printed, one = wanted.measure_text(convention), (lists[place],)
            found[row] = Question("value", printed, one, convention, metric.key, answer, mistakes, DIGITS, level, 0, 0)
    return found


def _values_while_any_list_fits(
    metric: Metric, lists: Sequence[Ranking], convention: Convention, core: Collection[str], answers: Array
) -> dict[str, Array]:
    """What the mistakes give, as long as a core one has not yet refused every list: most batches end early."""
    may, given = np.ones(len(lists), dtype=bool), dict[str, Array]()
    for key, value in each_mistake_value(metric, lists, convention) if lists else ():
        if key in core:
            may &= np.abs(value - answers) >= GAP * 10.0**-DIGITS
            if not may.any():
                return {}
        given[key] = value
    return given
