"""Which parts the page Learn has: by what its address asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rankviz.display.error_text import error_texts
from rankviz.learn.learn_params import CATALOGUE, LESSON, QUESTION, RESULTS, SETUP, LearnParams, read_learn_params
from rankviz.page.answers.learn.catalogue import catalogue_parts
from rankviz.page.answers.learn.lesson import lesson_parts
from rankviz.page.answers.learn.question import question_late, question_view
from rankviz.page.answers.learn.results import results_parts
from rankviz.page.answers.learn.set_downloads import file_payload
from rankviz.page.answers.learn.setup import setup_parts
from rankviz.page.answers.part_builder import Data, PartBuilder
from rankviz.page.notices import notices_payload

Parts = Mapping[str, Data | None]
# By `Learning.view`; what an answer is watched for comes first.
VIEWS: Mapping[str, Callable[[PartBuilder, LearnParams], Parts]] = {
    CATALOGUE: catalogue_parts,
    LESSON: lesson_parts,
    QUESTION: question_view,
    RESULTS: results_parts,
    SETUP: setup_parts,
}
LATE: Mapping[str, Callable[[PartBuilder, LearnParams], Parts]] = {
    QUESTION: question_late
}  # asked for apart, when the page stands


def learn_parts(shown: PartBuilder) -> Parts:
    """Build the parts of what is looked at, and name what of the address or the file could not be read."""
    learning = read_learn_params(shown.build_input.view.page_params, shown.build_input.view.file_text)
    told = notices_payload((*error_texts(learning.problems, shown.texts), *shown.build_input.notices), "", shown.texts)
    return {**_made(VIEWS, shown), **({"notices": told} if learning.problems else {})}


def late_parts(shown: PartBuilder) -> Parts:
    """Build the parts that take long."""
    return _made(LATE, shown)


def file_parts(shown: PartBuilder) -> Parts:
    """Build a file of the set."""
    learning = read_learn_params(shown.build_input.view.page_params, shown.build_input.view.file_text)
    return {"file": file_payload(shown, learning)}


def _made(views: Mapping[str, Callable[[PartBuilder, LearnParams], Parts]], shown: PartBuilder) -> Parts:
    learning = read_learn_params(shown.build_input.view.page_params, shown.build_input.view.file_text)
    return views[learning.view](shown, learning) if learning.view in views else {}
