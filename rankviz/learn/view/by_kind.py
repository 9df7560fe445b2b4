"""The parts that each kind of question has of its own: one module per kind, and one line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from rankviz.learn.view.choosing import (
    better_parts,
    choice_panel,
    order_parts,
    reach_panel,
    reach_parts,
    swap_parts,
    trend_parts,
    who_parts,
)
from rankviz.learn.view.question_context import Data, QuestionContext
from rankviz.learn.view.value import hint_sentences, value_panel, value_parts
from rankviz.learn.view.written_derivation import gap_panel, gap_parts, step_panel, step_parts


class KindView(NamedTuple):
    """One kind of question on the page.

    Parameters
    ----------
    parts : function of QuestionContext to parts
        Of `ranking_list`, `working_table`, `rank_chart`, `question_body` and `derivation` those that the kind has.
    panel : function of QuestionContext to data
        Members of the answer panel that replace those of every kind.
    hints : function of QuestionContext to sentences
        The hints that were taken.
    """

    parts: Callable[[QuestionContext], Mapping[str, Data | None]]
    panel: Callable[[QuestionContext], Data] = lambda context: {}
    hints: Callable[[QuestionContext], list[str]] = lambda context: [*context.hints[: context.hints_taken]]


KINDS: Mapping[str, KindView] = MappingProxyType(
    {
        "value": KindView(value_parts, value_panel, hint_sentences),
        "gap": KindView(gap_parts, gap_panel),
        "step": KindView(step_parts, step_panel),
        "better": KindView(better_parts, choice_panel),
        "order": KindView(order_parts, choice_panel),
        "who": KindView(who_parts, choice_panel),
        "reach": KindView(reach_parts, reach_panel),
        "trend": KindView(trend_parts, choice_panel),
        "swap": KindView(swap_parts, choice_panel),
    }
)
