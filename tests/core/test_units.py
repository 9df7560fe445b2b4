"""What a recorded array holds, by its unit, and how that is printed."""

from collections.abc import Iterator

import numpy as np
import pytest

from rankviz import METRICS, Ranking
from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import RawLists
from rankviz.core.templates import TemplateError
from rankviz.core.trace import Step, Trace
from rankviz.diagnose.departures import formula_mistakes_of
from rankviz.diagnose.mistakes.mistaken_derivation import apply_mistake
from rankviz.display.number_format import in_unit
from rankviz.evaluation.evaluate import compute
from tests.helpers.corpus import PLAIN_LISTS, one_choice_away, trace_of

# Whole grades without ties, so that nothing but a quotient, a root or a logarithm has decimals.
WHOLE = [each for each in PLAIN_LISTS if not each.tied and all((i.grade or 0) % 1 == 0 for i in (*each.items, *each.missed))]
WHOLE += [Ranking.from_grades([1, 2, 0], scores=[0.7, 0.5, 0.1])]


def steps_of(metric: str) -> Iterator[tuple[Trace, Step]]:
    """Every step that a metric records under any choice, and that a known mistake in its formula records."""
    for convention in one_choice_away(METRICS[metric]):
        trace = trace_of(metric, convention)
        yield from ((trace, step) for step in trace.steps)
    right = compute(
        METRICS[metric], RawLists.from_rankings(WHOLE), Convention(cutoff=3 if "cutoff" in METRICS[metric].uses else None)
    )
    yield from ((right, step) for step in right.steps)
    for departure in formula_mistakes_of(METRICS[metric], len(WHOLE)):
        try:
            wrong = (
                apply_mistake(right, departure.formula_mistake, WHOLE, right.convention) if departure.formula_mistake else right
            )
        except TemplateError:
            continue
        yield from ((wrong, step) for step in wrong.steps if step.key != metric)


def is_whole(step: Step) -> bool:
    return bool((np.nan_to_num(step.value) % 1 == 0).all())


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS)
def test_what_is_called_a_count_is_a_whole_number_wherever_no_tie_is_averaged(metric: str) -> None:
    counts = [(trace, step) for trace, step in steps_of(metric) if step.unit == "count" and not trace.rankings.has_groups]
    assert {step.key for _, step in counts if not is_whole(step)} <= {"tied_pair", "pairs_won", "pairs_right"}


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS)
def test_what_is_whole_on_every_list_is_no_value(metric: str) -> None:
    seen: dict[str, bool] = {}
    for trace, step in steps_of(metric):
        if step.unit == "value" and not trace.rankings.has_groups:
            seen[step.key] = seen.get(step.key, True) and is_whole(step)
    assert [key for key, whole in seen.items() if whole and key != "success"] == []  # 0 or 1, but of several lists a share


def test_each_unit_is_printed_as_what_it_is() -> None:
    printed = {unit: in_unit(unit, 2.0) for unit in ("count", "grade", "share", "setting", "divisor", "value")}  # type: ignore[arg-type]
    assert printed == {"count": "2", "grade": "2", "share": "2", "setting": "2", "divisor": "2.000", "value": "2.000"}
