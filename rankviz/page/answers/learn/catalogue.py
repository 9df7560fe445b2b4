"""The start view of Learn: the lessons, and practice."""

from __future__ import annotations

from rankviz.learn.learn_params import LearnParams
from rankviz.learn.view.catalogue import catalogue_payload
from rankviz.page.answers.part_builder import Data, PartBuilder


def catalogue_parts(builder: PartBuilder, params: LearnParams) -> dict[str, Data | None]:
    """Build the parts of the view."""
    return {"catalogue": catalogue_payload(builder.texts)}
