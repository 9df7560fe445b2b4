"""“My tool”: a list to compute elsewhere, the code for it, and which formula the resulting number identifies."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_NUMBER
from rankviz.core.conventions import TEXTBOOK, Convention
from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics import METRICS
from rankviz.diagnose.follow_up_lists import FollowUpStep, outcome_state
from rankviz.diagnose.formula_probe import PROBES, Behaviour, Probe, find_behaviours, is_coarse, probe_list
from rankviz.diagnose.programs import Program, write_programs
from rankviz.diagnose.words import follow_up_lists as follow_up_words
from rankviz.diagnose.words import formula_probe as probe_table
from rankviz.diagnose.words.library_notes import notes_of_libraries
from rankviz.diagnose.words.lookup_state import library_derivation
from rankviz.display.error_text import error_text
from rankviz.display.glossary.term_marks import words_of, words_of_sheet
from rankviz.display.labels import library_name
from rankviz.display.number_format import fixed_decimals
from rankviz.evaluation.evaluation_cache import MetricOutcome
from rankviz.libraries.list_files import as_csv, as_qrels, as_run
from rankviz.libraries.profiles import PROFILES
from rankviz.state.analysis import Analysis, analyse
from rankviz.state.app_state import AppState
from rankviz.state.page_params import PageParams
from rankviz.state.parameter import BETWEEN
from rankviz.texts import Piece, Texts

FORMS = {"run": as_run, "qrels": as_qrels, "csv": as_csv}
TEXTS = ("program", "without", "copy", "copied", "copy_failed")
Data = dict[str, object]


def my_tool_payload(analysis: Analysis, params: PageParams, texts: Texts) -> Data:
    """Build the list, its code, the field for the number of the tool, and the table of formulas.

    Returns
    -------
    dict
        `list_choice` and `measure_choice`, each `{name, label, value, options}` with options `{value, label}`; `programs`, each
        `{key, name, group, text, note, library_notes}`; `unavailable`, sentences on the libraries without code; `typed`,
        `max_length` and `label` of the field; `field`, the parameter that it sets and the `prefix` of its value; `answer_text`,
        what the number means, or ""; `links` to the next list or the one before, each `{label, params}`; `list` and `table`,
        as `sheet` of `web/components/standalone.py` describes them, or None; `note`; `open_label` of the button to Explore, or
        ""; `texts`; `words`, by sentence its pieces, if it has terms.
    """
    probe = probe_of(analysis.state, params)
    names = {_measure_name(*each): METRICS[each[0]].name + ("@k" if each[1] else "") for each in PROBES}
    data: Data = {
        "list_choice": _select(
            "of", {"": texts("probe.of_probe"), "mine": texts("probe.of_mine")}, "mine" if params.mine else "", texts
        ),
        "measure_choice": _select("measure", names, _measure_name(probe.metric, probe.cutoff is not None), texts),
        "typed": params.tool_number,
        "field": {"name": "gave", "prefix": ""},
        "links": [],
        "max_length": MAX_NUMBER,
        "texts": {name: texts(f"probe.{name}") for name in TEXTS},
    }
    data |= _own_list(analysis, texts) if params.mine else _follow_up(probe, params, texts) or _first_list(probe, params, texts)
    return data | {"words": _words(data, texts)}


def _words(data: Data, texts: Texts) -> dict[str, list[Piece]]:
    programs: Any = data["programs"]
    unavailable: Any = data["unavailable"]
    notes = (note["text"] for each in programs for note in each.get("library_notes", ()))
    sentences = [str(data["note"]), str(data["answer_text"]), *(each["note"] for each in programs), *notes, *unavailable]
    tables: Any = [data[name] for name in ("list", "table") if data[name]]
    of_tables = {text: pieces for table in tables for text, pieces in words_of_sheet(table, texts).items()}
    return words_of(sentences, texts) | of_tables


def _select(name: str, options: dict[str, str], value: str, texts: Texts) -> Data:
    choices = [{"value": key, "label": label} for key, label in options.items()]
    return {"name": name, "label": texts(f"probe.{name}"), "value": value, "options": choices}


def _first_list(probe: Probe, params: PageParams, texts: Texts) -> Data:
    answer = ""
    behaviours: tuple[Behaviour, ...] = ()
    remaining: tuple[str, ...] = ()
    if params.tool_number.strip():
        try:
            answer = probe_table.answer_words(probe, params.tool_number, texts)
            behaviours = () if is_coarse(probe, params.tool_number) else find_behaviours(probe, params.tool_number)
            remaining = follow_up_words.remaining_libraries(probe, params.tool_number)
        except InputError as error:
            answer = error_text(error, texts)
    answer = texts("words.separator").join(filter(None, [answer, follow_up_words.remaining_words(probe, remaining, texts)]))
    gives = {
        key: fixed_decimals(group.value, 4) for group in probe.groups for each in group.behaviours for key in each.profiles
    }
    convention = TEXTBOOK.with_choices({"cutoff": probe.cutoff})
    return {
        "note": texts("probe.note"),
        "list": probe_table.probe_list_table(probe, texts),
        **_programs(probe.ranking, probe.metric, convention, gives, texts),
        "label": texts("probe.typed", measure=probe.measure),
        "answer_text": answer,
        "table": probe_table.probe_table(probe, behaviours, texts),
        "open_label": texts("probe.open"),
        "links": _links(probe, (), remaining, texts),
    }


def _follow_up(probe: Probe, params: PageParams, texts: Texts) -> Data | None:
    """Return the payload of the current follow-up list; None if the first list is open."""
    error_sentence = ""
    try:
        steps = follow_up_words.answered_steps(probe, params.tool_number, params.follow_up_numbers)
    except InputError as error:
        error_sentence = error_text(error, texts)
        steps = _steps_before_error(probe, params)
    if not steps:
        return None
    step, earlier = steps[-1], [each.typed for each in steps[:-1]]
    convention = TEXTBOOK.with_choices({"cutoff": probe.cutoff})
    gives = {key: text for group in step.follow_up.groups for key in group.profiles if (text := _text_of(group.outcome))}
    return {
        "note": follow_up_words.note_words(step, len(steps) + 1, texts),
        "list": probe_table.probe_list_table(replace(probe, ranking=step.follow_up.ranking), texts),
        **_programs(
            step.follow_up.ranking,
            probe.metric,
            convention,
            gives,
            texts,
            only=follow_up_words.separated_profiles(step.follow_up),
        ),
        "label": texts("probe.typed", measure=probe.measure),
        "typed": params.follow_up_numbers[len(earlier)],
        "field": {"name": "further", "prefix": further_text([*earlier, ""])},
        "answer_text": error_sentence or follow_up_words.answer_words(probe, step, texts),
        "table": follow_up_words.follow_up_table(probe, step, texts),
        "open_label": texts("probe.open"),
        "links": _links(probe, steps, step.remaining if step.typed.strip() else (), texts),
    }


def _steps_before_error(probe: Probe, params: PageParams) -> tuple[FollowUpStep, ...]:
    """Return the follow-up lists up to the one whose typed text is not a number, as if nothing were typed for it."""
    for count in range(len(params.follow_up_numbers)):
        try:
            follow_up_words.answered_steps(probe, params.tool_number, params.follow_up_numbers[: count + 1])
        except InputError:
            return follow_up_words.answered_steps(probe, params.tool_number, (*params.follow_up_numbers[:count], ""))
    return ()


def _links(probe: Probe, steps: Sequence[FollowUpStep], remaining: tuple[str, ...], texts: Texts) -> list[Data]:
    """Return the links to the next list, if one tells the remaining libraries apart, and to the one before."""
    typed = [each.typed for each in steps]
    next_list: Data = {"label": texts("probe.next"), "params": {"further": further_text([*typed, ""])}}
    previous: Data = {"label": texts("probe.back"), "params": {"further": further_text(typed[:-1])}}
    return [next_list] * follow_up_words.has_next(probe, remaining) + [previous] * bool(steps)


def further_text(typed: Sequence[str]) -> str:
    """Return the numbers of a tool for follow-up lists as a parameter of the URL."""
    return "".join(f"{BETWEEN}{each}" for each in typed)


def _text_of(outcome: MetricOutcome) -> str | InputError | None:
    """Return what a library gives as text, or why it refuses the list; None if it gives no number."""
    return outcome.refusal or (None if outcome_state(outcome) else fixed_decimals(outcome.value, 4))


def _own_list(analysis: Analysis, texts: Texts) -> Data:
    """Return the payload of the page's own list: what each library gives for it, and the code."""
    state = analysis.state
    ranking = with_scores(state.ranking)
    scored = analyse(replace(state, lists=(ranking,), selected=0))
    gives = {key: text for key in PROFILES if (text := _library_result(scored, key)) is not None}
    return {
        "note": texts("probe.note_mine"),
        "list": None,
        **_programs(ranking, analysis.metric.key, state.convention, gives, texts),
        "label": "",
        "answer_text": "",
        "table": None,
        "open_label": "",
    }


def _library_result(analysis: Analysis, profile: str) -> str | InputError | None:
    """Return what a library gives for the list under study as text, or why it refuses it; None if it gives no number."""
    try:
        derivation = library_derivation(analysis, profile, analysis.state.metric)
    except InputError as error:
        return error
    return (
        None
        if derivation is None or derivation.library_trace.undefined[0]
        else fixed_decimals(float(derivation.library_trace.value[0]), 4)
    )


def with_scores(ranking: Ranking) -> Ranking:
    """Return a list with a score for each entry, in its order, since every program needs scores."""
    if ranking.scored:
        return ranking
    count = len(ranking.items)
    items = tuple(item._replace(score=float(count - at)) for at, item in enumerate(ranking.items))
    return Ranking(items, ranking.missed, ranking.query_id)


def _programs(
    ranking: Ranking,
    metric: str,
    convention: Convention,
    gives: Mapping[str, str | InputError],
    texts: Texts,
    only: Container[str] = PROFILES,
) -> Data:
    """Return the code for each library with a note, the list in file formats, and sentences on the libraries without code."""
    by_profile = {key: each for key, each in write_programs(ranking, metric, convention).items() if key in only}
    by_group = sorted((key for key in PROFILES if key in by_profile), key=lambda key: PROFILES[key].group == "books")
    with_code = [
        _program_payload(key, by_profile[key], texts)
        | {"note": _note(key, metric, ranking, gives, texts), "library_notes": _library_notes(key, metric, texts)}
        for key in by_group
        if by_profile[key].text
    ]
    forms: list[Data] = [
        {"key": f"as_{name}", "name": texts(f"probe.{name}"), "text": write(ranking), "group": texts("probe.forms"), "note": ""}
        for name, write in FORMS.items()
    ]
    names_by_reason: dict[str, list[str]] = {}
    for key, each in by_profile.items():
        if each.reason:
            names_by_reason.setdefault(each.reason, []).append(library_name(key, texts))
    separator = texts("sentence.more_separator")
    unavailable = [
        texts(f"probe.without_{reason}", libraries=separator.join(names)) for reason, names in names_by_reason.items()
    ]
    return {"programs": [*with_code, *forms], "unavailable": unavailable}


def _program_payload(profile: str, program: Program, texts: Texts) -> Data:
    group = texts(f"library_group.{PROFILES[profile].group}")
    return {"key": profile, "name": _program_name(profile, program, texts), "group": group, "text": program.text}


def _library_notes(profile: str, metric: str, texts: Texts) -> list[Data]:
    return [each._asdict() for each in notes_of_libraries([profile], metric, texts)]


def _program_name(profile: str, program: Program, texts: Texts) -> str:
    name = library_name(profile, texts)
    return texts("probe.commands", library=name) if program.is_command_line else name


def _note(profile: str, metric: str, ranking: Ranking, gives: Mapping[str, str | InputError], texts: Texts) -> str:
    """Say what a library gives, for which version, and whether it is certain."""
    library, value = PROFILES[profile], gives.get(profile)
    names = {"library": library.library, "version": library.version, "date": library.program.run_on if library.program else ""}
    if isinstance(value, InputError):
        return texts("probe.refuses", why=error_text(value, texts), **names)
    if not library.version:
        return texts("probe.ours")
    sentence = texts("probe.checked", **names) if value is None else texts("probe.gives", value=value, **names)
    tied = len(ranking.items) if ranking.tied else 0
    is_sure = library.is_stable(metric, "ties" in METRICS[metric].uses, tied)
    return sentence if is_sure else texts("probe.unsure", said=sentence, why=texts(f"profile.{library.unstable}"))


def _measure_name(metric: str, has_cutoff: bool) -> str:
    return metric + ("@" if has_cutoff else "")


def probe_of(state: AppState, params: PageParams) -> Probe:
    """Return the probe of the chosen measure, else of the page's metric, else the first one."""
    names = {_measure_name(*each): each for each in PROBES}
    usual = next((each for each in PROBES if each[0] == state.metric), PROBES[0])
    return probe_list(*names.get(params.measure, usual))


def state_of_list(state: AppState, params: PageParams) -> AppState:
    """Return the state with the list that is shown to be computed elsewhere."""
    probe = probe_of(state, params)
    try:
        steps = follow_up_words.answered_steps(probe, params.tool_number, params.follow_up_numbers)
    except InputError:
        steps = _steps_before_error(probe, params)
    return probe_table.probe_state(state, replace(probe, ranking=steps[-1].follow_up.ranking) if steps else probe)
