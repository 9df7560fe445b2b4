"""The calls of libraries that evaluate what is retrieved for a language model: embeddings, retrievers."""

from __future__ import annotations

from collections.abc import Mapping

from tests.differential.proofs.parts import LeftOut, Proof

PROOFS: Mapping[str, Proof] = {}
LEFT_OUT: tuple[LeftOut, ...] = ()
