"""What may have been done otherwise with a run: how its files were read, by which formula, and how its queries were joined.

A cause is data. Its text is in `texts/` under `cause.<kind>`; that of a formula is the text of its departure. Keys are
permanent, as links carry them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from math import log
from types import MappingProxyType

from rankviz.core.conventions import Convention, ListFacts
from rankviz.core.metrics import METRICS, Metric
from rankviz.diagnose.departures import (
    Departure,
    choices_of,
    formula_mistakes_of,
    labels_of,
    metrics_of,
    other_metrics_of,
    profiles_of,
)
from rankviz.runs.evaluate.orders import (
    AS_READ,
    ASCENDING,
    BY_FILE,
    BY_RANK,
    BY_TEXT,
    FIRST_ROW,
    JUDGMENTS_FIRST_ROW,
    LAST_ROW,
    Reading,
)
from rankviz.runs.read.id_rules import ID_RULES

READING, FORMULA, JOINING = "reading", "formula", "joining"
# Cost is −ln of how often a cause is met: 2.4 is one case in eleven. The numbers are judgement, not counts.
TOGETHER_COST, CUT_COST = 1.2, 1.6  # each further cause; digits that were cut instead of rounded
ORDER_COSTS: Mapping[str, float] = MappingProxyType({BY_FILE: 2.6, BY_RANK: 2.8, BY_TEXT: 3.2, ASCENDING: 3.4})
DEPTH_COSTS: Mapping[int, float] = MappingProxyType(
    {5: 3.2, 10: 2.5, 20: 3.2, 50: 3.2, 100: 2.5, 200: 3.2, 500: 3.2, 1000: 2.5}
)
LOST_COSTS: Mapping[str, float] = MappingProxyType({FIRST_ROW: 3.4, LAST_ROW: 4.2, JUDGMENTS_FIRST_ROW: 3.6})
IDS_COST, BINARY_COST, MOST_GRADES = 3.0, 2.2, 10  # grades from which judgments are made binary
CHOICE_COSTS: Mapping[str, float] = MappingProxyType({"ties=docid_desc": 2.8, "ties=docid_asc": 3.2, "score_bits=32": 4.0})
DUPLICATES_COST, FORMULA_COST, OTHER_CUTOFF_COST = 3.4, 2.0, 1.0
LIBRARY_COST, RARE_LIBRARY_COST = 2.9, 4.2
WELL_KNOWN = ("trec_eval", "pytrec_eval", "ir_measures", "ranx", "beir", "sklearn", "torchmetrics", "sentence_transformers")
USUAL_CUTOFFS = (1, 3, 5, 10, 20, 50, 100, 1000)
SETS: Mapping[str, str] = MappingProxyType(
    {"run": "run", "both": "intersection", "qrels": "qrels", "all": "all"}
)  # in mean_over
SET_COST = 2.4
NOTHING_COSTS: Mapping[str, float] = MappingProxyType({"zero": 2.4, "skip": 2.4, "one": 3.6})
WITHOUT_COST, EDGE_COST, HEAD_COST = 2.6, 3.0, 3.2
OTHER_MEAN_COSTS: Mapping[str, float] = MappingProxyType(
    {
        "micro": 3.4,
        "weights=R": 4.2,
        "weights=n": 4.2,
        "sum": 3.6,
        "n_plus_one": 4.4,
        "n_minus_one": 4.4,
        "median": 4.4,
        "geometric": 4.4,
        "hits_only": 3.6,
        "round=2": 4.6,
        "round=3": 4.6,
        "round=4": 4.6,
    }
)
PERCENT_COST = 3.0
# Fields that the joinings say, and mistakes in the mean that are joinings here.
JOINED_FIELDS = ("empty", "no_relevant", "mean_over", "mean_weights")
JOINED_MISTAKES = (
    *("pooled", "not_averaged", "queries_without_hit_left_out", "median", "geometric_mean"),
    *("over_one_more", "over_one_fewer", "batches"),
)
# Mistakes in a formula that names entries without a judgment, of which a run keeps none.
NEEDS_EVERY_ENTRY = ("neighbours_only",)


@dataclass(frozen=True)
class RunCause:
    """One thing done otherwise.

    Parameters
    ----------
    key : str
        Permanent.
    place : {'reading', 'formula', 'joining'}
    cost : float
        How far-fetched it is.
    axis : str
        Two causes on one axis cannot be combined.
    reading : Reading
        Of a reading.
    departure : Departure or None
        Of a formula.
    details : mapping
        Values for the placeholders of its text.
    family : str
        Names its text; by default the key does.
    """

    key: str
    place: str
    cost: float
    axis: str
    reading: Reading = AS_READ
    departure: Departure | None = None
    details: Mapping[str, object] = field(default_factory=dict)
    family: str = ""

    @property
    def text_key(self) -> str:
        """Return the key of the text of a reading or joining."""
        return f"cause.{self.family or self.key.replace('=', '_')}"

    @property
    def profiles(self) -> tuple[str, ...]:
        """Return the libraries, if it is that one of them computed the number; else ()."""
        if self.departure is None or self.departure.kind != "profile":
            return ()
        return tuple(self.departure.details["profiles"])


def cost_of(causes: Sequence[RunCause]) -> float:
    """Return how far-fetched several causes together are."""
    return sum(each.cost for each in causes) + TOGETHER_COST * max(len(causes) - 1, 0)


def reading_causes(
    orders: Collection[str], deepest: int, grades: Sequence[float], id_rules: Collection[str]
) -> Iterator[RunCause]:
    """Yield what the files may have been taken for.

    Parameters
    ----------
    orders : collection of str
        Those that the run offers.
    deepest : int
        Most documents of a query.
    grades : sequence of float
        Those from which judgments may have been made binary.
    id_rules : collection of str
        Rules that change ids.
    """
    for order, cost in ORDER_COSTS.items():
        if order in orders:
            yield RunCause(f"order={order}", READING, cost, "order", Reading(order=order))
    for depth, cost in DEPTH_COSTS.items():
        if depth < deepest:
            yield RunCause(
                f"depth={depth}", READING, cost, "depth", Reading(depth=depth), details={"depth": depth}, family="depth"
            )
    for lost, cost in LOST_COSTS.items():
        yield RunCause(lost, READING, cost, "lost", Reading(lost=lost))
    for grade in grades:
        yield RunCause(
            relevant_from(grade),
            READING,
            BINARY_COST + log(len(grades)),
            "grades",
            Reading(relevant_from=grade),
            details={"grade": _digits(grade)},
            family="relevant_from",
        )
    for rule in ID_RULES:
        if rule in id_rules:
            yield RunCause(f"ids={rule}", READING, IDS_COST, "ids", Reading(ids=rule))


def relevant_from(grade: float) -> str:
    """Return the key of judgments that were made binary from a grade on.

    Examples
    --------
    >>> relevant_from(2.0), relevant_from(2 / 3)
    ('relevant_from=2', 'relevant_from=0.6666666666666666')
    """
    return f"relevant_from={_digits(grade)}"


def _digits(grade: float) -> str:
    return repr(float(grade)).removesuffix(".0")


def grades_to_start_from(grades: Collection[float]) -> list[float]:
    """Return the grades from which judgments may have been made binary; from the lowest above 0 it is a gain of 1.

    Examples
    --------
    >>> grades_to_start_from([0.0, 1.0, 2.0, 3.0]), grades_to_start_from([0.0, 1.0])
    ([2.0, 3.0], [])
    """
    return sorted(grade for grade in grades if grade > 0)[1:]


def merge_readings(causes: Sequence[RunCause]) -> Reading:
    """Return the reading of several causes, which are on different axes."""
    changed = {
        name: getattr(each.reading, name)
        for each in causes
        for name in (each.name for each in fields(Reading))
        if getattr(each.reading, name) != getattr(AS_READ, name)
    }
    return replace(AS_READ, **changed)


def formula_causes(
    metric: Metric, convention: Convention, facts: ListFacts, written_choices: Mapping[str, object]
) -> Iterator[RunCause]:
    """Yield what the look-up of a list tries: choices, mistakes, libraries, other metrics."""
    choices = [each for each in choices_of(metric, convention, facts) if each.details.get("name") not in JOINED_FIELDS]
    for choice in choices:
        yield _choice_cause(choice, convention)
    chosen = {each.details.get("mistake") for each in choices}
    for mistake in formula_mistakes_of(metric, 2):
        known = mistake.formula_mistake
        assert known is not None
        if known.key not in (*JOINED_MISTAKES, *NEEDS_EVERY_ENTRY) and mistake.details["mistake"] not in chosen:
            yield _formula_cause(mistake, alone=True)
    for library in profiles_of(metric, convention, written_choices, ()):
        yield library_cause(library)
    others = (*labels_of(metric, convention, written_choices, ()), *metrics_of(metric, convention))
    for other in (*others, *other_metrics_of(metric, convention)):
        yield _formula_cause(other)


def _formula_cause(departure: Departure, *, alone: bool = False) -> RunCause:
    axis = "alone" if alone else departure.axis
    return RunCause(departure.key, FORMULA, FORMULA_COST + departure.cost, axis, departure=departure)


def _choice_cause(departure: Departure, convention: Convention) -> RunCause:
    """Return the cause of a choice; a cutoff one off has the same key at every k, so that several measures share it."""
    cause = _formula_cause(departure)
    if departure.key in CHOICE_COSTS:
        return replace(cause, cost=CHOICE_COSTS[departure.key])
    if departure.details.get("name") == "duplicates":
        return replace(cause, cost=DUPLICATES_COST)
    if departure.kind == "cutoff":
        value = departure.details["value"]
        if convention.cutoff is None and value not in USUAL_CUTOFFS:
            return replace(cause, cost=cause.cost + OTHER_CUTOFF_COST)
        if convention.cutoff is not None and isinstance(value, int):
            return replace(cause, key="cutoff=k-1" if value < convention.cutoff else "cutoff=k+1")
    return cause


def library_cause(departure: Departure) -> RunCause:
    """Return the cause that a library, or one of several, computed the number."""
    names = departure.details["profiles"]
    cost = LIBRARY_COST if any(name in WELL_KNOWN for name in names) else RARE_LIBRARY_COST
    return RunCause(departure.key, FORMULA, cost, "profile", departure=departure)


def metric_of(causes: Sequence[RunCause], metric: Metric) -> Metric:
    """Return the metric that is computed under some causes."""
    return next((METRICS[each.departure.metric] for each in causes if each.departure and each.departure.metric), metric)


def set_causes() -> Iterator[RunCause]:
    """Yield the queries that the mean may be over."""
    for name in SETS:
        yield RunCause(f"queries={name}", JOINING, SET_COST, "queries")


def nothing_causes() -> Iterator[RunCause]:
    """Yield what a query with nothing relevant, or 0/0, may count."""
    for name, cost in NOTHING_COSTS.items():
        yield RunCause(f"nothing={name}", JOINING, cost, "nothing")


def other_mean_causes() -> Iterator[RunCause]:
    """Yield the other ways from the values of the queries to one number."""
    for key, cost in OTHER_MEAN_COSTS.items():
        places = {"places": int(key[-1])} if key.startswith("round") else {}
        yield RunCause(key, JOINING, cost, "mean", details=places, family="round" if places else "")


def without_cause(query: str, queries: int) -> RunCause:
    """Return the cause that one query of so many is left out."""
    return RunCause(
        f"without={query}", JOINING, WITHOUT_COST + log(queries), "without", details={"query": query}, family="without"
    )


def edge_cause(which: str, query: str) -> RunCause:
    """Return the cause that the first or last query is missing; which: 'first' or 'last'."""
    return RunCause(f"{which}_query_lost", JOINING, EDGE_COST, "without", details={"query": query})


def head_cause(count: int, heads: int) -> RunCause:
    """Return the cause that only the first queries of the file count; one of so many numbers that are tried."""
    return RunCause(
        f"first_{count}_queries", JOINING, HEAD_COST + log(heads), "without", details={"count": count}, family="first_queries"
    )


PERCENT = RunCause("percent", JOINING, PERCENT_COST, "percent")
