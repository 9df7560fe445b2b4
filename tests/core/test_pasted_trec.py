"""Rows of TREC that are pasted: what is read of them, what is refused and how, and what stays a list of grades."""

from __future__ import annotations

import gzip
import re
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from rankviz import InputError, evaluate, evaluate_run
from rankviz.basics.limits import MAX_PASTE
from rankviz.cli.main import main
from rankviz.core.pasted.list_parser import parse_list
from rankviz.core.pasted.read_pasted import read_pasted
from rankviz.display.error_text import error_text
from rankviz.page.dialogs.paste import describe_pasted
from rankviz.texts import LANGUAGES, Texts
from tests.core.test_pasted_formats import ASKED_RUN, parts
from tests.helpers.hostile import at_most
from tests.helpers.long import rounds

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
DIGITS = Path(__file__).parents[2] / "rankviz" / "examples" / "digits"
RUN = "q1 Q0 c 1 0.5 bm25\nq1 Q0 a 2 0.25 bm25\n"
QRELS = "q1 0 a 2\nq1 0 b 1\n"
HEADS = "query Q0 docid rank score tag\n", "topic iter docno rel\n"


@pytest.mark.parametrize(
    "text",
    [
        RUN + QRELS,
        QRELS + RUN,
        f"{RUN}\n\n{QRELS}",
        f"run:\n{RUN}qrels:\n{QRELS}",
        f"== qrels.txt ==\n{QRELS}---\n{RUN}",
        f"$ cat run.txt\n{RUN}$ cat qrels.txt\n{QRELS}",
        f"```\n{RUN}```\n标注\n```text\n{QRELS}```",
        f"{HEADS[0]}{RUN}{HEADS[1]}{QRELS}",
        f"\ufeff# by BM25\n{RUN}# by two people\n{QRELS}".replace("\n", "\r\n"),
        f"{RUN}{QRELS}".replace(" ", "\t"),
        f"{RUN}{QRELS}".replace(" ", "\u00a0 "),
        "q1 0 a 2\nq1 Q0 c 1 0.5 1\nq1 Q0 a 1 0.25 2\nq1 7 b 1",
        QRELS.replace("a 2", "a 0") + RUN + "q1 0 a 2",
    ],
)
def test_a_run_and_judgments_are_told_apart_by_their_columns(text: str) -> None:
    found = read_pasted(text)
    assert found.kind == "trec"
    assert [each.query_id for each in found.lists] == ["q1"]
    assert parts(found.lists[0]) == ASKED_RUN


def test_a_run_alone_has_no_grades() -> None:
    found = read_pasted(RUN + RUN.replace("q1", "q2"))
    assert (found.kind, [each.query_id for each in found.lists]) == ("trec_run", ["q1", "q2"])
    assert parts(found.lists[1]) == ([("c", None, 0.5), ("a", None, 0.25)], [])


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        (QRELS, "trec_run_missing", 1),
        ("\n# by hand\nqrels\n" + QRELS, "trec_run_missing", 4),
        ("2082 0 1001 3\n2082 0 1002 0", "trec_run_missing", 1),
        (RUN + "q1 Q0 x 3 0.1\n" + QRELS, "trec_row", 3),
        ("q1 Q0 x 1 0.9\n" + RUN, "trec_row", 1),
        (RUN + "q1 Q0 run\n" + QRELS, "trec_row", 3),
        (RUN + "q1 Q0 d9 3\n" + QRELS, "trec_row", 3),
        ("q1 Q0 a 2\nq1 Q0 b 1", "trec_run_missing", 1),
        (RUN + "q", "trec_row", 3),
        (RUN + QRELS + "q1 0 d high\n", "literal_number", 5),
        (RUN + "q1 Q0 d 3 nan bm25", "literal_number", 3),
        (RUN + QRELS + "q1 0 d 1e300\n", "literal_number", 5),
        (RUN * 300, "too_many_entries", None),
        ("".join(RUN.replace("q1", f"q{i}") for i in range(60)), "lists_do_not_fit", None),
        ("1 2 3 4\n2 3 4 5", "paste_columns", 1),
        ("3 0 2 1\n2 0 1 0", "paste_columns", 1),
        ("3 0 2 1 0 1\n2 0 1 0 2 2", "paste_columns", 1),
        ("a 3\nb 2\nc 0 d 1", "paste_columns", 3),
        ("1 doc1 3 0.5\n2 doc2 2 0.4", "paste_columns", 1),
    ],
)
def test_an_error_names_the_wrong_line(text: str, key: str, line: int | None) -> None:
    with pytest.raises(InputError) as caught:
        read_pasted(text)
    assert (caught.value.key, caught.value.where.get("line")) == (key, line)
    for language in LANGUAGES:
        assert error_text(caught.value, Texts(language))


@pytest.mark.parametrize("text", ["3 0 2 1", "1 0 2 3 1 0", "q1 0\t5\t2", "1 0 5 2\n---\n1 0 6 0", "a,0\nQ0,1", "Q0 0\nq1 2"])
def test_what_is_a_list_of_grades_stays_one(text: str) -> None:
    found = read_pasted(text)
    assert (found.kind, found.lists) == ("typed", (parse_list(text),))


@pytest.mark.slow
def test_a_pasted_run_has_the_numbers_of_the_same_files_under_runs(tmp_path: Path) -> None:
    files = [DIGITS / name for name in ("pixels.run.gz", "qrels.txt.gz")]
    with gzip.open(files[0], "rt") as run, gzip.open(files[1], "rt") as qrels:
        rows, judged = list(islice(run, 300)), list(qrels)
    judged = [row for row in judged if row.split()[0] in {each.split()[0] for each in rows}]
    (tmp_path / "run.txt").write_text("".join(rows), encoding="utf-8")
    (tmp_path / "qrels.txt").write_text("".join(judged), encoding="utf-8")
    mixed = [*rows, *judged]
    Random(3).shuffle(mixed)  # noqa: S311, the same rows in every run
    whole = evaluate_run(str(tmp_path / "run.txt"), str(tmp_path / "qrels.txt"), ["nDCG@10", "AP"], profile="trec_eval")
    lists = sorted(read_pasted("".join(mixed)).lists, key=lambda each: each.query_id)
    assert [each.query_id for each in lists] == [*whole.queries] == sorted({row.split()[0] for row in rows})
    for measure, values in whole.list_values.items():
        assert [evaluate(measure, each, profile="trec_eval") for each in lists] == pytest.approx(values.tolist(), abs=1e-12)


def test_the_ways_shown_in_the_docs_are_the_same_lists() -> None:
    page = (Path(__file__).parents[2] / "docs" / "pasting.md").read_text(encoding="utf-8")
    shown = [read_pasted(text).lists for text in re.findall(r"^```(?:python|text)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)]
    assert len(shown) > 1
    assert all(each == shown[0] for each in shown)
    assert shown[0] == read_pasted((EXAMPLES / "both.txt").read_text(encoding="utf-8")).lists


@pytest.mark.parametrize("text", [RUN, RUN + QRELS, "[('c', 0.5), ('a', 0.25)]", "retrieved = ['c', 'a']"])
def test_a_file_of_data_is_a_second_list_on_the_command_line(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "first.txt").write_text("a 2\nb 1\nc 0", encoding="utf-8")
    (tmp_path / "second.txt").write_text(text, encoding="utf-8")
    first, second = (f"@{tmp_path / name}.txt" for name in ("first", "second"))
    for begin in (["versus", "nDCG", first], ["alike", "RBO(p=0.9)", "a,b,c"]):
        assert main([*begin, "c,a"]) == 0
        typed = capsys.readouterr().out
        assert main([*begin, second]) == 0
        assert capsys.readouterr().out == typed
    assert main(["evaluate", "AP", second]) == 0
    capsys.readouterr()
    (tmp_path / "second.txt").write_text(QRELS, encoding="utf-8")
    assert main(["versus", "nDCG", first, second]) != 0
    assert "there is no run" in capsys.readouterr().err


def test_documents_that_are_there_more_than_once_are_named() -> None:
    told, is_read = describe_pasted(RUN + "q1 Q0 c 3 0.1 bm25\n" + QRELS + "q1 0 b 3", Texts("en"))
    assert is_read
    assert "Listed more than once: c." in told
    assert "the last judgment counts: b." in told
    assert "重复出现的文档：a。" in describe_pasted("a 3\nb 1\na 3", Texts("zh"))[0]
    assert "once: d2." in describe_pasted("d1 3\nd2 1\n---\nd2 1", Texts("en"))[0]
    assert (
        "once: d1, d2, d3, d4, d5, …" in describe_pasted("run = " + str([f"d{i % 9 + 1}" for i in range(18)]), Texts("en"))[0]
    )
    for text in ("3 2 1 3", RUN + QRELS, "run = {'q1': ['a'], 'q2': ['a']}"):
        assert "once" not in describe_pasted(text, Texts("en"))[0]


@pytest.mark.slow
def test_any_mixture_of_rows_is_read_or_refused() -> None:
    draw = Random(20261123)  # noqa: S311, the same texts in every run
    cells = [
        "q1",
        "Q0",
        "0",
        "d1",
        "1",
        "0.5",
        "-1",
        "nan",
        "1e999",
        "bm25",
        "run",
        "qrels:",
        "---",
        "#",
        "\t",
        "\x00",
        "文档",
        "é",
    ]
    for _ in range(rounds(1500)):
        rows = [RUN, QRELS, *("".join(draw.choices(cells, k=1)) for _ in range(draw.randint(0, 2)))]
        rows += [" ".join(draw.choices(cells, k=draw.randint(1, 7))) + "\n" for _ in range(draw.randint(0, 3))]
        draw.shuffle(rows)
        for language in LANGUAGES:
            assert describe_pasted("".join(rows), Texts(language))[0]


@pytest.mark.slow
@pytest.mark.parametrize("unit", [RUN, QRELS, "q1 Q0 x\n", "q1 0 a 2 ", "run:\n", "Q0 " * 6 + "\n", "\t\n", "1 0 1000 1\n"])
def test_the_longest_text_is_read_or_refused_in_time(unit: str) -> None:
    with at_most(1.0):
        assert describe_pasted((RUN + unit * (MAX_PASTE // len(unit)))[:MAX_PASTE], Texts("en"))[0]
    with at_most(1.0):
        assert "500,000" in describe_pasted(unit * (20 * MAX_PASTE // len(unit)), Texts("en"))[0]
