"""Practice questions on paper: as Markdown and LaTeX, each with a key for the person who marks them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rankviz.show.exercises.feedback import by_number, mistake_words
from rankviz.show.exercises.prompt import Prompt, printed, prompt, solution
from rankviz.show.exercises.written import WrittenSet, question_name
from rankviz.show.text import derivation_latex
from rankviz.teach.question import Question
from rankviz.texts import Texts

BLANK = "_" * 20


def meanings(question: Question, texts: Texts) -> tuple[tuple[str, str], ...]:
    """The numbers that mistakes give, in order, with the names of the mistakes: for whoever marks forty sheets."""
    separator = texts("words.separator")
    in_order = sorted(by_number(question), key=lambda pair: pair[1][0].value)
    return tuple(
        (number, separator.join(mistake_words(question, each.key, number, texts) for each in mistakes))
        for number, mistakes in in_order
    )


# ---------------------------------------------------------------------------------------------------------------------------
# Markdown


def markdown(written: WrittenSet, texts: Texts, with_key: bool) -> str:
    """Write a set as Markdown, with dollar signs around formulas."""
    parts = [f"# {_plain(written.heading(texts))}", f"{texts('sheet.name')} {_plain(BLANK)}"]
    for question in written.questions:
        found = prompt(question, texts)
        parts += [f"## {question_name(question, texts)}", _plain(found.task), _plain(found.convention), _pipes(found)]
        parts += [_plain(found.missed)] if found.missed else []
        parts += [_plain(found.digits), f"{question.measure} = {_plain(BLANK)}"]
    if with_key:
        parts += [f"# {texts('sheet.key')}", *(part for each in written.questions for part in _key(each, texts))]
    parts += [texts("sheet.made", command=f"`{written.command}`")] if written.command else []
    return "\n\n".join(parts) + "\n"


def _key(question: Question, texts: Texts) -> list[str]:
    rows = "\n".join(f"- {_plain(words)}" for _, words in meanings(question, texts))
    head = f"## {question_name(question, texts)} = {printed(question, question.answer)}"
    return [head, f"$$\n{derivation_latex(solution(question))}\n$$", f"**{texts('sheet.meaning')}**", rows]


def _pipes(found: Prompt) -> str:
    lines = (found.heads, ("---",) * len(found.heads), *found.rows)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _plain(text: str) -> str:
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
}
CLASSES = {"zh": "ctexart"}  # of the document, where another one is needed for the signs of a language
PACKAGES = r"\usepackage[a4paper, margin=2.2cm]{geometry}" + "\n" + r"\usepackage{amsmath}"
ROOM = r"\vfill"
TWO = 2  # questions a page


def latex(written: WrittenSet, texts: Texts, with_key: bool) -> str:
    """Write a set as a LaTeX document; Chinese needs XeLaTeX or LuaLaTeX."""
    body = [rf"\section*{{{_tex(written.heading(texts))}}}", rf"{texts('sheet.name')} \underline{{\hspace{{6cm}}}}"]
    for place, question in enumerate(written.questions, 1):
        body += [*_question(question, texts), ROOM]
        body += [r"\newpage"] if place % TWO == 0 and place < len(written.questions) else []
    if with_key:
        body += [r"\newpage", rf"\section*{{{texts('sheet.key')}}}"]
        body += [part for each in written.questions for part in _solved(each, texts)]
    body += [rf"\medskip\noindent{{\small {_tex(texts('sheet.made', command=written.command))}}}"] if written.command else []
    head = rf"\documentclass[11pt]{{{CLASSES.get(texts.language, 'article')}}}"
    begin, end = r"\begin{document}", r"\end{document}"
    return "\n\n".join([f"{head}\n{PACKAGES}\n\\setlength{{\\parindent}}{{0pt}}\n{begin}", *body, end]) + "\n"


def _question(question: Question, texts: Texts) -> list[str]:
    found = prompt(question, texts)
    rows = " \\\\\n".join(" & ".join(map(_tex, cells)) for cells in found.rows)
    heads, columns = " & ".join(map(_tex, found.heads)), "rl" + "r" * (len(found.heads) - 2)
    table = f"\\begin{{tabular}}{{{columns}}}\n{heads} \\\\ \\hline\n{rows}\n\\end{{tabular}}"
    return [
        rf"\subsection*{{{_tex(question_name(question, texts))}}}",
        _tex(found.task) + r"\\" + "\n" + rf"{{\small {_tex(found.convention)}}}",
        table,
        *([_tex(found.missed)] if found.missed else []),
        rf"{_tex(found.digits)} \hfill {_tex(question.measure)} $=$ \underline{{\hspace{{4cm}}}}",
    ]


def _solved(question: Question, texts: Texts) -> list[str]:
    items = "\n".join(rf"\item {_tex(words)}" for _, words in meanings(question, texts))
    return [
        rf"\subsection*{{{_tex(question_name(question, texts))} $=$ {_tex(printed(question, question.answer))}}}",
        derivation_latex(solution(question)),
        rf"\textbf{{{texts('sheet.meaning')}}}",
        f"\\begin{{itemize}}\n{items}\n\\end{{itemize}}",
    ]


def _tex(text: str) -> str:
    return "".join(SIGNS.get(sign, sign) for sign in text)
