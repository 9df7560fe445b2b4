"""The calls of what evaluates whole pipelines of retrieval and answers."""

from __future__ import annotations

from collections.abc import Mapping

from tests.differential.proofs.parts import LeftOut, Proof

PROOFS: Mapping[str, Proof] = {}
LEFT_OUT: tuple[LeftOut, ...] = ()
