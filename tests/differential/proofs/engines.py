"""The calls of the evaluators of search engines."""

from __future__ import annotations

from collections.abc import Mapping

from tests.differential.proofs.parts import LeftOut, Proof

PROOFS: Mapping[str, Proof] = {}
LEFT_OUT: tuple[LeftOut, ...] = ()
