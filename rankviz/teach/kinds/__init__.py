"""The kinds of questions: how each is drawn, and how its answers are judged. A module a kind, and a line here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from rankviz.teach.kinds import value
from rankviz.teach.lists import Wanted
from rankviz.teach.question import Question
from rankviz.teach.verdict import Verdict


class Kind(NamedTuple):
    """One kind of questions.

    Parameters
    ----------
    draw : function of Wanted to questions
        Those that can be asked, in the order in which they were drawn; the first that is new is taken. Whoever calls it
        fills in kind, seed and number.
    judge : function of (Question, str, bool) to Verdict
        Of an answer as text; the last says whether the line with the mistake was found before.
    """

    draw: Callable[[Wanted], Iterator[Question]]
    judge: Callable[[Question, str, bool], Verdict]


KINDS: Mapping[str, Kind] = MappingProxyType({"value": Kind(value.draw, value.judge)})
