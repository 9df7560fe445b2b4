"""A practice question as data."""

from __future__ import annotations

from dataclasses import dataclass

from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics.measures import parse_measure
from rankviz.core.trace import Trace
from rankviz.evaluation.evaluate import compute


@dataclass(frozen=True)
class Mistake:
    """A usual wrong answer.

    Parameters
    ----------
    key : str
        As in `MISTAKES`.
    value : float
        The value that it gives, unrounded.
    core : bool
        Whether it must show on every generated list.
    """

    key: str
    value: float
    core: bool


@dataclass(frozen=True)
class Question:
    """A practice question.

    Parameters
    ----------
    kind : str
        A key of `rankviz.learn.questions.kinds.KINDS`.
    measure : str
        The measure as printed, with its cutoff.
    lists : tuple of Ranking
        One list; two for 'better' and four for 'order', over the same documents.
    convention : Convention
    asked : str
        Key of the step whose number is asked for; "" if no number is.
    answer : float
        The number asked for, unrounded; the target of 'reach'; the value of the first list for questions with options.
    mistakes : tuple of Mistake
        The usual mistakes that give another number on these lists.
    digits : int
        Decimal places to answer with.
    level, seed, number : int
        How it was generated: the level from 1 to 3, the seed of the set, and the number of the question in it.
    given : object
        The data of its kind: a frozen dataclass of the kind's module, or None.
    """

    kind: str
    measure: str
    lists: tuple[Ranking, ...]
    convention: Convention
    asked: str
    answer: float
    mistakes: tuple[Mistake, ...]
    digits: int
    level: int
    seed: int
    number: int
    given: object = None

    @property
    def trace(self) -> Trace:
        """The trace of the lists, from which working table, hints and solution are made."""
        return compute(parse_measure(self.measure).metric, RawLists.from_rankings(self.lists), self.convention)
