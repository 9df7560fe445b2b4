"""An explanation as plain text, Markdown, LaTeX, and as the Python line that reproduces it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from math import isnan

from rankviz.basics.escaping import in_markdown_text
from rankviz.core.conventions import FIELDS, Convention
from rankviz.core.lists.compute_facts import facts_of
from rankviz.core.lists.ranking import Ranking, RawLists, fresh_ids
from rankviz.core.metrics.means import options_for
from rankviz.core.metrics.measures import print_measure
from rankviz.core.metrics.registry import METRICS
from rankviz.display.convention_words import ConventionWords, numbers_of
from rankviz.display.formulas.derivation import UNDEFINED, Line, derivation, fold_terms
from rankviz.display.formulas.latex import greek
from rankviz.display.formulas.mean_line import mean_line, mean_words
from rankviz.display.number_format import exact
from rankviz.display.rule_words import rule_sentences, undefined_reason
from rankviz.evaluation.evaluate import Evaluation
from rankviz.texts import Texts


def explanation_text(explanation: Evaluation) -> str:
    """Print an explanation for a terminal: value, convention, rules, and a line per quantity."""
    texts = Texts("en")
    parts = [f"{explanation.measure} = {_value(explanation)}"]
    parts.append("  " + convention_of(explanation, texts))
    for query, ranking in enumerate(explanation.rankings):
        if len(explanation.rankings) > 1:
            parts += ["", f"[{ranking.query_id or query + 1}]"]
        parts += [f"  {sentence}" for sentence in rule_sentences(explanation.trace, ranking, texts, query)]
        parts += ["  " + line_text(line) for line in derivation(explanation.trace, query)]
        if explanation.trace.undefined[query]:
            parts.append("  " + undefined_reason(explanation.trace, texts, query))
    if explanation.means:
        line = mean_line(explanation.trace, explanation.means, explanation.asked)
        parts += ["", "  " + texts("mean.name", name=explanation.measure)]
        parts[-1] += f" = {flat(line.symbols)} = {flat(line.numbers) or UNDEFINED} = {line.result}"
        parts += [f"  {sentence}" for sentence in mean_words(explanation.trace, explanation.asked, _names(explanation), texts)]
    return "\n".join(parts)


def _names(explanation: Evaluation) -> list[str]:
    """Names of the lists as the text heads them."""
    return [ranking.query_id or str(q) for q, ranking in enumerate(explanation.rankings, 1)]


def convention_of(explanation: Evaluation, texts: Texts) -> str:
    """The convention of an explanation in words, as it matters to its lists."""
    trace, alone = explanation.trace, len(explanation.rankings) == 1
    list_facts = facts_of(RawLists.from_rankings(explanation.rankings))
    lists = max(list_facts.lists, 2) if explanation.means else 1  # one list may be asked for its mean, too
    facts = replace(list_facts, lists=lists, undefined=bool(trace.undefined.any()))
    counts = numbers_of(trace.rankings) if alone else {}
    return ConventionWords(explanation.metric, explanation.asked, facts, texts, counts).sentence


def _value(explanation: Evaluation) -> str:
    if not explanation.means and explanation.trace.undefined[0]:
        return undefined_text(explanation.value)
    return exact(explanation.value)


def undefined_text(value: float) -> str:
    """Say that there is no value, and which one stands in its place."""
    return f"undefined ({'reported as NaN' if isnan(value) else f'counted as {value:g}'})"


def line_text(line: Line) -> str:
    """Write a line of a derivation in one line of text."""
    first, left_out, last = fold_terms(line.terms)
    terms = [*(flat(term.latex) for term in first), *(["…"] if left_out else []), *(flat(term.latex) for term in last)]
    sums = line.join_terms(terms).replace(r"\max", "max")  # nothing where there are no entries
    return " = ".join(filter(None, (line.name, flat(line.symbols), sums, line.result_in_full)))


def flat(latex: str) -> str:
    """LaTeX of our own small set as one line of text."""
    latex = re.sub(r"\\mathrm\{([^{}]*)\}", r"\1", greek(latex))
    latex = latex.replace(r"\left", "").replace(r"\right", "").replace(r"\cdots", "…").replace(r"\cdot", "·")
    latex = latex.replace(r"\log_{10}", "log10").replace(r"\log_2", "log2").replace(r"\le", "≤")
    latex = re.sub(r"\\(sum|prod|max|min|ln|exp|sqrt)", r"\1", latex)
    while match := re.search(r"\\frac\{", latex):
        top, rest = _read_braces(latex, match.end() - 1)
        bottom, end = _read_braces(latex, rest)
        latex = f"{latex[: match.start()]}{_in_parentheses(top)}/{_in_parentheses(bottom)}{latex[end:]}"
    while re.search(r"\{[^{}]*\}", latex):
        latex = re.sub(r"\{\s*([^{}]*)\}", r"(\1)", latex)
    return re.sub(r"\s+", " ", re.sub(r"(?<=\() | (?=\))", "", re.sub(r"\s*([-+·])\s*", r"\1", latex))).strip()


def readable(formula: str) -> str:
    """Space a line of `flat` as a sentence does, with the signs of print.

    Examples
    --------
    >>> readable("max(1,log2(3))"), readable("0.8^(1-3)"), readable("sqrt(3)"), readable("log10(2+1)")
    ('max(1, log₂(3))', '0.8^(1 − 3)', '√3', 'log₁₀(2 + 1)')
    """
    formula = re.sub(r"sqrt\(([\w.]+)\)", r"√\1", re.sub(r"\^\(([\w.]+)\)", r"^\1", formula)).replace("sqrt", "√")
    formula = formula.replace("log10", "log₁₀").replace("log2", "log₂").replace(",", ", ")
    return re.sub(r"(?<=[\w)])([-+])", r" \1 ", formula).replace("-", "−")


def _read_braces(text: str, start: int) -> tuple[str, int]:
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] == "{") - (text[i] == "}")
        if depth == 0:
            return text[start + 1 : i], i + 1
    raise ValueError(text)


def _in_parentheses(text: str) -> str:
    return f"({text})" if re.search(r"[-+· ]", text.strip()) else text.strip()


def derivation_latex(lines: tuple[Line, ...]) -> str:
    """A derivation as an `align*` block."""
    rows = []
    for line in lines:
        terms = line.join_terms([term.latex for term in line.terms])
        name = re.sub(r"(@\d+)$", r"\\text{\1}", line.symbol) if "@" in line.symbol else line.symbol
        result = rf"\text{{{line.result}}}" if line.undefined else line.result.replace("−", "-")
        result = rf"{line.comes_to} \to {result}" if line.comes_to else result
        rows.append(f"{name} &= " + " = ".join(filter(None, (line.symbols, terms, result))))
    return "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}"


def derivation_markdown(lines: tuple[Line, ...], head: str) -> str:
    """A derivation as Markdown: the value with its convention in words, then the formulas."""
    return f"**{in_markdown_text(head)}**\n\n$$\n{derivation_latex(lines)}\n$$\n"


def python_line(metric: str, convention: Convention, lists: Sequence[Ranking]) -> str:
    """The Python that computes the value of one list, or the mean of several, with every choice that is not the textbook's."""
    own = METRICS[metric]
    of_means = {name for name, field in FIELDS.items() if field.stage == "means" and len(lists) > 1}
    options = {name: options_for(own, name) for name in (own.uses.keys() - {own.at_field}) | of_means}
    choices = {
        name: value
        for name, value in convention.differences().items()
        if name in options and (not options[name] or value in options[name])
    }
    measure = print_measure(METRICS[metric], convention)
    arguments = "".join(f", {name}={value!r}" for name, value in choices.items())
    written = [_ranking_python(ranking) for ranking in lists]
    whole = written[0] if len(written) == 1 else "[\n" + "".join(f"    {each},\n" for each in written) + "]"
    return f"import rankviz as rv\nr = {whole}\nrv.evaluate({measure!r}, r{arguments})"


def _ranking_python(ranking: Ranking) -> str:
    everything = [*ranking.items, *ranking.missed]
    parts = [_numbers([item.grade for item in ranking.items])]
    if ranking.missed:
        parts.append("missed=" + _numbers([item.grade for item in ranking.missed]))
    if ranking.scored:
        parts.append("scores=" + _numbers([item.score for item in ranking.items]))
    ids = [item.doc_id for item in everything]
    if ids != fresh_ids(len(ids), []):
        parts.append(f"doc_ids={ids!r}")
    if ranking.query_id:
        parts.append(f"query_id={ranking.query_id!r}")
    return f"rv.Ranking.from_grades({', '.join(parts)})"


def _numbers(values: list[float | None]) -> str:
    return "[" + ", ".join("None" if value is None else repr(value).removesuffix(".0") for value in values) + "]"
