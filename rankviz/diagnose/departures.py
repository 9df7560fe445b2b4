"""Named departures from a convention: what somebody may have done otherwise, one at a time.

A departure is data. Its words are in `texts/` under `departure.<kind>` and, where it is a known mistake, `mistake.<key>`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rankviz.basics.errors import InputError
from rankviz.core.conventions import FIELDS, Convention
from rankviz.core.lists.compute_facts import facts_of
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics import METRICS, Metric
from rankviz.core.metrics.measures import Measure, print_measure
from rankviz.core.rounding import Rounding
from rankviz.diagnose.mistakes.choice_mistakes import BUNDLES, COSTS
from rankviz.diagnose.mistakes.formula_mistakes import FORMULA_MISTAKES
from rankviz.diagnose.mistakes.formula_mistakes_online import batch_mistakes
from rankviz.diagnose.mistakes.input_mistakes import apply_input_mistakes
from rankviz.diagnose.mistakes.mistaken_derivation import FormulaMistake
from rankviz.evaluation.evaluate import narrow, resolve_convention
from rankviz.libraries.profiles import PROFILES
from rankviz.libraries.profiles.books import BOOKS

# How far-fetched each is: the smaller, the more often it is met. A sum of costs orders the answers.
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
WITHOUT_VALUE = ("error", "undefined")  # such a rule gives no number, so none can come from it


LABEL_COST = 1.8
MOST_CUTOFFS = 30  # each of the first ranks may have been the cutoff, and of the others those that people use
MOST_THRESHOLDS = 20
USUAL_THRESHOLD = 2.0
USUAL_CUTOFFS = (50, 100, 200, 500, 1000)


@dataclass(frozen=True)
class Departure:
    """One thing done otherwise.

    Parameters
    ----------
    kind : str
        Names its sentence: 'profile', 'label', 'choice', 'mistake', 'metric', 'cutoff', 'grade', 'swap', 'missing', 'twice',
        'forgotten', 'forgotten_one', 'rounding' or 'reading'.
    key : str
        Unique among the departures from one state.
    axis : str
        Two departures on one axis cannot be combined.
    cost : float
    choices : mapping
        Changes of the convention.
    library_convention : Convention or None
        The convention that stands in the place of the one asked for: a library is no difference, but a whole convention.
    metric : str
        Another metric, "" for the same.
    ranking : Ranking or None
        The changed list.
    list_index : int
        Which of several lists it stands for.
    roundings : tuple of Rounding
        What was rounded on the way.
    factor : float
        What the value was multiplied by.
    formula_mistake : FormulaMistake or None
        A mistake in the formula; it is tried alone only.
    input_lists : tuple of Ranking
        The lists that the formula was given instead; () for those that were asked for. Tried alone only.
    details : mapping
        Values that its sentence needs.
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
    """The convention with departures: a library's in its place, single choices over it."""
    whole = next((each.library_convention for each in departures if each.library_convention is not None), convention)
    changes = {name: value for each in departures for name, value in each.choices.items()}
    return whole.with_choices(changes) if changes else whole


def choices_of(metric: Metric, convention: Convention, rankings: Sequence[Ranking]) -> Iterator[Departure]:
    """Single choices that can matter to a metric on these lists, and bundles of them that are known mistakes."""
    facts, here = facts_of(RawLists.from_rankings(rankings)), narrow(metric, convention)
    for name, keys in metric.uses.items():
        # What is read only beside another choice may have been chosen with it; but the threshold says what strict does.
        read = metric.uses if name == "rbp_p" else None
        if name == "strict" or not FIELDS[name].matters(facts, here, read):
            continue
        present = getattr(convention, name)
        for value in keys or _other_numbers(name, convention, rankings):
            if value not in (present, *WITHOUT_VALUE) and not FIELDS[name].custom_field_of(value):
                yield choice_departure(name, value, present)
    for key, changes in BUNDLES.items():
        if all(name in metric.uses for name in changes):
            yield Departure("mistake", key, "discount", MISTAKE_CHOICE_COST, dict(changes), details={"mistake": key})


def choice_departure(name: str, value: object, present: object) -> Departure:
    """One option of a field in the place of another."""
    option = (FIELDS[name].options or {}).get(str(value))
    usual = CHOICE_COST if FIELDS[name].stage == "formula" else RULE_COST
    if option is not None:
        usual = MISTAKE_CHOICE_COST if option.is_mistake else RARE_CHOICE_COST if option.rare else usual
    cost = COSTS.get((name, str(value)), usual)
    kind = "cutoff" if name == "cutoff" else "choice"
    where = {"name": name, "value": value, "present": present}
    axis = "discount" if name == "ideal_discount" else name
    return Departure(kind, f"{name}={value}", axis, cost, {name: value}, details=where)


def _other_numbers(name: str, convention: Convention, rankings: Sequence[Ranking]) -> tuple[object, ...]:
    """Other numbers that somebody may have put into a field."""
    if name == "cutoff":
        longest = max((len(ranking.items) for ranking in rankings), default=0)
        k = convention.cutoff
        if k is not None:
            return (*(near for near in (k - 1, k + 1) if near >= 1), None)
        return tuple(near for near in range(1, longest) if near <= MOST_CUTOFFS or near == longest - 1 or near in USUAL_CUTOFFS)
    if name == "threshold":
        grades = {item.grade for ranking in rankings for item in (*ranking.items, *ranking.missed) if item.grade is not None}
        # "From 2 on" is said of grades whether or not anything has a 2.
        usual = {USUAL_THRESHOLD} if max(grades, default=0.0) >= USUAL_THRESHOLD else set()
        return tuple(sorted(grade for grade in grades | usual if grade > 0)[:MOST_THRESHOLDS])
    return {
        "rbp_p": (0.5, 0.8, 0.9, 0.95),
        "err_max": (None, 1.0, 2.0, 3.0, 4.0, 5.0),
        "beta": (0.5, 1.0, 2.0),
    }.get(name, ())


def profiles_of(
    metric: Metric, convention: Convention, asked: Mapping[str, Any], rankings: Sequence[Ranking]
) -> Iterator[Departure]:
    """What named libraries and books compute, each by its whole convention; those that settle everything alike are one.

    Parameters
    ----------
    metric : Metric
    convention : Convention
        That they are compared with.
    asked : mapping of field to value
        What is written with the measure, as its cutoff: that goes to every library.
    rankings : sequence of Ranking
        A library that has no one convention for them is left out.
    """

    def effect(whole: Convention) -> tuple[object, ...]:
        return narrow(metric, whole), whole.mean_over, whole.mean_weights

    alike: dict[tuple[object, ...], list[str]] = {}
    wholes: dict[str, Convention] = {}
    for key, profile in PROFILES.items():
        if profile.choices(metric.key, asked.get("cutoff")) is None:
            continue
        try:
            wholes[key] = library_convention_of(key, metric, asked, rankings)
        except InputError:
            continue
        narrow(metric, wholes[key], strictly=True)
        found = effect(wholes[key])
        if found != effect(convention):
            alike.setdefault(found, []).append(key)
    for keys in alike.values():
        where = {"profiles": tuple(keys)}
        yield Departure(
            "profile", f"profile={keys[0]}", "profile", PROFILE_COST, library_convention=wholes[keys[0]], details=where
        )


def labels_of(
    metric: Metric, convention: Convention, asked: Mapping[str, Any], rankings: Sequence[Ranking]
) -> Iterator[Departure]:
    """What libraries give under the label of another cutoff, which is a fault of theirs."""
    k = asked.get("cutoff")
    for key, profile in PROFILES.items():
        for shift in (note.shift for note in profile.notes_on(metric.key) if note.shift):
            if k is None or k + shift < 1 or profile.choices(metric.key, k) is None:
                continue
            whole = library_convention_of(key, metric, {**asked, "cutoff": k + shift}, rankings)
            where = {
                "library": profile.library,
                "said": print_measure(metric, convention),
                "read": print_measure(metric, whole),
            }
            yield Departure("label", f"label={key}", "profile", LABEL_COST, library_convention=whole, details=where)


def library_convention_of(profile: str, metric: Metric, asked: Mapping[str, Any], rankings: Sequence[Ranking]) -> Convention:
    """A library's whole convention for these lists, with what is written with the measure; InputError where it has none."""
    return resolve_convention(Measure(metric, dict(asked)), profile, {}, rankings)


def libraries_that_do(profile: Departure, made: Sequence[Departure], metric: Metric) -> Iterator[str]:
    """Keys of programs among a departure's profiles whose own convention makes the very choices that were made."""
    if any(each.kind != "choice" for each in made):
        return
    books = {book.key for book in BOOKS}
    for key in profile.details["profiles"]:
        theirs = PROFILES[key].choices(
            metric.key, profile.library_convention.cutoff if profile.library_convention is not None else None
        )
        whole = Convention().with_choices(theirs or {})
        if key not in books and all(getattr(whole, name) == value for each in made for name, value in each.choices.items()):
            yield key


def side_choices(profile: Departure, convention: Convention, choices: Sequence[Departure]) -> Iterator[Departure]:
    """Choices that somebody may make beside a library's: usual ones, and those of the convention that is compared with."""
    assert profile.library_convention is not None
    kept = ((name, value) for name, value in convention.differences().items() if FIELDS[name].stage != "means")
    usual = ((each.details["name"], each.details["value"]) for each in choices if each.kind == "choice")
    for name, value in dict.fromkeys((*kept, *usual)):
        theirs = getattr(profile.library_convention, name)
        if value != theirs:
            yield choice_departure(name, value, theirs)


def merge_libraries(one: Departure, other: Departure) -> Departure:
    """One departure that names the libraries of two."""
    return replace(one, details={"profiles": (*one.details["profiles"], *other.details["profiles"])})


def metrics_of(metric: Metric, convention: Convention) -> Iterator[Departure]:
    """Metrics that are taken for this one, the plainest name first; with a cutoff also what they give without it."""
    wanted = print_measure(metric, convention)
    for place, key in enumerate(metric.confused):
        other = METRICS[key]
        depths = [convention.cutoff] if "cutoff" in metric.uses and "cutoff" in other.uses else [None]
        for cutoff in dict.fromkeys((*depths, None)):
            changed = convention.with_choices({"cutoff": cutoff}) if cutoff != convention.cutoff else convention
            where = {"wanted": wanted, "found": print_measure(other, changed)}
            choices = {"cutoff": cutoff} if cutoff != convention.cutoff and "cutoff" in other.uses else {}
            name = f"metric={key}" + (".whole" if choices else "")
            cost = METRIC_COST + 0.02 * place + 0.01 * bool(choices)
            yield Departure("metric", name, "metric", cost, choices, metric=key, details=where)


def other_metrics_of(metric: Metric, convention: Convention) -> Iterator[Departure]:
    """Further metrics that libraries compute, down to the same cutoff: a number may have been copied from another line."""
    for key, other in METRICS.items():
        if other.cuts_in("libraries") and key != metric.key and key not in metric.confused:
            where = {"wanted": print_measure(metric, convention), "found": print_measure(other, convention)}
            yield Departure("metric", f"metric={key}", "metric", OTHER_METRIC_COST, metric=key, details=where)


def formula_mistakes_of(metric: Metric, rankings: Sequence[Ranking]) -> Iterator[Departure]:
    """Mistakes in the metric's formula, and those in the mean if there are several lists."""
    for slip in (*FORMULA_MISTAKES, *batch_mistakes(metric.key, len(rankings))):
        if metric.key in slip.metrics and (len(rankings) > 1 or not slip.is_about_mean):
            key = f"{slip.key}={slip.batch_size}" if slip.batch_size else slip.key
            yield Departure(
                "mistake",
                key,
                "formula",
                slip.cost,
                formula_mistake=slip,
                details={"mistake": slip.text_key or slip.key, "size": slip.batch_size},
            )


def input_mistakes_of(metric: Metric, convention: Convention, rankings: Sequence[Ranking]) -> Iterator[Departure]:
    """Mistakes in what the formula was given."""
    for relist, lists in apply_input_mistakes(metric.key, rankings, convention):
        where = {"mistake": relist.key}
        yield Departure("mistake", relist.key, "input", relist.cost, dict(relist.choices), input_lists=lists, details=where)


def ignored_missed_of(rankings: Sequence[Ranking]) -> Iterator[Departure]:
    """The judged documents that were not shown, left out."""
    if missed := sum(len(each.missed_judged) for each in rankings):
        lists = tuple(without_missed(each) for each in rankings)
        yield Departure("forgotten", "forgotten", "input", RULE_COST, input_lists=lists, details={"count": missed})


def without_missed(ranking: Ranking) -> Ranking:
    """The list without the judged documents that were not shown."""
    return Ranking(ranking.items, (), ranking.query_id)


def rescaled_of(metric: Metric, convention: Convention, number: float) -> Iterator[Departure]:
    """The value said otherwise: as a percentage, times k."""
    if number > metric.high:
        yield Departure("reading", "percent", "reading", RESCALING_COST, factor=100.0, details={"what": "percent"})
        if convention.cutoff is not None:
            where = {"what": "times_k", "k": convention.cutoff}
            yield Departure("reading", "times_k", "reading", RESCALING_COST, factor=float(convention.cutoff), details=where)
    turned = any(slip.key == "complement" and metric.key in slip.metrics for slip in FORMULA_MISTAKES)
    if metric.high == 1.0 and 0 < number < 1 and not turned:
        yield Departure("reading", "complement", "reading", RESCALING_COST + 1, factor=-1.0, details={"what": "complement"})
