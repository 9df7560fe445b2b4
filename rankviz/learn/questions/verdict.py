"""The verdict on an answer."""

from __future__ import annotations

from dataclasses import dataclass

from rankviz.basics.errors import InputError
from rankviz.diagnose.lookup_result import Match

SOLVED = ("right", "right_rounded")
TRIED = ("known", "found", "unknown", "wrong_choice", "earlier_line", "later_line", "turned", "not_there")


@dataclass(frozen=True)
class Verdict:
    """The verdict on an answer.

    Parameters
    ----------
    kind : str
        'right'; 'right_rounded' (terms were rounded on the way); 'short' (right as far as it goes, but of too few digits);
        'percent' (a hundred times the answer, without a percent sign); 'known' (usual mistakes give it); 'found' (the look-up
        knows what gives it); 'unknown'; 'unreadable'; 'wrong_choice'; 'line_found' (the mistake stands there: now its right
        value is asked), 'earlier_line', 'later_line' (it only follows from the mistake); 'turned' (two lists stand in the wrong
        order); 'not_there' (the list has not the value that is wanted, or took too many moves).
    typed : str
        The answer as typed, stripped of spaces.
    mistakes : tuple of str
        Keys of the usual mistakes that give the number.
    match : Match or None
        The match that the look-up found.
    problem : InputError or None
        Why the answer cannot be read.
    turned : tuple of int
        For an order, the first two neighbours in the wrong order: positions of the question's lists, from 0.
    moves : int or None
        For a `reach` question, the fewest moves that lead to the list.
    """

    kind: str
    typed: str
    mistakes: tuple[str, ...] = ()
    match: Match | None = None
    problem: InputError | None = None
    turned: tuple[int, ...] = ()
    moves: int | None = None

    @property
    def right(self) -> bool:
        """Whether the question is solved."""
        return self.kind in SOLVED

    @property
    def is_try(self) -> bool:
        """Whether it counts as a wrong answer; one that cannot be read, needs rewriting or is half right does not."""
        return self.kind in TRIED
