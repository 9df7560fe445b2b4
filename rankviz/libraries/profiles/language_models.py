"""Profiles of libraries that evaluate what is retrieved for a language model: embeddings, retrievers."""

from __future__ import annotations

from rankviz.libraries.profiles.profile import Choices, Note, Profile

# A document that is retrieved twice earns twice, but it is one that was expected.
_CREDITED: Choices = {"duplicates": "credit_each"}

_SENTENCE = "sentence_transformer/evaluation/information_retrieval.py"
_SENTENCE_NOTES = (
    Note("sentence_grades", "trap", "huggingface/sentence-transformers#1349"),
    Note("sentence_ties", "trap", f"{_SENTENCE}: compute_metrics"),
    Note("sentence_left_out", "trap", f"{_SENTENCE}: __init__"),
    Note("sentence_map", "name", f"{_SENTENCE}: compute_metrics", ("ap",)),
    Note("sentence_accuracy", "name", f"{_SENTENCE}: compute_metrics", ("success", "accuracy")),
)
_RERANKING = "cross_encoder/evaluation/reranking.py"
_RERANKING_NOTES = (
    Note("reranking_ties", "trap", "huggingface/sentence-transformers#3989"),
    Note("reranking_positives", "trap", f"{_RERANKING}: always_rerank_positives"),
    Note("reranking_ideal", "trap", f"{_RERANKING}: compute_metrics", ("ndcg",)),
    Note("reranking_map", "trap", f"{_RERANKING}: compute_metrics", ("ap",)),
    Note("reranking_one", "slip", f"{_RERANKING}: compute_metrics"),
)

_MLFLOW = "metrics/metric_definitions.py"
_MLFLOW_NOTES = (
    Note("mlflow_shrink", "slip", "mlflow/mlflow#24541", ("ndcg",)),
    Note("mlflow_three", "trap", "models/evaluation: model_type=retriever"),
    Note("mlflow_copies", "trap", f"{_MLFLOW}: _expand_duplicate_retrieved_docs", ("ndcg", "precision")),
    Note("mlflow_nothing", "trap", f"{_MLFLOW}: ndcg_at_k, recall_at_k", ("ndcg", "recall")),
)

_PHOENIX = "metrics/retrieval_metrics.py"
_PHOENIX_NOTES = (
    Note("phoenix_missed", "trap", f"{_PHOENIX}: ndcg", ("ndcg",)),
    Note("phoenix_nonzero", "trap", f"{_PHOENIX}: precision, reciprocal_rank, hit", ("precision", "rr", "success")),
    Note("phoenix_nan", "trap", f"{_PHOENIX}: has_nan"),
)
# Any label but 0 is a hit; of one below 0 nothing is promised.
_NONZERO: Choices = {"threshold": 0, "strict": "yes"}

_REFUSING: Choices = {"no_relevant": "error"}
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
        "sentence_transformers",
        "sentence-transformers",
        "6.2.0",
        "language_models",
        common={"ties": "docid_asc", "mean_over": "with_relevant", "no_relevant": "skip"},
        measures={
            "ndcg@": {"gain": "binary", **_CREDITED},
            "ap@": {"ap_base": "min_R_k", **_CREDITED},
            "rr@": {},
            "precision@": {"duplicates": "count_all"},
            "recall@": _CREDITED,
            "success@": {},
        },
        source=f"{_SENTENCE}; recorded by tools/recorders/sentence_transformers.py",
        notes=_SENTENCE_NOTES,
    ),
    Profile(
        "sentence_transformers_reranking",
        "sentence-transformers (reranking)",
        "6.2.0",
        "language_models",
        common={"duplicates": "count_all", "unretrieved": "invisible", "mean_over": "all"},
        measures={
            "ndcg@": {"gain": "binary", "ideal": "retrieved", "short_list": "shrink", "ties": "average"},
            "ap": {"ap_base": "R_list", "ties": "group"},
            "ap@": None,
            "rr@": {},
        },
        unstable="unstable_sort",
        source=f"{_RERANKING}; recorded by tools/recorders/sentence_transformers_reranking.py",
        notes=_RERANKING_NOTES,
    ),
    Profile(
        "llama_index_0_12_1",
        "llama-index",
        "0.12.1",
        "language_models",
        common=_REFUSING,
        measures={"ndcg": {"gain": "binary", "ideal": "k_ones", "short_list": "shrink", **_CREDITED}, **_LLAMA_INDEX},
        source=f"{_LLAMA_INDEX_FILE}; recorded by tools/recorders/llama_index_0_12_1.py",
        until="0.12.2",
        notes=(Note("llama_index_ideal", "slip", "run-llama/llama_index#17070", ("ndcg",)), *_LLAMA_INDEX_NOTES),
    ),
    Profile(
        "llama_index",
        "llama-index",
        "0.14.25",
        "language_models",
        common=_REFUSING,
        measures={"ndcg": {"gain": "binary", "ideal_cut": "none", **_CREDITED}, **_LLAMA_INDEX},
        source=f"{_LLAMA_INDEX_FILE}; recorded by tools/recorders/llama_index.py",
        since="0.12.6",
        notes=(
            Note("llama_index_whole", "trap", f"{_LLAMA_INDEX_FILE}: NDCG", ("ndcg",)),
            Note("llama_index_shrink", "slip", "run-llama/llama_index#17126", ("ndcg",)),
            *_LLAMA_INDEX_NOTES,
        ),
    ),
    Profile(
        "mlflow",
        "mlflow",
        "3.17.2",
        "language_models",
        common={"mean_over": "all"},
        measures={
            "ndcg@": {"gain": "binary", "short_list": "shrink", "duplicates": "count_all"},
            "precision@": {"precision_base": "n", "duplicates": "count_all"},
            "recall@": {},
        },
        source=f"{_MLFLOW}: ndcg_at_k, precision_at_k, recall_at_k; recorded by tools/recorders/mlflow.py",
        notes=_MLFLOW_NOTES,
    ),
    Profile(
        "phoenix",
        "Arize Phoenix",
        "20.26.1",
        "language_models",
        common={"duplicates": "count_all", "unretrieved": "invisible", "unjudged": "undefined"},
        measures={
            "ndcg": {"ideal": "retrieved", "short_list": "shrink", "negative": "error"},
            "precision": _NONZERO,
            "rr": _NONZERO,
            "rr@": None,
            "success": _NONZERO,
            "success@": None,
        },
        source=f"{_PHOENIX}; recorded by tools/recorders/phoenix.py",
        notes=_PHOENIX_NOTES,
    ),
)
