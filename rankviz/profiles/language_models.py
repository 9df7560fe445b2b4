"""Libraries that evaluate what is retrieved for a language model: embeddings, retrievers: what each of them computes."""

from __future__ import annotations

from rankviz.profiles.profile import Choices, Note, Profile

# A document that is retrieved twice earns twice, but it is one that was expected.
_CREDITED: Choices = {"duplicates": "credit_each"}

# The list is as long as its retriever made it, and is read whole.
_LLAMA_INDEX: dict[str, Choices | None] = {
    "ap": _CREDITED,
    "rr": {},
    "precision": {"precision_base": "n", "duplicates": "dedupe_first"},
    "recall": {},
    "success": {},
}
_LLAMA_INDEX_FILE = "core/evaluation/retrieval/metrics.py"
_LLAMA_INDEX_NOTES = (
    Note("llama_index_empty", "trap", "run-llama/llama_index#13926"),
    Note("llama_index_copies", "slip", "run-llama/llama_index#22683", ("ap", "ndcg")),
    Note("llama_index_mode", "trap", "run-llama/llama_index#14100", ("ndcg",)),
    Note("llama_index_granular_mrr", "name", f"{_LLAMA_INDEX_FILE}: MRR, use_granular_mrr", ("rr",)),
    Note(
        "llama_index_granular_hit_rate", "name", f"{_LLAMA_INDEX_FILE}: HitRate, use_granular_hit_rate", ("success", "recall")
    ),
)

LANGUAGE_MODELS: tuple[Profile, ...] = (
    Profile(
        "llama_index_0_12_1",
        "llama-index",
        "0.12.1",
        "language_models",
        measures={"ndcg": {"gain": "binary", "ideal": "k_ones", "short_list": "shrink", **_CREDITED}, **_LLAMA_INDEX},
        source=f"{_LLAMA_INDEX_FILE}; recorded by tools/recorders/llama_index_0_12_1.py",
        until="0.12.1",
        notes=(Note("llama_index_ideal", "slip", "run-llama/llama_index#17070", ("ndcg",)), *_LLAMA_INDEX_NOTES),
    ),
    Profile(
        "llama_index",
        "llama-index",
        "0.14.25",
        "language_models",
        measures={"ndcg": {"gain": "binary", "ideal_cut": "none", **_CREDITED}, **_LLAMA_INDEX},
        source=f"{_LLAMA_INDEX_FILE}; recorded by tools/recorders/llama_index.py",
        since="0.12.2",
        notes=(Note("llama_index_whole", "trap", f"{_LLAMA_INDEX_FILE}: NDCG", ("ndcg",)), *_LLAMA_INDEX_NOTES),
    ),
)
