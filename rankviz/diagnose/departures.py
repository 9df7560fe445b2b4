"""Departures from a convention: what somebody may have done otherwise, one thing at a time.

A departure is data. Its text is in `texts/` under `departure.<kind>`; that of a known mistake under `mistake.<key>`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from rankviz.basics.errors import InputError
from rankviz.core.conventions import FIELDS, Convention, ListFacts
from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics import METRICS, Metric
from rankviz.core.metrics.measures import Measure, print_measure
from rankviz.core.rounding import Rounding
from rankviz.diagnose.mistakes.formula_mistakes import FORMULA_MISTAKES
from rankviz.diagnose.mistakes.formula_mistakes_online import batch_mistakes
from rankviz.diagnose.mistakes.input_mistakes import apply_input_mistakes
from rankviz.diagnose.mistakes.mistaken_derivation import FormulaMistake
from rankviz.diagnose.mistakes.mistaken_options import mistakes_by_option
from rankviz.evaluation.evaluate import narrow, resolve_convention
from rankviz.libraries.profiles import PROFILES

# How far-fetched each kind is: the more common, the smaller. Matches are ordered by the sum of their costs.
PROFILE_COST, CHOICE_COST, MISTAKE_CHOICE_COST, RULE_COST, METRIC_COST, INPUT_COST, ROUNDING_COST, RESCALING_COST = (
    1.0,
    1.2,
    1.6,
    1.5,
    1.7,
    2.0,
    1.9,
    1.4,
)
OTHER_METRIC_COST = 1.95
RARE_CHOICE_COST = 1.9
WITHOUT_VALUE = ("error", "undefined")  # options that give no number, so that none can come from them
LABEL_COST = 1.8
# Known mistakes of two choices together; their texts are `mistake.<key>`.
BUNDLES: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "mixed_logarithms": {"discount": "ln", "ideal_discount": "log2"},
        "mixed_logarithms_reversed": {"discount": "log2", "ideal_discount": "ln"},
        "mixed_decimal": {"discount": "log10", "ideal_discount": "log2"},
    }
)
MOST_CUTOFFS = 30  # up to here every rank may have been the cutoff, beyond it only those that people use
MOST_THRESHOLDS = 20
USUAL_THRESHOLD = 2.0
USUAL_CUTOFFS = (50, 100, 200, 500, 1000)


@dataclass(frozen=True)
class Departure:
    """One thing done otherwise.

    Parameters
    ----------
    kind : str
        Names its text: 'profile', 'label', 'choice', 'mistake', 'metric', 'cutoff', 'grade', 'swap', 'missing', 'twice',
        'forgotten', 'forgotten_one', 'rounding' or 'reading'.
    key : str
        Unique among the departures from one state.
    axis : str
        Two departures on one axis cannot be combined.
    cost : float
    choices : mapping
        Changes of the convention.
    library_convention : Convention or None
        A library's convention, which replaces the one that was asked for.
    metric : str
        Key of another metric, "" for the same.
    ranking : Ranking or None
        The changed list.
    list_index : int
        Index of the list that `ranking` replaces.
    roundings : tuple of Rounding
        Roundings of intermediate results.
    factor : float
        What the value was multiplied by.
    formula_mistake : FormulaMistake or None
        A mistake in the formula; tried alone only.
    input_lists : tuple of Ranking
        Other lists that the formula was given; () for the right ones. Tried alone only.
    details : mapping
        Values for the placeholders of its text.
    """

    kind: str
    key: str
    axis: str
    cost: float
    choices: Mapping[str, object] = field(default_factory=dict)
    library_convention: Convention | None = None
    metric: str = ""
    ranking: Ranking | None = None
    list_index: int = 0
    roundings: tuple[Rounding, ...] = ()
    factor: float = 1.0
    formula_mistake: FormulaMistake | None = None
    input_lists: tuple[Ranking, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)


def apply_departures(convention: Convention, departures: Sequence[Departure]) -> Convention:
    """Return the convention with departures: a library's replaces it, single choices are applied after that."""
    base = next((each.library_convention for each in departures if each.library_convention is not None), convention)
    changes = {name: value for each in departures for name, value in each.choices.items()}
    return base.with_choices(changes) if changes else base


def choices_of(metric: Metric, convention: Convention, facts: ListFacts) -> Iterator[Departure]:
    """Yield single choices that can matter to a metric on such lists, and bundles of choices that are known mistakes."""
    narrowed = narrow(metric, convention)
    mistakes = mistakes_by_option(metric.key, narrowed)
    for name, keys in metric.uses.items():
        # A persistence that only another choice reads may have been chosen with it. What strict does the threshold does too.
        read_fields = metric.uses if name == "rbp_p" else None
        if name == "strict" or not FIELDS[name].matters(facts, narrowed, read_fields):
            continue
        current = getattr(convention, name)
        for value in keys or _other_numbers(name, convention, facts):
            if value not in (current, *WITHOUT_VALUE) and not FIELDS[name].custom_field_of(value):
                yield choice_departure(name, value, current, mistakes.get((name, str(value))))
    for key, changes in BUNDLES.items():
        if all(name in metric.uses for name in changes):
            yield Departure("mistake", key, "discount", MISTAKE_CHOICE_COST, dict(changes), details={"mistake": key})


def choice_departure(name: str, value: object, current: object, mistake: FormulaMistake | None = None) -> Departure:
    """Return the departure of one option of a field in place of another; it is told as the mistake that it is, if it is one."""
    option = FIELDS[name].option(value)
    cost = CHOICE_COST if FIELDS[name].stage == "formula" else RULE_COST
    if option is not None and option.mistake_cost is not None:
        cost = option.mistake_cost
    elif option is not None:
        cost = MISTAKE_CHOICE_COST if option.is_mistake else RARE_CHOICE_COST if option.rare else cost
    kind = "cutoff" if name == "cutoff" else "choice"
    details = {"name": name, "value": value, "present": current}
    if mistake is not None:
        details |= {"mistake": mistake.text_key or mistake.key}
    axis = "discount" if name == "ideal_discount" else name
    return Departure(kind, f"{name}={value}", axis, cost, {name: value}, details=details)


def _other_numbers(name: str, convention: Convention, facts: ListFacts) -> tuple[object, ...]:
    """Return other numbers that somebody may have chosen for a field."""
    if name == "cutoff":
        k, longest = convention.cutoff, facts.longest
        if k is not None:
            return (*(near for near in (k - 1, k + 1) if near >= 1), None)
        return tuple(near for near in range(1, longest) if near <= MOST_CUTOFFS or near == longest - 1 or near in USUAL_CUTOFFS)
    if name == "threshold":
        grades = facts.grades or frozenset()
        # "Relevant from grade 2" is a usual rule even if no document has a 2.
        usual = {USUAL_THRESHOLD} if max(grades, default=0.0) >= USUAL_THRESHOLD else set()
        return tuple(sorted(grade for grade in grades | usual if grade > 0)[:MOST_THRESHOLDS])
    return {
        "rbp_p": (0.5, 0.8, 0.9, 0.95),
        "err_max": (None, 1.0, 2.0, 3.0, 4.0, 5.0),
        "beta": (0.5, 1.0, 2.0),
    }.get(name, ())


def profiles_of(
    metric: Metric, convention: Convention, written_choices: Mapping[str, Any], rankings: Sequence[Ranking]
) -> Iterator[Departure]:
    """Yield what libraries and books compute, each by its whole convention; those with equal conventions are one departure.

    Parameters
    ----------
    metric : Metric
    convention : Convention
        The current one; libraries with an equal one are left out.
    written_choices : mapping of field to value
        Choices written with the measure, as its cutoff: every library gets them.
    rankings : sequence of Ranking
        A library that has no single convention for them is left out.
    """

    def effect(convention: Convention) -> tuple[object, ...]:
        return narrow(metric, convention), convention.mean_over, convention.mean_weights

    keys_by_effect: dict[tuple[object, ...], list[str]] = {}
    conventions: dict[str, Convention] = {}
    for key, profile in PROFILES.items():
        if profile.choices(metric.key, written_choices.get("cutoff")) is None:
            continue
        try:
            conventions[key] = library_convention_of(key, metric, written_choices, rankings)
        except InputError:
            continue
        narrow(metric, conventions[key], strictly=True)
        effect_of_key = effect(conventions[key])
        if effect_of_key != effect(convention):
            keys_by_effect.setdefault(effect_of_key, []).append(key)
    for keys in keys_by_effect.values():
        details = {"profiles": tuple(keys)}
        yield Departure(
            "profile", f"profile={keys[0]}", "profile", PROFILE_COST, library_convention=conventions[keys[0]], details=details
        )


def labels_of(
    metric: Metric, convention: Convention, written_choices: Mapping[str, Any], rankings: Sequence[Ranking]
) -> Iterator[Departure]:
    """Yield the values that libraries give, by a fault of theirs, under the label of another cutoff."""
    k = written_choices.get("cutoff")
    for key, profile in PROFILES.items():
        for shift in (note.shift for note in profile.notes_on(metric.key) if note.shift):
            if k is None or k + shift < 1 or profile.choices(metric.key, k) is None:
                continue
            shifted = library_convention_of(key, metric, {**written_choices, "cutoff": k + shift}, rankings)
            details = {
                "library": profile.library,
                "said": print_measure(metric, convention),
                "read": print_measure(metric, shifted),
            }
            yield Departure("label", f"label={key}", "profile", LABEL_COST, library_convention=shifted, details=details)


def library_convention_of(
    profile: str, metric: Metric, written_choices: Mapping[str, Any], rankings: Sequence[Ranking]
) -> Convention:
    """Return a library's convention for these lists with the choices written with the measure; InputError if it has none."""
    return resolve_convention(Measure(metric, dict(written_choices)), profile, {}, rankings)


def libraries_choosing(profile: Departure, others: Sequence[Departure], metric: Metric) -> Iterator[str]:
    """Yield the programs (no books) among a departure's profiles whose default convention makes all choices of `others`."""
    if any(each.kind != "choice" for each in others):
        return
    for key in profile.details["profiles"]:
        library_choices = PROFILES[key].choices(
            metric.key, profile.library_convention.cutoff if profile.library_convention is not None else None
        )
        convention = Convention().with_choices(library_choices or {})
        if not PROFILES[key].is_book and all(
            getattr(convention, name) == value for each in others for name, value in each.choices.items()
        ):
            yield key


def side_choices(profile: Departure, convention: Convention, choices: Sequence[Departure]) -> Iterator[Departure]:
    """Yield choices that may be combined with a library: usual ones, and those of the convention that it is compared with."""
    assert profile.library_convention is not None
    own = ((name, value) for name, value in convention.differences().items() if FIELDS[name].stage != "means")
    usual = ((each.details["name"], each.details["value"]) for each in choices if each.kind == "choice")
    for name, value in dict.fromkeys((*own, *usual)):
        library_value = getattr(profile.library_convention, name)
        if value != library_value:
            yield choice_departure(name, value, library_value)


def merge_libraries(one: Departure, other: Departure) -> Departure:
    """Return one departure that names the libraries of two."""
    return replace(one, details={"profiles": (*one.details["profiles"], *other.details["profiles"])})


def metrics_of(metric: Metric, convention: Convention) -> Iterator[Departure]:
    """Yield metrics that are confused with this one, the plainest name first; with a cutoff also without it."""
    wanted = print_measure(metric, convention)
    for position, key in enumerate(metric.confused_with):
        other = METRICS[key]
        depths = [convention.cutoff] if "cutoff" in metric.uses and "cutoff" in other.uses else [None]
        for cutoff in dict.fromkeys((*depths, None)):
            changed = convention.with_choices({"cutoff": cutoff}) if cutoff != convention.cutoff else convention
            details = {"wanted": wanted, "found": print_measure(other, changed)}
            choices = {"cutoff": cutoff} if cutoff != convention.cutoff and "cutoff" in other.uses else {}
            name = f"metric={key}" + (".whole" if choices else "")
            cost = METRIC_COST + 0.02 * position + 0.01 * bool(choices)
            yield Departure("metric", name, "metric", cost, choices, metric=key, details=details)


def other_metrics_of(metric: Metric, convention: Convention) -> Iterator[Departure]:
    """Yield other metrics that libraries compute, with the same cutoff: a number may have been copied from another line."""
    for key, other in METRICS.items():
        if other.cuts_in("libraries") and key != metric.key and key not in metric.confused_with:
            details = {"wanted": print_measure(metric, convention), "found": print_measure(other, convention)}
            yield Departure("metric", f"metric={key}", "metric", OTHER_METRIC_COST, metric=key, details=details)


def formula_mistakes_of(metric: Metric, lists: int) -> Iterator[Departure]:
    """Yield the mistakes in the metric's formula, and those in the mean if there are several lists."""
    for mistake in (*FORMULA_MISTAKES, *batch_mistakes(metric.key, lists)):
        if metric.key in mistake.metrics and (lists > 1 or not mistake.is_about_mean):
            key = f"{mistake.key}={mistake.batch_size}" if mistake.batch_size else mistake.key
            yield Departure(
                "mistake",
                key,
                "formula",
                mistake.cost,
                formula_mistake=mistake,
                details={"mistake": mistake.text_key or mistake.key, "size": mistake.batch_size},
            )


def input_mistakes_of(metric: Metric, convention: Convention, rankings: Sequence[Ranking]) -> Iterator[Departure]:
    """Yield the mistakes in what the formula was given."""
    for mistake, lists in apply_input_mistakes(metric.key, rankings, convention):
        details = {"mistake": mistake.key}
        yield Departure(
            "mistake", mistake.key, "input", mistake.cost, dict(mistake.choices), input_lists=lists, details=details
        )


def ignored_missed_of(rankings: Sequence[Ranking]) -> Iterator[Departure]:
    """Yield the departure that ignores the judged documents that were not retrieved, if there are any."""
    if missed := sum(len(each.missed_judged) for each in rankings):
        lists = tuple(without_missed(each) for each in rankings)
        yield Departure("forgotten", "forgotten", "input", RULE_COST, input_lists=lists, details={"count": missed})


def without_missed(ranking: Ranking) -> Ranking:
    """Return the list without the documents that were not retrieved."""
    return Ranking(ranking.items, (), ranking.query_id)


def rescaled_of(metric: Metric, convention: Convention, number: float) -> Iterator[Departure]:
    """Yield other scales of the value: percentage, times k, or 1 minus the value."""
    if number > metric.high:
        yield Departure("reading", "percent", "reading", RESCALING_COST, factor=100.0, details={"what": "percent"})
        if convention.cutoff is not None:
            details = {"what": "times_k", "k": convention.cutoff}
            yield Departure("reading", "times_k", "reading", RESCALING_COST, factor=float(convention.cutoff), details=details)
    has_complement = any(mistake.key == "complement" and metric.key in mistake.metrics for mistake in FORMULA_MISTAKES)
    if metric.high == 1.0 and 0 < number < 1 and not has_complement:
        yield Departure("reading", "complement", "reading", RESCALING_COST + 1, factor=-1.0, details={"what": "complement"})
