"""The calls of recommenders that are given data frames of users and items."""

from __future__ import annotations

from collections.abc import Mapping

from tests.differential.proofs.parts import LeftOut, Proof

PROOFS: Mapping[str, Proof] = {}
LEFT_OUT: tuple[LeftOut, ...] = ()
