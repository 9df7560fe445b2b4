"""The profile of rankviz itself: the textbook's convention, the first option of every field."""

from __future__ import annotations

from rankviz.core.conventions import TEXTBOOK
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import PARAMETERS, PASSED, print_measure
from rankviz.libraries.call import Call, CallForm
from rankviz.libraries.profile import Profile


def _write(call: Call, _name: str) -> str:
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


PROFILES: tuple[Profile, ...] = (
    Profile(
        "textbook",
        "rankviz",
        "",
        "books",
        others={},
        source="the first option of every field",
        program=CallForm(
            {(key, cut): "" for key in METRICS for cut in (True, False)},
            _write,
            "rankviz",
            passed_fields=PASSED,
            is_proved_with_copies=True,
            run_on="2026-11-22",
        ),
    ),
)
