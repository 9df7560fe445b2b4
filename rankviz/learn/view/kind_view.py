"""What a kind of questions has of its own on the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from rankviz.learn.view.question_context import Data, QuestionContext

Parts = Mapping[str, Data | None]


class KindView(NamedTuple):
    """One kind of question on the page.

    Parameters
    ----------
    parts : function of QuestionContext to parts
        Of `ranking_list`, `working_table`, `rank_chart`, `question_body` and `derivation` those that the kind has.
    body : str
        What draws its `question_body`: a name of `BODIES` in `browser/learn/question_body`; "" if it has none.
    panel : function of QuestionContext to data
        Members of the answer panel that replace those of every kind.
    hints : function of QuestionContext to sentences
        The hints that were taken.
    """

    parts: Callable[[QuestionContext], Parts]
    body: str = ""
    panel: Callable[[QuestionContext], Data] = lambda context: {}
    hints: Callable[[QuestionContext], list[str]] = lambda context: [*context.hints[: context.hints_taken]]
