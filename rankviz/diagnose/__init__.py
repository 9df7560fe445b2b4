"""Why is my number different? What was done otherwise, most plausible first, and how strong the evidence is."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.conventions import Convention
from rankviz.diagnose.answer_space import Space
from rankviz.diagnose.answers import Answers, LeftOut, Match
from rankviz.diagnose.candidates import ENGINEER, READERS, STUDENT
from rankviz.lists.typed import Ranking
from rankviz.metrics import Metric


def answers_for(metric: Metric, rankings: Sequence[Ranking], convention: Convention, reader: str = ENGINEER) -> Space:
    """Prepare a question, so that many numbers can be looked up: `answers_for(…).named(printed)`.

    Examples
    --------
    >>> from rankviz.diagnose.printed import read_typed
    >>> from rankviz.metrics import METRICS
    >>> space = answers_for(METRICS["rr"], [Ranking.from_grades([0, 1])], Convention())
    >>> [space.named(read_typed(text)).matches[0].departures for text in ("0.5", "1/2")]
    [(), ()]
    """
    return Space(metric, rankings, convention, reader)


__all__ = ["ENGINEER", "READERS", "STUDENT", "Answers", "LeftOut", "Match", "Space", "answers_for"]
