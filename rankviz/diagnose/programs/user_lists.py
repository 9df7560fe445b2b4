"""Program text for recommenders that are given a list and a set of items for each user."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rankviz.diagnose.programs.call import Form

USER_LISTS: Mapping[str, Form] = MappingProxyType({})
