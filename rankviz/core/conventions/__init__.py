"""What people must share before their numbers can be compared: every choice a metric leaves open, and when it matters."""

from __future__ import annotations

from rankviz.core.conventions import when_choices_matter as matters
from rankviz.core.conventions.choices_and_defaults import FIELDS, TEXTBOOK, Convention, FormulaRules, ListRules, MeanRules
from rankviz.core.conventions.fields import Field
from rankviz.core.conventions.list_facts import ANY_LISTS, ListFacts

__all__ = [
    "ANY_LISTS",
    "FIELDS",
    "TEXTBOOK",
    "Convention",
    "Field",
    "FormulaRules",
    "ListFacts",
    "ListRules",
    "MeanRules",
    "matters",
]
