"""The payload of the bars of a question: answers first without, then with their causes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypedDict

from rankviz.classroom.answer_causes import CHOICE, NONE, RIGHT, SHORT, lookup_of
from rankviz.classroom.grouped_answers import OTHERS, Bar, build_bars, build_number_bars
from rankviz.classroom.questions import asks_number, question_of
from rankviz.classroom.room import Stage
from rankviz.classroom.scene import Scene
from rankviz.classroom.view.kinds import CLASS_KINDS
from rankviz.classroom.words.causes import cause_words
from rankviz.learn.questions.question import Question
from rankviz.learn.words.prompt import number_label
from rankviz.texts import Texts

Data = dict[str, object]
KEPT = 64
MOST_NUMBERS = 3  # of those that have no cause


class BarRow(TypedDict):
    """A bar.

    `key` is the same at every stage; `kind` as of `Bar`. `answers` stand before it, `count` and `cause_text` behind it. `share`
    (0 to 1) is its length, `first_share` that of the first vote (None where there was none), `change` how many more there are
    now, and `change_text` that in words. `text` is the whole row in words.
    """

    key: str
    kind: str
    answers: list[str]
    count: int
    share: float
    first_share: float | None
    change: int
    change_text: str
    cause_text: str
    text: str


class BarsPayload(TypedDict):
    """The bars between header and footer.

    `legend` explains the mark of the first vote, or is ""; `empty_note` stands where nobody answered, or is "". `lines` are
    those that were asked about, as of `derivation_lines`, or [].
    """

    stage: str
    lines: list[Data]
    title: str
    note: str
    legend: str
    empty_note: str
    rows: list[BarRow]


def bars_payload(scene: Scene, texts: Texts) -> BarsPayload:
    """Build the bars.

    Parameters
    ----------
    scene : Scene
        At stage 'numbers' or 'causes'.
    texts : Texts

    Examples
    --------
    >>> from rankviz.classroom.questions import list_question_name
    >>> from rankviz.state.app_state import DEFAULT
    >>> scene = Scene(Stage.CAUSES, 1, list_question_name("value", DEFAULT), tally={"0.785": 9, "0.751": 3})
    >>> [(row["answers"], row["cause_text"]) for row in bars_payload(scene, Texts("en"))["rows"]]
    [(['0.785'], 'right'), (['0.751'], 'gain 2ᵍ − 1 instead of g')]
    """
    question, is_named = question_of(scene.question_name), scene.stage != Stage.NUMBERS
    number_bars = build_number_bars(question, scene.tally, scene.first_tally)
    bars = bars_of(scene) if is_named else number_bars
    count = sum(each.count for each in bars)
    # A bar stays as long as it was, unless several become a longer one.
    longest = max((max(each.count, each.first_vote or 0) for each in (*bars, *number_bars)), default=0) or 1
    return {
        "stage": scene.stage,
        "lines": derivation_lines(question, texts, is_marked=is_named),
        "title": number_label(question, texts),
        "note": _note(question, scene, count, texts),
        "legend": texts("answer_cause.bars.before") if scene.first_tally is not None else "",
        "empty_note": "" if any(each.count or each.first_vote for each in bars) else texts("answer_cause.bars.nobody"),
        "rows": [_row(question, each, longest, texts, is_named=is_named) for each in bars],
    }


def bars_of(scene: Scene) -> tuple[Bar, ...]:
    """Return the bars of a question with their causes."""
    first_tally = None if scene.first_tally is None else tuple(sorted(scene.first_tally.items()))
    return _bars(scene.question_name, tuple(scene.tally.items()), first_tally)


def cause_count(scene: Scene) -> int:
    """Number of bars that the stage 'why' goes through."""
    return len(bars_with_reason(bars_of(scene), question_of(scene.question_name)))


def bars_with_reason(bars: Sequence[Bar], question: Question) -> list[Bar]:
    """Return the wrong bars that the stage 'why' explains; none for kinds that explain every choice in the same way."""
    if not CLASS_KINDS[question.kind].explains_each_choice:
        return []
    return [each for each in bars if each.kind not in (RIGHT, SHORT, OTHERS)]


def derivation_lines(question: Question, texts: Texts, *, is_marked: bool, is_mended: bool = False) -> list[Data]:
    """Return the lines of a derivation with a mistake, as the `marked_lines` of `ClassKind`; [] for other kinds."""
    return CLASS_KINDS[question.kind].marked_lines(question, texts, is_marked, is_mended)


def right_label(question: Question, texts: Texts) -> str:
    """Return the label above the right answer, which may be the line that is wrong."""
    return texts(
        "answer_cause.mine.wrong_line_is" if CLASS_KINDS[question.kind].asks_for_mistake else "answer_cause.mine.right_is"
    )


def answer_words(question: Question, answer: str, texts: Texts) -> str:
    """Return an answer as text: a number, or the option that was chosen."""
    return CLASS_KINDS[question.kind].answer(question, answer, texts)


def bar_words(question: Question, bar: Bar, texts: Texts) -> str:
    """Return the text beside a bar; "" for a wrong option, which has no cause."""
    if bar.kind == OTHERS:
        is_number = asks_number(question)
        is_unknown = all(each.kind == NONE for each in bar.causes)
        return texts(
            "answer_cause.others" if is_number and is_unknown else f"answer_cause.others_{'rare' if is_number else 'choices'}"
        )
    if bar.kind == RIGHT:
        return texts("answer_cause.wrong_line" if CLASS_KINDS[question.kind].asks_for_mistake else "answer_cause.right")
    return "" if bar.kind == CHOICE else cause_words(question, bar.causes, bar.numbers[0], texts)


@lru_cache(maxsize=KEPT)
def _bars(
    question_name: str, tally: tuple[tuple[str, int], ...], first_tally: tuple[tuple[str, int], ...] | None
) -> tuple[Bar, ...]:
    return build_bars(
        question_of(question_name), dict(tally), lookup_of(question_name), None if first_tally is None else dict(first_tally)
    )


def _note(question: Question, scene: Scene, count: int, texts: Texts) -> str:
    count_text = texts("answer_cause.bars.after" if scene.is_second_vote else "answer_cause.bars.answers", count=count)
    if scene.stage != Stage.NUMBERS:
        return count_text
    prompt = texts(f"answer_cause.bars.ask_{'numbers' if asks_number(question) else 'choices'}")
    return texts("answer_cause.bars.asked", said=count_text, ask=prompt)


def _row(question: Question, bar: Bar, longest: int, texts: Texts, *, is_named: bool) -> BarRow:
    is_rest = bar.kind == OTHERS
    cause_text = bar_words(question, bar, texts) if is_named else texts("answer_cause.bars.others") if is_rest else ""
    answers = [answer_words(question, each, texts) for each in bar.numbers[: MOST_NUMBERS if is_rest else 1]]
    answers += ["…"] if is_rest and len(bar.numbers) > MOST_NUMBERS else []
    answer_list = texts("sentence.more_separator").join(answers)
    slots = {"answer": answer_list, "count": bar.count, "words": cause_text}
    text = texts("answer_cause.bars.row_named" if cause_text else "answer_cause.bars.row", **slots)
    change_text = _change_text(bar, texts)
    return {
        "key": str(bar.row),
        "kind": bar.kind,
        "answers": answers,
        "count": bar.count,
        "share": bar.count / longest,
        "first_share": None if bar.first_vote is None else bar.first_vote / longest,
        "change": bar.change,
        "change_text": change_text,
        "cause_text": cause_text,
        "text": texts("convention.separator").join([text, change_text]) if change_text else text,
    }


def _change_text(bar: Bar, texts: Texts) -> str:
    return texts(f"answer_cause.bars.{'more' if bar.change > 0 else 'fewer'}", count=abs(bar.change)) if bar.change else ""
