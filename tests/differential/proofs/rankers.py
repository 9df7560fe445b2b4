"""The calls of libraries that learn to rank, in which tensors hold what was shown."""

from __future__ import annotations

from collections.abc import Mapping

from tests.differential.proofs.parts import LeftOut, Proof

PROOFS: Mapping[str, Proof] = {}
LEFT_OUT: tuple[LeftOut, ...] = ()
