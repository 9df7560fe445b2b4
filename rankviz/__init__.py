"""See how a ranking metric gets its number, and why yours differs from somebody else's."""

from rankviz.api import (
    Alike,
    Explanation,
    ListComparison,
    Lookup,
    RunComparison,
    alike,
    compare_lists,
    compare_runs,
    evaluate,
    explain,
    lookup,
)
from rankviz.basics.errors import InputError
from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Item, Ranking
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import parse_measure
from rankviz.libraries.profiles import PROFILES
from rankviz.practice import Question, Verdict, exercises
from rankviz.runs.evaluate.run_evaluation import RunResult, evaluate_run
from rankviz.runs.read.files import read_qrels, read_run

__version__ = "0.1.0"
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
    "RunResult",
    "Verdict",
    "alike",
    "compare_lists",
    "compare_runs",
    "evaluate",
    "evaluate_run",
    "exercises",
    "explain",
    "lookup",
    "parse_measure",
    "read_qrels",
    "read_run",
]


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
