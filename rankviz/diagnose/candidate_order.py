"""Departures that give a number, put in order for who asks, and those that say the same made one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rankviz.core.metrics import METRICS
from rankviz.diagnose.departure_search import SAME
from rankviz.diagnose.departures import Departure, merge_libraries
from rankviz.diagnose.mistakes.choice_mistakes import COSTS
from rankviz.diagnose.mistakes.mistaken_derivation import RARE_COST
from rankviz.diagnose.usual_mistakes import OTHER, usualness

CUT_COST = 0.4  # what it costs an answer that the number must have been cut instead of rounded
COMBINING_COST = 0.7  # what each further departure costs beyond its own
ENGINEER, STUDENT = "engineer", "student"
READERS = (ENGINEER, STUDENT)
UNFINISHED = "not_divided"  # what is left undone is likelier than that something else was meant
# Counts and rates over all documents, which nobody computes who is asked for another metric.
NEVER_MEANT = frozenset({"accuracy", "success", "tn", "fp", "fn"})
# In which order a student is told: what is known as a mistake, what may be chosen, slips in the input, roundings, libraries.
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
    """Departures that were tried together, what they give, and how the digits follow from it; as the parts of a `Match`."""

    departures: tuple[Departure, ...]
    value: float
    agreement: str = ""
    synonyms: tuple[Departure, ...] = field(default=())

    @property
    def cost(self) -> float:
        """How far-fetched it is."""
        extra = COMBINING_COST * max(0, len(self.departures) - 1) + CUT_COST * (self.agreement == "cut")
        return sum(departure.cost for departure in self.departures) + extra

    def is_single(self, kind: str) -> bool:
        """Whether it is one departure, of that kind."""
        return len(self.departures) == 1 and self.departures[0].kind == kind

    @property
    def has_rounding(self) -> bool:
        """Whether numbers were rounded on the way."""
        return any(each.kind == "rounding" for each in self.departures)


def sort_key(candidate: Candidate, reader: str, metric: str) -> tuple[float, ...]:
    """Sort key of an answer: for an engineer by cost, what rounds to the number before what has to be cut.

    For a student what a student is likely to have done comes first.
    """
    if reader == ENGINEER:
        return (candidate.agreement == "cut" and bool(candidate.departures), candidate.cost)
    how_usual = [usualness(metric, each) for each in candidate.departures]
    classes = sorted(
        (_mistake_class(each, usual) for each, usual in zip(candidate.departures, how_usual, strict=True)), reverse=True
    )
    confused = METRICS[metric].confused
    never_meant = any(each.metric in NEVER_MEANT and each.metric not in confused for each in candidate.departures)
    return (never_meant, len(classes), *classes, max(how_usual, default=0), candidate.cost)


def _mistake_class(departure: Departure, usual: int) -> int:
    """What a departure is to a student: another metric and a rare mistake are known ones only where they are usual."""
    if usual < OTHER:
        return MISTAKE
    if departure.kind == "choice":
        return MISTAKE if (departure.details["name"], str(departure.details["value"])) in COSTS else CHOICE
    if departure.key == UNFINISHED:
        return MISTAKE
    if departure.kind == "metric" or (departure.kind == "mistake" and departure.cost >= RARE_COST):
        return CHOICE
    return _CLASSES[departure.kind]


def merge_duplicates(candidates: Sequence[Candidate], causes: Mapping[str, bytes]) -> list[Candidate]:
    """Say once what is said twice: libraries of one value, names of one cause, roundings; best first, as the candidates are."""
    merged = _merge_by(candidates, _are_equal_libraries, _with_libraries_of)
    merged = _merge_by(merged, lambda one, other: _have_one_cause(one, other, causes), _with_synonyms_of)
    merged = _merge_by(merged, _differ_by_rounding, _with_synonyms_of)
    return _without_supersets(merged)


def _merge_by(
    candidates: Sequence[Candidate],
    same: Callable[[Candidate, Candidate], bool],
    merge: Callable[[Candidate, Candidate], Candidate],
) -> list[Candidate]:
    """Merge each candidate into the first one that is the same."""
    kept: list[Candidate] = []
    for each in candidates:
        at = next((i for i, other in enumerate(kept) if same(other, each)), None)
        if at is None:
            kept.append(each)
        else:
            kept[at] = merge(kept[at], each)
    return kept


def _are_equal_libraries(one: Candidate, other: Candidate) -> bool:
    """Libraries that give one value on these lists, though other lists may part them."""
    return one.is_single("profile") and other.is_single("profile") and abs(one.value - other.value) <= SAME


def _with_libraries_of(one: Candidate, other: Candidate) -> Candidate:
    return replace(one, departures=(merge_libraries(one.departures[0], other.departures[0]),))


def _have_one_cause(one: Candidate, other: Candidate, causes: Mapping[str, bytes]) -> bool:
    """Single departures that are made of the same numbers on these lists, and metrics that have the same value on them."""
    if not len(one.departures) == len(other.departures) == 1 or one.is_single("profile") or other.is_single("profile"):
        return False
    if one.is_single("metric") and other.is_single("metric"):
        return abs(one.value - other.value) <= SAME
    mine, its = (causes.get(each.departures[0].key) for each in (one, other))
    return mine is not None and mine == its


def _differ_by_rounding(one: Candidate, other: Candidate) -> bool:
    """Roundings beside the same departures: which numbers were rounded, and how far, cannot be told from the result."""
    if not (one.has_rounding and other.has_rounding):
        return False
    mine, its = ({d.key for d in each.departures if d.kind != "rounding"} for each in (one, other))
    return mine == its


def _with_synonyms_of(one: Candidate, other: Candidate) -> Candidate:
    there = {(each.key, each.metric) for each in (*one.departures, *one.synonyms)}
    metrics = {metric for _, metric in there if metric}
    others = tuple(each for each in other.departures if (each.key, each.metric) not in there and each.metric not in metrics)
    return replace(one, synonyms=(*one.synonyms, *others))


def _without_supersets(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Leave out what only adds a departure to an answer that stands there, or says with two others what two already say."""
    kept: list[Candidate] = []
    for each in candidates:
        keys = {departure.key for departure in each.departures}
        added = any({departure.key for departure in other.departures} <= keys for other in kept if other.departures)
        together = (other for other in kept if len(other.departures) > 1 and len(each.departures) > 1)
        if not added and not any(abs(other.value - each.value) <= SAME for other in together):
            kept.append(each)
    return kept
