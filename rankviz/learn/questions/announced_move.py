"""A move of a document to another rank, as a question announces it."""

from __future__ import annotations

import re
from typing import NamedTuple

from rankviz.basics.errors import InputError, shorten
from rankviz.core.lists.ranking import Ranking


class AnnouncedMove(NamedTuple):
    """A move of a document from one rank to another, both from 1; the documents between them shift by one."""

    rank: int
    to: int

    def __str__(self) -> str:
        return f"{self.rank}.{self.to}"


def read_move(text: str) -> AnnouncedMove:
    """Parse the text of an `AnnouncedMove`.

    Raises
    ------
    InputError
        `bad_move`.

    Examples
    --------
    >>> read_move("4.1"), str(read_move("4.1"))
    (AnnouncedMove(rank=4, to=1), '4.1')
    """
    match = re.fullmatch(r"([1-9][0-9]{0,2})\.([1-9][0-9]{0,2})", text, re.ASCII)
    if match is None or match[1] == match[2]:
        message = f'"{shorten(text)}" is not a move: expected two different ranks with a dot between them, such as 4.1.'
        raise InputError("bad_move", message, text=shorten(text))
    return AnnouncedMove(int(match[1]), int(match[2]))


def move_document(ranking: Ranking, rank: int, to: int) -> Ranking:
    """Return the list with the document of one rank moved to another; scores stay with the ranks.

    Examples
    --------
    >>> [item.doc_id for item in move_document(Ranking.from_grades([3, 2, 0]), 3, 1).items]
    ['d3', 'd1', 'd2']
    """
    items, scores = [*ranking.items], [item.score for item in ranking.items]
    items.insert(to - 1, items.pop(rank - 1))
    return Ranking(
        tuple(item._replace(score=score) for item, score in zip(items, scores, strict=True)), ranking.missed, ranking.query_id
    )
