"""The profile of DeepEval."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, cut_before
from rankviz.libraries.common_choices import VERDICTS
from rankviz.libraries.profile import Note, Profile

_NAMES = cut_before({"ap": "ContextualPrecisionMetric"})


def _write(call: Call, measure: str) -> str:
    name, cut, to = measure.partition("[")
    return f"""from deepeval.metrics import {name}
from deepeval.models import DeepEvalBaseLLM
from deepeval.test_case import LLMTestCase

relevant = {call.relevant_ids}
retrieved = {call.ranked_ids}{cut}{to}
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


PROFILES: tuple[Profile, ...] = (
    Profile(
        "deepeval",
        "DeepEval",
        "4.3.1",
        "language_models",
        measures={"ap": VERDICTS},
        source="metrics/contextual_precision/contextual_precision.py; recorded by tools/recorders/deepeval.py",
        notes=(
            Note("deepeval_contextual_precision", "name", "contextual_precision.py: _calculate_score", ("ap",)),
            Note("deepeval_strict_mode", "trap", "contextual_precision.py: _calculate_score", ("ap",)),
            Note("deepeval_sources", "trap", "confident-ai/deepeval#2669", ("ap",)),
        ),
        program=CallForm(_NAMES, _write, "deepeval=={0}", is_proved_with_copies=True, run_on="2026-11-23"),
    ),
)
