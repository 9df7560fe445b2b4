"""The values of some measures of a run under everything that may have been done otherwise.

Rows (variants × queries) times joinings (queries) are the numbers of single causes, and of a row with a joining; two causes in
one place are computed when they are needed. All of it depends on run, judgments and convention only, so one space serves any
number of typed numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from rankviz.basics.errors import InputError
from rankviz.core.conventions import TEXTBOOK, Convention
from rankviz.core.templates import TemplateError
from rankviz.diagnose.departures import merge_libraries
from rankviz.libraries.profiles import PROFILES
from rankviz.runs.evaluate.orders import AS_READ, BY_RANK, BY_TEXT, RunReadings, same_places
from rankviz.runs.evaluate.prepared_run import overlap_of
from rankviz.runs.evaluate.run_evaluation import QueryValues, ResolvedMeasure, evaluate_resolved
from rankviz.runs.evaluate.run_facts import run_facts
from rankviz.runs.lookup.causes import (
    MOST_GRADES,
    TOGETHER_COST,
    RunCause,
    cost_of,
    formula_causes,
    grades_to_start_from,
    library_cause,
    reading_causes,
    relevant_from,
)
from rankviz.runs.lookup.joinings import Joinings, are_close
from rankviz.runs.lookup.pair_values import EVALUATIONS, PairValues, search_pairs
from rankviz.runs.lookup.rows import MeasureRows, RowMaker, VariantRow, by_rules

Progress = Callable[[float], object]


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
        self.readings, self._resolved = readings, dict(measures)
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
        self._pairs: PairValues | None = None

    def watch(self, progress: Progress) -> None:
        """Tell another function of the share that is done, from now on."""
        self._progress, self._share = progress, 0.0

    def query_values(self, name: str) -> QueryValues:
        """Return the values of the queries by a measure as it was asked for."""
        resolved = self._resolved[name]
        return evaluate_resolved([resolved], self.readings.prepare(AS_READ, resolved.convention))

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
        self._search_formulas(by_measure, total)
        for key in self._libraries_without_value():
            for measure in self.measures:
                if PROFILES[key].choices(measure.maker.metric.key, measure.asked.convention.cutoff) is None:
                    measure.rows[f"profile={key}",] = None
        self.causes += [(each,) for each in self._distinct(causes)]

    def _search_formulas(self, by_measure: Sequence[Mapping[str, RunCause]], total: int) -> None:
        """Compute every formula alone; those of all measures that arrange lists alike in a row, so that they share them."""
        known: list[dict[Convention, VariantRow | None]] = [{} for _ in by_measure]  # of libraries, many of which agree
        rules = {
            (i, key): measure.maker.list_rules((each,))
            for i, (measure, formulas) in enumerate(zip(self.measures, by_measure, strict=True))
            for key, each in formulas.items()
        }
        for ties, group in by_rules(rules):
            for i, key in group:
                measure, each = self.measures[i], by_measure[i][key]
                convention = each.departure and each.departure.library_convention
                if convention and convention in known[i]:
                    row = known[i][convention]
                    measure.rows[key,] = None if row is None else replace(row, causes=(each,))
                else:
                    measure.rows[key,] = self._try(measure, (each,), total)
                    if convention:
                        known[i][convention] = measure.rows[key,]
            self.readings.forget_lists(ties)

    def _reading_causes(self) -> Iterator[RunCause]:
        """Yield the readings that move a judged document."""
        usual = self.readings.prepare(AS_READ, TEXTBOOK)
        orders = self.readings.orders()
        self.left_out += [f"order={each}" for each in (BY_RANK, BY_TEXT) if each not in orders]
        rules = self.readings.id_rules_that_may_differ()
        grades = grades_to_start_from(run_facts(usual).grades or ())
        self.left_out += [relevant_from(each) for each in grades[MOST_GRADES:][:1]]
        for cause in reading_causes(orders, int(usual.retrieved.max(initial=0)), grades[:MOST_GRADES], rules):
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
            self.tell(0.6 * self._evaluations / max(total, 1))
        try:
            return measure.maker.row(causes)
        except InputError as error:
            if error.key == "needs_every_entry":
                self.left_out.append("every_entry")
        except TemplateError:
            pass
        return None

    def tell(self, share: float) -> None:
        """Tell the share that is done; what the progress raises ends the search."""
        self._share = max(self._share, min(share, 1.0))
        self._progress(self._share)

    def _distinct(self, causes: Mapping[str, RunCause]) -> Iterator[RunCause]:
        """Yield the causes that change a measure; libraries that are equal on this run become one that names all of them."""
        libraries: list[tuple[RunCause, list[VariantRow | None]]] = []
        for cause in causes.values():
            rows = [measure.row_of((cause,)) for measure in self.measures]
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

    def _fill_values(self) -> None:
        """Compute the number of every row by every joining, and what each costs."""
        count, width = len(self.causes), len(self.joinings.causes)
        self.values = {each.name: np.full((count, width), np.nan) for each in self.measures}
        for measure in self.measures:
            own = self.joinings.values(measure.asked)
            for i, causes in enumerate(self.causes):
                row = measure.row_of(causes)
                if row is not None:
                    self.values[measure.name][i] = own if row is measure.asked else self.joinings.values(row)
        costs = np.array([cost_of(each) for each in self.causes])
        joined = np.array([cost_of(each) for each in self.joinings.causes])
        both = np.array([bool(each) for each in self.causes])[:, None] & np.array([bool(each) for each in self.joinings.causes])
        self.costs = costs[:, None] + joined + TOGETHER_COST * both
        idle = self._idle()
        for each in self.values.values():
            each[idle] = np.nan
        self.tell(0.7)

    def _idle(self) -> NDArray[np.bool_]:
        """Return the candidates (R, J) that give nothing else than without their row, or without their joining."""
        same_row, same_joining = (np.ones(self.costs.shape, dtype=bool) for _ in range(2))
        for each in self.values.values():
            same_row &= are_close(each, each[:1])
            same_joining &= are_close(each, each[:, :1])
        same_row[0], same_joining[:, 0] = False, False
        # Of two joinings together each has to change what the other gives alone.
        idle = same_row | same_joining
        for j, causes in enumerate(self.joinings.causes):
            if len(causes) == 2:
                idle[1:, j] = True  # beside another cause they would be three
                alone = [self.joinings.causes.index((cause,)) for cause in causes]
                for other in alone:
                    idle[0, j] |= all(
                        are_close(each[0, j : j + 1], each[0, other : other + 1])[0] for each in self.values.values()
                    )
        return idle

    def pairs(self) -> PairValues:
        """Return two causes in one place; they are computed once, where they are asked for first."""
        if self._pairs is None:
            alone = {
                name: {causes[0].key: float(each[i, 0]) for i, causes in enumerate(self.causes) if causes}
                for name, each in self.values.items()
            }
            causes = [each for some in self.causes for each in some]
            self._pairs = search_pairs(self.measures, self.joinings, causes, alone, lambda share: self.tell(0.7 + 0.25 * share))
            self.tell(0.95)
        return self._pairs


def _merge(one: RunCause, other: RunCause) -> RunCause:
    """Return one cause that names the libraries of two."""
    assert one.departure is not None
    assert other.departure is not None
    return library_cause(merge_libraries(one.departure, other.departure))


def _are_same(one: VariantRow | None, other: VariantRow | None) -> bool:
    return one is other or (one is not None and other is not None and one.is_same(other))
