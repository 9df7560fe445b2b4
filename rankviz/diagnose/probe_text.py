"""A list in the forms that other tools take: program text for libraries, a TREC run with its judgments, CSV.

The forms are data: what a library calls a measure stands in a table.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping
from types import MappingProxyType

from rankviz.diagnose.probe_models import BEIR, MODELS
from rankviz.lists.typed import Ranking

QUERY, TAG = "q1", "rankviz"
Names = Mapping[tuple[str, bool], str]

# What a library calls a metric, with a cutoff {k} or without.
SKLEARN: Names = MappingProxyType(
    {
        ("ndcg", True): "ndcg_score([grades], [scores], k={k})",
        ("ndcg", False): "ndcg_score([grades], [scores])",
        ("dcg", True): "dcg_score([grades], [scores], k={k})",
        ("dcg", False): "dcg_score([grades], [scores])",
        ("ap", False): "average_precision_score(relevant, scores)",
        ("auc", False): "roc_auc_score(relevant, scores)",
    }
)
PYTREC: Names = MappingProxyType(
    {
        ("ndcg", True): "ndcg_cut.{k}",
        ("ndcg", False): "ndcg",
        ("ap", True): "map_cut.{k}",
        ("ap", False): "map",
        ("precision", True): "P.{k}",
        ("recall", True): "recall.{k}",
        ("success", True): "success.{k}",
        ("rr", False): "recip_rank",
        ("rprec", False): "Rprec",
        ("bpref", False): "bpref",
    }
)
IR_MEASURES: Names = MappingProxyType(
    {
        ("ndcg", True): "nDCG@{k}",
        ("ndcg", False): "nDCG",
        ("ap", True): "AP@{k}",
        ("ap", False): "AP",
        ("precision", True): "P@{k}",
        ("recall", True): "R@{k}",
        ("success", True): "Success@{k}",
        ("rr", True): "RR@{k}",
        ("rr", False): "RR",
        ("rprec", False): "Rprec",
        ("bpref", False): "Bpref",
    }
)
RANX: Names = MappingProxyType(
    {
        ("ndcg", True): "ndcg@{k}",
        ("ndcg", False): "ndcg",
        ("dcg", True): "dcg@{k}",
        ("dcg", False): "dcg",
        ("ap", True): "map@{k}",
        ("ap", False): "map",
        ("precision", True): "precision@{k}",
        ("recall", True): "recall@{k}",
        ("success", True): "hit_rate@{k}",
        ("rr", True): "mrr@{k}",
        ("rr", False): "mrr",
        ("rprec", False): "r-precision",
        ("bpref", False): "bpref",
    }
)
TORCHMETRICS: Names = MappingProxyType(
    {
        ("ndcg", True): "retrieval_normalized_dcg(scores, grades, top_k={k})",
        ("ndcg", False): "retrieval_normalized_dcg(scores, grades)",
        ("ap", True): "retrieval_average_precision(scores, relevant, top_k={k})",
        ("ap", False): "retrieval_average_precision(scores, relevant)",
        ("precision", True): "retrieval_precision(scores, relevant, top_k={k})",
        ("recall", True): "retrieval_recall(scores, relevant, top_k={k})",
        ("success", True): "retrieval_hit_rate(scores, relevant, top_k={k})",
        ("rr", True): "retrieval_reciprocal_rank(scores, relevant, top_k={k})",
        ("rr", False): "retrieval_reciprocal_rank(scores, relevant)",
        ("rprec", False): "retrieval_r_precision(scores, relevant)",
    }
)


def programs(ranking: Ranking, metric: str, cutoff: int | None) -> dict[str, str]:
    """Write a program for every library that has the metric, by the key of its profile.

    Parameters
    ----------
    ranking : Ranking
        Every entry has a whole grade and a score. Libraries that take arrays are given what is shown only.
    metric : str
        Key.
    cutoff : int or None

    Examples
    --------
    >>> print(programs(Ranking.from_grades([1, 0], scores=[2, 1]), "ndcg", 1)["sklearn"])
    from sklearn.metrics import ndcg_score
    <BLANKLINE>
    scores = [2.0, 1.0]
    grades = [1, 0]
    print(ndcg_score([grades], [scores], k=1))
    <BLANKLINE>
    """
    forms: dict[str, tuple[Names, Callable[[Ranking, str], str]]] = {
        "sklearn": (SKLEARN, _sklearn),
        "pytrec_eval": (PYTREC, _pytrec),
        "ir_measures": (IR_MEASURES, _ir_measures),
        "ranx": (RANX, _ranx),
        "beir": (BEIR, _beir),
        "torchmetrics": (TORCHMETRICS, _torchmetrics),
        **MODELS,
    }
    key = (metric, cutoff is not None)
    return {name: write(ranking, names[key].format(k=cutoff)) for name, (names, write) in forms.items() if key in names}


def as_run(ranking: Ranking) -> str:
    """Write the list as a TREC run; the scores decide, not the order of the lines."""
    rows = enumerate(ranking.items, 1)
    return "".join(f"{QUERY} Q0 {item.doc_id} {rank} {item.score} {TAG}\n" for rank, item in rows)


def as_qrels(ranking: Ranking) -> str:
    """Write the judgments as TREC qrels, those of documents that were not retrieved among them."""
    return "".join(f"{QUERY} 0 {doc} {grade}\n" for doc, grade in _judgments(ranking).items())


def as_csv(ranking: Ranking) -> str:
    """Write the list as CSV; a document that was not retrieved has no score."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["id", "grade", "score"])
    writer.writerows([item.doc_id, _whole(item.grade), item.score] for item in ranking.items)
    writer.writerows([item.doc_id, _whole(item.grade), ""] for item in ranking.missed)
    return out.getvalue()


def _sklearn(ranking: Ranking, call: str) -> str:
    name = call.partition("(")[0]
    return f"from sklearn.metrics import {name}\n\n{_arrays(ranking, call)}print({call})\n"


def _torchmetrics(ranking: Ranking, call: str) -> str:
    name = call.partition("(")[0]
    head = f"import torch\nfrom torchmetrics.functional.retrieval import {name}\n\n"
    return f"{head}{_arrays(ranking, call, 'torch.tensor({})')}print({call}.item())\n"


def _arrays(ranking: Ranking, call: str, form: str = "{}") -> str:
    """Lines for the arrays that a call names; an array library knows nothing but what is shown."""
    grades = [_whole(item.grade) for item in ranking.items]
    arrays = {
        "scores": [item.score for item in ranking.items],
        "grades": grades,
        "relevant": [int(grade >= 1) for grade in grades],
    }
    return "".join(f"{name} = {form.format(values)}\n" for name, values in arrays.items() if name in call)


def _pytrec(ranking: Ranking, measure: str) -> str:
    evaluator = f'pytrec_eval.RelevanceEvaluator(qrels, {{"{measure}"}})'
    return f'import pytrec_eval\n\n{_dictionaries(ranking)}print({evaluator}.evaluate(run)["{QUERY}"])\n'


def _ir_measures(ranking: Ranking, measure: str) -> str:
    call = f'ir_measures.calc_aggregate([ir_measures.parse_measure("{measure}")], qrels, run)'
    return f"import ir_measures\n\n{_dictionaries(ranking)}print({call})\n"


def _ranx(ranking: Ranking, measure: str) -> str:
    call = f'evaluate(Qrels(qrels), Run(run), "{measure}")'
    return f"from ranx import Qrels, Run, evaluate\n\n{_dictionaries(ranking)}print({call})\n"


def _beir(ranking: Ranking, measure: str) -> str:
    call = f"EvaluateRetrieval.evaluate(qrels, run, [{measure.partition('@')[2]}])"
    head = "from beir.retrieval.evaluation import EvaluateRetrieval\n\n"
    value = f'next(each["{measure}"] for each in found if "{measure}" in each)'
    return f"{head}{_dictionaries(ranking)}found = {call}\nprint({value})\n"


def _dictionaries(ranking: Ranking) -> str:
    run = {item.doc_id: item.score for item in ranking.items}
    return f"qrels = { ({QUERY: _judgments(ranking)})!r}\nrun = { ({QUERY: run})!r}\n"


def _judgments(ranking: Ranking) -> dict[str, float]:
    judged = (item for item in (*ranking.items, *ranking.missed) if item.grade is not None)
    return {item.doc_id: _whole(item.grade) for item in judged}


def _whole(grade: float | None) -> float:
    """A grade as a program is given it; an entry without one counts as not relevant there."""
    return int(grade or 0) if float(grade or 0).is_integer() else float(grade or 0)
