"""Practice questions in words and in files: what is said of a mistake is about that mistake, and nothing tells the answer."""

from __future__ import annotations

import json
import re
import shlex
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from math import log2
from pathlib import Path

import pytest

import rankviz as rv
from rankviz import Convention, InputError, Ranking
from rankviz.cli.main import main
from rankviz.diagnose.usual_mistakes import USUAL_MISTAKES
from rankviz.display.formulas.explanation_text import line_text
from rankviz.learn.export.exported_text import ExportedSet
from rankviz.learn.export.json_export import FORMATS
from rankviz.learn.export.worksheet import mistake_meanings
from rankviz.learn.questions import Question, draw_set, judge, look_up_mistake
from rankviz.learn.questions.kinds.reach_target import ReachTarget
from rankviz.learn.words.feedback import feedback, mistake_feedback
from rankviz.learn.words.prompt import hints, prompt_text, solution
from rankviz.texts import LANGUAGES, Texts
from tests.helpers.gift_reader import read_gift
from tests.helpers.long import rounds

METRICS = tuple(metric.name for metric in rv.METRICS.values() if metric.exercise is not None)
ROOT = Path(__file__).parents[2]
HOSTILE = 'a ]]> & {b} = <c> "d" ~ # : \\ $e$ 中文/二 _f_ % é'
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
NUMBER = re.compile(r"\d+(?:\.\d+)?")


@cache
def question_sample(level: int = 2, count: int = len(METRICS)) -> tuple[Question, ...]:
    return draw_set(METRICS, count, seed=11, level=level)


def export_text(form: str, language: str = "en", *, with_key: bool = True, title: str = "") -> str:
    return FORMATS[form](ExportedSet(question_sample(), title, "rankviz exercises …"), Texts(language), with_key)


# ---------------------------------------------------------------------------------------------------------------------------
# Words


@EVERY_LANGUAGE
def test_every_usual_mistake_has_a_name_and_a_question_that_leads_on(language: str) -> None:
    texts = Texts(language)
    assert {key for key, metric in rv.METRICS.items() if metric.exercise is not None} == set(USUAL_MISTAKES)
    for metric, (core, others) in USUAL_MISTAKES.items():
        assert f"hint.{metric}" in texts
        for key in (*core, *others):
            for part in ("name", "ask"):
                found = [each for each in (f"feedback.{key}.{part}_{metric}", f"feedback.{key}.{part}") if each in texts]
                assert found, (metric, key, part)
                assert set(texts.places(found[0])) <= {"n", "k", "count"}, found[0]
                assert not re.search(r"\d\.\d", texts.template(found[0])), found[0]  # numbers are never typed


@pytest.mark.slow
@EVERY_LANGUAGE
@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_first_feedback_has_no_number_of_the_right_way_that_is_not_in_the_question(language: str, level: int) -> None:
    texts = Texts(language)
    typed = Texts(language).group("feedback").values()
    constant = {number for text in typed for number in NUMBER.findall(text)} | {"1"}
    for question in question_sample(level, len(METRICS) * rounds(1)):
        visible = set(NUMBER.findall(prompt_text(question, texts))) | constant
        for number in (*(f"{each.value:.3f}" for each in question.mistakes), "77.125"):
            said = " ".join(feedback(question, judge(question, number), texts))
            assert number in said
            assert set(NUMBER.findall(said)) - visible <= {number}, said
            assert f"{question.answer:.3f}" not in said


@pytest.mark.slow
def test_each_kind_of_verdict_has_its_own_feedback() -> None:
    texts, question = Texts("en"), rv.exercises("nDCG", count=1, seed=7)[0]

    def said(typed: str) -> str:
        return " ".join(feedback(question, look_up_mistake(question, judge(question, typed)), texts))

    assert said("0.461") == "Right: nDCG@4 = 0.461."
    assert said("0.462") == "Right, but something was rounded on the way: nDCG@4 = 0.461."
    assert said("0.4") == "Right so far. Give 3 decimals, please."
    assert said("46.05").startswith("Right, if that is a percentage.")
    assert said("2.172") == "Not yet. 2.172 is IDCG / DCG. Can any list be better than the best one?"
    assert said("0.492").startswith("Not yet. 0.492 comes out if ranks 2 and 3 are swapped.")
    assert said("77").startswith("Not yet. None of the usual mistakes gives 77.")
    assert said("x") == "“x” is not a number. Enter one such as 0.961, 75 % or 2/3."


def test_two_mistakes_with_one_number_are_both_named() -> None:
    shared = (
        (question, mistake)
        for question in draw_set(["R"], 12, seed=3, level=1)
        for mistake in question.mistakes
        if len(judge(question, f"{mistake.value:.3f}").mistakes) > 1
    )
    question, mistake = next(shared)
    verdict = judge(question, f"{mistake.value:.3f}")
    said = feedback(question, verdict, Texts("en"))
    assert "Several usual mistakes give" in said[0]
    for key in verdict.mistakes:
        alone = mistake_feedback(question, [key], verdict.typed, Texts("en"))
        assert alone[0].removeprefix("Not yet. ") in said[0]
        assert alone[1] in said[1:]


@pytest.mark.parametrize(("grade", "said"), [(None, "2ᵍ, and none for unjudged documents."), (0, "2ᵍ.")])
def test_feedback_on_a_gain_above_0_at_grade_0_names_the_gain_of_unjudged_documents(grade: float | None, said: str) -> None:
    # 2² + 2⁰ / 2 = 4.5 where the entry at rank 2 is not judged: by hand with 2ᵍ at ranks 1 and 3 only.
    ranking = Ranking.from_grades([2, grade, 0])
    value = rv.evaluate("DCG@3", ranking, gain="power")
    assert value == pytest.approx(4.5 + (0 if grade is None else 1 / log2(3)), rel=1e-12)
    question = Question("value", "DCG@3", (ranking,), Convention(cutoff=3), "dcg", 2.0, (), 3, 3, 1, 1)
    assert mistake_feedback(question, ["gain=power"], f"{value:.3f}", Texts("en"))[0].endswith(said)


MISSED_TWO = Question(
    "value",
    "LRAP",
    (Ranking.from_grades([1, 1, 0, 0, 1], missed=[1, 1]),),
    Convention(),
    "lrap",
    (1 + 1 + 3 / 5 + 5 / 7 + 5 / 7) / 5,
    (),
    3,
    2,
    1,
    1,
)


def test_the_prompt_says_where_unretrieved_documents_rank_if_the_measure_reads_it() -> None:
    assert "one tied group below the list, all at its last rank" in prompt_text(MISSED_TWO, Texts("en"))
    assert "都算在该组的末位" in prompt_text(MISSED_TWO, Texts("zh"))
    alone = replace(MISSED_TWO, lists=(Ranking.from_grades([1, 1, 0, 0, 1], missed=[1]),))
    assert "tied" not in prompt_text(alone, Texts("en"))
    of_pairs = replace(MISSED_TWO, measure="AUC", asked="auc", lists=(Ranking.from_grades([1, 0], missed=[1, 0]),))
    assert "tied with each other below the list" in prompt_text(of_pairs, Texts("en"))
    assert "below the list" not in prompt_text(replace(of_pairs, measure="AP", asked="ap"), Texts("en"))


def test_ranking_them_one_after_another_has_a_name() -> None:
    one_by_one = (1 + 1 + 3 / 5 + 4 / 6 + 5 / 7) / 5
    found = look_up_mistake(MISSED_TWO, judge(MISSED_TWO, f"{one_by_one:.3f}"))
    assert found.match is not None
    assert [each.key for each in found.match.departures] == ["missed_in_order"]
    scored = Ranking.from_grades([1, 1, 0, 0, 1], missed=[1, 1], scores=[0.9, 0.8, 0.8, 0.4, -1.0])
    tied = replace(MISSED_TWO, lists=(scored,), answer=(1 + 2 / 3 + 3 / 5 + 5 / 7 + 5 / 7) / 5)
    found = look_up_mistake(tied, judge(tied, f"{(1 + 2 / 3 + 3 / 5 + 4 / 6 + 5 / 7) / 5:.3f}"))
    assert found.match is not None
    assert [each.key for each in found.match.departures] == ["missed_in_order"]


@pytest.mark.parametrize("by", ["move", "grade"])
def test_the_highest_grade_is_named_unless_grades_are_to_be_changed(by: str) -> None:
    start = Ranking.from_grades([1, 2, 0], missed=[3])
    question = Question("reach", "ERR", (start,), Convention(), "", 0.5, (), 3, 2, 1, 1, ReachTarget(0.5, 1, by, start, 3))
    assert ("(3) as the top of the scale" in prompt_text(question, Texts("en"))) == (by == "move")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("measure", "level", "most"), [("RR", 1, 28), ("AUC", 1, 25), ("LRAP", 1, 23), ("Bpref", 1, 19), ("AUC", 2, 31)]
)
def test_the_guide_says_of_which_metrics_there_are_few_questions(measure: str, level: int, most: int) -> None:
    with pytest.raises(InputError) as caught:
        draw_set([measure], most + 1, seed=5, level=level)
    assert (caught.value.key, caught.value.where["found"]) == ("too_few_questions", most)
    guide = (ROOT / "docs" / "exercises.md").read_text(encoding="utf-8")
    assert re.search(rf"at level {level} of [^;.]*?\b{measure} {most}\b", guide.replace("\n", " "))


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 3])
def test_hints_are_the_plan_and_every_line_but_the_last(level: int) -> None:
    for question in question_sample(level):
        plan, *lines = hints(question, Texts("en"))
        every = [line_text(line) for line in solution(question)]
        assert lines == every[:-1]
        assert all(every[-1] not in hint for hint in (plan, *lines))
        assert plan.endswith(".")
        assert float(solution(question)[-1].exact) == question.answer


# ---------------------------------------------------------------------------------------------------------------------------
# Moodle


def moodle_grade(question: ET.Element, typed: float) -> tuple[str, str]:
    """Fraction and feedback of the first answer in the file whose interval holds a number; "*" holds every one."""
    for answer in question.findall("answer"):
        number, tolerance = answer.findtext("text", ""), float(answer.findtext("tolerance", "0"))
        if number == "*" or abs(float(number) - typed) <= tolerance:
            return answer.attrib["fraction"], answer.findtext("feedback/text", "")
    return "", ""


def mistake_in_feedback(question: Question, number: str, language: str) -> str:
    """The name of a mistake in the feedback, as far as markup changes nothing in it."""
    said = feedback(question, judge(question, number), Texts(language))[0]
    return re.split("[&<>]", said)[0]


@pytest.mark.slow
@EVERY_LANGUAGE
def test_moodle_gives_every_mistake_its_own_feedback(language: str) -> None:
    quiz = ET.fromstring(export_text("moodle", language))  # noqa: S314
    numerical = quiz.findall("question[@type='numerical']")
    assert len(numerical) == len(question_sample())
    assert len({each.findtext("idnumber") for each in numerical}) == len(question_sample())
    for element, question in zip(numerical, question_sample(), strict=True):
        assert {each.attrib["fraction"] for each in element.findall("answer")} == {"100", "0"}
        assert element.findtext("showunits") == "3"
        assert moodle_grade(element, round(question.answer, 3))[0] == "100"
        for mistake in question.mistakes:
            fraction, said = moodle_grade(element, round(mistake.value, 3))
            assert fraction == "0"
            assert mistake_in_feedback(question, f"{mistake.value:.3f}", language) in said
        fraction, said = moodle_grade(element, 77.125)
        assert (fraction, Texts(language)("feedback.other") in said) == ("0", True)
        assert line_text(solution(question)[-1]) in element.findtext("generalfeedback/text", "").replace("&lt;", "<")
        assert question.measure in element.findtext("questiontext/text", "")
        assert len(element.findall("hint")) == len(solution(question))


@pytest.mark.slow
@pytest.mark.parametrize("form", ["moodle", "gift"])
def test_a_title_adds_no_level_to_the_category_in_moodle(form: str) -> None:
    text = export_text(form, title=HOSTILE)
    category = (
        ET.fromstring(text).findtext("question/category/text")  # noqa: S314
        if form == "moodle"
        else text.splitlines()[0].removeprefix("$CATEGORY: ")
    )
    assert category == "$course$/rankviz/" + HOSTILE.replace("/", "//")


@EVERY_LANGUAGE
def test_gift_is_read_back_with_every_answer_and_its_feedback(language: str) -> None:
    category, questions = read_gift(export_text("gift", language))
    assert category.startswith("$course$/rankviz/")
    assert len(questions) == len(question_sample())
    for found, question in zip(questions, question_sample(), strict=True):
        assert question.measure in found.name
        assert found.text.startswith("[html]<p>")
        assert found.answers[0].fraction == 100
        assert abs(found.answers[0].number - question.answer) < 1e-6
        assert "=" in found.general
        for mistake in question.mistakes:
            typed = round(mistake.value, 3)
            first = next(each for each in found.answers if abs(each.number - typed) <= each.tolerance)
            assert first.fraction == 0
            assert mistake_in_feedback(question, f"{mistake.value:.3f}", language) in first.feedback


# ---------------------------------------------------------------------------------------------------------------------------
# Sheets


class Elements(HTMLParser):
    """Names of the elements of a page, their attributes, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.text += data


@EVERY_LANGUAGE
def test_a_sheet_in_html_has_no_script_and_loads_nothing(language: str) -> None:
    page = Elements()
    text = export_text("html", language, title=HOSTILE)
    page.feed(text)
    assert text.isascii()
    assert page.names & {"script", "link", "img", "iframe", "object"} == set()
    assert {each for each in page.attributes if each.startswith("on") or each in ("src", "href", "style")} == set()
    assert "url(" not in text
    assert "@import" not in text
    assert HOSTILE in page.text


@EVERY_LANGUAGE
@pytest.mark.parametrize("form", ["html", "markdown", "latex", "json"])
def test_a_sheet_has_the_answers_only_with_its_key(language: str, form: str) -> None:
    alone, whole = (export_text(form, language, with_key=with_key) for with_key in (False, True))
    for question in question_sample():
        number = f"{question.answer:.3f}"
        assert number not in alone
        assert number in whole
        assert all(number in whole for number, _ in mistake_meanings(question, Texts(language)))
    assert len(whole) > len(alone)


def test_the_numbers_of_mistakes_are_listed_in_ascending_order() -> None:
    for question in question_sample():
        numbers = [float(number) for number, _ in mistake_meanings(question, Texts("en"))]
        assert numbers == sorted(numbers)
        assert len(numbers) == len(question.mistakes)


@EVERY_LANGUAGE
def test_a_latex_sheet_has_only_signs_of_latex_and_closes_what_it_opens(language: str) -> None:
    text = export_text("latex", language, title=HOSTILE)
    assert {sign for sign in text if not sign.isascii() and not "\u3000" <= sign <= "\uffef"} <= set("–’“”é…")
    unescaped = re.sub(r"\\[\\{}$&#_%]", "", text)
    assert unescaped.count("{") == unescaped.count("}")
    assert unescaped.count("$") % 2 == 0
    opened, closed = (sorted(re.findall(rf"\\{name}{{([\w*]+)}}", text)) for name in ("begin", "end"))
    assert opened == closed
    assert {"document", "tabular", "align*", "itemize"} <= set(opened)
    assert "#" not in unescaped
    assert "%" not in unescaped


def test_a_sheet_in_markdown_keeps_a_title_as_it_was_typed() -> None:
    head = export_text("markdown", title=HOSTILE).splitlines()[0]
    assert re.sub(r"\\(.)", r"\1", head.removeprefix("# ")) == HOSTILE
    assert export_text("markdown", title=" \n\x00 ").startswith(f"# Exercises: {question_sample()[0].measure}, ")


# ---------------------------------------------------------------------------------------------------------------------------
# Python and the command line


def test_questions_in_python_judge_answers_and_do_not_reveal_them() -> None:
    first, second = rv.exercises("nDCG@3", "AP", count=2, seed=7, level=2)
    assert (first.measure, second.measure.partition("@")[0]) == ("nDCG@3", "AP")
    for question in (first, second):
        answer = f"{question.answer:.3f}"
        assert answer not in repr((question,))
        assert answer not in question._repr_html_()
        assert answer not in question.prompt
        assert question.answer == rv.evaluate(question.measure, question.lists[0])
        assert question.check(question.answer).right
        assert question.check(answer).right
        for mistake in question.mistakes:
            found = question.check(f"{mistake.value:.3f}")
            assert (found.right, found.mistakes) == (False, (mistake.key,))
            assert str(found).startswith("Not yet.")
    (chinese,) = rv.exercises("RR", count=1, language="zh")
    assert chinese.prompt.startswith("这个排序列表的 RR 是多少？")
    assert str(chinese.check("x")).startswith("“x”不是")


@pytest.mark.parametrize(
    ("ask", "key"),
    [
        (lambda: rv.exercises("CG"), "no_questions"),
        (lambda: rv.exercises("nDCG", level=4), "unknown_level"),
        (lambda: rv.exercises("nDCG", count=0), "bad_whole"),
        (lambda: rv.exercises("nDCG", language="de"), "unknown_language"),
        (lambda: rv.exercises("nDCG", kinds=["reached"]), "unknown_kind"),
        (rv.exercises, "no_measures"),
    ],
)
def test_exercises_that_do_not_exist_are_refused_in_words(ask: Callable[[], object], key: str) -> None:
    with pytest.raises(InputError) as caught:
        ask()
    assert caught.value.key == key


@pytest.mark.parametrize("form", FORMATS)
def test_the_command_line_writes_every_format(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["exercises", "nDCG@3", "RR", "--count", "2", "--seed", "5", "--format", form, "--language", "zh", "--key"]
    assert main(asked) == 0
    out = capsys.readouterr().out
    assert "nDCG@3" in out
    if form == "moodle":
        assert len(ET.fromstring(out).findall("question")) == 3  # noqa: S314


def test_the_command_in_a_file_writes_the_same_set_again(capsys: pytest.CaptureFixture[str]) -> None:
    main(["exercises", "nDCG@3", "RR", "--count", "3", "--seed", "5", "--level", "2", "--format", "json", "--key"])
    first = json.loads(capsys.readouterr().out)
    main([*shlex.split(first["command"])[1:], "--format", "json", "--key"])
    assert json.loads(capsys.readouterr().out) == first
    question = first["questions"][0]
    ranking = rv.Ranking.from_grades(question["grades"], missed=question["missed"])
    assert rv.evaluate(question["measure"], ranking) == question["answer"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--count", "x"], "count is 'x'; expected a whole number from 1 to 1,000."),
        (["--count", "2000"], "count is 2000; expected"),
        (["--level", "7"], 'Unknown level "7". Known: 1, 2, 3.'),
        (["--seed", "-1"], "seed is '-1'; expected"),
        (["--kind", "gaps"], 'Unknown kind "gaps".'),
        (["--format", "pdf"], 'Unknown format "pdf". Known: gift, html,'),
        (["--language", "de"], 'Unknown language "de". Known: en, zh.'),
    ],
)
def test_the_command_line_says_what_is_wrong(options: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exercises", "AP", *options]) == 2
    assert capsys.readouterr().err.startswith(f"rankviz: {said}")
