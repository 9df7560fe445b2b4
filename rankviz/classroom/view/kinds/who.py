"""`who` in a class: each option has its choices under it, and a wrong one the derivation by them."""

from __future__ import annotations

from rankviz.classroom.grouped_answers import Bar
from rankviz.classroom.view.class_kind import AnswerReason, ChoiceOption, ClassKind
from rankviz.classroom.words.derivations import pair_derivations, without_marks
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics.measures import parse_measure
from rankviz.display.formulas.derivation import derivation
from rankviz.evaluation.evaluate import compute
from rankviz.learn.questions.question import Question
from rankviz.learn.words.kinds import KIND_WORDINGS, who
from rankviz.texts import Texts


def _option(question: Question, key: str, texts: Texts) -> ChoiceOption:
    label, detail = who.answer_words(question, key, texts), who.differing_choices(question, key, texts)
    return {"key": key, "label": label, "detail": detail}


def _note(question: Question, texts: Texts) -> str:
    is_of_libraries = any(map(who.is_library, who.kind_data(question).keys))
    return texts("who.note_libraries" if is_of_libraries else "who.note_choices")


def _reason(question: Question, bar: Bar | None, texts: Texts) -> AnswerReason:
    options, chosen = who.kind_data(question), "" if bar is None else bar.numbers[0]
    metric, lists = parse_measure(question.measure).metric, RawLists.from_rankings(question.lists)
    traces = {key: compute(metric, lists, each) for key, each in zip(options.keys, options.conventions, strict=True)}
    sentences = KIND_WORDINGS[question.kind].solution_words(question, texts)
    if chosen not in traces:
        return AnswerReason([("", without_marks(derivation(traces[options.right])))], sentences=sentences)
    pair = pair_derivations(traces[options.right], traces[chosen])
    return AnswerReason([("", pair.right)], pair.wrong, sentences)


CLASS_KIND = ClassKind(option=_option, note=_note, reason=_reason)
