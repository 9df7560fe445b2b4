"""Which recorded call belongs to which measure of a profile, and which rows a profile cannot promise, with the reason."""

from __future__ import annotations

from collections.abc import Mapping

from tests.libraries.proofs import array_libraries as arrays
from tests.libraries.proofs import frame_recommenders as user_frames
from tests.libraries.proofs import language_models, pipelines, recommendation, retrieval
from tests.libraries.proofs import learning_to_rank as rankers
from tests.libraries.proofs import list_recommenders as user_lists
from tests.libraries.proofs import search_engines as engines
from tests.libraries.proofs.parts import EXACT, FIVE_DECIMALS, Call, LeftOut, Proof, Row

_ALL = (retrieval, arrays, recommendation, language_models, pipelines, user_frames, user_lists, rankers, engines)
PROOFS: Mapping[str, Proof] = {key: proof for each in _ALL for key, proof in each.PROOFS.items()}
LEFT_OUT: tuple[LeftOut, ...] = tuple(rule for each in _ALL for rule in each.LEFT_OUT)

__all__ = ["EXACT", "FIVE_DECIMALS", "LEFT_OUT", "PROOFS", "Call", "LeftOut", "Proof", "Row"]
