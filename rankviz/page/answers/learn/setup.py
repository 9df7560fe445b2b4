"""The view in which a teacher makes a set, and the files that are made of one."""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.learn.learn_params import LearnParams
from rankviz.learn.view.setup import setup_payload
from rankviz.page.answers.part_builder import Data, PartBuilder


def setup_parts(shown: PartBuilder, learning: LearnParams) -> Mapping[str, Data | None]:
    """Build the parts of the view."""
    assert learning.set is not None
    made = setup_payload(learning.set, learning.number, shown.texts)
    to_class = "" if shown.build_input.view.is_static or learning.set.fixed_questions else shown.texts("header.class_set")
    return {"setup": {**made, "class": to_class}}
