"""Practice questions on paper: as Markdown and LaTeX, each with a key for the person who marks them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from rankviz.display.formulas.explanation_text import derivation_latex
from rankviz.learn.export.question_export import ExportedSet, question_name
from rankviz.learn.questions.question import Question
from rankviz.learn.words.by_kind import KIND_WORDINGS
from rankviz.learn.words.export_choices import listed_choices, right_answer_text
from rankviz.learn.words.number_feedback import mistake_words, mistakes_by_number
from rankviz.learn.words.prompt import Prompt, prompt, solution
from rankviz.texts import Texts

BLANK = "_" * 20


def mistake_meanings(question: Question, texts: Texts) -> tuple[tuple[str, str], ...]:
    """The numbers that mistakes give, in order, with the names of the mistakes: for whoever marks forty sheets."""
    separator = texts("words.separator")
    in_order = sorted(mistakes_by_number(question), key=lambda pair: pair[1][0].value)
    return tuple(
        (number, separator.join(mistake_words(question, each.key, number, texts) for each in mistakes))
        for number, mistakes in in_order
    )


# ---------------------------------------------------------------------------------------------------------------------------
# Markdown


def blanks(question: Question, texts: Texts) -> tuple[str, ...]:
    """What stands before the blanks of a question; none where there are boxes to be ticked."""
    if question.kind == "value":
        return (f"{question.measure} =",)
    if question.kind == "step":
        return texts("sets.line"), texts("sets.line_value", measure=question.measure)
    return () if listed_choices(question, texts) else (texts("sets.your_answer"),)


def markdown(written: ExportedSet, texts: Texts, with_key: bool) -> str:
    """Write a set as Markdown, with dollar signs around formulas."""
    parts = [f"# {_escape_markdown(written.heading(texts))}", f"{texts('worksheet.name')} {_escape_markdown(BLANK)}"]
    for question in written.exportable:
        found = prompt(question, texts)
        told = (found.task, found.note, found.convention)
        parts += [
            f"## {_escape_markdown(question_name(question, texts))}",
            *(_escape_markdown(each) for each in told if each),
            _markdown_table(found),
        ]
        parts += [_escape_markdown(found.missed)] if found.missed else []
        parts += ["\n".join(_markdown_items(question, found))] if found.lines or found.choices else []
        parts += [_escape_markdown(found.digits)] if question.kind in ("value", "gap") else []
        parts += [f"{_escape_markdown(each)} {_escape_markdown(BLANK)}" for each in blanks(question, texts)]
    if with_key:
        parts += [f"# {texts('worksheet.key')}", *(part for each in written.exportable for part in _markdown_key(each, texts))]
    parts += [_escape_markdown(each) for each in [written.left_out_note(texts)] if each]
    parts += [texts("worksheet.made", command=f"`{written.command}`")] if written.command else []
    return "\n\n".join(parts) + "\n"


def _markdown_items(question: Question, found: Prompt) -> Iterator[str]:
    """Lines of a derivation, which have their numbers, and boxes to be ticked."""
    boxes = "" if question.kind == "step" else "[ ] "
    yield from (f"- {_escape_markdown(line)}" for line in found.lines)
    yield from (f"- {boxes}{_escape_markdown(words)}" for _, words in found.choices)


def _markdown_key(question: Question, texts: Texts) -> list[str]:
    rows = "\n".join(f"- {_escape_markdown(words)}" for _, words in mistake_meanings(question, texts))
    head = f"## {_escape_markdown(question_name(question, texts))} = {_escape_markdown(right_answer_text(question, texts))}"
    said = [_escape_markdown(each) for each in solution_words(question, texts)]
    formula = [f"$$\n{derivation_latex(solution(question))}\n$$"] if is_derived(question) else []
    return [head, *said, *formula, *([f"**{texts('worksheet.meaning')}**", rows] if rows else [])]


def solution_words(question: Question, texts: Texts) -> tuple[str, ...]:
    """What is said of the answer where it is no value."""
    return KIND_WORDINGS[question.kind].solution_words(question, texts) if question.kind in KIND_WORDINGS else ()


def is_derived(question: Question) -> bool:
    """Whether one derivation leads to the answer."""
    return question.kind in ("value", "gap", "step")


def _markdown_table(found: Prompt) -> str:
    lines = (found.heads, ("---",) * len(found.heads), *found.rows)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _escape_markdown(text: str) -> str:
    return re.sub(r"([\\`*_{}\[\]<>#|$~])", r"\\\1", text)


# ---------------------------------------------------------------------------------------------------------------------------
# LaTeX

SIGNS: Mapping[str, str] = {
    **{sign: rf"\{sign}" for sign in "{}$&#_%"},
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    **{sign: f"$^{{{letter}}}$" for sign, letter in zip("ᵍᵐᵃˣ", "gmax", strict=True)},
    "₁": "$_{1}$",
    "₀": "$_{0}$",
    "₂": "$_{2}$",
    "−": "$-$",
    "·": r"$\cdot$",
    "√": r"$\surd$",
    "≥": r"$\ge$",
    "›": "$>$",
    "…": r"\ldots{}",
}
CLASSES = {"zh": "ctexart"}  # of the document, where another one is needed for the signs of a language
PACKAGES = r"\usepackage[a4paper, margin=2.2cm]{geometry}" + "\n" + r"\usepackage{amsmath}"
ROOM = r"\vfill"
TWO = 2  # questions a page


def latex(written: ExportedSet, texts: Texts, with_key: bool) -> str:
    """Write a set as a LaTeX document; Chinese needs XeLaTeX or LuaLaTeX."""
    body = [
        rf"\section*{{{_escape_latex(written.heading(texts))}}}",
        rf"{texts('worksheet.name')} \underline{{\hspace{{6cm}}}}",
    ]
    for place, question in enumerate(written.exportable, 1):
        body += [*_latex_question(question, texts), ROOM]
        body += [r"\newpage"] if place % TWO == 0 and place < len(written.exportable) else []
    if with_key:
        body += [r"\newpage", rf"\section*{{{texts('worksheet.key')}}}"]
        body += [part for each in written.exportable for part in _latex_key(each, texts)]
    body += [rf"\medskip\noindent {_escape_latex(text)}"] if (text := written.left_out_note(texts)) else []
    body += (
        [rf"\medskip\noindent{{\small {_escape_latex(texts('worksheet.made', command=written.command))}}}"]
        if written.command
        else []
    )
    head = rf"\documentclass[11pt]{{{CLASSES.get(texts.language, 'article')}}}"
    begin, end = r"\begin{document}", r"\end{document}"
    return "\n\n".join([f"{head}\n{PACKAGES}\n\\setlength{{\\parindent}}{{0pt}}\n{begin}", *body, end]) + "\n"


def _latex_question(question: Question, texts: Texts) -> list[str]:
    found = prompt(question, texts)
    rows = " \\\\\n".join(" & ".join(map(_escape_latex, cells)) for cells in found.rows)
    heads = " & ".join(map(_escape_latex, found.heads))
    table = f"\\begin{{tabular}}{{{'r' * (len(found.heads) - 1)}r}}\n{heads} \\\\ \\hline\n{rows}\n\\end{{tabular}}"
    told = [found.task, *filter(None, [found.note])]
    digits = _escape_latex(found.digits) if question.kind in ("value", "gap") else ""
    blank = r" \hfill ".join(rf"{_escape_latex(each)} \underline{{\hspace{{4cm}}}}" for each in blanks(question, texts))
    return [
        rf"\subsection*{{{_escape_latex(question_name(question, texts))}}}",
        "\\\\\n".join(map(_escape_latex, told)) + r"\\" + "\n" + rf"{{\small {_escape_latex(found.convention)}}}",
        table,
        *([_escape_latex(found.missed)] if found.missed else []),
        *([_latex_items(question, found)] if found.lines or found.choices else []),
        *([rf"{digits} \hfill {blank}"] if digits or blank else []),
    ]


def _latex_items(question: Question, found: Prompt) -> str:
    """Lines of a derivation, and boxes to be ticked."""
    label = "[]" if question.kind == "step" else r"[\fbox{\phantom{x}}]"
    rows = [rf"\item[] {_escape_latex(line)}" for line in found.lines]
    rows += [rf"\item{label} {_escape_latex(words)}" for _, words in found.choices]
    return "\\begin{itemize}\n" + "\n".join(rows) + "\n\\end{itemize}"


def _latex_key(question: Question, texts: Texts) -> list[str]:
    name, answer = (_escape_latex(each) for each in (question_name(question, texts), right_answer_text(question, texts)))
    items = "\n".join(rf"\item {_escape_latex(words)}" for _, words in mistake_meanings(question, texts))
    return [
        rf"\subsection*{{{name} $=$ {answer}}}",
        *map(_escape_latex, solution_words(question, texts)),
        *([derivation_latex(solution(question))] if is_derived(question) else []),
        *([rf"\textbf{{{texts('worksheet.meaning')}}}", f"\\begin{{itemize}}\n{items}\n\\end{{itemize}}"] if items else []),
    ]


def _escape_latex(text: str) -> str:
    return "".join(SIGNS.get(sign, sign) for sign in text)
