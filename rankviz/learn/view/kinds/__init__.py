"""What each kind of questions has of its own on the page, by its name; a kind without a module here has the plain view."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType

from rankviz.learn.questions.kinds import NAMES
from rankviz.learn.view.kind_view import KindView
from rankviz.learn.view.plain_view import PLAIN_VIEW


def _view(module: str) -> KindView:
    view: KindView = PLAIN_VIEW if find_spec(module) is None else import_module(module).VIEW
    return view


KINDS: Mapping[str, KindView] = MappingProxyType({name: _view(f"{__name__}.{name}") for name in NAMES})
