"""Record DeepEval's contextual precision. No language model is asked: a program judges, which knows what is relevant."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tools.recorders.common import Measure, measures, record
from tools.recorders.lists import COPIES, LISTS, NOT_JUDGED, NOT_RETRIEVED, Query

NAME = "ContextualPrecisionMetric"
ASKED = [*measures(NAME, (None, 1, 3, 10), "top_k"), Measure(NAME, {"strict_mode": True})]


def judge(verdicts: Sequence[str]) -> Any:
    """Stand in for a language model, with the verdicts that it is to give."""
    base: Any = import_module("deepeval.models").DeepEvalBaseLLM

    class Judge(base):  # type: ignore[misc]
        def load_model(self) -> object:
            return self

        def get_model_name(self) -> str:
            return "a program"

        def generate(self, _prompt: str, schema: Any) -> Any:
            return schema(verdicts=[{"verdict": verdict, "reason": "known"} for verdict in verdicts])

        async def a_generate(self, prompt: str, schema: Any) -> Any:
            return self.generate(prompt, schema)

    return Judge()


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """The metric of one list."""
    library: Any = import_module("deepeval")
    (query,), given = queries, dict(measure.parameters)
    top_k: Any = given.pop("top_k", None)
    ranked = query.ranked[:top_k]
    verdicts = ["yes" if query.judgments.get(doc, 0) >= 1 else "no" for doc in ranked]
    model = judge(verdicts)
    metric = library.metrics.ContextualPrecisionMetric(model=model, include_reason=False, async_mode=False, **given)
    case = library.test_case.LLMTestCase(input="?", actual_output="!", expected_output="!", retrieval_context=ranked)
    return float(metric.measure(case, _show_indicator=False))


if __name__ == "__main__":
    os.environ["DEEPEVAL_TELEMETRY_OPT_OUT"] = "1"
    record(
        "deepeval",
        "metrics.<measure>(model, include_reason=False, **parameters).measure(test_case)",
        ASKED,
        compute,
        ("deepeval",),
        (*LISTS, *COPIES, NOT_RETRIEVED, NOT_JUDGED),
        groups=None,
        notes=[
            "Relevant: grade 1 or more. Ranked by the recorder: descending score, equal scores as typed.",
            "Parameter top_k is the retriever's, not the metric's: the recorder hands over no more than so many documents.",
            "In place of a language model a program judges, which knows what is relevant; all else is DeepEval's own.",
        ],
    )
