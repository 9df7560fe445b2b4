"""Escapes text that somebody else wrote, so that it stays text in Markdown, LaTeX, Plotly's markup, spreadsheets and HTML."""

from __future__ import annotations

import re
import unicodedata
from html import escape
from itertools import groupby

from rankviz.basics.errors import one_line

_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|$~&])")
_TICKS = re.compile("`+")
_MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "$": "&#36;"})
_LATEX = {
    **{sign: f"\\{sign}" for sign in "_%&#${}"},
    **{sign: f"{{{sign}}}" for sign in "[]*"},  # which behind the end of a row are read as its argument
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "`": r"\textasciigrave{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "…": r"\ldots{}",
    "“": "``",
    "”": "''",
    "‘": "`{}",
    "’": "'",
    "–": "--",
    "—": "---",
    "\u00a0": "~",
}
_LATEX_FORMULA = {
    "−": "-", "×": r"\times", "·": r"\cdot", "≤": r"\leq", "≥": r"\geq", "→": r"\to", "∞": r"\infty", "√": r"\surd",
    "±": r"\pm", "†": r"^{\dagger}", "‡": r"^{\ddagger}", "½": r"\frac{1}{2}", "Δ": r"\Delta",
    "↓": r"\downarrow",
    "↑": r"\uparrow",
}  # fmt: skip
_RAISED = {"<super>": "^", "<sub>": "_"}
_GREEK = re.compile("GREEK SMALL LETTER (?!OMICRON)[A-Z]+")
_LIGATURE = re.compile(r"(?<=-)(?=-)|(?<=')(?=')|(?<=,)(?=,)")
_FORMULA = re.compile(r"[=+\-@\t\r\n＝＋－＠].", re.DOTALL)


def in_markdown(text: str) -> str:
    """Write a text as Markdown code, in which nothing has a meaning: no link, no picture, no formula, no :smile:.

    Backslashes would not be enough: addresses and emoji are looked for after the backslashes are removed.

    Examples
    --------
    >>> in_markdown("a.run"), in_markdown("$x^2$ `b`")
    ('`a.run`', '`` $x^2$ `b` ``')
    """
    text = one_line(text)
    fence = "`" * (1 + max((len(run) for run in _TICKS.findall(text)), default=0))
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}" if text.strip() else ""


def in_markdown_text(text: str) -> str:
    r"""Write a text into a sentence, heading or table of Markdown, where its signs have no meaning.

    Examples
    --------
    >>> print(in_markdown_text("<b> | $x$ & *y*"))
    \<b\> \| \$x\$ \& \*y\*
    """
    return _MARKDOWN.sub(r"\\\1", one_line(text))


def in_latex(text: str) -> str:
    r"""Write a text into a sentence, heading or table of LaTeX, where its signs have no meaning.

    Raised, lowered and Greek letters and signs of arithmetic become formulas, since pdfTeX's fonts have none of them. Other
    letters stay as they are.

    Examples
    --------
    >>> print(in_latex("a_b & 5% {x} --"), in_latex("log₂(i + 1), 2ᵐᵃˣ − 1, τ ≥ 0"))
    a\_b \& 5\% \{x\} -{}- log$_{2}$(i + 1), 2$^{max}$ $-$ 1, $\tau$ $\geq$ 0
    """
    return "".join(_latex_run(kind, "".join(run)) for kind, run in groupby(one_line(text), _latex_kind))


def _latex_kind(sign: str) -> str:
    """Whether a sign is raised ("^"), lowered ("_"), part of a formula ("$") or text ("")."""
    if sign.isascii():
        return ""
    if sign in _LATEX_FORMULA or _GREEK.fullmatch(unicodedata.name(sign, "")):
        return "$"
    return _RAISED.get(unicodedata.decomposition(sign).partition(" ")[0], "")


def _latex_run(kind: str, run: str) -> str:
    if kind in ("^", "_"):
        return f"${kind}{{{unicodedata.normalize('NFKC', run).replace('−', '-')}}}$"
    if kind == "$":
        return "".join(f"${_LATEX_FORMULA.get(sign) or _greek(sign)}$" for sign in run)
    return "".join(_LATEX.get(sign, sign) for sign in _LIGATURE.sub("\0", run)).replace("\0", "{}")


def _greek(sign: str) -> str:
    return f"\\{unicodedata.name(sign).split()[3].lower()}"


def in_plotly(text: str) -> str:
    """Write a text for a name, title, label or hover text of a Plotly chart, where tags and formulas have a meaning.

    Examples
    --------
    >>> in_plotly("<b>a</b> & $x$")
    '&lt;b&gt;a&lt;/b&gt; &amp; &#36;x&#36;'
    """
    return one_line(text).translate(_MARKUP)


def in_cell(text: str) -> str:
    """Write a text for a cell of a CSV file: an apostrophe keeps a spreadsheet from reading it as a formula.

    Examples
    --------
    >>> in_cell("=1+1"), in_cell("d1")
    ("'=1+1", 'd1')
    """
    return "'" + text if _FORMULA.match(text) else text


def in_html(text: str) -> str:
    """Write a text for HTML, SVG and XML, between tags or in an attribute, whatever signs it holds.

    Examples
    --------
    >>> in_html("<b>a</b> & " + chr(34))
    '&lt;b&gt;a&lt;/b&gt; &amp; &quot;'
    """
    return escape(one_line(text))
