"""Several runs by several measures, as the table of a paper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rankviz.api.arguments_order import refuse_elsewhere, refuse_order
from rankviz.api.run_sources import QRELS, RUN, run_sources
from rankviz.basics.errors import InputError, one_line, shorten
from rankviz.runs.evaluate.common_queries import tell_nothing_common
from rankviz.runs.evaluate.prepared_run import Source, table_from
from rankviz.runs.evaluate.run_evaluation import query_values, requested_measures, resolve_measure
from rankviz.runs.read.file_sources import File
from rankviz.runs.read.held_objects import role_of
from rankviz.runs.result_table import ResultTable, result_table
from rankviz.runs.run_files import distinct, short_names

Runs = Mapping[str, Source] | Sequence[Source] | Source


class RunTable(ResultTable):
    """Several runs by several measures over the same queries; `str()` is for a terminal, a notebook shows the tests too."""

    def to_pandas(self) -> Any:
        """Return a DataFrame with a row for each run and measure: mean, tests, interval, effect size and convention."""
        from rankviz.runs.words.result_table import frame

        return frame(self, _english())

    def to_latex(self, *, details: bool = False) -> str:
        """Write the table for LaTeX (with booktabs), and what it needs to be understood as its caption.

        Parameters
        ----------
        details : bool
            Whether a second table follows: differences from the baseline, intervals, p-values, effect sizes, and queries won.
        """
        from rankviz.runs.words.result_table import latex

        return latex(self, _english(), details=details)

    def to_markdown(self, *, details: bool = False) -> str:
        """Write the table for Markdown, and below what it needs to be understood; `details` as for `to_latex`."""
        from rankviz.runs.words.result_table import markdown

        return markdown(self, _english(), details=details)

    def to_csv(self) -> str:
        """Write the rows of `to_pandas` as CSV, numbers with all digits."""
        from rankviz.runs.words.result_table import csv_text

        return csv_text(self, _english())

    def to_json(self) -> str:
        """Write the rows of `to_pandas`, the conventions and the note as JSON; null where there is no number."""
        from rankviz.runs.words.result_table import json_text

        return json_text(self, _english())

    @property
    def note(self) -> str:
        """What stands under the table: over which queries the means are, by which convention, and what the marks are."""
        from rankviz.runs.words.result_table import note

        return note(self, _english())

    def _repr_html_(self) -> str:
        from rankviz.runs.words.result_table import html

        return html(self, _english())

    def __str__(self) -> str:
        from rankviz.runs.words.result_table import plain_text

        return plain_text(self, _english()).rstrip()

    def __repr__(self) -> str:
        return f"RunTable({len(self.runs)} runs; {', '.join(self.measures)})"


def _english() -> Any:
    from rankviz.texts import Texts

    return Texts("en")


def tabulate_runs(
    runs: Runs,
    qrels: Source,
    measures: str | Iterable[str] = (),
    *,
    baseline: str = "",
    sort: str = "",
    test: str = "t",
    profile: str = "textbook",
    ids: str = "",
    allow: str = "",
    **choices: object,
) -> RunTable:
    """Evaluate several runs over the same queries, and test each against one of them.

    Parameters
    ----------
    runs : mapping of name to run, or several runs
        Each as `evaluate_run` takes it. Those without a name are named after their file, or by their place: "run 1".
    qrels
        As for `evaluate_run`.
    measures : str, or several
        As for `evaluate`, with any cutoffs.
    baseline : str
        Name of the run against which the others are tested; "" for the first one.
    sort : str
        A measure by which the rows are ordered, the best first; "" for the order in which the runs were given.
    test : {'t', 'wilcoxon', 'permutation'}
        The paired test whose p-values are shown; `to_pandas` has all of them.
    profile, ids, allow, **choices
        As for `evaluate_run`.

    Returns
    -------
    RunTable
        With `means` (runs, measures), over the queries that count for every run, `counts` of these, and `tests` by run and
        measure, whose p-values are corrected for all of them together (Holm).

    Raises
    ------
    InputError
        `no_runs`; `run_for_runs` for the queries of one run where runs are expected; `unknown_run` for a baseline that is none
        of them; `no_common_queries` where no query counts for all, `no_counted_queries` where none has a value that counts
        (with allow='unmet' a warning); `unknown_measure`, `unknown_test`; and as for `evaluate_run`, naming the run.

    Examples
    --------
    >>> orders = {"one": "abc", "two": "bac", "three": "cab"}
    >>> runs = {name: {"q": list(order), "r": list("bca")} for name, order in orders.items()}
    >>> table = tabulate_runs(runs, {"q": {"a": 1}, "r": {"b": 1}}, ["RR", "P@1"], sort="RR")
    >>> table.runs, table.means.tolist(), table.counts
    (('one', 'two', 'three'), [[1.0, 1.0], [0.75, 0.5], [0.75, 0.5]], (2, 2))
    >>> table.tests["two", "RR"].difference
    -0.25
    """
    for given in (runs, qrels):
        refuse_order(given, "tabulate_runs(runs, qrels, measures)")
    refuse_elsewhere(choices)
    if role_of(runs) == QRELS and _are_runs(qrels):  # each says so by itself
        runs, qrels = qrels, runs
    names, sources = named_runs(runs)
    asked = requested_measures(measures, profile)
    resolved = [resolve_measure(each, profile, choices) for each in asked]
    held, judgments = run_sources(sources, str(qrels) if isinstance(qrels, Path) else qrels, allow, names)
    if isinstance(judgments, str | File):
        judgments = table_from(judgments, QRELS)  # it is read once
    results = [
        query_values(each, judgments, asked, profile=profile, ids=ids, allow=allow, progress=None, **choices) for each in held
    ]
    table = result_table(names, results, resolved, profile=profile, choices=choices, baseline=baseline, sort=sort, test=test)
    if table.refusal is not None:
        tell_nothing_common(table.refusal, allow)
    return RunTable(**vars(table))


def named_runs(runs: Runs) -> tuple[tuple[str, ...], list[Source]]:
    """Return the names of runs, and the runs.

    Raises
    ------
    InputError
        `no_runs`, `run_for_runs`.
    """
    if isinstance(runs, Mapping) and not role_of(runs):
        _refuse_queries(runs)
        names, sources = distinct([one_line(str(each)) for each in runs]), [*runs.values()]
    elif isinstance(runs, list | tuple) and not role_of(runs):
        sources = list(runs)
        names = _names_of(sources)
    else:
        sources = [runs]
        names = _names_of(sources)
    if not sources:
        raise InputError("no_runs", "Give at least one run.")
    return names, [str(each) if isinstance(each, Path) else each for each in sources]


def _are_runs(given: object) -> bool:
    """Whether each of what was given says by itself that it is a run."""
    if role_of(given):
        return role_of(given) == RUN
    several = [*given.values()] if isinstance(given, Mapping) else given if isinstance(given, list | tuple) else []
    return bool(several) and all(role_of(each) == RUN for each in several)


def _refuse_queries(runs: Mapping[str, object]) -> None:
    """Refuse {query: {document: number}}, whose queries would be taken for runs."""
    for name, each in runs.items():
        if isinstance(each, Mapping) and each and all(isinstance(value, int | float) for value in each.values()):
            shown = shorten(one_line(str(name)))
            message = (
                f'Expected runs by name, found the queries of one run: "{shown}" has numbers by document. '
                'Give it a name, as in {"my run": run}, or put it into a list.'
            )
            raise InputError("run_for_runs", message, name=shown)


def _names_of(sources: Sequence[Source]) -> tuple[str, ...]:
    """The names of runs that were given without: those of their files, or their places."""
    paths = [each if isinstance(each, str | Path | File) else "" for each in sources]
    names = short_names([str(each) for each in paths])
    return distinct(
        [name or _own_name(each) or f"run {at}" for at, (name, each) in enumerate(zip(names, sources, strict=True), 1)]
    )


def _own_name(source: object) -> str:
    """The name that a run of ranx was given; "" for anything else."""
    name = getattr(source, "name", None)
    return one_line(shorten(name)) if type(source).__name__ == "Run" and isinstance(name, str) else ""
