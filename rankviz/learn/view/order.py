"""Four lists to be put in order: what the middle of the question is given."""

from __future__ import annotations

from rankviz.learn.questions.question import Question
from rankviz.learn.view.mini_lists import Data, bars, mini_lists
from rankviz.learn.words import order
from rankviz.texts import Texts


def middle(question: Question, tried: str, texts: Texts, *, over: bool) -> Data:
    """Build the lists in the order that was tried last.

    Parameters
    ----------
    question : Question
    tried : str
        The numbers of the lists, best first, joined by dots; "" if nothing was tried yet.
    texts : Texts
    over : bool
        Whether the answer may be seen.

    Returns
    -------
    dict
        As `mini_lists` has them; `order`, the places of the lists (from 0) as they stand, `over`, `texts`; besides, only when
        it is over, `bars`, the value of each list, which then stand in the right order.
    """
    found, every = order.kind_data(question), tuple(range(len(question.lists)))
    shown = mini_lists(question, texts) | {
        "order": found.right if over else _read(tried, every),
        "note": texts("order.note"),
        "over": over,
        "texts": texts.group("order"),
    }
    return shown | {"bars": bars(question, found.values)} if over else shown


def _read(tried: str, every: tuple[int, ...]) -> tuple[int, ...]:
    """An order as it was tried; one that is none is the order in which the lists are named."""
    parts = tried.split(".")
    places = tuple(int(part) - 1 for part in parts if part.isascii() and part.isdigit() and len(part) < 3)
    return places if len(parts) == len(every) and sorted(places) == [*every] else every
