"""A list that is to be given a value: what the list and the middle of the question are given."""

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

ROOM = 1.25  # of the target: how far the scale of a measure without a highest value goes


def living_list(question: Question, analysis: Analysis, texts: Texts, *, over: bool) -> Data:
    """Build Explore's list; `only` says which edits it takes, and the others are refused by a sentence of its own."""
    by = reach.kind_data(question).by
    found = ranking_list_payload(analysis, texts)
    words = texts.group("list") | {"refused_only": texts(f"reach.only_{by}")}
    top = {"top": reach.kind_data(question).top} if by == GRADE else {}
    return found | top | {"only": by, "fixed_cutoff": True, "read_only": over, "texts": words}


def middle(question: Question, ranking: Ranking, texts: Texts, *, solved: bool, over: bool, kept: bool = False) -> Data:
    """Build what stands beside the list.

    Parameters
    ----------
    question : Question
    ranking : Ranking
        As it stands.
    texts : Texts
    solved, over : bool
        Whether it was reached, and whether it is over in any case.
    kept : bool
        Whether the list is only kept as an answer, and not judged before it is handed in.

    Returns
    -------
    dict
        `note`, what a move is; `name` of the value; `value` and `target` as printed, and as shares of the scale (`share`,
        `aim`). `moves`, how many were used, in words; `said`, how it stands, "" before the first move; `state`: 'open', 'met'
        or 'too_many'. `kept`; `text`, the list as an answer; `undo`, the name of the button, and whether it is `moved`. `over`,
        and `way`, in words each step of what was given up.
    """
    found = reach.kind_data(question)
    text, now = encode_answer(question, ranking) or "", measure_value(question, ranking)
    verdict = judge(question, text)
    judged = "met" if verdict.right else "too_many" if now >= found.value - SLACK else "open"
    state = "open" if kept else judged
    moved = bool(verdict.moves)
    high = parse_measure(question.measure).metric.high
    highest = high if high <= 1 else ROOM * found.value
    return {
        "note": reach.note(question, texts),
        "name": texts("reach.now", measure=question.measure),
        "value": fixed_decimals(now, question.digits),
        "target": texts("reach.target", target=fixed_decimals(found.value, question.digits)),
        "share": min(max(0.0, now) / highest, 1.0),
        "aim": found.value / highest,
        "moves": texts(f"reach.moves_{found.by}", used=verdict.moves or 0, moves=found.moves),
        "said": ""
        if kept or (not over and not moved)
        else texts(f"reach.is_{'shown' if over and not solved else state}", moves=found.moves),
        "state": state,
        "kept": kept,
        "text": text,
        "undo": texts("reach.undo_move"),
        "moved": moved,
        "over": over,
        "way": [_said(step, found.by, texts) for step in solution_path(question)] if over and not solved else [],
    }


def _said(step: PathMove, by: str, texts: Texts) -> str:
    """A move in words."""
    before, after = ("?" if each is None else plain(each) for each in (step.before, step.after))
    put = {"document": step.document, "before": before, "after": after}
    return texts(f"reach.way_{by}", **put, **({"rank": step.rank} if by == GRADE else {}))
