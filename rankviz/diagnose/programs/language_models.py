"""Program text for libraries that evaluate what is retrieved for a language model: embeddings, retrievers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rankviz.diagnose.programs.call import Call, Form, Names

_LLAMA_INDEX = {
    "ndcg": "NDCG",
    "ap": "AveragePrecision",
    "rr": "MRR",
    "precision": "Precision",
    "recall": "Recall",
    "success": "HitRate",
}
# Its metrics have no k: the list is cut before.
LLAMA_INDEX: Names = MappingProxyType(
    {
        **{(key, True): f"{name}[:{{k}}]" for key, name in _LLAMA_INDEX.items()},
        **{(key, False): name for key, name in _LLAMA_INDEX.items()},
    }
)


def _llama_index(call: Call, measure: str) -> str:
    name, cut, to = measure.partition("[")
    return f"""from llama_index.core.evaluation.retrieval.metrics import {name}

expected = {call.relevant_ids}
retrieved = {[item.doc_id for item in call.in_order]}
print({name}().compute(expected_ids=expected, retrieved_ids=retrieved{cut}{to}).score)
"""


LANGUAGE_MODELS: Mapping[str, Form] = MappingProxyType(
    {
        "llama_index_0_12_1": Form(LLAMA_INDEX, _llama_index, "llama-index-core=={0}", needs="relevant"),
        "llama_index": Form(LLAMA_INDEX, _llama_index, "llama-index-core=={0}", needs="relevant"),
    }
)
