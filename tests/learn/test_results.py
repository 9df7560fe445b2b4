"""The view in which a set is made, the sheet of results, and the files that are made of a set."""

from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ET
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest

from rankviz import METRICS
from rankviz.learn.learn_params import read_learn_params
from rankviz.learn.lessons.lessons_by_mistake import lesson_for
from rankviz.learn.lessons.reader import LESSON_KEYS
from rankviz.learn.questions.attempts import read_work
from rankviz.learn.sets.link import encode_set
from rankviz.learn.sets.progress import Progress
from rankviz.learn.sets.question_set import get_question, get_questions
from rankviz.learn.view.results import results_payload
from rankviz.learn.view.setup import setup_payload
from rankviz.learn.words.feedback import mistake_words
from rankviz.page.answers.json_codec import to_json
from rankviz.page.answers.messages import view_state
from rankviz.page.answers.request_handler import respond_to_bytes
from rankviz.texts import LANGUAGES, Texts

SET = "ask=value&of=ap.ndcg&n=4&seed=7&level=2&gen=1"
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
Data = Any


def asked(place: str = SET) -> Data:
    found = read_learn_params(place).set
    assert found is not None
    return found


def printed(place: str, number: int) -> str:
    return f"{get_question(asked(place), number).answer:.3f}"


def wrong(place: str, number: int, at: int = 0) -> str:
    return f"{get_question(asked(place), number).mistakes[at].value:.3f}"


def results(works: dict[str, Data], place: str = SET, language: str = "en") -> Data:
    return results_payload(Progress(asked(place), read_work(json.dumps(works))), Texts(language))


# ---------------------------------------------------------------------------------------------------------------------------
# Results


def test_a_row_says_how_a_question_went() -> None:
    found = results(
        {
            "1": {"tries": [printed(SET, 1)]},
            "2": {"tries": [wrong(SET, 2), printed(SET, 2)], "hints": 2},
            "3": {"tries": [wrong(SET, 3)], "shown": True},
        }
    )
    assert [row["outcome"] for row in found["rows"]] == ["first try", "second try, 2 hints", "solution shown", "not solved yet"]
    assert [row["answer"] for row in found["rows"]] == [*(printed(SET, number) for number in (1, 2, 3)), ""]
    assert [count["number"] for count in found["counts"]] == ["2 of 4", "1", "2"]


@EVERY_LANGUAGE
def test_what_is_not_solved_is_told_nowhere(language: str) -> None:
    found = json.dumps(results({"1": {"tries": ["77"]}}, language=language), ensure_ascii=False)
    for number in (1, 2, 3, 4):
        assert printed(SET, number) not in found


def test_a_mistake_is_named_with_the_questions_in_which_it_was_made_and_its_lesson() -> None:
    first = get_question(asked(), 2).mistakes[0]
    again = next(each.value for each in get_question(asked(), 4).mistakes if each.key == first.key)
    found = results({"2": {"tries": [wrong(SET, 2)]}, "4": {"tries": [f"{again:.3f}", "77"]}})
    (mistake,) = found["mistakes"]
    assert mistake["text"].startswith(wrong(SET, 2))
    assert mistake["times"] == "twice, in questions 2 and 4"
    lesson = lesson_for("ndcg", first.key)
    assert (mistake["params"] or {"lesson": ""})["lesson"] == (lesson if lesson in LESSON_KEYS else "")
    assert [each["typed"] for each in found["rows"][3]["wrong_answers"]] == [f"{again:.3f}", "77"]
    assert found["rows"][3]["wrong_answers"][1]["text"] == ""


@EVERY_LANGUAGE
def test_the_sheet_and_the_setup_name_the_level_that_the_link_asks_for(language: str) -> None:
    texts = Texts(language)
    words = {level: texts(f"results.level.{level}") for level in ("1", "2", "3", "rising")}
    for level, word in words.items():
        place = SET.replace("level=2", f"level={level}")
        about = results({}, place, language)["about"]
        assert word in about
        assert not [other for other in words.values() if other != word and other in about]
        setup = setup_payload(asked(place), 1, texts)
        assert (setup["level"], setup["link_params"]["level"]) == (level, level)
        assert level in [each["value"] for each in setup["levels"]]


@EVERY_LANGUAGE
def test_mistakes_that_give_one_number_are_all_named_in_the_setup(language: str) -> None:
    texts = Texts(language)
    question_set = asked("ask=value&of=ndcg&n=4&seed=2&level=1&gen=1")
    question = get_question(question_set, 1)
    shared = [mistake for mistake in question.mistakes if f"{mistake.value:.3f}" == "0.815"]
    assert len(shared) > 1
    found = setup_payload(question_set, 1, texts)["question"]
    assert isinstance(found, dict)
    (row,) = [each for each in found["rows"] if each["number"] == "0.815"]
    for mistake in shared:
        assert mistake_words(question, mistake.key, "0.815", texts).removeprefix("0.815").strip() in row["text"]


def test_a_test_tells_nothing_before_it_is_handed_in() -> None:
    place = SET + "&help=none"
    works = {"1": {"tries": [wrong(place, 1)]}, "2": {"tries": [printed(place, 2)]}}
    before = results(works, place)
    assert before["can_hand_in"]
    assert [row["outcome"] for row in before["rows"]] == ["answered", "answered", "not answered", "not answered"]
    assert before["mistakes"] == []
    assert wrong(place, 1) not in before["text"]
    assert [count["number"] for count in before["counts"]] == ["2 of 4"]
    assert all(row["sign"] == "" and row["answer"] == "" and row["wrong_answers"] == [] for row in before["rows"])
    over = results({str(number): {**works.get(str(number), {}), "shown": True} for number in (1, 2, 3, 4)}, place)
    assert not over["can_hand_in"]
    assert [row["outcome"] for row in over["rows"]] == ["not yet right", "right", "not answered", "not answered"]
    assert [row["answer"] for row in over["rows"]] == [printed(place, number) for number in (1, 2, 3, 4)]
    assert all(row["solution"]["lines"] for row in over["rows"])
    assert [count["number"] for count in over["counts"]] == ["1 of 4"]


def test_what_was_typed_is_no_formula_in_a_spreadsheet() -> None:
    found = results({"1": {"tries": ["=1+1", "-3", "@x"]}})
    rows = list(csv.DictReader(io.StringIO(found["csv"].removeprefix("\ufeff"))))
    assert len(rows) == 4
    assert all(not cell.startswith(tuple("=+-@")) for row in rows for cell in row.values())
    assert rows[0]["what was typed"].startswith("'=1+1")


@EVERY_LANGUAGE
def test_the_sheet_says_that_it_is_no_proof(language: str) -> None:
    found = results({}, language=language)
    assert found["note"] in found["text"]
    assert found["again_params"] == {"seed": "8", "q": "1"}


# ---------------------------------------------------------------------------------------------------------------------------
# Set-up


def test_what_is_chosen_is_the_set_of_the_link() -> None:
    place = "ask=value&of=ap.dcg&n=4&seed=7&level=1&k=3&help=names.3&title=Week+3&gen=1"
    found: Data = setup_payload(asked(place), 1, Texts("en"))
    assert [each["label"] for each in found["metrics"] if each["is_on"]] == ["DCG", "AP"]
    assert len(found["metrics"]) == sum(metric.exercise is not None for metric in METRICS.values())
    assert [each["value"] for each in found["kinds"] if each["is_on"]] == ["value"]
    assert (found["level"], found["name"]["value"]) == ("1", "Week 3")
    assert (found["help"]["hints"], found["help"]["names"]) == (False, True)
    assert {name: field["value"] for name, field in found["fields"].items()} == {"n": "4", "seed": "7", "k": "3", "tries": "3"}
    assert dict(parse_qsl(urlencode(found["link_params"]))) == dict(parse_qsl(place))


@EVERY_LANGUAGE
def test_the_first_question_is_shown_with_the_numbers_of_its_mistakes(language: str) -> None:
    found: Data = setup_payload(asked(), 1, Texts(language))
    first, shown = get_question(asked(), 1), found["question"]
    answer, *mistakes = shown["rows"]
    assert answer["number"] == printed(SET, 1)
    assert [each["number"] for each in mistakes] == [f"{each.value:.3f}" for each in first.mistakes[: len(mistakes)]]
    assert all(each["text"] and each["number"] not in each["text"] for each in mistakes)
    assert str(len(first.mistakes) - len(mistakes)) in shown["more"]
    assert (shown["previous"], shown["next"]) == ("", "2")


def test_a_question_that_cannot_be_asked_says_so_in_its_place() -> None:
    found: Data = setup_payload(asked("ask=value&of=ndcg&k=9&level=1"), 1, Texts("en"))
    assert "No list was found for a question about nDCG@9" in found["question"]["problem"]


# ---------------------------------------------------------------------------------------------------------------------------
# Files


def file_of(form: str, place: str = SET, own: str = "", language: str = "en", making: str = "&make=1") -> Data:
    view = view_state(
        language=language,
        page="learn_download",
        page_params=f"{place}{making}&form={form}&at=http://localhost/learn",
        file_text=own,
    )
    body = to_json({"state": "", "edits": [], "view": view})
    parts = dict(line.split(b" ", 1) for line in respond_to_bytes(body).splitlines()[1:])
    return json.loads(parts[b"file"]) if b"file" in parts else None


def test_the_answer_route_makes_the_files_of_a_set() -> None:
    made = {form: file_of(form) for form in ("moodle", "gift", "sheet", "key")}
    quiz = ET.fromstring(made["moodle"]["text"])  # noqa: S314
    assert len(quiz.findall("question")) == 1 + 4
    assert made["gift"]["text"].startswith("$CATEGORY: ")
    answers = [f"{each.answer:.3f}" for each in get_questions(asked())]
    assert all(answer in made["key"]["text"] and answer not in made["sheet"]["text"] for answer in answers)
    assert [each["name"].rpartition("ndcg")[2] for each in made.values()] == [".xml", ".gift.txt", ".html", "-key.html"]


def test_answers_of_a_test_are_written_only_where_sets_are_made() -> None:
    test = f"{SET}&help=none"
    for form in ("moodle", "gift", "key"):
        assert file_of(form, test, making="&q=results") is None
        assert file_of(form, test)["name"] == file_of(form, making="&q=1")["name"]
    assert file_of("sheet", test, making="&q=1")["name"] == file_of("sheet")["name"]


def test_a_file_is_only_so_long_and_says_what_writes_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rankviz.page.answers.learn.set_downloads.MOST_IN_FILE", 2)
    found = file_of("moodle", "ask=value&of=rr&n=4&seed=8&level=1&gen=1")
    assert len(ET.fromstring(found["text"]).findall("question")) == 1 + 2  # noqa: S314
    assert "first 2 questions" in found["note"]
    assert "rankviz exercises --set '/learn?ask=value&of=rr&n=4&seed=8&level=1&gen=1' --format moodle" in found["note"]


def test_the_code_of_a_link_is_made_when_it_is_asked_for() -> None:
    found = file_of("code")
    assert found["text"].startswith("<svg")
    assert found["note"] == Texts("en")("link.machine")  # localhost reaches this machine alone
    assert file_of("pdf") is None


def test_a_set_of_a_file_is_made_into_files_too() -> None:
    own = 'rankviz_set = 1\ntitle = "a ]]> & {b} 中文"\n[[question]]\nlist = "m=ap&k=all&g=10110&missed=1"\n'
    found = file_of("moodle", "own=1", own)
    category, one = ET.fromstring(found["text"]).findall("question")  # noqa: S314
    assert category.findtext("category/text") == "$course$/rankviz/a ]]> & {b} 中文"
    assert one.findtext("answer/text") == "0.604167"
    assert encode_set(read_learn_params("own=1", own).set or asked())["ask"] == "value"


EVERY_KIND = "ask=value.gap.step.better.who.order.reach.trend.swap&of=ndcg&n=12&seed=7&level=2&gen=1"


@pytest.mark.slow
@EVERY_LANGUAGE
def test_the_sheet_holds_every_kind_with_its_answer_in_words(language: str) -> None:
    texts = Texts(language)
    works = {}
    for number in range(1, asked(EVERY_KIND).size + 1):
        kind = get_question(asked(EVERY_KIND), number).kind
        works[str(number)] = {"tries": ["1" if kind == "step" else "0.0001", "equal", "4.3.2.1"], "shown": True}
    found = results(works, EVERY_KIND, language)
    kinds = [get_question(asked(EVERY_KIND), row["number"]).kind for row in found["rows"]]
    assert set(kinds) == {"value", "gap", "step", "better", "who", "order", "reach", "trend", "swap"}
    for kind, row in zip(kinds, found["rows"], strict=True):
        assert row["task"] == texts(f"kind.{kind}.label", measure=get_question(asked(EVERY_KIND), row["number"]).measure)
        assert row["answer"]
        assert len(row["lists"]) == {"better": 2, "order": 4}.get(kind, 1)


@EVERY_LANGUAGE
def test_set_up_shows_a_question_of_every_kind(language: str) -> None:
    for number in range(1, asked(EVERY_KIND).size + 1):
        found: Data = setup_payload(asked(EVERY_KIND), number, Texts(language))
        assert found["question"]["problem"] == ""
        assert found["question"]["task"]
        assert found["question"]["rows"][0]["number"]
        kind = get_question(asked(EVERY_KIND), number).kind
        assert bool(found["question"]["lines"]) == (kind in ("gap", "step", "better", "who", "trend"))
