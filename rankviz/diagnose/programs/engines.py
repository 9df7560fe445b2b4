"""Program text for the evaluators of search engines."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rankviz.diagnose.programs.call import Form

ENGINES: Mapping[str, Form] = MappingProxyType({})
