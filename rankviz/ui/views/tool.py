"""“My tool”: a list to be computed elsewhere, the code for it, and which formula the answer names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from rankviz.diagnose.probe import PROBES, Behaviour, Probe, is_coarse, probe_list, read_back
from rankviz.diagnose.probe_text import as_csv, as_qrels, as_run, programs
from rankviz.errors import InputError
from rankviz.limits import MAX_NUMBER
from rankviz.lists.typed import Ranking
from rankviz.metrics import METRICS
from rankviz.metrics.measures import print_measure
from rankviz.profiles import PROFILES
from rankviz.show import probe_table
from rankviz.show.errors import error_text
from rankviz.show.lexicon import words_of, words_of_sheet
from rankviz.show.library_table import library_name
from rankviz.show.lookup import before_it, followed, theirs_beside
from rankviz.show.numbers import fixed
from rankviz.state.analysis import Analysis, analyse
from rankviz.state.app_state import AppState
from rankviz.state.place import Place, read_place
from rankviz.texts import Piece, Texts

FORMS = {"run": as_run, "qrels": as_qrels, "csv": as_csv}
TEXTS = ("program", "copy", "copied", "copy_failed")
Data = dict[str, object]


def tool_data(analysis: Analysis, place: Place, texts: Texts) -> Data:
    """Build the list, its code, the field for what the tool gives, and the table of formulas.

    Returns
    -------
    dict
        `measures` and `of`, each `{label, value, options}` with options `{value, label}`; `programs`, each
        `{key, name, text, note}`; `typed`, `most`, `label` of its field, `said` of it; `list` and `table` as a sheet, `table`
        None for the page's own list; `open`, a label, or ""; `texts`; `words`, of what is said, by its text, the pieces of
        what has words with an entry.
    """
    probe = probe_of(analysis.state, place)
    names = {_name(*each): METRICS[each[0]].name + ("@k" if each[1] else "") for each in PROBES}
    data: Data = {
        "of": _options(
            "of", {"": texts("probe.of_probe"), "mine": texts("probe.of_mine")}, "mine" if place.mine else "", texts
        ),
        "measures": _options("measure", names, _name(probe.metric, probe.cutoff is not None), texts),
        "typed": place.gave,
        "most": MAX_NUMBER,
        "texts": {name: texts(f"probe.{name}") for name in TEXTS},
    }
    data |= _mine(analysis, texts) if place.mine else _probe(probe, place, texts)
    return data | {"words": _words(data, texts)}


def _words(data: Data, texts: Texts) -> dict[str, list[Piece]]:
    written: Any = data["programs"]
    said = words_of([str(data["note"]), str(data["said"]), *(each["note"] for each in written)], texts)
    sheets: Any = [data[name] for name in ("list", "table") if data[name]]
    return said | {text: pieces for sheet in sheets for text, pieces in words_of_sheet(sheet, texts).items()}


def _options(name: str, options: dict[str, str], value: str, texts: Texts) -> Data:
    listed = [{"value": key, "label": label} for key, label in options.items()]
    return {"name": name, "label": texts(f"probe.{name}"), "value": value, "options": listed}


def _probe(probe: Probe, place: Place, texts: Texts) -> Data:
    said = ""
    found: tuple[Behaviour, ...] = ()
    if place.gave.strip():
        try:
            said = probe_table.answer(probe, place.gave, texts)
            found = () if is_coarse(probe, place.gave) else read_back(probe, place.gave)
        except InputError as error:
            said = error_text(error, texts)
    gives = {key: fixed(group.value, 4) for group in probe.groups for each in group.behaviours for key in each.profiles}
    return {
        "note": texts("probe.note"),
        "list": probe_table.list_data(probe, texts),
        "programs": _programs(probe.ranking, probe.metric, probe.cutoff, gives, texts),
        "label": texts("probe.typed", measure=probe.measure),
        "said": said,
        "table": probe_table.data(probe, found, texts),
        "open": texts("probe.open"),
    }


def _mine(analysis: Analysis, texts: Texts) -> Data:
    """The page's own list: what each library gives for it, and the code; the number is looked up under “My number”."""
    state = analysis.state
    metric, cutoff = analysis.metric, state.convention.cutoff if "cutoff" in analysis.metric.uses else None
    ranking = with_scores(state.ranking)
    scored = analyse(replace(state, lists=(ranking,), selected=0))
    gives = {key: text for key in PROFILES if (text := _given(scored, key)) is not None}
    measure = print_measure(metric, state.convention)
    return {
        "note": texts("probe.note_mine"),
        "list": None,
        "programs": _programs(ranking, metric.key, cutoff, gives, texts),
        "label": "",
        "said": texts("probe.no_programs", measure=measure) if not programs(ranking, metric.key, cutoff) else "",
        "table": None,
        "open": "",
    }


def _given(analysis: Analysis, profile: str) -> str | None:
    """What a library gives for the list under study, as text; None if that is no number."""
    try:
        theirs = theirs_beside(analysis, profile, analysis.state.metric)
    except InputError:
        return None
    return None if theirs is None or theirs.there.undefined[0] else fixed(float(theirs.there.value[0]), 4)


def with_scores(ranking: Ranking) -> Ranking:
    """Give a list what every program asks for: a score for each entry, in the order of the list."""
    if ranking.scored:
        return ranking
    count = len(ranking.items)
    items = tuple(item._replace(score=float(count - at)) for at, item in enumerate(ranking.items))
    return Ranking(items, ranking.missed, ranking.query_id)


def _programs(ranking: Ranking, metric: str, cutoff: int | None, gives: dict[str, str], texts: Texts) -> list[Data]:
    """The code for each library, with what it gives and how far that was checked; then the list in other forms."""
    written: list[Data] = [
        {"key": key, "name": library_name(key, texts), "text": text, "note": _note(key, gives.get(key), texts)}
        for key, text in programs(ranking, metric, cutoff).items()
    ]
    forms: list[Data] = [
        {"key": f"as_{name}", "name": texts(f"probe.{name}"), "text": write(ranking), "note": ""}
        for name, write in FORMS.items()
    ]
    return [*written, *forms]


def _note(profile: str, value: str | None, texts: Texts) -> str:
    """Say what a library gives, and which version that was checked with."""
    library, version = library_name(profile, texts), PROFILES[profile].version
    if value is None:
        return texts("probe.checked", library=library, version=version)
    return texts("probe.gives", library=library, version=version, value=value)


def _name(metric: str, cut: bool) -> str:
    return metric + ("@" if cut else "")


def probe_of(state: AppState, place: Place) -> Probe:
    """The list of the measure that was chosen, else of the page's own metric, else of the first there is."""
    names = {_name(*each): each for each in PROBES}
    usual = next((each for each in PROBES if each[0] == state.metric), PROBES[0])
    return probe_list(*names.get(place.measure, usual))


def ways(text: str) -> dict[str, Callable[[AppState], AppState]]:
    """What the Diagnose page can do to a state: set it to what is looked at and back, and open the list for a tool."""
    place = read_place(text)
    return {"show_answer": partial(_follow, place), "take_back": partial(_back, place), "show_probe": partial(_open, place)}


def _back(place: Place, state: AppState) -> AppState:
    return before_it(state, place)


def _follow(place: Place, state: AppState) -> AppState:
    return followed(state, place)


def _open(place: Place, state: AppState) -> AppState:
    return probe_table.state_of(state, probe_of(state, place))
