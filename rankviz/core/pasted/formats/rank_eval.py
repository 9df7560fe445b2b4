"""Reads requests and answers of `_rank_eval`, of Elasticsearch and OpenSearch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from rankviz.basics.errors import InputError
from rankviz.core.lists.ranking import Item, Ranking
from rankviz.core.pasted.formats.literals import LiteralValue

REQUESTS, DETAILS = "requests", "details"
Ratings = Mapping[str, float]


def read(values: Sequence[LiteralValue]) -> list[Ranking] | None:
    """Read lists from an answer, and missed documents from the request beside it; None if there is neither.

    Raises
    ------
    InputError
        `rank_eval_request` if there is a request without its answer, `rank_eval_failed`, `literal_part`.
    """
    dictionaries = [value.pairs() for value in values if value.is_dictionary()]
    requests = next((each[REQUESTS] for each in dictionaries if _is_request(each)), None)
    details = next((each[DETAILS] for each in dictionaries if _is_answer(each)), None)
    if details is None:
        if requests is None:
            return None
        message = f"Line {requests.line}: this is what _rank_eval was asked; the lists are in its answer. Paste that as well."
        raise InputError("rank_eval_request", message, line=requests.line)
    ratings = {} if requests is None else dict(map(_read_ratings, requests.entries()))
    items_by_name = {name: _read_items(detail) for name, detail in details.pairs().items()}
    if not items_by_name:
        message = f"Line {details.line}: this answer of _rank_eval has no lists, so every request failed. Look at its failures."
        raise InputError("rank_eval_failed", message, line=details.line)
    return [
        _build_ranking(name, items_by_name.get(name, []), ratings.get(name, {}))
        for name in dict.fromkeys((*items_by_name, *ratings))
    ]


def _is_request(parts: Mapping[str, LiteralValue]) -> bool:
    entries = parts[REQUESTS].entries() if REQUESTS in parts and parts[REQUESTS].is_list() else []
    return any("ratings" in each.pairs() for each in entries if each.is_dictionary())


def _is_answer(parts: Mapping[str, LiteralValue]) -> bool:
    """Whether the parts are an answer: hits by request, or only failures if every request failed."""
    if DETAILS not in parts or not parts[DETAILS].is_dictionary():
        return False
    details = parts[DETAILS].pairs().values()
    return any("hits" in each.pairs() for each in details if each.is_dictionary()) or (not details and "failures" in parts)


def _read_ratings(request: LiteralValue) -> tuple[str, Ratings]:
    """Read the name of one request, and its ratings by document."""
    parts = request.pairs()
    rated = [each.pairs() for each in _required_part(request, parts, "ratings").entries()]
    name = _required_part(request, parts, "id").name()
    return name, {_document_id(request, each): _required_part(request, each, "rating").number() for each in rated}


def _read_items(detail: LiteralValue) -> list[Item]:
    """Read what was returned for one request, with known ratings; scores only if the order follows them."""
    items = []
    for row in _required_part(detail, detail.pairs(), "hits").entries():
        parts = row.pairs()
        hit = _required_part(row, parts, "hit")
        hit_parts, rating = hit.pairs(), parts.get("rating")
        score = hit_parts.get("_score")
        grade = None if rating is None or rating.is_none() else rating.number()
        items.append(
            Item(_document_id(hit, hit_parts), grade, score.number() if score is not None and score.is_number() else None)
        )
    scores = [item.score for item in items]
    is_ordered = all(one is not None and two is not None and one >= two for one, two in pairwise(scores))
    return items if is_ordered and None not in scores else [item._replace(score=None) for item in items]


def _build_ranking(name: str, items: Sequence[Item], ratings: Ratings) -> Ranking:
    retrieved = {item.doc_id for item in items}
    return Ranking(tuple(items), tuple(Item(doc, grade) for doc, grade in ratings.items() if doc not in retrieved), name)


def _document_id(value: LiteralValue, parts: Mapping[str, LiteralValue]) -> str:
    return _required_part(value, parts, "_id").name()


def is_alone(values: Sequence[LiteralValue]) -> bool:
    """Whether there is an answer without its request."""
    return not any(_is_request(value.pairs()) for value in values if value.is_dictionary())


def _required_part(value: LiteralValue, parts: Mapping[str, LiteralValue], name: str) -> LiteralValue:
    if name not in parts:
        message = f'Line {value.line}: expected "{name}" here, found {value.excerpt()}.'
        raise InputError("literal_part", message, line=value.line, name=name, text=value.excerpt())
    return parts[name]
