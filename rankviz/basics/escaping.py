"""Escapes text that somebody else wrote, so that it stays text in Markdown, Plotly's markup, spreadsheets and HTML."""

from __future__ import annotations

import re
from html import escape

from rankviz.basics.errors import one_line

_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|$~&])")
_TICKS = re.compile("`+")
_MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "$": "&#36;"})
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
