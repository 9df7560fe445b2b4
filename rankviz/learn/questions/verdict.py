"""What is known of an answer."""

from __future__ import annotations

from dataclasses import dataclass

from rankviz.basics.errors import InputError
from rankviz.diagnose.lookup_result import Match

SOLVED = ("right", "right_rounded")
TRIED = ("known", "found", "unknown", "wrong_choice", "earlier_line", "later_line", "turned", "not_there")


@dataclass(frozen=True)
class Verdict:
    """What is known of an answer.

    Parameters
    ----------
    kind : str
        'right'; 'right_rounded' (terms were rounded on the way); 'short' (right as far as it goes, but of too few digits);
        'percent' (a hundred times the answer, without a percent sign); 'known' (usual mistakes give it); 'found' (the look-up
        knows what gives it); 'unknown'; 'unreadable'; 'wrong_choice'; 'line_found' (the mistake stands there: now its right
        value is asked), 'earlier_line', 'later_line' (it only follows from the mistake); 'turned' (two lists stand in the wrong
        order); 'not_there' (the list has not the value that is wanted, or took too many moves).
    typed : str
        As it was typed, without spaces around it.
    mistakes : tuple of str
        Keys of the usual mistakes that give the number; of several that share it each.
    match : Match or None
        What the look-up found.
    problem : InputError or None
        Why it cannot be read.
    turned : tuple of int
        Of an order the first two neighbours that stand the wrong way round: places of the question's lists.
    moves : int or None
        Of a list that was to be reached the fewest moves that lead there.
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
        """Whether it counts as a wrong answer: what cannot be read, was only written otherwise, or is half right does not."""
        return self.kind in TRIED
