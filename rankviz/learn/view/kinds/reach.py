"""Payload of questions of the kind `reach`: the list to be edited, and how far it is from the target."""

from __future__ import annotations

from dataclasses import replace

from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics.measures import parse_measure
from rankviz.display.number_format import fixed_decimals, plain
from rankviz.explore.view.ranking_list import ranking_list_payload
from rankviz.learn.questions.judging import judge
from rankviz.learn.questions.kinds.reach_target import GRADE, SLACK, decode_answer, encode_answer, measure_value
from rankviz.learn.questions.kinds.solution_path import PathMove, reach_target, solution_path
from rankviz.learn.questions.question import Question
from rankviz.learn.view.choice_panel import choice_panel
from rankviz.learn.view.kind_view import KindView, Parts
from rankviz.learn.view.mini_lists import Data
from rankviz.learn.view.question_context import QuestionContext
from rankviz.learn.words.kinds import reach
from rankviz.state.analysis import Analysis, analyse
from rankviz.state.app_state import DEFAULT
from rankviz.texts import Texts

ROOM = 1.25  # end of the scale of an unbounded measure, as a multiple of the target


def editable_list(question: Question, analysis: Analysis, texts: Texts, *, is_finished: bool) -> Data:
    """Build Explore's list; `only` names the edits that it allows, and `texts.refused_only` says so of others."""
    by = reach.kind_data(question).by
    payload = ranking_list_payload(analysis, texts)
    list_texts = texts.group("list") | {"refused_only": texts(f"reach.only_{by}")}
    top = {"top": reach.kind_data(question).top} if by == GRADE else {}
    return payload | top | {"only": by, "fixed_cutoff": True, "read_only": is_finished, "texts": list_texts}


def body_payload(
    question: Question, ranking: Ranking, texts: Texts, *, is_solved: bool, is_finished: bool, is_only_stored: bool = False
) -> Data:
    """Build what is shown beside the list.

    Parameters
    ----------
    question : Question
    ranking : Ranking
        The list as it is now.
    texts : Texts
    is_solved, is_finished : bool
        Whether the target was reached, and whether the question is finished, reached or not.
    is_only_stored : bool
        Whether the list is only stored as an answer, and judged when the test is handed in.

    Returns
    -------
    dict
        `note`, what a move is; `name` of the value; `value` and `target` as printed, and as shares of the scale (`share`,
        `target_share`). `moves`, how many were used, in words; `status` in words, "" before the first move; `state`: 'open',
        'met' or 'too_many'. `is_only_stored`; `answer`, the list as an answer; `undo_label`, and whether it `has_moves`.
        `is_finished`, and `solution`, each move in words if it was given up.
    """
    target = reach.kind_data(question)
    text, now = encode_answer(question, ranking) or "", measure_value(question, ranking)
    verdict = judge(question, text)
    judged_state = "met" if verdict.right else "too_many" if now >= target.value - SLACK else "open"
    state = "open" if is_only_stored else judged_state
    has_moves = bool(verdict.moves)
    high = parse_measure(question.measure).metric.high
    is_given_up = is_finished and not is_solved
    highest = high if high <= 1 else ROOM * target.value
    return {
        "note": reach.note(question, texts),
        "name": texts("reach.now", measure=question.measure),
        "value": fixed_decimals(now, question.digits),
        "target": texts("reach.target", target=fixed_decimals(target.value, question.digits)),
        "share": min(max(0.0, now) / highest, 1.0),
        "target_share": target.value / highest,
        "moves": texts(f"reach.moves_{target.by}", used=verdict.moves or 0, moves=target.moves),
        "status": ""
        if is_only_stored or (not is_finished and not has_moves)
        else texts(f"reach.is_{'shown' if is_given_up else state}", moves=target.moves),
        "state": state,
        "is_only_stored": is_only_stored,
        "answer": text,
        "undo_label": texts("reach.undo_move"),
        "has_moves": has_moves,
        "is_finished": is_finished,
        "solution": [_move_text(step, target.by, texts) for step in solution_path(question)] if is_given_up else [],
    }


def _move_text(step: PathMove, by: str, texts: Texts) -> str:
    """Return a move in words."""
    before, after = ("?" if each is None else plain(each) for each in (step.before, step.after))
    values = {"document": step.document, "before": before, "after": after}
    return texts(f"reach.way_{by}", **values, **({"rank": step.rank} if by == GRADE else {}))


def parts(context: QuestionContext) -> Parts:
    """Build the list, which can be edited, and how far it is from the target."""
    ranking = _current_ranking(context)
    analysis = _analysis(context, ranking)
    is_only_stored = context.is_test and not context.is_finished
    body = body_payload(
        context.question,
        ranking,
        context.texts,
        is_solved=context.attempt.is_solved,
        is_finished=context.is_finished,
        is_only_stored=is_only_stored,
    )
    own_list = editable_list(context.question, analysis, context.texts, is_finished=context.is_finished)
    return {"question_body": body, "ranking_list": own_list}


def panel(context: QuestionContext) -> Data:
    """Build the panel of a `reach` question, which checks itself unless it is in a test, and may be given up."""
    if context.is_finished or context.is_test:
        ranking = _current_ranking(context)
        return choice_panel(context, lambda question: fixed_decimals(measure_value(question, ranking), question.digits))
    is_begun = bool(context.hints_taken) or _current_ranking(context) != context.question.lists[0]
    can_give_up = is_begun and context.progress.question_set.help.solution_after is not None
    solution = context.texts("practice.solution") if can_give_up else ""
    return {"field": None, "check": "", "solution": solution, "feedback": None, "earlier_answers": []}


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


VIEW = KindView(parts, "target", panel)
