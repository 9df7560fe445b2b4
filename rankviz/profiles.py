"""Named conventions: what a library or a book computes, as data.

A profile holds choices only; no code anywhere asks for a profile's name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

Choices = Mapping[str, object]


@dataclass(frozen=True)
class Profile:
    """One named convention.

    Parameters
    ----------
    key, library, version : str
    common : mapping of convention field to value
        For every metric.
    measures : mapping of metric key to choices or None
        On top of `common`; None: the library has no such metric. A key with '@' ('rr@') is meant for use with a cutoff.
    source : str
        Where the choices were read.
    """

    key: str
    library: str
    version: str
    common: Choices = field(default_factory=dict)
    measures: Mapping[str, Choices | None] = field(default_factory=dict)
    source: str = ""

    def choices(self, metric: str, cutoff: int | None) -> Choices | None:
        """Choices for a metric, or None if the library lacks it."""
        special: Choices | None = {}
        if cutoff is not None and metric + "@" in self.measures:
            special = self.measures[metric + "@"]
        elif metric in self.measures:
            special = self.measures[metric]
        return None if special is None else {**self.common, **special}


_COUNTS = ("tp", "fp", "fn", "tn", "accuracy", "cg", "idcg", "bep", "gauc", "prauc")
_LABELS = ("lrap", "ranking_loss", "coverage_error")
_RATINGS = ("rmse", "mae")
_ABSENT_FROM_TREC = dict.fromkeys((*_COUNTS, "f1@", "fbeta", "dcg", "auc", "err", "rbp", *_LABELS, *_RATINGS), None)
_LISTWISE = ("precision", "recall", "f1", "fbeta", "success", "rprec", "rr", "bpref", "iprec", "iprec11", "err", "rbp")
_ABSENT_FROM_SKLEARN = dict.fromkeys((*_COUNTS, *_LISTWISE, "ap@"), None)
_SHOWN_ONLY: Choices = {"ideal": "retrieved", "short_list": "shrink"}

PROFILES: Mapping[str, Profile] = MappingProxyType(
    {
        profile.key: profile
        for profile in (
            Profile("textbook", "rankviz", "", source="the first option of every field"),
            Profile(
                "trec_eval",
                "trec_eval",
                "9.0.8 (through pytrec-eval-terrier 0.5.11)",
                common={"ties": "docid_desc", "negative": "unjudged", "duplicates": "error"},
                measures={**_ABSENT_FROM_TREC, "rr@": None},
                source="form_res_rels.c, m_map.c, m_ndcg.c, m_ndcg_cut.c, m_P.c, m_recall.c, m_Rprec.c",
            ),
            Profile(
                "sklearn",
                "scikit-learn",
                "1.9.1",
                common={"unjudged": "zero", "duplicates": "count_all"},
                measures={
                    **_ABSENT_FROM_SKLEARN,
                    "dcg": {**_SHOWN_ONLY, "ties": "average", "negative": "keep"},
                    "ndcg": {**_SHOWN_ONLY, "ties": "average", "negative": "error"},
                    "ap": {"ties": "group", "ap_base": "R_list"},
                    "auc": {"auc_range": "retrieved"},
                    **{key: {"auc_range": "retrieved"} for key in _LABELS},
                },
                source="metrics/_ranking.py: _tie_averaged_dcg, average_precision_score, roc_auc_score and the rest",
            ),
        )
    }
)
