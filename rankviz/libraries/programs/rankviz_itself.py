"""The program for rankviz itself, whose own convention is the textbook's."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rankviz.core.conventions import TEXTBOOK
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import PARAMETERS, PASSED, print_measure
from rankviz.libraries.programs.call import Call, CallForm


def _rankviz(call: Call, _name: str) -> str:
    ranking, metric = call.ranking, METRICS[call.metric]
    ids = [item.doc_id for item in (*ranking.items, *ranking.missed)]
    grades, missed = ([item.grade for item in items] for items in (ranking.items, ranking.missed))
    in_name = {"cutoff", metric.at_field, *(PARAMETERS[name] for name in metric.named_numbers)}
    passed = {name: getattr(call.convention, name) for name in PASSED if name in metric.uses and name not in in_name}
    choices = [f", {name}={value!r}" for name, value in passed.items() if value != getattr(TEXTBOOK, name)]
    return f"""import rankviz as rv

grades = {grades}
missed = {missed}
scores = {call.scores}
ranking = rv.Ranking.from_grades(grades, missed=missed, scores=scores, doc_ids={ids})
print(rv.evaluate("{print_measure(metric, call.convention)}", ranking{"".join(choices)}))
"""


OURS: Mapping[str, CallForm] = MappingProxyType(
    {
        "textbook": CallForm(
            {(key, cut): "" for key in METRICS for cut in (True, False)},
            _rankviz,
            "rankviz",
            passed_fields=PASSED,
            is_proved_with_copies=True,
        )
    }
)
