"""Runs and judgments whose ids are written otherwise: said before any number, with a reason that mends it."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rankviz import InputError, compare_runs, evaluate_run
from rankviz.cli.main import main
from rankviz.display.error_text import error_text
from rankviz.runs.read.id_rules import ID_RULES
from rankviz.texts import LANGUAGES, Texts

Pairs = dict[str, dict[str, float]]
Renaming = Callable[[str], str]
DRAW = random.Random(35)  # noqa: S311, the same in every run
RUN: Pairs = {f"{q}": {f"d{d:02}": DRAW.random() for d in range(1, 21)} for q in range(1001, 1013)}
QRELS: Pairs = {query: {f"d{d:02}": DRAW.randint(0, 2) for d in range(1, 41, 3)} for query in RUN}


def renamed(pairs: Pairs, query: Renaming = str, document: Renaming = str) -> Pairs:
    return {query(q): {document(d): number for d, number in row.items()} for q, row in pairs.items()}


# How somebody's program wrote the ids of queries or documents, and the rule that mends it.
SPOILED: dict[str, tuple[Renaming, str]] = {
    "a float column": (lambda name: f"{name}.0", "decimal"),
    "blanks": (lambda name: f" {name} ", "blanks"),
    "upper case": (str.upper, "case"),
    "zero padding": (lambda name: f"000{name}", "zeros"),
    "a prefix": (lambda name: f"topic-{name}", "prefix"),
    "a prefix of a float column": (lambda name: f"topic-{name}.0", "prefix+decimal"),
}
NUMBERS = {"a float column", "zero padding"}  # done to numbers only


@pytest.mark.parametrize("how", SPOILED)
@pytest.mark.parametrize("part", ["query", "document"])
@pytest.mark.parametrize("side", ["run", "qrels"])
def test_what_mends_the_ids_is_named_and_gives_the_value_of_the_right_ids(how: str, part: str, side: str) -> None:
    spoil, rules = SPOILED[how]
    run, qrels = RUN, QRELS
    if part == "document" and (how in NUMBERS or "float" in how):
        run, qrels = (renamed(each, document=lambda name: name[1:].lstrip("0")) for each in (RUN, QRELS))
    if part == "query" and how == "upper case":
        run, qrels = (renamed(each, query=lambda name: f"q{name}") for each in (RUN, QRELS))
    right = evaluate_run(run, qrels, "nDCG@10").means
    spoiled_run, spoiled_qrels = (
        renamed(each, **{part: spoil}) if name == side else each for name, each in (("run", run), ("qrels", qrels))
    )
    with pytest.raises(InputError) as caught:
        evaluate_run(spoiled_run, spoiled_qrels, "nDCG@10")
    (offered,) = re.findall('ids="(.*?)"', str(caught.value))
    assert offered == rules
    assert evaluate_run(spoiled_run, spoiled_qrels, "nDCG@10", ids=offered).means == pytest.approx(right, abs=1e-12)


@pytest.mark.parametrize("language", LANGUAGES)
def test_counts_and_examples_of_both_sides_are_said(language: str) -> None:
    with pytest.raises(InputError) as caught:
        evaluate_run(renamed(RUN, query=lambda name: f"{name}.0"), QRELS, "nDCG@10")
    for said in (
        str(caught.value),
        error_text(caught.value, Texts(language)),
        error_text(caught.value, Texts(language), "runs"),
    ):
        for part in ("0", "12", '"1001.0"', '"1002.0"', '"1001"', '"1002"'):
            assert part in said
    assert "--ids" not in error_text(caught.value, Texts(language), "runs")


def test_exchanged_columns_and_another_collection_are_told_apart() -> None:
    crossed: Pairs = {}
    for query, row in QRELS.items():
        for document, grade in row.items():
            crossed.setdefault(document, {})[query] = grade
    for qrels, words in (
        (crossed, "two columns are exchanged"),
        (renamed(QRELS, query=lambda name: f"{int(name) - 800}"), "another collection"),
        (renamed(QRELS, document=lambda name: f"{name}x"), "another collection"),
    ):
        with pytest.raises(InputError, match=words):
            evaluate_run(RUN, qrels, "nDCG@10")


def test_documents_under_other_queries_are_told() -> None:
    run: Pairs = {f"q{i}": {f"d{20 * i + place}": 1 / place for place in range(1, 20)} for i in range(10)}
    qrels: Pairs = {f"q{(i + 1) % 10}": dict.fromkeys([*run[f"q{i}"]][::4], 1.0) for i in range(10)}
    with pytest.raises(InputError, match=r"0 of 50 judged documents are in the run: .*under other queries") as caught:
        evaluate_run(run, qrels, "AP")
    assert '"d' in str(caught.value)


@pytest.mark.parametrize(
    ("run", "qrels"),
    [
        pytest.param({"1001": RUN["1001"]}, QRELS, id="one query of many"),
        pytest.param(RUN, {"1001": QRELS["1001"]}, id="one judged of many"),
        pytest.param({"q": {"a": 1.0}}, {"q": {"b": 1}}, id="nothing found of one judged document"),
        pytest.param({"q": {"a": 1.0, "b": 0.5}}, {"q": {f"j{i}": 1 for i in range(15)}}, id="nothing found of fifteen"),
        pytest.param({}, QRELS, id="an empty run"),
        pytest.param(
            {f"q{i}": {f"x{i}": 1.0, f"y{i}": 0.5} for i in range(400)},
            {f"q{i}": {f"{'x' if i % 30 == 0 else 'z'}{i}": 1} for i in range(400)},
            id="a bad run of one relevant document a query",
        ),
    ],
)
def test_a_sound_run_is_not_refused(run: Pairs, qrels: Pairs) -> None:
    assert "RR" in evaluate_run(run, qrels, "RR").means


def test_a_run_that_is_allowed_is_evaluated_with_a_warning() -> None:
    strange = renamed(RUN, query=lambda name: f"x{int(name) + 5000}")
    with pytest.warns(UserWarning, match="another collection"):
        found = evaluate_run(strange, QRELS, "RR", allow="unmet")
    assert found.means == {"RR": 0}


def test_a_way_to_read_ids_that_is_not_known_is_refused_with_those_that_are() -> None:
    with pytest.raises(InputError, match="decimal") as caught:
        evaluate_run(RUN, QRELS, "RR", ids="decimals")
    assert caught.value.key == "unknown_ids"
    for language in LANGUAGES:
        assert all(rule in error_text(caught.value, Texts(language)) for rule in ID_RULES)


def test_ids_are_read_so_wherever_the_run_is_asked() -> None:
    spoiled = renamed(RUN, query=lambda name: f"{name}.0")
    right, found = evaluate_run(RUN, QRELS, "AP"), evaluate_run(spoiled, QRELS, "AP", ids="decimal")
    assert found.queries == right.queries
    assert found.explain("1004").value == right.explain("1004").value
    one, two = (compare_runs("AP", each, RUN, QRELS, ids=ids) for each, ids in ((RUN, ""), (spoiled, "decimal")))
    assert one.means == two.means
    with pytest.raises(InputError, match=r"1001\.0"):
        compare_runs("AP", spoiled, RUN, QRELS)


def test_a_file_is_refused_on_the_command_line_with_3_and_mended_by_what_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run, qrels = tmp_path / "run", tmp_path / "qrels"
    run.write_text("".join(f"{q}.0 Q0 {d} 1 {s} t\n" for q, row in RUN.items() for d, s in row.items()), encoding="utf-8")
    qrels.write_text("".join(f"{q} 0 {d} {g}\n" for q, row in QRELS.items() for d, g in row.items()), encoding="utf-8")
    asked = ["run", str(run), str(qrels), "-m", "nDCG@10", "--profile", "textbook", "--json"]
    assert main(asked) == 3
    (option,) = re.findall(r"--ids \w+", capsys.readouterr().err)
    assert main([*asked, *option.split()]) == 0
    assert json.loads(capsys.readouterr().out)["means"] == evaluate_run(RUN, QRELS, "nDCG@10").means
    assert main([*asked, "--allow", "unmet"]) == 0
    assert "judged ones" in capsys.readouterr().err


def test_rows_of_one_query_that_is_written_in_two_ways_are_ranked_together(tmp_path: Path) -> None:
    rows = [f"{q}{'.0' if at % 2 else ''} Q0 {d} 1 {s} t\n" for q, row in RUN.items() for at, (d, s) in enumerate(row.items())]
    (tmp_path / "run").write_text("".join(rows), encoding="utf-8")
    assert evaluate_run(str(tmp_path / "run"), QRELS, "AP", ids="decimal").means == evaluate_run(RUN, QRELS, "AP").means
