"""The public entry points.

`evaluate` gives a number, `explain` the steps behind it, `compare_lists` those behind the difference of two, and `lookup` what
gives a number that somebody else got.

They stand above the display code, which a result loads when it is printed. Each loads only what it needs itself.
"""

from typing import TYPE_CHECKING

from rankviz.basics.lazy_names import lazy_names

if TYPE_CHECKING:
    from rankviz.api.explanation import Explanation, evaluate, explain
    from rankviz.api.list_comparison import ListComparison, compare_lists
    from rankviz.api.number_lookup import Lookup, lookup
    from rankviz.api.run_comparison import RunComparison, compare_runs
    from rankviz.api.run_lookup import RunLookup, RunMatch, lookup_run
    from rankviz.api.run_result import RunResult, evaluate_run
    from rankviz.api.run_tabulation import RunTable, tabulate_runs
    from rankviz.api.similarity import Alike, alike

MODULES = {
    **dict.fromkeys(("Explanation", "evaluate", "explain"), "rankviz.api.explanation"),
    **dict.fromkeys(("ListComparison", "compare_lists"), "rankviz.api.list_comparison"),
    **dict.fromkeys(("Lookup", "lookup"), "rankviz.api.number_lookup"),
    **dict.fromkeys(("RunComparison", "compare_runs"), "rankviz.api.run_comparison"),
    **dict.fromkeys(("RunLookup", "RunMatch", "lookup_run"), "rankviz.api.run_lookup"),
    **dict.fromkeys(("RunResult", "evaluate_run"), "rankviz.api.run_result"),
    **dict.fromkeys(("RunTable", "tabulate_runs"), "rankviz.api.run_tabulation"),
    **dict.fromkeys(("Alike", "alike"), "rankviz.api.similarity"),
}
__all__ = [
    "Alike",
    "Explanation",
    "ListComparison",
    "Lookup",
    "RunComparison",
    "RunLookup",
    "RunMatch",
    "RunResult",
    "RunTable",
    "alike",
    "compare_lists",
    "compare_runs",
    "evaluate",
    "evaluate_run",
    "explain",
    "lookup",
    "lookup_run",
    "tabulate_runs",
]
if not TYPE_CHECKING:  # which knows every name from above
    __getattr__ = lazy_names(__name__, MODULES)
