"""The view in which a teacher makes a set, and the files that are made of one."""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.course.place import Learning
from rankviz.ui.answers.shown import Data, Shown
from rankviz.ui.views.learn.setup import setup_data


def setup_parts(shown: Shown, learning: Learning) -> Mapping[str, Data | None]:
    """Build the parts of the view."""
    assert learning.set is not None
    made = setup_data(learning.set, learning.number, shown.texts)
    to_class = "" if shown.asked.view.alone or learning.set.own else shown.texts("bar.class_set")
    return {"setup": {**made, "class": to_class}}
