"""What the page Learn has in a lesson: all of Explore's or Compare's living board, and the card."""

from __future__ import annotations

from dataclasses import replace

from rankviz.learn.learn_params import LearnParams
from rankviz.learn.questions.attempts import read_work
from rankviz.learn.view.lesson import LessonContext, lesson_payload
from rankviz.learn.words.lessons import in_language
from rankviz.page.answers.part_builder import Data, PartBuilder
from rankviz.page.header import learn_buttons


def lesson_parts(shown: PartBuilder, learning: LearnParams) -> dict[str, Data | None]:
    """Build the parts of a step."""
    card = LessonContext(learning, read_work(shown.build_input.view.work), shown.analysis, shown.texts)
    view = shown.build_input.view
    if card.withheld_parts:
        shown = PartBuilder(
            replace(shown.build_input, view=replace(view, hidden=card.withheld_parts)), shown.analysis, shown.texts
        )
    both = {"lesson": lesson_payload(card), "header": _header(shown, card)}
    if card.step.page == "compare":
        told = not card.withheld_parts
        return both | {
            "two_lists": shown.two_lists(),
            "difference": shown.difference() if told else None,
            "choices": shown.choices(),
            "winner": shown.winner() if told else None,
            "derivations": shown.derivations() if told else None,
        }
    has_rank_chart = "formula" not in card.withheld_parts or "gain" in shown.analysis.metric.uses
    return both | {
        "ranking_list": shown.ranking_list(),
        "list_tabs": shown.list_tabs() if len(shown.build_input.state.lists) > 1 else None,
        "choices": shown.choices(),
        "rank_chart": shown.rank_chart() if has_rank_chart else None,
        "charts": shown.charts(),
        "derivation": shown.derivation(),
    }


def _header(shown: PartBuilder, card: LessonContext) -> Data:
    """The header; a bookmark says which lesson it is."""
    name = shown.texts("pages.learn")
    title = shown.texts("app.title_in", view=in_language(card.lesson.title, shown.texts.language), name=name)
    return {**shown.header(), **learn_buttons(shown.texts, ("undo", "redo")), "title": title}
