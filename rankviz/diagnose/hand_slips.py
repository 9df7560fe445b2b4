"""What goes wrong by hand: misread rows of a list, and rounded intermediate results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from heapq import merge
from itertools import chain, islice
from typing import Any

from rankviz.core.lists.ranking import Item, Ranking
from rankviz.core.rounding import Rounding
from rankviz.core.trace import Trace, holes_in
from rankviz.diagnose.departures import INPUT_COST, ROUNDING_COST, Departure, without_missed

MOST_GRADES = 8


def first_slips(rankings: Sequence[Ranking], cells: int) -> tuple[tuple[Departure, ...], int | None]:
    """Return slips in the list, or in one of several lists, from the first ranks down, as many as the limit allows.

    Parameters
    ----------
    rankings : sequence of Ranking
    cells : int
        Limit of the number of entries of all changed lists, and of the values in their means.

    Returns
    -------
    (slips, int or None)
        The slips, and the rank down to which they are complete; None if none is left out.
    """
    width = max((len(each.items) + 1 + len(each.missed) for each in rankings), default=1)
    width += len(rankings) if len(rankings) > 1 else 0
    slips = (*islice(_all_slips(rankings), cells // width + 1),)
    if len(slips) <= cells // width:
        return slips, None
    return slips[:-1], max(0, _rank_of(slips[-1]) - 1)


def _all_slips(rankings: Sequence[Ranking]) -> Iterator[Departure]:
    if len(rankings) == 1:
        return slips_of(rankings[0])
    with_missed = sum(bool(each.missed_judged) for each in rankings)
    return merge(*(_slips_in_list(index, each, with_missed > 1) for index, each in enumerate(rankings)), key=_rank_of)


def _slips_in_list(index: int, ranking: Ranking, others_miss: bool) -> Iterator[Departure]:
    """Yield slips in one of several lists; forgetting all its missed documents is one only if other lists miss some too."""
    all_missed = [_all_missed_forgotten(ranking)] if ranking.missed_judged and others_miss else []
    for each in chain(all_missed, slips_of(ranking)):
        details = {**each.details, "list": index + 1, "name": ranking.query_id}
        yield replace(each, key=f"list {index + 1}: {each.key}", list_index=index, details=details)


def _all_missed_forgotten(ranking: Ranking) -> Departure:
    details = {"count": len(ranking.missed_judged)}
    return Departure("forgotten", "forgotten", "input", INPUT_COST, ranking=without_missed(ranking), details=details)


def _rank_of(slip: Departure) -> int:
    """Return the rank of a slip; 0 if it is about a document that was not retrieved."""
    return int(slip.details.get("rank", 0))


def _one_missed_forgotten(ranking: Ranking) -> Iterator[Departure]:
    """Yield slips that forget one of several missed documents, one slip for each grade."""
    retrieved = {item.doc_id for item in ranking.items}
    missed = [item for item in ranking.missed_judged if item.doc_id not in retrieved]
    for grade, item in {float(item.grade or 0): item for item in missed}.items() if len(missed) > 1 else ():
        remaining = tuple(each for each in ranking.missed if each is not item)
        changed = Ranking(ranking.items, remaining, ranking.query_id)
        yield Departure(
            "forgotten_one", f"forgotten_one={grade}", "input", INPUT_COST, ranking=changed, details={"grade": grade}
        )


def slips_of(ranking: Ranking) -> Iterator[Departure]:
    """Yield slips: a missed document; then from the first rank down a grade, an entry too few or many, swapped neighbours."""
    yield from _one_missed_forgotten(ranking)
    items = ranking.items
    grades = sorted({0.0, 1.0, *(float(i.grade) for i in chain(items, ranking.missed) if i.grade is not None)})[:MOST_GRADES]
    for i, item in enumerate(items):
        for grade in (*grades, grades[-1] + 1):
            if grade != item.grade:
                changed = item._replace(grade=grade)
                details = {"rank": i + 1, "value": grade, "present": item.grade}
                yield _slip("grade", f"{i}:{grade}", ranking, (*items[:i], changed, *items[i + 1 :]), details)
        yield _slip("missing", str(i), ranking, (*items[:i], *items[i + 1 :]), {"rank": i + 1}, INPUT_COST + 0.2)
        copy = Item(item.doc_id + "′", item.grade, item.score)
        yield _slip("twice", str(i), ranking, (*items[: i + 1], copy, *items[i + 1 :]), {"rank": i + 1}, INPUT_COST + 0.2)
        following = items[i + 1] if i + 1 < len(items) else item
        if item.grade != following.grade:
            swapped = (following._replace(score=item.score), item._replace(score=following.score))
            details = {"rank": i + 1, "next": i + 2}
            yield _slip("swap", str(i), ranking, (*items[:i], *swapped, *items[i + 2 :]), details)


def _slip(
    kind: str, key: str, ranking: Ranking, items: tuple[Item, ...], details: Mapping[str, Any], cost: float = INPUT_COST
) -> Departure:
    changed = Ranking(items, ranking.missed, ranking.query_id)
    return Departure(kind, f"{kind}={key}", "input", cost, ranking=changed, details=details)


def roundings_of(trace: Trace, *, inside_lists: bool = True) -> Iterator[Departure]:
    """Yield roundings and truncations to one to four places: of summed terms, all steps, sums, or the lists' values.

    Parameters
    ----------
    trace : Trace
    inside_lists : bool
        Whether steps of the lists are rounded too, or only the lists' values before the mean.
    """
    last = [trace.steps[-1].key] if len(trace.rankings.n) > 1 else []
    summed = [key for step in trace.steps for operator, key in holes_in(step.template) if operator in ("sum", "max")]
    inner = [step for step in trace.steps[:-1] if step.template]
    step_groups = {
        "terms": [step.key for step in inner if step.key in summed],
        "all": [*(step.key for step in inner), *(last if inner else [])],
        "sums": [step.key for step in inner if step.axis == "query" and any(kind for kind, _ in holes_in(step.template))],
    }
    for what, keys in {"values": last, **(step_groups if inside_lists else {})}.items():
        for places in (1, 2, 3, 4):
            for how in ("round", "cut"):
                if keys:
                    roundings = tuple(Rounding(key, places, how) for key in dict.fromkeys(keys))
                    details = {"what": what, "places": places, "how": how}
                    cost = ROUNDING_COST + 0.2 * (how == "cut") + 0.1 * (places > 2)
                    yield Departure(
                        "rounding", f"{what}.{places}.{how}", "rounding", cost, roundings=roundings, details=details
                    )
