"""What each kind of questions has of its own in a class, by its name; a kind without a module here has nothing."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType

from rankviz.classroom.view.class_kind import ClassKind
from rankviz.learn.questions.kinds import KINDS


def _class_kind(name: str) -> ClassKind:
    module = f"{__name__}.{name}"
    if find_spec(module) is None:
        return ClassKind(explains_each_choice=not KINDS[name].single_try)
    class_kind: ClassKind = import_module(module).CLASS_KIND
    return class_kind


CLASS_KINDS: Mapping[str, ClassKind] = MappingProxyType({name: _class_kind(name) for name in KINDS})
