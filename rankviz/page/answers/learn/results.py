"""The view of the results of a question set."""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.learn.learn_params import LearnParams
from rankviz.learn.questions.attempts import read_work
from rankviz.learn.sets.progress import Progress
from rankviz.learn.view.results import results_payload
from rankviz.page.answers.part_builder import Data, PartBuilder


def results_parts(builder: PartBuilder, params: LearnParams) -> Mapping[str, Data | None]:
    """Build the parts of the view."""
    assert params.set is not None
    return {"results": results_payload(Progress(params.set, read_work(builder.build_input.view.work)), builder.texts)}
