"""Who asks where a number comes from, and in which order the answers are told to them."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.why.departures import COSTS, Departure
from rankviz.why.search import Candidate

ENGINEER, STUDENT = "engineer", "student"
READERS = (ENGINEER, STUDENT)
MISTAKE, CHOICE, BY_HAND, ROUNDED, LIBRARY = range(5)
_CLASSES = {
    "mistake": MISTAKE,
    "metric": MISTAKE,
    "cutoff": MISTAKE,
    "forgotten": MISTAKE,
    "reading": CHOICE,
    "grade": BY_HAND,
    "swap": BY_HAND,
    "missing": BY_HAND,
    "twice": BY_HAND,
    "rounding": ROUNDED,
    "profile": LIBRARY,
}


def order(candidate: Candidate, reader: str) -> tuple[float, ...]:
    """Sort key of an answer: by cost alone for an engineer; for a student what a student is likely to have done comes first."""
    if reader == ENGINEER:
        return (candidate.cost,)
    classes = sorted((_class(departure) for departure in candidate.departures), reverse=True)
    return (len(classes), *classes, candidate.cost)


def _class(departure: Departure) -> int:
    if departure.kind == "choice":
        return MISTAKE if (departure.where["name"], str(departure.where["value"])) in COSTS else CHOICE
    return _CLASSES[departure.kind]


def libraries_of(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Those candidates that are a library and nothing else."""
    return [each for each in candidates if len(each.departures) == 1 and each.departures[0].kind == "profile"]
