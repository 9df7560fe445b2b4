"""The derivation on a saved page: a line for each quantity, its terms folded where they are many, and the rules in words."""

from __future__ import annotations

from collections.abc import Iterable

from rankviz.basics.errors import InputError
from rankviz.basics.escaping import in_html
from rankviz.display.formulas.derivation import Line, derivation, fold_terms, result_words
from rankviz.display.rule_words import rule_sentences
from rankviz.display.xml_elements import element, formula, text_elements
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts


def derivation_html(analysis: Analysis, texts: Texts) -> str:
    """Write the derivation of the list under study; "" where the convention refuses it."""
    main = analysis.main
    if isinstance(main, InputError):
        return ""
    lines = derivation(main, 0, analysis.state.numbers == "fractions")
    rules = element("p", in_html(texts("words.separator").join(rule_sentences(main, analysis.ranking, texts))), class_="rules")
    return element("section", "".join(_line(line, texts) for line in lines) + rules, class_="proof")


def _line(line: Line, texts: Texts) -> str:
    """One quantity: each term is a formula of its own, for a formula does not wrap."""
    first, left_out, last = fold_terms(line.terms)
    more = text_elements("span", [texts("derivation.more_terms", n=left_out)] if left_out else [])
    terms = [*(formula(term.latex) for term in first), *filter(None, [more]), *(formula(term.latex) for term in last)]
    filled = element("span", "," if line.takes_largest else "+", class_="sign").join(terms)
    if line.takes_largest and filled:
        filled = f"{formula('max(')}{filled}{formula(')')}"
    result = result_words(line, texts)
    symbols = formula(line.symbols)
    return equation(line.name, [symbols and element("span", symbols, class_="symbols"), filled], result, line.exact)


def equation(name: str, sides: Iterable[str], result: str, exact: str) -> str:
    """A line of a derivation; it may be broken anywhere but before the result.

    Parameters
    ----------
    name, result, exact : str
        As printed; `exact` with all digits.
    sides : markup
        What stands between them; "" is left out.
    """
    equals = element("span", "=", class_="sign")
    end = element("span", equals + text_elements("b", [result], title=exact), class_="end")
    return element("p", equals.join([text_elements("b", [name]), *filter(None, sides)]) + end, class_="line")
