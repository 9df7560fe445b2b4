"""The derivation: what the component `derivation` is given."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from rankviz.basics.errors import InputError
from rankviz.core.trace import Trace
from rankviz.display.formulas.derivation import Line, Term, derivation, result_words
from rankviz.display.formulas.explanation_text import derivation_latex, derivation_markdown, python_line
from rankviz.display.formulas.latex import symbols
from rankviz.display.formulas.mathml import mark_term, mathml, mathml_with_terms
from rankviz.display.glossary.term_entries import term_name, term_of
from rankviz.display.labels import option_label
from rankviz.display.rule_words import rule_sentences
from rankviz.explore.view.list_tabs import mean_derivation
from rankviz.explore.words import running_total_words
from rankviz.explore.words.about_metric import about_metric
from rankviz.explore.words.rank_sentences import rank_pieces
from rankviz.state.analysis import Analysis
from rankviz.texts import Piece, Texts

Data = dict[str, object]


def lines_of(analysis: Analysis) -> tuple[Line, ...]:
    """Lines of the metric under study; none if the convention refuses the list."""
    main = analysis.main
    return () if isinstance(main, InputError) else derivation(main, 0, analysis.state.numbers == "fractions")


def derivation_payload(
    analysis: Analysis, lines: tuple[Line, ...], value_copy: str, texts: Texts, withheld: Collection[str] = ()
) -> Data:
    """Build the derivation with its player and its copies.

    Parameters
    ----------
    lines : tuple of Line
        From `lines_of`.
    value_copy : str
        Value and convention in words, as the score panel copies it.
    texts : Texts
    withheld : step keys
        Arrays whose numbers no sentence of a rank may give.

    Returns
    -------
    dict
        JSON-serialisable. Formulas are MathML, made by our own code; "" where there is none.
        `lines`, a list of `term` (the entry of the quantity), `name`, `symbols`, `terms`, `result`, `result_title`
        (all digits) and `takes_largest` (whether the largest of the terms is taken), a term being `rank` (int or None), `math`,
        `is_muted` (it adds nothing), `op`, what stands before it, and `running_total`, what the line has come to with
        it. `running_total` of a line is the sentence on that, with {value}; "" where its terms belong to no ranks.
        `final`, None or `term`, `name`, `symbols`, `numbers`, `result`, `title` and `undefined`.
        `mean`, the same for the mean of several lists, or None.
        `steps`, one per rank of the player: `rank`, `text`, a sentence in pieces, and `running_total`, None
        or `text`: how far what the value is gathered from has come there.
        `about` describes the metric: `label`, `name`, `details` (by `about_metric`) and `texts`.
        `words`, sentences on what is not arithmetic, in pieces. `named`, the entries that the formulas have: `term`, `name` and
        `math` ("" for what is written out there and has no symbol). `copies`, a list of `key`, `label` and `text`.
        `texts` has `first`, `previous`, `play`, `pause`, `next`, `last`, `rank_of` (placeholders {rank} and {n}),
        `more_terms` ({n}), `fewer_terms`, `copy`, `copied` and `copy_failed`.
    """
    main, about = analysis.main, _about(analysis, texts)
    if isinstance(main, InputError) or not lines:
        empty: Data = {name: [] for name in ("lines", "steps", "words", "named", "copies")}
        return empty | {"final": None, "mean": None, "about": about, "texts": _texts(texts)}
    has_terms = any(term.rank is not None for term in lines[-1].terms)
    body, last = (lines, None) if has_terms else (lines[:-1], lines[-1])
    mean = mean_derivation(analysis, texts)
    rules: list[list[Piece]] = [*rule_sentences(main, analysis.ranking, texts.pieces), *_other_tie_rule(analysis, main, texts)]
    formulas = Formulas(main)
    return {
        "lines": [_line(line, formulas, texts) for line in body],
        "final": None if last is None else _final(last, formulas, texts),
        "mean": None if mean is None else mean.line,
        "steps": _steps(main, analysis, texts, withheld),
        "about": about,
        "words": rules if mean is None else [*rules, *([each] for each in mean.words)],
        "named": [{"term": key, "name": term_name(key, texts), "math": mathml(latex)} for key, latex in formulas.terms.items()],
        "copies": _copies(analysis, lines, value_copy, "" if mean is None else mean.copy, texts),
        "texts": _texts(texts),
    }


def _about(analysis: Analysis, texts: Texts) -> Data:
    key, heads = analysis.state.metric, texts.group("picker")
    details = about_metric(key, texts)
    return {"label": analysis.metric.name, "name": texts(f"about.{key}.name"), "details": details, "texts": heads}


def _texts(texts: Texts) -> dict[str, str]:
    return texts.group("derivation") | {"named": texts("terms.symbols"), "symbol_of": texts.template("terms.symbol_of")}


@dataclass(frozen=True)
class Formulas:
    """The formulas of a trace, with the entries that occur in them, each with its symbol or with "".

    Parameters
    ----------
    trace : Trace
    """

    trace: Trace
    terms: dict[str, str] = field(default_factory=dict)

    def formula_of(self, line: Line) -> str:
        """The formula of a line as MathML, whose symbols can be pressed."""
        latex = symbols(self.trace, self.trace.step(line.key), 0, self._write)
        self.terms.setdefault(term_of(line.key), line.symbol)
        return mathml_with_terms(latex)

    def _write(self, key: str, latex: str, in_full: bool) -> str:
        term = term_of(key)
        if not (in_full and term in self.terms):
            self.terms[term] = "" if in_full else latex
        return mark_term(term, latex)


def _other_tie_rule(analysis: Analysis, main: Trace, texts: Texts) -> list[list[Piece]]:
    """Say that the chosen tie rule has no meaning for this metric, and which one it takes."""
    chosen, known = analysis.state.convention.ties, analysis.metric.uses.get("ties", ())
    if not known or chosen in known or not main.rankings.tied[0].any():
        return []
    names = {"wanted": option_label("ties", chosen, texts), "used": option_label("ties", known[0], texts)}
    return [texts.pieces("words.fallback_ties", name=analysis.metric.name, **names)]


def _line(line: Line, formulas: Formulas, texts: Texts) -> Data:
    return {
        "term": term_of(line.key),
        "name": line.name,
        "symbols": formulas.formula_of(line),
        "terms": [_term(line, term) for term in line.terms],
        "takes_largest": line.takes_largest,
        "running_total": running_total_words.running_text_form(line.takes_largest, line.gathers, texts)
        if any(term.rank is not None for term in line.terms)
        else "",
        "result": result_words(line, texts),
        "result_title": line.exact,
    }


def _term(line: Line, term: Term) -> Data:
    return {
        "rank": term.rank,
        "math": mathml(term.latex),
        "is_muted": term.muted,
        "op": line.operator,
        "running_total": term.running_total,
    }


def _final(line: Line, formulas: Formulas, texts: Texts) -> Data:
    return {
        "term": term_of(line.key),
        "name": line.name,
        "symbols": formulas.formula_of(line),
        "numbers": mathml(line.terms[0].latex) if line.terms else "",  # a sum over no entries
        "result": result_words(line, texts),
        "title": line.exact,
        "undefined": line.undefined,
    }


def _steps(trace: Trace, analysis: Analysis, texts: Texts, withheld: Collection[str]) -> list[Data]:
    ranks = trace.rankings.rank[0]
    totals = running_total_words.running_texts(trace, analysis.state.numbers == "fractions", texts)
    steps: list[Data] = []
    for column in trace.rankings.present[0].nonzero()[0].tolist():
        rank = int(ranks[column])
        total = {"text": totals[rank].text} if totals else None
        pieces = rank_pieces(trace, column, analysis.ranking, texts, withheld)
        steps.append({"rank": rank, "text": pieces, "running_total": total})
    return steps


def _copies(analysis: Analysis, lines: tuple[Line, ...], value_copy: str, mean_copy: str, texts: Texts) -> list[Data]:
    convention = analysis.state.convention
    contents = {
        "value": value_copy,
        "latex": derivation_latex(lines),
        "markdown": derivation_markdown(lines, value_copy),
        "python": python_line(analysis.state.metric, convention, [analysis.ranking]),
    }
    if mean_copy:
        contents["mean"] = mean_copy
        contents["python_mean"] = python_line(analysis.state.metric, convention, analysis.state.lists)
    return [{"key": key, "label": texts(f"derivation.copy_{key}"), "text": text} for key, text in contents.items()]
