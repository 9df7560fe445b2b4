"""Program text for libraries that evaluate what is retrieved for a language model: embeddings, retrievers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rankviz.diagnose.programs.call import Form

LANGUAGE_MODELS: Mapping[str, Form] = MappingProxyType({})
