"""The view of the results of a set."""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.course.place import Learning
from rankviz.course.progress import Progress
from rankviz.teach.progress import read_work
from rankviz.ui.answers.shown import Data, Shown
from rankviz.ui.views.learn.results import results_data


def results_parts(shown: Shown, learning: Learning) -> Mapping[str, Data | None]:
    """Build the parts of the view."""
    assert learning.set is not None
    return {"results": results_data(Progress(learning.set, read_work(shown.asked.view.work)), shown.texts)}
