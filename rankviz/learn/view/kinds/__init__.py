"""What each kind of questions has of its own on the page, by its name."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from rankviz.learn.questions.kinds import NAMES
from rankviz.learn.view.kind_view import KindView

KINDS: Mapping[str, KindView] = MappingProxyType({name: import_module(f"{__name__}.{name}").VIEW for name in NAMES})
