"""An explanation in a notebook: formulas as MathML, one row per quantity."""

from __future__ import annotations

from html import escape

from rankviz.display.formulas.derivation import Line, derivation, fold_terms
from rankviz.display.formulas.explanation_text import convention_of
from rankviz.display.formulas.mathml import mathml
from rankviz.display.formulas.mean_line import mean_line
from rankviz.display.rule_words import rule_sentences
from rankviz.evaluation.evaluate import Evaluation
from rankviz.texts import Texts


def explanation_html(explanation: Evaluation) -> str:
    """Write an explanation as self-contained HTML; ids of documents are escaped, formulas are our own MathML."""
    texts = Texts("en")
    head = f"{explanation.measure} = {explanation.value!r}"
    note = convention_of(explanation, texts)
    parts = [f"<p><strong>{escape(head)}</strong><br><small>{escape(note)}</small></p>"]
    for query, ranking in enumerate(explanation.rankings):
        if len(explanation.rankings) > 1:
            parts.append(f"<p><em>{escape(ranking.query_id or str(query + 1))}</em></p>")
        sentences = " ".join(rule_sentences(explanation.trace, ranking, texts, query))
        rows = "".join(line_row(line) for line in derivation(explanation.trace, query))
        parts.append(f"<p><small>{escape(sentences)}</small></p><table>{rows}</table>")
    if explanation.means:
        parts.append(_mean(explanation, texts))
    return "".join(parts)


def _mean(explanation: Evaluation, texts: Texts) -> str:
    line = mean_line(explanation.trace, explanation.means, explanation.asked)
    formula = mathml(f"{line.symbols} = {line.numbers}" if line.numbers else line.symbols)
    name = texts("mean.name", name=explanation.measure)
    return f"<table><tr><td>{escape(name)}</td><td>{formula}</td><td>= {escape(line.result)}</td></tr></table>"


def line_row(line: Line) -> str:
    """Write a line of a derivation as a row of a table."""
    first, left_out, last = fold_terms(line.terms)
    terms = [*(term.latex for term in first), *([r"\cdots"] if left_out else []), *(term.latex for term in last)]
    formula = mathml(" = ".join(filter(None, (line.symbols, line.join_terms(terms)))))
    return f"<tr><td>{escape(line.name)}</td><td>{formula}</td><td>= {escape(line.result_in_full)}</td></tr>"
