"""Program text for what evaluates whole pipelines of retrieval and answers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rankviz.diagnose.programs.call import Form

PIPELINES: Mapping[str, Form] = MappingProxyType({})
