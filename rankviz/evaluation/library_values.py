"""Evaluates the same lists as every library does, and finds the choices that make its number differ."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import isfinite, nan

from rankviz.basics.errors import InputError
from rankviz.basics.escaping import in_cell
from rankviz.core.conventions import TEXTBOOK, Convention
from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import PASSED, print_measure
from rankviz.core.metrics.registry import metrics_shown_in
from rankviz.evaluation.evaluate import narrow, profile_threshold
from rankviz.evaluation.evaluation_cache import EvaluationCache, MetricOutcome, with_choices
from rankviz.libraries.profiles import PROFILES

ABSENT, UNCUT, REFUSED, UNDEFINED, VALUE = "absent", "uncut", "refused", "undefined", "value"


@dataclass(frozen=True)
class LibraryCell:
    """One library's answer for one metric.

    Parameters
    ----------
    measure : str
        As printed.
    outcome : MetricOutcome or None
        None if the library lacks the metric.
    has_uncut : bool
        Whether the library has the metric only without a cutoff.
    is_same : bool
        Whether the current convention gives the same; False if there is no outcome.
    choices : mapping of field to value
        The library's choices that make the difference.
    """

    measure: str
    outcome: MetricOutcome | None
    has_uncut: bool = False
    is_same: bool = False
    choices: Mapping[str, object] = field(default_factory=dict)

    @property
    def state(self) -> str:
        """One of 'absent', 'uncut', 'refused', 'undefined', 'value'."""
        if self.outcome is None:
            return UNCUT if self.has_uncut else ABSENT
        if self.outcome.refusal is not None:
            return REFUSED
        return UNDEFINED if self.outcome.is_undefined else VALUE


@dataclass(frozen=True)
class LibraryRow:
    """One profile's cells, in the order of the table's metrics.

    `may_differ` names the measures for which the library may give another number, since scores tie (`Profile.unstable`).
    """

    profile: str
    library: str
    version: str
    cells: tuple[LibraryCell, ...]
    may_differ: tuple[str, ...] = ()


@dataclass(frozen=True)
class LibraryTable:
    """Profiles by metrics; `present` are the cells of the current convention, with which they are compared."""

    metrics: tuple[str, ...]
    present: tuple[LibraryCell, ...]
    rows: tuple[LibraryRow, ...]


CellCache = dict[tuple[object, ...], LibraryCell]


@lru_cache(maxsize=16)
def library_table(
    rankings: tuple[Ranking, ...], convention: Convention = TEXTBOOK, metrics: tuple[str, ...] = metrics_shown_in("libraries")
) -> LibraryTable:
    """Compute metrics as every profile does, beside the current convention.

    Parameters
    ----------
    rankings : tuple of Ranking
        One list, or several, whose mean is taken.
    convention : Convention
        The current one; its cutoff and the numbers in a measure's name are passed to every library.
    metrics : tuple of str
        Keys, in the order of the columns.

    Examples
    --------
    >>> table = library_table((Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2]),), Convention(cutoff=6), ("ndcg",))
    >>> next(round(row.cells[0].outcome.value, 4) for row in table.rows if row.profile == "sklearn")
    0.9608
    """
    cache = EvaluationCache(rankings)
    present = tuple(
        LibraryCell(_printed_measure(key, convention), cache.outcome(METRICS[key], convention), is_same=True) for key in metrics
    )
    longest = max((len(each.items) for each in rankings if each.tied), default=0)
    rows = []
    cells_by_convention: CellCache = {}
    for profile in PROFILES.values():
        cells = tuple(_cell(cache, cells_by_convention, profile.key, metric, convention) for metric in metrics)
        may_differ = tuple(
            cell.measure
            for key, cell in zip(metrics, cells, strict=True)
            if cell.outcome and not profile.is_stable(key, "ties" in METRICS[key].uses, longest)
        )
        rows.append(LibraryRow(profile.key, profile.library, profile.version, cells, may_differ))
    return LibraryTable(metrics, present, tuple(rows))


def _cell(cache: EvaluationCache, cells_by_convention: CellCache, profile: str, key: str, present: Convention) -> LibraryCell:
    """Return one library's cell; libraries whose conventions agree in all that a metric reads share it."""
    metric = METRICS[key]
    try:
        library_convention = profile_convention(profile, key, present, cache.rankings)
    except InputError as error:
        return LibraryCell(_printed_measure(key, present), MetricOutcome(nan, refusal=error))
    if library_convention is None:
        return LibraryCell(_printed_measure(key, present), None, has_uncut=PROFILES[profile].choices(key, None) is not None)
    cell_key = key, narrow(metric, library_convention), library_convention.mean_over, library_convention.mean_weights
    if cell_key not in cells_by_convention:
        outcome, here = cache.outcome(metric, library_convention), cache.outcome(metric, present)
        is_same = outcome.is_same(here)
        choices = {} if is_same else cache.moving_choices(metric, present, library_convention)
        cells_by_convention[cell_key] = LibraryCell(
            _printed_measure(key, library_convention), outcome, is_same=is_same, choices=choices
        )
    return cells_by_convention[cell_key]


def profile_convention(profile: str, key: str, present: Convention, rankings: Sequence[Ranking]) -> Convention | None:
    """Return the convention under which a library computes a metric, with the present one's parameters; None if it lacks it.

    Raises
    ------
    InputError
        `own_threshold` if it has no common threshold for these lists.
    """
    choices = PROFILES[profile].choices(key, present.cutoff if "cutoff" in METRICS[key].uses else None)
    if choices is None:
        return None
    passed = {name: getattr(present, name) for name in PASSED}
    threshold = profile_threshold(profile, METRICS[key], rankings)
    return with_choices(TEXTBOOK, tuple({**passed, **choices, **threshold}.items()))


def _printed_measure(key: str, convention: Convention) -> str:
    return print_measure(METRICS[key], convention)


def to_csv(table: LibraryTable) -> str:
    """Write the table as CSV with all digits, one line for each cell; the current convention is the profile 'present'.

    Notes are written as their kind and the source where each can be checked.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    head = ("profile", "library", "version", "measure", "state", "value", "same", "choices", "group", "since", "until", "notes")
    writer.writerow(head)
    for row in (LibraryRow("present", "rankviz", "", table.present), *table.rows):
        profile = PROFILES.get(row.profile)
        for key, cell in zip(table.metrics, row.cells, strict=True):
            valued = cell.outcome is not None and isfinite(cell.outcome.value)
            value = repr(cell.outcome.value) if valued and cell.outcome is not None else ""
            same = "" if cell.outcome is None else "yes" if cell.is_same else "no"
            choices = "; ".join(f"{name}={each}" for name, each in cell.choices.items())
            before = (row.profile, row.library, row.version, cell.measure, cell.state)
            metric_notes = profile.notes_on(key) if profile is not None and cell.outcome is not None else ()
            notes = "; ".join(f"{each.kind}: {each.source}" for each in metric_notes)
            about = (profile.group, profile.since, profile.until) if profile is not None else ("", "", "")
            writer.writerow([*map(in_cell, before), value, *map(in_cell, (same, choices, *about, notes))])
    return out.getvalue()
