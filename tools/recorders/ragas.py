"""Record ragas' context precision and recall.

It needs rapidfuzz besides, which compares strings. No language model is asked: a program judges, which knows what is relevant.
"""

from __future__ import annotations

import asyncio
import os
import re
import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tools.recorders.common import Measure, measures, record
from tools.recorders.lists import COPIES, LISTS, NOT_JUDGED, NOT_RETRIEVED, Query

NAMES = ("LLMContextPrecisionWithReference", "IDBasedContextPrecision", "IDBasedContextRecall")
STRINGS = ("NonLLMContextPrecisionWithReference", "NonLLMContextRecall")
NEW = Measure("collections.ContextPrecisionWithReference")
ASKED = [each for name in NAMES for each in measures(name, (None, 3), "top_k")] + [NEW, *map(Measure, STRINGS)]
# What a judge finds in a prompt: the texts below.
NAMED = re.compile(r"<([^<>]+)>(.)\2{199}")


def text_of(doc: str) -> str:
    """Make a text that resembles no other document's, since strings count as the same from a likeness of 0.5 on."""
    sign = chr(0x4E00 + 97 * sum(ord(letter) * 31**place for place, letter in enumerate(doc)) % 20000)
    return f"<{doc}>" + sign * 200


def judge(relevant: set[str]) -> Any:
    """Stand in for a language model: of the last document that a prompt names, say whether it is relevant."""
    base: Any = import_module("ragas.llms.base").InstructorBaseRagasLLM

    class Judge(base):  # type: ignore[misc]
        is_async = True
        run_config: Any = None

        def generate(self, prompt: str, response_model: Any) -> Any:
            return response_model(reason="known", verdict=int(NAMED.findall(prompt)[-1][0] in relevant))

        async def agenerate(self, prompt: str, response_model: Any) -> Any:
            return self.generate(prompt, response_model)

    return Judge()


def sample(number: int, query: Query, top_k: int | None) -> Any:
    """One list in all the forms that the metrics read; a document of another list has another text."""
    relevant = sorted(doc for doc, grade in query.judgments.items() if grade >= 1)
    return import_module("ragas").SingleTurnSample(
        user_input="Which documents are relevant?",
        reference="Those that the judge knows.",
        retrieved_contexts=[text_of(f"{number} {doc}") for doc in query.ranked[:top_k]],
        reference_contexts=[text_of(f"{number} {doc}") for doc in relevant],
        retrieved_context_ids=query.ranked[:top_k],
        reference_context_ids=relevant,
    )


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """One metric of a list, or ragas.evaluate of several, whose result averages them."""
    known = {f"{number} {doc}" for number, query in enumerate(queries) for doc, grade in query.judgments.items() if grade >= 1}
    samples = [sample(number, query, measure.parameters.get("top_k")) for number, query in enumerate(queries)]  # type: ignore[arg-type]
    if measure == NEW:
        if len(samples) > 1:
            raise TypeError("ragas.evaluate does not take metrics of ragas.metrics.collections")
        metric = import_module("ragas.metrics.collections").ContextPrecisionWithReference(llm=judge(known))
        given = (samples[0].user_input, samples[0].reference, samples[0].retrieved_contexts)
        return float(asyncio.run(metric.ascore(*given)).value)
    metric = getattr(import_module("ragas.metrics"), measure.name)()
    if measure.name.startswith("LLM"):
        metric.llm = judge(known)
    if len(samples) == 1:
        return float(asyncio.run(metric.single_turn_ascore(samples[0])))
    ragas: Any = import_module("ragas")
    rows = ragas.EvaluationDataset(samples)
    result = ragas.evaluate(rows, metrics=[metric], show_progress=False, raise_exceptions=True)
    return float(result._repr_dict[metric.name])  # of which it prints four decimals


if __name__ == "__main__":
    os.environ["RAGAS_DO_NOT_TRACK"] = "true"
    warnings.simplefilter("ignore")
    record(
        "ragas",
        "ragas.metrics.<measure>().single_turn_ascore(sample); several lists by ragas.evaluate(samples, metrics=[...])",
        ASKED,
        compute,
        ("ragas", "rapidfuzz", "numpy"),
        (*LISTS, *COPIES, NOT_RETRIEVED, NOT_JUDGED),
        notes=[
            "Relevant: grade 1 or more. Ranked by the recorder: descending score, equal scores as typed.",
            "Parameter top_k is the retriever's, not the metric's: the recorder hands over no more than so many documents.",
            "In place of a language model a program judges, which knows what is relevant; all else is ragas' own.",
            "Means: those in the result of ragas.evaluate(raise_exceptions=True), which prints four decimals of them. "
            "Without raise_exceptions a list that raises an error is left out of the mean.",
        ],
    )
