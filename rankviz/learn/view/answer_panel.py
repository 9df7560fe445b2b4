"""The panel in which a question is answered, with feedback, hints and, once finished, what to do next."""

from __future__ import annotations

from dataclasses import replace
from zlib import crc32

from rankviz.basics.errors import shorten
from rankviz.core.metrics.measures import parse_measure
from rankviz.learn.questions.judging import is_worth_lookup, look_up_mistake
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.sets.link import encode_set
from rankviz.learn.sets.question_set import QuestionSet
from rankviz.learn.view.question_context import Data, QuestionContext
from rankviz.learn.view.working_table import look_sentence
from rankviz.learn.view.written_derivation import number_field
from rankviz.learn.words.feedback import feedback, mistake_words
from rankviz.learn.words.first_difference import FirstDifference, first_difference, first_difference_words
from rankviz.learn.words.prompt import format_value, number_label
from rankviz.state.permalink import to_text

MOST_TRIED = 3
MOST_SPELLED = 5  # tries and hints whose number is written in letters
LARGEST_SEED = 2**31 - 1


def answer_panel_payload(context: QuestionContext, *, with_lookup: bool = False) -> Data:
    """Build the part; an unknown number is looked up only `with_lookup`, in a request of its own, since that takes long.

    Returns
    -------
    dict
        JSON-serialisable. `key` and `number` of the question; `name` of the number, as of its field; `is_finished`; `texts`;
        and `earlier_answers`, wrong ones in words. While it is open `field` (`label`, `note`, `placeholder`, `typed`; None
        where the part `question_body` takes the answer), `check` (label, "" for no button), `hint` (`label`, `left`, and
        `next_count`, the hints taken with this one; None if none is left), `solution` (label or ""), `feedback` (None, or
        `head`, `prompts`, `look_hint`, `pending_text`, `is_wrong`, `mark`) and `next_params`, where an answer that is only
        stored leads, or None. Once finished `value`, `detail`, `is_solved`, `sentences`, and `buttons`, each `{label, icon,
        params}` or with `state`, the text of a state for Explore.
    """
    state = _finished_payload(context) if context.is_finished else _open_payload(context, with_lookup)
    return {
        "key": context.key,
        "number": context.number,
        "is_finished": context.is_finished,
        "name": number_label(context.question, context.texts),
        "earlier_answers": _earlier_answers(context),
        "texts": {name: context.texts(f"practice.{name}") for name in ("tried", "checking")},
    } | state


def _open_payload(context: QuestionContext, with_lookup: bool) -> Data:
    texts, attempt, question_set = context.texts, context.attempt, context.progress.question_set
    last = attempt.last_verdict
    is_wrong = last is not None and last.is_try and not context.is_test
    can_give_up = question_set.help.solution_after is not None and attempt.tries >= question_set.help.solution_after
    is_stored = context.is_test and last is not None and last.problem is None
    check = "check_again" if is_wrong else "check"
    if context.is_test:
        check = "keep_it" if context.number < question_set.size else "keep_last"
    return {
        "field": number_field(context.question, number_label(context.question, texts), last.typed if last else "", texts),
        "check": texts(f"practice.{check}"),
        "hint": _hint(context),
        "solution": texts("practice.solution") if can_give_up else "",
        "feedback": None if last is None else _feedback(context, last, with_lookup),
        "next_params": {"q": str(context.number + 1)} if is_stored and context.number < question_set.size else None,
    }


def _hint(context: QuestionContext) -> Data | None:
    left, texts = len(context.hints) - context.hints_taken, context.texts
    if not left:
        return None
    label = texts("practice.next_hint" if context.hints_taken else "practice.hint")
    return {"label": label, "left": texts("practice.left", count=left), "next_count": context.hints_taken + 1}


def _feedback(context: QuestionContext, verdict: Verdict, with_lookup: bool) -> Data:
    texts, names = context.texts, context.progress.question_set.help.names_mistakes
    if context.is_test and not verdict.problem:
        return feedback_payload(texts("practice.is_kept", n=shorten(verdict.typed)))
    if verdict.is_try and not names and not context.is_test:
        return feedback_payload(texts("practice.not_yet"), look_hint=look_sentence(context), wrong=True)
    look_hint = look_sentence(context) if verdict.is_try else ""
    if needs_lookup(context) and not with_lookup:  # the response to the look-up completes this
        pending = texts("practice.looking", n=shorten(verdict.typed))
        return feedback_payload(texts("practice.not_yet"), look_hint=look_hint, wrong=True) | {"pending_text": pending}
    known = look_up_mistake(context.question, verdict) if with_lookup else verdict
    head, *prompts = feedback(context.question, known, texts)
    difference = _repeated_difference(context, verdict) if context.attempt.repeats_mistake else None
    if difference is not None:
        prompts = [first_difference_words(difference, texts)]
    return feedback_payload(head, prompts, look_hint, wrong=verdict.is_try, mark=difference)


def needs_lookup(context: QuestionContext) -> bool:
    """Whether the last number is to be looked up, which takes some time."""
    last, question_set = context.attempt.last_verdict, context.progress.question_set
    if last is None or context.is_finished or not question_set.help.names_mistakes:
        return False
    return is_worth_lookup(context.question, last)


def feedback_payload(
    head: str,
    prompts: list[str] | None = None,
    look_hint: str = "",
    *,
    wrong: bool = False,
    mark: FirstDifference | None = None,
) -> Data:
    """Build the feedback on an answer; `mark` is the first difference, if it belongs to a rank of the list or of the ideal."""
    rank = None if mark is None or mark.rank is None else {"axis": mark.axis, "rank": mark.rank}
    return {
        "head": head,
        "prompts": prompts or [],
        "look_hint": look_hint,
        "pending_text": "",
        "is_wrong": wrong,
        "mark": rank,
    }


def _repeated_difference(context: QuestionContext, verdict: Verdict) -> FirstDifference | None:
    """Return the first term that a repeated mistake changes; None if no mistake was repeated, or none is found."""
    repeated = [key for key in verdict.mistakes if key in context.attempt.repeated_mistakes]
    return first_difference(context.question, repeated[0]) if repeated else None


def _earlier_answers(context: QuestionContext) -> list[str]:
    """Return the earlier wrong answers, each once, with the mistake that gives it; none in a test before it is handed in."""
    if context.is_test and not context.is_finished:
        return []
    names = context.progress.question_set.help.names_mistakes or context.is_finished
    verdicts = context.attempt.verdicts if context.is_finished else context.attempt.verdicts[:-1]
    wrong = {verdict.mistakes or verdict.typed: verdict for verdict in verdicts if verdict.is_try}
    return [_earlier_answer(context, verdict, names) for verdict in list(wrong.values())[-MOST_TRIED:]]


def _earlier_answer(context: QuestionContext, verdict: Verdict, names: bool) -> str:
    """Return the mistake that gives an answer, or the answer alone."""
    typed = shorten(verdict.typed)
    key = next(iter(verdict.mistakes), "")
    return mistake_words(context.question, key, typed, context.texts) if names and key else typed


def _finished_payload(context: QuestionContext) -> Data:
    texts, attempt = context.texts, context.attempt
    last = attempt.last_verdict
    sentences = [_outcome_sentence(context)]
    if context.is_test:
        sentences = [texts("practice.not_answered") if last is None else texts("practice.answered", n=shorten(last.typed))]
    if last is not None and last.kind == "right_rounded":
        sentences.append(texts("practice.rounded", value=format_value(context.question, context.question.answer)))
    return {
        "value": format_value(context.question, context.question.answer),
        "detail": "",
        "is_solved": attempt.is_solved,
        "sentences": sentences,
        "buttons": _buttons(context),
        "feedback": None,
    }


def _outcome_sentence(context: QuestionContext) -> str:
    """Return how the question was solved, or that it was given up."""
    if not context.attempt.is_solved:
        return context.texts("practice.given_up")
    texts, tries, hint_count = context.texts, context.attempt.tries + 1, context.hints_taken
    when = texts(f"practice.try_{tries if tries <= MOST_SPELLED else 'many'}", tries=tries)
    if not hint_count:
        return texts("practice.solved", when=when)
    hints = texts(f"practice.hints_{hint_count if hint_count <= MOST_SPELLED else 'many'}", hints=hint_count)
    return texts("practice.solved_hints", when=when, help=hints)


def _buttons(context: QuestionContext) -> list[Data]:
    texts, question_set, number = context.texts, context.progress.question_set, context.number
    buttons: list[Data] = []
    if number < question_set.size:
        buttons.append({"label": texts("practice.next"), "icon": "next", "params": {"q": str(number + 1)}})
    elif question_set.size > 1:
        buttons.append({"label": texts("practice.to_results"), "icon": "next", "params": {"q": "results"}})
    if (other := similar_set(context)) is not None:
        buttons.append({"label": texts("practice.another"), "icon": "another", "params": {"clear": "1"} | encode_set(other)})
    return [*buttons, {"label": texts("practice.explore"), "icon": "", "state": to_text(context.state)}]


def similar_set(context: QuestionContext) -> QuestionSet | None:
    """Return a set of one question of the same kind, metric and level on a new list; None if none can be generated."""
    question, question_set = context.question, context.progress.question_set
    metric = parse_measure(question.measure).metric
    if metric.exercise is None or context.is_test:
        return None
    return replace(
        question_set,
        kinds=(question.kind,),
        measures=(metric.key,),
        count=1,
        seed=_next_seed(question, question_set.seed),
        level=question.level,
        adapts=False,
        fixed_questions=(),
        title="",
    )


def _next_seed(question: Question, seed: int) -> int:
    """Return a seed that is determined by the question."""
    text = f"{seed} {question.number} {question.kind} {question.measure} {[item.grade for item in question.lists[0].items]}"
    return crc32(text.encode()) % LARGEST_SEED
