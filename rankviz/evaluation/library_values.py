"""What every library gives for the same lists, and which of its choices make its number another one."""

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
        None where the library lacks the metric.
    has_uncut : bool
        Whether it has the metric, only not with a cutoff.
    is_same : bool
        Whether this is what the current convention gives; False where there is nothing.
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
    """Profiles by metrics; `present` are the cells of the convention that they are compared with."""

    metrics: tuple[str, ...]
    present: tuple[LibraryCell, ...]
    rows: tuple[LibraryRow, ...]


Known = dict[tuple[object, ...], LibraryCell]


@lru_cache(maxsize=16)
def library_table(
    rankings: tuple[Ranking, ...], convention: Convention = TEXTBOOK, metrics: tuple[str, ...] = metrics_shown_in("libraries")
) -> LibraryTable:
    """Compute metrics as every profile does, beside the current convention.

    Parameters
    ----------
    rankings : tuple of Ranking
        One list, or several, of whose mean is spoken.
    convention : Convention
        The current one; its cutoff and the numbers that are written with a measure go to every library.
    metrics : tuple of str
        Keys, in the order of the columns.

    Examples
    --------
    >>> table = library_table((Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2]),), Convention(cutoff=6), ("ndcg",))
    >>> next(round(row.cells[0].outcome.value, 4) for row in table.rows if row.profile == "sklearn")
    0.9608
    """
    bench = EvaluationCache(rankings)
    present = tuple(
        LibraryCell(_measure(key, convention), bench.outcome(METRICS[key], convention), is_same=True) for key in metrics
    )
    longest = max((len(each.items) for each in rankings if each.tied), default=0)
    rows = []
    known: Known = {}
    for profile in PROFILES.values():
        cells = tuple(_cell(bench, known, profile.key, metric, convention) for metric in metrics)
        shaky = tuple(
            cell.measure
            for key, cell in zip(metrics, cells, strict=True)
            if cell.outcome and not profile.is_stable(key, "ties" in METRICS[key].uses, longest)
        )
        rows.append(LibraryRow(profile.key, profile.library, profile.version, cells, shaky))
    return LibraryTable(metrics, present, tuple(rows))


def _cell(bench: EvaluationCache, known: Known, profile: str, key: str, present: Convention) -> LibraryCell:
    """One library's answer; those that settle all that a metric reads alike share theirs, and its reasons."""
    metric = METRICS[key]
    try:
        theirs = profile_convention(profile, key, present, bench.rankings)
    except InputError as error:
        return LibraryCell(_measure(key, present), MetricOutcome(nan, refusal=error))
    if theirs is None:
        return LibraryCell(_measure(key, present), None, has_uncut=PROFILES[profile].choices(key, None) is not None)
    settled = key, narrow(metric, theirs), theirs.mean_over, theirs.mean_weights
    if settled not in known:
        outcome, here = bench.outcome(metric, theirs), bench.outcome(metric, present)
        same = outcome.is_same(here)
        choices = {} if same else bench.moving_choices(metric, present, theirs)
        known[settled] = LibraryCell(_measure(key, theirs), outcome, is_same=same, choices=choices)
    return known[settled]


def profile_convention(profile: str, key: str, present: Convention, rankings: Sequence[Ranking]) -> Convention | None:
    """The convention under which a library computes a metric, asked as the present one asks; None if it has no such metric.

    Raises
    ------
    InputError
        `own_threshold` where it has no one convention for these lists.
    """
    choices = PROFILES[profile].choices(key, present.cutoff if "cutoff" in METRICS[key].uses else None)
    if choices is None:
        return None
    passed = {name: getattr(present, name) for name in PASSED}
    read = profile_threshold(profile, METRICS[key], rankings)
    return with_choices(TEXTBOOK, tuple({**passed, **choices, **read}.items()))


def _measure(key: str, convention: Convention) -> str:
    return print_measure(METRICS[key], convention)


def to_csv(table: LibraryTable) -> str:
    """Write the table as CSV with all digits, one line a cell; the current convention is the profile 'present'.

    The notes are by kind, with the place where each can be checked.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    head = ("profile", "library", "version", "measure", "state", "value", "same", "choices", "group", "since", "until", "notes")
    writer.writerow(head)
    for row in (LibraryRow("present", "rankviz", "", table.present), *table.rows):
        found = PROFILES.get(row.profile)
        for key, cell in zip(table.metrics, row.cells, strict=True):
            valued = cell.outcome is not None and isfinite(cell.outcome.value)
            value = repr(cell.outcome.value) if valued and cell.outcome is not None else ""
            same = "" if cell.outcome is None else "yes" if cell.is_same else "no"
            choices = "; ".join(f"{name}={each}" for name, each in cell.choices.items())
            before = (row.profile, row.library, row.version, cell.measure, cell.state)
            noted = found.notes_on(key) if found is not None and cell.outcome is not None else ()
            notes = "; ".join(f"{each.kind}: {each.source}" for each in noted)
            about = (found.group, found.since, found.until) if found is not None else ("", "", "")
            writer.writerow([*map(in_cell, before), value, *map(in_cell, (same, choices, *about, notes))])
    return out.getvalue()
