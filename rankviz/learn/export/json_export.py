"""Question sets as JSON, and the list of all formats."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType

from rankviz.core.lists.ranking import Ranking
from rankviz.learn.export.exported_text import ExportedSet, question_id, solution_lines
from rankviz.learn.export.moodle import gift, moodle_xml
from rankviz.learn.export.worksheet import latex, markdown
from rankviz.learn.export.worksheet_html import sheet_html
from rankviz.learn.questions.generate import VERSION
from rankviz.learn.questions.kinds import KINDS
from rankviz.learn.questions.question import Question
from rankviz.learn.words.export_choices import choices_of, right_answer_text
from rankviz.learn.words.kind_wording import NUMBER
from rankviz.learn.words.kinds import KIND_WORDINGS
from rankviz.learn.words.number_feedback import mistake_feedback, mistakes_by_number
from rankviz.learn.words.prompt import convention_of, hints, prompt_text
from rankviz.texts import Texts

# Writes a set in a language; the bool is whether with answers, where the format does not always have them.
Writer = Callable[[ExportedSet, Texts, bool], str]


def write_json(exported: ExportedSet, texts: Texts, with_key: bool) -> str:
    """Write a set as JSON, numbers with all digits."""
    rows = [
        {**_question_record(each, texts), **(_answer_record(each, texts) if with_key else {})} for each in exported.exportable
    ]
    record = {"title": exported.heading(texts), "generator": VERSION, "command": exported.command, "questions": rows}
    record |= {"left_out": left_out} if (left_out := exported.left_out_note(texts)) else {}
    return json.dumps(record, ensure_ascii=False, indent=1) + "\n"


def _question_record(question: Question, texts: Texts) -> dict[str, object]:
    choices = [{"key": each.key, "text": each.text} for each in choices_of(question, texts)]
    is_single, move = len(question.lists) == 1, KINDS[question.kind].move(question)
    return {
        "id": question_id(question),
        "kind": question.kind,
        "measure": question.measure,
        "level": question.level,
        "seed": question.seed,
        "number": question.number,
        **(
            _list_record(question.lists[0])
            if is_single
            else {"lists": [_list_record(each, with_ids=True) for each in question.lists]}
        ),
        **({"move": str(move)} if move is not None else {}),
        **({"choices": choices} if choices else {}),
        "convention": question.convention.differences(),
        "convention_words": convention_of(question, texts),
        "prompt": prompt_text(question, texts),
        "digits": question.digits,
    }


def _list_record(ranking: Ranking, *, with_ids: bool = False) -> dict[str, object]:
    """Return a list as a record; `with_ids` with its documents, which several lists share."""
    items_by_name = {"documents": ranking.items, "documents_missed": ranking.missed}
    return {
        **({name: [item.doc_id for item in items] for name, items in items_by_name.items()} if with_ids else {}),
        "grades": [item.grade for item in ranking.items],
        **({"scores": [item.score for item in ranking.items]} if ranking.scored else {}),
        "missed": [item.grade for item in ranking.missed],
    }


def _answer_record(question: Question, texts: Texts) -> dict[str, object]:
    mistakes = [
        {
            "keys": [each.key for each in mistakes_of_number],
            "value": mistakes_of_number[0].value,
            "core": any(each.core for each in mistakes_of_number),
            "feedback": list(mistake_feedback(question, [each.key for each in mistakes_of_number], number, texts)),
        }
        for number, mistakes_of_number in mistakes_by_number(question)
    ]
    right = next((each.key for each in choices_of(question, texts) if each.right), None)
    feedback = {each.key: list(each.feedback) for each in choices_of(question, texts)}
    is_number = KIND_WORDINGS[question.kind].form == NUMBER
    return {
        "answer": question.answer if is_number else right or right_answer_text(question, texts),
        **({"feedback": feedback} if feedback else {"mistakes": mistakes}),
        "hints": list(hints(question, texts)),
        "solution": list(solution_lines(question, texts)),
    }


FORMATS: Mapping[str, Writer] = MappingProxyType(
    {"markdown": markdown, "html": sheet_html, "latex": latex, "moodle": moodle_xml, "gift": gift, "json": write_json}
)
