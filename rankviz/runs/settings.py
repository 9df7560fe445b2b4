"""What is computed on whole runs: the measures of a library, or all under one convention of one's own."""

from __future__ import annotations

from dataclasses import dataclass

from rankviz.core.conventions import TEXTBOOK, Convention
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import Measure, parse_measure, print_measure
from rankviz.evaluation.evaluate import narrow
from rankviz.libraries.profiles import CUSTOM, PROFILES
from rankviz.runs.evaluate.run_evaluation import ResolvedMeasure, resolve_measure

PROFILE_OF_RUNS = "trec_eval"  # TREC runs are compared by its numbers
PROFILE_OF_LOGS = "textbook"  # a log need not name documents, by which trec_eval orders equal scores


def usual_profile(is_log: bool) -> str:
    """Return the default profile of a source."""
    return PROFILE_OF_LOGS if is_log else PROFILE_OF_RUNS


@dataclass(frozen=True)
class Settings:
    """The choices for all runs on the page Runs.

    Parameters
    ----------
    profile : str
        A key of `PROFILES`, or CUSTOM.
    k : int
        The cutoff of the measures that have one.
    gain, ties : str
        Options chosen instead of the profile's, as in `state.page_params`; "" for none.
    metric : str
        The metric under study.
    convention : Convention
        With CUSTOM, the convention of all measures, with its cutoff; not read with a profile.
    """

    profile: str
    k: int = 10
    gain: str = ""
    ties: str = ""
    metric: str = "ndcg"
    convention: Convention = TEXTBOOK

    @property
    def measures(self) -> dict[str, str]:
        """The measures by metric: those that the profile has, some with k, others of the whole list.

        Examples
        --------
        >>> Settings("trec_eval", k=5).measures["ndcg"]
        'nDCG@5'
        """
        if self.profile == CUSTOM:
            keys = (key for key, metric in METRICS.items() if metric.cuts_in("runs"))
            return {key: print_measure(METRICS[key], self.convention) for key in dict.fromkeys((*keys, self.metric))}
        cuts = [(metric, self.k if cut else None) for metric in METRICS.values() for cut in metric.cuts_in("runs")]
        known = [(metric, at) for metric, at in cuts if PROFILES[self.profile].choices(metric.key, at) is not None]
        return {metric.key: metric.name if at is None else f"{metric.name}@{at}" for metric, at in known}

    def measure_of(self, metric: str) -> ResolvedMeasure:
        """Return the measure of a metric with its convention; InputError if the choices do not fit it."""
        if self.profile != CUSTOM:
            return resolve_measure(self.measures[metric], self.profile, self._choices(metric))
        convention = self.convention
        return ResolvedMeasure(Measure(METRICS[metric], {}), convention, narrow(METRICS[metric], convention))

    def resolve(self, text: str) -> ResolvedMeasure:
        """Return a measure that somebody typed, with any cutoff, under the same choices; InputError as `resolve_measure`."""
        measure = parse_measure(text)
        if self.profile != CUSTOM:
            return resolve_measure(text, self.profile, self._choices(measure.metric.key))
        convention = self.convention.with_choices(measure.choices)
        return ResolvedMeasure(measure, convention, narrow(measure.metric, convention))

    @property
    def choices(self) -> dict[str, object]:
        """The choices other than the profile's."""
        return {name: value for name, value in (("gain", self.gain), ("ties", self.ties)) if value and self.profile != CUSTOM}

    def _choices(self, metric: str) -> dict[str, object]:
        """Return the choices other than the profile's, as far as the metric reads them."""
        uses = METRICS[metric].uses
        choices: dict[str, object] = {"gain": self.gain} if self.gain and "gain" in uses else {}
        return choices | ({"ties": self.ties} if self.ties in uses.get("ties", ()) else {})
