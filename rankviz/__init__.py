"""See how a ranking metric gets its number, and why yours differs from somebody else's."""

from typing import TYPE_CHECKING

from rankviz import api
from rankviz.basics.lazy_names import lazy_names
from rankviz.basics.version import VERSION

if TYPE_CHECKING:
    from rankviz.api import (
        Alike,
        Explanation,
        ListComparison,
        Lookup,
        RunComparison,
        RunLookup,
        RunMatch,
        RunResult,
        RunTable,
        alike,
        compare_lists,
        compare_runs,
        evaluate,
        evaluate_run,
        explain,
        lookup,
        lookup_run,
        tabulate_runs,
    )
    from rankviz.basics.errors import InputError
    from rankviz.core.conventions import Convention
    from rankviz.core.lists.ranking import Item, Ranking
    from rankviz.core.metrics import METRICS
    from rankviz.core.metrics.measures import parse_measure
    from rankviz.libraries.profiles import PROFILES
    from rankviz.practice import Question, Verdict, exercises
    from rankviz.runs.read.files import read_qrels, read_run

__version__ = VERSION
__all__ = [
    "METRICS",
    "PROFILES",
    "Alike",
    "Convention",
    "Explanation",
    "InputError",
    "Item",
    "ListComparison",
    "Lookup",
    "Question",
    "Ranking",
    "RunComparison",
    "RunLookup",
    "RunMatch",
    "RunResult",
    "RunTable",
    "Verdict",
    "alike",
    "compare_lists",
    "compare_runs",
    "evaluate",
    "evaluate_run",
    "exercises",
    "explain",
    "lookup",
    "lookup_run",
    "parse_measure",
    "read_qrels",
    "read_run",
    "tabulate_runs",
]
if not TYPE_CHECKING:  # which knows every name from above
    __getattr__ = lazy_names(
        __name__,
        {
            **api.MODULES,
            "InputError": "rankviz.basics.errors",
            "Convention": "rankviz.core.conventions",
            **dict.fromkeys(("Item", "Ranking"), "rankviz.core.lists.ranking"),
            "METRICS": "rankviz.core.metrics",
            "parse_measure": "rankviz.core.metrics.measures",
            "PROFILES": "rankviz.libraries.profiles",
            **dict.fromkeys(("Question", "Verdict", "exercises"), "rankviz.practice"),
            **dict.fromkeys(("read_qrels", "read_run"), "rankviz.runs.read.files"),
        },
    )


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
