"""The kinds of questions: how each is generated, and how its answers are judged. Each has a module, and an entry here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from rankviz.learn.questions.kinds import better, gap, order, reach, step, swap, trend, value, who
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.random_lists import QuestionSpec
from rankviz.learn.questions.verdict import Verdict


class QuestionKind(NamedTuple):
    """One kind of questions.

    Parameters
    ----------
    draw : function of QuestionSpec to questions
        Yields questions that can be asked, in the order of drawing; the first new one is used. The caller sets their kind,
        seed and number.
    judge : function of (Question, str, bool) to Verdict
        Judges an answer, given as text; the bool is whether the line with the mistake was found before.
    single_try : bool
        Whether there is one try only, after which the solution is shown, right or not.
    """

    draw: Callable[[QuestionSpec], Iterator[Question]]
    judge: Callable[[Question, str, bool], Verdict]
    single_try: bool = False


KINDS: Mapping[str, QuestionKind] = MappingProxyType(
    {
        "value": QuestionKind(value.draw, value.judge),
        "gap": QuestionKind(gap.draw, gap.judge),
        "step": QuestionKind(step.draw, step.judge),
        "better": QuestionKind(better.draw, better.judge, single_try=True),
        "order": QuestionKind(order.draw, order.judge),
        "who": QuestionKind(who.draw, who.judge),
        "reach": QuestionKind(reach.draw, reach.judge),
        "trend": QuestionKind(trend.draw, trend.judge, single_try=True),
        "swap": QuestionKind(swap.draw, swap.judge, single_try=True),
    }
)
