"""The entry of a word or symbol: what it is, why one does it, and what it is on the list that is shown.

Every number of “here” is taken from the trace of the metric under study: the {placeholders} of a sentence name functions of
`term_facts`, so that a number cannot come into the place of another.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType

from rankviz.basics.errors import InputError
from rankviz.core.conventions import FIELDS, Convention
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import print_measure
from rankviz.core.trace import Step, Trace
from rankviz.display.error_text import error_text
from rankviz.display.glossary.term_values import FACTS, VARIANTS, WORDS, ListContext, as_fractions, step_values
from rankviz.display.glossary.term_variants import entry_sentence
from rankviz.display.labels import list_name, option_label
from rankviz.display.number_format import in_unit
from rankviz.display.rule_words import undefined_reason
from rankviz.display.value_text import printed_value
from rankviz.state.analysis import Analysis, analyse
from rankviz.state.app_state import DEFAULT
from rankviz.texts import Piece, Texts, as_plain_text, catalogue, term_of_piece

# Recorded arrays that another entry explains; each other one has the entry of its own key.
_SAME = {
    "gain_base": "gain_base",  # not what is divided by
    "k": "cutoff",
    "depth": "rank",
    "hits": "tp",
    "persistence": "rbp_p",
    "counted_gain": "counted",
    "counted_hit": "counted",
    "others_at_least": "term",
    "pairs_won": "term",
    "reciprocal": "term",
    "place": "term",
    "precision_kept": "term",
    "squared_error": "term",
    "absolute_error": "term",
    "discounted_gain": "term",
    "missed_term": "missed_tied",
    "missed_pairs": "missed_tied",
    "missed_place": "missed_tied",
    **dict.fromkeys(("pairs_agree", "agree_above"), "agree"),
    "pairs_disagree": "disagree",
    **dict.fromkeys(("tied_here", "tied_there", "pairs_tied_here", "pairs_tied_there"), "tied_pairs"),
    "below_top": "above",
    "squared_distance": "distance",
    **dict.fromkeys(("middle", "product", "square", "square_there"), "from_middle"),
    **dict.fromkeys(("shorter", "longer"), "down_to"),
    **dict.fromkeys(("overlap_end", "overlap_taken", "share_new"), "overlap"),
    **dict.fromkeys(("seen_here", "seen_there", "seen_end"), "seen"),
    **dict.fromkeys(("agreement_short", "agreement_end"), "agreement"),
}
# Words that have no value on a list, and curves, whose value is that of a metric.
_NOWHERE = frozenset({"query", "run", "qrels", "pair"})
_OF_METRIC = {"roc": "auc"}
# Words that hang on a choice of another name.
_OF_FIELD = {"relevant": "threshold", "R": "threshold"}
_DENOMINATOR = re.compile(r"\}\{<(\w+)>\}")  # of a fraction in a template
_ENDS = {"_term": "term", "_sum": "sum", "_base": "base"}


def term_of(step: str) -> str:
    """Key of the entry that explains a recorded array."""
    end = next((entry for end, entry in _ENDS.items() if step.endswith(end)), step)
    return _SAME.get(step, end)


@cache
def term_keys() -> tuple[str, ...]:
    """Keys of all entries: those of the texts, and the metrics."""
    own = dict.fromkeys(key.split(".")[1] for key in catalogue("en") if key.startswith("term."))
    return (*own, *METRICS)


def term_name(key: str, texts: Texts) -> str:
    """Name of an entry, as a text may mention it."""
    if key in METRICS:
        return METRICS[key].name
    return texts(f"term.{key}.name") if f"term.{key}.name" in texts else texts(f"field.{key}")


@dataclass(frozen=True)
class TermEntry:
    """What is always said of a word: its name, what it is, and why one does it, of a metric what it asks; its other names."""

    key: str
    name: str
    what: list[Piece]
    why: list[Piece]
    also: str = ""


def term_entry(key: str, texts: Texts, convention: Convention | None = None) -> TermEntry:
    """Look up an entry, in sentences that hold under a convention where one is given; KeyError if there is none."""
    if key in METRICS:
        label, name = METRICS[key].name, texts(f"about.{key}.name")
        title = name if label.lower() == name.lower() else texts("picker.title", label=label, name=name)
        usual, also = {"what": f"metric.{key}", "why": f"about.{key}.question"}, texts(f"about.{key}.also")
    else:
        what = f"term.{key}.what" if f"term.{key}.what" in texts else f"help.{key}"  # of a choice what its menu says
        title, usual, also = term_name(key, texts), {"what": what, "why": f"term.{key}.why"}, _other_names(key, texts)
    sentences = {name: _leading_on(key, entry_sentence(key, name, usual[name], convention, texts)) for name in ("what", "why")}
    return TermEntry(key, title, sentences["what"], sentences["why"], also)


def _leading_on(key: str, pieces: Sequence[Piece]) -> list[Piece]:
    """A sentence of an entry whose own word is plain there."""
    return [as_plain_text([piece]) if term_of_piece(piece) == key else piece for piece in pieces]


def _other_names(key: str, texts: Texts) -> str:
    return texts(f"term.{key}.also") if f"term.{key}.also" in texts else ""


def symbol_of(key: str, analysis: Analysis) -> str:
    """LaTeX of an entry's symbol in the derivation of the metric under study; "" if it has none there but its name."""
    if key in METRICS:
        return ""
    step = None if isinstance(analysis.main, InputError) else _step(key, analysis.main)
    return "" if step is None else step.symbol


@cache
def symbols() -> Mapping[str, str]:
    """LaTeX of the symbols, by their entry, as the textbook's formulas have them; a metric's own name is no symbol."""
    traces = [trace for trace in analyse(DEFAULT).traces.values() if isinstance(trace, Trace)]
    by_term = {term_of(step.key): step.symbol for trace in reversed(traces) for step in reversed(trace.steps)}
    return MappingProxyType({key: symbol for key, symbol in by_term.items() if key not in METRICS})


def _step(key: str, trace: Trace) -> Step | None:
    """The recorded array that an entry explains; of several the one that comes first."""
    return next((step for step in trace.steps if term_of(step.key) == key), None)


# ---------------------------------------------------------------------------------------------------------------------------
# What it is here


def text_on_list(key: str, analysis: Analysis, texts: Texts) -> str:
    """Say what a word is on the list that is shown, under the convention; "" where nothing can be said.

    What the metric under study does not use, but the counts that stand beside it do, is said of those; else nothing is.

    Parameters
    ----------
    key : str
        One of `term_keys`.
    """
    if key in _OF_METRIC:
        return text_on_list(_OF_METRIC[key], analysis, texts)
    if key in _NOWHERE:
        return ""
    if key in METRICS:
        text = _measure(key, analysis, texts)
    elif isinstance(analysis.main, InputError):
        text = error_text(analysis.main, texts)
    else:
        text = _word_on_list(key, ListContext(analysis, analysis.main, texts))
    state = analysis.state
    if not text or len(state.lists) == 1 or key == "mean":
        return text
    which = texts("terms.one_list", list=list_name(state, state.selected, texts), count=len(state.lists))
    return texts("words.separator").join([text, which])


def _measure(key: str, analysis: Analysis, texts: Texts) -> str:
    """The value of a metric."""
    trace = analysis.traces[key]
    if isinstance(trace, InputError):
        return error_text(trace, texts)
    if trace.undefined[0]:
        return undefined_reason(trace, texts)
    value, _, quotient = printed_value(trace, 0, analysis, texts)
    measure = print_measure(METRICS[key], analysis.state.convention)
    if quotient:
        return texts("terms.quotient", measure=measure, quotient=quotient, value=value)
    return texts("terms.measure", measure=measure, value=value)


def _word_on_list(key: str, context: ListContext) -> str:
    texts, metric = context.texts, METRICS[context.trace.metric]
    step = context.trace.summed_step() if key == "term" else None
    step = _step(key, context.trace) or step
    field = _OF_FIELD.get(key, key)
    if step is None and field in FIELDS and field not in metric.uses:
        counts = context.analysis.trace("tp")
        return _word_on_list(key, replace(context, trace=counts)) if counts is not None and field in METRICS["tp"].uses else ""
    if key == "base":
        return _denominators(context)
    if key in WORDS:
        return WORDS[key](context)
    sentence = f"term.{key}.here" + (VARIANTS[key](context) if key in VARIANTS else "")
    if sentence in texts:
        return texts(sentence, **{name: FACTS[name](context) for name in texts.places(sentence)})
    return "" if step is None else _of_step(step, context)


def _denominators(context: ListContext) -> str:
    """Each number that the recorded formulas divide by; F1 and bpref have two."""
    steps, texts = context.trace.steps, context.texts
    chosen = [step for step in steps if term_of(step.key) == "base"]
    if not chosen:
        return ""
    below = {key for step in steps for key in _DENOMINATOR.findall(step.template)}
    others = [step for step in steps if step.axis == "query" and step.key in below and term_of(step.key) != "base"]
    names = [option_label(step.key, getattr(context.trace.convention, step.key), texts) for step in chosen]
    values = [in_unit(step.unit, float(step.value[0]), as_fractions(context)) for step in (*chosen, *others)]
    named = zip([*names, *(step.symbol for step in others)], values, strict=True)
    return texts("sentence.more_separator").join(
        dict.fromkeys(texts("terms.measure", measure=name, value=value) for name, value in named)
    )


def _of_step(step: Step, context: ListContext) -> str:
    """The numbers of a recorded array, of the entries for which it is claimed."""
    if step.axis == "query":
        return context.texts("terms.value", value=in_unit(step.unit, float(step.value[0]), as_fractions(context)))
    sentence = {"ideal": "by_ideal_rank", "level": "by_level"}.get(step.axis, "by_rank")
    running = context.trace.running_total()
    if running is not None and running.kind == "max" and running.step is step:
        sentence = "by_rank_largest"
    if not (values := step_values(step, context)):
        return context.texts("terms.empty_list") if step.axis == "list" else ""
    return context.texts(f"terms.{sentence}", values=values)
