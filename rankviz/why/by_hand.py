"""What a person does wrong by hand: slips of the pen in the list, and numbers shortened on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from rankviz.ranking import Item, Ranking
from rankviz.rounded import Rounding
from rankviz.trace import HOLE, Trace
from rankviz.why.departures import INPUT, ROUNDED, Departure

MOST_GRADES = 8


def slips_of(ranking: Ranking) -> Iterator[Departure]:
    """Slips of the pen from the first rank down: one grade, two neighbours, an entry too few or too many."""
    items = ranking.items
    grades = sorted({0.0, 1.0, *(i.grade for i in chain(items, ranking.missed) if i.grade is not None)})[:MOST_GRADES]
    for i, item in enumerate(items):
        for grade in (*grades, grades[-1] + 1):
            if grade != item.grade:
                changed = item._replace(grade=grade)
                where = {"rank": i + 1, "value": grade, "present": item.grade}
                yield _slip("grade", f"{i}:{grade}", ranking, (*items[:i], changed, *items[i + 1 :]), where)
        yield _slip("missing", str(i), ranking, (*items[:i], *items[i + 1 :]), {"rank": i + 1}, INPUT + 0.2)
        copy = Item(item.doc_id + "′", item.grade, item.score)
        yield _slip("twice", str(i), ranking, (*items[: i + 1], copy, *items[i + 1 :]), {"rank": i + 1}, INPUT + 0.2)
        following = items[i + 1] if i + 1 < len(items) else item
        if item.grade != following.grade:
            swapped = (following._replace(score=item.score), item._replace(score=following.score))
            where = {"rank": i + 1, "next": i + 2}
            yield _slip("swap", str(i), ranking, (*items[:i], *swapped, *items[i + 2 :]), where)


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
