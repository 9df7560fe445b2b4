"""Every choice a metric leaves open: the fields of a convention, and one settled set of them.

A convention is what two people must share before their numbers can be compared. The options of each field are in `options.py`.
The names are permanent: links carry them.
"""

from __future__ import annotations

from rankviz.conventions import matters
from rankviz.conventions.convention import TEXTBOOK, Convention, View
from rankviz.conventions.fields import FIELDS, OPEN, OWN_OPTIONS, Field
from rankviz.conventions.list_facts import ANY_LISTS, ListFacts

__all__ = ["ANY_LISTS", "FIELDS", "OPEN", "OWN_OPTIONS", "TEXTBOOK", "Convention", "Field", "ListFacts", "View", "matters"]
