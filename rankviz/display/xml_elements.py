"""Elements of HTML, SVG and MathML, written so that XML can be read from them too."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rankviz.basics.escaping import in_html
from rankviz.display.formulas.mathml import mathml

HEAD = re.compile(r"<math [^<>]*>")  # with the namespace, which says nothing inside HTML
NAME = re.compile(r"<mi>(?=\w{2})")  # of several letters, so not slanted
ALONE = frozenset({"meta", "rect", "line", "path", "circle"})  # HTML takes "<p/>" for a beginning


def format_length(number: float) -> str:
    """A measure as it is written: hundredths of a pixel are not seen."""
    written = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written


def element(name: str, content: str = "", /, **attributes: object) -> str:
    """Write an element.

    Parameters
    ----------
    name : str
    content : str
        Markup.
    **attributes
        What is None or "" is left out; `_` stands for a hyphen, and behind a name for nothing (`class_`).

    Examples
    --------
    >>> element("rect", x=1.0, class_="g2"), element("p", "a &amp; b", title='"')
    ('<rect x="1" class="g2"/>', '<p title="&quot;">a &amp; b</p>')
    """
    present = ((key.strip("_").replace("_", "-"), each) for key, each in attributes.items() if each is not None and each != "")
    written = "".join(
        f' {key}="{format_length(each) if isinstance(each, float) else in_html(str(each))}"' for key, each in present
    )
    return f"<{name}{written}/>" if name in ALONE and not content else f"<{name}{written}>{content}</{name}>"


def text_elements(name: str, texts: Iterable[str], /, **attributes: object) -> str:
    """One element for each text that somebody may have typed."""
    return "".join(element(name, in_html(text), **attributes) for text in texts if text)


def formula(latex: str) -> str:
    """A formula of our own as MathML that stands in a line, and names no address; "" stays ""."""
    return NAME.sub('<mi mathvariant="normal">', HEAD.sub('<math displaystyle="true">', mathml(latex)))
