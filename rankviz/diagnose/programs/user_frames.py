"""Program text for recommenders that are given data frames of users and items."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rankviz.diagnose.programs.call import Form

USER_FRAMES: Mapping[str, Form] = MappingProxyType({})
