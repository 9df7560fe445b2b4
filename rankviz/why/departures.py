"""Named departures from a convention: what somebody may have done otherwise, one at a time.

A departure is data. Its words are in `texts/` under `departure.<kind>` and, where it is a known mistake, `mistake.<key>`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from rankviz.conventions import FIELDS, Convention
from rankviz.evaluation import narrow
from rankviz.facts import facts_of
from rankviz.metrics import METRICS, Metric
from rankviz.profiles import PROFILES
from rankviz.ranking import Item, Ranking, RawLists
from rankviz.rounded import Rounding
from rankviz.trace import HOLE, Trace
from rankviz.why.mistakes import SLIPS
from rankviz.why.relists import relisted
from rankviz.why.slips import Slip
from rankviz.why.threads import LESS_USUAL, batches

# How far-fetched each is: the smaller, the more often it is met. A sum of costs orders the answers.
PROFILE, CHOICE, SLIP_CHOICE, RULE, METRIC, OTHER_METRIC, INPUT, ROUNDED, READING = 1.0, 1.2, 1.6, 1.5, 1.7, 2.6, 2.0, 1.9, 1.4
COSTS: Mapping[tuple[str, str], float] = MappingProxyType(
    {
        ("ideal", "retrieved"): 1.0,
        ("gain", "exponential"): 1.0,
        ("gain", "binary"): 1.1,
        ("ideal_cut", "none"): 1.1,
        ("ap_base", "hits"): 1.0,
        ("ap_base", "min_R_k"): 1.0,
        ("discount", "off_by_one"): 1.2,
        ("discount", "plus_outside"): 1.3,
        ("discount", "jk2"): 1.2,
        ("precision_base", "n"): 1.0,
    }
)
LISTED = ", "
# Mistakes of two choices that are made together.
BUNDLES: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "mixed_logarithms": {"discount": "ln", "ideal_discount": "log2"},
        "mixed_logarithms_reversed": {"discount": "log2", "ideal_discount": "ln"},
        "mixed_decimal": {"discount": "log10", "ideal_discount": "log2"},
    }
)
# Metrics that are taken for one another.
CONFUSED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "precision": ("recall", "ap", "rprec", "accuracy"),
        "recall": ("precision", "success", "f1"),
        "f1": ("precision", "recall"),
        "ap": ("rr", "prauc", "iprec11", "rprec", "precision"),
        "rr": ("ap", "err", "success"),
        "ndcg": ("dcg", "err", "idcg"),
        "dcg": ("ndcg", "cg", "idcg"),
        "idcg": ("dcg",),
        "cg": ("dcg",),
        "auc": ("prauc", "ap", "ranking_loss"),
        "prauc": ("ap", "auc"),
        "rprec": ("precision", "bep"),
    }
)


@dataclass(frozen=True)
class Departure:
    """One thing done otherwise.

    Parameters
    ----------
    kind : str
        Names its sentence: 'profile', 'choice', 'mistake', 'metric', 'cutoff', 'grade', 'swap', 'missing', 'twice',
        'forgotten', 'rounding' or 'reading'.
    key : str
        Unique among the departures from one state.
    axis : str
        Two departures on one axis cannot be combined.
    cost : float
    choices : mapping
        Changes of the convention.
    metric : str
        Another metric, "" for the same.
    ranking : Ranking or None
        The changed list.
    roundings : tuple of Rounding
        What was rounded on the way.
    step : str
        A recorded step of `metric` whose entry at rank k was taken for the value; "" for the value itself.
    factor : float
        What the value was multiplied by.
    slip : Slip or None
        A mistake in the formula; it is tried alone only.
    lists : tuple of Ranking
        The lists that the formula was given instead; () for those that were asked for. Tried alone only.
    where : mapping
        Values that its sentence needs.
    """

    kind: str
    key: str
    axis: str
    cost: float
    choices: Mapping[str, object] = field(default_factory=dict)
    metric: str = ""
    ranking: Ranking | None = None
    roundings: tuple[Rounding, ...] = ()
    step: str = ""
    factor: float = 1.0
    slip: Slip | None = None
    lists: tuple[Ranking, ...] = ()
    where: Mapping[str, Any] = field(default_factory=dict)


def choices_of(metric: Metric, convention: Convention, rankings: Sequence[Ranking]) -> Iterator[Departure]:
    """Single choices that can matter to a metric on these lists, and bundles of them that are known mistakes."""
    facts, here = facts_of(RawLists.of(rankings)), narrow(metric, convention)
    for name, keys in metric.uses.items():
        # What is read only beside another choice may have been chosen with it; but the threshold says what strict does.
        read = metric.uses if name == "rbp_p" else None
        if name == "strict" or not FIELDS[name].matters(facts, here, read):
            continue
        present = getattr(convention, name)
        for value in keys or _numbers(name, convention, rankings):
            if value != present and value not in ("error", "table", "formula"):
                yield _choice(name, value, present)
    for key, changes in BUNDLES.items():
        if all(name in metric.uses for name in changes):
            yield Departure("mistake", key, "discount", SLIP_CHOICE, dict(changes), where={"mistake": key})


def _choice(name: str, value: object, present: object) -> Departure:
    option = (FIELDS[name].options or {}).get(str(value))
    usual = SLIP_CHOICE if option is not None and option.slip else CHOICE if FIELDS[name].stage == "formula" else RULE
    cost = COSTS.get((name, str(value)), usual)
    kind = "cutoff" if name == "cutoff" else "choice"
    where = {"name": name, "value": value, "present": present}
    axis = "discount" if name == "ideal_discount" else name
    return Departure(kind, f"{name}={value}", axis, cost, {name: value}, where=where)


def _numbers(name: str, convention: Convention, rankings: Sequence[Ranking]) -> tuple[object, ...]:
    """Other numbers that somebody may have put into a field."""
    if name == "cutoff":
        longest = max((len(ranking.items) for ranking in rankings), default=0)
        k = convention.cutoff
        return (*(near for near in (k - 1, k + 1) if near >= 1), None) if k is not None else tuple(range(1, longest))
    if name == "threshold":
        grades = {item.grade for ranking in rankings for item in (*ranking.items, *ranking.missed) if item.grade is not None}
        return tuple(sorted(grade for grade in grades if grade > 0))
    return {
        "rbp_p": (0.5, 0.8, 0.9, 0.95),
        "err_max": (None, 1.0, 2.0, 3.0, 4.0, 5.0),
        "beta": (0.5, 1.0, 2.0),
    }.get(name, ())


def profiles_of(metric: Metric, convention: Convention) -> Iterator[Departure]:
    """What named libraries and books compute; those that settle everything alike are one departure."""

    def effect(wide: Convention) -> tuple[object, ...]:
        return narrow(metric, wide), wide.mean_over, wide.mean_weights

    alike: dict[tuple[object, ...], list[str]] = {}
    for key, profile in PROFILES.items():
        choices = profile.choices(metric.key, convention.cutoff)
        if choices is None:
            continue
        found = effect(convention.with_choices(choices))
        if found != effect(convention):
            alike.setdefault(found, []).append(key)
    for keys in alike.values():
        choices = PROFILES[keys[0]].choices(metric.key, convention.cutoff)
        assert choices is not None
        where = {"library": LISTED.join(PROFILES[key].library for key in keys), "profiles": tuple(keys)}
        yield Departure("profile", f"profile={keys[0]}", "profile", PROFILE, dict(choices), where=where)


def both(one: Departure, other: Departure) -> Departure:
    """One departure that names the libraries of two."""
    library = LISTED.join((one.where["library"], other.where["library"]))
    return replace(one, where={"library": library, "profiles": (*one.where["profiles"], *other.where["profiles"])})


def metrics_of(metric: Metric) -> Iterator[Departure]:
    """Other metrics, those that are taken for this one first."""
    if metric.key == "precision":
        where = {"mistake": "p_times_rel"}
        yield Departure("mistake", "p_times_rel", "metric", METRIC, metric="ap", step="ap_term", where=where)
    for key, other in METRICS.items():
        if key != metric.key:
            cost = METRIC if key in CONFUSED.get(metric.key, ()) else OTHER_METRIC
            where = {"wanted": metric.name, "found": other.name}
            yield Departure("metric", f"metric={key}", "metric", cost, metric=key, where=where)


def formula_slips_of(metric: Metric, rankings: Sequence[Ranking]) -> Iterator[Departure]:
    """Mistakes in the metric's formula, and those in the mean if there are several lists."""
    for slip in (*SLIPS, *batches(metric.key, len(rankings))):
        if metric.key in slip.metrics and (len(rankings) > 1 or not slip.of_mean):
            key = f"{slip.key}={slip.batch}" if slip.batch else slip.key
            yield Departure("mistake", key, "formula", slip.cost, slip=slip, where={"mistake": slip.key, "size": slip.batch})


def relists_of(metric: Metric, convention: Convention, rankings: Sequence[Ranking]) -> Iterator[Departure]:
    """Mistakes in what the formula was given."""
    for relist, lists in relisted(metric.key, rankings, convention):
        where = {"mistake": relist.key}
        yield Departure("mistake", relist.key, "input", LESS_USUAL, dict(relist.choices), lists=lists, where=where)


def slips_of(ranking: Ranking) -> Iterator[Departure]:
    """Slips of the pen: one grade, two neighbours, an entry too few or too many, the documents that were not shown."""
    items = ranking.items
    grades = sorted({0.0, 1.0, *(i.grade for i in (*items, *ranking.missed) if i.grade is not None)})
    grades = grades if len(grades) <= 8 else grades[:8]
    for i, item in enumerate(items):
        for grade in (*grades, grades[-1] + 1):
            if grade != item.grade:
                changed = item._replace(grade=grade)
                where = {"rank": i + 1, "value": grade, "present": item.grade}
                yield _slip("grade", f"{i}:{grade}", ranking, (*items[:i], changed, *items[i + 1 :]), where)
        yield _slip("missing", str(i), ranking, (*items[:i], *items[i + 1 :]), {"rank": i + 1}, INPUT + 0.2)
        copy = Item(item.doc_id + "′", item.grade, item.score)
        yield _slip("twice", str(i), ranking, (*items[: i + 1], copy, *items[i + 1 :]), {"rank": i + 1}, INPUT + 0.2)
    for i in range(len(items) - 1):
        first, second = items[i], items[i + 1]
        if first.grade != second.grade:
            swapped = (second._replace(score=first.score), first._replace(score=second.score))
            where = {"rank": i + 1, "next": i + 2}
            yield _slip("swap", str(i), ranking, (*items[:i], *swapped, *items[i + 2 :]), where)
    if ranking.missed:
        where = {"count": len(ranking.missed)}
        yield Departure("forgotten", "forgotten", "input", RULE, ranking=without_missed(ranking), where=where)


def without_missed(ranking: Ranking) -> Ranking:
    """The list without the judged documents that were not shown."""
    return Ranking(ranking.items, (), ranking.query_id)


def _slip(
    kind: str, key: str, ranking: Ranking, items: tuple[Item, ...], where: Mapping[str, Any], cost: float = INPUT
) -> Departure:
    changed = Ranking(items, ranking.missed, ranking.query_id)
    return Departure(kind, f"{kind}={key}", "input", cost, ranking=changed, where=where)


def roundings_of(trace: Trace) -> Iterator[Departure]:
    """Numbers shortened on the way: the terms of the sums, all numbers, or the sums, to one to four places."""
    summed = [key for step in trace.steps for operator, key in HOLE.findall(step.template) if operator in ("sum", "max")]
    inner = [step for step in trace.steps[:-1] if step.template]
    groups = {
        "terms": [step.key for step in inner if step.key in summed],
        "all": [step.key for step in inner],
        "sums": [step.key for step in inner if step.axis == "query" and any(kind for kind, _ in HOLE.findall(step.template))],
    }
    for what, keys in groups.items():
        for places in (1, 2, 3, 4):
            for how in ("round", "cut"):
                if keys:
                    roundings = tuple(Rounding(key, places, how) for key in dict.fromkeys(keys))
                    where = {"what": what, "places": places, "how": how}
                    cost = ROUNDED + 0.2 * (how == "cut") + 0.1 * (places > 2)
                    yield Departure("rounding", f"{what}.{places}.{how}", "rounding", cost, roundings=roundings, where=where)


def readings_of(metric: Metric, convention: Convention, number: float) -> Iterator[Departure]:
    """The value said otherwise: as a percentage, times k."""
    if number > metric.high:
        yield Departure("reading", "percent", "reading", READING, factor=100.0, where={"what": "percent"})
        if convention.cutoff is not None:
            where = {"what": "times_k", "k": convention.cutoff}
            yield Departure("reading", "times_k", "reading", READING, factor=float(convention.cutoff), where=where)
    turned = any(slip.key == "complement" and metric.key in slip.metrics for slip in SLIPS)
    if metric.high == 1.0 and 0 < number < 1 and not turned:
        yield Departure("reading", "complement", "reading", READING + 1, factor=-1.0, where={"what": "complement"})
