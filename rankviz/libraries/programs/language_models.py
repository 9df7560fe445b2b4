"""Programs for libraries that evaluate what is retrieved for a language model: embeddings, retrievers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rankviz.libraries.programs.call import Call, CallForm, Names, arrays

_SENTENCE = {
    "ndcg": "ndcg",
    "ap": "map",
    "rr": "mrr",
    "precision": "precision",
    "recall": "recall",
    "success": "accuracy",
}
SENTENCE: Names = MappingProxyType({(key, True): f"{name}@{{k}}" for key, name in _SENTENCE.items()})
RERANKING: Names = MappingProxyType({("ndcg", True): "ndcg, at_k={k}", ("rr", True): "mrr, at_k={k}", ("ap", False): "ap"})
MLFLOW: Names = MappingProxyType({(key, True): f"{key}_at_k({{k}})" for key in ("ndcg", "precision", "recall")})
_PHOENIX = {"ndcg": "ndcg({})", "precision": "precision({})"}
PHOENIX: Names = MappingProxyType(
    {
        **{(key, True): name.format("{k}") for key, name in _PHOENIX.items()},
        **{(key, False): name.format("") for key, name in _PHOENIX.items()},
        ("rr", False): "reciprocal_rank()",
        ("success", False): "hit()",
    }
)
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


def _sentence(call: Call, measure: str) -> str:
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


def _sentence_reranking(call: Call, measure: str) -> str:
    name, _, cut = measure.partition(", ")
    return f"""import numpy as np
from sentence_transformers.cross_encoder.evaluation import CrossEncoderRerankingEvaluator

{arrays(call, "scores, relevant")}evaluator = CrossEncoderRerankingEvaluator([]{cut and f", {cut}"})
mrr, ndcg, ap = evaluator.compute_metrics(relevant, np.array(scores))
print(float({name}))
"""


def _mlflow(call: Call, computed: str) -> str:
    return f"""import pandas as pd
from mlflow.metrics import {computed.partition("(")[0]}

relevant = {call.relevant_ids}
retrieved = {[item.doc_id for item in call.items_by_score]}
found = {computed}.eval_fn(pd.Series([retrieved]), pd.Series([relevant]))
print(float(found.scores[0]))
"""


def _phoenix(call: Call, computed: str) -> str:
    labels = ["nan" if item.grade is None else repr(item.grade) for item in call.items_by_score]
    head = "from math import nan\n\n" if "nan" in labels else ""
    return f"""{head}from phoenix.metrics.retrieval_metrics import RetrievalMetrics

labels = [{", ".join(labels)}]  # of what was retrieved, in its order
print(float(RetrievalMetrics(labels).{computed}))
"""


def _llama_index(call: Call, measure: str) -> str:
    name, cut, to = measure.partition("[")
    return f"""from llama_index.core.evaluation.retrieval.metrics import {name}

expected = {call.relevant_ids}
retrieved = {[item.doc_id for item in call.items_by_score]}
print({name}().compute(expected_ids=expected, retrieved_ids=retrieved{cut}{to}).score)
"""


LANGUAGE_MODELS: Mapping[str, CallForm] = MappingProxyType(
    {
        "sentence_transformers": CallForm(
            SENTENCE, _sentence, "sentence-transformers=={0}", needs="relevant", is_proved_with_copies=True
        ),
        "sentence_transformers_reranking": CallForm(
            RERANKING, _sentence_reranking, "sentence-transformers=={0}", is_proved_with_copies=True
        ),
        "mlflow": CallForm(MLFLOW, _mlflow, "mlflow-skinny=={0} scikit-learn pandas", is_proved_with_copies=True),
        "phoenix": CallForm(PHOENIX, _phoenix, "arize-phoenix=={0}", is_proved_with_copies=True),
        "llama_index_0_12_1": CallForm(LLAMA_INDEX, _llama_index, "llama-index-core=={0}", needs="relevant"),
        "llama_index": CallForm(LLAMA_INDEX, _llama_index, "llama-index-core=={0}", needs="relevant"),
    }
)
