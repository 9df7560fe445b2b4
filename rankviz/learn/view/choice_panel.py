"""The answer panel of the kinds in which something is chosen, put in order or reached."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.view.answer_panel import feedback_payload
from rankviz.learn.view.question_context import Data, QuestionContext
from rankviz.learn.words.kinds import KIND_WORDINGS

MOST_TRIED = 6


def choice_panel(context: QuestionContext, short_answer: Callable[[Question], str]) -> Data:
    """Build what the answer panel shows instead of a field; of a finished question the answer in short, then why.

    Parameters
    ----------
    context : QuestionContext
    short_answer : function of Question to str
        Gives the right answer in short.
    """
    words, last = KIND_WORDINGS[context.question.kind], context.attempt.last_verdict
    verdicts = context.attempt.verdicts
    if context.is_finished:
        return {
            "value": short_answer(context.question),
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
