"""Slow second opinions on the metrics of users, labels, scores and curves; `metrics.py` has the others and joins them.

As there, each is its definition in plain loops, and built differently from the code under test where it can be: the F measure
is a weighted harmonic mean, bpref looks at the first R documents judged not relevant, interpolated precision collects every
rank that is deep enough, the expected reciprocal rank follows the reader down the list. None stands for 0/0.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial

from rankviz import Item
from tests.oracles.reading import Reading, RefusedError, of_option

Value = float | None
LEVELS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)

# Counts at a cutoff


def _fbeta(reading: Reading) -> Value:
    """Harmonic mean where recall weighs beta squared times as much; 0 where there is something to count but no hit."""
    k, total = reading.k, reading.relevant_everywhere
    places = of_option({"k": k, "n": min(k, reading.n), "min_R_k": min(k, total)}, reading.convention, "precision_base")
    listed = reading.count_relevant(reading.shown)
    wanted = of_option({"R": total, "R_list": listed, "min_R_k": min(total, k)}, reading.convention, "recall_base")
    hits = reading.expected(lambda order: reading.count_relevant(reading.top(order, k)))
    if hits == 0:
        return None if places == wanted == 0 else 0.0
    weight = reading.convention.beta**2
    precision, recall = hits / places, hits / wanted
    return (1 + weight) / (1 / precision + weight / recall)


# Positions


def _bpref(reading: Reading) -> Value:
    """Share of the first R documents judged not relevant that stand below each relevant document."""
    relevant = reading.relevant_everywhere
    others = sum(1 for item in [*reading.shown, *reading.missed] if _judged_bad(reading, item))
    if relevant == 0:
        return None
    base = of_option({"min_R_N": min(relevant, others), "R": relevant}, reading.convention, "bpref_base")

    def preferred(order: list[Item]) -> float:
        first_bad = [place for place, item in enumerate(order) if _judged_bad(reading, item)][:relevant]
        shares = []
        for place, item in enumerate(order):
            above = sum(1 for bad in first_bad if bad < place)
            if reading.relevant(item):
                shares.append(1 - above / base if above else 1.0)
        return math.fsum(shares)

    return reading.expected(preferred) / relevant


def _judged_bad(reading: Reading, item: Item) -> bool:
    return item.grade is not None and not reading.relevant(item)


def _interpolated(reading: Reading, level: float, order: list[Item]) -> float:
    """The best precision at any rank with as many hits as the recall level asks for."""
    asked = level * reading.relevant_everywhere
    if reading.convention.iprec_cut == "ceil":
        needed = math.floor(asked + 0.9)
    else:  # halves away from 0, as lround of the C library
        needed = math.floor(asked) + (asked - math.floor(asked) >= 0.5)
    best = 0.0
    for rank in range(1, len(order) + 1):
        hits = reading.count_relevant(order[:rank])
        if hits >= needed:
            best = max(best, hits / rank)
    return best


def _iprec(reading: Reading) -> Value:
    if reading.relevant_everywhere == 0:
        return None
    return reading.expected(partial(_interpolated, reading, reading.convention.recall_level))


def _iprec11(reading: Reading) -> Value:
    if reading.relevant_everywhere == 0:
        return None
    values = [reading.expected(partial(_interpolated, reading, level)) for level in LEVELS]
    return math.fsum(values) / len(values)


# Users who read from the top


def _err(reading: Reading) -> Value:
    """Follow a reader down the list, who stops at an entry with a chance that grows with its grade."""
    judged = [item.grade for item in [*reading.shown, *reading.missed] if item.grade is not None]
    found = max([0.0, *judged])
    highest = found if reading.convention.err_max is None else reading.convention.err_max
    literal = reading.convention.err_stop == "probability"
    if found > highest and not literal:
        raise RefusedError

    def expected_reciprocal_rank(order: list[Item]) -> float:
        terms, still_reading = [], 1.0
        for rank, item in enumerate(order[: reading.k], 1):
            stops = (item.grade or 0.0) if literal else (2 ** (item.grade or 0.0) - 1) / 2**highest
            terms.append(still_reading * stops / rank)
            still_reading *= 1 - stops
        return math.fsum(terms)

    return reading.expected(expected_reciprocal_rank)


def _rbp(reading: Reading) -> Value:
    """Follow a reader down the list, who goes on to the next entry with probability p."""
    graded = reading.convention.rbp_gain == "graded"

    def read_and_gained(order: list[Item]) -> float:
        terms, reads = [], 1.0
        for item in order[: reading.k]:
            terms.append(reads * ((item.grade or 0.0) if graded else float(reading.relevant(item))))
            reads *= reading.convention.rbp_p
        return math.fsum(terms)

    return (1 - reading.convention.rbp_p) * reading.expected(read_and_gained)


# Labels: the list as a set of scored labels


def _levels(reading: Reading) -> list[list[Item]]:
    """Tie groups, best first; judged documents that were not retrieved are one more below all, where they count."""
    counted = reading.convention.auc_range == "all_judged_or_retrieved" and reading.missed
    return [*reading.groups, *([reading.missed] if counted else [])]


def _ranks_and_relevance(reading: Reading) -> list[tuple[int, bool]]:
    """(worst place, whether relevant) of every entry; equal places are ties."""
    placed, depth = [], 0
    for level in _levels(reading):
        depth += len(level)
        placed += [(depth, reading.relevant(item)) for item in level]
    return placed


def _lrap(reading: Reading) -> Value:
    placed = _ranks_and_relevance(reading)
    wanted = [place for place, relevant in placed if relevant]
    shares = [
        sum(1 for other in wanted if other <= place) / sum(1 for other, _ in placed if other <= place) for place in wanted
    ]
    return math.fsum(shares) / len(wanted) if wanted else None


def _pairs(reading: Reading) -> list[tuple[int, int]]:
    placed = _ranks_and_relevance(reading)
    return [(good, bad) for good, relevant in placed if relevant for bad, other in placed if not other]


def _ranking_loss(reading: Reading) -> Value:
    pairs = _pairs(reading)
    return sum(1 for good, bad in pairs if good >= bad) / len(pairs) if pairs else None


def _coverage_error(reading: Reading) -> Value:
    return max((float(place) for place, relevant in _ranks_and_relevance(reading) if relevant), default=None)


def _gauc(reading: Reading) -> Value:
    pairs = _pairs(reading)
    tied = of_option({"half": 0.5, "lost": 0.0, "won": 1.0}, reading.convention, "tied_pair")
    won = sum(tied if good == bad else float(good < bad) for good, bad in pairs)
    return won / len(pairs) if pairs else None


# Scores as estimates of the grades


def _errors(reading: Reading) -> list[float]:
    if any(item.score is None for item in reading.shown):
        return []
    return [item.score - item.grade for item in reading.shown if item.score is not None and item.grade is not None]


def _rmse(reading: Reading) -> Value:
    errors = _errors(reading)
    return math.sqrt(math.fsum(error**2 for error in errors) / len(errors)) if errors else None


def _mae(reading: Reading) -> Value:
    errors = _errors(reading)
    return math.fsum(abs(error) for error in errors) / len(errors) if errors else None


# The precision-recall curve


def _prauc(reading: Reading) -> Value:
    """Area under the points after each tie group, from recall 0 on."""
    total = reading.relevant_everywhere
    if total == 0:
        return None
    points = [(0.0, 1.0)]
    for groups in range(1, len(reading.groups) + 1):
        above = [item for group in reading.groups[:groups] for item in group]
        hits = reading.count_relevant(above)
        points.append((hits / total, hits / len(above)))
    areas = []
    for i in range(1, len(points)):
        (before, left), (after, right) = points[i - 1], points[i]
        later = [precision for _, precision in points[i:]]
        height = of_option(
            {"steps": right, "trapezoid": (left + right) / 2, "interpolated": max(later)}, reading.convention, "pr_area"
        )
        areas.append((after - before) * height)
    return math.fsum(areas)


MORE: dict[str, Callable[[Reading], Value]] = {
    "fbeta": _fbeta,
    "bpref": _bpref,
    "iprec": _iprec,
    "iprec11": _iprec11,
    "err": _err,
    "rbp": _rbp,
    "lrap": _lrap,
    "ranking_loss": _ranking_loss,
    "coverage_error": _coverage_error,
    "gauc": _gauc,
    "rmse": _rmse,
    "mae": _mae,
    "prauc": _prauc,
}
# Fields that a definition settles by itself: tied entries are one level or one point; an error has a size also below grade 0.
SETTLED: Mapping[str, Mapping[str, str]] = {
    **{metric: {"ties": "group"} for metric in ("auc", "bep", "lrap", "ranking_loss", "coverage_error", "gauc", "prauc")},
    **{metric: {"negative": "keep"} for metric in ("rmse", "mae")},
}
# Metrics that know grades only, none of which is relevant or not, and counts, which are what they are.
UNANSWERED = ("err", "rmse", "mae", "tp", "fp", "fn", "tn")
# What stands for 0/0 where it is not 0.
EMPTY: Mapping[str, str] = {"auc": "nan", "lrap": "1", "gauc": "nan", "rmse": "nan", "mae": "nan"}
