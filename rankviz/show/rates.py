r"""The four counts at a cutoff as quotients: TPR, FPR, precision and accuracy, each with the formula that gives its value."""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.arrange import Arranged
from rankviz.conventions import Convention
from rankviz.evaluation import compute
from rankviz.metrics import METRICS
from rankviz.ranking import RawLists
from rankviz.trace import Trace

COUNTS = ("tp", "fp", "fn", "tn")
# The quotients that are metrics: symbol and formula in the counts. FPR is no metric of its own.
QUOTIENTS = {
    "recall": (r"\mathrm{TPR}", r"\frac{<tp>}{<tp>+<fn>}"),
    "precision": (r"\mathrm{P}", r"\frac{<tp>}{<tp>+<fp>}"),
    "accuracy": (r"\mathrm{Acc}", r"\frac{<tp>+<tn>}{<all_documents>}"),
}
FPR = (r"\mathrm{FPR}", r"\frac{<fp>}{<fp>+<tn>}")
ORDER = ("recall", "fpr", "precision", "accuracy")


def rates(counts: Mapping[str, Trace], lists: RawLists | Arranged, convention: Convention, everything: str) -> Trace:
    """Record the quotients of the counts at k, as steps `recall`, `fpr`, `precision` and `accuracy`.

    Parameters
    ----------
    counts : mapping of 'tp', 'fp', 'fn', 'tn' to Trace
        Of the list under study.
    lists : RawLists or Arranged
        The same list as typed.
    convention : Convention
        As chosen; the bases of precision and recall are set to the counts of the formula, whatever is chosen for P and R.
    everything : str
        The word for the number of all documents.

    Returns
    -------
    Trace
        Where a step is undefined, its denominator is 0.
    """
    judged = convention.auc_range == "all_judged_or_retrieved"
    bases = {"precision_base": "n", "recall_base": "R" if judged else "R_list"}
    based = convention.with_choices(bases)
    found = {key: compute(METRICS[key], lists, based) for key in QUOTIENTS}
    trace = Trace("rates", counts["tn"].rankings, counts["tn"].convention)
    for key in COUNTS:
        trace.add(key, rf"\mathrm{{{key.upper()}}}", "", counts[key].value)
    trace.add("all_documents", rf"\text{{{everything}}}", "", found["accuracy"].step("all_documents").value)
    for key, (symbol, template) in QUOTIENTS.items():
        undefined = found[key].undefined
        trace.add(key, symbol, template, found[key].value, where=~undefined, undefined=undefined)
    wrong, rightly = counts["fp"].value, counts["tn"].value
    trace.ratio("fpr", *FPR, wrong, wrong + rightly)
    return trace
