"""Which parts the questions have in which something is chosen, put in order or reached, and what their panel says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rankviz.basics.errors import one_line
from rankviz.core.lists.ranking import Ranking
from rankviz.display.number_format import fixed_decimals
from rankviz.learn.questions.kinds.reach import decode_answer, encode_answer, measure_value
from rankviz.learn.questions.kinds.swap import swaps_of
from rankviz.learn.questions.solution_path import reach_target
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.view import better, order, reach, swap, trend, who
from rankviz.learn.view.question_body import question_body_payload
from rankviz.learn.view.question_context import Data, QuestionContext
from rankviz.learn.view.value import question_list
from rankviz.learn.words.better import kind_data as better_of
from rankviz.learn.words.by_kind import KIND_WORDINGS
from rankviz.learn.words.order import in_letters
from rankviz.learn.words.order import kind_data as order_of
from rankviz.learn.words.trend import kind_data as trend_of
from rankviz.state.analysis import Analysis, analyse
from rankviz.state.app_state import DEFAULT

MOST_TRIED = 6
Parts = Mapping[str, Data | None]


def _tried(frame: QuestionContext) -> str:
    """The answer that was checked last."""
    return frame.attempt.last_verdict.typed if frame.attempt.last_verdict else ""


def better_parts(frame: QuestionContext) -> Parts:
    """Two lists, each with its option."""
    return {
        "question_body": question_body_payload(
            frame, better.middle(frame.question, _tried(frame), frame.texts, over=frame.is_finished)
        )
    }


def order_parts(frame: QuestionContext) -> Parts:
    """Four lists."""
    return {
        "question_body": question_body_payload(
            frame, order.middle(frame.question, _tried(frame), frame.texts, over=frame.is_finished)
        )
    }


def who_parts(frame: QuestionContext) -> Parts:
    """The list, and four answers."""
    middle = who.middle(frame.question, _tried(frame), frame.texts, over=frame.is_finished)
    return {"ranking_list": question_list(frame), "question_body": question_body_payload(frame, middle)}


def reach_parts(frame: QuestionContext) -> Parts:
    """The list, which can be changed, and how far it is from the target."""
    ranking = _ranking(frame)
    analysis = _analysis(frame, ranking)
    kept = frame.is_test and not frame.is_finished
    middle = reach.middle(
        frame.question, ranking, frame.texts, over=frame.is_finished, solved=frame.attempt.is_solved, kept=kept
    )
    shown = reach.living_list(frame.question, analysis, frame.texts, over=frame.is_finished)
    return {"question_body": question_body_payload(frame, middle), "ranking_list": shown}


def trend_parts(frame: QuestionContext) -> Parts:
    """The list with the move that is announced, and three answers."""
    return {
        "question_body": question_body_payload(
            frame, trend.middle(frame.question, _tried(frame), frame.texts, over=frame.is_finished)
        )
    }


def swap_parts(frame: QuestionContext) -> Parts:
    """The list, of which two rows are pressed."""
    return {
        "question_body": question_body_payload(
            frame, swap.middle(frame.question, _tried(frame), frame.texts, over=frame.is_finished)
        )
    }


def _ranking(frame: QuestionContext) -> Ranking:
    """The list as it stands, that of the question until it is changed; when it is over as it was reached, or would be."""
    if not frame.is_finished:
        start, now = frame.question.lists[0], frame.edited_state
        is_own = now is not None and now != DEFAULT and encode_answer(frame.question, now.ranking) is not None
        return now.ranking if now is not None and is_own else start
    last = frame.attempt.last_verdict
    return decode_answer(frame.question, last.typed) if last is not None and last.right else reach_target(frame.question)


def _analysis(frame: QuestionContext, ranking: Ranking) -> Analysis:
    return analyse(replace(frame.state, lists=(ranking,)))


def panel(frame: QuestionContext) -> Data:
    """The panel without a field; when it is over the answer in short, then why."""
    words, last = KIND_WORDINGS[frame.question.kind], frame.attempt.last_verdict
    if frame.is_finished:
        return {"value": _answer(frame), "words": _ending(frame), "tried": _earlier(frame, frame.attempt.verdicts)}
    found: Data = {"field": None, "tried": [] if frame.is_test else _earlier(frame, frame.attempt.verdicts[:-1])}
    if frame.is_test and last is not None and words.answer is not None:
        kept = words.answer(frame.question, last.typed, frame.texts)
        found["said"] = {"head": frame.texts("practice.is_kept", n=kept), "asks": [], "look": "", "wrong": False, "mark": None}
    return found


def _earlier(frame: QuestionContext, verdicts: Sequence[Verdict]) -> list[str]:
    """Answers that were not right, each once."""
    say = KIND_WORDINGS[frame.question.kind].answer
    wrong = dict.fromkeys(verdict.typed for verdict in verdicts if verdict.is_try)
    said = [say(frame.question, typed, frame.texts) if say else typed for typed in wrong]
    return said[-MOST_TRIED:]


def _ending(frame: QuestionContext) -> list[str]:
    """What is said of the last answer where it ended the question, else what the answer is."""
    words, last = KIND_WORDINGS[frame.question.kind], frame.attempt.last_verdict
    if last is not None and (last.right or frame.attempt.is_closed):
        return [*words.feedback(frame.question, last, frame.texts)]
    return [frame.texts("practice.given_up"), *words.solution_words(frame.question, frame.texts)]


def _answer(frame: QuestionContext) -> str:
    """The answer in short."""
    question = frame.question
    if question.kind == "better":
        right = better_of(question).right
        return "A = B" if right == "equal" else right.upper()
    if question.kind == "order":
        return in_letters(order_of(question).right)
    if question.kind == "trend":
        return frame.texts(f"trend.short_{trend_of(question).right}")
    if question.kind == "swap":
        return " ↔ ".join(one_line(question.lists[0].items[rank - 1].doc_id) for rank in swaps_of(question).right[0])
    if question.kind == "reach":
        return fixed_decimals(measure_value(question, _ranking(frame)), question.digits)
    return fixed_decimals(question.answer, question.digits)


def reach_panel(frame: QuestionContext) -> Data:
    """The panel of a list that is reached by changing it: unless it is kept, nothing is checked, and it may be given up."""
    if frame.is_finished or frame.is_test:
        return panel(frame)
    is_begun = bool(frame.hints_taken) or _ranking(frame) != frame.question.lists[0]
    can_give_up = is_begun and frame.progress.question_set.help.solution_after is not None
    solution = frame.texts("practice.solution") if can_give_up else ""
    return {"field": None, "check": "", "solution": solution, "said": None, "tried": []}
