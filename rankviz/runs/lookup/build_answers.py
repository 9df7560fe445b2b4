"""Put answers together from what prints the numbers: what is told once, what is told of each, and what else there is to say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite, isnan

import numpy as np

from rankviz.runs.lookup.answers import WEAK, RunAnswers, RunFinding
from rankviz.runs.lookup.candidates import RunCandidate, Typed, candidate_at, values_of
from rankviz.runs.lookup.causes import RunCause
from rankviz.runs.lookup.joinings import SAME, are_close
from rankviz.runs.lookup.pair_values import PairValues
from rankviz.runs.lookup.search_space import RunSpace

MOST_SHOWN, MOST_WEAK, NEAREST = 8, 4, 3
MOST_ALIKE = 3  # single queries whose lack gives the number, up to which each is an answer


def best_findings(space: RunSpace, typed: Typed, found: Sequence[tuple[RunCandidate, float]]) -> tuple[RunFinding, ...]:
    """Return what is shown of the candidates that print the numbers, best first.

    Equal values are one finding, nothing contains another or what gives the same as another, and several single queries are
    one. Those that print the numbers rounded come before those that print them cut; weak ones are shown only if there are no
    others.

    Parameters
    ----------
    space : RunSpace
    typed : mapping of measure to PrintedNumber
    found : sequence of (RunCandidate, float)
        By cost, with the chance of each.
    """
    distinct: list[tuple[RunCandidate, float, list[tuple[RunCause, ...]], int]] = []
    alike: dict[tuple[str, ...], int] = {}
    for each, chance in found:
        keys = {part.key for part in each.parts}
        if any(keys > {part.key for part in parts} for first, _, others, _ in distinct for parts in (first.parts, *others)):
            continue
        same = next((i for i, (first, *_) in enumerate(distinct) if _same_values(first.values, each.values)), None)
        if same is not None:
            distinct[same][2].append(each.parts)
            continue
        if each.joining >= space.joinings.first_without:
            row = tuple(part.key for part in each.row)
            if row in alike:
                first, first_chance, others, count = distinct[alike[row]]
                distinct[alike[row]] = first, first_chance, others, count + 1
                continue
            alike[row] = len(distinct)
        distinct.append((each, chance, [], 1))
    distinct.sort(key=lambda each: "cut" in each[0].agreements)
    findings = [
        replace(_finding(space, typed, each, chance), others=tuple(others), count=count if count > MOST_ALIKE else 1)
        for each, chance, others, count in distinct
    ]
    strong = [each for each in findings if each.strength != WEAK]
    return tuple(strong[:MOST_SHOWN] or findings[:MOST_WEAK])


def nearest_findings(space: RunSpace, typed: Typed) -> tuple[RunFinding, ...]:
    """Return the nearest values of single causes: of joinings of what was asked, and of rows joined as asked."""
    joinings = [(0, i) for i, causes in enumerate(space.joinings.causes) if len(causes) == 1]
    places = [*joinings, *((i, 0) for i in range(1, len(space.causes)))]
    rows, columns = np.array(places).T
    distance = np.max(
        [np.abs(space.values[name][rows, columns] - float(printed.number)) for name, printed in typed.items()], axis=0
    )
    order = np.lexsort((space.costs[rows, columns], distance))  # NaN comes last
    found: list[RunCandidate] = []
    for i in order[: min(8 * NEAREST, int(np.isfinite(distance).sum()))].tolist():
        row, joining = places[i]
        candidate = candidate_at(space, row, joining, typed)
        if not any(_same_values(candidate.values, each.values) for each in found):
            found.append(candidate)
    return tuple(_other_finding(space, typed, each) for each in found[:NEAREST])


def answers_of(
    space: RunSpace,
    typed: Typed,
    matches: tuple[RunFinding, ...],
    nearest: tuple[RunFinding, ...] = (),
    pairs: PairValues | None = None,
) -> RunAnswers:
    """Put matches, or what is nearest, together with our means and with what was tried; pairs if they were."""
    names = [each for each in space.measures if each.name in typed]
    asked = space.measures[0].asked
    ours = {each.name: float(space.joinings.values(each.asked)[0]) for each in names}
    space.tell(1.0)
    return RunAnswers(
        typed=typed,
        ours=ours,
        counts={each.name: int(each.asked.is_counted.sum()) for each in names},
        queries=len(asked.queries),
        matches=matches,
        nearest=nearest,
        tried=sum(int(np.isfinite(values_of(space, each.name, pairs)).sum()) for each in names),
        left_out=tuple(dict.fromkeys([*space.left_out, *(["pairs"] if pairs and not pairs.is_complete else [])])),
        unanswered=asked.queries_where(asked.is_judged & ~asked.is_retrieved),
        unjudged=asked.queries_where(asked.is_retrieved & ~asked.is_judged),
        conventions=() if all(each.parts for each in matches) else _conventions(space, typed),
        without_mean={name: space.query_values(name) for name, value in ours.items() if isnan(value)},
    )


def _finding(space: RunSpace, typed: Typed, found: RunCandidate, chance: float) -> RunFinding:
    rows, counting, queries = {}, {}, dict[str, None]()
    for measure in space.measures:
        row = measure.row_of(found.row) if measure.name in typed else None
        if row is None:
            continue
        rows[measure.name] = measure.asked, row
        ours = {query for query, counts in zip(measure.asked.queries, measure.asked.is_counted, strict=True) if counts}
        counting[measure.name] = members = space.joinings.members(row, found.joining)
        theirs = {query for query, counts in zip(row.queries, members, strict=True) if counts}
        queries.update(dict.fromkeys(sorted(ours ^ theirs)))
    return RunFinding(
        parts=found.parts,
        values=dict(zip(typed, found.values, strict=True)),
        cost=found.cost,
        chance=chance,
        agreement=dict(zip(typed, found.agreements, strict=True)),
        rows=rows,
        members=counting,
        queries=tuple(queries),
    )


def _other_finding(space: RunSpace, typed: Typed, found: RunCandidate) -> RunFinding:
    """Return what does not give the numbers; should one of several agree, that says nothing."""
    return _finding(space, typed, found._replace(agreements=("",) * len(typed)), 1.0)


def _conventions(space: RunSpace, typed: Typed) -> tuple[RunFinding, ...]:
    """Return what libraries give that does not print as the numbers, usual libraries first."""
    libraries = [(i, each) for i, causes in enumerate(space.causes) for each in causes if each.profiles]
    libraries.sort(key=lambda each: (each[1].cost, -len(each[1].profiles)))
    firsts: list[tuple[int, RunCandidate]] = []
    for i, _ in libraries:
        found = candidate_at(space, i, 0, typed)
        is_new = all(isfinite(each) for each in found.values) and not all(found.agreements)
        if is_new and not any(_same_values(found.values, each.values) for _, each in firsts):
            firsts.append((i, found))
    return tuple(replace(_other_finding(space, typed, each), others=_others(space, typed, i, each)) for i, each in firsts)


def _others(space: RunSpace, typed: Typed, row: int, found: RunCandidate) -> tuple[tuple[RunCause, ...], ...]:
    """Return the other causes of the values of a row, the cheapest first."""
    same = np.logical_and.reduce(
        [are_close(space.values[name], np.array(value)) for name, value in zip(typed, found.values, strict=True)]
    )
    same[row, found.joining] = False
    rows, joinings = np.nonzero(same)
    order = np.argsort(space.costs[rows, joinings], kind="stable")
    return tuple((*space.causes[rows[i]], *space.joinings.causes[joinings[i]]) for i in order.tolist())


def _same_values(one: tuple[float, ...], two: tuple[float, ...]) -> bool:
    return all(abs(a - b) <= SAME for a, b in zip(one, two, strict=True))
