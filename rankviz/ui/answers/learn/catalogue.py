"""What the page Learn has without an address: the lessons, and practice."""

from __future__ import annotations

from rankviz.course.place import Learning
from rankviz.ui.answers.shown import Data, Shown
from rankviz.ui.views.learn.catalogue import catalogue_data


def catalogue_parts(shown: Shown, learning: Learning) -> dict[str, Data | None]:
    """Build the parts."""
    return {"catalogue": catalogue_data(shown.texts)}
