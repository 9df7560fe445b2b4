"""What Elasticsearch's and OpenSearch's `_rank_eval` is asked, and what it answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from rankviz.basics.errors import InputError
from rankviz.core.lists.ranking import Item, Ranking
from rankviz.core.pasted.formats.literals import LiteralValue

REQUESTS, DETAILS = "requests", "details"
Ratings = Mapping[str, float]


def read(values: Sequence[LiteralValue]) -> list[Ranking] | None:
    """Lists from an answer, and from the request beside it what was judged and not returned; None where there is neither.

    Raises
    ------
    InputError
        `rank_eval_request` where there is a request without its answer.
    """
    dictionaries = [value.pairs() for value in values if value.is_dictionary()]
    asked = next((each[REQUESTS] for each in dictionaries if _is_request(each)), None)
    answered = next((each[DETAILS] for each in dictionaries if _is_answer(each)), None)
    if answered is None:
        if asked is None:
            return None
        message = f"Line {asked.line}: this is what _rank_eval was asked; the lists are in its answer. Paste that as well."
        raise InputError("rank_eval_request", message, line=asked.line)
    ratings = {} if asked is None else dict(map(_ratings, asked.entries()))
    found = {name: _items(detail) for name, detail in answered.pairs().items()}
    if not found:
        message = (
            f"Line {answered.line}: this answer of _rank_eval has no lists, so every request failed. Look at its failures."
        )
        raise InputError("rank_eval_failed", message, line=answered.line)
    return [_list(name, found.get(name, []), ratings.get(name, {})) for name in dict.fromkeys((*found, *ratings))]


def _is_request(parts: Mapping[str, LiteralValue]) -> bool:
    found = parts[REQUESTS].entries() if REQUESTS in parts and parts[REQUESTS].is_list() else []
    return any("ratings" in each.pairs() for each in found if each.is_dictionary())


def _is_answer(parts: Mapping[str, LiteralValue]) -> bool:
    """Whether there are hits by request; if every request failed there are failures alone."""
    if DETAILS not in parts or not parts[DETAILS].is_dictionary():
        return False
    found = parts[DETAILS].pairs().values()
    return any("hits" in each.pairs() for each in found if each.is_dictionary()) or (not found and "failures" in parts)


def _ratings(request: LiteralValue) -> tuple[str, Ratings]:
    """The name of one request, and its ratings by document."""
    parts = request.pairs()
    rated = [each.pairs() for each in _part(request, parts, "ratings").entries()]
    name = _part(request, parts, "id").name()
    return name, {_document(request, each): _part(request, each, "rating").number() for each in rated}


def _items(detail: LiteralValue) -> list[Item]:
    """What was returned for one request, with the ratings that are known; scores only where the order is theirs."""
    items = []
    for row in _part(detail, detail.pairs(), "hits").entries():
        parts = row.pairs()
        hit = _part(row, parts, "hit")
        found, rating = hit.pairs(), parts.get("rating")
        score = found.get("_score")
        grade = None if rating is None or rating.is_none() else rating.number()
        items.append(Item(_document(hit, found), grade, score.number() if score is not None and score.is_number() else None))
    scores = [item.score for item in items]
    is_ordered = all(one is not None and two is not None and one >= two for one, two in pairwise(scores))
    return items if is_ordered and None not in scores else [item._replace(score=None) for item in items]


def _list(name: str, items: Sequence[Item], ratings: Ratings) -> Ranking:
    shown = {item.doc_id for item in items}
    return Ranking(tuple(items), tuple(Item(doc, grade) for doc, grade in ratings.items() if doc not in shown), name)


def _document(value: LiteralValue, parts: Mapping[str, LiteralValue]) -> str:
    return _part(value, parts, "_id").name()


def is_alone(values: Sequence[LiteralValue]) -> bool:
    """Whether an answer stands there without its request."""
    return not any(_is_request(value.pairs()) for value in values if value.is_dictionary())


def _part(value: LiteralValue, parts: Mapping[str, LiteralValue], name: str) -> LiteralValue:
    if name not in parts:
        message = f'Line {value.line}: expected "{name}" here, found {value.excerpt()}.'
        raise InputError("literal_part", message, line=value.line, name=name, text=value.excerpt())
    return parts[name]
