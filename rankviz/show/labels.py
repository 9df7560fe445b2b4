"""Short signs that are the same in every language: options as formulas, ids as they may be printed."""

from __future__ import annotations

from rankviz.conventions import FIELDS
from rankviz.show.numbers import full
from rankviz.texts import Texts

FORMULAS = {
    ("gain", "linear"): "g",
    ("gain", "exponential"): "2ᵍ − 1",
    ("gain", "power"): "2ᵍ",
    ("gain", "power_plus"): "2ᵍ + 1",
    ("discount", "log2"): "log₂(i + 1)",
    ("discount", "off_by_one"): "log₂(i + 2)",
    ("discount", "plus_outside"): "log₂(i + 1) + 1",
    ("discount", "ln"): "ln(i + 1)",
    ("discount", "log10"): "log₁₀(i + 1)",
    ("discount", "jk2"): "max(1, log₂ i)",
    ("discount", "jk10"): "max(1, log₁₀ i)",
    ("discount", "inverse"): "i",
    ("discount", "geometric"): "p¹⁻ⁱ",
    ("discount", "none"): "1",
    ("err_stop", "scaled"): "(2ᵍ − 1) / 2ᵐᵃˣ",
    ("err_stop", "probability"): "g",
    ("ap_base", "R"): "R",
    ("ap_base", "k"): "k",
    ("ideal_discount", "log2"): "log₂(i + 1)",
    ("ideal_discount", "ln"): "ln(i + 1)",
    ("ideal_discount", "log10"): "log₁₀(i + 1)",
    ("ideal_discount", "none"): "1",
    ("ap_base", "min_R_k"): "min(R, k)",
    ("ap_base", "min_R_n"): "min(R, n)",
    ("precision_base", "k"): "k",
    ("precision_base", "n"): "min(k, n)",
    ("recall_base", "R"): "R",
    ("recall_base", "min_R_k"): "min(R, k)",
    ("bpref_base", "min_R_N"): "min(R, N)",
    ("bpref_base", "R"): "R",
    ("tied_pair", "half"): "½",
    ("tied_pair", "lost"): "0",
    ("tied_pair", "won"): "1",
}


def option_label(field: str, value: object, texts: Texts) -> str:
    """Name an option: its formula, else its words; a mistake is called one."""
    option = (FIELDS[field].options or {}).get(str(value)) if field in FIELDS else None
    label = _label(field, value, texts)
    return texts("option.slip", label=label) if option is not None and option.slip else label


def _label(field: str, value: object, texts: Texts) -> str:
    if (field, value) in FORMULAS:
        return FORMULAS[field, str(value)]
    if isinstance(value, float | int) and not isinstance(value, bool):
        return full(float(value))
    if value is None:
        return texts(f"option.{field}.none")
    if field in FIELDS and FIELDS[field].variable:
        return str(value)
    return texts(f"option.{field}.{value}")
