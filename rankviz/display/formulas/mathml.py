"""LaTeX to MathML; the only room that knows latex2mathml."""

from __future__ import annotations

import re
from functools import lru_cache

from rankviz.basics.optional_packages import load

convert = load("latex2mathml.converter").convert
DECIMAL, FORM = re.compile(r"\d+\.\d+"), re.compile(r"<mn>0\.0</mn>")


@lru_cache(maxsize=20_000)
def mathml(latex: str) -> str:
    """Convert a formula of our own to one `<math>` element; "" stays "".

    An edit changes few terms, so nearly all of them come from the cache; those that differ in decimals only are converted once.
    """
    decimals = iter(DECIMAL.findall(latex))
    return FORM.sub(lambda _: f"<mn>{next(decimals)}</mn>", _form(DECIMAL.sub("0.0", latex)))


@lru_cache(maxsize=5_000)
def _form(latex: str) -> str:
    return convert(latex, display="block") if latex else ""


def mark_term(term: str, latex: str) -> str:
    """LaTeX that has an entry, for `mathml_with_terms`."""
    return rf"{{\class{{{term}}}{{{latex}}}}}"


@lru_cache(maxsize=20_000)
def mathml_with_terms(latex: str) -> str:
    """As `mathml`; what is `named` can be pressed."""
    return re.sub(r'\bclass="', 'data-term="', mathml(latex))
