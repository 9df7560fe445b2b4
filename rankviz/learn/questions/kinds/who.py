"""`who`: which of four conventions, or of the libraries, gives a number on a list.

A new option or library would change the questions of a seed: it goes into `LATER` or stays out of `LIBRARIES`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isnan
from typing import NamedTuple

import numpy as np

from rankviz.basics.errors import InputError
from rankviz.core.conventions import FIELDS, Convention
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.arrange import ArrangementCache
from rankviz.core.lists.compute_facts import facts_of
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.lists.rankings import Bools
from rankviz.core.metrics import Metric
from rankviz.diagnose.departures import choices_of
from rankviz.evaluation.evaluate import compute, fields_that_matter, narrow
from rankviz.evaluation.library_values import profile_convention
from rankviz.learn.questions.kinds.options import Options, judge, option_keys, right_option
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.question_kind import QuestionKind
from rankviz.learn.questions.random_lists import (
    DIGITS,
    GAP,
    SILENT,
    QuestionSpec,
    RandomList,
    Style,
    draw_batches,
    random_integer,
    random_order,
)
from rankviz.libraries.profiles import PROFILES

__all__ = ["draw", "judge"]

OPTIONS = 4
LEAST = GAP * 10.0**-DIGITS  # distance between the values of two options
LIBRARIES_FROM = 3  # first level at which the options are libraries, if a list tells four of them apart
SMALLEST = 0.05  # least value of an option
PRESENT = "present"
# Fields that are written with the measure, or that make no difference on a short list.
NOT_ASKED = frozenset(
    {"cutoff", "rbp_p", "err_max", "strict", "no_relevant", "empty", "negative", "duplicates", "score_bits", "score_filter"}
)


# Options added since the first version: left out, so that the same seeds give the same questions.
LATER = frozenset(
    {
        "precision_base=min_R_k",
        "unjudged=undefined",
        "unjudged=grade",
        "ties=include",
        "ties=mean_rank",
    }
)
# The libraries of the first version, in its order: more of them would change the questions of the same seeds.
LIBRARIES = (
    *("textbook", "burges", "jarvelin_kekalainen", "trec_eval", "pytrec_eval", "ir_measures", "gdeval", "cwl_eval", "ranx"),
    *("beir", "sklearn", "torchmetrics", "lightgbm", "xgboost", "catboost", "tf_ranking", "rax"),
    *("recommenders", "recbole", "ml_metrics"),
)
NEVER_BROUGHT_OUT = frozenset({"no_relevant", "empty", "score_bits"})


def draw(spec: QuestionSpec) -> Iterator[Question]:
    """Yield questions about lists on which four conventions give four numbers."""
    style = Style(graded=True, unjudged=True, tied=True, requires_both=True)
    for batch in draw_batches(spec, style):
        # Libraries come first: if a list of the batch tells four of them apart, choices are not tried.
        for from_libraries in (True, False) if spec.level >= LIBRARIES_FROM else (False,):
            questions: dict[int, Question] = {}
            for k, lists_by_position in batch.items():
                questions |= _questions_of_cutoff(
                    spec, spec.convention.with_choices({"cutoff": k}), lists_by_position, from_libraries
                )
            yield from (questions[position] for position in sorted(questions))
            if questions:
                break


def _questions_of_cutoff(
    spec: QuestionSpec, convention: Convention, lists_by_position: Mapping[int, RandomList], from_libraries: bool
) -> dict[int, Question]:
    """Return questions on lists of one cutoff, by their position in the batch."""
    # How libraries treat ties and unjudged entries is too much to be worked out four times.
    lists = [(_plain(each) if from_libraries else each).ranking for each in lists_by_position.values()]
    metric, questions = spec.metric, {}
    conventions = _libraries(metric, convention) if from_libraries else _choices(metric, convention, lists)
    candidates = _candidates(metric, conventions, lists)
    for index, position in enumerate(lists_by_position):
        agreeing = (
            _agreeing_libraries(metric, candidates, convention, lists[index], index)
            if from_libraries
            else _first_of_each_value(candidates, index)
        )
        options = _options(spec, candidates, [each for each in agreeing if each.value >= SMALLEST])
        if options is not None:
            about, answer = (lists[index],), options.values[options.keys.index(options.right)]
            measure = spec.measure_text(convention)
            questions[position] = Question("", measure, about, convention, "", answer, (), DIGITS, spec.level, 0, 0, options)
    return questions


def _plain(drawn: RandomList) -> RandomList:
    return RandomList(tuple(grade or 0 for grade in drawn.grades), drawn.missed)


class CandidateConventions(NamedTuple):
    """Conventions that may become options, by key, with the value of each on each list: NaN if it is not certain."""

    conventions: Mapping[str, Convention]
    values: Mapping[str, Array]


def _choices(metric: Metric, convention: Convention, lists: Sequence[Ranking]) -> dict[str, Convention]:
    """Return the present convention, and those that differ from it by one choice that is no mistake."""
    conventions = {PRESENT: convention}
    for departure in choices_of(metric, convention, facts_of(RawLists.from_rankings(lists))):
        name, value = departure.details.get("name"), departure.details.get("value")
        if departure.kind == "choice" and name not in NOT_ASKED and departure.key not in LATER:
            option = FIELDS[str(name)].option(value)
            if option is None or not option.is_mistake:
                conventions[departure.key] = convention.with_choices(departure.choices)
    return conventions


def _libraries(metric: Metric, convention: Convention) -> dict[str, Convention]:
    """Return the conventions of the libraries that have the measure."""
    conventions = {key: profile_convention(key, metric.key, convention, ()) for key in LIBRARIES}
    return {key: theirs for key, theirs in conventions.items() if theirs is not None}


def _candidates(metric: Metric, conventions: Mapping[str, Convention], lists: Sequence[Ranking]) -> CandidateConventions:
    cache, values_by_convention = ArrangementCache(RawLists.from_rankings(lists)), dict[Convention, Array | None]()
    values = {}
    for key, convention in conventions.items():
        narrowed = narrow(metric, convention)
        if narrowed not in values_by_convention:
            values_by_convention[narrowed] = _values_of(metric, cache, narrowed)
        convention_values = values_by_convention[narrowed]
        if convention_values is not None:
            values[key] = np.where(_is_certain(metric, key, lists), convention_values, np.nan)
    return CandidateConventions(conventions, values)


def _values_of(metric: Metric, arranged: ArrangementCache, convention: Convention) -> Array | None:
    """Return the value of a convention on each list, NaN for 0/0; None if it rejects the lists."""
    try:
        trace = compute(metric, arranged, convention)
    except InputError:
        return None
    return np.where(trace.undefined, np.nan, trace.value)


def _is_certain(metric: Metric, key: str, lists: Sequence[Ranking]) -> Bools:
    """Return for each list whether a library always gives the same number on it."""
    profile, reads_ties = PROFILES.get(key), "ties" in metric.uses
    sure = [profile is None or profile.is_stable(metric.key, reads_ties, len(each.items) * each.tied) for each in lists]
    return np.array(sure, dtype=bool)


# ---------------------------------------------------------------------------------------------------------------------------
# Choosing four options


class AgreeingConventions(NamedTuple):
    """Conventions with the same effect on a list, and the value that they give."""

    value: float
    keys: list[str]


def _first_of_each_value(candidates: CandidateConventions, index: int) -> list[AgreeingConventions]:
    """Return the first convention that gives each value."""
    groups: list[AgreeingConventions] = []
    for key, values in candidates.values.items():
        value = float(values[index])
        if not isnan(value) and all(abs(each.value - value) > SILENT for each in groups):
            groups.append(AgreeingConventions(value, [key]))
    return groups


def _agreeing_libraries(
    metric: Metric, candidates: CandidateConventions, convention: Convention, ranking: Ranking, index: int
) -> list[AgreeingConventions]:
    """Return libraries grouped by value, without groups whose libraries only happen to agree despite different choices."""
    facts = facts_of(RawLists.from_rankings([ranking]))

    def effect(each: Convention) -> tuple[tuple[str, object], ...]:
        narrowed, relevant_fields = narrow(metric, each), fields_that_matter(metric, facts, each)
        return tuple((name, getattr(narrowed, name)) for name in relevant_fields if name not in NEVER_BROUGHT_OUT)

    present_value = float(compute(metric, RawLists.from_rankings([ranking]), convention).value[0])
    numbers = [*((key, float(values[index])) for key, values in candidates.values.items()), (PRESENT, present_value)]
    groups: list[AgreeingConventions] = []
    for each in _first_of_each_value(candidates, index):
        agreeing_keys = [key for key, value in numbers if abs(value - each.value) <= SILENT]
        if len({effect(candidates.conventions.get(key, convention)) for key in agreeing_keys}) == 1:
            groups.append(AgreeingConventions(each.value, [key for key in agreeing_keys if key != PRESENT]))
    return groups


def _options(spec: QuestionSpec, candidates: CandidateConventions, agreeing: Sequence[AgreeingConventions]) -> Options | None:
    """Draw four options whose values lie apart; None if there are no four."""
    chosen: list[int] = []
    for index in random_order(spec.draw_one, len(agreeing)):
        is_apart = all(abs(agreeing[index].value - agreeing[other].value) >= LEAST - SILENT for other in chosen)
        if len(chosen) < OPTIONS and is_apart:
            chosen.append(index)
    if len(chosen) < OPTIONS:
        return None
    picked = [agreeing[index] for index in sorted(chosen)]
    keys = tuple(".".join(each.keys) for each in picked)
    conventions = tuple(candidates.conventions[each.keys[0]] for each in picked)
    right = keys[random_integer(spec.draw_one, 0, OPTIONS - 1)]
    return Options(keys, tuple(each.value for each in picked), right, conventions)


KIND = QuestionKind(draw, judge, option_keys=option_keys, right=right_option)
