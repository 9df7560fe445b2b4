"""Program text for libraries that learn to rank, in which tensors hold what was shown."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rankviz.diagnose.programs.call import Form

RANKERS: Mapping[str, Form] = MappingProxyType({})
