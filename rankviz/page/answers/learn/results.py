"""The view of the results of a set."""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.learn.learn_params import LearnParams
from rankviz.learn.questions.attempts import read_work
from rankviz.learn.sets.progress import Progress
from rankviz.learn.view.results import results_payload
from rankviz.page.answers.part_builder import Data, PartBuilder


def results_parts(shown: PartBuilder, learning: LearnParams) -> Mapping[str, Data | None]:
    """Build the parts of the view."""
    assert learning.set is not None
    return {"results": results_payload(Progress(learning.set, read_work(shown.build_input.view.work)), shown.texts)}
