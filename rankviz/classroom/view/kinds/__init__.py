"""What each kind of questions has of its own in a class, by its name."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from rankviz.classroom.view.class_kind import ClassKind
from rankviz.learn.questions.kinds import NAMES

CLASS_KINDS: Mapping[str, ClassKind] = MappingProxyType(
    {name: import_module(f"{__name__}.{name}").CLASS_KIND for name in NAMES}
)
