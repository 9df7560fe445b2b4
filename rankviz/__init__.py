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
from rankviz.conventions import Convention
from rankviz.errors import InputError
from rankviz.lists.typed import Item, Ranking
from rankviz.metrics import METRICS
from rankviz.metrics.measures import parse_measure
from rankviz.practice import Question, Verdict, exercises
from rankviz.profiles import PROFILES
from rankviz.runs.evaluate.batch import RunResult, evaluate_run
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
