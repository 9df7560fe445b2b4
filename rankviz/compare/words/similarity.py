"""The similarity of two lists as text and as HTML: the value, which documents are compared, and a line per quantity."""

from __future__ import annotations

from html import escape

from rankviz.compare.similarity.compute import ComputedSimilarity
from rankviz.display.formulas.derivation import Line, derivation
from rankviz.display.formulas.explanation_text import line_text
from rankviz.display.number_format import exact, fixed_decimals
from rankviz.texts import Texts


def similarity_text(compared: ComputedSimilarity, texts: Texts) -> str:
    """Return a similarity as text for a terminal."""
    lines = [] if compared.reason else [line_text(line) for line in similarity_lines(compared)]
    return "\n".join([_head(compared, texts), *(f"  {each}" for each in (*compared_documents_texts(compared, texts), *lines))])


def similarity_html(compared: ComputedSimilarity, texts: Texts) -> str:
    """Return a similarity as self-contained HTML, with formulas as MathML."""
    from rankviz.display.formulas.explanation_html import line_row  # loads latex2mathml, which a terminal does without

    rows = "" if compared.reason else "".join(line_row(line) for line in similarity_lines(compared))
    note = escape(" ".join(compared_documents_texts(compared, texts)))
    return f"<p><strong>{escape(_head(compared, texts))}</strong><br><small>{note}</small></p><table>{rows}</table>"


def similarity_lines(compared: ComputedSimilarity) -> tuple[Line, ...]:
    """Return the derivation of a similarity, the value in the last line."""
    return derivation(compared.trace)


def compared_documents_rule(compared: ComputedSimilarity) -> str:
    """Return which documents are compared: "all", or an option of `alike_missing` if the similarity reads that choice."""
    return compared.convention.alike_missing if "alike_missing" in compared.likeness.uses else "all"


def compared_documents_texts(compared: ComputedSimilarity, texts: Texts) -> list[str]:
    """Return sentences on the documents compared, those in one list only, and the value with the lists exchanged."""
    rule = compared_documents_rule(compared)
    count = {"count": str(len(compared.rankings[0].items))} if rule == "common" else {}
    sentences = [texts(f"similarity.{rule}", **count)]
    if any(compared.only):
        sentences.append(texts("similarity.only", first=compared.only[0], second=compared.only[1]))
    if compared.other_way is not None and not compared.reason:
        sentences.append(texts("similarity.other_way", value=fixed_decimals(compared.other_way)))
    return sentences


def _head(compared: ComputedSimilarity, texts: Texts) -> str:
    if compared.reason:
        return f"{compared.measure} " + texts("similarity.undefined", reason=texts(f"similarity.why.{compared.reason}"))
    return f"{compared.measure} = {exact(compared.value)}"
