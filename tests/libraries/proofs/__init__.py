"""Which recorded call belongs to which measure of a profile, and which rows a profile cannot promise, with the reason.

A library's module has the name of its profile's; one has none where its answers are looked at by a test of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

from rankviz.libraries.profiles import NAMES
from tests.libraries.proofs.parts import LeftOut, Proof

_ALL = [import_module(f"{__name__}.{each.name}") for each in iter_modules(__path__) if each.name in NAMES]
PROOFS: Mapping[str, Proof] = {key: proof for each in _ALL for key, proof in each.PROOFS.items()}
LEFT_OUT: tuple[LeftOut, ...] = tuple(rule for each in _ALL for rule in getattr(each, "LEFT_OUT", ()))
