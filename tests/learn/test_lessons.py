"""Lessons: the reader of their files, what it says of broken ones, and our own from beginning to end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rankviz.basics.errors import InputError
from rankviz.display.error_text import error_text
from rankviz.learn.lessons.condition import holds, parse_condition
from rankviz.learn.lessons.fields import MOST_STEPS
from rankviz.learn.lessons.lesson import Lesson
from rankviz.learn.lessons.number_expression import StatePair, parse_expression
from rankviz.learn.lessons.reader import LESSON_KEYS, built_in_lesson_text, is_lesson, read_lesson
from rankviz.state.permalink import from_text
from rankviz.texts import LANGUAGES, Texts

DOCS = Path(__file__).parents[2] / "docs" / "add-a-lesson.md"
FOLDER = Path(__file__).parents[2] / "rankviz" / "learn" / "lessons" / "built_in"


def example() -> str:
    """The lesson that the documentation prints."""
    found = re.search(r"```toml\n(rankviz_lesson.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


def test_the_lesson_of_the_documentation_is_read() -> None:
    lesson = read_lesson(example())
    assert (lesson.key, lesson.metrics, lesson.practice_measures, lesson.practice_level) == ("first-hit", ("RR",), ("RR",), 1)
    assert [step.question.kind if step.question else "" for step in lesson.steps] == [
        "",
        "predict",
        "value",
        "do",
        "choose",
        "",
    ]
    assert [item.grade for item in lesson.steps[2].state.ranking.items] == [0, 0, 0, 1, 0]
    assert lesson.steps[-1].takeaway == {"en": "RR sees the first hit only.", "zh": "RR 只看首个命中。"}


def test_each_step_begins_with_the_state_of_the_one_before_and_not_with_what_its_question_led_to() -> None:
    steps = read_lesson(example()).steps
    assert steps[1].question is not None
    assert steps[1].question.follow_up.state.ranking.items[0].grade == 1
    assert steps[1].state == steps[0].state
    assert steps[2].state.metric == "rr"


def test_the_right_option_is_the_one_that_holds_in_the_changed_state() -> None:
    text = example().replace("RR rises", "RR stays", 1)
    with pytest.raises(InputError) as found:
        read_lesson(text)
    inside = found.value.where["what"]
    assert isinstance(inside, InputError)
    assert inside.key == "lesson_holds"
    ask = read_lesson(example().replace('state = "g=10000"', 'state = "g=00001"', 1)).steps[1].question
    assert ask is not None
    assert ask.right_option == 1


BROKEN = {
    "a list that is none": ("g=01000&", "g=01x00&", "state", "g=01x00"),
    "a choice that is none": ("k=all&", "k=all&gian=linear&", "state", "gian=linear"),
    "a rank that is not there": ('"rank:2"]', '"rank:9"]', "step[1].point", "rank:9"),
    "words that point at nothing": ("(rank:2)", "(row:2)", "step[1].say.en", "row:2"),
    "words that point at what is not there": ("(rank:2)", "(missed:2)", "step[1].say", "missed:2"),
    "a measure that is none": ("{RR}", "{RRR}", "step[1].say.en", "RRR"),
    "a change that is none": ("{before RR}", "{RR gian=x}", "step[2].question.then.say.en", "gian=x"),
    "a typed decimal": ("{RR}", "0.5", "step[1].say.en", "0.5"),
    "a typed decimal in full width": ("{RR}", "０．５", "step[1].say.en", "０．５"),
    "HTML": ("Move it", "Move <b>it</b>", "step[2].say.en", "<b>"),
    "an address": ("Move it", "See https://example.org", "step[2].say.en", "https://example.org"),
    "too many words": ("Move it", "it " * 61, "step[2].say.en", "64"),
    "too many characters": ("把它移到最前面", "把" * 121, "step[2].say.zh", "121"),
    "a kind that is none": ('kind = "do"', 'kind = "play"', "step[4].question.kind", "play"),
    "a condition that holds already": ('until = "RR == 1"', 'until = "RR > 1/8"', "step[4].question.until", "already"),
    "a condition that the solution does not fulfil": (
        'until = "RR == 1"',
        'until = "RR == 1/3"',
        "step[4].question.then.state",
        "until",
    ),
    "a condition that is none": ('until = "RR == 1"', 'until = "RR = 1"', "step[4].question.until", "RR = 1"),
    "a right option that there is not": ("right = 1", "right = 3", "step[5].question.right", "3"),
    "a number where words belong": ('"Put things right."', "3", "step[4].say.en", "3"),
    "a number where words of a question belong": ('"What is RR?"', "3", "step[3].question.say.en", "3"),
    "a field that is none": ("title = {", "titel = {", "titel", "title"),
    "a field of the questions at the end that is none": ("level = 1 }", "levle = 1 }", "practise.levle", "of, level"),
    "an answer that is none": ('answer = "RR"', 'answer = "step:gain"', "step[3].question.answer", "step:gain"),
    "an undefined answer": ('state = "g=00010"', 'state = "g=00000&missed="', "step[3].question.answer", "undefined"),
    "a key with spaces": ('"first-hit"', '"First hit"', "key", "First hit"),
    "another version": ("rankviz_lesson = 1", "rankviz_lesson = 2", "rankviz_lesson", "2"),
    "a question without words": ('say = { en = "What is RR?", zh = "RR 是多少？" }', "", "step[3].question.say", "missing"),
    "a sentence to keep in the middle": (
        '[[step]]\nsay = { en = "Now',
        '[[step]]\nkeep.en = "x"\nsay = { en = "Now',
        "step[3].keep",
        "last",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_an_error_in_a_file_names_line_and_field(case: str) -> None:
    old, new, place, said = BROKEN[case]
    text = example()
    assert old in text
    broken = text.replace(old, new, 1)
    with pytest.raises(InputError) as found:
        read_lesson(broken)
    assert found.value.where["place"] == place
    assert said in found.value.message
    line = broken.splitlines()[int(str(found.value.where["line"])) - 1]
    assert place.removesuffix(".en").removesuffix(".zh").rsplit(".", 1)[-1].split("[")[0] in line or new in line
    for language in LANGUAGES:
        assert place in error_text(found.value, Texts(language))


def test_an_error_inside_an_option_names_the_option() -> None:
    text = example().replace('zh = "需要找全的人"', 'zh = "需要 0.5 的人"')
    with pytest.raises(InputError, match=r"^Line 7\d, step\[5\]\.question\.option\[2\]\.zh: "):
        read_lesson(text)


@pytest.mark.parametrize("text", ["", "rankviz_lesson", "[[step]", "a = " + "[" * 5000, "\x00", "rankviz_lesson = 1\n" * 2])
def test_a_file_that_is_not_toml_is_refused(text: str) -> None:
    with pytest.raises(InputError) as found:
        read_lesson(text)
    assert found.value.key in ("lesson_toml", "lesson_in")


def test_the_number_of_steps_is_limited() -> None:
    head, *steps = example().split("[[step]]\n")
    plain = 'say.en = "x"\n'
    assert len(read_lesson(head + f"[[step]]\n{plain}" * MOST_STEPS).steps) == MOST_STEPS
    with pytest.raises(InputError, match="61 steps"):
        read_lesson(head + f"[[step]]\n{plain}" * (MOST_STEPS + 1))
    assert steps


def test_a_file_says_itself_whether_it_is_a_lesson() -> None:
    assert is_lesson(example())
    assert not is_lesson('rankviz_set = 1\ntitle = "rankviz_lesson = 1"')


# By hand: DCG 6.861 = 3 + 2/1.585 + 3/2 + 0 + 1/2.585 + 2/2.807; IDCG 8.740 of all judged, 7.141 of those shown.
HOLES = {
    "nDCG@6": 0.785,
    "nDCG@6 missed=": 0.961,
    "nDCG ideal=retrieved": 0.961,
    "DCG@1": 3.0,
    "step:discount:3": 2.0,
    "term:2": 1.262,
    "term:idcg:2": 1.893,
    "step:dcg": 6.861,
    "DCG / IDCG": 0.785,
    "nDCG missed= - nDCG": 0.176,
    "TP@3": 3.0,
    "3 / 2": 1.5,
    "B P@2 b=4.1": 0.5,
    "A P@2 b=4.1": 1.0,
}


@pytest.mark.parametrize("hole", HOLES)
def test_a_hole_gives_the_number_computed_by_hand(hole: str) -> None:
    state = from_text("m=ndcg&k=6&g=323012&missed=32").state
    assert parse_expression(hole).evaluate_on(StatePair(state, state)).value == pytest.approx(HOLES[hole], abs=6e-4)


def test_a_hole_may_be_a_mean_or_a_number_of_the_previous_state() -> None:
    lesson = read_lesson(
        'rankviz_lesson = 1\nkey = "m"\ntitle.en = "M"\nstate = "m=rr&k=all"\n'
        'lists = [{ g = "100" }, { g = "001" }, { g = "000", missed = "1" }]\n'
        '[[step]]\nsay.en = "x"\n[[step]]\nstate = "list=2&missed=1"\nsay.en = "{mean RR} {list:2 RR} {before mean RR}"\n'
    )
    first, second = (step.state for step in lesson.steps)
    numbers = [
        parse_expression(each).evaluate_on(StatePair(second, first)).value for each in ("mean RR", "list:2 RR", "before RR")
    ]
    assert numbers == pytest.approx([4 / 9, 1 / 3, 1.0])
    assert [len(each.missed) for each in second.lists] == [0, 1, 1]


CONDITIONS = {
    "P falls, R stays": True,
    "P falls, R falls": False,
    "P == 3/5": True,
    "P == 0.6 to 1": True,
    "P != R": False,
    "RR changes": False,
    "changed": True,
    "before P > P": True,
    "F1 == max over k": False,
    "P == max over order": False,
    "P@4 == 3/4": True,
    "P == max over k": False,
}


@pytest.mark.parametrize("text", CONDITIONS)
def test_a_condition_compares_with_the_state_before(text: str) -> None:
    before, now = (from_text(f"m=precision&k={k}&g=10110010&missed=1").state for k in (4, 5))
    assert holds(parse_condition(text), StatePair(now, before)) is CONDITIONS[text]


def test_the_largest_value_of_four_documents_is_that_of_the_best_order() -> None:
    before, best, other = (from_text(f"m=dcg&k=4&g={g}").state for g in ("0123", "3210", "3201"))
    condition = parse_condition("DCG == max over order")
    assert holds(condition, StatePair(best, before))
    assert not holds(condition, StatePair(other, before))


def test_judging_the_unjudged_is_bounded_from_both_sides() -> None:
    before, low, high = (from_text(f"m=ap&k=all&g={g}&missed=1").state for g in ("1u01", "1001", "1101"))
    assert holds(parse_condition("AP == max over judging"), StatePair(high, before))
    assert holds(parse_condition("AP == min over judging"), StatePair(low, before))
    assert not holds(parse_condition("AP == max over judging"), StatePair(low, before))


def test_judging_goes_to_the_least_gain_where_a_higher_grade_has_less() -> None:
    gains = "gain=table&gain_table=0:2,1:0.5,2:4,3:3"
    before, least, most = (from_text(f"m=dcg&k=all&g={g}&missed=12&{gains}").state for g in ("3u", "31", "32"))
    # 3 + 0.5/log₂3 and 3 + 4/log₂3; the lowest grade would add 2/log₂3, and the highest 3/log₂3.
    assert holds(parse_condition("DCG == min over judging"), StatePair(least, before))
    assert holds(parse_condition("DCG == max over judging"), StatePair(most, before))
    for grade in "03":
        other = from_text(f"m=dcg&k=all&g=3{grade}&missed=12&{gains}").state
        assert not holds(parse_condition("DCG == min over judging"), StatePair(other, before))
        assert not holds(parse_condition("DCG == max over judging"), StatePair(other, before))


def test_documents_that_were_missed_are_judged_too() -> None:
    before, low = (from_text(f"m=recall&k=all&g=10&missed={missed}").state for missed in ("u", "1"))
    assert holds(parse_condition("R == min over judging"), StatePair(low, before))  # 1 of 2; with the other grade 1 of 1


def built_in_lessons() -> list[Lesson]:
    return [read_lesson(built_in_lesson_text(key)) for key in LESSON_KEYS]


def test_the_files_of_the_folder_are_those_that_are_listed() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.toml")) == sorted(LESSON_KEYS)


@pytest.mark.parametrize("key", LESSON_KEYS)
def test_a_lesson_of_ours_is_read_and_has_every_text_in_both_languages(key: str) -> None:
    lesson = read_lesson(built_in_lesson_text(key))
    assert lesson.key == key
    assert lesson.practice_measures
    assert lesson.steps[-1].takeaway
    texts = [lesson.title, lesson.description]
    for step in lesson.steps:
        texts += [step.title, step.body, *([step.takeaway] if step.takeaway else [])]
        if step.question is not None:
            texts += [step.question.body, step.question.follow_up.title, step.question.follow_up.body]
            texts += [part for option in step.question.options for part in (option.text, option.feedback)]
    one_sided = [each for each in texts if each and set(each) != set(LANGUAGES)]
    assert not one_sided
