"""Search for what gives the means of a run: rows (variants × queries) times joinings (queries), then two causes in one place.

The values depend on run, judgments and convention only, so one space serves any number of typed numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.errors import InputError
from rankviz.core.conventions import TEXTBOOK
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.templates import TemplateError
from rankviz.core.typed_number import PrintedNumber, agreement
from rankviz.diagnose.departures import merge_libraries
from rankviz.libraries.profiles import PROFILES
from rankviz.runs.evaluate.orders import AS_READ, BY_RANK, BY_TEXT, RunReadings, same_places
from rankviz.runs.evaluate.prepared_run import overlap_of
from rankviz.runs.evaluate.run_evaluation import ResolvedMeasure
from rankviz.runs.evaluate.run_facts import run_facts
from rankviz.runs.lookup.answers import NAMED, WEAK, RunAnswers, RunFinding
from rankviz.runs.lookup.causes import (
    CUT_COST,
    FORMULA,
    PERCENT,
    TOGETHER_COST,
    RunCause,
    cost_of,
    formula_causes,
    library_cause,
    reading_causes,
)
from rankviz.runs.lookup.chance import Chances, Window
from rankviz.runs.lookup.joinings import Joinings
from rankviz.runs.lookup.pairs import ERRORS, Pair, PairSearch, pairs_of
from rankviz.runs.lookup.rows import RowMaker, VariantRow, by_rules
from rankviz.runs.read.id_rules import ID_RULES

SAME = 1e-12
MOST_SHOWN, MOST_WEAK, NEAREST = 8, 4, 3
MOST_ALIKE = 3  # single queries whose lack gives the number, up to which each is an answer
EVALUATIONS = 50  # between two calls of progress
PERCENT_PLACES = 2
Progress = Callable[[float], object]


class Found(NamedTuple):
    """A candidate that prints the numbers."""

    parts: tuple[RunCause, ...]
    row: int
    joining: int
    values: tuple[float, ...]
    cost: float
    agreements: tuple[str, ...]


@dataclass(eq=False)
class PairBlock:
    """Two causes in one place, under the joining as asked.

    Parameters
    ----------
    pairs : list of pairs of RunCause (P,)
    costs : float64 (P,)
    numbers, errors : mapping of measure to float64 (P,)
        Values, and how far each may be off; NaN for one that is refused, or gives nothing else than one of the two.
    is_complete : bool
        Whether all pairs of two formulas are among them.
    computed : dict of (measure, place) to float
        Values of estimated ones that were computed on all queries. The estimates stay, as chances are counted of them.
    """

    pairs: list[Pair]
    costs: Array
    numbers: dict[str, Array]
    errors: dict[str, Array]
    is_complete: bool
    computed: dict[tuple[str, int], float] = field(default_factory=dict)


@dataclass
class MeasureRows:
    """A measure with its rows, by key of the cause; None for a cause that gives it no value."""

    name: str
    maker: RowMaker
    written_choices: Mapping[str, object]
    asked: VariantRow
    rows: dict[tuple[str, ...], VariantRow | None]


class RunSpace:
    """The values of some measures of a run under everything that may have been done otherwise.

    Parameters
    ----------
    readings : RunReadings
    measures : mapping of name to ResolvedMeasure
    progress : function of the share that is done (0 to 1), optional
        Called between stages and every 50 evaluations; what it raises ends the search.

    Raises
    ------
    InputError
        What a measure's convention refuses; `too_few_queries` for a run of a single query.
    """

    def __init__(
        self, readings: RunReadings, measures: Mapping[str, ResolvedMeasure], progress: Progress | None = None
    ) -> None:
        self.readings = readings
        self._progress = progress or (lambda share: None)
        self._share, self._evaluations = 0.0, 0
        self.left_out: list[str] = []
        self.measures = [self._measure(name, each) for name, each in measures.items()]
        asked = self.measures[0].asked
        if len(asked.queries) < 2:
            message = "The run has one query, so its mean is the value of a list: look it up with rankviz.lookup."
            raise InputError("too_few_queries", message)
        self.joinings = Joinings(asked.queries, readings.file_order())
        self.causes: list[tuple[RunCause, ...]] = [()]
        self._search_singles()
        self._fill_values()
        self._pairs: PairBlock | None = None

    def watch(self, progress: Progress) -> None:
        """Tell another function of the share that is done, from now on."""
        self._progress, self._share = progress, 0.0

    # -----------------------------------------------------------------------------------------------------------------------
    # Rows

    def _measure(self, name: str, resolved: ResolvedMeasure) -> MeasureRows:
        metric, convention = resolved.measure.metric, resolved.convention
        maker = RowMaker(self.readings, metric, convention)
        written = {**({} if convention.cutoff is None else {"cutoff": convention.cutoff}), **resolved.measure.choices}
        asked = maker.row(())
        return MeasureRows(name, maker, written, asked, {(): asked})

    def _search_singles(self) -> None:
        """Compute every cause alone, for every measure."""
        readings = [*self._reading_causes()]
        by_measure = [self._formula_causes(each) for each in self.measures]
        causes = {each.key: each for each in (*readings, *(cause for part in by_measure for cause in part.values()))}
        total = sum(len(readings) + len(part) for part in by_measure)
        for each in readings:
            for measure in self.measures:
                measure.rows[each.key,] = self._try(measure, (each,), total)
            self.readings.forget_lists()
        for measure, formulas in zip(self.measures, by_measure, strict=True):
            shared: dict[int, VariantRow | None] = {}
            rules = {key: measure.maker.list_rules((each,)) for key, each in formulas.items()}
            for ties, group in by_rules(rules):
                for key in group:
                    each = formulas[key]
                    departure = each.departure
                    convention = id(departure.library_convention) if departure and departure.library_convention else 0
                    if convention and convention in shared:
                        row = shared[convention]
                        measure.rows[key,] = None if row is None else replace(row, causes=(each,))
                    else:
                        shared[convention] = measure.rows[key,] = self._try(measure, (each,), total)
                self.readings.forget_lists(ties)
        for key in self._libraries_without_value():
            for measure in self.measures:
                if PROFILES[key].choices(measure.maker.metric.key, measure.asked.convention.cutoff) is None:
                    measure.rows[f"profile={key}",] = None
        self.causes += [(each,) for each in self._distinct(causes)]

    def _reading_causes(self) -> Iterator[RunCause]:
        """Yield the readings that move a judged document."""
        usual = self.readings.prepare(AS_READ, TEXTBOOK)
        orders = self.readings.orders()
        self.left_out += [f"order={each}" for each in (BY_RANK, BY_TEXT) if each not in orders]
        rules = [rule for rule in ID_RULES if self.readings.may_differ_by_ids(rule)]
        for cause in reading_causes(orders, int(usual.retrieved.max(initial=0)), rules):
            convention = self.measures[0].asked.convention
            try:
                changed = self.readings.prepare(cause.reading, convention)
            except InputError:
                self.left_out.append(cause.key)
                continue
            if cause.reading.ids and overlap_of(changed) == overlap_of(usual):
                continue  # other names that meet as before
            conventions = {each.asked.convention for each in self.measures}
            if not all(
                same_places(self.readings.prepare(cause.reading, each), self.readings.prepare(AS_READ, each))
                for each in conventions
            ):
                yield cause

    def _formula_causes(self, measure: MeasureRows) -> dict[str, RunCause]:
        facts = run_facts(self.readings.prepare(AS_READ, measure.asked.convention))
        causes: dict[str, RunCause] = {}
        for each in formula_causes(measure.maker.metric, measure.asked.convention, facts, measure.written_choices):
            departure = each.departure
            assert departure is not None
            if departure.kind != "profile":
                causes[each.key] = each
                continue
            for key in departure.details["profiles"]:  # each by itself, since they are grouped otherwise for another measure
                causes[f"profile={key}"] = library_cause(replace(departure, key=f"profile={key}", details={"profiles": (key,)}))
        return causes

    def _libraries_without_value(self) -> list[str]:
        return [*PROFILES] if len(self.measures) > 1 else []

    def _try(self, measure: MeasureRows, causes: tuple[RunCause, ...], total: int) -> VariantRow | None:
        """Compute a row; None where it is refused."""
        self._evaluations += 1
        if self._evaluations % EVALUATIONS == 0:
            self._tell(0.6 * self._evaluations / max(total, 1))
        try:
            return measure.maker.row(causes)
        except InputError as error:
            if error.key == "needs_every_entry":
                self.left_out.append("every_entry")
        except TemplateError:
            pass
        return None

    def _tell(self, share: float) -> None:
        self._share = max(self._share, min(share, 1.0))
        self._progress(self._share)

    def _row(self, measure: MeasureRows, causes: tuple[RunCause, ...]) -> VariantRow | None:
        """Return the row of some causes; a measure that does not read a cause keeps its value."""
        return measure.rows.get(tuple(each.key for each in causes), measure.asked)

    def _distinct(self, causes: Mapping[str, RunCause]) -> Iterator[RunCause]:
        """Yield the causes that change a measure; libraries that are equal on this run become one that names all of them."""
        libraries: list[tuple[RunCause, list[VariantRow | None]]] = []
        for cause in causes.values():
            rows = [self._row(measure, (cause,)) for measure in self.measures]
            if all(row is None or row.is_same(each.asked) for row, each in zip(rows, self.measures, strict=True)):
                continue
            if cause.axis != "profile" or cause.departure is None or cause.departure.kind != "profile":
                yield cause
                continue
            for i, (first, known) in enumerate(libraries):
                if all(_are_same(one, two) for one, two in zip(rows, known, strict=True)):
                    libraries[i] = _merge(first, cause), known
                    break
            else:
                libraries.append((cause, rows))
        yield from (cause for cause, _ in libraries)

    # -----------------------------------------------------------------------------------------------------------------------
    # Values

    def _fill_values(self) -> None:
        """Compute the number of every row by every joining, and what each costs."""
        count, width = len(self.causes), len(self.joinings.causes)
        self.values = {each.name: np.full((count, width), np.nan) for each in self.measures}
        for measure in self.measures:
            own = self.joinings.values(measure.asked)
            for i, causes in enumerate(self.causes):
                row = self._row(measure, causes)
                if row is not None:
                    self.values[measure.name][i] = own if row is measure.asked else self.joinings.values(row)
        costs = np.array([cost_of(each) for each in self.causes])
        joined = np.array([cost_of(each) for each in self.joinings.causes])
        both = np.array([bool(each) for each in self.causes])[:, None] & np.array([bool(each) for each in self.joinings.causes])
        self.costs = costs[:, None] + joined + TOGETHER_COST * both
        idle = self._idle()
        for each in self.values.values():
            each[idle] = np.nan
        self._tell(0.7)

    def _idle(self) -> NDArray[np.bool_]:
        """Return the candidates (R, J) that give nothing else than without their row, or without their joining."""
        same_row, same_joining = (np.ones(self.costs.shape, dtype=bool) for _ in range(2))
        for each in self.values.values():
            same_row &= _are_close(each, each[:1])
            same_joining &= _are_close(each, each[:, :1])
        same_row[0], same_joining[:, 0] = False, False
        # Of two joinings together each has to change what the other gives alone.
        idle = same_row | same_joining
        for j, causes in enumerate(self.joinings.causes):
            if len(causes) == 2:
                idle[1:, j] = True  # beside another cause they would be three
                alone = [self.joinings.causes.index((cause,)) for cause in causes]
                for other in alone:
                    idle[0, j] |= all(
                        _are_close(each[0, j : j + 1], each[0, other : other + 1])[0] for each in self.values.values()
                    )
        return idle

    # -----------------------------------------------------------------------------------------------------------------------
    # Numbers

    def find(self, typed: Mapping[str, PrintedNumber]) -> RunAnswers:
        """Look numbers up: what gives all of them, best first.

        Parameters
        ----------
        typed : mapping of measure to PrintedNumber
            Of some of the measures.
        """
        ours = {name: float(self.values[name][0, 0]) for name in typed}
        kinds = {name: agreement(ours[name], printed) for name, printed in typed.items()}
        if all(kind in ("exact", "rounded", "begins") for kind in kinds.values()):
            return self._answers(
                typed, (self._match(Found((), 0, 0, tuple(ours.values()), 0.0, tuple(kinds.values())), 0.0, typed),)
            )
        matches = self._matches(typed, kinds, None)
        # An answer does not depend on what was asked before: pairs that are known count only where they would be searched.
        pairs = None if any(each.strength == NAMED for each in matches) else self._search_pairs()
        if pairs is not None:
            matches = self._matches(typed, kinds, pairs)
        answers = self._answers(typed, matches, () if matches else self._nearest(typed), pairs)
        if len(typed) > 1 and not matches:
            return replace(answers, alone={name: self.find({name: printed}) for name, printed in typed.items()})
        return answers

    def _matches(
        self, typed: Mapping[str, PrintedNumber], kinds: Mapping[str, str], pairs: PairBlock | None
    ) -> tuple[RunFinding, ...]:
        found: list[tuple[Found, float]] = []
        for scaled, extra in self._scales(typed):
            others = [name for name in typed if kinds[name] not in ("exact", "rounded", "begins")]
            values = {name: self._all_values(name, pairs) for name in others}
            windows = [Window.around(scaled[name], each[np.isfinite(each)]) for name, each in values.items()]
            costs = self.costs.ravel() if pairs is None else np.concatenate([self.costs.ravel(), pairs.costs])
            chances = Chances(windows, [*values.values()], costs)
            candidates = [*self._candidates(scaled), *(self._pair_candidates(scaled, pairs) if pairs else ())]
            found += [(_with_scale(each, extra), chances.chance(each.cost)) for each in candidates]
        found.sort(key=lambda pair: pair[0].cost)
        return self._told(found, typed)

    def _scales(self, typed: Mapping[str, PrintedNumber]) -> Iterator[tuple[Mapping[str, PrintedNumber], tuple[RunCause, ...]]]:
        """Yield the numbers as typed, and as shares where they are percentages."""
        yield typed, ()
        highs = {each.name: each.maker.metric.high for each in self.measures}
        if all(float(printed.number) > highs[name] == 1.0 for name, printed in typed.items()):
            yield {name: _as_share(printed) for name, printed in typed.items()}, (PERCENT,)

    def _all_values(self, name: str, pairs: PairBlock | None) -> Array:
        """Return every value of a measure, those of pairs last."""
        values = self.values[name].ravel()
        return values if pairs is None else np.concatenate([values, pairs.numbers[name]])

    def _search_pairs(self) -> PairBlock:
        """Compute or estimate two causes in one place, once."""
        if self._pairs is not None:
            return self._pairs
        pairs, is_complete = pairs_of([each for causes in self.causes for each in causes], len(self.joinings.queries))
        numbers, errors = {}, {}
        done = 0
        total = max(len(self.measures) * sum(each.place == FORMULA for causes in self.causes for each in causes) * 4, 1)

        def tell() -> None:
            nonlocal done
            done += 1
            if done % EVALUATIONS == 0:
                self._tell(0.7 + 0.25 * min(done / total, 1.0))

        for measure in self.measures:
            search = PairSearch(measure.maker, measure.rows, tell)
            found = search.numbers([(_known(one, measure), _known(two, measure)) for one, two in pairs])
            numbers[measure.name], errors[measure.name] = found.numbers, found.errors
        idle = np.zeros((2, len(pairs)), dtype=bool) | True
        places = {causes[0].key: i for i, causes in enumerate(self.causes) if causes}
        for name, each in numbers.items():
            for side in range(2):
                alone = self.values[name][[places[pair[side].key] for pair in pairs], 0] if pairs else np.zeros(0)
                idle[side] &= _are_close(each, alone)
        for each in numbers.values():
            each[idle.any(axis=0)] = np.nan
        self._pairs = PairBlock(pairs, np.array([cost_of(each) for each in pairs]), numbers, errors, is_complete)
        self._tell(0.95)
        return self._pairs

    def _pair_candidates(self, typed: Mapping[str, PrintedNumber], block: PairBlock) -> Iterator[Found]:
        """Yield the pairs that print all the numbers, the cheapest first; those that are near by estimate are computed."""
        near = np.ones(len(block.pairs), dtype=bool)
        for name, printed in typed.items():
            near &= _prints_about(block.numbers[name], printed, ERRORS * block.errors[name])
        order = np.flatnonzero(near)
        found = 0
        for place in order[np.argsort(block.costs[order], kind="stable")].tolist():
            values = tuple(self._exact(block, place, name) for name in typed)
            kinds = tuple(agreement(value, printed) for value, printed in zip(values, typed.values(), strict=True))
            if all(kinds):
                cost = float(block.costs[place]) + CUT_COST * ("cut" in kinds)
                yield Found(block.pairs[place], -1 - place, 0, values, cost, kinds)
                found += 1
            if found == MOST_SHOWN:
                return

    def _exact(self, block: PairBlock, place: int, name: str) -> float:
        """Return the number of a pair, computed on all queries."""
        if not block.errors[name][place]:
            return float(block.numbers[name][place])
        if (name, place) not in block.computed:
            row = self._pair_row(next(each for each in self.measures if each.name == name), block.pairs[place])
            block.computed[name, place] = np.nan if row is None else float(self.joinings.values(row)[0])
        return block.computed[name, place]

    def _pair_row(self, measure: MeasureRows, pair: Pair) -> VariantRow | None:
        """Return the row of a pair, of which a measure may read one cause only."""
        known = tuple(_known(each, measure) for each in pair if (each.key,) in measure.rows)
        if len(known) < len(pair):
            return self._row(measure, known)
        try:
            return measure.maker.row(known)
        except (InputError, TemplateError):
            return None

    def _candidates(self, typed: Mapping[str, PrintedNumber]) -> Iterator[Found]:
        """Yield what prints all the numbers."""
        near = np.logical_and.reduce([_prints_about(self.values[name], printed) for name, printed in typed.items()])
        rows, joinings = np.nonzero(near)
        order = np.argsort(self.costs[rows, joinings], kind="stable")
        for row, joining in zip(rows[order].tolist(), joinings[order].tolist(), strict=True):
            values = tuple(float(self.values[name][row, joining]) for name in typed)
            kinds = tuple(agreement(value, printed) for value, printed in zip(values, typed.values(), strict=True))
            if all(kinds):
                cost = float(self.costs[row, joining]) + CUT_COST * ("cut" in kinds)
                parts = (*self.causes[row], *self.joinings.causes[joining])
                yield Found(parts, row, joining, values, cost, kinds)

    def _told(self, found: Sequence[tuple[Found, float]], typed: Mapping[str, PrintedNumber]) -> tuple[RunFinding, ...]:
        """Return the answers: equal values are one, nothing contains another, and several single queries are one."""
        told: list[tuple[Found, float, list[tuple[RunCause, ...]], int]] = []
        alike: dict[tuple[int, int], int] = {}
        for each, chance in found:
            keys = {part.key for part in each.parts}
            if any(keys > {part.key for part in first.parts} for first, *_ in told):
                continue
            same = next((i for i, (first, *_) in enumerate(told) if _same_values(first.values, each.values)), None)
            if same is not None:
                told[same][2].append(each.parts)
                continue
            is_without = each.joining >= self.joinings.first_without
            place = alike.get((each.row, is_without)) if is_without else None
            if place is not None:
                first, first_chance, others, count = told[place]
                told[place] = first, first_chance, others, count + 1
                continue
            if is_without:
                alike[each.row, is_without] = len(told)
            told.append((each, chance, [], 1))
        matches = [
            replace(self._match(each, chance, typed), others=tuple(others), count=count if count > MOST_ALIKE else 1)
            for each, chance, others, count in told
        ]
        strong = [each for each in matches if each.strength != WEAK]
        return tuple(strong[:MOST_SHOWN] or matches[:MOST_WEAK])

    def _match(self, found: Found, chance: float, typed: Mapping[str, PrintedNumber]) -> RunFinding:
        rows, counting, queries = {}, {}, dict[str, None]()
        for measure in self.measures:
            if found.row < 0:
                assert self._pairs is not None
                row = self._pair_row(measure, self._pairs.pairs[-1 - found.row])
            else:
                row = self._row(measure, self.causes[found.row])
            if measure.name not in typed or row is None:
                continue
            rows[measure.name] = measure.asked, row
            ours = {query for query, counts in zip(measure.asked.queries, measure.asked.is_counted, strict=True) if counts}
            counting[measure.name] = members = self.joinings.members(row, found.joining)
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

    def _nearest(self, typed: Mapping[str, PrintedNumber]) -> tuple[RunFinding, ...]:
        """Return the nearest values of single causes: of joinings of what was asked, and of rows joined as asked."""
        joinings = [(0, i) for i, causes in enumerate(self.joinings.causes) if len(causes) == 1]
        places = [*joinings, *((i, 0) for i in range(1, len(self.causes)))]
        rows, columns = np.array(places).T
        distance = np.max(
            [np.abs(self.values[name][rows, columns] - float(printed.number)) for name, printed in typed.items()], axis=0
        )
        order = np.lexsort((self.costs[rows, columns], distance))  # NaN comes last
        found: list[Found] = []
        for i in order[: min(8 * NEAREST, int(np.isfinite(distance).sum()))].tolist():
            row, joining = places[i]
            values = tuple(float(self.values[name][row, joining]) for name in typed)
            parts = (*self.causes[row], *self.joinings.causes[joining])
            if not any(_same_values(values, each.values) for each in found):
                found.append(Found(parts, row, joining, values, float(self.costs[row, joining]), ("",) * len(typed)))
        return tuple(self._match(each, 1.0, typed) for each in found[:NEAREST])

    def _conventions(self, typed: Mapping[str, PrintedNumber]) -> tuple[RunFinding, ...]:
        """Return what libraries give that does not print as the numbers, usual libraries first."""
        libraries = [(i, each) for i, causes in enumerate(self.causes) for each in causes if each.profiles]
        libraries.sort(key=lambda each: (each[1].cost, -len(each[1].profiles)))
        firsts: list[Found] = []
        for i, cause in libraries:
            values = tuple(float(self.values[name][i, 0]) for name in typed)
            is_new = all(isfinite(each) for each in values) and not _prints_all(values, typed)
            if is_new and not any(_same_values(values, each.values) for each in firsts):
                firsts.append(Found((cause,), i, 0, values, cause.cost, ("",) * len(typed)))
        return tuple(replace(self._match(each, 1.0, typed), others=self._others(each, typed)) for each in firsts)

    def _others(self, found: Found, typed: Mapping[str, PrintedNumber]) -> tuple[tuple[RunCause, ...], ...]:
        """Return the other causes of its values, the cheapest first."""
        same = np.logical_and.reduce(
            [_are_close(self.values[name], np.array(value)) for name, value in zip(typed, found.values, strict=True)]
        )
        same[found.row, found.joining] = False
        rows, joinings = np.nonzero(same)
        order = np.argsort(self.costs[rows, joinings], kind="stable")
        return tuple((*self.causes[rows[i]], *self.joinings.causes[joinings[i]]) for i in order.tolist())

    def _answers(
        self,
        typed: Mapping[str, PrintedNumber],
        matches: tuple[RunFinding, ...],
        nearest: tuple[RunFinding, ...] = (),
        pairs: PairBlock | None = None,
    ) -> RunAnswers:
        names = [each for each in self.measures if each.name in typed]
        asked = self.measures[0].asked
        self._tell(1.0)
        return RunAnswers(
            typed=typed,
            ours={each.name: float(self.joinings.values(each.asked)[0]) for each in names},
            counts={each.name: int(each.asked.is_counted.sum()) for each in names},
            queries=len(asked.queries),
            matches=matches,
            nearest=nearest,
            tried=sum(int(np.isfinite(self._all_values(each.name, pairs)).sum()) for each in names),
            left_out=tuple(dict.fromkeys([*self.left_out, *(["pairs"] if pairs and not pairs.is_complete else [])])),
            unanswered=asked.queries_where(asked.is_judged & ~asked.is_retrieved),
            unjudged=asked.queries_where(asked.is_retrieved & ~asked.is_judged),
            conventions=() if all(each.parts for each in matches) else self._conventions(typed),
        )


def _merge(one: RunCause, other: RunCause) -> RunCause:
    """Return one cause that names the libraries of two."""
    assert one.departure is not None
    assert other.departure is not None
    return library_cause(merge_libraries(one.departure, other.departure))


def _are_same(one: VariantRow | None, other: VariantRow | None) -> bool:
    return one is other or (one is not None and other is not None and one.is_same(other))


def _are_close(one: Array, two: Array) -> NDArray[np.bool_]:
    with np.errstate(invalid="ignore"):
        return np.asarray((np.abs(one - two) <= SAME) | (np.isnan(one) & np.isnan(two)))


def _same_values(one: tuple[float, ...], two: tuple[float, ...]) -> bool:
    return all(abs(a - b) <= SAME for a, b in zip(one, two, strict=True))


def _prints_all(values: tuple[float, ...], typed: Mapping[str, PrintedNumber]) -> bool:
    return all(agreement(value, printed) for value, printed in zip(values, typed.values(), strict=True))


def _known(cause: RunCause, measure: MeasureRows) -> RunCause:
    """Return a cause as a measure has it, since a library, or a cutoff one off, is another convention for each."""
    row = measure.rows.get((cause.key,))
    return row.causes[0] if row is not None and row.causes else cause


def _prints_about(values: Array, printed: PrintedNumber, error: Array | float = 0.0) -> NDArray[np.bool_]:
    """Return which values are so near that they may print as a number, if each may be off by so much."""
    number = float(printed.number)
    reach = 1e-9 * max(1.0, abs(number)) if printed.places is None else 1.001 * 10.0**-printed.places
    with np.errstate(invalid="ignore"):
        return np.asarray(np.abs(values - number) <= reach + error)


def _as_share(printed: PrintedNumber) -> PrintedNumber:
    places = None if printed.places is None else printed.places + PERCENT_PLACES
    return replace(printed, number=printed.number / 100, places=places)


def _with_scale(found: Found, extra: tuple[RunCause, ...]) -> Found:
    if not extra:
        return found
    cost = found.cost + cost_of(extra) + TOGETHER_COST * bool(found.parts)
    return found._replace(parts=(*found.parts, *extra), values=tuple(100 * each for each in found.values), cost=cost)
