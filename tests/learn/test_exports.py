"""Files of all kinds of questions: each answer gets what is said of it, and what a file cannot hold is named."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from functools import cache
from itertools import pairwise
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

from rankviz.cli.main import main
from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Item, Ranking, RawLists
from rankviz.core.metrics.measures import parse_measure
from rankviz.evaluation.evaluate import compute
from rankviz.learn.export.exported_text import ExportedSet
from rankviz.learn.export.json_export import FORMATS
from rankviz.learn.questions import Question, draw, judge
from rankviz.learn.questions.kinds import KINDS
from rankviz.learn.sets.file import read_set
from rankviz.learn.sets.link import decode_set
from rankviz.learn.sets.question_set import get_questions, teacher_note
from rankviz.learn.words.kind_wording import CHOICE
from rankviz.learn.words.kinds import KIND_WORDINGS
from rankviz.learn.words.kinds.swap import offered_swaps
from rankviz.state.app_state import AppState
from rankviz.state.permalink import to_text
from rankviz.texts import LANGUAGES, Texts
from tests.helpers.gift_reader import read_gift
from tests.learn.test_exercises import HOSTILE, Elements, moodle_grade

EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
NO_FILE = "reach"


@cache
def question_sample() -> tuple[Question, ...]:
    """Two of each kind."""
    asked = [(kind, metric, level) for kind in KINDS for metric, level in (("ndcg", 2), ("ap", 3))]
    return tuple(draw(kind, metric, 5, number, level) for number, (kind, metric, level) in enumerate(asked, 1))


def exportable_questions() -> tuple[Question, ...]:
    return tuple(question for question in question_sample() if question.kind != NO_FILE)


def export_text(form: str, language: str = "en", *, with_key: bool = True) -> str:
    return FORMATS[form](ExportedSet(question_sample(), HOSTILE), Texts(language), with_key)


def possible_answers(question: Question) -> list[str]:
    """What can be answered, as `judge` takes it."""
    if question.kind == "step":
        return [str(number) for number in range(1, len(question.given.lines) + 1)]  # type: ignore[attr-defined]
    if question.kind == "swap":
        return [".".join(map(str, ranks)) for ranks in offered_swaps(question)]
    return list(question.given.keys)  # type: ignore[attr-defined]


def text_of_html(html: str) -> str:
    page = Elements()
    page.feed(html)
    return page.text


def first_feedback(question: Question, answer: str, language: str) -> str:
    return KIND_WORDINGS[question.kind].feedback(question, judge(question, answer), Texts(language))[0]


@pytest.mark.slow
@EVERY_LANGUAGE
def test_moodle_gives_each_answer_the_feedback_of_the_page(language: str) -> None:
    quiz = ET.fromstring(export_text("moodle", language))  # noqa: S314
    elements = [each for each in quiz.findall("question") if each.attrib["type"] != "category"]
    assert len({each.findtext("idnumber") for each in elements}) == len(elements) == len(exportable_questions())
    for element, question in zip(elements, exportable_questions(), strict=True):
        kind = element.attrib["type"]
        assert {each.attrib["fraction"] for each in element.findall("answer")} <= {"100", "0"}
        if KIND_WORDINGS[question.kind].form == CHOICE:
            assert (kind, element.findtext("single"), element.findtext("shuffleanswers")) == ("multichoice", "true", "false")
            said = sorted(text_of_html(each.findtext("feedback/text", "")) for each in element.findall("answer"))
            wanted = sorted(first_feedback(question, answer, language) for answer in possible_answers(question))
            assert all(whole.startswith(first) for whole, first in zip(said, wanted, strict=True))
            assert [each.attrib["fraction"] for each in element.findall("answer")].count("100") == 1
        elif question.kind == "order":
            assert kind == "matching"
        else:
            assert kind == "numerical"
            assert moodle_grade(element, round(question.answer, 3))[0] == "100"
            for mistake in question.mistakes:
                fraction, text = moodle_grade(element, round(mistake.value, 3))
                assert fraction == "0"
                assert text_of_html(text).startswith(Texts(language)("feedback.wrong", words="").strip())


def test_the_right_option_is_right_and_the_places_are_the_order_of_the_values() -> None:
    quiz = ET.fromstring(export_text("moodle"))  # noqa: S314
    elements = [each for each in quiz.findall("question") if each.attrib["type"] != "category"]
    for element, question in zip(elements, exportable_questions(), strict=True):
        if question.kind == "better":
            one, other = compute(
                parse_measure(question.measure).metric, RawLists.from_rankings(question.lists), question.convention
            ).value.tolist()
            right = next(each for each in element.findall("answer") if each.attrib["fraction"] == "100")
            ahead = "They are equal" if abs(one - other) < 1e-9 else "A is better" if one > other else "B is better"
            assert text_of_html(right.findtext("text", "")) == ahead
        if question.kind == "order":
            values = compute(
                parse_measure(question.measure).metric, RawLists.from_rankings(question.lists), question.convention
            ).value.tolist()
            pairs = [
                (text_of_html(each.findtext("text", "")), each.findtext("answer/text", ""))
                for each in element.findall("subquestion")
            ]
            assert [name for name, _ in pairs] == ["List A", "List B", "List C", "List D"]
            in_order = [values[[place for _, place in pairs].index(place)] for place in ("1st (best)", "2nd", "3rd", "4th")]
            assert all(better > worse for better, worse in pairwise(in_order))


@EVERY_LANGUAGE
def test_gift_holds_every_kind(language: str) -> None:
    category, questions = read_gift(export_text("gift", language))
    assert category.endswith(HOSTILE.replace("/", "//"))
    for found, question in zip(questions, exportable_questions(), strict=True):
        if KIND_WORDINGS[question.kind].form == CHOICE:
            assert [each.right for each in found.choices].count(True) == 1
            wanted = sorted(first_feedback(question, answer, language) for answer in possible_answers(question))
            said = sorted(text_of_html(each.feedback) for each in found.choices)
            assert all(whole.startswith(first) for whole, first in zip(said, wanted, strict=True))
        elif question.kind == "order":
            assert len(found.pairs) == len({place for _, place in found.pairs}) == 4
        else:
            assert abs(found.answers[0].number - question.answer) < 1e-6


@pytest.mark.slow
@EVERY_LANGUAGE
@pytest.mark.parametrize("form", FORMATS)
def test_a_file_counts_the_questions_it_leaves_out(form: str, language: str) -> None:
    text, count = export_text(form, language), len(question_sample()) - len(exportable_questions())
    said = Texts(language)("sets.left_out", count=count)
    assert said in (
        text if form in ("gift", "json", "markdown", "latex") else text_of_html(text.replace("<!--", "").replace("-->", ""))
    )


@pytest.mark.slow
@EVERY_LANGUAGE
@pytest.mark.parametrize("form", ["html", "markdown", "latex", "json"])
def test_a_sheet_of_any_kind_has_the_answer_only_with_its_key(form: str, language: str) -> None:
    alone, whole = (export_text(form, language, with_key=with_key) for with_key in (False, True))
    for question in exportable_questions():
        if question.kind not in ("value", "who"):
            said = KIND_WORDINGS[question.kind].solution_words(question, Texts(language))[0]
            assert said not in alone.replace("\\", "")
    assert len(whole) > len(alone)


def test_a_file_names_the_move_and_offers_six_swaps_with_one_best() -> None:
    for found in json.loads(export_text("json"))["questions"]:
        if found["kind"] == "trend":
            rank, to = found["move"].split(".")
            assert f"from rank {rank} to rank {to}" in found["prompt"]
        elif found["kind"] == "swap":
            ranking = next(each for each in exportable_questions() if each.kind == "swap" and each.number == found["number"])
            lists = []
            for each in found["choices"]:
                one, other = (int(rank) - 1 for rank in each["key"].split("."))
                items = list(ranking.lists[0].items)
                items[one], items[other] = items[other], items[one]
                lists.append(Ranking(tuple(items), ranking.lists[0].missed))
            values = compute(
                parse_measure(ranking.measure).metric, RawLists.from_rankings(lists), ranking.convention
            ).value.tolist()
            assert len(lists) == 6
            assert found["choices"][values.index(max(values))]["key"] == found["answer"]
            assert "d1 and" not in found["prompt"]  # a person may name any two


def test_digits_decide_how_far_off_a_number_may_be() -> None:
    from dataclasses import replace

    question = replace(question_sample()[0], digits=5)
    quiz = ET.fromstring(FORMATS["moodle"](ExportedSet((question,)), Texts("en"), True))  # noqa: S314
    element = quiz.findall("question")[1]
    assert moodle_grade(element, question.answer + 0.00001)[0] == "100"
    assert moodle_grade(element, question.answer + 0.00002)[0] == "0"


# ---------------------------------------------------------------------------------------------------------------------------
# The command line


def test_the_command_line_reads_a_link_and_writes_the_command_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    link = "http://localhost:8501/learn?ask=value.gap&of=ap.ndcg&n=5&seed=7&level=2&gen=1&q=3"
    assert main(["exercises", "--set", link, "--format", "json", "--key"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [each["kind"] for each in found["questions"]] == ["value", "gap", "value", "gap", "value"]
    assert found["command"].endswith("'/learn?ask=value.gap&of=ap.ndcg&n=5&seed=7&level=2&gen=1'")


def test_the_command_line_reads_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "week3.toml"
    path.write_text('rankviz_set = 1\ntitle = "Week 3"\n[[question]]\nlist = "m=ap&k=all&g=10110&missed=1"\n', encoding="utf-8")
    assert main(["exercises", "--set", str(path)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("# Week 3\n")
    assert "AP of this ranked list" in out


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["--set", "no-such-file.toml"], '"no-such-file.toml" cannot be read'),
        (["nDCG", "--set", "ask=value&of=ap"], "--set names the measures itself"),
        ([], "Name at least one metric"),
    ],
)
def test_a_set_that_cannot_be_read_is_refused_in_words(asked: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exercises", *asked]) == 2
    assert capsys.readouterr().err.startswith(f"rankviz: {said}")


def test_unknown_parts_of_a_link_are_named_and_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exercises", "--set", "ask=value&of=xyz.rr&n=1&level=1"]) == 0
    out, err = capsys.readouterr()
    assert "RR" in out
    assert "of=xyz" in err


def test_the_file_that_the_documentation_shows_is_the_one_among_the_examples() -> None:
    docs = Path(__file__).parents[2] / "docs"
    text = (docs / "examples" / "week3.toml").read_text(encoding="utf-8")
    assert f"```toml\n{text}```" in (docs / "exercises.md").read_text(encoding="utf-8")
    asked = read_set(text)
    assert [each.kind for each in get_questions(asked)] == ["value", "step", "value"]
    assert teacher_note(asked, 3, "zh").startswith("有两个")


def test_names_of_documents_mean_nothing_in_markdown() -> None:
    name = "<script>alert(1)</script>|$x$ &lt; `b` *c* [d](e)"
    state = AppState((Ranking((Item(name, 3.0), Item("b", 0.0)), (Item(name + "2", 2.0),)),), "ndcg", Convention(cutoff=2))
    decoded = decode_set({"ask": "value", **dict(parse_qsl(to_text(state)))})
    text = FORMATS["markdown"](ExportedSet(get_questions(decoded.set), name), Texts("en"), True)
    plain = re.sub(r"\$\$.*?\$\$|``? .*? ``?", "", text, flags=re.DOTALL)  # without formulas and code
    assert "script" in plain
    assert not re.search(r"(?<!\\)[<>`\[\]&]", plain.replace("[ ]", ""))
    tables = [line for line in plain.split("\n") if line.startswith("|")]
    assert tables
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in tables} == {len(re.findall(r"\|", tables[0]))}
