"""What terms are on whole runs: sentences for the cards of the page Runs, with numbers from the evaluation or the files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

from rankviz.core.conventions import Convention
from rankviz.core.metrics import Metric
from rankviz.display.convention_words import ConventionWords
from rankviz.display.labels import option_label, option_words
from rankviz.display.number_format import fixed_decimals, plain
from rankviz.runs.evaluate.run_evaluation import QueryValues
from rankviz.runs.significance import Outcome, PairedTests
from rankviz.runs.summary import RunContents
from rankviz.runs.words.tables import PLACES, probability
from rankviz.texts import Texts


@dataclass(frozen=True, eq=False)
class RunsContext:
    """Whole runs as the measure under study reads them.

    Parameters
    ----------
    names : tuple of str
        Names of the runs.
    results : sequence of QueryValues
    tests : sequence of PairedTests
    contents : sequence of RunContents
        The contents of each file.
    filled_counts : sequence of (int, float)
        For each run, how many queries without a value count in the mean, and as which value; see `undefined_counted`.
    measures : mapping of metric to measure
    metric : Metric
        The metric under study.
    convention : Convention
        The convention of the metric under study.
    texts : Texts
    """

    names: tuple[str, ...]
    results: Sequence[QueryValues]
    tests: Sequence[PairedTests]
    contents: Sequence[RunContents]
    filled_counts: Sequence[tuple[int, float]]
    measures: Mapping[str, str]
    metric: Metric
    convention: Convention
    texts: Texts

    @property
    def measure(self) -> str:
        """The measure under study."""
        return self.measures[self.metric.key]

    @property
    def test(self) -> PairedTests | None:
        """The tests of the measure under study; None unless there are two runs with queries to compare."""
        tests = next((each for each in self.tests if each.measure == self.measure), None)
        return tests if tests is not None and tests.n else None

    def by_run(self, values: Sequence[str]) -> str:
        """Join one value a run, each with the run's name if there are two."""
        if len(values) == 1:
            return values[0]
        named = (self.texts("runs.here_of", name=name, value=each) for name, each in zip(self.names, values, strict=True))
        return self.texts("sentence.more_separator").join(named)


def term_values(at: RunsContext) -> dict[str, str]:
    """Say what each term is on these runs.

    Returns
    -------
    dict
        A sentence by the key of the entry; terms without one are left out.
    """
    sentences = {key: sentence(at) for key, sentence in SENTENCES.items()}
    sentences |= {key: _mean(at, measure) for key, measure in at.measures.items()}
    sentences |= {key: _option(name, at) for key, name in _OPTIONS.items() if name in at.metric.uses}
    return {key: sentence for key, sentence in sentences.items() if sentence}


def filled_words(at: RunsContext) -> list[str]:
    """Say how many queries without a value count in the mean, and by which choice."""
    values = _filled_values(at)
    return [at.texts("runs.filled", **values, choice=at.texts("field.empty"), own=at.texts("runs.own"))] if values else []


def _filled_values(at: RunsContext) -> dict[str, str]:
    """Return how many queries without a value count in the mean, and as which value, for a sentence; {} if there are none."""
    value = next((value for count, value in at.filled_counts if count), None)
    if value is None:
        return {}
    totals = (int(each.counted[at.measure].sum()) for each in at.results)
    counts = [
        at.texts("runs.filled_count", count=f"{count:,}", of=f"{of:,}")
        for (count, _), of in zip(at.filled_counts, totals, strict=True)
    ]
    return {"measure": at.measure, "value": plain(value), "counts": at.by_run(counts)}


def _undefined(at: RunsContext) -> str:
    values = _filled_values(at)
    return at.texts("runs.here_filled", **values) if values else at.texts("runs.here_filled_none", measure=at.measure)


def _ties(at: RunsContext) -> str:
    if at.test is None:
        return ""
    return at.texts("runs.here_ties", measure=at.measure, ties=f"{at.test.ties:,}", of=f"{at.test.n:,}")


def _mean(at: RunsContext, measure: str) -> str:
    if not all(measure in each.list_values for each in at.results):
        return ""
    values = [fixed_decimals(mean, PLACES) if isfinite(mean := each.means[measure]) else "—" for each in at.results]
    return at.texts("runs.here_mean", measure=measure, values=at.by_run(values))


_OPTIONS = {"gain": "gain", "discount": "discount", "tie": "ties", "ideal": "ideal"}


_TESTS = ("t", "wilcoxon", "permutation")


def _option(name: str, at: RunsContext) -> str:
    words = option_words(name, getattr(at.convention, name), at.convention, at.texts)
    return at.texts("runs.here_option", measure=at.measure, option=words)


def _threshold(at: RunsContext) -> str:
    if "threshold" not in at.metric.uses:
        return ""
    key = "term.threshold.here" + ("_strict" if at.convention.strict == "yes" else "")
    return at.texts(key, threshold=option_label("threshold", at.convention.threshold, at.texts))


def _cutoff(at: RunsContext) -> str:
    cutoff = at.convention.cutoff
    if "cutoff" not in at.metric.uses or cutoff is None:
        return at.texts("runs.here_whole", measure=at.measure)
    return at.texts("runs.here_cutoff", measure=at.measure, k=plain(float(cutoff)))


def _counted(at: RunsContext) -> str:
    counts = [f"{int(each.counted[at.measure].sum()):,} / {len(each.queries):,}" for each in at.results]
    return at.texts("runs.here_counted", measure=at.measure, counts=at.by_run(counts))


def _content_count(key: str, count: Callable[[RunContents], int]) -> Callable[[RunsContext], str]:
    return lambda at: at.texts(f"runs.here_{key}", counts=at.by_run([f"{count(each):,}" for each in at.contents]))


def _judged(at: RunsContext) -> str:
    shares = [fixed_decimals(100 * each.judged / each.entries, 1) if each.entries else "—" for each in at.contents]
    return at.texts("runs.here_judged", counts=at.by_run([f"{each} %" for each in shares]))


def _holm(at: RunsContext) -> str:
    counts = {name: sum(isfinite(getattr(each, name).p) for each in at.tests) for name in _TESTS}
    if len({*counts.values()}) == 1:
        count = next(iter(counts.values()))
        return at.texts("runs.here_holm", count=f"{count:,}") if count else ""
    named = (_of_test(name, f"{count:,}", at) for name, count in counts.items())
    return at.texts("runs.here_holm", count=at.texts("sentence.more_separator").join(named))


def _outcome(name: str) -> Callable[[RunsContext], str]:
    def sentence(at: RunsContext) -> str:
        if at.test is None or not isfinite((outcome := getattr(at.test, name)).p):
            return ""
        return at.texts("runs.here_values", measure=at.measure, values=_p_values(outcome, at))

    return sentence


def _p_values(outcome: Outcome, at: RunsContext) -> str:
    p, corrected = probability(outcome.p, "= "), probability(outcome.p_corrected)
    return at.texts("runs.here_test", p=p, corrected=corrected)


def _of_test(name: str, value: str, at: RunsContext) -> str:
    return at.texts("runs.here_of", name=at.texts(f"runs.{name}"), value=value)


def _permutation(at: RunsContext) -> str:
    values = _outcome("permutation")(at)
    if not values or at.test is None:
        return ""
    how = at.texts("runs.here_exact" if at.test.exact else "runs.here_drawn")
    return at.texts("words.separator").join([values, how])


def _p_value(at: RunsContext) -> str:
    outcomes = {name: getattr(at.test, name) for name in _TESTS} if at.test else {}
    tests = [_of_test(name, _p_values(outcome, at), at) for name, outcome in outcomes.items() if isfinite(outcome.p)]
    separator = at.texts("convention.separator")
    return at.texts("runs.here_values", measure=at.measure, values=separator.join(tests)) if tests else ""


def _interval(at: RunsContext) -> str:
    if at.test is None or not isfinite(at.test.interval.low):
        return ""
    low, high = (fixed_decimals(each, PLACES) for each in (at.test.interval.low, at.test.interval.high))
    return at.texts("runs.here_interval", measure=at.measure, low=low, high=high)


def _effect(at: RunsContext) -> str:
    if at.test is None or not isfinite(at.test.effect_size):
        return ""
    return at.texts("runs.here_values", measure=at.measure, values=fixed_decimals(at.test.effect_size, PLACES))


def _convention(at: RunsContext) -> str:
    words = ConventionWords(at.metric, at.convention, None, at.texts).sentence
    return at.texts("runs.own_convention", measure=at.measure, words=words)


SENTENCES: Mapping[str, Callable[[RunsContext], str]] = {
    "counted_queries": _counted,
    "mean": _counted,
    "query": _counted,
    "judged": _judged,
    "qrels": _content_count("qrels", lambda contents: contents.judged + contents.missed),
    "run": _content_count("run", lambda contents: contents.entries),
    "retrieved": _content_count("run", lambda contents: contents.entries),
    "unjudged": _content_count("unjudged", lambda contents: contents.entries - contents.judged),
    "missed": _content_count("missed", lambda contents: contents.missed),
    "duplicates": _content_count("duplicates", lambda contents: contents.duplicates),
    "cutoff": _cutoff,
    "relevant": _threshold,
    "threshold": _threshold,
    "holm": _holm,
    "paired_t_test": _outcome("t"),
    "wilcoxon": _outcome("wilcoxon"),
    "permutation_test": _permutation,
    "p_value": _p_value,
    "run_tie": _ties,
    "undefined": _undefined,
    "grade": _content_count("qrels", lambda contents: contents.judged + contents.missed),
    "score": _content_count("tied", lambda contents: contents.tied),
    "confidence_interval": _interval,
    "effect_size": _effect,
    "convention": _convention,
}
