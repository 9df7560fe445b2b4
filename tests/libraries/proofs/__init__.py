"""Which recorded call belongs to which measure of a profile, and which rows a profile cannot promise, with the reason.

A library's module has the name of its profile's; one has none where its answers are looked at by a test of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

from rankviz.libraries.profiles import NAMES, PROFILES
from tests.libraries.proofs.parts import EXACT, LeftOut, Proof

_ALL = [import_module(f"{__name__}.{each.name}") for each in iter_modules(__path__) if each.name in NAMES]
PROOFS: Mapping[str, Proof] = {key: proof for each in _ALL for key, proof in each.PROOFS.items()}
CALLED = ("trec_eval", "sklearn")  # in tests of their own, each time: nothing of them is recorded
LEFT_OUT: tuple[LeftOut, ...] = tuple(rule for each in _ALL for rule in getattr(each, "LEFT_OUT", ()))


def tolerance(profile: str) -> float:
    """How far a value may be from the library's: half a unit of the last decimal, where the library gives no more."""
    given, decimals = PROOFS[profile].tolerance, PROFILES[profile].decimals
    if given is not None:
        return given
    return EXACT if decimals is None else 0.5 * 10**-decimals + 1e-12
