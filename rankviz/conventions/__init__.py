"""What people must share before their numbers can be compared: every choice a metric leaves open, and when it matters."""

from __future__ import annotations

from rankviz.conventions import matters
from rankviz.conventions.convention import FIELDS, TEXTBOOK, Convention, ListRules, MeanRules, View
from rankviz.conventions.fields import Field
from rankviz.conventions.list_facts import ANY_LISTS, ListFacts

__all__ = [
    "ANY_LISTS",
    "FIELDS",
    "TEXTBOOK",
    "Convention",
    "Field",
    "ListFacts",
    "ListRules",
    "MeanRules",
    "View",
    "matters",
]
