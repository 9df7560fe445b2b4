"""The answers of a look-up in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rankviz.core.metrics import Metric
from rankviz.diagnose import LeftOut, LookupResult, Match
from rankviz.diagnose.bounds import Bound
from rankviz.diagnose.departures import Departure
from rankviz.diagnose.number_lookup import MOST_SHOWN
from rankviz.diagnose.words.library_notes import libraries_named_by, note_lines
from rankviz.display.labels import field_label, library_name, option_label
from rankviz.display.number_format import fixed, plain
from rankviz.texts import Texts


@dataclass(frozen=True)
class MatchGroup:
    """One explanation: an answer, and the libraries that do just that, if any do."""

    match: Match
    libraries: Departure | None = None


def group_matches(matches: Sequence[Match]) -> tuple[MatchGroup, ...]:
    """Make one explanation of choices and of the libraries that differ from the page by just these."""
    by_libraries = [each for each in matches if each.library_choices and [one.kind for one in each.departures] == ["profile"]]
    found: list[MatchGroup] = []
    taken: list[Match] = []
    for match in matches:
        if match in by_libraries:
            continue
        same = next((each for each in by_libraries if each not in taken and _does_the_same(match, each)), None)
        taken += [] if same is None else [same]
        found.append(MatchGroup(match, None if same is None else same.departures[0]))
    left = [MatchGroup(each) for each in by_libraries if each not in taken]
    return tuple(sorted([*found, *left], key=lambda cause: matches.index(cause.match)))


def _does_the_same(match: Match, library: Match) -> bool:
    """Whether an answer, by any of its names, is what a library's choices are."""
    theirs = {name: value for each in library.library_choices for name, value in each.choices.items()}
    names = [match.departures, *((each,) for each in match.synonyms)] if len(match.departures) == 1 else [match.departures]
    made = [{name: value for each in departures for name, value in each.choices.items()} for departures in names]
    return theirs in made and all(each.kind in ("choice", "cutoff") for each in match.departures)


def match_group_words(cause: MatchGroup, texts: Texts) -> str:
    """Say what was done otherwise, and who does it."""
    said = match_words(cause.match, texts)
    if cause.libraries is None:
        return said
    return texts("departure.profile_why", words=said, library=departure_words(cause.libraries, texts))


def match_words(match: Match, texts: Texts) -> str:
    """Say what was done otherwise; metrics that agree on these lists are named together, and so are roundings."""
    if not match.departures:
        return texts("diagnose.same_cut" if match.agreement == "cut" else "diagnose.same")
    match = plainest(match, texts)
    first, said = match.departures[0], plain_words(match, texts)
    if any(each.kind == "rounding" for each in match.synonyms):
        return texts("departure.rounding_also", words=said, count=len(match.synonyms))
    if first.kind == "metric":
        names = dict.fromkeys(str(each.details["found"]) for each in (first, *match.synonyms) if each.kind == "metric")
        named = texts("departure.metric", found=texts("departure.or_name").join(names), wanted=first.details["wanted"])
        return texts("departure.separator").join(
            [named, *(_words_in_lists(match, each, texts) for each in match.departures[1:])]
        )
    return said


def plain_words(match: Match, texts: Texts) -> str:
    """Say what was done otherwise, by its plainest name."""
    if not match.departures:
        return texts("diagnose.as_here")
    match = plainest(match, texts)
    libraries = [departure_words(each, texts) for each in match.departures if each.kind == "profile"]
    others = [_words_in_lists(match, each, texts) for each in match.departures if each.kind != "profile"]
    if libraries and not others and match.library_choices:
        return texts("departure.profile_why", words=library_choices_words(match, texts), library=libraries[0])
    return texts("departure.but").join([*libraries, *([texts("departure.separator").join(others)] if others else [])])


def library_choices_words(match: Match, texts: Texts) -> str:
    """Say what the libraries that are named choose otherwise; what is documented there is not called a mistake."""
    return texts("departure.separator").join(departure_words(each, texts, judged=False) for each in match.library_choices)


def _words_in_lists(match: Match, departure: Departure, texts: Texts) -> str:
    """Say one thing that was done otherwise; of several lists, that a formula was mistaken in each of them."""
    words = departure_words(departure, texts)
    in_each = departure.formula_mistake is not None and not departure.formula_mistake.is_about_mean and len(match.rankings) > 1
    return texts("departure.every_list", words=words) if in_each else words


def plainest(match: Match, texts: Texts) -> Match:
    """Put the names of one cause that are sentences first; a field with its value says it too, but to fewer readers."""
    also = tuple(sorted(match.synonyms, key=lambda each: _is_field(each, texts)))
    if len(match.departures) == 1 and also and _is_field(match.departures[0], texts) and not _is_field(also[0], texts):
        best = min(also, key=lambda each: (_is_field(each, texts), each.kind != "choice"))  # the page can be set to a choice
        others = [each for each in (*also, *match.departures) if each is not best]
        return replace(match, departures=(best,), synonyms=tuple(others))
    return replace(match, synonyms=also)


def _is_field(departure: Departure, texts: Texts) -> bool:
    """Whether a departure is said as a field with its value, having no sentence of its own; a cutoff is plain as a number."""
    where = departure.details
    if departure.kind not in ("choice", "cutoff") or "mistake" in where or (departure.kind == "cutoff" and where["value"]):
        return False
    return f"mistake.{where['name']}_{where['value']}" not in texts


def names_a_field(match: Match, texts: Texts) -> bool:
    """Whether what was done otherwise is said as a field with its value, which is no sentence."""
    return any(_is_field(each, texts) for each in plainest(match, texts).departures)


def departure_words(departure: Departure, texts: Texts, *, judged: bool = True) -> str:
    """Say one thing that was done otherwise; a known mistake by its name, and a slip with the list that it is in.

    Unless it is `judged`, an option that is known as a mistake is not called one.
    """
    where: Mapping[str, Any] = departure.details
    if "list" in where:
        name = where["name"] or texts("list_tabs.unnamed", n=where["list"])
        return texts("departure.in_list", list=name, words=_words_in_one_list(departure, texts, judged))
    return _words_in_one_list(departure, texts, judged)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _words_in_one_list(departure: Departure, texts: Texts, judged: bool) -> str:
    where: Mapping[str, Any] = departure.details
    if "mistake" in where:
        return texts(f"mistake.{where['mistake']}", **where)
    if departure.kind == "choice":
        named = f"mistake.{where['name']}_{where['value']}"
        if named in texts:
            return texts(named)
    if departure.kind == "cutoff" and where["value"] is None:
        return texts("departure.cutoff_none")
    if departure.kind == "cutoff" and where["present"] is None:
        return texts("departure.cutoff_only", value=where["value"])
    if departure.kind in ("choice", "cutoff"):
        name = where["name"]
        value, present = (option_label(name, where[part], texts, judged=judged) for part in ("value", "present"))
        kind = "number" if departure.kind == "choice" and _is_number(where["value"]) else departure.kind
        return texts(f"departure.{kind}", field=field_label(name, texts), value=value, present=present)
    if departure.kind == "profile":
        names = [library_name(key, texts) for key in where["profiles"]]
        return texts("departure.profile", library=texts("sentence.more_separator").join(names))
    if departure.kind == "rounding":
        places = texts("departure.places", count=where["places"])
        return texts(f"departure.rounding_{where['what']}_{where['how']}", places=places)
    if departure.kind == "reading":
        return texts(f"departure.{where['what']}", **where)
    printed = {name: _grade(value) if name in ("value", "present", "grade") else value for name, value in where.items()}
    return texts(f"departure.{departure.kind}", **printed)


def _grade(value: object) -> str:
    return "?" if value is None else plain(float(value))  # type: ignore[arg-type]


def lookup_text(found: LookupResult, texts: Texts) -> str:
    """Say all answers of a look-up, one a line, best first; then how strong the evidence is."""
    lines = bound_words(found, texts)
    if not found.matches:
        lines += [texts("diagnose.none", typed=found.printed.text)] + [texts("diagnose.nearest")] * bool(found.nearest)
    for each in found.matches or found.nearest:
        lines.append(f"{each.value!r}  {match_words(each, texts)}")
        told = note_lines(libraries_named_by(each), each.metric, texts)
        lines += [f"    {said}" for said in (*match_remarks(each, texts), *told)]
    return "\n".join([*lines, *evidence_words(found, texts)])


def bound_words(found: LookupResult, texts: Texts) -> list[str]:
    """Say that the metric cannot give the number, if that is so."""
    return [] if found.bound is None else [exceeded_bound_words(found.bound, found.metric, texts)]


def exceeded_bound_words(bound: Bound, metric: Metric, texts: Texts) -> str:
    """Say that a metric cannot give a number beyond a bound."""
    return texts(f"diagnose.bound_{bound.side}", name=metric.name, bound=plain(bound.value))


def evidence_words(found: LookupResult, texts: Texts, listed: int | None = None) -> list[str]:
    """Say how strong the evidence is, and what was not tried; nothing where the number is the value itself.

    Parameters
    ----------
    found : LookupResult
    texts : Texts
    listed : int, optional
        How many explanations are listed; by default one for each answer.
    """
    if found.matches and not found.matches[0].departures and found.matches[0].agreement != "cut":
        return []
    listed = len(found.matches) if listed is None else listed
    said = [value_count_words(found, texts, listed), *_evidence_limits(found, texts, listed)] if found.matches else []
    return [*said, *(left_out_words(each, texts) for each in found.left_out)]


def left_out_words(left_out: LeftOut, texts: Texts) -> str:
    """Say what was not tried since the lists are long."""
    key = "no_slips" if left_out.what == "slips" and not left_out.rank else left_out.what
    return texts(f"diagnose.left_out_{key}", rank=left_out.rank)


def match_remarks(match: Match, texts: Texts) -> list[str]:
    """Sentences on an answer besides: other names of the cause, cut digits, libraries that do it, that it is weak."""
    said = [texts("diagnose.also", words=words) for words in _synonym_words(match, texts)]
    said += [texts("diagnose.cut")] * (match.agreement == "cut" and bool(match.departures))
    beside = bool(match.library_choices) and len(match.departures) > 1
    said += [texts("diagnose.theirs", names=library_choices_words(match, texts))] if beside else []
    libraries = texts("convention.separator").join(library_name(key, texts) for key in match.libraries)
    said += [texts("diagnose.libraries_too", library=libraries)] if libraries else []
    return said + [texts("diagnose.weak")] * match.weak


def _synonym_words(match: Match, texts: Texts) -> list[str]:
    """Other names of the cause, but for those that stand in its sentence."""
    named = ("rounding", "metric") if match.departures and match.departures[0].kind == "metric" else ("rounding",)
    return [departure_words(each, texts) for each in plainest(match, texts).synonyms if each.kind not in named]


def value_count_words(found: LookupResult, texts: Texts, listed: int) -> str:
    """Say how many values print the number, and how many would by chance; or that too many do.

    Several explanations may be listed that all give the one value, so that it is not what tells them apart.
    """
    rounded = fixed(expected_by_chance(found), 0 if found.by_chance >= 1 else 2)
    chance = texts("diagnose.chance", count=rounded) if found.by_chance >= 0.01 else texts("diagnose.chance_small")
    key = "coarse" if found.sharing > MOST_SHOWN else "evidence" if found.sharing > 1 else "evidence_one"
    key, count = ("evidence_one_more", listed) if found.sharing == 1 < listed else (key, found.sharing)
    return texts(f"diagnose.{key}", tried=f"{found.tried:,}", count=count, typed=found.printed.text, chance=chance)


def expected_by_chance(found: LookupResult) -> float:
    """How many values are expected by chance, as it is said: what is said of them has to be true of that number."""
    return round(found.by_chance, 0 if found.by_chance >= 1 else 2)


def _evidence_limits(found: LookupResult, texts: Texts, listed: int) -> list[str]:
    """Say that not all of the values are among the answers, and that chance gives as many."""
    shown = len({round(each.value, 10) for each in found.matches})
    words = texts("diagnose.listed", count=listed) if listed > 1 else texts("diagnose.listed_one")
    said = [words] * (shown < found.sharing)
    return said + [texts("diagnose.coincidence")] * (found.sharing <= min(expected_by_chance(found), MOST_SHOWN))
