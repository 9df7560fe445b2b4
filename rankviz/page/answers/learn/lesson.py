"""The view of a lesson: the parts of Explore or Compare, and the context."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from rankviz.learn.learn_params import LearnParams
from rankviz.learn.questions.attempts import read_work
from rankviz.learn.view.lesson import LessonContext, lesson_payload
from rankviz.learn.words.lessons import in_language
from rankviz.page.answers.part_builder import Data, PartBuilder
from rankviz.page.header import learn_buttons


def lesson_parts(builder: PartBuilder, params: LearnParams) -> dict[str, Data | None]:
    """Build the parts of a step."""
    context = LessonContext(params, read_work(builder.build_input.view.work), builder.analysis, builder.texts)
    view = builder.build_input.view
    if context.withheld_parts:
        build_input = replace(builder.build_input, view=structs.replace(view, hidden=context.withheld_parts))
        builder = PartBuilder(build_input, builder.analysis, builder.texts)
    common_parts = {"lesson": lesson_payload(context), "header": _header(builder, context)}
    if context.step.page == "compare":
        may_reveal = not context.withheld_parts
        return common_parts | {
            "two_lists": builder.two_lists(),
            "difference": builder.difference() if may_reveal else None,
            "choices": builder.choices(),
            "winner": builder.winner() if may_reveal else None,
            "derivations": builder.derivations() if may_reveal else None,
        }
    has_rank_chart = "formula" not in context.withheld_parts or "gain" in builder.analysis.metric.uses
    return common_parts | {
        "ranking_list": builder.ranking_list(),
        "list_tabs": builder.list_tabs() if len(builder.build_input.state.lists) > 1 else None,
        "choices": builder.choices(),
        "rank_chart": builder.rank_chart() if has_rank_chart else None,
        "charts": _charts(builder, context),
        "derivation": builder.derivation(),
    }


def _charts(builder: PartBuilder, context: LessonContext) -> Data | None:
    """Build the charts, folded away until a step speaks of them."""
    charts, label = builder.charts(), builder.texts("lesson_charts.fold") if context.folds_charts else ""
    return None if charts is None else {**charts, "fold": label}


def _header(builder: PartBuilder, context: LessonContext) -> Data:
    """Build the header; the title names the lesson, so that a bookmark does, too."""
    name = builder.texts("pages.learn")
    title = builder.texts("app.title_in", view=in_language(context.lesson.title, builder.texts.language), name=name)
    return {**builder.header(), **learn_buttons(builder.texts, ("undo", "redo")), "title": title}
