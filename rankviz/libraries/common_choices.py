"""Choices that several libraries share."""

from __future__ import annotations

from rankviz.libraries.profile import Choices

# Of a document that is retrieved twice both places are hits, but it is one that was judged, or chosen.
CREDITED: Choices = {"duplicates": "credit_each"}
# Every place counts by itself.
COUNTED: Choices = {"duplicates": "count_all"}
# Taken where no k is given.
TEN: Choices = {"cutoff": 10}
# Of arrays and tensors: every entry is given with a grade and a score, and nothing else is.
ARRAY: Choices = {**COUNTED, "unretrieved": "invisible"}
# The ideal ranking knows what was retrieved, and is no longer than that.
SHOWN_ONLY: Choices = {"ideal": "retrieved", "short_list": "shrink"}
RETRIEVED: Choices = {"auc_range": "retrieved"}
# LightGBM and XGBoost; a list without anything relevant counts 1 there.
BOOSTED_NDCG: Choices = {**SHOWN_ONLY, "gain": "exponential", "empty": "1", "negative": "error"}
# What ragas and DeepEval call context precision: of what is relevant they know only what was retrieved, and how often.
VERDICTS: Choices = {"ap_base": "hits", **COUNTED}
