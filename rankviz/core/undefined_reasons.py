"""Why a list has no value: which count or denominator of its derivation is 0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rankviz.core.conventions import when_choices_matter as matters
from rankviz.core.trace import Step, Trace, holes_in

# Counts that a denominator is made of; the reason that is said is the first one's that is 0, or else the denominator itself.
_COUNTS = ("rated", "all_documents", "n", "k", "R", "R_list", "relevant_counted", "nonrelevant_counted", "hits")


class UndefinedReason(NamedTuple):
    """The key of a sentence under `undefined`, and what stands in it."""

    key: str
    where: Mapping[str, str]


def reason_undefined(trace: Trace, query: int = 0) -> UndefinedReason:
    """Find why there is no value: nothing is relevant, an entry has no grade, or a count or the denominator is 0."""
    if trace.nothing_relevant[query]:
        return UndefinedReason(_of_count("R", trace), {})
    if trace.lacks_grade[query]:
        rankings = trace.rankings
        ranks = rankings.rank[query][(rankings.present & ~rankings.judged)[query]]
        return UndefinedReason("lacking", {"rank": f"{ranks.min(initial=rankings.n[query]):.0f}"})
    steps = {step.key: step for step in trace.steps}
    counts = [key for key in _COUNTS if key in steps and steps[key].value[query] == 0]
    reached = _steps_below(steps, trace.steps[-1].key)
    zeros = [key for key in counts if key in reached] or counts or [holes_in(trace.steps[-1].template)[-1][1]]
    reasons = list(dict.fromkeys(_of_count(key, trace) for key in zeros))
    return UndefinedReason("n_R" if {"n", "R"} <= set(reasons) else reasons[0], {})


def _of_count(key: str, trace: Trace) -> str:
    """Name the sentence about a count that is 0; what was not retrieved is spoken of only where it is known."""
    only_shown = key == "R_list" or matters.knows_shown_only(trace.convention)
    if key in ("R", "R_list", "relevant_counted"):
        return "R_shown" if only_shown else "R"
    if key == "nonrelevant_counted":
        return "others_shown" if only_shown else "others"
    return "n" if key == "k" else key


def _steps_below(steps: Mapping[str, Step], key: str) -> set[str]:
    """The steps that a step is computed from, itself among them."""
    keys = {key}
    for _, name in holes_in(steps[key].template):
        keys |= _steps_below(steps, name)
    return keys
