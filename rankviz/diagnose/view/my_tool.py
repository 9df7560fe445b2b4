"""“My tool”: a list to be computed elsewhere, the code for it, and which formula the answer names."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_NUMBER
from rankviz.core.conventions import TEXTBOOK, Convention
from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics import METRICS
from rankviz.diagnose.follow_up_lists import FollowUpStep, outcome_state
from rankviz.diagnose.formula_probe import PROBES, Behaviour, Probe, find_behaviours, is_coarse, probe_list
from rankviz.diagnose.programs import CHECKED, Program, write_programs
from rankviz.diagnose.words import follow_up_lists as follow_up_words
from rankviz.diagnose.words import formula_probe as probe_table
from rankviz.diagnose.words.library_notes import notes_of_libraries
from rankviz.diagnose.words.lookup_state import library_derivation, state_before_match, state_to_follow
from rankviz.display.error_text import error_text
from rankviz.display.glossary.term_marks import words_of, words_of_sheet
from rankviz.display.labels import library_name
from rankviz.display.number_format import fixed
from rankviz.evaluation.evaluation_cache import MetricOutcome
from rankviz.libraries.profiles import PROFILES
from rankviz.libraries.programs.list_files import as_csv, as_qrels, as_run
from rankviz.state.analysis import Analysis, analyse
from rankviz.state.app_state import AppState
from rankviz.state.page_params import BETWEEN, PageParams, read_page_params
from rankviz.texts import Piece, Texts

FORMS = {"run": as_run, "qrels": as_qrels, "csv": as_csv}
TEXTS = ("program", "without", "copy", "copied", "copy_failed")
Data = dict[str, object]


def my_tool_payload(analysis: Analysis, place: PageParams, texts: Texts) -> Data:
    """Build the list, its code, the field for what the tool gives, and the table of formulas.

    Returns
    -------
    dict
        `measures` and `of`, each `{label, value, options}` with options `{value, label}`; `programs`, each
        `{key, name, group, text, note, told}`; `without`, sentences on what cannot be called; `typed`, `most`, `label` of its
        field, `said` of it, `field`, the name of what it asks and what stands `before` it; `ways` on to a further list or back,
        each `{label, value}`; `list` and `table` as a sheet, `table` None for the page's own list; `open`, a label, or "";
        `texts`; `words`, of what is said, by its text, the pieces of what has words with an entry.
    """
    probe = probe_of(analysis.state, place)
    names = {_name(*each): METRICS[each[0]].name + ("@k" if each[1] else "") for each in PROBES}
    data: Data = {
        "of": _options(
            "of", {"": texts("probe.of_probe"), "mine": texts("probe.of_mine")}, "mine" if place.mine else "", texts
        ),
        "measures": _options("measure", names, _name(probe.metric, probe.cutoff is not None), texts),
        "typed": place.tool_number,
        "field": {"name": "gave", "before": ""},
        "ways": [],
        "most": MAX_NUMBER,
        "texts": {name: texts(f"probe.{name}") for name in TEXTS},
    }
    data |= _mine(analysis, texts) if place.mine else _further(probe, place, texts) or _probe(probe, place, texts)
    return data | {"words": _words(data, texts)}


def _words(data: Data, texts: Texts) -> dict[str, list[Piece]]:
    written: Any = data["programs"]
    without: Any = data["without"]
    told = (note["text"] for each in written for note in each.get("told", ()))
    said = words_of([str(data["note"]), str(data["said"]), *(each["note"] for each in written), *told, *without], texts)
    sheets: Any = [data[name] for name in ("list", "table") if data[name]]
    return said | {text: pieces for sheet in sheets for text, pieces in words_of_sheet(sheet, texts).items()}


def _options(name: str, options: dict[str, str], value: str, texts: Texts) -> Data:
    listed = [{"value": key, "label": label} for key, label in options.items()]
    return {"name": name, "label": texts(f"probe.{name}"), "value": value, "options": listed}


def _probe(probe: Probe, place: PageParams, texts: Texts) -> Data:
    said = ""
    found: tuple[Behaviour, ...] = ()
    left: tuple[str, ...] = ()
    if place.tool_number.strip():
        try:
            said = probe_table.answer_words(probe, place.tool_number, texts)
            found = () if is_coarse(probe, place.tool_number) else find_behaviours(probe, place.tool_number)
            left = follow_up_words.remaining_libraries(probe, place.tool_number)
        except InputError as error:
            said = error_text(error, texts)
    said = texts("words.separator").join(filter(None, [said, follow_up_words.remaining_words(probe, left, texts)]))
    gives = {key: fixed(group.value, 4) for group in probe.groups for each in group.behaviours for key in each.profiles}
    convention = TEXTBOOK.with_choices({"cutoff": probe.cutoff})
    return {
        "note": texts("probe.note"),
        "list": probe_table.probe_list_table(probe, texts),
        **_programs(probe.ranking, probe.metric, convention, gives, texts),
        "label": texts("probe.typed", measure=probe.measure),
        "said": said,
        "table": probe_table.probe_table(probe, found, texts),
        "open": texts("probe.open"),
        "ways": _ways(probe, (), left, texts),
    }


def _further(probe: Probe, place: PageParams, texts: Texts) -> Data | None:
    """A further list, its code and its table; None where none is asked for."""
    said = ""
    try:
        steps = follow_up_words.answered_steps(probe, place.tool_number, place.follow_up_numbers)
    except InputError as error:
        said = error_text(error, texts)
        steps = _answered(probe, place)
    if not steps:
        return None
    asked, before = steps[-1], [each.typed for each in steps[:-1]]
    convention = TEXTBOOK.with_choices({"cutoff": probe.cutoff})
    gives = {key: given for part in asked.follow_up.groups for key in part.profiles if (given := _text_of(part.outcome))}
    return {
        "note": follow_up_words.note_words(asked, len(steps) + 1, texts),
        "list": probe_table.probe_list_table(replace(probe, ranking=asked.follow_up.ranking), texts),
        **_programs(
            asked.follow_up.ranking,
            probe.metric,
            convention,
            gives,
            texts,
            only=follow_up_words.separated_profiles(asked.follow_up),
        ),
        "label": texts("probe.typed", measure=probe.measure),
        "typed": place.follow_up_numbers[len(before)],
        "field": {"name": "further", "before": further_text([*before, ""])},
        "said": said or follow_up_words.answer_words(probe, asked, texts),
        "table": follow_up_words.follow_up_table(probe, asked, texts),
        "open": texts("probe.open"),
        "ways": _ways(probe, steps, asked.remaining if asked.typed.strip() else (), texts),
    }


def _answered(probe: Probe, place: PageParams) -> tuple[FollowUpStep, ...]:
    """The further lists before the one for which no number was typed, and that one."""
    for count in range(len(place.follow_up_numbers)):
        try:
            follow_up_words.answered_steps(probe, place.tool_number, place.follow_up_numbers[: count + 1])
        except InputError:
            return follow_up_words.answered_steps(probe, place.tool_number, (*place.follow_up_numbers[:count], ""))
    return ()


def _ways(probe: Probe, steps: Sequence[FollowUpStep], left: tuple[str, ...], texts: Texts) -> list[Data]:
    """On to one more list, where one tells apart what is left; and back to the one before."""
    typed = [each.typed for each in steps]
    onward: Data = {"label": texts("probe.next"), "value": {"further": further_text([*typed, ""])}}
    back: Data = {"label": texts("probe.back"), "value": {"further": further_text(typed[:-1])}}
    return [onward] * follow_up_words.has_next(probe, left) + [back] * bool(steps)


def further_text(typed: Sequence[str]) -> str:
    """What a tool gave for further lists, as it stands in an address."""
    return "".join(f"{BETWEEN}{each}" for each in typed)


def _text_of(outcome: MetricOutcome) -> str | InputError | None:
    """What a library gives, as text, or why it refuses the list; None if that is no number."""
    return outcome.refusal or (None if outcome_state(outcome) else fixed(outcome.value, 4))


def _mine(analysis: Analysis, texts: Texts) -> Data:
    """The page's own list: what each library gives for it, and the code; the number is looked up under “My number”."""
    state = analysis.state
    ranking = with_scores(state.ranking)
    scored = analyse(replace(state, lists=(ranking,), selected=0))
    gives = {key: given for key in PROFILES if (given := _given(scored, key)) is not None}
    return {
        "note": texts("probe.note_mine"),
        "list": None,
        **_programs(ranking, analysis.metric.key, state.convention, gives, texts),
        "label": "",
        "said": "",
        "table": None,
        "open": "",
    }


def _given(analysis: Analysis, profile: str) -> str | InputError | None:
    """What a library gives for the list under study, as text, or why it refuses it; None if that is no number."""
    try:
        theirs = library_derivation(analysis, profile, analysis.state.metric)
    except InputError as error:
        return error
    return None if theirs is None or theirs.library_trace.undefined[0] else fixed(float(theirs.library_trace.value[0]), 4)


def with_scores(ranking: Ranking) -> Ranking:
    """Give a list what every program asks for: a score for each entry, in the order of the list."""
    if ranking.scored:
        return ranking
    count = len(ranking.items)
    items = tuple(item._replace(score=float(count - at)) for at, item in enumerate(ranking.items))
    return Ranking(items, ranking.missed, ranking.query_id)


def _programs(
    ranking: Ranking,
    metric: str,
    present: Convention,
    gives: Mapping[str, str | InputError],
    texts: Texts,
    only: Container[str] = PROFILES,
) -> Data:
    """The code for each library, with what it gives and for how long; the list in other forms; and who cannot be called."""
    found = {key: each for key, each in write_programs(ranking, metric, present).items() if key in only}
    by_group = sorted((key for key in PROFILES if key in found), key=lambda key: PROFILES[key].group == "books")
    written = [
        _written(key, found[key], texts)
        | {"note": _note(key, metric, ranking, gives, texts), "told": _told(key, metric, texts)}
        for key in by_group
        if found[key].text
    ]
    forms: list[Data] = [
        {"key": f"as_{name}", "name": texts(f"probe.{name}"), "text": write(ranking), "group": texts("probe.forms"), "note": ""}
        for name, write in FORMS.items()
    ]
    without: dict[str, list[str]] = {}
    for key, each in found.items():
        if each.reason:
            without.setdefault(each.reason, []).append(library_name(key, texts))
    separator = texts("sentence.more_separator")
    said = [texts(f"probe.without_{why}", libraries=separator.join(names)) for why, names in without.items()]
    return {"programs": [*written, *forms], "without": said}


def _written(profile: str, program: Program, texts: Texts) -> Data:
    group = texts(f"library_group.{PROFILES[profile].group}")
    return {"key": profile, "name": _called(profile, program, texts), "group": group, "text": program.text}


def _told(profile: str, metric: str, texts: Texts) -> list[Data]:
    return [each._asdict() for each in notes_of_libraries([profile], metric, texts)]


def _called(profile: str, program: Program, texts: Texts) -> str:
    name = library_name(profile, texts)
    return texts("probe.commands", library=name) if program.is_command_line else name


def _note(profile: str, metric: str, ranking: Ranking, gives: Mapping[str, str | InputError], texts: Texts) -> str:
    """Say what a library gives, for which version that holds, and whether it is certain."""
    found, value = PROFILES[profile], gives.get(profile)
    names = {"library": found.library, "version": found.version, "date": CHECKED[profile]}
    if isinstance(value, InputError):
        return texts("probe.refuses", why=error_text(value, texts), **names)
    if not found.version:
        return texts("probe.ours")
    said = texts("probe.checked", **names) if value is None else texts("probe.gives", value=value, **names)
    tied = len(ranking.items) if ranking.tied else 0
    is_sure = found.is_stable(metric, "ties" in METRICS[metric].uses, tied)
    return said if is_sure else texts("probe.unsure", said=said, why=texts(f"profile.{found.unstable}"))


def _name(metric: str, cut: bool) -> str:
    return metric + ("@" if cut else "")


def probe_of(state: AppState, place: PageParams) -> Probe:
    """The list of the measure that was chosen, else of the page's own metric, else of the first there is."""
    names = {_name(*each): each for each in PROBES}
    usual = next((each for each in PROBES if each[0] == state.metric), PROBES[0])
    return probe_list(*names.get(place.measure, usual))


def ways(text: str) -> dict[str, Callable[[AppState, object], AppState]]:
    """What the Diagnose page can do to a state: set it to what is looked at and back, and open the list for a tool."""
    place = read_page_params(text)
    return {"show_answer": partial(_follow, place), "take_back": partial(_back, place), "show_probe": partial(_open, place)}


def _back(place: PageParams, state: AppState, _values: object) -> AppState:
    return state_before_match(state, place)


def _follow(place: PageParams, state: AppState, _values: object) -> AppState:
    return state_to_follow(state, place)


def _open(place: PageParams, state: AppState, _values: object) -> AppState:
    probe = probe_of(state, place)
    try:
        steps = follow_up_words.answered_steps(probe, place.tool_number, place.follow_up_numbers)
    except InputError:
        steps = _answered(probe, place)
    return probe_table.probe_state(state, replace(probe, ranking=steps[-1].follow_up.ranking) if steps else probe)
