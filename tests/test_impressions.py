"""Logs of impressions: every user's value is that of their list by hand, however the file is ordered."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rankviz import InputError, Ranking, evaluate
from rankviz.__main__ import main
from rankviz.runs.batch import evaluate_measures
from rankviz.runs.impressions import evaluate_impressions
from rankviz.runs.prepared import prepare_log
from rankviz.runs.query import query_list
from rankviz.runs.tables import read_impressions

MEASURES = ["AUC", "nDCG@3", "AP", "RR", "P@2", "LRAP"]
DRAW = random.Random(7)  # noqa: S311 - the same rows in every run
ROWS = [(f"u{DRAW.randint(1, 40)}", f"d{i}", DRAW.choice([0.5, 1, 2, 3.25, 4]), DRAW.choice([0, 0, 1, 2])) for i in range(400)]


def written(path: Path, rows: list[tuple[str, str, float, int]], documents: bool = True) -> Path:
    head = "user,item,score,click" if documents else "user,score,click"
    lines = [",".join(map(str, row if documents else (row[0], *row[2:]))) for row in rows]
    path.write_text("\n".join([head, *lines]), encoding="utf-8")
    return path


def by_hand(user: str, measure: str, ties: str) -> float:
    own = [row for row in ROWS if row[0] == user]
    ranking = Ranking.from_grades([row[3] for row in own], scores=[row[2] for row in own], doc_ids=[row[1] for row in own])
    return evaluate(measure, ranking, **({} if measure in ("AUC", "LRAP") else {"ties": ties}))


@pytest.mark.parametrize("ties", ["input_order", "docid_desc", "pessimistic"])
@pytest.mark.parametrize("order", ["scattered", "by user"])
@pytest.mark.parametrize("at_once", [1, 50, 100_000])
def test_every_user_has_the_value_of_their_list(
    ties: str, order: str, at_once: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rankviz.runs.impressions.ROWS", at_once)
    rows = ROWS if order == "scattered" else sorted(ROWS, key=lambda row: row[0])
    path = written(tmp_path / "log.csv", rows)
    for measure in MEASURES:
        found = evaluate_impressions(path, [measure], **({} if measure in ("AUC", "LRAP") else {"ties": ties}))
        assert set(found.queries) == {row[0] for row in ROWS}
        expected = [by_hand(user, measure, ties) for user in found.queries]
        assert found.per_query[measure].tolist() == pytest.approx(expected, abs=1e-12, nan_ok=True), measure


def test_a_log_as_a_whole_is_prepared_like_its_parts(tmp_path: Path) -> None:
    path = written(tmp_path / "log.csv", sorted(ROWS, key=lambda row: row[0]), documents=False)
    prepared = prepare_log(read_impressions(path), slice(0, len(ROWS)))
    one, two = evaluate_measures(prepared, ["AP"]), evaluate_impressions(path, ["AP"])
    assert dict(zip(one.queries, one.per_query["AP"], strict=True)) == dict(zip(two.queries, two.per_query["AP"], strict=True))


def test_ties_by_name_need_names(tmp_path: Path) -> None:
    path = written(tmp_path / "log.csv", ROWS, documents=False)
    with pytest.raises(InputError) as caught:
        evaluate_impressions(path, ["AP"], ties="docid_desc")
    assert caught.value.key == "needs_documents"
    assert str(path) in caught.value.message


def test_the_command_line_takes_a_log_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log.csv"
    path.write_text("user,score,click\nu,3,0\nu,2,1\nv,1,1\n", encoding="utf-8")
    assert main(["run", str(path), "-m", "RR", "--profile", "textbook"]) == 0
    assert capsys.readouterr().out == "RR\tall\t0.75\n"


@pytest.mark.parametrize("documents", [True, False])
def test_a_users_list_has_the_value_that_the_user_has_in_the_log(documents: bool, tmp_path: Path) -> None:
    path = written(tmp_path / "log.csv", ROWS, documents)
    found = evaluate_impressions(path, ["AP"])
    for user, value in zip(found.queries, found.per_query["AP"].tolist(), strict=True):
        ranking, _ = query_list(path, None, user)
        assert evaluate("AP", ranking) == pytest.approx(value, abs=1e-12)
