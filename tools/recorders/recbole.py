"""Record RecBole's top-k metrics and GAUC, through the collector's data structure that the evaluator hands to them."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tools.recorders.common import Measure, record
from tools.recorders.lists import Query

KS = (1, 3, 5, 10)
NAMES = {"NDCG": "ndcg", "MAP": "map", "MRR": "mrr", "Recall": "recall", "Precision": "precision", "Hit": "hit"}
ASKED = [Measure(f"{key}@{k}") for key in NAMES.values() for k in KS] + [Measure("gauc")]
DECIMALS = 12
BELOW = -1e9


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """One metric of a score matrix with a row per user, filled with other items far below."""
    torch: Any = import_module("torch")
    theirs: Any = import_module("recbole.evaluator.metrics")
    collector: Any = import_module("recbole.evaluator.collector")
    name, _, depth = measure.name.partition("@")
    k = int(depth or 1)
    config = {"topk": [k], "metric_decimal_place": DECIMALS}
    data = collector.DataStruct()
    relevant = [[grade >= 1 for grade in query.filled] for query in queries]
    found = [sum(grade >= 1 for grade in query.judgments.values()) for query in queries]
    if name == "gauc":
        data.set("rec.meanrank", torch.tensor(_mean_ranks(collector, torch, queries, relevant)))
        return float(theirs.GAUC(config).calculate_metric(data)["gauc"])
    width = max(k, *(len(query.ids) for query in queries))
    scores = torch.tensor([list(query.scores) + [BELOW] * (width - len(query.ids)) for query in queries])
    hits = torch.tensor([each + [False] * (width - len(each)) for each in relevant], dtype=torch.int)
    # As Collector.eval_batch_collect does it.
    _, columns = torch.topk(scores, k, dim=-1)
    counts = torch.tensor(found, dtype=torch.int)[:, None]
    data.set("rec.topk", torch.cat((torch.gather(hits, dim=1, index=columns), counts), dim=1))
    kind = {short: long for long, short in NAMES.items()}[name]
    return float(getattr(theirs, kind)(config).calculate_metric(data)[measure.name])


def _mean_ranks(collector: Any, torch: Any, queries: Sequence[Query], relevant: Sequence[Sequence[bool]]) -> list[list[float]]:
    """Sum of the relevant entries' mean ranks, entries, and relevant entries of each user."""
    collect = object.__new__(collector.Collector)
    collect.device = "cpu"
    rows = []
    for query, hits in zip(queries, relevant, strict=True):
        scores = torch.tensor([list(query.scores)])
        order = torch.argsort(scores, dim=-1, descending=True)
        ranks = collect._average_rank(torch.gather(scores, 1, order)).gather(1, torch.argsort(order))[0]
        rows.append([float(sum(rank for rank, hit in zip(ranks.tolist(), hits, strict=True) if hit)), len(hits), sum(hits)])
    return rows


if __name__ == "__main__":
    numpy: Any = import_module("numpy")
    for old, new in (("float", float), ("int", int), ("bool", bool)):
        if old not in vars(numpy):
            setattr(numpy, old, new)
    record(
        "recbole",
        "evaluator.metrics.<class>({'topk': [k]}).calculate_metric(DataStruct of torch.topk's hits and the relevant counts)",
        ASKED,
        compute,
        ("recbole", "torch", "numpy"),
        notes=[
            f"Values are rounded by the library to {DECIMALS} decimals (4 by default). Lists shorter than k are filled with "
            "other items of the lowest score, as in a full ranking of a catalogue.",
        ],
    )
