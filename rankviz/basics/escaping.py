"""Text that somebody else wrote stays text wherever it is shown: in Markdown, in Plotly's markup, in a spreadsheet, in HTML."""

from __future__ import annotations

import re
from html import escape

from rankviz.basics.errors import one_line

_TICKS = re.compile("`+")
_MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "$": "&#36;"})
_FORMULA = re.compile(r"[=+\-@\t\r\n＝＋－＠].", re.DOTALL)


def in_markdown(text: str) -> str:
    """Write a text as code, in which nothing has a meaning: no link, no picture, no formula, no :smile:, whatever may come.

    Signs with a backslash would not do: addresses and emoji are looked for in what is left when the backslashes are gone.

    Examples
    --------
    >>> in_markdown("a.run"), in_markdown("$x^2$ `b`")
    ('`a.run`', '`` $x^2$ `b` ``')
    """
    text = one_line(text)
    fence = "`" * (1 + max((len(run) for run in _TICKS.findall(text)), default=0))
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}" if text.strip() else ""


def in_plotly(text: str) -> str:
    """Write a text for a name, a title, a label or a hover text of a chart, which know tags and formulas.

    Examples
    --------
    >>> in_plotly("<b>a</b> & $x$")
    '&lt;b&gt;a&lt;/b&gt; &amp; &#36;x&#36;'
    """
    return one_line(text).translate(_MARKUP)


def in_cell(text: str) -> str:
    """Write a text for a cell of a CSV file: a spreadsheet takes what begins like a formula for one, but for the apostrophe.

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
