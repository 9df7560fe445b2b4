"""What has to be known beside a library's number: in the table, the CSV, a look-up and “My tool”, and for its metrics only."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import Any

import pytest

from rankviz import Ranking, evaluate, lookup
from rankviz.cli.json_records import lookup_record
from rankviz.cli.reference import profiles as listed
from rankviz.core.conventions import Convention
from rankviz.core.metrics import METRICS
from rankviz.diagnose.view.library_table import library_table_payload
from rankviz.diagnose.view.my_number import my_number_payload
from rankviz.diagnose.view.my_tool import my_tool_payload
from rankviz.diagnose.words import library_table as shown_libraries
from rankviz.diagnose.words.findings import lookup_text
from rankviz.diagnose.words.library_notes import notes_of_libraries
from rankviz.evaluation.library_values import library_table, to_csv
from rankviz.libraries.profile import GROUPS, Note, Profile
from rankviz.libraries.profiles import PROFILES
from rankviz.state.analysis import analyse
from rankviz.state.app_state import START, AppState
from rankviz.state.page_params import PageParams
from rankviz.texts import LANGUAGES, Texts

ENGLISH = Texts("en")
AT_SIX = AppState((START,), "ndcg", Convention(cutoff=6))
NOTED = [(profile, note) for profile in PROFILES.values() for note in profile.notes]


def rows_of(data: Any) -> dict[str, Any]:
    return {row["key"]: row for group in data["groups"][1:] for row in group["rows"]}


def test_the_table_stands_in_groups_below_the_pages_own_numbers() -> None:
    data: Any = shown_libraries.table_payload(analyse(AT_SIX), ENGLISH)
    first, *groups = data["groups"]
    assert [row["head"] for row in first["rows"]] == ["This page"]
    known = [ENGLISH(f"library_group.{key}") for key in GROUPS]
    names = [group["name"] for group in groups]
    assert names == [name for name in known if name in names]
    for group in groups:
        (key,) = {PROFILES[row["key"]].group for row in group["rows"]}
        assert ENGLISH(f"library_group.{key}") == group["name"]
    assert sorted(rows_of(data)) == sorted(PROFILES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("profile", "note"), NOTED, ids=[note.key for _, note in NOTED])
def test_every_note_is_shown_for_its_metrics_and_for_no_other(profile: Profile, note: Note, language: str) -> None:
    texts = Texts(language)
    sentence = texts(f"library_note.{note.key}")
    assert note.kind in ("slip", "trap", "name")
    assert note.source
    assert set(note.metrics) <= set(METRICS)
    for metric in METRICS:
        told = [each for each in notes_of_libraries([profile.key], metric, texts) if each.text == sentence]
        assert len(told) == (not note.metrics or metric in note.metrics)
        assert all(note.source in each.source and texts(f"library_kind.{note.kind}") in each.head for each in told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_marks_the_cells_that_a_note_is_about(language: str) -> None:
    data: Any = json.loads(json.dumps(library_table_payload(analyse(AT_SIX), Texts(language)), allow_nan=False))
    table, rows = shown_libraries.library_table_of(analyse(AT_SIX)), rows_of(data)
    for key, profile in PROFILES.items():
        cells = zip(table.metrics, rows[key]["cells"], strict=True)
        having = {metric: cell.get("flag") for metric, cell in cells if cell["marks"] != ["none"]}
        about = {metric for note in profile.notes for metric in note.metrics}
        assert {metric for metric, flag in having.items() if flag} == about & {*having}
        told = [note for note in profile.notes if having and (not note.metrics or {*note.metrics} & {*having})]
        assert [each["text"] for each in rows[key]["library_notes"]] == [
            Texts(language)(f"library_note.{note.key}") for note in told
        ]
    assert any(row["library_notes"] for row in rows.values())


def test_the_csv_has_group_span_and_what_is_noted() -> None:
    table = library_table((START,), Convention(cutoff=6))
    rows = {(row["profile"], row["measure"]): row for row in csv.DictReader(io.StringIO(to_csv(table)))}
    assert rows["sklearn", "nDCG@6"]["group"] == "arrays"
    assert rows["present", "nDCG@6"]["group"] == ""
    noted = rows["trectools", "nDCG@6"]["notes"].split("; trap: ")
    assert len(noted) == len(PROFILES["trectools"].notes_on("ndcg"))
    assert "joaopalotti/trectools#24" in noted
    assert rows["trectools", "Rprec"]["notes"].startswith(
        "trap: joaopalotti/trectools#24; slip: trectools/trec_eval.py: get_rprec"
    )


@pytest.mark.slow
def test_a_look_up_has_the_notes_on_the_libraries_that_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    note = Note("trectools_gain", "slip", "somebody/something#7", ("ndcg",))
    other = replace(note, metrics=("ap",))
    known = {key: replace(each, notes=(note, other) * (key == "sklearn")) for key, each in PROFILES.items()}
    monkeypatch.setattr("rankviz.diagnose.words.library_notes.PROFILES", known)
    ranking = Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2])
    value = evaluate("nDCG@6", ranking, profile="sklearn")
    found = lookup("nDCG@6", ranking, f"{value:.6f}")
    told = "scikit-learn: a fault of this library. "
    assert lookup_text(found, ENGLISH).count(told) == 1
    monkeypatch.setattr("rankviz.diagnose.words.library_notes.MOST_LINES", 0)
    assert "numbers of scikit-learn (1);" in lookup_text(found, ENGLISH)
    answers: Any = lookup_record(found)["answers"]
    (notes,) = [each["notes"] for each in answers if each["notes"]]
    assert [each["source"] for each in notes] == ["Source: somebody/something#7"]
    for place in (PageParams(my_number=f"{value:.6f}"), PageParams(shown_library=("sklearn", "ndcg"))):
        data: Any = my_number_payload(analyse(AT_SIX), place, ENGLISH)
        assert [(each["head"], each["source"]) for each in data["card"]["library_notes"]] == [
            ("scikit-learn: a fault of this library", "Source: somebody/something#7")
        ]
    tool: Any = my_tool_payload(analyse(AT_SIX), PageParams("tool", mine=True), ENGLISH)
    assert {
        each["key"] for each in tool["programs"] if any("somebody" in one["source"] for one in each.get("library_notes", ()))
    } == {"sklearn"}


def test_programs_stand_by_group_and_those_of_no_library_last() -> None:
    data: Any = my_tool_payload(analyse(AT_SIX), PageParams("tool", mine=True), ENGLISH)
    names = [each["group"] for each in data["programs"]]
    runs = [name for at, name in enumerate(names) if at == 0 or names[at - 1] != name]
    assert len(set(runs)) == len(runs)
    assert runs[-2:] == [ENGLISH("library_group.books"), ENGLISH("probe.forms")]


def test_the_list_of_profiles_names_each_as_the_page_does() -> None:
    names = {key: name for key, name, *_ in listed()}
    data: Any = shown_libraries.table_payload(analyse(AT_SIX), ENGLISH)
    assert {key: row["head"] for key, row in rows_of(data).items()} == names
