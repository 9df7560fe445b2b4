"""What is said of what a page of docs/ adds, an option or a kind of question: run in a copy that has it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from html import unescape
from xml.etree import ElementTree

from rankviz import METRICS, Convention, Ranking, evaluate, exercises, explain, lookup
from rankviz.classroom.questions import question_of, right_answer, set_question_name
from rankviz.classroom.room import Stage
from rankviz.classroom.scene import Scene
from rankviz.classroom.view.answer_bars import bars_payload
from rankviz.classroom.view.phone_feedback import phone_feedback_payload
from rankviz.classroom.view.question import question_payload
from rankviz.core.lists.ranking import RawLists
from rankviz.diagnose.words.findings import lookup_text
from rankviz.display.formulas.derivation import derivation
from rankviz.evaluation.evaluate import compute
from rankviz.explore.words.rank_sentences import rank_sentence
from rankviz.learn.export.exported_text import ExportedSet
from rankviz.learn.export.json_export import FORMATS
from rankviz.learn.questions import Question, Work, draw
from rankviz.learn.sets.file import read_set
from rankviz.learn.sets.link import decode_set, encode_set
from rankviz.learn.sets.progress import Progress
from rankviz.learn.sets.question_set import QuestionSet, get_question
from rankviz.learn.view.plain_view import PLAIN_VIEW
from rankviz.learn.view.question import question_parts
from rankviz.learn.view.setup import setup_payload
from rankviz.learn.words.attempt_words import task_label
from rankviz.texts import LANGUAGES, Texts
from tests.helpers.gift_reader import read_gift


def check_option() -> None:
    """A discount (i + 1)/2 is said with its numbers at every rank, in the convention, and once where the look-up finds it."""
    convention = Convention().with_choices({"discount": "halfway"})
    for metric in ("dcg", "ndcg"):
        trace = compute(METRICS[metric], RawLists.from_rankings([Ranking.from_grades([3, 2, 0, 1])]), convention)
        for language in LANGUAGES:
            said = [rank_sentence(trace, column, Texts(language)) for column in (0, 1, 3)]
            assert ["(1 + 1)/2 = 1" in said[0], "(2 + 1)/2 = 1.5" in said[1], "(4 + 1)/2 = 2.5" in said[2]] == [True] * 3, said
    assert "(i + 1)/2" in str(explain("nDCG", [3, 2], discount="halfway"))
    for measure, grades, value in (("DCG", [3, 2], 3 + 2 / 1.5), ("nDCG", [2, 3], (2 + 3 / 1.5) / (3 + 2 / 1.5))):
        for language in LANGUAGES:
            said = lookup_text(lookup(measure, grades, f"{value:.7f}"), Texts(language))
            assert said.count("(i + 1)/2") == 1, said


def check_metric() -> None:
    """nCG has a plan, and what is said of an answer that is CG or nDCG leads to nCG; nobody speaks of a discount it has not."""
    for language, absent in (("en", "discount"), ("zh", "折损")):
        texts = Texts(language)
        for kind in ("value", "gap"):
            (question,) = exercises("nCG", kinds=kind, count=1, seed=3, level=2, language=language)
            assert question.hints[0] == texts("hint.ncg")
            said = {each.key: str(question.check(f"{each.value:.6f}")) for each in question.mistakes}
            assert texts("feedback.metric=cg.ask_ncg") in said["metric=cg"], said
            assert texts("feedback.metric=ndcg.ask_ncg") in said["metric=ndcg"], said
            assert not any(absent in each for each in (question.prompt, *question.hints, *said.values())), said
        trace = compute(METRICS["ncg"], RawLists.from_rankings([Ranking.from_grades([3, 0, 2])]), Convention(cutoff=2))
        assert not any(absent in rank_sentence(trace, column, texts) for column in range(3))
        assert "nCG" in lookup_text(lookup("nCG", [3, 0, 2], "5"), texts)  # which is CG, and not nCG
        lines = [line.name for line in derivation(trace)]
        assert lines == ["CG@2", "ICG@2", "nCG@2"]
        assert texts("to_remember.ncg").startswith("nCG")
        assert texts("about.ncg.name") != "nCG"


def check_library() -> None:
    """A library is named with what it does otherwise, and what it computes is said in words."""
    said = str(lookup("nDCG@6", Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2]), "0.9488"))
    assert "course_rank" in said, said
    convention = str(explain("nDCG@6", [3, 2, 3], profile="course_rank"))
    assert "2ᵍ − 1" in convention, convention


def check_kind_of_question() -> None:
    """A question is drawn by its seed, judged by the value that the metric gives, and said in both languages."""
    drawn = exercises("nDCG", "RR", kinds="half", count=6, seed=3, level=2)
    assert drawn == exercises("nDCG", "RR", kinds="half", count=6, seed=3, level=2)
    rights = ["above" if evaluate(each.measure, each.lists[0]) > 0.5 else "below" for each in drawn]
    assert set(rights) == {"above", "below"}
    for language, task, (yes, no) in (
        ("en", "above or below 0.5?", ("Yes. ", "Not so. ")),
        ("zh", "高于还是低于 0.5？", ("对。", "并非如此。")),
    ):
        texts = Texts(language)
        for question, right in zip(
            exercises("nDCG", "RR", kinds="half", count=6, seed=3, level=2, language=language), rights, strict=True
        ):
            wrong = {"above": "below", "below": "above"}[right]
            assert (question.check(right).right, question.check(wrong).right) == (True, False)
            assert question.check("perhaps").kind == "unreadable"
            assert task in question.prompt
            assert texts("kind.half.typed") in question.prompt
            value = f"{evaluate(question.measure, question.lists[0]):.3f}"
            for verdict, first in ((question.check(right), yes), (question.check(wrong), no)):
                assert str(verdict).startswith(first), verdict
                assert value in str(verdict), verdict
        offered = setup_payload(QuestionSet(("half",)), 1, texts)["kinds"]
        said = {"label": texts("kind.half.name"), "note": texts("kind.half.about")}
        assert {"value": "half", **said, "is_on": True} in offered
        _check_exports(drawn, rights, texts)
        _check_page(texts)
        _check_class(texts)


def _check_exports(drawn: Sequence[Question], rights: Sequence[str], texts: Texts) -> None:
    """Each format has the questions with their right options, and what can be read again is the same."""
    exported = ExportedSet(tuple(drawn))
    assert exported.exportable == tuple(drawn)
    right_texts = [texts(f"half.option_{right}") for right in rights]
    for key, write in FORMATS.items():
        assert all(each in unescape(write(exported, texts, True)) for each in right_texts), key
    _, gift = read_gift(FORMATS["gift"](exported, texts, True))
    assert [[each.text for each in question.choices if each.right] for question in gift] == [[each] for each in right_texts]
    record = json.loads(FORMATS["json"](exported, texts, True))
    assert [each["answer"] for each in record["questions"]] == rights
    moodle = ElementTree.fromstring(FORMATS["moodle"](exported, texts, True))  # noqa: S314
    marked = [
        each.findtext("answer[@fraction='100']/text") for each in moodle.iter("question") if each.get("type") == "multichoice"
    ]
    assert [text in (found or "") for text, found in zip(right_texts, marked, strict=True)] == [True] * len(drawn)
    question_set = QuestionSet(("half",), ("rr",), 3, 7)
    assert decode_set(encode_set(question_set)).set == question_set
    file = 'rankviz_set = 1\n[[question]]\nkind = "half"\nmeasure = "RR"\nseed = 7\n'
    assert get_question(read_set(file), 1).given == draw("half", "RR", 7, 1, 2).given


def _check_page(texts: Texts) -> None:
    """The page offers the options, and tells the right one once one was chosen."""
    question_set = QuestionSet(("half",), ("rr",), 1, 7)
    labels = [texts("half.option_above"), texts("half.option_below")]
    right = right_answer(get_question(question_set, 1))
    begun = question_parts(Progress(question_set, {}), 1, texts)
    ended = question_parts(Progress(question_set, {1: Work(("below",))}), 1, texts)
    body, told = begun["question_body"], ended["question_body"]
    assert body is not None
    assert told is not None
    assert [each["label"] for each in body["options"]] == labels
    assert ("right" in body, told["right"], body["body"]) == (False, right, PLAIN_VIEW.body)
    panel = ended["answer_panel"]
    assert panel is not None
    assert panel["value"] == texts(f"half.option_{right}")
    assert task_label(get_question(question_set, 1), texts) == texts(
        "kind.half.label", measure=get_question(question_set, 1).measure
    )


def _check_class(texts: Texts) -> None:
    """A class is asked with both options, and each phone is told whether it was right, and the value."""
    name = set_question_name(QuestionSet(("half",), ("rr",), 1, 7), 1)
    question = question_of(name)
    labels = [texts("half.option_above"), texts("half.option_below")]
    payload = question_payload(question, 1, texts)
    assert payload["input"]["type"] == "options"
    assert [each["label"] for each in payload["input"]["options"]] == labels
    scene = Scene(Stage.CAUSES, 1, name, tally={"above": 3, "below": 2})
    assert {tuple(row["answers"]) for row in bars_payload(scene, texts)["rows"]} == {(each,) for each in labels}
    for typed in ("above", "below"):
        told = phone_feedback_payload(scene, typed, texts)
        assert told["is_right"] == (typed == right_answer(question))
        assert told["right_answer"] == texts(f"half.option_{right_answer(question)}")
        assert f"{question.answer:.3f}" in told["detail"]


CHECKS: Mapping[str, Callable[[], None]] = {
    "add-an-option": check_option,
    "add-a-metric": check_metric,
    "add-a-library": check_library,
    "add-a-kind-of-question": check_kind_of_question,
}

if __name__ == "__main__":
    CHECKS[sys.argv[1]]()
