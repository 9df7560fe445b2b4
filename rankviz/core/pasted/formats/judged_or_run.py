"""Tells judgments from runs by the names of data."""

from __future__ import annotations

import re

JUDGED = re.compile(
    r"qrel|judg|truth|relev|gold|expect|reference|target|label|rated|positive|grade|actual|annotat", re.IGNORECASE
)
RAN = re.compile(r"run|result|retriev|rank|predict|pred|return|score|hits|output|recommend", re.IGNORECASE)


def role_of(name: str) -> str:
    """Return "judged" or "run" by a name; "" if it says neither, or both."""
    if bool(JUDGED.search(name)) == bool(RAN.search(name)):
        return ""
    return "judged" if JUDGED.search(name) else "run"
