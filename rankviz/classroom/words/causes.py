"""Causes of answers in a few words: clauses beside a bar, which begin a sentence on a phone."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.classroom.answer_causes import NONE, RIGHT, SHORT, SLIP, AnswerCause
from rankviz.core.conventions import FIELDS, Convention
from rankviz.core.lists.ranking import Item
from rankviz.core.metrics.measures import parse_measure
from rankviz.core.typed_number import agreement, read_typed
from rankviz.diagnose.departures import Departure
from rankviz.diagnose.lookup_result import Match
from rankviz.diagnose.words.findings import departure_words, plainest
from rankviz.display.labels import option_label
from rankviz.learn.questions.judging import PERCENT, SLIPS
from rankviz.learn.questions.question import Question
from rankviz.learn.words.feedback import mistake_words
from rankviz.texts import Texts

MOST_NAMED = 3  # documents; of more only how many there are
INSTEAD = ("gain", "discount")  # fields whose options are formulas: one stands in the place of the other


def cause_words(question: Question, causes: Sequence[AnswerCause], number: str, texts: Texts, *, brief: bool = False) -> str:
    """Return the cause of the answers of a bar in words.

    Parameters
    ----------
    question : Question
    causes : sequence of AnswerCause
        Of one bar; not those of the rest, nor choices.
    number : str
        What was answered, as it is shown.
    texts : Texts
    brief : bool
        Whether it is left out what follows, which is said elsewhere.
    """
    first = causes[0]
    if first.kind in (RIGHT, SHORT, NONE):
        return texts(f"answer_cause.{first.kind}")
    if first.kind == SLIP:
        return _slip_text(causes, texts)
    if first.match is None:
        key = first.key
        return texts("answer_cause.percent") if key == PERCENT else mistake_words(question, key, number, texts)
    match = fitting_match(causes, number)
    text = match_words(question, match, texts, brief=brief)
    return (
        texts("answer_cause.and_percent", words=text) if is_in_percent(match, number) and not is_only_percent(match) else text
    )


def fitting_match(causes: Sequence[AnswerCause], number: str) -> Match:
    """Return the match of a bar that gives a number; the commonest one if none gives it exactly."""
    matches = [each.match for each in causes if each.match is not None]
    return next((each for each in matches if is_printed(each, number)), matches[0])


def is_printed(match: Match, number: str) -> bool:
    """Whether a match gives a number, and not one that differs by rounding on the way."""
    return bool(agreement(value_before_percent(match), read_typed(number))) or is_in_percent(match, number)


def value_before_percent(match: Match) -> float:
    """Return the value of a match before it is written as a percentage."""
    return match.value / 100 if any(each.key == PERCENT for each in match.departures) else match.value


def match_words(question: Question, match: Match, texts: Texts, *, brief: bool = False) -> str:
    """Return what a match does otherwise, in words; for libraries the choices they make, not their names."""
    departures = stated_departures(match)
    if len(departures) == 1 and not _has_own_words(departures[0]):
        departures = stated_departures(plainest(match, texts))
    if all(each.kind == "rounding" for each in departures):
        return texts("answer_cause.rounding")
    texts_of = [_departure_text(question, each, texts, brief=brief) for each in departures]
    return texts("departure.separator").join(dict.fromkeys(texts_of))


def stated_departures(match: Match) -> tuple[Departure, ...]:
    """Return the departures to state: choices instead of libraries, and the percentage only if it is the only one."""
    own = [each for each in match.departures if each.kind != "profile" or not match.library_choices]
    by_library = [each for each in match.library_choices if each.key not in {one.key for one in own}]
    all_departures = [*by_library, *own] if any(each.kind == "profile" for each in match.departures) else own
    return tuple(each for each in all_departures if each.key != PERCENT) or tuple(all_departures)


def is_in_percent(match: Match, number: str) -> bool:
    """Whether a number is the value of a match times 100."""
    typed, base = read_typed(number), value_before_percent(match)
    return not agreement(base, typed) and bool(agreement(100 * base, typed))


def is_only_percent(match: Match) -> bool:
    """Whether the percentage is the only departure."""
    return all(each.key == PERCENT for each in stated_departures(match))


def forgotten_documents(question: Question, convention: Convention) -> tuple[Item, ...]:
    """Return the missed documents that have a gain in the ideal ranking of all judged ones."""
    at_least = convention.threshold if convention.gain == "binary" else 0.0
    strict = convention.gain != "binary" or convention.strict == "yes"
    missed = (each for each in question.lists[0].missed if each.grade is not None)
    return tuple(each for each in missed if (each.grade > at_least if strict else each.grade >= at_least))  # type: ignore[operator]


def documents_text(documents: Sequence[str], texts: Texts) -> str:
    """Return documents as part of a sentence: up to three by name, else their number.

    Examples
    --------
    >>> documents_text(["d7", "d8"], Texts("en")), documents_text(["a", "b", "c", "d"], Texts("en"))
    ('d7 and d8', '4 documents')
    """
    if len(documents) > MOST_NAMED:
        return texts("answer_cause.documents", count=len(documents))
    *others, last = documents
    listed = texts("sentence.more_separator").join(others)
    return texts("answer_cause.and", first=listed, last=last) if others else last


def _slip_text(causes: Sequence[AnswerCause], texts: Texts) -> str:
    """Return the text of one slip with its rank, or of several of a kind together."""
    matches = {each.variant: each.match for each in causes if each.match is not None}
    departures = [match.departures[0] for match in matches.values()]
    if len(departures) == 1:
        return texts("answer_cause.slip", words=departure_words(departures[0], texts))
    return texts(f"answer_cause.slips_{departures[0].kind}")


def _has_own_words(departure: Departure) -> bool:
    where = departure.details
    return departure.kind in ("forgotten", "metric") or (departure.kind == "choice" and where["name"] in (*INSTEAD, "ideal"))


def _departure_text(question: Question, departure: Departure, texts: Texts, *, brief: bool) -> str:
    details = departure.details
    if departure.kind == "choice":
        return _choice_text(question, departure, texts, brief=brief)
    if departure.kind == "metric":
        text_key = f"answer_cause.metric_{parse_measure(question.measure).metric.key}_{departure.key.removeprefix('metric=')}"
        return texts(text_key) if text_key in texts else departure_words(departure, texts)
    missed = question.lists[0].missed_judged
    if departure.kind == "forgotten" and missed and len(question.lists) == 1:
        documents = documents_text([each.doc_id for each in missed], texts)
        return texts("answer_cause.forgotten", documents=documents, count=len(missed))
    if departure.key == PERCENT:
        return texts("answer_cause.percent")
    if departure.kind in SLIPS and "list" not in details:
        return texts("answer_cause.slip", words=departure_words(departure, texts))
    return departure_words(departure, texts, judged=False)


def _choice_text(question: Question, departure: Departure, texts: Texts, *, brief: bool) -> str:
    """Return the text of a choice: one formula instead of another, or the ideal and what it forgets; else as in a look-up."""
    name, value, current = (departure.details[part] for part in ("name", "value", "present"))
    if name == "ideal" and value == "retrieved":
        documents = [each.doc_id for each in forgotten_documents(question, question.convention)] if current == "judged" else []
        if brief or not documents:
            return texts("answer_cause.ideal_shown")
        return texts("answer_cause.ideal_forgotten", documents=documents_text(documents, texts), count=len(documents))
    if name not in INSTEAD or FIELDS[name].custom_field_of(value):
        return departure_words(departure, texts, judged=False)
    text_key = f"answer_cause.{name}_{value}"
    if FIELDS[name].custom_field_of(current):
        return texts(f"answer_cause.{name}_other", value=option_label(name, value, texts, judged=False))
    if text_key in texts and (value != "plus_outside" or current == "log2"):
        return texts(text_key)
    labels = {part: option_label(name, departure.details[part], texts, judged=False) for part in ("value", "present")}
    return texts(f"answer_cause.{name}", **labels)
