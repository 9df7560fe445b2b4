"""What is said of each kind of questions, by its name."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from rankviz.learn.questions.kinds import NAMES
from rankviz.learn.words.kind_wording import KindWording

KIND_WORDINGS: Mapping[str, KindWording] = MappingProxyType(
    {name: import_module(f"{__name__}.{name}").WORDING for name in NAMES}
)
