"""Facts of the lists of a whole run, for questions about which choices can matter to them."""

from __future__ import annotations

import numpy as np

from rankviz.core.conventions import ListFacts
from rankviz.core.conventions.option_formulas import in_bits
from rankviz.runs.evaluate.prepared_run import Prepared


def run_facts(prepared: Prepared) -> ListFacts:
    """Return the facts of a run; they err to the same side as those of complete lists, and more often.

    Examples
    --------
    >>> from rankviz.runs.evaluate.prepared_run import prepare
    >>> facts = run_facts(prepare({"q": {"a": 2.0, "b": 1.0}}, {"q": {"b": 1, "c": 2}}))
    >>> facts.longest, facts.missed, facts.unjudged, sorted(facts.grades)
    (2, 1, True, [1.0, 2.0])
    """
    queries, grades, scores = len(prepared.queries), prepared.grade, prepared.score
    shown, missed = (np.bincount(each, minlength=queries) for each in (prepared.query, prepared.missed_query))
    missed_grades = prepared.missed_grade
    in_32_bits = in_bits(scores, "32")
    return ListFacts(
        lists=queries,
        shortest=int(prepared.retrieved.min(initial=np.inf)) if queries else 0,
        longest=int(prepared.retrieved.max(initial=0)),
        most_judged=int((shown + missed).max(initial=0)),
        unjudged=bool((shown + prepared.zeros < prepared.retrieved).any()),
        duplicates=prepared.duplicates > 0,
        negative=bool((grades < 0).any()),
        tied=bool((prepared.tied > 1).any()),
        tied_in_32_bits=bool((in_32_bits != scores).any()),
        not_positive=bool((scores <= 0).any()),
        zero_in_32_bits=bool(((in_32_bits <= 0) & (scores > 0)).any()),
        missed=int(missed.max(initial=0)),
        missed_low=float(missed_grades.min()) if len(missed_grades) else 0.0,
        missed_high=float(missed_grades.max()) if len(missed_grades) else 0.0,
        missed_above=len(missed_grades) > 0,
        grades=frozenset(np.unique(np.concatenate([grades, missed_grades])).tolist()),
    )
