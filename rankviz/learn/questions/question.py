"""A question as data."""

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
        What it gives, unrounded.
    core : bool
        Whether it is one that shows on every list that is asked.
    """

    key: str
    value: float
    core: bool


@dataclass(frozen=True)
class Question:
    """A question.

    Parameters
    ----------
    kind : str
        What is wanted: one of `rankviz.learn.questions.kinds.KINDS`.
    measure : str
        As printed, with its cutoff.
    lists : tuple of Ranking
        One; two of 'better', four of 'order', over the same documents.
    convention : Convention
    asked : str
        Key of the step whose number is wanted; "" where none is.
    answer : float
        Unrounded; the target of a list that is to be reached; of a choice the value of the first list.
    mistakes : tuple of Mistake
        Those that give another number on these lists.
    digits : int
        Decimal places that are asked for.
    level, seed, number : int
        What it was drawn from: 1 to 3, the seed of the set, and the question's number in it.
    given : object
        What only this kind has: a frozen dataclass of its module.
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
        """The derivation: working, hints and solution come from it."""
        return compute(parse_measure(self.measure).metric, RawLists.from_rankings(self.lists), self.convention)
