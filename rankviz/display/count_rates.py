r"""The four counts at a cutoff as quotients: TPR, FPR, precision and accuracy, each with the formula that gives its value."""

from __future__ import annotations

from collections.abc import Mapping

from rankviz.core.trace import Trace

COUNTS = ("tp", "fp", "fn", "tn")
ORDER = ("recall", "fpr", "precision", "accuracy")


def rates(counts: Mapping[str, Trace], everything: str) -> Trace:
    """Record the quotients of the counts at k, as steps `recall`, `fpr`, `precision` and `accuracy`.

    They are made of the counts and nothing else, whatever the convention chooses for the metrics P and R.

    Parameters
    ----------
    counts : mapping of 'tp', 'fp', 'fn', 'tn' to Trace
        Of the list under study.
    everything : str
        The word for the number of all documents.

    Returns
    -------
    Trace
        Where a step is undefined, its denominator is 0.
    """
    trace = Trace("rates", counts["tn"].rankings, counts["tn"].convention)
    tp, fp, fn, tn = (trace.add(key, rf"\mathrm{{{key.upper()}}}", "", counts[key].value) for key in COUNTS)
    total = trace.add("all_documents", rf"\text{{{everything}}}", "", tp + fp + fn + tn)
    trace.ratio("recall", r"\mathrm{TPR}", r"\frac{<tp>}{<tp>+<fn>}", tp, tp + fn)
    trace.ratio("fpr", r"\mathrm{FPR}", r"\frac{<fp>}{<fp>+<tn>}", fp, fp + tn)
    trace.ratio("precision", r"\mathrm{P}", r"\frac{<tp>}{<tp>+<fp>}", tp, tp + fp)
    trace.ratio("accuracy", r"\mathrm{Acc}", r"\frac{<tp>+<tn>}{<all_documents>}", tp + tn, total)
    return trace
