"""Slow second opinions: every metric once more, literally as its definition reads, in plain loops over a typed list.

They are built differently from the code under test on purpose: averaged ties are an average over all orders of the tied
entries, AUC counts pairs one by one, the break-even point is looked for on the curve, average precision by groups cuts the
list after each group. None stands for 0/0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from rankviz import METRICS, Convention, Item, Ranking
from tests.oracles.more_metrics import EMPTY, MORE, SETTLED, UNANSWERED
from tests.oracles.reading import Reading, RefusedError, of_option, read

Value = float | None

# Counts at a cutoff


def _hits_on_top(reading: Reading, depth: int) -> float:
    return reading.expected(lambda order: reading.count_credited(reading.top(order, depth)))


def _counted_documents(reading: Reading) -> list[Item]:
    everything = reading.convention.auc_range == "all_judged_or_retrieved"
    return reading.shown + (reading.missed if everything else [])


def _tp(reading: Reading) -> float:
    return _hits_on_top(reading, reading.k)


def _fp(reading: Reading) -> float:
    return reading.expected(lambda order: sum(1 for item in order[: reading.k] if not reading.relevant(item)))


def _fn(reading: Reading) -> float:
    return reading.count_relevant(_counted_documents(reading)) - _tp(reading)


def _tn(reading: Reading) -> float:
    return sum(1 for item in _counted_documents(reading) if not reading.relevant(item)) - _fp(reading)


def _accuracy(reading: Reading) -> Value:
    return _over(_tp(reading) + _tn(reading), len(_counted_documents(reading)))


def _precision_base(reading: Reading) -> int:
    reachable = min(reading.k, reading.relevant_everywhere)
    return of_option(
        {"k": reading.k, "n": min(reading.k, reading.n), "min_R_k": reachable},
        reading.convention,
        "precision_base",
    )


def _recall_base(reading: Reading) -> int:
    total = reading.relevant_everywhere
    base = {"R": total, "R_list": reading.count_relevant(reading.judged_once), "min_R_k": min(total, reading.k)}
    return of_option(base, reading.convention, "recall_base")


def _precision(reading: Reading) -> Value:
    return _over(_tp(reading), _precision_base(reading))


def _recall(reading: Reading) -> Value:
    return _over(_tp(reading), _recall_base(reading))


def _f1(reading: Reading) -> Value:
    """Harmonic mean where both are above 0; 0 where there is something to count but no hit, as scikit-learn has it."""
    precision, recall = _precision(reading), _recall(reading)
    if precision and recall:
        return 2 / (1 / precision + 1 / recall)
    return _over(0, _precision_base(reading) + _recall_base(reading))


def _success(reading: Reading) -> float:
    return float(any(reading.relevant(item) for item in reading.top(reading.shown, reading.k)))


def _rprec(reading: Reading) -> Value:
    total = reading.relevant_everywhere
    return _over(_hits_on_top(reading, total), total)


def _bep(reading: Reading) -> Value:
    """Walk along the curve, tied entries as a straight stretch, until precision and recall meet above 0."""
    total = reading.relevant_everywhere
    if total == 0:
        return None
    depth, hits = 0, Fraction(0)
    for group in [*reading.groups, *[[Item("padding")]] * total]:
        share = Fraction(reading.count_relevant(group), len(group))
        for _ in group:
            depth, hits = depth + 1, hits + share
            precision, recall = hits / depth, hits / total
            if precision == recall > 0:
                return float(precision)
    return 0.0


# Positions


def _ap(reading: Reading) -> Value:
    """Cut the list after each group that lies inside the cutoff; each cut's precision counts for the group's entries."""
    depth, hits, gained = 0, 0, 0.0
    for group in reading.groups:
        depth, new = depth + len(group), reading.count_credited(group)
        if depth > reading.k:
            break
        hits += new
        gained += new * hits / depth
    total, listed = reading.relevant_everywhere, reading.count_relevant(reading.judged_once)
    base = of_option(
        {
            "R": total,
            "min_R_k": min(total, reading.k),
            "hits": hits,
            "k": reading.k,
            "R_list": listed,
            "min_R_list_k": min(listed, reading.k),
            "min_R_n": min(total, reading.n),
            "all_ranks": min(reading.k, reading.n),
            "k_all_ranks": reading.k,
        },
        reading.convention,
        "ap_base",
    )
    if not reading.convention.ap_base.endswith("all_ranks"):
        return _over(gained, base)
    # The named mistakes average P@1 ... P@k rank by rank, whatever is tied; nothing stands after the end of the list.
    return _over(math.fsum(reading.count_credited(reading.shown[:rank]) / rank for rank in range(1, base + 1)), base)


def _rr(reading: Reading) -> Value:
    if reading.relevant_everywhere == 0:
        return None
    for rank, item in zip(reading.ranks, reading.shown, strict=True):
        if reading.credited(item) and rank <= reading.k:
            return 1 / rank
    return 0.0


# Gains


def _gain(reading: Reading, item: Item) -> float:
    if item.grade is None:
        return 0.0
    if reading.convention.gain == "binary":
        return float(reading.relevant(item))
    gain, grade = reading.convention.gain, item.grade
    if gain == "table":
        return _table_value(reading.convention.gain_table, grade)
    if gain == "formula":
        return OWN[reading.convention.gain_formula](grade)
    if gain == "base":
        return _geometric_gain(reading.convention.gain_base, grade)
    by_kind = {
        "linear": grade,
        "exponential": 2**grade - 1,
        "power": 2**grade,
        "power_plus": 2**grade + 1,
    }
    return of_option(by_kind, reading.convention, "gain")


def _geometric_gain(base: float, grade: float) -> float:
    """Each further whole grade is worth b times the one before; in between, and below 0, as the quotient goes on."""
    if grade >= 0 and grade == int(grade):
        return math.fsum(base**step for step in range(int(grade)))
    if base == 1:
        return grade
    return math.inf if base == 0 and grade < 0 else (base**grade - 1) / (base - 1)


# The custom formulas that the generated conventions hold.
OWN: dict[str, Callable[[float], float]] = {
    "2^g-1": lambda g: 2**g - 1,
    "g^2+1": lambda g: g * g + 1,
    "max(g,1)": lambda g: g if g > 1 else 1.0,
    "log2(i+1)": lambda i: math.log(i + 1) / math.log(2),
    "sqrt(i)": lambda i: i**0.5,
    "i^2/2": lambda i: i * i / 2,
}


def _table_value(table: str, key: float) -> float:
    """Go down a table and keep the last row that is not beyond the key; the first one counts below it."""
    rows = [tuple(map(float, row.split(":"))) for row in table.split(",")]
    found = rows[0][1]
    for start, value in rows:
        if start <= key:
            found = value
    return found


def _discount(reading: Reading, rank: int, kind: str = "same") -> float:
    discount = reading.convention.discount if kind == "same" else kind
    if discount == "table":
        return _table_value(reading.convention.discount_table, rank)
    if discount == "formula":
        return OWN[reading.convention.discount_formula](rank)
    by_kind = {
        "log2": math.log2(rank + 1),
        "ln": math.log(rank + 1),
        "log10": math.log10(rank + 1),
        "jk2": 1 if rank < 2 else math.log2(rank),
        "jk10": 1 if rank < 10 else math.log10(rank),
        "inverse": rank,
        "power": math.pow(math.log2(rank + 1), reading.convention.discount_power),
        "rank_power": math.pow(rank, reading.convention.discount_power),
        "geometric": 1 / reading.convention.rbp_p ** (rank - 1),
        "none": 1,
        "off_by_one": math.log2(rank + 2),
        "plus_outside": math.log2(rank + 1) + 1,
    }
    return of_option(by_kind, reading.convention, "discount", discount)


def _discounted(reading: Reading, gains: list[float], kind: str = "same") -> float:
    return math.fsum(gain / _discount(reading, rank, kind) for rank, gain in enumerate(gains, 1))


def _cg(reading: Reading) -> float:
    return reading.expected(lambda order: math.fsum(_gain(reading, item) for item in reading.top(order, reading.k)))


def _dcg(reading: Reading) -> float:
    return reading.expected(
        lambda order: math.fsum(
            _gain(reading, item) / _discount(reading, rank)
            for rank, item in zip(reading.ranks, order, strict=True)
            if rank <= reading.k
        )
    )


def _idcg(reading: Reading) -> float:
    convention = reading.convention
    places = of_option(
        {"n": reading.n, "none": None, "k": None if convention.cutoff is None else reading.k}, convention, "ideal_cut"
    )
    if convention.ideal == "k_ones":  # Perfect documents without end, one on every place that is counted.
        perfect = 1.0 if convention.gain == "binary" else _gain(reading, Item("perfect", 1.0))
        return _discounted(reading, [perfect] * (reading.k if places is None else places), convention.ideal_discount)
    judged = [item for item in reading.judged_once if item.grade is not None] + reading.missed
    pool = judged if convention.ideal == "judged" else reading.judged_once
    gains = sorted((_gain(reading, item) for item in pool), reverse=True)
    return _discounted(reading, gains[:places], convention.ideal_discount)


def _ndcg(reading: Reading) -> Value:
    return _over(_dcg(reading), _idcg(reading))


# Pairs


def _auc(reading: Reading) -> Value:
    everything = reading.convention.auc_range == "all_judged_or_retrieved"
    levels = [*reading.groups, *([reading.missed] if everything else [])]
    placed = [(level, reading.relevant(item)) for level, group in enumerate(levels) for item in group]
    tied = of_option({"half": 0.5, "lost": 0.0, "won": 1.0}, reading.convention, "tied_pair")
    won, pairs = 0.0, 0
    for above, good in placed:
        for below, bad in placed:
            if good and not bad:
                pairs += 1
                won += tied if above == below else float(above < below)
    return _over(won, pairs)


def _over(numerator: float, denominator: float) -> Value:
    return None if denominator == 0 else numerator / denominator


ORACLES: dict[str, Callable[[Reading], Value]] = {
    "tp": _tp,
    "fp": _fp,
    "fn": _fn,
    "tn": _tn,
    "accuracy": _accuracy,
    "precision": _precision,
    "recall": _recall,
    "f1": _f1,
    "success": _success,
    "rprec": _rprec,
    "bep": _bep,
    "ap": _ap,
    "rr": _rr,
    "cg": _cg,
    "dcg": _dcg,
    "idcg": _idcg,
    "ndcg": _ndcg,
    "auc": _auc,
    **MORE,
}


# Whose values are made of grades, so that those without one may be given one; and who has no value where one is lacking.
OF_GRADES = ("cg", "dcg", "ndcg", "err", "rbp")
UNTIL_FIRST_HIT = ("rr", "success")
READ_INSIDE = (*OF_GRADES, "precision", "recall", "f1", "fbeta", "ap")


def _lacks_a_grade(metric: str, reading: Reading) -> bool:
    """Read down the list as far as the metric does, and stop at an entry that nobody judged."""
    ranked = [(rank, item) for rank, item in zip(reading.ranks, reading.shown, strict=True)]
    lacking = [rank for rank, item in ranked if item.grade is None]
    if metric in UNTIL_FIRST_HIT:
        end = min([reading.k + 1, *(rank for rank, item in ranked if reading.credited(item))])
        return any(rank < end for rank in lacking)
    depth = reading.n if (metric, reading.convention.ideal) == ("ndcg", "retrieved") else reading.k
    if metric in READ_INSIDE and any(rank <= depth for rank in lacking):
        return True
    start = 0
    for group in reading.groups:
        if metric in READ_INSIDE and len(group) > 1 and start < depth and any(item.grade is None for item in group):
            return True
        start += len(group)
    return False


def undefined_as_nan(convention: Convention) -> Convention:
    """The convention with NaN in the place of whatever it puts for a value that is none of the formula's."""
    nothing = convention.no_relevant if convention.no_relevant in ("formula", "error") else "nan"
    return replace(convention, empty="nan", no_relevant=nothing)


def value(metric: str, ranking: Ranking, convention: Convention) -> float:
    """A metric's value by its oracle, with what the convention puts in the place of 0/0, or where nothing is relevant."""
    convention = replace(convention, **SETTLED.get(metric, {}))  # type: ignore[arg-type]
    if convention.unjudged == "grade" and metric not in OF_GRADES:
        convention = replace(convention, unjudged="zero")
    reading = read(ranking, convention)
    answers = {"0": 0.0, "1": 1.0, "nan": math.nan, "skip": math.nan}
    if convention.no_relevant != "formula" and metric not in UNANSWERED:
        sees_missed = next((name for name in ("ideal", "auc_range") if name in METRICS[metric].uses), "unretrieved")
        arrays_only = getattr(convention, sees_missed) == "retrieved"
        known = [*reading.judged_once, *([] if arrays_only else reading.missed)]
        if not any(reading.relevant(item) for item in known):
            if convention.no_relevant == "error":
                raise RefusedError
            return answers[convention.no_relevant]
    found = ORACLES[metric](reading)
    if convention.unjudged == "undefined" and _lacks_a_grade(metric, reading):
        return math.nan
    return answers[convention.empty or EMPTY.get(metric, "0")] if found is None else found
