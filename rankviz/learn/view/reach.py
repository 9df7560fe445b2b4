"""Payload of questions of the kind `reach`: the list to be edited, and how far it is from the target."""

from __future__ import annotations

from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics.measures import parse_measure
from rankviz.display.number_format import fixed_decimals, plain
from rankviz.explore.view.ranking_list import ranking_list_payload
from rankviz.learn.questions.judging import judge
from rankviz.learn.questions.kinds.reach import GRADE, SLACK, encode_answer, measure_value
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.solution_path import PathMove, solution_path
from rankviz.learn.view.mini_lists import Data
from rankviz.learn.words import reach
from rankviz.state.analysis import Analysis
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
