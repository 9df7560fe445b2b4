"""Why is my number different? What was done otherwise, most plausible first, and how strong the evidence is."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.conventions import Convention
from rankviz.diagnose.answer_space import Space
from rankviz.diagnose.answers import LeftOut, Lookup, Match
from rankviz.diagnose.candidates import ENGINEER, READERS, STUDENT
from rankviz.diagnose.printed import Printed, read_typed
from rankviz.errors import shown
from rankviz.evaluation import Lists, are_several, as_rankings, settle
from rankviz.lists.typed import Ranking
from rankviz.metrics import Metric
from rankviz.metrics.measures import parse_measure
from rankviz.values import converted


def lookup(
    measure: str, lists: Lists, typed: str | float, *, profile: str = "textbook", reader: str = ENGINEER, **choices: object
) -> Lookup:
    """Find what gives a number that somebody else got.

    Parameters
    ----------
    measure, lists, profile, choices
        As for `evaluate`: what would be computed here.
    typed : str or float
        The number as it was printed; its digits count: "0.76" is a wider interval than "0.7600".
    reader : {'engineer', 'student'}
        Who asks: an engineer is told first of libraries and choices, a student of the usual mistakes, and of libraries as a
        remark only.

    Raises
    ------
    InputError
        `typed_empty`, `typed_no_number`, `unknown_reader`, and those of `evaluate`.

    Examples
    --------
    >>> [each.key for each in lookup("nDCG@6", [3, 2, 3, 0, 1, 2], "0.949").matches[0].departures]
    ['gain=exponential']
    """
    parsed = parse_measure(measure)
    convention = settle(parsed, profile, choices)
    printed = read_typed(typed if isinstance(typed, str) else shown(converted(typed)))
    asked = {**({} if convention.cutoff is None else {"cutoff": convention.cutoff}), **parsed.choices}
    space = Space(parsed.metric, as_rankings(lists), convention, reader, asked, averaged=are_several(lists))
    return space.named(printed)


def answers_for(metric: Metric, rankings: Sequence[Ranking], convention: Convention, reader: str = ENGINEER) -> Space:
    """Prepare a question, so that many numbers can be looked up: `answers_for(…).named(printed)`.

    Examples
    --------
    >>> from rankviz import METRICS
    >>> space = answers_for(METRICS["rr"], [Ranking.from_grades([0, 1])], Convention())
    >>> [space.named(read_typed(text)).matches[0].departures for text in ("0.5", "1/2")]
    [(), ()]
    """
    return Space(metric, rankings, convention, reader)


def search_for(
    metric: Metric, rankings: Sequence[Ranking], convention: Convention, printed: Printed, reader: str = ENGINEER
) -> Lookup:
    """Look one number up under a settled convention."""
    return answers_for(metric, rankings, convention, reader).named(printed)


__all__ = ["ENGINEER", "READERS", "STUDENT", "LeftOut", "Lookup", "Match", "Space", "answers_for", "lookup", "search_for"]
