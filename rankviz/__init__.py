"""See how a ranking metric gets its number, and why yours differs from somebody else's."""

from rankviz.conventions import Convention
from rankviz.errors import InputError
from rankviz.evaluation import Explanation, evaluate, explain
from rankviz.measures import parse_measure
from rankviz.metrics import METRICS
from rankviz.profiles import PROFILES
from rankviz.ranking import Item, Ranking
from rankviz.runs.batch import RunResult, evaluate_run
from rankviz.runs.files import read_qrels, read_run
from rankviz.why import Lookup, lookup

__version__ = "0.1.0"
__all__ = [
    "METRICS",
    "PROFILES",
    "Convention",
    "Explanation",
    "InputError",
    "Item",
    "Lookup",
    "Ranking",
    "RunResult",
    "evaluate",
    "evaluate_run",
    "explain",
    "lookup",
    "parse_measure",
    "read_qrels",
    "read_run",
]
