"""Question sets as a printable sheet: one HTML file with its styles inside, which loads nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from rankviz.basics.escaping import in_html
from rankviz.display.formulas.derivation import Line
from rankviz.learn.export.exported_text import ExportedSet, list_table, paragraphs, question_name, to_html
from rankviz.learn.export.worksheet import asks_number, blanks, is_derived, mistake_meanings, solution_words
from rankviz.learn.questions.question import Question
from rankviz.learn.words.export_choices import right_answer_text
from rankviz.learn.words.prompt import Prompt, prompt, solution
from rankviz.texts import Texts

HTML_LANGUAGES = {"zh": "zh-Hans"}  # lang attribute of a language, if not its own key


def sheet_html(exported: ExportedSet, texts: Texts, with_key: bool) -> str:
    """Write a set as a page: one or two questions a sheet, with room for working; the answer key begins a new sheet.

    Raises
    ------
    InputError
        `needs_package` for an answer key, if latex2mathml is not installed.
    """
    title = in_html(exported.heading(texts))
    body = [
        f"<h1>{title}</h1>",
        f'<p class="name">{texts("worksheet.name")} <span class="blank"></span></p>',
        *(_question_html(each, texts) for each in exported.exportable),
    ]
    if with_key:
        from rankviz.display.formulas.explanation_html import line_row  # loads latex2mathml; a sheet without a key does without

        solutions = "".join(_key_html(each, texts, line_row) for each in exported.exportable)
        body.append(f'<section class="key"><h1>{texts("worksheet.key")}</h1>{solutions}</section>')
    if left_out_note := exported.left_out_note(texts):
        body.append(to_html(paragraphs([left_out_note])))
    if exported.command:
        body.append(f'<p class="made">{in_html(texts("worksheet.made", command=exported.command))}</p>')
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
    language = HTML_LANGUAGES.get(texts.language, texts.language)
    page = f"<head>{head}<style>{_styles()}</style></head>\n<body>{''.join(body)}</body>"
    return f'<!DOCTYPE html>\n<html lang="{language}">{page}</html>\n'.encode("ascii", "xmlcharrefreplace").decode()


def question_parts(question: Question, texts: Texts) -> str:
    """Return what a question shows, without its heading, as HTML."""
    shown_prompt = prompt(question, texts)
    convention = f'<p class="convention">{in_html(shown_prompt.convention)}</p>'
    list_elements = [list_table(shown_prompt), *paragraphs([shown_prompt.missed])]
    return "".join(
        [
            to_html(paragraphs([shown_prompt.task, shown_prompt.note])),
            convention,
            to_html(list_elements),
            _items_html(question, shown_prompt, texts),
        ]
    )


def _items_html(question: Question, shown_prompt: Prompt, texts: Texts) -> str:
    """Return the lines of a derivation, and the options as boxes to tick."""
    boxes = "lines" if blanks(question, texts) else "boxes"
    groups = (("lines", shown_prompt.lines), (boxes, [words for _, words in shown_prompt.choices]))
    return "".join(
        f'<ul class="{name}">{"".join(f"<li>{in_html(each)}</li>" for each in rows)}</ul>' for name, rows in groups if rows
    )


def _question_html(question: Question, texts: Texts) -> str:
    digits = in_html(prompt(question, texts).digits) if asks_number(question) else ""
    blank = "".join(f'<span>{in_html(each)} <span class="blank"></span></span>' for each in blanks(question, texts))
    heading = f"<h2>{in_html(question_name(question, texts))}</h2>"
    parts = question_parts(question, texts)
    return f'<section class="question">{heading}{parts}<p class="answer"><span>{digits}</span>{blank}</p></section>'


def _key_html(question: Question, texts: Texts, row: Callable[[Line], str]) -> str:
    head = f"<h2>{in_html(question_name(question, texts))} = {in_html(right_answer_text(question, texts))}</h2>"
    sentences = to_html(paragraphs(solution_words(question, texts)))
    lines = "".join(map(row, solution(question)))
    lines = lines.replace('display="block"', 'displaystyle="true"')  # a cell's formula begins where the cell does
    rows = f"<table>{lines}</table>" if is_derived(question) else ""
    names = "".join(_meaning_items(question, texts))
    meaning = f"<h3>{texts('worksheet.meaning')}</h3><ul>{names}</ul>" if names else ""
    return f'<section class="solved">{head}{sentences}{rows}{meaning}</section>'


def _meaning_items(question: Question, texts: Texts) -> Iterator[str]:
    for number, words in mistake_meanings(question, texts):
        yield f"<li>{in_html(words).replace(number, f'<b>{number}</b>', 1)}</li>"


@cache
def _styles() -> str:
    return (Path(__file__).parent / "sheet.css").read_text(encoding="utf-8")
