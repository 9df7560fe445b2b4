"""`who`: which of four conventions, or of the libraries, gives a number on a list.

Another option of a field, or another library, gives other questions, hence another version of `draw`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isnan
from typing import NamedTuple

import numpy as np

from rankviz.basics.errors import InputError
from rankviz.core.conventions import FIELDS, Convention
from rankviz.core.conventions.options import Array
from rankviz.core.lists.arrange import ArrangementCache
from rankviz.core.lists.compute_facts import facts_of
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.lists.rankings import Bools
from rankviz.core.metrics import Metric
from rankviz.diagnose.departures import choices_of
from rankviz.evaluation.evaluate import compute, fields_that_matter, narrow
from rankviz.evaluation.library_values import profile_convention
from rankviz.learn.questions.kinds.options import Options, judge
from rankviz.learn.questions.question import Question
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
LEAST = GAP * 10.0**-DIGITS  # between two options
LIBRARIES_FROM = 3  # the level from which on libraries are asked for, where a list tells four of them apart
SMALLEST = 0.05  # value of an option
PRESENT = "present"
# What is written with the measure, and what nothing in a short list brings out.
NOT_ASKED = frozenset(
    {"cutoff", "rbp_p", "err_max", "strict", "no_relevant", "empty", "negative", "duplicates", "score_bits", "score_filter"}
)


# Options that came after the first questions were drawn: those stay what they are.
LATER = frozenset({"precision_base=min_R_k", "unjudged=undefined", "unjudged=grade", "ties=include", "ties=mean_rank"})
# The libraries that questions ask for, in the order of the first ones; more would make other questions of the same seeds.
LIBRARIES = (
    *("textbook", "burges", "jarvelin_kekalainen", "trec_eval", "pytrec_eval", "ir_measures", "gdeval", "cwl_eval", "ranx"),
    *("beir", "sklearn", "torchmetrics", "lightgbm", "xgboost", "catboost", "tf_ranking", "rax"),
    *("recommenders", "recbole", "ml_metrics"),
)
NEVER_BROUGHT_OUT = frozenset({"no_relevant", "empty", "score_bits"})


def draw(wanted: QuestionSpec) -> Iterator[Question]:
    """Draw lists on which four conventions give four numbers."""
    style = Style(graded=True, unjudged=True, tied=True, requires_both=True)
    for batch in draw_batches(wanted, style):
        # Libraries come first: where one list of the batch tells four apart, the others are left out.
        for from_libraries in (True, False) if wanted.level >= LIBRARIES_FROM else (False,):
            found: dict[int, Question] = {}
            for k, drawn in batch.items():
                found |= _questions_of_cutoff(wanted, wanted.convention.with_choices({"cutoff": k}), drawn, from_libraries)
            yield from (found[place] for place in sorted(found))
            if found:
                break


def _questions_of_cutoff(
    wanted: QuestionSpec, convention: Convention, drawn: Mapping[int, RandomList], from_libraries: bool
) -> dict[int, Question]:
    """Questions on lists of one cutoff, by their place in the batch."""
    # What libraries make of ties and unjudged entries is too much to be worked out four times.
    lists = [(_plain(each) if from_libraries else each).ranking for each in drawn.values()]
    metric, found = wanted.metric, {}
    conventions = _libraries(metric, convention) if from_libraries else _choices(metric, convention, lists)
    source = _candidates(metric, conventions, lists)
    for row, place in enumerate(drawn):
        agreeing = (
            _agreeing_libraries(metric, source, convention, lists[row], row)
            if from_libraries
            else _first_of_each_value(source, row)
        )
        given = _options(wanted, source, [each for each in agreeing if each.value >= SMALLEST])
        if given is not None:
            printed, answer = wanted.measure_text(convention), given.values[given.keys.index(given.right)]
            one = (lists[row],)
            found[place] = Question("", printed, one, convention, "", answer, (), DIGITS, wanted.level, 0, 0, given)
    return found


def _plain(drawn: RandomList) -> RandomList:
    return RandomList(tuple(grade or 0 for grade in drawn.grades), drawn.missed)


class CandidateConventions(NamedTuple):
    """Conventions that may be asked for, by key, and what each gives on each list: NaN where that is not certain."""

    conventions: Mapping[str, Convention]
    values: Mapping[str, Array]


def _choices(metric: Metric, convention: Convention, lists: Sequence[Ranking]) -> dict[str, Convention]:
    """The present convention, and what parts from it in one choice that is no mistake."""
    found = {PRESENT: convention}
    for departure in choices_of(metric, convention, lists):
        name, value = departure.details.get("name"), departure.details.get("value")
        if departure.kind == "choice" and name not in NOT_ASKED and departure.key not in LATER:
            option = FIELDS[str(name)].option(value)
            if option is None or not option.is_mistake:
                found[departure.key] = convention.with_choices(departure.choices)
    return found


def _libraries(metric: Metric, convention: Convention) -> dict[str, Convention]:
    """Those libraries that have the measure."""
    found = {key: profile_convention(key, metric.key, convention, ()) for key in LIBRARIES}
    return {key: theirs for key, theirs in found.items() if theirs is not None}


def _candidates(metric: Metric, conventions: Mapping[str, Convention], lists: Sequence[Ranking]) -> CandidateConventions:
    arranged, known = ArrangementCache(RawLists.from_rankings(lists)), dict[Convention, Array | None]()
    values = {}
    for key, convention in conventions.items():
        here = narrow(metric, convention)
        if here not in known:
            known[here] = _values_of(metric, arranged, here)
        found = known[here]
        if found is not None:
            values[key] = np.where(_is_certain(metric, key, lists), found, np.nan)
    return CandidateConventions(conventions, values)


def _values_of(metric: Metric, arranged: ArrangementCache, convention: Convention) -> Array | None:
    """What a convention gives on each list, NaN for 0/0; None if it refuses them."""
    try:
        trace = compute(metric, arranged, convention)
    except InputError:
        return None
    return np.where(trace.undefined, np.nan, trace.value)


def _is_certain(metric: Metric, key: str, lists: Sequence[Ranking]) -> Bools:
    """Whether a library always gives the same number for a list."""
    profile, reads_ties = PROFILES.get(key), "ties" in metric.uses
    sure = [profile is None or profile.is_stable(metric.key, reads_ties, len(each.items) * each.tied) for each in lists]
    return np.array(sure, dtype=bool)


# ---------------------------------------------------------------------------------------------------------------------------
# Four of them


class AgreeingConventions(NamedTuple):
    """Conventions that are one on a list, and the number that they give."""

    value: float
    keys: list[str]


def _first_of_each_value(source: CandidateConventions, row: int) -> list[AgreeingConventions]:
    """The first convention that gives each number."""
    found: list[AgreeingConventions] = []
    for key, values in source.values.items():
        value = float(values[row])
        if not isnan(value) and all(abs(each.value - value) > SILENT for each in found):
            found.append(AgreeingConventions(value, [key]))
    return found


def _agreeing_libraries(
    metric: Metric, source: CandidateConventions, convention: Convention, ranking: Ranking, row: int
) -> list[AgreeingConventions]:
    """Libraries by their number; those that give one although they choose otherwise, as it happens, are left out."""
    facts = facts_of(RawLists.from_rankings([ranking]))

    def effect(each: Convention) -> tuple[tuple[str, object], ...]:
        here, read = narrow(metric, each), fields_that_matter(metric, facts, each)
        return tuple((name, getattr(here, name)) for name in read if name not in NEVER_BROUGHT_OUT)

    asked = float(compute(metric, RawLists.from_rankings([ranking]), convention).value[0])
    given = [*((key, float(values[row])) for key, values in source.values.items()), (PRESENT, asked)]
    found: list[AgreeingConventions] = []
    for each in _first_of_each_value(source, row):
        same = [key for key, value in given if abs(value - each.value) <= SILENT]
        if len({effect(source.conventions.get(key, convention)) for key in same}) == 1:
            found.append(AgreeingConventions(each.value, [key for key in same if key != PRESENT]))
    return found


def _options(wanted: QuestionSpec, source: CandidateConventions, agreeing: Sequence[AgreeingConventions]) -> Options | None:
    """Four options whose numbers on a list lie apart, by chance; None if there are no four."""
    chosen: list[int] = []
    for place in random_order(wanted.draw_one, len(agreeing)):
        apart = all(abs(agreeing[place].value - agreeing[other].value) >= LEAST - SILENT for other in chosen)
        if len(chosen) < OPTIONS and apart:
            chosen.append(place)
    if len(chosen) < OPTIONS:
        return None
    picked = [agreeing[place] for place in sorted(chosen)]
    keys = tuple(".".join(each.keys) for each in picked)
    conventions = tuple(source.conventions[each.keys[0]] for each in picked)
    right = keys[random_integer(wanted.draw_one, 0, OPTIONS - 1)]
    return Options(keys, tuple(each.value for each in picked), right, conventions)
