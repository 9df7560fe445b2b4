"""The panel in which a question is answered, and what is said of the answer: what the component `answer` is given."""

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
from rankviz.learn.words.feedback import feedback, mistake_words
from rankviz.learn.words.prompt import digits_of, format_value
from rankviz.learn.words.repeated_mistake import FirstDifference, first_difference, first_difference_words
from rankviz.state.permalink import to_text

MOST_TRIED = 3
MOST_SPELLED = 5  # tries and hints whose number is written in letters
LARGEST_SEED = 2**31 - 1


def answer_panel_payload(frame: QuestionContext, *, looked_up: bool = False) -> Data:
    """Build the panel; a number that is not known is `looked_up` apart, since that takes long.

    Returns
    -------
    dict
        JSON-serialisable. `at`, number of the question; `name` of what is asked; `over`; `texts`; and `tried`, sentences on
        earlier answers. While it is open `field` (`label`, `note`, `placeholder`, `typed`; None where the part `middle` takes
        the answer), `check` (label, "" for no button), `hint` (`label`, `left`, `next`, how many there will be then; None for
        no further one), `solution` (label or ""), `said` (None, or `head`, `asks`, `look`, `wait`, `wrong`, `mark`) and
        `goes_on`, the address to which an answer that was only kept leads, or None. When it is over `value`, `detail`,
        `solved`, `words`, and `buttons`, each `{label, icon, place}` or with `state`, the text of one that Explore is to show.
    """
    found = _over(frame) if frame.is_finished else _open(frame, looked_up)
    return {
        "at": frame.number,
        "over": frame.is_finished,
        "name": frame.question.measure,
        "tried": _tried(frame),
        "texts": {name: frame.texts(f"practice.{name}") for name in ("tried", "checking")},
    } | found


def _open(frame: QuestionContext, looked_up: bool) -> Data:
    texts, attempt, asked = frame.texts, frame.attempt, frame.progress.question_set
    last = attempt.last_verdict
    is_wrong = last is not None and last.is_try and not frame.is_test
    gives_up = asked.help.solution_after is not None and attempt.tries >= asked.help.solution_after
    is_kept = frame.is_test and last is not None and last.problem is None
    check = "check_again" if is_wrong else "check"
    if frame.is_test:
        check = "keep_it" if frame.number < asked.size else "keep_last"
    return {
        "field": {
            "label": frame.question.measure,
            "note": digits_of(frame.question, texts),
            "placeholder": format_value(frame.question, 0.0),
            "typed": last.typed if last else "",
        },
        "check": texts(f"practice.{check}"),
        "hint": _hint(frame),
        "solution": texts("practice.solution") if gives_up else "",
        "said": None if last is None else _feedback(frame, last, looked_up),
        "goes_on": {"q": str(frame.number + 1)} if is_kept and frame.number < asked.size else None,
    }


def _hint(frame: QuestionContext) -> Data | None:
    left, texts = len(frame.hints) - frame.hints_taken, frame.texts
    if not left:
        return None
    label = texts("practice.next_hint" if frame.hints_taken else "practice.hint")
    return {"label": label, "left": texts("practice.left", count=left), "next": frame.hints_taken + 1}


def _feedback(frame: QuestionContext, verdict: Verdict, looked_up: bool) -> Data:
    texts, names = frame.texts, frame.progress.question_set.help.names_mistakes
    if frame.is_test and not verdict.problem:
        return _words(texts("practice.is_kept", n=shorten(verdict.typed)))
    if verdict.is_try and not names and not frame.is_test:
        return _words(texts("practice.not_yet"), look=look_sentence(frame), wrong=True)
    look = look_sentence(frame) if verdict.is_try else ""
    if needs_lookup(frame) and not looked_up:  # what it comes from, or that it is not known, completes this
        waits = texts("practice.looking", n=shorten(verdict.typed))
        return _words(texts("practice.not_yet"), look=look, wrong=True) | {"wait": waits}
    found = look_up_mistake(frame.question, verdict) if looked_up else verdict
    head, *asks = feedback(frame.question, found, texts)
    again = _again(frame, verdict) if frame.attempt.repeats_mistake else None
    if again is not None:
        asks = [first_difference_words(again, texts)]
    return _words(head, asks, look, wrong=verdict.is_try, mark=again)


def needs_lookup(frame: QuestionContext) -> bool:
    """Whether a number is to be looked up, which takes some time."""
    last, asked = frame.attempt.last_verdict, frame.progress.question_set
    if last is None or frame.question.kind != "value" or frame.is_finished or not asked.help.names_mistakes:
        return False
    return is_worth_lookup(frame.question, last)


def _words(
    head: str, asks: list[str] | None = None, look: str = "", *, wrong: bool = False, mark: FirstDifference | None = None
) -> Data:
    """What is said; `mark` is the rank in the list, or in the best order, that it is about."""
    place = None if mark is None or mark.rank is None else {"axis": mark.axis, "rank": mark.rank}
    return {"head": head, "asks": asks or [], "look": look, "wait": "", "wrong": wrong, "mark": place}


def _again(frame: QuestionContext, verdict: Verdict) -> FirstDifference | None:
    """Where the mistake parts from the right way that was made again."""
    repeated = [key for key in verdict.mistakes if key in frame.attempt.repeated_mistakes]
    return first_difference(frame.question, repeated[0]) if repeated else None


def _tried(frame: QuestionContext) -> list[str]:
    """The earlier wrong answers, each once, with what it comes from; none while they are only kept."""
    if frame.is_test and not frame.is_finished:
        return []
    names = frame.progress.question_set.help.names_mistakes or frame.is_finished
    shown = frame.attempt.verdicts if frame.is_finished else frame.attempt.verdicts[:-1]
    wrong = {verdict.mistakes or verdict.typed: verdict for verdict in shown if verdict.is_try}
    return [_row(frame, verdict, names) for verdict in list(wrong.values())[-MOST_TRIED:]]


def _row(frame: QuestionContext, verdict: Verdict, names: bool) -> str:
    """What an answer comes from, or the answer alone."""
    typed = shorten(verdict.typed)
    key = next(iter(verdict.mistakes), "")
    return mistake_words(frame.question, key, typed, frame.texts) if names and key else typed


def _over(frame: QuestionContext) -> Data:
    texts, attempt = frame.texts, frame.attempt
    last = attempt.last_verdict
    words = [_how(frame)]
    if frame.is_test:
        words = [texts("practice.not_answered") if last is None else texts("practice.answered", n=shorten(last.typed))]
    if last is not None and last.kind == "right_rounded":
        words.append(texts("practice.rounded", value=format_value(frame.question, frame.question.answer)))
    return {
        "value": format_value(frame.question, frame.question.answer),
        "detail": "",
        "solved": attempt.is_solved,
        "words": words,
        "buttons": _buttons(frame),
        "said": None,
    }


def _how(frame: QuestionContext) -> str:
    """How it was solved, in words."""
    if not frame.attempt.is_solved:
        return frame.texts("practice.given_up")
    texts, tries, taken = frame.texts, frame.attempt.tries + 1, frame.hints_taken
    when = texts(f"practice.try_{tries if tries <= MOST_SPELLED else 'many'}", tries=tries)
    hints = texts(f"practice.hints_{taken if taken <= MOST_SPELLED else 'many'}", hints=taken) if taken else ""
    return texts("practice.solved_hints", when=when, help=hints) if taken else texts("practice.solved", when=when)


def _buttons(frame: QuestionContext) -> list[Data]:
    texts, asked, number = frame.texts, frame.progress.question_set, frame.number
    found: list[Data] = []
    if number < asked.size:
        found.append({"label": texts("practice.next"), "icon": "next", "place": {"q": str(number + 1)}})
    elif asked.size > 1:
        found.append({"label": texts("practice.to_results"), "icon": "next", "place": {"q": "results"}})
    if (other := similar_set(frame)) is not None:
        found.append({"label": texts("practice.another"), "icon": "another", "place": {"clear": "1"} | encode_set(other)})
    return [*found, {"label": texts("practice.explore"), "icon": "", "state": to_text(frame.state)}]


def similar_set(frame: QuestionContext) -> QuestionSet | None:
    """A set of one question of the same kind, metric and level, on a fresh list; None where none can be drawn."""
    question, asked = frame.question, frame.progress.question_set
    metric = parse_measure(question.measure).metric
    if metric.exercise is None or frame.is_test:
        return None
    return replace(
        asked,
        kinds=(question.kind,),
        measures=(metric.key,),
        count=1,
        seed=_next_seed(question, asked.seed),
        level=question.level,
        adapts=False,
        fixed_questions=(),
        title="",
    )


def _next_seed(question: Question, seed: int) -> int:
    """A seed that follows from a question, so that nothing is left to chance."""
    whole = f"{seed} {question.number} {question.kind} {question.measure} {[item.grade for item in question.lists[0].items]}"
    return crc32(whole.encode()) % LARGEST_SEED
