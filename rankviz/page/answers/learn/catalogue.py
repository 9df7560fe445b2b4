"""What the page Learn has without an address: the lessons, and practice."""

from __future__ import annotations

from rankviz.learn.learn_params import LearnParams
from rankviz.learn.view.catalogue import catalogue_payload
from rankviz.page.answers.part_builder import Data, PartBuilder


def catalogue_parts(shown: PartBuilder, learning: LearnParams) -> dict[str, Data | None]:
    """Build the parts."""
    return {"catalogue": catalogue_payload(shown.texts)}
