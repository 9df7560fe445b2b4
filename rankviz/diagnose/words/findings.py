"""Texts on the matches of a look-up."""

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
from rankviz.display.number_format import fixed_decimals, plain
from rankviz.texts import Texts

OFTEN = 0.5  # values expected by chance; from here on a single match proves nothing


@dataclass(frozen=True)
class MatchGroup:
    """One explanation: a match, and the libraries that make just its choices, if any do."""

    match: Match
    libraries: Departure | None = None


def group_matches(matches: Sequence[Match]) -> tuple[MatchGroup, ...]:
    """Group the matches: choices and the libraries that differ from the page by just these choices are one explanation."""
    by_libraries = [each for each in matches if each.library_choices and [one.kind for one in each.departures] == ["profile"]]
    groups: list[MatchGroup] = []
    used: list[Match] = []
    for match in matches:
        if match in by_libraries:
            continue
        library = next((each for each in by_libraries if each not in used and _does_the_same(match, each)), None)
        used += [] if library is None else [library]
        groups.append(MatchGroup(match, None if library is None else library.departures[0]))
    remaining = [MatchGroup(each) for each in by_libraries if each not in used]
    return tuple(sorted([*groups, *remaining], key=lambda group: matches.index(group.match)))


def _does_the_same(match: Match, library: Match) -> bool:
    """Whether a match, by any of its synonyms, is just the choices of a library."""
    library_choices = {name: value for each in library.library_choices for name, value in each.choices.items()}
    names = [match.departures, *((each,) for each in match.synonyms)] if len(match.departures) == 1 else [match.departures]
    choices_by_name = [{name: value for each in departures for name, value in each.choices.items()} for departures in names]
    return library_choices in choices_by_name and all(each.kind in ("choice", "cutoff") for each in match.departures)


def match_group_words(group: MatchGroup, texts: Texts) -> str:
    """Say what was done otherwise, and which libraries do it."""
    text = match_words(group.match, texts)
    if group.libraries is None:
        return text
    return texts("departure.profile_why", words=text, library=departure_words(group.libraries, texts))


def match_words(match: Match, texts: Texts) -> str:
    """Say what was done otherwise; metrics that agree on these lists, and equivalent roundings, are named together."""
    if not match.departures:
        return texts("diagnose.same_cut" if match.agreement == "cut" else "diagnose.same")
    match = plainest(match, texts)
    first, text = match.departures[0], plain_words(match, texts)
    if any(each.kind == "rounding" for each in match.synonyms):
        return texts("departure.rounding_also", words=text, count=len(match.synonyms))
    if first.kind == "metric":
        names = dict.fromkeys(str(each.details["found"]) for each in (first, *match.synonyms) if each.kind == "metric")
        text_of_metrics = texts(
            "departure.metric", found=texts("departure.or_name").join(names), wanted=first.details["wanted"]
        )
        return texts("departure.separator").join(
            [text_of_metrics, *(_words_in_lists(match, each, texts) for each in match.departures[1:])]
        )
    return text


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
    """Say what the libraries of a match choose otherwise; a library's choice is not called a mistake."""
    return texts("departure.separator").join(departure_words(each, texts, judged=False) for each in match.library_choices)


def _words_in_lists(match: Match, departure: Departure, texts: Texts) -> str:
    """Say one departure; with several lists, that the mistake in the formula was made in each of them."""
    words = departure_words(departure, texts)
    in_each = departure.formula_mistake is not None and not departure.formula_mistake.is_about_mean and len(match.rankings) > 1
    return texts("departure.every_list", words=words) if in_each else words


def plainest(match: Match, texts: Texts) -> Match:
    """Return the match with the name first that is a sentence, since fewer readers understand a field with its value."""
    synonyms = tuple(sorted(match.synonyms, key=lambda each: _is_field(each, texts)))
    if len(match.departures) == 1 and synonyms and _is_field(match.departures[0], texts) and not _is_field(synonyms[0], texts):
        best = min(
            synonyms, key=lambda each: (_is_field(each, texts), each.kind != "choice")
        )  # the page can be set to a choice
        others = [each for each in (*synonyms, *match.departures) if each is not best]
        return replace(match, departures=(best,), synonyms=tuple(others))
    return replace(match, synonyms=synonyms)


def _is_field(departure: Departure, texts: Texts) -> bool:
    """Whether a departure has no sentence of its own and is said as a field with its value; a cutoff is plain anyhow."""
    details = departure.details
    if departure.kind not in ("choice", "cutoff") or "mistake" in details or (departure.kind == "cutoff" and details["value"]):
        return False
    return f"mistake.{details['name']}_{details['value']}" not in texts


def names_a_field(match: Match, texts: Texts) -> bool:
    """Whether the text of a match is a field with its value instead of a sentence."""
    return any(_is_field(each, texts) for each in plainest(match, texts).departures)


def departure_words(departure: Departure, texts: Texts, *, judged: bool = True) -> str:
    """Say one departure; a known mistake by its text, and a slip with the list that it is in.

    Unless `judged`, an option that is a known mistake is not called one.
    """
    details: Mapping[str, Any] = departure.details
    if "list" in details:
        name = details["name"] or texts("list_tabs.unnamed", n=details["list"])
        return texts("departure.in_list", list=name, words=_words_in_one_list(departure, texts, judged))
    return _words_in_one_list(departure, texts, judged)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _words_in_one_list(departure: Departure, texts: Texts, judged: bool) -> str:
    details: Mapping[str, Any] = departure.details
    if "mistake" in details:
        return texts(f"mistake.{details['mistake']}", **details)
    if departure.kind == "choice":
        mistake_key = f"mistake.{details['name']}_{details['value']}"
        if mistake_key in texts:
            return texts(mistake_key)
    if departure.kind == "cutoff" and details["value"] is None:
        return texts("departure.cutoff_none")
    if departure.kind == "cutoff" and details["present"] is None:
        return texts("departure.cutoff_only", value=details["value"])
    if departure.kind in ("choice", "cutoff"):
        name = details["name"]
        value, present = (option_label(name, details[part], texts, judged=judged) for part in ("value", "present"))
        kind = "number" if departure.kind == "choice" and _is_number(details["value"]) else departure.kind
        return texts(f"departure.{kind}", field=field_label(name, texts), value=value, present=present)
    if departure.kind == "profile":
        names = [library_name(key, texts) for key in details["profiles"]]
        return texts("departure.profile", library=texts("sentence.more_separator").join(names))
    if departure.kind == "rounding":
        places = texts("departure.places", count=details["places"])
        return texts(f"departure.rounding_{details['what']}_{details['how']}", places=places)
    if departure.kind == "reading":
        return texts(f"departure.{details['what']}", **details)
    printable = {name: _grade(value) if name in ("value", "present", "grade") else value for name, value in details.items()}
    return texts(f"departure.{departure.kind}", **printable)


def _grade(value: object) -> str:
    return "?" if value is None else plain(float(value))  # type: ignore[arg-type]


def lookup_text(result: LookupResult, texts: Texts) -> str:
    """Return all matches of a look-up, one a line, best first; then how strong the evidence is."""
    lines = bound_words(result, texts)
    if not result.matches:
        lines += [texts("diagnose.none", typed=result.printed.text)] + [texts("diagnose.nearest")] * bool(result.nearest)
    for match in result.matches or result.nearest:
        lines.append(f"{match.value!r}  {match_words(match, texts)}")
        notes = note_lines(libraries_named_by(match), match.metric, texts)
        lines += [f"    {sentence}" for sentence in (*match_remarks(match, texts), *notes)]
    return "\n".join([*lines, *evidence_words(result, texts)])


def bound_words(result: LookupResult, texts: Texts) -> list[str]:
    """Say that the metric cannot give the number; [] if it can."""
    return [] if result.bound is None else [exceeded_bound_words(result.bound, result.metric, texts)]


def exceeded_bound_words(bound: Bound, metric: Metric, texts: Texts) -> str:
    """Say that a metric cannot give a number beyond a bound."""
    return texts(f"diagnose.bound_{bound.side}", name=metric.name, bound=plain(bound.value))


def evidence_words(result: LookupResult, texts: Texts, listed: int | None = None) -> list[str]:
    """Say how strong the evidence is, and what was not tried; [] if the number is the value itself.

    Parameters
    ----------
    result : LookupResult
    texts : Texts
    listed : int, optional
        Number of explanations that are listed; by default one for each match.
    """
    if result.matches and not result.matches[0].departures and result.matches[0].agreement != "cut":
        return []
    listed = len(result.matches) if listed is None else listed
    sentences = [value_count_words(result, texts, listed), *_evidence_limits(result, texts, listed)] if result.matches else []
    return [*sentences, *(left_out_words(each, texts) for each in result.left_out)]


def left_out_words(left_out: LeftOut, texts: Texts) -> str:
    """Say what was not tried since the lists are long or many."""
    key = "no_slips" if left_out.what == "slips" and not left_out.rank else left_out.what
    return texts(f"diagnose.left_out_{key}", rank=left_out.rank)


def match_remarks(match: Match, texts: Texts) -> list[str]:
    """Return further sentences on a match: synonyms, truncated digits, libraries that do the same, weakness."""
    sentences = [texts("diagnose.also", words=words) for words in _synonym_words(match, texts)]
    sentences += [texts("diagnose.cut")] * (match.agreement == "cut" and bool(match.departures))
    has_other_departures = bool(match.library_choices) and len(match.departures) > 1
    sentences += [texts("diagnose.theirs", names=library_choices_words(match, texts))] if has_other_departures else []
    libraries = texts("convention.separator").join(library_name(key, texts) for key in match.libraries)
    sentences += [texts("diagnose.libraries_too", library=libraries)] if libraries else []
    return sentences + [texts("diagnose.weak")] * match.weak


def _synonym_words(match: Match, texts: Texts) -> list[str]:
    """Return the texts of the synonyms, except those that the sentence on the match includes."""
    included = ("rounding", "metric") if match.departures and match.departures[0].kind == "metric" else ("rounding",)
    words = [departure_words(each, texts) for each in plainest(match, texts).synonyms if each.kind not in included]
    return [each for each in dict.fromkeys(words) if each != plain_words(match, texts)]


def value_count_words(result: LookupResult, texts: Texts, listed: int) -> str:
    """Say how many values print as the number, and how many would by chance; or that too many do.

    If several explanations give one value, their number is said instead: the value does not tell them apart.
    """
    rounded = fixed_decimals(expected_by_chance(result), 0 if result.by_chance >= 1 else 2)
    chance = texts("diagnose.chance", count=rounded) if result.by_chance >= 0.01 else texts("diagnose.chance_small")
    key = "coarse" if result.sharing > MOST_SHOWN else "evidence" if result.sharing > 1 else "evidence_one"
    key, count = ("evidence_one_more", listed) if result.sharing == 1 < listed else (key, result.sharing)
    return texts(f"diagnose.{key}", tried=f"{result.tried:,}", count=count, typed=result.printed.text, chance=chance)


def expected_by_chance(result: LookupResult) -> float:
    """Return the expected number of values by chance, rounded as it is printed, so that comparisons hold for the print."""
    return round(result.by_chance, 0 if result.by_chance >= 1 else 2)


def _evidence_limits(result: LookupResult, texts: Texts, listed: int) -> list[str]:
    """Say that not all values are among the matches, and that chance gives as many, or often one; [] if neither holds."""
    listed_values = len({round(each.value, 10) for each in result.matches})
    sentence = texts("diagnose.listed", count=listed) if listed > 1 else texts("diagnose.listed_one")
    sentences = [sentence] * (listed_values < result.sharing)
    expected = expected_by_chance(result)
    if result.sharing == 1:  # more digits would not tell it from others
        return sentences + [texts("diagnose.coincidence_one")] * (expected >= OFTEN)
    return sentences + [texts("diagnose.coincidence")] * (result.sharing <= min(expected, MOST_SHOWN))
