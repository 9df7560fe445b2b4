"""The profile of PyTorch Ignite."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, Names, arrays
from rankviz.libraries.common_choices import ARRAY
from rankviz.libraries.profile import Choices, Note, Profile

_NDCG: Choices = {"gain": "exponential", "ideal": "retrieved", "short_list": "shrink"}
_FOLDER = "ignite/metrics/rec_sys"
_NAMES: Names = {
    ("ndcg", True): "NDCG(top_k=[{k}])",
    ("success", True): "HitRate(top_k=[{k}])",
    ("success", False): "HitRate()",
}


def _write(call: Call, metric: str) -> str:
    labels, count = "grades" if metric.startswith("NDCG") else "relevant", len(call.scores)
    if labels == "relevant" and (call.convention.cutoff or 1) > count:
        metric = f"HitRate(top_k=[{count}])  # with more than the list has it stops"
    return f"""import torch
from ignite.metrics.rec_sys import {metric.partition("(")[0]}

{arrays(call, f"scores, {labels}", "torch.tensor([{}], dtype=torch.float32)")}metric = {metric}
metric.update((scores, {labels}))
print(metric.compute()[0])
"""


PROFILES: tuple[Profile, ...] = (
    Profile(
        "ignite",
        "PyTorch Ignite",
        "0.5.5",
        "learning_to_rank",
        common={**ARRAY, "mean_over": "all", "no_relevant": "skip"},
        measures={"ndcg@": {**_NDCG, "ties": "input_order"}, "success": {"cutoff": 1}},
        unstable="unstable_sort",
        source=f"{_FOLDER}/ndcg.py, hitrate.py; recorded by tools/recorders/ignite.py, 32 bits",
        notes=(
            Note("ignite_gain", "name", "pytorch/ignite#3608; NDCG(gain_function=…)", ("ndcg",)),
            Note("ignite_hits", "trap", f"{_FOLDER}/hitrate.py", ("success",)),
            Note("ignite_left_out", "trap", f"{_FOLDER}/ndcg.py, hitrate.py: ignore_zero_hits"),
        ),
        program=CallForm(
            _NAMES, _write, "pytorch-ignite=={0} torch", needs="relevant", is_proved_with_copies=True, run_on="2026-11-23"
        ),
    ),
)
