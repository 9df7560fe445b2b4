"""A measure on two runs."""

from __future__ import annotations

from rankviz.api.arguments_order import refuse_order
from rankviz.api.run_sources import run_sources
from rankviz.runs.evaluate.prepared_run import Source
from rankviz.runs.two_runs import ComparedRuns, compared_runs


class RunComparison(ComparedRuns):
    """A measure on two runs, and under which choices the winner changes; `str()` puts it in sentences."""

    def __str__(self) -> str:
        from rankviz.runs.words.two_runs import compared_runs_text

        return compared_runs_text(self)

    def __repr__(self) -> str:
        first, second = self.means
        return f"RunComparison({self.measure}: {first!r}, {second!r})"


def compare_runs(
    measure: str,
    first: Source,
    second: Source,
    qrels: Source,
    *,
    profile: str = "textbook",
    ids: str = "",
    allow: str = "",
    **choices: object,
) -> RunComparison:
    """Compute a measure for two runs, and find under which other choices the winner changes.

    Parameters
    ----------
    measure, profile, choices
        As for `evaluate_run`: one measure, so that trec_eval's `P` is refused, which is P@5, P@10 and so on.
    first, second, qrels, ids, allow
        As for `evaluate_run`.

    Returns
    -------
    RunComparison
        With `means` over the queries that count for both, and `counts`, how many count for the first run, the second, and both;
        `flips`: for each number of the convention, who wins along it (`shares` of the queries, `mean_ahead`, `crossings`, the
        queries that are `flipping`); and `cells`: the same under every gain and discount. Printed, it is put in sentences.

    Raises
    ------
    InputError
        `several_measures`; `no_common_queries` where none counts for both, `no_counted_queries` where none has a value that
        counts (with allow='unmet' a warning); and as for `evaluate_run`, naming the run.

    Examples
    --------
    >>> one, two = ({"q": dict(zip(order, (3, 2, 1)))} for order in ("abc", "bca"))
    >>> found = compare_runs("DCG@2", one, two, {"q": {"a": 3, "b": 2, "c": 2}}, discount="none")
    >>> found.means, [each.choices["gain"] for each in found.cells if each.present]
    ((5.0, 4.0), ['linear'])
    """
    for given in (first, second, qrels):
        refuse_order(given, "compare_runs(measure, first, second, qrels)")
    (first, second), qrels = run_sources([first, second], qrels, allow, ("first", "second"))
    compared = compared_runs(measure, first, second, qrels, profile, choices, ids=ids, allow=allow)
    return RunComparison(**vars(compared))
