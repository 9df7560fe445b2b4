"""The libraries and books whose numbers are known: a module each, with its `PROFILES`, one for each of its versions or modes.

A library is named once, here. A profile holds choices, notes and the library's program; no code anywhere asks for its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from rankviz.libraries.profile import GROUPS, Profile

# By group, and within a group the best known first.
NAMES = (
    "textbook",
    "burges",
    "jarvelin_kekalainen",
    "trec_eval",
    "pytrec_eval",
    "ir_measures",
    "gdeval",
    "cwl_eval",
    "ranx",
    "beir",
    "trectools",
    "sentence_transformers",
    "llama_index",
    "mlflow",
    "phoenix",
    "ragas",
    "deepeval",
    "haystack",
    "trulens",
    "elasticsearch",
    "quepid",
    "opensearch",
    "recommenders",
    "recbole",
    "ml_metrics",
    "implicit",
    "lenskit",
    "cornac",
    "spark_mllib",
    "evidently",
    "rectools",
    "replay",
    "ignite",
    "keras_rs",
    "sklearn",
    "torchmetrics",
    "lightgbm",
    "xgboost",
    "catboost",
    "tf_ranking",
    "rax",
)
_EVERY: tuple[Profile, ...] = tuple(each for name in NAMES for each in import_module(f"{__name__}.{name}").PROFILES)
# By group, and so in every table and menu.
PROFILES: Mapping[str, Profile] = MappingProxyType(
    {profile.key: profile for profile in sorted(_EVERY, key=lambda each: GROUPS.index(each.group))}
)
CUSTOM = "own"  # used like a profile's key for a custom convention
