"""Search for what gives the means of a run: single causes and a row with a joining first, then two causes in one place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from rankviz.runs.lookup.answers import NAMED, NumberAtBound, RunAnswers
from rankviz.runs.lookup.bounds import numbers_at_bounds
from rankviz.runs.lookup.build_answers import answers_of, best_findings, nearest_findings
from rankviz.runs.lookup.candidates import RunCandidate, Typed, candidate_at, candidates, scales, values_of, with_scale
from rankviz.runs.lookup.chance import Chances, Window
from rankviz.runs.lookup.pair_values import PairValues
from rankviz.runs.lookup.search_space import RunSpace

OURS = ("exact", "rounded", "begins")  # how a number follows from our value, if it is ours


def find_answers(space: RunSpace, typed: Typed) -> RunAnswers:
    """Look numbers up: what gives all of them, best first.

    Parameters
    ----------
    space : RunSpace
    typed : mapping of measure to PrintedNumber
        Of some of its measures.
    """
    own = candidate_at(space, 0, 0, typed)
    others = [name for name, each in zip(typed, own.agreements, strict=True) if each not in OURS]
    bounds = numbers_at_bounds(space, typed)
    if bounds.keys() >= {*(others or typed)}:
        return _answers_at_bounds(space, typed, own if not others else None, bounds)
    if not others:
        return answers_of(space, typed, best_findings(space, typed, [(own, 0.0)]))
    others = [name for name in others if name not in bounds]  # a bound tells what is not the cause, and no chance
    matches = best_findings(space, typed, _with_chances(space, typed, others, None))
    # An answer does not depend on what was asked before: pairs that are known count only where they would be searched.
    pairs = None if any(each.strength == NAMED for each in matches) else space.pairs()
    if pairs is not None:
        matches = best_findings(space, typed, _with_chances(space, typed, others, pairs))
    answers = answers_of(space, typed, matches, () if matches else nearest_findings(space, typed), pairs)
    if len(typed) > 1 and not matches:
        return replace(answers, alone={name: find_answers(space, {name: printed}) for name, printed in typed.items()})
    return answers


def _answers_at_bounds(
    space: RunSpace, typed: Typed, own: RunCandidate | None, bounds: Mapping[str, NumberAtBound]
) -> RunAnswers:
    """Return the answers for numbers at bounds, own if they are ours; two causes that meet in one are not looked for.

    The numbers around are given by few readings, and a bound by many. So a cause is named only if nothing else gives it.
    """
    if own is not None:
        matches = best_findings(space, typed, [(own, 0.0)])
    else:
        found = [with_scale(each, scale) for scaled, scale in scales(space, typed) for each in candidates(space, scaled, None)]
        found.sort(key=lambda each: each.cost)
        is_only = len(found) == 1 and len(found[0].parts) == 1
        matches = best_findings(space, typed, [(each, 0.0 if is_only else 1.0) for each in found])
    matches = tuple(replace(each, is_at_bound=True) for each in matches)
    answers = answers_of(space, typed, matches, () if matches else nearest_findings(space, typed))
    left_out = answers.left_out if own is not None else (*answers.left_out, "two_causes")
    return replace(answers, bounds=bounds, left_out=left_out)


def _with_chances(
    space: RunSpace, typed: Typed, others: Sequence[str], pairs: PairValues | None
) -> list[tuple[RunCandidate, float]]:
    """Return what prints the numbers, the cheapest first, with its chance; others: the measures whose number is not ours."""
    found: list[tuple[RunCandidate, float]] = []
    values = [values_of(space, name, pairs) for name in others]
    costs = space.costs.ravel() if pairs is None else np.concatenate([space.costs.ravel(), pairs.costs])
    for scaled, scale in scales(space, typed):
        windows = [Window.around(scaled[name], each[np.isfinite(each)]) for name, each in zip(others, values, strict=True)]
        chances = Chances(windows, values, costs)
        found += [(with_scale(each, scale), chances.chance(each.cost)) for each in candidates(space, scaled, pairs)]
    found.sort(key=lambda pair: pair[0].cost)
    return found
