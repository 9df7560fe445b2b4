"""What nobody has judged: the values a metric can come to have, and the judgments that decide between two lists."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rankviz.conventions import Convention
from rankviz.conventions.options import Array
from rankviz.evaluation import narrow
from rankviz.lists.typed import RawLists
from rankviz.metrics import Metric
from rankviz.versus.neighbours import Ints, regraded

MOST_GRADES = 10  # a longer scale is taken with the grades that were given only


class Unjudged(NamedTuple):
    """The documents of one list that nobody judged.

    Parameters
    ----------
    documents : int64 (U,)
        The first column of each, those that are missed after the entries.
    columns, which : int64 (C,)
        All of their columns, copies too, and the document that each belongs to.
    """

    documents: Ints
    columns: Ints
    which: Ints

    @classmethod
    def of(cls, raw: RawLists) -> Unjudged:
        """Find them in one list (Q = 1)."""
        grades = np.concatenate([raw.grades[0], raw.missed_grades[0]])
        docs = np.concatenate([raw.docs[0], raw.missed_docs[0]])
        judged = {*docs[~np.isnan(grades)].tolist()}
        columns = np.array([at for at, doc in enumerate(docs.tolist()) if doc >= 0 and doc not in judged], dtype=np.int64)
        names = list(dict.fromkeys(docs[columns].tolist()))
        which = np.array([names.index(doc) for doc in docs[columns].tolist()], dtype=np.int64)
        documents = np.array([columns[which == number][0] for number in range(len(names))], dtype=np.int64)
        return cls(documents, columns, which)

    def graded(self, raw: RawLists, grades: Array) -> RawLists:
        """One list after the other with grades for its unjudged documents (E, U); NaN leaves one unjudged."""
        return regraded(raw, self.columns, grades[:, self.which])


def grades_there_are(metric: Metric, raw: RawLists, convention: Convention) -> Array:
    """The grades that a document may get: 0 to the highest that was given, or that the metric's scale has, but 1 at least."""
    given = np.concatenate([raw.grades.ravel(), raw.missed_grades.ravel()])
    given = given[~np.isnan(given)]
    highest = float(given.max(initial=1.0))
    rules = narrow(metric, convention)
    if "err_max" in metric.uses and rules.err_stop == "scaled" and rules.err_max is not None:
        highest = rules.err_max
    if highest > MOST_GRADES:
        return np.unique([0.0, *given[(given >= 0) & (given <= highest)].tolist(), highest])
    return np.unique([*np.arange(0.0, highest + 1).clip(max=highest).tolist(), highest])
