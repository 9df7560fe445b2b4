"""Question sets on paper: as Markdown and LaTeX, each with an answer key for the person who marks them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rankviz.basics.escaping import in_markdown, in_markdown_text
from rankviz.display.formulas.explanation_text import derivation_latex
from rankviz.learn.export.exported_text import ExportedSet, question_name
from rankviz.learn.questions.question import Question
from rankviz.learn.words.export_choices import listed_choices, right_answer_text
from rankviz.learn.words.kind_wording import NUMBER
from rankviz.learn.words.kinds import KIND_WORDINGS
from rankviz.learn.words.number_feedback import mistake_words, mistakes_by_number
from rankviz.learn.words.prompt import Prompt, prompt, solution
from rankviz.texts import Texts

BLANK = "_" * 20


def mistake_meanings(question: Question, texts: Texts) -> tuple[tuple[str, str], ...]:
    """Return the numbers that mistakes give, in ascending order, each with the names of its mistakes."""
    separator = texts("words.separator")
    in_order = sorted(mistakes_by_number(question), key=lambda pair: pair[1][0].value)
    return tuple(
        (number, separator.join(mistake_words(question, each.key, number, texts) for each in mistakes))
        for number, mistakes in in_order
    )


# ---------------------------------------------------------------------------------------------------------------------------
# Markdown


def blanks(question: Question, texts: Texts) -> tuple[str, ...]:
    """Return the labels of the blanks of a question; () if it has boxes to tick."""
    own = KIND_WORDINGS[question.kind].blanks
    if own is not None:
        return own(question, texts)
    return () if listed_choices(question, texts) else (texts("sets.your_answer"),)


def markdown(exported: ExportedSet, texts: Texts, with_key: bool) -> str:
    """Write a set as Markdown, with dollar signs around formulas."""
    parts = [f"# {in_markdown_text(exported.heading(texts))}", f"{texts('worksheet.name')} {in_markdown_text(BLANK)}"]
    for question in exported.exportable:
        shown_prompt = prompt(question, texts)
        sentences = (shown_prompt.task, shown_prompt.note, shown_prompt.convention)
        parts += [
            f"## {in_markdown_text(question_name(question, texts))}",
            *(in_markdown_text(each) for each in sentences if each),
            _markdown_table(shown_prompt),
        ]
        parts += [in_markdown_text(shown_prompt.missed)] if shown_prompt.missed else []
        parts += (
            ["\n".join(_markdown_items(shown_prompt, "" if blanks(question, texts) else "[ ] "))]
            if shown_prompt.lines or shown_prompt.choices
            else []
        )
        parts += [in_markdown_text(shown_prompt.digits)] if asks_number(question) else []
        parts += [f"{in_markdown_text(each)} {in_markdown_text(BLANK)}" for each in blanks(question, texts)]
    if with_key:
        parts += [f"# {texts('worksheet.key')}", *(part for each in exported.exportable for part in _markdown_key(each, texts))]
    parts += [in_markdown_text(each) for each in [exported.left_out_note(texts)] if each]
    parts += [texts("worksheet.made", command=in_markdown(exported.command))] if exported.command else []
    return "\n\n".join(parts) + "\n"


def _markdown_items(shown_prompt: Prompt, box: str) -> Iterator[str]:
    """Yield the lines of a derivation, and the options, each after a box to tick if there is one."""
    yield from (f"- {in_markdown_text(line)}" for line in shown_prompt.lines)
    yield from (f"- {box}{in_markdown_text(words)}" for _, words in shown_prompt.choices)


def _markdown_key(question: Question, texts: Texts) -> list[str]:
    rows = "\n".join(f"- {in_markdown_text(words)}" for _, words in mistake_meanings(question, texts))
    head = f"## {in_markdown_text(question_name(question, texts))} = {in_markdown_text(right_answer_text(question, texts))}"
    sentences = [in_markdown_text(each) for each in solution_words(question, texts)]
    formula = [f"$$\n{derivation_latex(solution(question))}\n$$"] if is_derived(question) else []
    return [head, *sentences, *formula, *([f"**{texts('worksheet.meaning')}**", rows] if rows else [])]


def solution_words(question: Question, texts: Texts) -> tuple[str, ...]:
    """Return sentences on the answer; () if it is a value."""
    return KIND_WORDINGS[question.kind].solution_words(question, texts)


def is_derived(question: Question) -> bool:
    """Whether the solution is the derivation of one list."""
    return KIND_WORDINGS[question.kind].is_derived


def asks_number(question: Question) -> bool:
    """Whether a number is written, so that it is said how."""
    return KIND_WORDINGS[question.kind].form == NUMBER


def _markdown_table(shown_prompt: Prompt) -> str:
    heads, *rows = ([in_markdown_text(cell) for cell in cells] for cells in (shown_prompt.heads, *shown_prompt.rows))
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heads, ["---"] * len(heads), *rows))


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
CLASSES = {"zh": "ctexart"}  # document class of a language that article cannot print
PACKAGES = r"\usepackage[a4paper, margin=2.2cm]{geometry}" + "\n" + r"\usepackage{amsmath}"
ROOM = r"\vfill"
BOX = r"[\fbox{\phantom{x}}]"
QUESTIONS_A_PAGE = 2


def latex(exported: ExportedSet, texts: Texts, with_key: bool) -> str:
    """Write a set as a LaTeX document; Chinese needs XeLaTeX or LuaLaTeX."""
    body = [
        rf"\section*{{{_escape_latex(exported.heading(texts))}}}",
        rf"{texts('worksheet.name')} \underline{{\hspace{{6cm}}}}",
    ]
    for place, question in enumerate(exported.exportable, 1):
        body += [*_latex_question(question, texts), ROOM]
        body += [r"\newpage"] if place % QUESTIONS_A_PAGE == 0 and place < len(exported.exportable) else []
    if with_key:
        body += [r"\newpage", rf"\section*{{{texts('worksheet.key')}}}"]
        body += [part for each in exported.exportable for part in _latex_key(each, texts)]
    body += [rf"\medskip\noindent {_escape_latex(text)}"] if (text := exported.left_out_note(texts)) else []
    body += (
        [rf"\medskip\noindent{{\small {_escape_latex(texts('worksheet.made', command=exported.command))}}}"]
        if exported.command
        else []
    )
    head = rf"\documentclass[11pt]{{{CLASSES.get(texts.language, 'article')}}}"
    begin, end = r"\begin{document}", r"\end{document}"
    return "\n\n".join([f"{head}\n{PACKAGES}\n\\setlength{{\\parindent}}{{0pt}}\n{begin}", *body, end]) + "\n"


def _latex_question(question: Question, texts: Texts) -> list[str]:
    shown_prompt = prompt(question, texts)
    rows = " \\\\\n".join(" & ".join(map(_escape_latex, cells)) for cells in shown_prompt.rows)
    heads = " & ".join(map(_escape_latex, shown_prompt.heads))
    table = f"\\begin{{tabular}}{{{'r' * (len(shown_prompt.heads) - 1)}r}}\n{heads} \\\\ \\hline\n{rows}\n\\end{{tabular}}"
    sentences = [shown_prompt.task, *filter(None, [shown_prompt.note])]
    digits = _escape_latex(shown_prompt.digits) if asks_number(question) else ""
    blank = r" \hfill ".join(rf"{_escape_latex(each)} \underline{{\hspace{{4cm}}}}" for each in blanks(question, texts))
    return [
        rf"\subsection*{{{_escape_latex(question_name(question, texts))}}}",
        "\\\\\n".join(map(_escape_latex, sentences)) + r"\\" + "\n" + rf"{{\small {_escape_latex(shown_prompt.convention)}}}",
        table,
        *([_escape_latex(shown_prompt.missed)] if shown_prompt.missed else []),
        *(
            [_latex_items(shown_prompt, "[]" if blanks(question, texts) else BOX)]
            if shown_prompt.lines or shown_prompt.choices
            else []
        ),
        *([rf"{digits} \hfill {blank}"] if digits or blank else []),
    ]


def _latex_items(shown_prompt: Prompt, label: str) -> str:
    """Return the lines of a derivation, and the options, each with a label."""
    rows = [rf"\item[] {_escape_latex(line)}" for line in shown_prompt.lines]
    rows += [rf"\item{label} {_escape_latex(words)}" for _, words in shown_prompt.choices]
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
