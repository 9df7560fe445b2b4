"""“I got …”: the answers of the look-up for the number that was typed."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from rankviz.conventions import Convention
from rankviz.diagnose import Answers, Match, Space, answers_for
from rankviz.diagnose.mistakes.slip import mistaken
from rankviz.diagnose.printed import Printed, read_typed
from rankviz.diagnose.separate import comparable, places_apart, separating_list
from rankviz.errors import InputError
from rankviz.evaluation import compute
from rankviz.lists.typed import Ranking, RawLists
from rankviz.metrics import METRICS
from rankviz.metrics.means import mean
from rankviz.metrics.measures import print_measure
from rankviz.show.answers import bound_words, differing, match_words, plain_words, remarks_on, strength
from rankviz.show.convention_words import convention_words
from rankviz.show.derivation import derivation
from rankviz.show.mathml import mathml
from rankviz.show.numbers import exact, fixed, plain
from rankviz.state.analysis import Analysis
from rankviz.state.app_state import AppState
from rankviz.texts import Texts

MORE_PLACES = 2  # shown beyond the digits that were typed
Data = dict[str, object]


def answers_data(analysis: Analysis, typed: str, texts: Texts) -> Data:
    """Build the answers to a typed number.

    Returns
    -------
    dict
        JSON-serialisable. `here` (sentence on the current value), `lists` (their grades in words), `error` (why the text is no
        number, or ""), `head`, `notes` (what the metric cannot give, the evidence, what was not tried), `answers`, each
        `{words, value, title, notes, line, here, there, can_set}`, `line`, `here` and `there` (MathML) being the differing
        term, and `separate`, sentences on what would tell the answers apart. `texts`.

    Raises
    ------
    InputError
        If the convention refuses the list.
    """
    lists = [_grades(ranking, texts) for ranking in analysis.state.lists]
    base: Data = {
        "here": here_sentence(analysis, texts),
        "lists": lists,
        "error": "",
        "head": "",
        "notes": [],
        "answers": [],
        "separate": [],
    }
    base["texts"] = texts.group("diagnose")
    if not typed.strip():
        return base
    try:
        printed = read_typed(typed)
    except InputError as error:
        return base | {"error": texts(f"error.{error.key}", **error.where)}
    state = analysis.state
    found = searched(state, printed)
    shown = found.matches or found.nearest
    answers = [_answer(analysis, match, found, texts) for match in shown]
    if found.matches:
        head, notes = texts("diagnose.answers", typed=typed.strip()), strength(found, texts)
    else:
        head, notes = texts("diagnose.none", typed=typed.strip()), strength(found, texts)
        notes += [texts("diagnose.nearest")] * bool(found.nearest)
    separate = _separate(found, state, texts) if found.matches else []
    notes = bound_words(found, texts) + notes
    return base | {"head": head, "notes": notes, "answers": answers, "separate": separate}


@lru_cache(maxsize=64)
def searched(state: AppState, printed: Printed) -> Answers:
    """Look a number up; a press on an answer asks for the same answers again."""
    return _space(state.metric, state.lists, state.convention).named(printed)


@lru_cache(maxsize=4)  # some 30 MB for a list of 500
def _space(metric: str, lists: tuple[Ranking, ...], convention: Convention) -> Space:
    """What may have been done otherwise to these lists; it is searched once for all numbers that are typed."""
    return answers_for(METRICS[metric], lists, convention)


def here_sentence(analysis: Analysis, texts: Texts) -> str:
    """Say what the list gives, or the lists in their mean, and under which convention."""
    measure = print_measure(analysis.metric, analysis.state.convention)
    whole = analysis.all_lists() or analysis.main
    if isinstance(whole, InputError):
        raise whole
    steps, alone = mean(whole, analysis.state.convention), len(analysis.state.lists) == 1
    undefined = bool(whole.undefined[0]) if alone else not bool(steps[-1].where)
    key = ("diagnose.undefined_here" if undefined else "diagnose.here") + ("" if alone else "_mean")
    words = convention_words(analysis, texts)
    value = fixed(float(whole.value[0] if alone else steps[-1].value), 6)
    return texts(key, measure=measure, value=value, words=(words if alone else replace(words, counts={})).sentence)


def _answer(analysis: Analysis, match: Match, found: Answers, texts: Texts) -> Data:
    notes = remarks_on(match, texts)
    words = match_words(match, texts)
    places = found.printed.places
    value = plain(match.value) if places is None else fixed(match.value, min(places + MORE_PLACES, 12))
    line, here, there = _differing(analysis, match)
    return {
        "words": words,
        "value": value,
        "title": exact(match.value),
        "notes": notes,
        "line": line,
        "here": here,
        "there": there,
        "can_set": bool(match.departures) and state_of(analysis.state, match) != analysis.state,
    }


def _differing(analysis: Analysis, match: Match) -> tuple[str, str, str]:
    """Name of the line and the two terms as MathML, where the answer's own derivation parts from the current one."""
    if len(analysis.state.lists) > 1 or isinstance(analysis.main, InputError) or not match.departures:
        return "", "", ""
    there = compute(METRICS[match.metric], RawLists.of(match.rankings), match.convention)
    slip = next((each.slip for each in match.departures if each.slip is not None), None)
    if slip is not None:
        there = mistaken(there, slip, match.rankings, match.convention)
    found = differing(derivation(analysis.main), derivation(there))
    return ("", "", "") if found is None else (found.name, mathml(found.here), mathml(found.there))


def _separate(found: Answers, state: AppState, texts: Texts) -> list[str]:
    """What would tell the first answers apart."""
    said = []
    separator = texts("convention.separator")
    if found.printed.places is not None and (places := places_apart(found.matches, found.printed.places)):
        values = list(dict.fromkeys(fixed(match.value, places) for match in found.matches[:4]))
        said.append(texts("diagnose.separate_digits", values=separator.join(values)))
    if len(state.lists) == 1 and (better := separating_list(found.matches, state.ranking)) is not None:
        ranking, numbers = better
        pairs = zip(comparable(found.matches), numbers, strict=True)
        parts = [texts("diagnose.value_of", words=plain_words(each, texts), value=fixed(number, 4)) for each, number in pairs]
        said.append(texts("diagnose.separate_list", grades=_grades(ranking, texts), values=separator.join(parts)))
    return said


def _grades(ranking: Ranking, texts: Texts) -> str:
    def written(grades: list[float | None]) -> str:
        return ", ".join("?" if grade is None else plain(grade) for grade in grades)

    shown = written([item.grade for item in ranking.items])
    if not ranking.missed:
        return shown
    return texts("diagnose.separate_missed", shown=shown, missed=written([item.grade for item in ranking.missed]))


def state_of(state: AppState, match: Match) -> AppState:
    """The page's state in which an answer can be followed; what was rounded on the way has none."""
    return replace(state, lists=match.rankings, metric=match.metric, convention=match.convention)
