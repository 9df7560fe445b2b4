"""Parts of the kinds in which something is chosen, put in order or reached, and their answer panels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rankviz.basics.errors import one_line
from rankviz.core.lists.ranking import Ranking
from rankviz.display.number_format import fixed_decimals
from rankviz.learn.questions.kinds.reach import decode_answer, encode_answer, measure_value
from rankviz.learn.questions.kinds.swap import swaps_of
from rankviz.learn.questions.solution_path import reach_target
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.view import better, order, reach, swap, trend, who
from rankviz.learn.view.answer_panel import feedback_payload
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


def _last_answer(context: QuestionContext) -> str:
    """Return the answer that was checked last; "" if none was."""
    return context.attempt.last_verdict.typed if context.attempt.last_verdict else ""


def _body(context: QuestionContext, body_payload: Callable[..., Data]) -> Data:
    body = body_payload(context.question, _last_answer(context), context.texts, is_finished=context.is_finished)
    return question_body_payload(context, body)


def better_parts(context: QuestionContext) -> Parts:
    """Build two lists, each with its option."""
    return {"question_body": _body(context, better.body_payload)}


def order_parts(context: QuestionContext) -> Parts:
    """Build four lists to be put in order."""
    return {"question_body": _body(context, order.body_payload)}


def who_parts(context: QuestionContext) -> Parts:
    """Build the list, and four options."""
    return {"ranking_list": question_list(context), "question_body": _body(context, who.body_payload)}


def reach_parts(context: QuestionContext) -> Parts:
    """Build the list, which can be edited, and how far it is from the target."""
    ranking = _current_ranking(context)
    analysis = _analysis(context, ranking)
    is_only_stored = context.is_test and not context.is_finished
    body = reach.body_payload(
        context.question,
        ranking,
        context.texts,
        is_solved=context.attempt.is_solved,
        is_finished=context.is_finished,
        is_only_stored=is_only_stored,
    )
    editable_list = reach.editable_list(context.question, analysis, context.texts, is_finished=context.is_finished)
    return {"question_body": question_body_payload(context, body), "ranking_list": editable_list}


def trend_parts(context: QuestionContext) -> Parts:
    """Build the list with the announced move, and three options."""
    return {"question_body": _body(context, trend.body_payload)}


def swap_parts(context: QuestionContext) -> Parts:
    """Build the list, of which two rows are to be chosen."""
    return {"question_body": _body(context, swap.body_payload)}


def _current_ranking(context: QuestionContext) -> Ranking:
    """Return the list as edited so far; of a finished question the list that reached the target, or would have."""
    if not context.is_finished:
        start, edited = context.question.lists[0], context.edited_state
        is_edited = edited is not None and edited != DEFAULT and encode_answer(context.question, edited.ranking) is not None
        return edited.ranking if edited is not None and is_edited else start
    last = context.attempt.last_verdict
    return decode_answer(context.question, last.typed) if last is not None and last.right else reach_target(context.question)


def _analysis(context: QuestionContext, ranking: Ranking) -> Analysis:
    return analyse(replace(context.state, lists=(ranking,)))


def choice_panel(context: QuestionContext) -> Data:
    """Build what the answer panel shows instead of a field; of a finished question the answer in short, then why."""
    words, last = KIND_WORDINGS[context.question.kind], context.attempt.last_verdict
    verdicts = context.attempt.verdicts
    if context.is_finished:
        return {
            "value": _answer_text(context),
            "sentences": _final_sentences(context),
            "earlier_answers": _earlier_answers(context, verdicts),
        }
    payload: Data = {
        "field": None,
        "earlier_answers": [] if context.is_test else _earlier_answers(context, verdicts[:-1]),
    }
    if context.is_test and last is not None and words.answer is not None:
        head = context.texts("practice.is_kept", n=words.answer(context.question, last.typed, context.texts))
        payload["feedback"] = feedback_payload(head)
    return payload


def _earlier_answers(context: QuestionContext, verdicts: Sequence[Verdict]) -> list[str]:
    """Return the wrong answers, each once."""
    answer_words = KIND_WORDINGS[context.question.kind].answer
    wrong = dict.fromkeys(verdict.typed for verdict in verdicts if verdict.is_try)
    answers = [answer_words(context.question, typed, context.texts) if answer_words else typed for typed in wrong]
    return answers[-MOST_TRIED:]


def _final_sentences(context: QuestionContext) -> list[str]:
    """Return the feedback on the last answer if it ended the question, else the solution."""
    words, last = KIND_WORDINGS[context.question.kind], context.attempt.last_verdict
    if last is not None and (last.right or context.attempt.is_closed):
        return [*words.feedback(context.question, last, context.texts)]
    return [context.texts("practice.given_up"), *words.solution_words(context.question, context.texts)]


def _answer_text(context: QuestionContext) -> str:
    """Return the right answer in short."""
    question = context.question
    if question.kind == "better":
        right = better_of(question).right
        return "A = B" if right == "equal" else right.upper()
    if question.kind == "order":
        return in_letters(order_of(question).right)
    if question.kind == "trend":
        return context.texts(f"trend.short_{trend_of(question).right}")
    if question.kind == "swap":
        return " ↔ ".join(one_line(question.lists[0].items[rank - 1].doc_id) for rank in swaps_of(question).right[0])
    if question.kind == "reach":
        return fixed_decimals(measure_value(question, _current_ranking(context)), question.digits)
    return fixed_decimals(question.answer, question.digits)


def reach_panel(context: QuestionContext) -> Data:
    """Build the panel of a `reach` question, which checks itself unless it is in a test, and may be given up."""
    if context.is_finished or context.is_test:
        return choice_panel(context)
    is_begun = bool(context.hints_taken) or _current_ranking(context) != context.question.lists[0]
    can_give_up = is_begun and context.progress.question_set.help.solution_after is not None
    solution = context.texts("practice.solution") if can_give_up else ""
    return {"field": None, "check": "", "solution": solution, "feedback": None, "earlier_answers": []}
