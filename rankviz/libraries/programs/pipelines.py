"""Programs for evaluators of whole retrieval pipelines; the judgments stand in for their language model."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rankviz.libraries.programs.call import Call, CallForm, Names


def _cut_before(names: Mapping[str, str]) -> Names:
    """Return the names of metrics that have no k, with the slice that cuts the list before."""
    cut = {(key, True): f"{name}[:{{k}}]" for key, name in names.items()}
    return MappingProxyType({**cut, **{(key, False): name for key, name in names.items()}})


RAGAS = _cut_before(
    {
        "ap": "NonLLMContextPrecisionWithReference",
        "precision": "IDBasedContextPrecision",
        "recall": "IDBasedContextRecall",
    }
)
DEEPEVAL = _cut_before({"ap": "ContextualPrecisionMetric"})
HAYSTACK = _cut_before(
    {
        "ndcg": "DocumentNDCGEvaluator()",
        "ap": "DocumentMAPEvaluator()",
        "rr": "DocumentMRREvaluator()",
        "recall": 'DocumentRecallEvaluator(mode="multi_hit")',
        "success": 'DocumentRecallEvaluator(mode="single_hit")',
    }
)
_TRULENS = {"ndcg": "ndcg_at_k", "precision": "precision_at_k", "recall": "recall_at_k"}
TRULENS: Names = MappingProxyType(
    {
        **{(key, True): f'{name}("q", ranked, scores, k={{k}})' for key, name in _TRULENS.items()},
        **{(key, False): f'{name}("q", ranked, scores)' for key, name in _TRULENS.items()},
        ("success", True): 'ir_hit_rate("q", ranked, k={k})',
        ("success", False): 'ir_hit_rate("q", ranked)',
        ("rr", False): 'mrr("q", ranked, scores)',
    }
)


def _ranked_ids(call: Call) -> list[str]:
    return [item.doc_id for item in call.items_by_score]


def _ragas(call: Call, measure: str) -> str:
    name, cut, to = measure.partition("[")
    by_id = name.startswith("IDBased")
    kind = "context_ids" if by_id else "contexts"
    return f"""from ragas import SingleTurnSample
from ragas.metrics import {name}{"" if by_id else ", ExactMatch"}

relevant = {call.relevant_ids}
retrieved = {_ranked_ids(call)}
sample = SingleTurnSample(retrieved_{kind}=retrieved{cut}{to}, reference_{kind}=relevant)
metric = {name}({"" if by_id else "distance_measure=ExactMatch()"})
print(float(metric.single_turn_score(sample)))
"""


def _deepeval(call: Call, measure: str) -> str:
    name, cut, to = measure.partition("[")
    return f"""from deepeval.metrics import {name}
from deepeval.models import DeepEvalBaseLLM
from deepeval.test_case import LLMTestCase

relevant = {call.relevant_ids}
retrieved = {_ranked_ids(call)}{cut}{to}
verdicts = [{{"verdict": "yes" if doc in relevant else "no", "reason": ""}} for doc in retrieved]


class Judge(DeepEvalBaseLLM):  # in place of a language model
    def load_model(self):
        return self

    def get_model_name(self):
        return "judge"

    def generate(self, prompt, schema):
        return schema(verdicts=verdicts)

    async def a_generate(self, prompt, schema):
        return schema(verdicts=verdicts)


metric = {name}(model=Judge(), include_reason=False)
case = LLMTestCase(input="?", actual_output="!", expected_output="!", retrieval_context=retrieved)
print(float(metric.measure(case, _show_indicator=False)))
"""


def _haystack(call: Call, measure: str) -> str:
    evaluator, cut, to = measure.partition("[")
    if call.metric == "ndcg":
        truth = f"grades = {call.judgments}\ntruth = [Document(content=doc, score=grade) for doc, grade in grades.items()]"
    else:
        truth = f"relevant = {call.relevant_ids}\ntruth = [Document(content=doc) for doc in relevant]"
    return f"""from haystack import Document
from haystack.components.evaluators import {evaluator.partition("(")[0]}

{truth}
ranked = {_ranked_ids(call)}
retrieved = [Document(content=doc) for doc in ranked{cut}{to}]
found = {evaluator}.run(ground_truth_documents=[truth], retrieved_documents=[retrieved])
print(float(found["score"]))
"""


def _trulens(call: Call, computed: str) -> str:
    expected = call.judgments if call.metric == "ndcg" else dict.fromkeys(call.relevant_ids, 1)
    scores = f"scores = {[float(item.score or 0) for item in call.items_by_score]}\n" if "scores" in computed else ""
    return f"""from trulens.feedback.dummy.provider import DummyProvider
from trulens.feedback.groundtruth import GroundTruthAgreement

expected = {expected}
ranked = {_ranked_ids(call)}
{scores}chunks = [{{"text": doc, "expect_score": grade}} for doc, grade in expected.items()]
truth = [{{"query": "q", "expected_response": "", "expected_chunks": chunks}}]
agreement = GroundTruthAgreement(truth, provider=DummyProvider())
print(float(agreement.{computed}))
"""


PIPELINES: Mapping[str, CallForm] = MappingProxyType(
    {
        # Newer parts of langchain lack what it imports; rapidfuzz is asked for where strings are compared.
        "ragas": CallForm(RAGAS, _ragas, 'ragas=={0} "langchain-community<0.4" rapidfuzz', needs="relevant"),
        "deepeval": CallForm(DEEPEVAL, _deepeval, "deepeval=={0}", is_proved_with_copies=True),
        "haystack_2": CallForm(HAYSTACK, _haystack, "haystack-ai=={0}", is_proved_with_copies=True),
        "haystack_3": CallForm(HAYSTACK, _haystack, "haystack-ai=={0}", is_proved_with_copies=True),
        "trulens": CallForm(TRULENS, _trulens, "trulens-feedback=={0}", is_proved_with_copies=True),
    }
)
