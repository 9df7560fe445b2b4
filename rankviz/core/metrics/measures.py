"""The printed form of a measure, a metric with its parameters: `nDCG@10`, `P(rel=2)@5`, and back."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import numpy as np

from rankviz.basics.coerce import to_float
from rankviz.basics.errors import InputError, short_repr, shorten, unknown_name
from rankviz.basics.limits import MAX_CUTOFF
from rankviz.core.conventions import FIELDS, Convention
from rankviz.core.metrics import METRICS, Metric
from rankviz.core.metrics.absent_measures import absent_error, refuse_absent

ALL_TREC = "all_trec"  # all of trec_eval's measures, where several may be asked for
LONGEST, MOST_TYPED = 200, 4_000  # characters of a measure, and of several in one text
FORM = re.compile(r"\s*([A-Za-z_](?:\w|-(?=[pP]))*?)\s*(?:\(([^()]*)\))?\s*(?:@\s*([^@\s]+))?\s*")
# As trec_eval and pytrec_eval write the number after @: `ndcg_cut_10`, `P.5`, `iprec_at_recall_0.10`; MTEB: `ndcg_at_10`.
TREC_FORM = re.compile(r"\s*([A-Za-z]+(?:_at_recall|_rate)?)(?:_cut|_at)?[_.](\d+(?:\.\d+)?)\s*")
BETWEEN = re.compile(r"\s*,\s*(?![^(]*\))")  # measures in one text; not in P(rel=2, p=1)
BLANKS = re.compile(r"\s+(?![^(]*\))")
FAMILY_NUMBERS = re.compile(r"[A-Za-z_]+[._]\d+(?:\.\d+)?(?:,\d+(?:\.\d+)?)*")
ELEVEN_POINTS = "11pt_avg"
RANX_RBP = re.compile(r"\s*rbp\.(\d+)\s*", re.IGNORECASE)  # rbp.80 has p = 0.80
BURGES = re.compile(r"\s*(n?dcg)_burges\s*(@.*)?", re.IGNORECASE)  # of ranx, with the gain 2^g - 1
# Metrics as other programs write them: trec_eval, ir_measures, ranx.
WRITTEN = {
    "recip_rank": "rr",
    **dict.fromkeys(("set_p", "setp"), "precision"),
    **dict.fromkeys(("set_recall", "setr"), "recall"),
    **dict.fromkeys(("set_f", "setf"), "f1"),
    **dict.fromkeys(("hit_rate", "hitrate", "hr"), "success"),
    "hits": "tp",  # how many of the first k are relevant
    **dict.fromkeys(("r_precision", "r-precision", "r-prec"), "rprec"),
    **dict.fromkeys(("average_precision", "mean_average_precision"), "ap"),
    **dict.fromkeys(("reciprocal_rank", "mean_reciprocal_rank"), "rr"),
    "iprec_at_recall": "iprec",
}
NUMBERS = {"rel": "threshold", "p": "rbp_p", "beta": "beta", "max": "err_max"}
PARAMETERS = {**NUMBERS, "gain": "gain"}
OTHER_ACCURACY = "Accuracy"  # of ir_measures, which is no share of documents on the right side of a cutoff
DCG_GAINS = {"log2": "linear", "exp-log2": "exponential"}  # dcg= of ir_measures
# Parameters of ir_measures that are choices here.
CHOICES_FOR = {
    "judged_only": "unjudged=skip",
    "gains": "gain=table, gain_table='0:0, 1:1, 2:3'",
    "relative": "precision_base=min_R_k",
}
# What a person passes to any library beside the lists; all other choices are the library's.
PASSED = ("cutoff", "strict", "recall_level", *NUMBERS.values())


@dataclass(frozen=True)
class Measure:
    """A metric and the choices that are written with it: the number after @ and those in parentheses."""

    metric: Metric
    choices: dict[str, float | str] = field(default_factory=dict)

    @property
    def cutoff(self) -> int | None:
        """The cutoff, if it was written."""
        return int(self.choices["cutoff"]) if "cutoff" in self.choices else None


def parse_measure(text: str) -> Measure:
    """Read `nDCG@10`, `P(rel=2)@5`, `nDCG(gain=exponential)@10`, and as others have them `ndcg_cut_10`, `ndcg_burges@10`.

    Case does not matter.

    Parameters
    ----------
    text : str

    Returns
    -------
    Measure
        With the `metric`, the `choices` that are written with it, and the `cutoff`, None if there is none.

    Raises
    ------
    InputError
        `unknown_metric`, `bad_measure`, `measure_too_long`, `several_measures`, `bad_cutoff`, `bad_number`, `no_cutoff`,
        `parameter_unread`; `metric_absent`, `metric_near` and `parameter_is_choice` for what other programs have.

    Examples
    --------
    >>> parse_measure("ndcg@6").metric.name, parse_measure("P(rel=2)@5").choices
    ('nDCG', {'threshold': 2.0, 'cutoff': 5})
    >>> parse_measure("hits@5") == parse_measure("TP@5"), parse_measure("ndcg_burges@10").choices
    (True, {'gain': 'exponential', 'cutoff': 10})
    >>> parse_measure("ndcg_cut_10") == parse_measure("nDCG@10"), parse_measure("recip_rank").metric.name
    (True, 'RR')
    """
    if hasattr(text, "SUPPORTED_PARAMS"):  # a measure of ir_measures, which says its name in the same form
        text = str(text)
        if text.startswith(OTHER_ACCURACY):
            raise absent_error(f"{OTHER_ACCURACY} (ir_measures)", ("AUC",))
    _refuse_several(text)
    if isinstance(text, str):
        _check_length(text)
        refuse_absent(in_own_form(text))
    match = FORM.fullmatch(in_own_form(text)) if isinstance(text, str) else None
    text = shorten(text) if isinstance(text, str) else short_repr(text)
    if not match:
        message = f'"{text}" is not a metric: expected a name such as AP, nDCG@10 or P(rel=2)@5.'
        raise InputError("bad_measure", message, text=text)
    name, inner, after_at = match.groups()
    metric = find_metric(name)
    if after_at is not None and metric.at_field not in metric.uses:
        message = f'"{text}": {metric.name} always reads the whole list; leave out "@{shorten(after_at)}".'
        raise InputError("no_cutoff", message, text=text, name=metric.name, cutoff=shorten(after_at))
    parameters = _read_parameters(text, inner)
    if metric.key == "f1" and "beta" in parameters:  # SetF of ir_measures
        metric = METRICS["fbeta"]
    unread = [each for each, field in PARAMETERS.items() if field in parameters and field not in metric.uses]
    if unread:
        message = f'"{text}": {metric.name} does not read {unread[0]}; leave it out.'
        raise InputError("parameter_unread", message, text=text, name=metric.name, parameter=unread[0])
    return Measure(metric, parameters | _read_after_at(text, metric, after_at))


def _check_length(text: str) -> None:
    if len(text) > LONGEST:
        message = (
            f'"{shorten(text)}" has {len(text):,} characters; a metric with its parameters, such as nDCG@10 or P(rel=2)@5, has '
            f"at most {LONGEST}. Give a formula of your own beside it: gain=formula and gain_formula, or discount=formula and "
            "discount_formula."
        )
        raise InputError("measure_too_long", message, text=shorten(text), found=f"{len(text):,}", limit=LONGEST)


def split_measures(text: str) -> list[str]:
    """Return the measures of a text, separated by commas or spaces; numbers stay with the name that they belong to.

    Examples
    --------
    >>> split_measures("nDCG@10, P(rel=2, p=0.5)@5 AP"), split_measures("ndcg_cut.5,10,AP"), split_measures("nDCG @ 10")
    (['nDCG@10', 'P(rel=2, p=0.5)@5', 'AP'], ['ndcg_cut.5,10', 'AP'], ['nDCG @ 10'])
    """
    if len(text) > MOST_TYPED:
        return [text]
    parts: list[str] = []
    pieces = (piece for piece in BETWEEN.split(text.strip()) if piece)
    for part in (each for piece in pieces for each in ([piece] if FORM.fullmatch(piece) else BLANKS.split(piece))):
        if parts and re.fullmatch(r"\d+(\.\d+)?", part) and FAMILY_NUMBERS.fullmatch(parts[-1]):
            parts[-1] += f",{part}"
        else:
            parts.append(part)
    return parts or [text]


def _refuse_several(measure: object) -> None:
    if isinstance(measure, list | tuple) and len(measure) > 1:
        measure = ", ".join(each if isinstance(each, str) else short_repr(each) for each in measure)
    elif not isinstance(measure, str) or (measure != ALL_TREC and len(split_measures(measure)) < 2):
        return
    raise several_error(measure, ("AP", "nDCG@10"))


def several_error(text: str, examples: Sequence[str]) -> InputError:
    """Return the error of a name that stands for several metrics where one is expected."""
    names = ", ".join(examples)
    message = f"{shorten(text)} is more than one metric; name one here, such as {names}."
    return InputError("several_measures", message, text=shorten(text), names=names)


def in_own_form(text: str) -> str:
    """Return a measure that another program writes otherwise as it is written here: with an @, and parameters in parentheses.

    Examples
    --------
    >>> in_own_form("ndcg_cut_10"), in_own_form("P.5"), in_own_form("recip_rank"), in_own_form("11pt_avg")
    ('ndcg@10', 'P@5', 'recip_rank', 'IPrec11')
    """
    if text.strip() == ELEVEN_POINTS:
        return "IPrec11"
    if by_ranx := RANX_RBP.fullmatch(text):
        return f"RBP(p=0.{by_ranx[1]})"
    if burges := BURGES.fullmatch(text):
        return f"{burges[1]}(gain=exponential){burges[2] or ''}"
    found = TREC_FORM.fullmatch(text)
    return f"{found[1]}@{found[2]}" if found else text


def find_metric(name: str) -> Metric:
    """Find a metric by its key, printed name or alias, whatever the case; `unknown_metric` if there is none."""
    wanted = WRITTEN.get(name.lower(), name.lower())
    for metric in METRICS.values():
        if wanted in (metric.key, metric.name.lower(), *metric.aliases):
            return metric
    raise unknown_name("metric", name, [metric.name for metric in METRICS.values()])


def print_measure(
    metric: Metric, convention: Convention, variable: str = "", symbol: str = "", also: Collection[str] = ()
) -> str:
    """Write a metric with the numbers that belong to its name: `nDCG@10`, `RBP(p=0.8)`, `IPrec@0.2`.

    Where one field is variable its symbol stands for the number: `nDCG@k`, `RBP(p)`. Fields in `also` are written, too, if they
    can be: `P(rel=2)@5`.
    """
    written = (
        *metric.named_numbers,
        *(name for name, field in PARAMETERS.items() if field in also and name not in metric.named_numbers),
    )
    inner = ", ".join(
        name if PARAMETERS[name] == variable else f"{name}={_value_text(getattr(convention, PARAMETERS[name]))}"
        for name in written
    )
    number = getattr(convention, metric.at_field) if metric.at_field in metric.uses else None
    if metric.at_field == variable:
        after = f"@{symbol}"
    else:
        after = "" if number is None else f"@{digits(number)}" if metric.at_field != "cutoff" else f"@{number}"
    return metric.name + (f"({inner})" if inner else "") + after


def _value_text(value: float | str) -> str:
    return value if isinstance(value, str) else digits(value)


def digits(number: float) -> str:
    """Write a number with all its digits and without an exponent, so that it can be read back."""
    return np.format_float_positional(number, trim="-")


def _read_after_at(text: str, metric: Metric, number: str | None) -> dict[str, float | str]:
    if number is None:
        return {}
    if metric.at_field == "cutoff":
        if not re.fullmatch(r"[0-9]{1,20}", number) or not 1 <= int(number) <= MAX_CUTOFF:
            message = f'"{text}": expected a whole number from 1 to {MAX_CUTOFF:,} after "@", found "{shorten(number)}".'
            raise InputError("bad_cutoff", message, text=text, value=shorten(number), limit=f"{MAX_CUTOFF:,}")
        return {"cutoff": int(number)}
    if not re.fullmatch(r"(0(\.[0-9]+)?|1(\.0+)?|\.[0-9]+)", number):
        message = f'"{text}": expected a recall level from 0 to 1 after "@", found "{shorten(number)}".'
        raise InputError("bad_number", message, name=metric.at_field, value=shorten(number), low="0", high="1")
    return {metric.at_field: float(number)}


def _read_parameters(text: str, inner: str | None) -> dict[str, float | str]:
    choices: dict[str, float | str] = {}
    for part in filter(None, (each.strip() for each in (inner or "").split(","))):
        name, _, value = (each.strip() for each in part.partition("="))
        value, number = value.strip("'\""), to_float(value)
        if name == "gain" or (name == "dcg" and value in DCG_GAINS):
            choices["gain"] = value if name == "gain" else DCG_GAINS[value]
            continue
        if name in CHOICES_FOR:
            choice = CHOICES_FOR[name]
            message = f'"{text}": {name} is not written with the metric here; choose {choice} instead.'
            raise InputError("parameter_is_choice", message, text=text, parameter=name, choice=choice)
        if name not in NUMBERS or number is None:
            message = (
                f'"{text}": "{shorten(part)}" is not a parameter; expected rel=, p=, beta= or max= and a number, or gain= and '
                "an option."
            )
            raise InputError("bad_measure", message, text=text)
        choices[PARAMETERS[name]] = number
        field = FIELDS[PARAMETERS[name]]
        if not field.low <= number <= field.high:
            message = f'"{text}": {name} must be between {field.low:g} and {field.high:g}, but is {shorten(value)}.'
            raise InputError(
                "bad_number", message, name=name, value=shorten(value), low=float(field.low), high=float(field.high)
            )
    return choices
