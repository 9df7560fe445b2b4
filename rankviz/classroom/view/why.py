"""The payload of the stage 'why': the right derivation above that of an answer, and the consequence for this list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypedDict

from rankviz.classroom.answer_causes import RIGHT
from rankviz.classroom.grouped_answers import Bar
from rankviz.classroom.questions import asks_number, judge_class_answer, question_of, right_answer
from rankviz.classroom.scene import Scene
from rankviz.classroom.view.answer_bars import answer_words, bar_words, bars_of, bars_with_reason, derivation_lines
from rankviz.classroom.words.causes import cause_words, fitting_match, is_printed, value_before_percent
from rankviz.classroom.words.derivations import derivations_of_match, pair_derivations, trace_after_swap, without_marks
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics.measures import parse_measure
from rankviz.display.formulas.derivation import derivation
from rankviz.display.formulas.two_derivations import ComparedLine
from rankviz.display.number_format import fixed_decimals
from rankviz.display.parts.two_derivations import DerivationSide, shown_line
from rankviz.evaluation.evaluate import compute
from rankviz.learn.questions.kinds.options import Options
from rankviz.learn.questions.kinds.swap import Swaps
from rankviz.learn.questions.kinds.trend import Trend
from rankviz.learn.questions.question import Question
from rankviz.learn.words.feedback import feedback
from rankviz.learn.words.kinds import KIND_WORDINGS
from rankviz.learn.words.kinds.order import letter
from rankviz.learn.words.kinds.trend import move_effects
from rankviz.texts import Texts


class AnswerExplanation(TypedDict):
    """One of the two answers: what explains it, how many gave it, and its derivations, each `{label, lines}`."""

    answer: str
    is_right: bool
    text: str
    count_text: str
    sides: list[DerivationSide]


class WhyPayload(TypedDict):
    """The derivations between header and footer.

    `wrong` is None where no answer is wrong. `sentences` stand below; `difference` is read aloud at a term that differs.
    `lines` are those that were asked about, as of `derivation_lines`, or [].
    """

    lines: list[dict[str, object]]
    right: AnswerExplanation
    wrong: AnswerExplanation | None
    sentences: list[str]
    difference: str


class AnswerReason(NamedTuple):
    """Derivations of the right answer, with their labels, that of the wrong one, and sentences."""

    right: Sequence[tuple[str, Sequence[ComparedLine]]]
    wrong: Sequence[ComparedLine] = ()
    sentences: Sequence[str] = ()


def why_payload(scene: Scene, texts: Texts) -> WhyPayload:
    """Build the payload for the current bar; for the right answer alone if no bar is wrong."""
    question, bars = question_of(scene.question_name), bars_of(scene)
    causes = bars_with_reason(bars, question)
    bar = causes[min(scene.cause, len(causes) - 1)] if causes else None
    reason = reason_of(question, bar, texts)
    first = next(each for each in bars if each.kind == RIGHT)
    return {
        "lines": derivation_lines(question, texts, is_marked=True, is_mended=True),
        "right": _explanation(question, first, [side_payload(*each, texts) for each in reason.right], texts),
        "wrong": None
        if bar is None
        else _explanation(question, bar, [side_payload("", reason.wrong, texts)] if reason.wrong else [], texts),
        "sentences": [*reason.sentences],
        "difference": texts("two_derivations.differs"),
    }


def reason_of(question: Question, bar: Bar | None, texts: Texts) -> AnswerReason:
    """Return derivations and sentences that explain the right answer, and that of a bar."""
    if bar is not None and bar.kind == RIGHT:
        bar = None
    if question.kind == "value":
        return _reason_of_number(question, bar, texts)
    chosen = "" if bar is None else bar.numbers[0]
    if isinstance(question.given, Trend):
        return _reason_of_trend(question, texts)
    if isinstance(question.given, Swaps):
        return _reason_of_swap(question, question.given, chosen, texts)
    if question.kind == "better":
        pair = pair_derivations(question.trace, question.trace, queries=(0, 1))
        names = texts("better.list_a"), texts("better.list_b")
        sides = list(zip(names, (pair.right, pair.wrong), strict=True))
        return AnswerReason(sides, sentences=KIND_WORDINGS["better"].solution_words(question, texts))
    if question.kind == "who" and isinstance(question.given, Options):
        return _reason_of_convention(question, question.given, chosen, texts)
    return _reason_in_sentences(question, bar, chosen, texts)


def _reason_of_number(question: Question, bar: Bar | None, texts: Texts) -> AnswerReason:
    match = None
    if bar is not None and any(each.match is not None for each in bar.causes):
        match = fitting_match(bar.causes, bar.numbers[0])
    pair = derivations_of_match(question, match, texts)
    sentences = [pair.consequence] if pair.consequence else []
    if bar is not None and match is not None and pair.wrong and not is_printed(match, bar.numbers[0]):
        sentences.append(texts("answer_cause.why.digits", value=fixed_decimals(value_before_percent(match), question.digits)))
    return AnswerReason([("", pair.right)], pair.wrong, sentences)


def _reason_of_trend(question: Question, texts: Texts) -> AnswerReason:
    trace, _ = move_effects(question)
    pair = pair_derivations(trace, trace, queries=(0, 1))
    names = texts("answer_cause.why.before"), texts("answer_cause.why.after")
    return AnswerReason(
        list(zip(names, (pair.right, pair.wrong), strict=True)),
        sentences=KIND_WORDINGS["trend"].solution_words(question, texts),
    )


def _reason_of_swap(question: Question, swaps: Swaps, chosen: str, texts: Texts) -> AnswerReason:
    best = right_answer(question)
    values = {".".join(map(str, ranks)): value for ranks, value in zip(swaps.ranks, swaps.values, strict=True)}
    value_texts = {key: fixed_decimals(value, question.digits) for key, value in values.items()}
    before, swap_text = fixed_decimals(question.answer, question.digits), answer_words(question, best, texts)
    sentences = [
        texts("answer_cause.why.swap_right", swap=swap_text, measure=question.measure, before=before, after=value_texts[best])
    ]
    if chosen not in values:
        return AnswerReason([("", without_marks(derivation(trace_after_swap(question, best))))], sentences=sentences)
    pair = pair_derivations(trace_after_swap(question, best), trace_after_swap(question, chosen))
    key = "answer_cause.why.swap_none" if abs(values[chosen] - question.answer) < 1e-12 else "answer_cause.why.swap_wrong"
    sentences.append(texts(key, swap=answer_words(question, chosen, texts), value=value_texts[chosen]))
    return AnswerReason([("", pair.right)], pair.wrong, sentences)


def _reason_of_convention(question: Question, options: Options, chosen: str, texts: Texts) -> AnswerReason:
    metric, lists = parse_measure(question.measure).metric, RawLists.from_rankings(question.lists)
    traces = {key: compute(metric, lists, each) for key, each in zip(options.keys, options.conventions, strict=True)}
    sentences = KIND_WORDINGS["who"].solution_words(question, texts)
    if chosen not in traces:
        return AnswerReason([("", without_marks(derivation(traces[options.right])))], sentences=sentences)
    pair = pair_derivations(traces[options.right], traces[chosen])
    return AnswerReason([("", pair.right)], pair.wrong, sentences)


def _reason_in_sentences(question: Question, bar: Bar | None, chosen: str, texts: Texts) -> AnswerReason:
    """Explain kinds that have sentences only."""
    sentences = [*KIND_WORDINGS[question.kind].solution_words(question, texts)]
    if bar is not None and not asks_number(question):
        sentences.append(_choice_sentence(question, chosen, texts))
    return AnswerReason([], sentences=sentences)


def _choice_sentence(question: Question, chosen: str, texts: Texts) -> str:
    """Return the feedback on a chosen option."""
    verdict = judge_class_answer(question, chosen)
    if verdict.turned:
        above, below = map(letter, verdict.turned)
        return texts("order.turned", above=above, below=below)
    return feedback(question, verdict, texts)[0]


def side_payload(label: str, lines: Sequence[ComparedLine], texts: Texts) -> DerivationSide:
    """Build the payload of one derivation."""
    return {"label": label, "lines": [shown_line(each, texts) for each in lines]}


def _explanation(question: Question, bar: Bar, sides: list[DerivationSide], texts: Texts) -> AnswerExplanation:
    is_right = bar.kind == RIGHT
    answer = answer_words(question, bar.numbers[0] if bar.count or bar.first_vote else right_answer(question), texts)
    is_number = asks_number(question) and not is_right
    text = (
        cause_words(question, bar.causes, bar.numbers[0], texts, brief=True) if is_number else bar_words(question, bar, texts)
    )
    return {
        "answer": answer,
        "is_right": is_right,
        "text": text,
        "count_text": texts("answer_cause.bars.answers", count=bar.count),
        "sides": sides,
    }
