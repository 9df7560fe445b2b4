"""The profile of sentence-transformers."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, Names, arrays
from rankviz.libraries.common_choices import CREDITED
from rankviz.libraries.profile import Note, Profile

_FILE = "sentence_transformer/evaluation/information_retrieval.py"
_NOTES = (
    Note("sentence_grades", "trap", "huggingface/sentence-transformers#1349"),
    Note("sentence_ties", "trap", f"{_FILE}: compute_metrics"),
    Note("sentence_left_out", "trap", f"{_FILE}: __init__"),
    Note("sentence_map", "name", f"{_FILE}: compute_metrics", ("ap",)),
    Note("sentence_accuracy", "name", f"{_FILE}: compute_metrics", ("success", "accuracy")),
)
_RERANKING_FILE = "cross_encoder/evaluation/reranking.py"
_RERANKING_NOTES = (
    Note("reranking_ties", "trap", "huggingface/sentence-transformers#3989"),
    Note("reranking_positives", "trap", f"{_RERANKING_FILE}: always_rerank_positives"),
    Note("reranking_ideal", "trap", f"{_RERANKING_FILE}: compute_metrics", ("ndcg",)),
    Note("reranking_map", "trap", f"{_RERANKING_FILE}: compute_metrics", ("ap",)),
    Note("reranking_one", "slip", f"{_RERANKING_FILE}: compute_metrics"),
)
_METRICS = {
    "ndcg": "ndcg",
    "ap": "map",
    "rr": "mrr",
    "precision": "precision",
    "recall": "recall",
    "success": "accuracy",
}
_NAMES: Names = {(key, True): f"{name}@{{k}}" for key, name in _METRICS.items()}
_RERANKING_NAMES: Names = {("ndcg", True): "ndcg, at_k={k}", ("rr", True): "mrr, at_k={k}", ("ap", False): "ap"}


def _write(call: Call, measure: str) -> str:
    name, _, cutoff = measure.partition("@")
    cutoff_name = "precision_recall_at_k" if name in ("precision", "recall") else f"{name}_at_k"
    retrieved = [(item.doc_id, float(item.score or 0)) for item in call.ranking.items]
    return f"""from sentence_transformers.sentence_transformer.evaluation import InformationRetrievalEvaluator

relevant = {call.relevant_ids}
retrieved = {retrieved}
corpus = {{doc: "" for doc, score in retrieved}}
evaluator = InformationRetrievalEvaluator({{"q": ""}}, corpus, {{"q": set(relevant)}}, {cutoff_name}=[{cutoff}])
results = [{{"corpus_id": doc, "score": score}} for doc, score in retrieved]
print(evaluator.compute_metrics([results])["{name}@k"][{cutoff}])
"""


def _write_reranking(call: Call, measure: str) -> str:
    name, _, cut = measure.partition(", ")
    return f"""import numpy as np
from sentence_transformers.cross_encoder.evaluation import CrossEncoderRerankingEvaluator

{arrays(call, "scores, relevant")}evaluator = CrossEncoderRerankingEvaluator([]{cut and f", {cut}"})
mrr, ndcg, ap = evaluator.compute_metrics(relevant, np.array(scores))
print(float({name}))
"""


PROFILES: tuple[Profile, ...] = (
    Profile(
        "sentence_transformers",
        "sentence-transformers",
        "6.2.0",
        "language_models",
        common={"ties": "docid_asc", "mean_over": "with_relevant", "no_relevant": "skip"},
        measures={
            "ndcg@": {"gain": "binary", **CREDITED},
            "ap@": {"ap_base": "min_R_k", **CREDITED},
            "rr@": {},
            "precision@": {"duplicates": "count_all"},
            "recall@": CREDITED,
            "success@": {},
        },
        source=f"{_FILE}; recorded by tools/recorders/sentence_transformers.py",
        notes=_NOTES,
        program=CallForm(
            _NAMES, _write, "sentence-transformers=={0}", needs="relevant", is_proved_with_copies=True, run_on="2026-11-23"
        ),
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
        source=f"{_RERANKING_FILE}; recorded by tools/recorders/sentence_transformers_reranking.py",
        notes=_RERANKING_NOTES,
        program=CallForm(
            _RERANKING_NAMES, _write_reranking, "sentence-transformers=={0}", is_proved_with_copies=True, run_on="2026-11-23"
        ),
    ),
)
