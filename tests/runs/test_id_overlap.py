"""Runs and judgments whose ids are written otherwise: said before any number, with a reason that mends it."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rankviz import InputError, compare_runs, evaluate_run
from rankviz.cli.main import main
from rankviz.display.error_text import error_text
from rankviz.runs.read.id_rules import ID_RULES
from rankviz.texts import LANGUAGES, Texts
from tests.helpers.trec_files import write_trec

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


@pytest.mark.parametrize("how", SPOILED)
@pytest.mark.parametrize("part", ["query", "document"])
@pytest.mark.parametrize("side", ["run", "qrels"])
def test_what_mends_the_ids_is_named_and_gives_the_value_of_the_right_ids(how: str, part: str, side: str) -> None:
    spoil, rules = SPOILED[how]
    run, qrels = RUN, QRELS
    if part == "document" and how not in ("blanks", "upper case"):
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
    other = {query: {f"z{d}": 1.0 for d in range(25)} for query in RUN}
    for qrels, words in (
        (crossed, "two columns are exchanged"),
        (renamed(QRELS, query=lambda name: f"{int(name) - 800}"), "queries numbered otherwise"),
        (renamed(other, query=lambda name: f"{int(name) - 800}"), "another collection"),
        (other, "another collection"),
    ):
        with pytest.raises(InputError, match=words):
            evaluate_run(RUN, qrels, "nDCG@10")


@pytest.mark.parametrize("side", ["run", "qrels"])
@pytest.mark.parametrize("part", ["query", "document"])
@pytest.mark.parametrize(
    ("spoil", "words"), [(lambda name: f"msmarco:{name}", '"msmarco:" before'), (lambda name: f"{name}.txt", '".txt" after')]
)
def test_what_stands_before_or_after_all_ids_is_named(side: str, part: str, spoil: Renaming, words: str) -> None:
    run, qrels = (renamed(each, query=lambda name: f"q{name}-{name[-2:]}") for each in (RUN, QRELS))
    spoiled = {part: spoil}
    given = (renamed(run, **spoiled), qrels) if side == "run" else (run, renamed(qrels, **spoiled))
    with pytest.raises(InputError, match=words):
        evaluate_run(*given, "AP")


def crossed(pairs: Pairs) -> Pairs:
    turned: Pairs = {}
    for query, row in pairs.items():
        for document, number in row.items():
            turned.setdefault(document, {})[query] = number
    return turned


@pytest.mark.parametrize("universe", [1_000, 5_000, 8_000_000])
@pytest.mark.parametrize("word", ["", "d"])
@pytest.mark.parametrize("side", ["run", "qrels"])
def test_exchanged_columns_are_told_where_numbers_are_queries_and_documents(universe: int, word: str, side: str) -> None:
    """Some numbers are both then, and documents look like queries with a word before them."""
    draw = random.Random(universe)  # noqa: S311
    run = {f"{q}": {f"{word}{d}": draw.random() for d in draw.sample(range(universe), 40)} for q in range(50)}
    qrels: Pairs = {query: {d: draw.randint(0, 2) for d in draw.sample([*row], 8)} for query, row in run.items()}
    assert evaluate_run(run, qrels, "AP").counts == {"AP": 50}
    with pytest.raises(InputError, match="two columns are exchanged"):
        evaluate_run(*((crossed(run), qrels) if side == "run" else (run, crossed(qrels))), "AP")


PARTLY: dict[str, tuple[Callable[[int, str], str], str]] = {
    "all but one query in upper case": (lambda q, d: d.upper() if q else d, "case"),
    "every second query in upper case": (lambda q, d: d.upper() if q % 2 else d, "case"),
    "every second query with a prefix": (lambda q, d: f"wiki-{d[1:]}" if q % 2 else d[1:], "prefix"),
    "a float column in a third of the queries": (lambda q, d: f"{d[1:]}.0" if q % 3 == 0 else d[1:], "decimal"),
    "blanks in a few queries": (lambda q, d: f"{d} " if q % 8 == 0 else d, "blanks"),
    "zeros kept, which the run lost": (lambda q, d: f"{int(d[1:]):04}", "zeros"),
}


@pytest.mark.parametrize("how", PARTLY)
@pytest.mark.parametrize("form", ["dictionaries", "files"])
def test_documents_that_a_part_writes_otherwise_are_told_of_and_mended(how: str, form: str, tmp_path: Path) -> None:
    spoil, rule = PARTLY[how]
    draw = random.Random(how)  # noqa: S311
    run = {f"q{q}": {f"d{d}": draw.random() for d in draw.sample(range(4_000), 40)} for q in range(40)}
    right: Pairs = {query: {d: draw.randint(0, 2) for d in draw.sample([*row], 8)} for query, row in run.items()}
    plain = run if rule in ("case", "blanks") else renamed(run, document=lambda name: name[1:])
    spoiled: Pairs = {query: {spoil(at, d): grade for d, grade in row.items()} for at, (query, row) in enumerate(right.items())}
    given: tuple[Any, Any] = plain, spoiled
    if form == "files" and rule != "blanks":
        given = write_trec(tmp_path, plain, spoiled)
    with pytest.raises(InputError, match=f'ids="{rule}"') as caught:
        evaluate_run(*given, "AP")
    assert caught.value.key == "ids_do_not_meet_documents"
    assert evaluate_run(*given, "AP", ids=rule).means == evaluate_run(run, right, "AP").means
    with pytest.warns(UserWarning, match=rule):
        assert evaluate_run(*given, "AP", allow="unmet").counts == {"AP": 40}


def drawn(seed: int, users: int, items: int, shown: int) -> tuple[Pairs, Pairs]:
    """Users who are shown items at random, and one item that each would have liked; both are numbered from 0."""
    draw = random.Random(seed)  # noqa: S311
    run = {f"{u}": {f"{d}": -place for place, d in enumerate(draw.sample(range(items), shown))} for u in range(users)}
    return run, {f"{u}": {f"{draw.randrange(items)}": 1.0} for u in range(users)}


def named(pairs: tuple[Pairs, Pairs]) -> tuple[Pairs, Pairs]:
    run, qrels = (renamed(each, lambda name: f"u{name}", lambda name: f"i{name}") for each in pairs)
    return run, qrels


@pytest.mark.parametrize(
    ("run", "qrels"),
    [
        pytest.param({"1001": RUN["1001"]}, QRELS, id="one query of many"),
        pytest.param(RUN, {"1001": QRELS["1001"]}, id="one judged of many"),
        pytest.param({"q": {"a": 1.0}}, {"q": {"b": 1}}, id="nothing found of one judged document"),
        pytest.param({"q": {"a": 1.0, "b": 0.5}}, {"q": {f"j{i}": 1 for i in range(15)}}, id="nothing found of fifteen"),
        pytest.param(
            {f"q{i}": {f"x{i}": 1.0, f"y{i}": 0.5} for i in range(400)},
            {f"q{i}": {f"{'x' if i % 30 == 0 else 'z'}{i}": 1} for i in range(400)},
            id="a bad run of one relevant document a query",
        ),
        pytest.param(*drawn(0, 100, 3700, 10), id="items at random, numbered as users are"),
        pytest.param(*named(drawn(0, 100, 3700, 10)), id="items at random"),
        pytest.param(*named(drawn(1, 300, 100_000, 10)), id="items at random of very many"),
        pytest.param({"1": {"10": 1.0, "11": 0.5}}, {"1": {"1": 1}}, id="an id that is a query's too"),
        pytest.param(
            {f"q{i}": {f"d{(i + 1) % 25}": 1.0} for i in range(25)},
            {f"q{i}": {f"d{i}": 1} for i in range(25)},
            id="misses",
        ),
        pytest.param({"q1": {"a1": 1.0, "b2": 0.5}}, {"q1": {"c1": 1}}, id="words before numbers on both sides"),
        pytest.param({"301": {"FT911-3": 2.0, "LA010189-0001": 1.0}}, {"301": {"FBIS911-3": 1}}, id="names of newspapers"),
        pytest.param(
            {f"{q}": {f"x{d}": -d for d in range(3)} for q in range(200)},
            {f"{q}": {"x1": 1} for q in range(43)},
            id="few",
        ),
    ],
)
def test_a_sound_run_is_not_refused(run: Pairs, qrels: Pairs) -> None:
    assert "RR" in evaluate_run(run, qrels, "RR").means


def test_a_run_that_is_allowed_is_evaluated_with_a_warning() -> None:
    strange = renamed(RUN, query=lambda name: f"x{int(name) + 5000}")
    with pytest.warns(UserWarning, match="queries numbered otherwise") as told:
        found = evaluate_run(strange, QRELS, "RR", allow="unmet")
        compare_runs("RR", strange, strange, QRELS, allow="unmet")
    assert found.means == {"RR": 0}
    assert {Path(each.filename) for each in told} == {Path(__file__)}


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
    files = write_trec(tmp_path, renamed(RUN, query=lambda name: f"{name}.0"), QRELS)
    asked = ["run", *files, "-m", "nDCG@10", "--profile", "textbook", "--json"]
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


def test_a_part_of_the_queries_that_is_written_otherwise_is_found() -> None:
    queries = [*RUN]
    spoiled = {f"{query}.0" if at > 3 else query: row for at, (query, row) in enumerate(RUN.items())}
    with pytest.raises(InputError, match=f"4 of 12 queries .*{queries[4]}.0.*decimal"):
        evaluate_run(spoiled, QRELS, "AP")
    assert evaluate_run(spoiled, QRELS, "AP", ids="decimal").means == evaluate_run(RUN, QRELS, "AP").means
    halves: Pairs = {}
    for query, row in RUN.items():
        for at, (document, score) in enumerate(row.items()):
            halves.setdefault(f"{query}.0" if at % 2 else query, {})[document] = score
    with pytest.raises(InputError, match="decimal"):
        evaluate_run(halves, QRELS, "AP")


def test_documents_that_a_reading_would_merge_are_not_merged() -> None:
    run = {f"q{i}": {"wiki-1": 3.0, "news-1": 2.0, "wiki-2": 1.0} for i in range(30)}
    qrels = {f"{i}": {"news-1": 1} for i in range(30)}
    with pytest.raises(InputError, match='"wiki-1" and "news-1" would be one') as caught:
        evaluate_run(run, qrels, ["RR", "P@1"], ids="prefix")
    assert caught.value.key == "ids_merged"


def test_two_queries_that_a_reading_makes_one_are_told_of_where_they_share_a_document() -> None:
    run = {"1000": {"d863": 2.0, "a": 1.0}, "01000": {"d863": 1.0}}
    with pytest.raises(InputError, match='queries "1000" and "01000" would be one, and both have "d863"') as caught:
        evaluate_run(run, {"1000": {"d863": 1}}, "RR", ids="zeros")
    assert caught.value.key == "ids_merged_queries"


@pytest.mark.parametrize("ids", [["decimal"], None, 5])
def test_what_is_no_rule_is_refused(ids: object) -> None:
    with pytest.raises(InputError) as caught:
        evaluate_run(RUN, QRELS, "RR", ids=ids)  # type: ignore[arg-type]
    assert caught.value.key == "unknown_ids"
