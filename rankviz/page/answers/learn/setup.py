"""The set-up view, in which a teacher makes a question set."""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.learn.learn_params import LearnParams
from rankviz.learn.view.setup import setup_payload
from rankviz.page.answers.part_builder import Data, PartBuilder


def setup_parts(builder: PartBuilder, params: LearnParams) -> Mapping[str, Data | None]:
    """Build the parts of the view."""
    assert params.set is not None
    payload = setup_payload(params.set, params.number, builder.texts)
    class_label = "" if builder.build_input.view.is_static or params.set.fixed_questions else builder.texts("header.class_set")
    return {"setup": {**payload, "class_label": class_label}}
