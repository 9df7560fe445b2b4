"""A whole run: the means of its measures, the value of each query, and of any query every step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, KeysView, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

import numpy as np

from rankviz.api.arguments_order import refuse_elsewhere, refuse_order
from rankviz.api.explanation import Explanation
from rankviz.api.run_sources import run_sources
from rankviz.basics.errors import InputError, short_repr, shorten
from rankviz.core.conventions import Convention
from rankviz.core.metrics.measures import parse_measure
from rankviz.evaluation.evaluate import evaluation_of
from rankviz.runs.evaluate.by_measure import measure_named
from rankviz.runs.evaluate.common_queries import nothing_common
from rankviz.runs.evaluate.other_judgments import refuse_other_judgments
from rankviz.runs.evaluate.prepared_run import Source
from rankviz.runs.evaluate.query_list import query_list
from rankviz.runs.evaluate.run_evaluation import QueryValues, query_values, requested_measures, resolve_measure
from rankviz.runs.read.file_sources import Progress
from rankviz.runs.significance import PairedTests
from rankviz.runs.summary import RunValues

MOST_COMPARED = 20_000  # names of queries among which similar ones are looked for


@dataclass(frozen=True, eq=False, repr=False)
class RunResult(QueryValues):
    """The values of measures for a run, by query; a notebook shows the means and the worst queries.

    Parameters
    ----------
    queries, list_values, weights, counted, reasons
        As of `QueryValues`.
    run, qrels : path, table, or {query: {document: number}}
        What was evaluated.
    profile : str
    choices : mapping
        Choices over the profile's.
    ids : str
        How ids were read.
    """

    run: Source
    qrels: Source
    profile: str
    choices: Mapping[str, object]
    ids: str

    def __getitem__(self, measure: str) -> float:
        """Return the mean of a measure."""
        return self.means[measure]

    def __iter__(self) -> Iterator[str]:
        """Go over the measures, so that `dict(result)` has their means."""
        return iter(self.list_values)

    def __contains__(self, measure: object) -> bool:
        """Whether a measure was asked for, however it is written."""
        return measure in self.means

    def keys(self) -> KeysView[str]:
        """Return the measures."""
        return self.means.keys()

    def __float__(self) -> float:
        """Return the mean of the only measure."""
        return self[self._name_of(None)]

    def explain(self, query: str, measure: str | None = None) -> Explanation:
        """Explain the value of one query, with every step; its value is that in `per_query` where the query counts.

        Parameters
        ----------
        query : str
        measure : str, optional
            One of those that were asked; need not be said where there is one.

        Raises
        ------
        InputError
            `unknown_query`, `unknown_measure`, `no_measure`.

        Examples
        --------
        >>> evaluate_run({"q": {"a": 2.0, "b": 1.0}}, {"q": {"b": 1}}, "RR").explain("q").value
        0.5
        """
        name, query = self._name_of(measure), str(query)
        if query not in self.queries:
            raise _unknown_query(query, self.queries)
        lists = [query_list(self.run, self.qrels, query, ids=self.ids)]
        return Explanation(**vars(evaluation_of(parse_measure(name), lists, self.profile, dict(self.choices))))

    def compare(self, other: object) -> tuple[PairedTests, ...]:
        """Compare with another run, by every measure that both have: this one less the other.

        Parameters
        ----------
        other : RunResult

        Returns
        -------
        tuple of PairedTests
            Over the queries that count for both, with p-values corrected for the number of measures (Holm).

        Raises
        ------
        InputError
            `not_a_result`, `no_common_measure`, `other_convention`; `no_common_queries` and `no_counted_queries` as for
            `tabulate_runs`; `other_judgments` and `other_judgments_absent` where a query that counts for both is judged
            otherwise.

        Examples
        --------
        >>> qrels = {"q": {"b": 1}, "r": {"b": 1}}
        >>> one, two = ({"q": {"a": 2.0, "b": b}, "r": {"a": 2.0, "b": 1.0}} for b in (1.0, 3.0))
        >>> evaluate_run(two, qrels, "RR").compare(evaluate_run(one, qrels, "RR"))[0].difference
        0.25
        """
        if not isinstance(other, RunResult):
            message = f"Expected the result of another run, found {short_repr(other)}."
            raise InputError("not_a_result", message, found=short_repr(other))
        shared = [name for name in self.list_values if name in other.list_values]
        if not shared:
            message = f"No measure is in both: {', '.join(self.list_values)}; {', '.join(other.list_values)}."
            raise InputError(
                "no_common_measure", message, first=", ".join(self.list_values), second=", ".join(other.list_values)
            )
        for name in shared:
            if self._convention_of(name) != other._convention_of(name):
                message = (
                    f"{name} of the two is computed by different conventions, so their difference says nothing of the runs."
                )
                raise InputError("other_convention", message, measure=name)
        if (error := nothing_common(("first", "second"), (self, other), shared)) is not None:
            raise error
        compared = self._counting(shared) & other._counting(shared)
        refuse_other_judgments((self.qrels, self.ids), (other.qrels, other.ids), compared)
        return RunValues.by_side((other, self)).comparisons()

    def _counting(self, measures: Iterable[str]) -> set[str]:
        """The queries that count for any of some measures."""
        counted = np.any([self.counted[each] for each in measures], axis=0)
        return {query for query, counts in zip(self.queries, counted, strict=True) if counts}

    def _convention_of(self, measure: str) -> Convention:
        return resolve_measure(measure, self.profile, dict(self.choices)).narrowed

    def _repr_html_(self) -> str:
        from rankviz.runs.words.result_html import result_html  # loads the texts

        return result_html(self, {name: resolve_measure(name, self.profile, dict(self.choices)) for name in self.list_values})

    def _name_of(self, measure: str | None) -> str:
        """The name under which the values of a measure stand."""
        names = [*self.list_values]
        if measure is not None:
            return measure_named(measure, names)
        if len(names) == 1:
            return names[0]
        raise InputError("no_measure", f"Say which measure: {', '.join(names)}.", known=", ".join(names))


def _unknown_query(query: object, queries: tuple[str, ...]) -> InputError:
    near = get_close_matches(str(query)[:100], queries[:MOST_COMPARED], n=2)
    hint = f" Did you mean {' or '.join(map(shorten, near))}?" if near else ""
    name = shorten(str(query))
    message = f'Run and judgments have no query "{name}".{hint} They have {len(queries):,}.'
    return InputError("unknown_query", message, name=name, near=" / ".join(near), count=len(queries))


def evaluate_run(
    run: Source,
    qrels: Source,
    measures: str | Iterable[str] = (),
    *,
    profile: str = "textbook",
    ids: str = "",
    allow: str = "",
    progress: Progress | None = None,
    **choices: object,
) -> RunResult:
    """Evaluate a run against judgments.

    Parameters
    ----------
    run, qrels : path, table from `read_run` and `read_qrels`, or what people hold
        `{query: {document: number}}`, `{query: [document, …]}`, a frame of pandas, polars or Arrow with columns as files have
        them, objects of ranx, trectools and DuckDB, records, items of ir_measures and ir_datasets. What says by itself which of
        the two it is may stand in either order.
    measures : str, or several
        As for `evaluate`; 'all_trec' are all of trec_eval's, and a warning names those that are not here.
    profile, **choices
        As for `evaluate`.
    ids : str
        How the ids of run and judgments are read: '' as they stand; 'decimal' reads `1057.0` as `1057`, 'case' without upper
        case, 'blanks' without blanks around them, 'zeros' without leading zeros, 'prefix' without a word before their number;
        several with + between.
    allow : str
        With 'unmet' ids that do not meet are told by a warning. With 'exchanged' run and judgments are taken as they stand,
        although neither says by its columns which it is and the numbers look like those of the other. Both with + between.
    progress : function of the share of the run that was read (0 to 1), optional
        An exception that it raises ends the reading.

    Raises
    ------
    InputError
        For what cannot be read; `exchanged`, `exchanged_ties` where run and judgments seem to be; and for rules that need the
        entries without a judgment (`needs_every_entry`).
        `ids_do_not_meet` and `ids_do_not_meet_documents` where no query meets, or another reading of the ids would make more of
        them meet, with examples and the reason that was found.

    Examples
    --------
    >>> evaluate_run({"q": {"a": 2.0, "b": 1.0}}, {"q": {"b": 1}}, ["RR"]).means
    {'RR': 0.5}
    """
    for given in (run, qrels):
        refuse_order(given, "evaluate_run(run, qrels, measures)")
    refuse_elsewhere(choices)
    (run,), qrels = run_sources([run], qrels, allow)
    asked = requested_measures(measures, profile)
    values = query_values(
        run,
        qrels,
        asked,
        profile=profile,
        ids=ids,
        allow=allow,
        progress=progress,
        **choices,
    )
    return RunResult(**vars(values), run=run, qrels=qrels, profile=profile, choices=choices, ids=ids)
