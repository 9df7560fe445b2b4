"""Record llama-index as it was up to 0.12.1, when nDCG had another ideal: with the code of the recorder of today's version."""

from __future__ import annotations

from tools.recorders.common import measures
from tools.recorders.llama_index import MODES, NAMES, run

ASKED = [
    each for name in NAMES for each in measures(name, (None, 3) if name != "NDCG" else (None, 1, 3, 10), "similarity_top_k")
]

if __name__ == "__main__":
    run("llama_index_0_12_1", [*ASKED, *MODES])
