"""Named conventions: what a library or a book computes, as data.

A profile holds choices only; no code anywhere asks for a profile's name.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rankviz.profiles.arrays import ARRAYS
from rankviz.profiles.books import BOOKS
from rankviz.profiles.profile import Choices, Profile
from rankviz.profiles.recommendation import RECOMMENDATION
from rankviz.profiles.retrieval import RETRIEVAL

PROFILES: Mapping[str, Profile] = MappingProxyType(
    {profile.key: profile for profile in (*BOOKS, *RETRIEVAL, *ARRAYS, *RECOMMENDATION)}
)
OWN = "own"  # in the place of a profile's key: the convention is the person's own

__all__ = ["OWN", "PROFILES", "Choices", "Profile"]
