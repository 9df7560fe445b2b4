"""Record what ir_measures gives; by itself it hands most measures to pytrec_eval, and names the program here."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tools.recorders.common import Measure, record
from tools.recorders.lists import COPIES, LISTS, NOT_JUDGED, NOT_RETRIEVED, Query

TREC = ["nDCG", "AP", "RR", "Rprec", "Bpref", "IPrec@0", "IPrec@0.1", "IPrec@0.3", "IPrec@0.5", "IPrec@1", "infAP", "SetP"]
TREC += [f"{name}@{k}" for name in ("nDCG", "AP", "P", "R", "Success") for k in (1, 3, 10)]
TREC += ["AP(rel=2)", "P(rel=2)@3", "Rprec(rel=2)", "Bpref(rel=2)", "SetR", "SetF"]
ASKED = [Measure(f"pytrec_eval:{name}") for name in TREC]
ASKED += [Measure(f"gdeval:{name}") for name in ("nDCG(dcg='exp-log2')@3", "nDCG(dcg='exp-log2')@10", "ERR@3", "ERR@10")]
ASKED += [Measure(f"msmarco:RR@{k}") for k in (1, 3, 10)]
ASKED += [Measure(f"cwl_eval:{name}") for name in ("AP", "P@3", "RR", "RBP(p=0.8,rel=1)")]
# Without a program's name ir_measures chooses one.
ASKED += [Measure(name) for name in ("RR@3", "nDCG@3", "AP", "P@3")]


def compute(measure: Measure, queries: Sequence[Query]) -> float:
    """One measure of one list, or its mean as calc_aggregate forms it."""
    library: Any = import_module("ir_measures")
    if any(grade != int(grade) for query in queries for grade in query.judgments.values()):
        raise ValueError("grades must be whole numbers")
    if all(grade < 0 for query in queries for grade in query.judgments.values()) and measure.name.endswith("nDCG"):
        raise ValueError("left out: nDCG of nothing but negative grades does not return once other lists were computed")
    judged = {str(i): {doc: int(grade) for doc, grade in query.judgments.items()} for i, query in enumerate(queries, 1)}
    judged = {name: each for name, each in judged.items() if each}
    run = [
        library.ScoredDoc(str(i), doc, score)
        for i, query in enumerate(queries, 1)
        for doc, score in zip(query.ids, query.scores, strict=True)
    ]
    program, _, name = measure.name.rpartition(":")
    parsed = library.parse_measure(name)
    found = (getattr(library, program) if program else library).calc_aggregate([parsed], judged, run)
    return float(found[parsed])


if __name__ == "__main__":
    record(
        "ir_measures_profiles",
        "ir_measures.<program>.calc_aggregate([measure], judgments, ScoredDocs)",
        ASKED,
        compute,
        ("ir-measures", "pytrec-eval-terrier", "cwl-eval", "numpy"),
        (*LISTS, *COPIES, NOT_RETRIEVED, NOT_JUDGED),
        notes=["Grades that are no whole numbers are refused by the recorder.", "Queries without judgments are left out."],
    )
