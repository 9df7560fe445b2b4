"""The profile of pytrec_eval."""

from __future__ import annotations

from rankviz.libraries.call import NUMBERS_TOO, Call, CallForm, dictionaries
from rankviz.libraries.profile import Choices, Profile
from rankviz.libraries.profiles.trec_eval import TREC_CHOICES, TREC_MEASURES, TREC_NAMES

# A dictionary keeps the last value that it was given for a key.
_DICTIONARY: Choices = {"duplicates": "last_wins"}


def _write(call: Call, measure: str) -> str:
    level = "" if call.level == 1 else f", relevance_level={call.level}"
    evaluator = f'pytrec_eval.RelevanceEvaluator(qrels, {{"{measure}"}}{level})'
    return f'import pytrec_eval\n\n{dictionaries(call)}print({evaluator}.evaluate(run)["{call.query}"])\n'


PROFILES: tuple[Profile, ...] = (
    Profile(
        "pytrec_eval",
        "pytrec_eval",
        "pytrec-eval-terrier 0.5.11",
        "retrieval",
        common={**TREC_CHOICES, **_DICTIONARY, "mean_over": "intersection"},
        measures=TREC_MEASURES,
        source="pytrec_eval_ext.cpp and trec_eval 9.0.8 in it; recorded by tools/recorders/ir_measures_profiles.py",
        program=CallForm(
            TREC_NAMES,
            _write,
            "pytrec-eval-terrier=={0}",
            integer_grades_only=True,
            passed_fields=NUMBERS_TOO,
            needs="judged",
            is_proved_with_copies=True,
            run_on="2026-11-22",
        ),
    ),
)
