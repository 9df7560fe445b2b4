"""Two runs on the same judgments: their means, and under which other choices the winner is another one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rankviz.core.metrics.trec_measures import single_measure
from rankviz.runs.evaluate.common_queries import nothing_common, tell_nothing_common
from rankviz.runs.evaluate.prepared_run import Source, prepare, table_from
from rankviz.runs.evaluate.run_evaluation import evaluate_resolved, resolve_measure
from rankviz.runs.read.file_sources import File
from rankviz.runs.run_difference import RunCell, RunPairEvaluator, run_grid
from rankviz.runs.summary import counts_of
from rankviz.runs.winner_flips import RunFlips, run_flips, run_sweeps


@dataclass(frozen=True, eq=False, repr=False)
class ComparedRuns:
    """A measure on two runs.

    Parameters
    ----------
    measure : str
    means : (float, float)
        Mean of each run, over the queries that count for both.
    counts : (int, int, int)
        How many queries count for the first run, for the second one, and for both.
    flips : mapping of str to RunFlips
        By each parameter of the convention that the measure reads.
    present : mapping of str to float or None
        The convention's value on each of these axes; None if it is not among their points.
    cells : tuple of RunCell
        Every gain beside every discount, as far as the measure reads them.
    """

    measure: str
    means: tuple[float, float]
    counts: tuple[int, int, int]
    flips: Mapping[str, RunFlips]
    present: Mapping[str, float | None]
    cells: tuple[RunCell, ...]


def compared_runs(
    measure: str,
    first: Source,
    second: Source,
    qrels: Source,
    profile: str,
    choices: dict[str, object],
    *,
    ids: str = "",
    allow: str = "",
) -> ComparedRuns:
    """Evaluate two runs under a convention, and again under other choices; errors as for `compare_runs`."""
    resolved = resolve_measure(single_measure(measure, profile), profile, choices)
    convention, metric = resolved.convention, resolved.measure.metric
    if isinstance(qrels, str | File):
        qrels = table_from(qrels, "qrels")  # it is read once
    rules, duplicates, bits = {resolved.narrowed.ties}, convention.duplicates, convention.score_bits
    one, two = (
        prepare(each, qrels, duplicates=duplicates, score_bits=bits, rules=rules, ids=ids, allow=allow)
        for each in (first, second)
    )
    results = [evaluate_resolved([resolved], each) for each in (one, two)]
    (name,) = results[0].list_values
    if (error := nothing_common(("first", "second"), results, [name])) is not None:
        tell_nothing_common(error, allow)
    means = RunPairEvaluator(metric, one, two).evaluate(convention).means
    flips = {each.key: run_flips(metric, one, two, convention, each) for each in run_sweeps(metric, one, two, convention)}
    places = {key: each.sweep.current_x(convention) for key, each in flips.items()}
    present = {key: place if place in flips[key].x.tolist() else None for key, place in places.items()}
    counts = counts_of(results, name)
    return ComparedRuns(name, means, counts, flips, present, run_grid(metric, one, two, convention))
