"""Is everything there that a metric needs to be computed, shown and explained? What is missing is named here, and only here."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from rankviz import METRICS, Convention, Ranking
from rankviz.core.metrics import Metric
from rankviz.core.trace import Trace
from rankviz.diagnose.usual_mistakes import USUAL_MISTAKES
from rankviz.explore.view.chart import charts_payload, rank_chart_payload
from rankviz.explore.view.choices import choices_payload
from rankviz.explore.view.derivation import derivation_payload, lines_of
from rankviz.explore.view.scores import value_payload
from rankviz.learn.questions.mistake_values import mistake_values
from rankviz.state.analysis import analyse
from rankviz.state.app_state import AppState
from rankviz.texts import LANGUAGES, Texts
from rankviz.web.data_frames import list_frame, step_frame
from tests.oracles.literal import AGAINST_IDEAL, PALE, SOLID
from tests.oracles.metrics import ORACLES

# Grades, ties, what was missed and what is unjudged, cutoffs before, inside and after a tie, and 0/0.
FULL = Ranking.from_grades([3, 0, None, 2, 1], missed=[2, 0], scores=[5, 4, 3, 2, 2])
STATES = [
    *((FULL, Convention(cutoff=cutoff)) for cutoff in (None, 1, 4)),
    *((Ranking.from_grades(grades), Convention()) for grades in ([1, 1, 0, None], [0, None], [1], [])),
]
STAND_IN = "…"


@dataclass(frozen=True)
class Noting(Texts):
    """Notes the keys that no file has, where `Texts` would fail at the first one."""

    missing: set[str] = field(default_factory=set, compare=False)

    def template(self, key: str) -> str:
        if key in self:
            return super().template(key)
        return self._stand_in(key)

    def as_written(self, key: str) -> str:
        return super().as_written(key) if key in self else self._stand_in(key)

    def _stand_in(self, key: str) -> str:
        self.missing.add(key)
        group, _, name = key.partition(".")
        return "".join(f"{{{slot}}}" for slot in METRICS[name].uses) if group == "sentence" and name in METRICS else STAND_IN


def words_missing(metric: Metric, language: str) -> list[str]:
    """Keys of the sentences that the page asks for when a metric is under study."""
    texts = Noting(language)
    texts(f"metric.{metric.key}")
    for ranking, convention in STATES:
        analysis = analyse(AppState((ranking,), metric.key, convention))
        value_payload(analysis, texts)
        choices_payload(analysis, "metric", texts)
        rank_chart_payload(analysis, texts)
        charts_payload(analysis, texts)
        derivation_payload(analysis, lines_of(analysis), "", texts)
        if isinstance(analysis.main, Trace):
            list_frame(analysis.main, analysis, texts)
            if "ideal_rank" in analysis.main:
                step_frame(analysis.main, "ideal", texts)
    others = {*METRICS} - {metric.key}  # the picker has them all
    return sorted(
        each for each in texts.missing if each.split(".")[0] not in ("metric", "about") or each.split(".")[1] not in others
    )


def mistakes_missing(metric: Metric) -> list[str]:
    """Names of usual mistakes that nothing gives, with a cutoff or without."""
    given = {name for cutoff in (None, 3) for name in mistake_values(metric, [FULL], Convention(cutoff=cutoff))}
    return sorted({name for group in USUAL_MISTAKES[metric.key] for name in group} - given)


def missing(metric: Metric) -> Iterator[str]:
    for language in LANGUAGES:
        for key in words_missing(metric, language):
            yield f"the words {key} in rankviz/texts/{language}"
    example = (">>> evaluate(", ">>> round(evaluate(")
    if not any(each in (metric.compute.__doc__ or "") for each in example):
        yield "a worked example (>>> evaluate(…)) in its docstring"
    if not metric.source:
        yield "the source of its definition: source=… in @metric"
    for other in {*metric.confused_with} - {*METRICS}:
        yield f"the metric {other!r}, which confused_with=… in @metric names"
    if (metric.exercise is None) == (metric.key in USUAL_MISTAKES):
        yield "one of two: exercise=… in @metric, and its usual mistakes in diagnose/usual_mistakes.py"
    if metric.key in USUAL_MISTAKES:
        for name in mistakes_missing(metric):
            yield f"the usual mistake {name!r}, which diagnose/usual_mistakes.py names: this metric has no such departure"
    if metric.key not in ORACLES:
        yield "its slow literal version in tests/oracles/metrics.py"
    if metric.rank_display.ideal and metric.key not in AGAINST_IDEAL:
        yield "its sum and the ideal's in tests/oracles/literal.py"
    if metric.key not in SOLID or metric.key not in PALE:
        yield "what its bars mean, solid and pale, in tests/oracles/literal.py"


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS.values(), ids=list(METRICS))
def test_nothing_is_missing_of_a_metric(metric: Metric) -> None:
    lacking = "\n".join(missing(metric))
    assert not lacking, f"{metric.name} lacks\n{lacking}"


def test_no_two_metrics_have_one_name() -> None:
    names = [name.lower() for key, metric in METRICS.items() for name in {key, metric.name.lower(), *metric.aliases}]
    assert sorted(names) == sorted(set(names))


def test_what_is_missing_is_named_and_not_a_bare_key() -> None:
    for look_up in (Texts("en"), Texts("en").pieces):
        with pytest.raises(KeyError, match=r"metric\.none has no words: add it to metrics\.toml in rankviz/texts/en"):
            look_up("metric.none")
    with pytest.raises(KeyError, match="no file in rankviz/texts/en has words of that kind"):
        Texts("en")("nonsense")
    texts = Noting("en")
    assert texts("metric.none") == STAND_IN
    assert texts.pieces("about.none.question") == [STAND_IN]
    assert texts.missing == {"metric.none", "about.none.question"}
