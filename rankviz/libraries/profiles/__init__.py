"""Named conventions: what a library or a book computes, as data.

A profile holds choices only; no code anywhere asks for a profile's name.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rankviz.libraries.profiles.array_libraries import ARRAYS
from rankviz.libraries.profiles.books import BOOKS
from rankviz.libraries.profiles.frame_recommenders import USER_FRAMES
from rankviz.libraries.profiles.language_models import LANGUAGE_MODELS
from rankviz.libraries.profiles.learning_to_rank import RANKERS
from rankviz.libraries.profiles.list_recommenders import USER_LISTS
from rankviz.libraries.profiles.pipelines import PIPELINES
from rankviz.libraries.profiles.profile import GROUPS, Choices, Note, Profile
from rankviz.libraries.profiles.recommendation import RECOMMENDATION
from rankviz.libraries.profiles.retrieval import RETRIEVAL
from rankviz.libraries.profiles.search_engines import ENGINES

_EVERY = (
    *(*BOOKS, *RETRIEVAL, *LANGUAGE_MODELS, *PIPELINES, *ENGINES),
    *(*RECOMMENDATION, *USER_LISTS, *USER_FRAMES, *RANKERS, *ARRAYS),
)
# By group, and so in every table and menu.
PROFILES: Mapping[str, Profile] = MappingProxyType(
    {profile.key: profile for profile in sorted(_EVERY, key=lambda each: GROUPS.index(each.group))}
)
CUSTOM = "own"  # used like a profile's key for a custom convention

__all__ = ["CUSTOM", "GROUPS", "PROFILES", "Choices", "Note", "Profile"]
