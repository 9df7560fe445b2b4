"""Order the departures that give a number by who asks, and merge those that are the same explanation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rankviz.core.conventions import FIELDS
from rankviz.core.metrics import METRICS
from rankviz.core.typed_number import PrintedNumber
from rankviz.diagnose.departure_search import SAME
from rankviz.diagnose.departures import Departure, merge_libraries
from rankviz.diagnose.mistakes.mistaken_derivation import RARE_COST
from rankviz.diagnose.usual_mistakes import OTHER, usual_place

CUT_COST = 0.4  # of a match whose number must have been truncated instead of rounded
COMBINING_COST = 0.7  # of each departure after the first, beside its own cost
ENGINEER, STUDENT = "engineer", "student"
READERS = (ENGINEER, STUDENT)
FEW_PLACES = 2  # decimal places: with so few, many values print as the number by chance
UNFINISHED = "not_divided"  # forgetting a division is likelier than meaning something else
# Counts and rates over all documents: nobody who is asked for another metric computes them.
NEVER_MEANT = frozenset({"accuracy", "success", "tn", "fp", "fn"})
# The order in which a student sees matches: known mistakes, other choices, slips in the input, roundings, libraries.
MISTAKE, CHOICE, BY_HAND, ROUNDED, LIBRARY = range(5)
_CLASSES = {
    "mistake": MISTAKE,
    "metric": MISTAKE,
    "cutoff": MISTAKE,
    "forgotten": MISTAKE,
    "forgotten_one": BY_HAND,
    "reading": CHOICE,
    "grade": BY_HAND,
    "swap": BY_HAND,
    "missing": BY_HAND,
    "twice": BY_HAND,
    "rounding": ROUNDED,
    "profile": LIBRARY,
    "label": LIBRARY,
}


@dataclass(frozen=True)
class Candidate:
    """Departures that were tried together, the value they give, and how the digits follow from it; fields as in `Match`."""

    departures: tuple[Departure, ...]
    value: float
    agreement: str = ""
    synonyms: tuple[Departure, ...] = field(default=())

    @property
    def cost(self) -> float:
        """How far-fetched the candidate is."""
        extra = COMBINING_COST * max(0, len(self.departures) - 1) + CUT_COST * (self.agreement == "cut")
        return sum(departure.cost for departure in self.departures) + extra

    def is_single(self, kind: str) -> bool:
        """Whether the candidate is one departure of this kind."""
        return len(self.departures) == 1 and self.departures[0].kind == kind

    @property
    def has_rounding(self) -> bool:
        """Whether intermediate results were rounded."""
        return any(each.kind == "rounding" for each in self.departures)


def sort_key(candidate: Candidate, printed: PrintedNumber, reader: str, metric: str) -> tuple[float, ...]:
    """Return the sort key of a candidate.

    For an engineer candidates are sorted by cost, those that round to the number before those that must be truncated. For a
    student the likely mistakes come first. Of a number with few decimals either sees first what gives it exactly, a student
    usual mistakes only.
    """
    near = abs(candidate.value - float(printed.number))
    is_short = printed.places is not None and printed.places <= FEW_PLACES
    is_exact = candidate.agreement == "exact" and len(candidate.departures) == 1
    if reader == ENGINEER:
        return (is_short and not is_exact, candidate.agreement == "cut" and bool(candidate.departures), candidate.cost, near)
    places = [usual_place(metric, each) for each in candidate.departures]
    classes = sorted(
        (_mistake_class(each, usual) for each, (usual, _) in zip(candidate.departures, places, strict=True)), reverse=True
    )
    confused = METRICS[metric].confused_with
    never_meant = any(each.metric in NEVER_MEANT and each.metric not in confused for each in candidate.departures)
    least_usual, index = max(places, default=(0, 0))
    is_first = is_exact and least_usual < OTHER
    return (is_short and not is_first, never_meant, len(classes), *classes, least_usual, candidate.cost, index, near)


def _mistake_class(departure: Departure, usual: int) -> int:
    """Return the class of a departure for a student; another metric or a rare mistake counts as a mistake only where usual."""
    if usual < OTHER:
        return MISTAKE
    if departure.kind == "choice":
        option = FIELDS[departure.details["name"]].option(departure.details["value"])
        return MISTAKE if option is not None and option.mistake_cost is not None else CHOICE
    if departure.key == UNFINISHED:
        return MISTAKE
    if departure.kind == "metric" or (departure.kind == "mistake" and departure.cost >= RARE_COST):
        return CHOICE
    return _CLASSES[departure.kind]


def merge_duplicates(candidates: Sequence[Candidate], fingerprints: Mapping[str, bytes]) -> list[Candidate]:
    """Merge duplicates: libraries with one value, synonyms of one cause, equivalent roundings; keeps the order."""
    merged = _merge_by(candidates, _are_equal_libraries, _with_libraries_of)
    merged = _merge_by(merged, lambda one, other: _have_one_cause(one, other, fingerprints), _with_synonyms_of)
    merged = _merge_by(merged, _differ_by_rounding, _with_synonyms_of)
    return _without_supersets(merged)


def _merge_by(
    candidates: Sequence[Candidate],
    same: Callable[[Candidate, Candidate], bool],
    merge: Callable[[Candidate, Candidate], Candidate],
) -> list[Candidate]:
    """Merge each candidate into the first one that `same` holds for."""
    merged: list[Candidate] = []
    for each in candidates:
        index = next((i for i, other in enumerate(merged) if same(other, each)), None)
        if index is None:
            merged.append(each)
        else:
            merged[index] = merge(merged[index], each)
    return merged


def _are_equal_libraries(one: Candidate, other: Candidate) -> bool:
    """Whether both are libraries that give one value on these lists, though other lists may tell them apart."""
    return one.is_single("profile") and other.is_single("profile") and abs(one.value - other.value) <= SAME


def _with_libraries_of(one: Candidate, other: Candidate) -> Candidate:
    return replace(one, departures=(merge_libraries(one.departures[0], other.departures[0]),))


def _have_one_cause(one: Candidate, other: Candidate, fingerprints: Mapping[str, bytes]) -> bool:
    """Whether both are single departures computed from the same numbers, or metrics with the same value, on these lists."""
    if not len(one.departures) == len(other.departures) == 1 or one.is_single("profile") or other.is_single("profile"):
        return False
    if one.is_single("metric") and other.is_single("metric"):
        return abs(one.value - other.value) <= SAME
    first, second = (fingerprints.get(each.departures[0].key) for each in (one, other))
    return first is not None and first == second


def _differ_by_rounding(one: Candidate, other: Candidate) -> bool:
    """Whether both round beside the same departures: which numbers were rounded, and how far, does not show in the result."""
    if not (one.has_rounding and other.has_rounding):
        return False
    first, second = ({d.key for d in each.departures if d.kind != "rounding"} for each in (one, other))
    return first == second


def _with_synonyms_of(one: Candidate, other: Candidate) -> Candidate:
    known = {(each.key, each.metric) for each in (*one.departures, *one.synonyms)}
    metrics = {metric for _, metric in known if metric}
    others = tuple(each for each in other.departures if (each.key, each.metric) not in known and each.metric not in metrics)
    return replace(one, synonyms=(*one.synonyms, *others))


def _without_supersets(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Leave out candidates that add a departure to an earlier one, and combinations whose value an earlier one has already."""
    remaining: list[Candidate] = []
    for each in candidates:
        keys = {departure.key for departure in each.departures}
        is_superset = any({departure.key for departure in other.departures} <= keys for other in remaining if other.departures)
        combinations = (other for other in remaining if len(other.departures) > 1 and len(each.departures) > 1)
        if not is_superset and not any(abs(other.value - each.value) <= SAME for other in combinations):
            remaining.append(each)
    return remaining
