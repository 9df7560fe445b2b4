"""The parts of each view of the page Learn, by the view that the URL names."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rankviz.display.error_text import error_texts
from rankviz.learn.learn_params import CATALOGUE, LESSON, QUESTION, RESULTS, SETUP, LearnParams, read_learn_params
from rankviz.page.answers.learn.catalogue import catalogue_parts
from rankviz.page.answers.learn.lesson import lesson_parts
from rankviz.page.answers.learn.question import deferred_question_parts, question_page_parts
from rankviz.page.answers.learn.results import results_parts
from rankviz.page.answers.learn.set_downloads import file_payload
from rankviz.page.answers.learn.setup import setup_parts
from rankviz.page.answers.part_builder import Data, PartBuilder
from rankviz.page.notices import notices_payload

Parts = Mapping[str, Data | None]
# By `LearnParams.view`; the parts that a reader looks at first come first.
VIEWS: Mapping[str, Callable[[PartBuilder, LearnParams], Parts]] = {
    CATALOGUE: catalogue_parts,
    LESSON: lesson_parts,
    QUESTION: question_page_parts,
    RESULTS: results_parts,
    SETUP: setup_parts,
}
DEFERRED_VIEWS: Mapping[str, Callable[[PartBuilder, LearnParams], Parts]] = {
    QUESTION: deferred_question_parts
}  # requested once the page is drawn


def learn_parts(builder: PartBuilder) -> Parts:
    """Build the parts of the current view, with notices on what could not be read of the URL or the file."""
    params = read_learn_params(builder.build_input.view.page_params, builder.build_input.view.file_text)
    notices = notices_payload((*error_texts(params.problems, builder.texts), *builder.build_input.notices), "", builder.texts)
    return {**_build_view(VIEWS, builder), **({"notices": notices} if params.problems else {})}


def deferred_parts(builder: PartBuilder) -> Parts:
    """Build the slow parts: for a question, the look-up and the next question; {} for other views."""
    return _build_view(DEFERRED_VIEWS, builder)


def file_parts(builder: PartBuilder) -> Parts:
    """Build a file of the question set."""
    params = read_learn_params(builder.build_input.view.page_params, builder.build_input.view.file_text)
    return {"file": file_payload(builder, params)}


def _build_view(views: Mapping[str, Callable[[PartBuilder, LearnParams], Parts]], builder: PartBuilder) -> Parts:
    params = read_learn_params(builder.build_input.view.page_params, builder.build_input.view.file_text)
    return views[params.view](builder, params) if params.view in views else {}
