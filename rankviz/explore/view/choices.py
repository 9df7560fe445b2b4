"""The choices as one sentence: what the component `choices` is given."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite, isnan

import numpy as np

from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_TYPED
from rankviz.core.conventions import ANY_LISTS, FIELDS, Field
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.gain_and_discount_steps import option_values
from rankviz.core.metrics.means import mean, options_for
from rankviz.core.metrics.registry import FAMILIES
from rankviz.core.trace import Trace
from rankviz.display.convention_words import REWORDED, SAID_WITH, ConventionWords, Slot, convention_words
from rankviz.display.labels import option_label
from rankviz.display.number_format import fixed_decimals, in_unit, plain
from rankviz.explore.charts.option_curves import option_curves
from rankviz.explore.words.about_metric import metric_details
from rankviz.state.analysis import Analysis, analyse, value_of
from rankviz.state.app_state import AppState
from rankviz.texts import Texts, pieces_of

SHOWN_GRADES = np.arange(6.0)
SHOWN_RANKS = np.arange(1.0, 6.0)
MEMBERS = {family: [key for key, metric in METRICS.items() if metric.family == family] for family in FAMILIES}
Data = dict[str, object]


def choices_payload(analysis: Analysis, opened: str | None, texts: Texts) -> Data:
    """Build the sentence of the metric under study: words and slots in the language's own order.

    What each option would give costs an evaluation, so it is computed only for the slot that was `opened`.

    Returns
    -------
    dict
        `parts` (list), `more` (mapping or None), `captioned` (the slot whose captions are filled, "" for `more`,
        None for none) and `texts`, all JSON-serialisable. A part is `{text}`,
        words between two pills in pieces, or a slot: `slot` (name of the convention field), `label` (heading), `value`,
        `shown` (text on the pill), `prefix` (words before it, in pieces), `help` (in pieces), `kind` and, if needed,
        `beside`, slots that share its pill.
        kind "radio" adds `options`, each `{value, label, caption}` and, if needed, `shown` and `prefix` (until the next
        data) and `disabled_reason`.
        kind "number" adds `min`, `max`, `step`, `caption`, `invalid` (the sentence for a bad entry), `allow_none`,
        `none_label`, `form` and, with `allow_none`, `none_form` (the pill's text until the next data, with {value} and
        without a number), `prefix` and `none_prefix` in the same way and, if needed, `whole` (true: whole numbers only).
        kind "text" adds `caption`; what was typed and cannot be used stands in `choices_own`.
        `slide` (first and last value of a slider), `slide_step` and `marks` (values that are named).
        The gain's and the discount's slot adds `curves`, what `option_curves` returns; None while it is not open.
        kind "metrics" adds `options`, each `{value, label, name}`, `families` (each `{key, label, metrics}`), `texts`, and
        `details` (what is said of each, by its key; None while the slot is not open).
        `more` is `{label, parts}`: slots that share one pill at the end.
        `texts` has `decrease`, `increase` and `close`.

    Notes
    -----
    It asks for `choose` (with `field`, the slot, and `value`), and for the slot that was opened.
    """
    return _choices_payload(analysis, convention_words(analysis, texts), opened)


def choices_of_any_payload(state: AppState, opened: str | None, texts: Texts) -> Data:
    """Build the sentence of choices without a list, as for whole runs: all choices may matter, and options have no values."""
    analysis = analyse(replace(state, lists=(Ranking(),), selected=0))
    return _choices_payload(analysis, ConventionWords(analysis.metric, state.convention, ANY_LISTS, texts), opened)


def _choices_payload(analysis: Analysis, words: ConventionWords, opened: str | None) -> Data:
    parts: list[Data] = []
    for piece in words.pieces:
        if isinstance(piece, Slot):
            parts.append(_slot(analysis, words, piece.name, opened == piece.name))
        elif piece.strip():
            parts.append({"text": pieces_of(piece.strip())})
    more = _more(analysis, words, opened == "")
    return {"parts": parts, "more": more, "captioned": opened, "texts": words.texts.group("choices")}


def _more(analysis: Analysis, words: ConventionWords, captioned: bool) -> Data | None:
    """The choices that only these lists make matter, behind one pill that names them, and what is not the textbook's."""
    texts = words.texts
    if not words.extra_choices:
        return None
    # Of lists that are not at hand nearly all matter: those are named that say something.
    named = [name for name in words.extra_choices if words.facts is not ANY_LISTS or words.is_chosen(name)]
    listed = texts("sentence.more_separator").join(_choice_name(words, name) for name in named)
    slots = [_slot(analysis, words, name, captioned) for name in words.extra_choices]
    label = texts("sentence.more", names=listed) if named else texts("sentence.more_alone")
    return {"label": label, "parts": slots}


def _choice_name(words: ConventionWords, name: str) -> str:
    clause = words.texts(f"clause.{name}")
    return words.texts("sentence.more_chosen", name=clause, value=words.choice_text(name)) if words.is_chosen(name) else clause


def _slot(analysis: Analysis, words: ConventionWords, name: str, captioned: bool) -> Data:
    if name == "metric":
        return _metric_slot(analysis, captioned, words.texts)
    data = {"prefix": words.prefix(name)} | _choice(analysis, words, name, captioned)
    data["shown"] = words.on_pill(words.choice_text(name), name)
    others = words.dependent_choices(name)
    if name in ("gain", "discount"):
        data["curves"] = option_curves(analysis, name, str(words.effective_option(name)), words.texts) if captioned else None
    return data | {"beside": [_choice(analysis, words, other, captioned) for other in others]} if others else data


def _metric_slot(analysis: Analysis, captioned: bool, texts: Texts) -> Data:
    return _metric_names(texts) | {
        "slot": "metric",
        "label": texts("field.metric"),
        "help": [],
        "kind": "metrics",
        "value": analysis.state.metric,
        "shown": analysis.metric.name,
        "details": metric_details(analysis.state.convention, texts) if captioned else None,
    }


def _metric_names(texts: Texts) -> Data:
    name = texts.template  # there are many, and nothing to be filled in
    options = [{"value": key, "label": metric.name, "name": name(f"about.{key}.name")} for key, metric in METRICS.items()]
    families = [{"key": key, "label": name(f"family.{key}"), "metrics": metrics} for key, metrics in MEMBERS.items()]
    return {"options": options, "families": families, "texts": texts.group("picker")}


def _choice(analysis: Analysis, words: ConventionWords, name: str, captioned: bool) -> Data:
    """The control of one choice."""
    texts, field, value = words.texts, FIELDS[name], words.effective_option(name)
    slot: Data = {"slot": name, "label": texts(f"field.{name}"), "help": texts.pieces(f"help.{name}"), "value": value}
    if field.variable:
        return slot | {"kind": "text", "max_length": MAX_TYPED, "caption": _value_caption(analysis, analysis.main, texts)}
    if field.options is None:
        forms: Data = {"form": words.on_pill(words.form(name), name, 0), "prefix": words.prefix(name, 0)}
        if field.is_optional:
            forms |= {"none_form": words.on_pill(words.form(name, None), name, None), "none_prefix": words.prefix(name, None)}
        return slot | {"kind": "number"} | forms | _number(analysis, name, texts)
    options: list[Data] = [
        {
            "value": key,
            "label": words.label(name, key),
            "caption": _caption(analysis, name, key, texts) if captioned else "",
        }
        for key in options_for(analysis.metric, name)
    ]
    if name in REWORDED:
        options = [option | _pill_texts(words, name, option["value"]) for option in options]
    return slot | {"kind": "radio", "options": options}


def _pill_texts(words: ConventionWords, name: str, value: object) -> Data:
    """What the sentence says of an option, on the pill and before it."""
    return {"shown": words.on_pill(words.choice_text(name, value), name, value), "prefix": words.prefix(name, value)}


def _number(analysis: Analysis, name: str, texts: Texts) -> Data:
    """What the control of a number needs to know of it."""
    field = FIELDS[name]
    low, high = field.low, field.high
    bounds, written = ("help.bounds_whole", "{:,.0f}".format) if field.is_integer else ("help.bounds", plain)
    return {
        "min": low,
        "max": high,
        "step": field.step,
        **_slider(field, analysis, texts),
        "whole": field.is_integer,
        "allow_none": field.is_optional,
        "none_label": texts(f"option.{name}.none") if field.is_optional else "",
        "caption": _value_caption(analysis, analysis.main, texts),
        "invalid": texts(bounds, low=written(low), high=written(high)),
    }


def _slider(field: Field, analysis: Analysis, texts: Texts) -> Data:
    """What else its slider needs, if it has one."""
    if not field.slide:
        return {}
    name = SAID_WITH[field.name]
    family = FIELDS[name].option(getattr(analysis.state.convention, name))
    marks = [(at, option_label(name, key, texts)) for at, key in enumerate(family.special_cases if family else ())]
    return {"slide": field.slide, "slide_step": field.step / 2, "marks": marks}


def _caption(analysis: Analysis, name: str, key: str, texts: Texts) -> str:
    """What an option does to grades 0 to 5 or at ranks 1 to 5, and the value it would give here."""
    of_mean = _mean_caption(analysis, name, key, texts) if FIELDS[name].stage == "means" else ""
    value = of_mean or _value_caption(analysis, analysis.value_with(name, key), texts)
    effect = ""
    if name == "gain" and key != "binary":
        effect = " ".join(plain(each) for each in _effect(analysis, name, key, SHOWN_GRADES))
    elif name == "discount":
        effect = " ".join(fixed_decimals(each, 2) for each in _effect(analysis, name, key, SHOWN_RANKS))
    return f"{effect} · {value}" if effect else value


def _effect(analysis: Analysis, name: str, key: str, at: Array) -> list[float]:
    """What a gain or a discount gives for some grades or ranks."""
    convention = analysis.state.convention.with_choices({name: key})
    option = convention.gain_option if name == "gain" else convention.discount_option
    return [float(each) for each in option_values(option, convention, at)]


def _value_caption(analysis: Analysis, trace: Trace | InputError, texts: Texts) -> str:
    name = analysis.metric.name
    if isinstance(trace, InputError):
        return f"{name} {texts('panel.refused')}"
    value, put = value_of(trace), float(trace.value[0])
    if value is not None:
        return f"{name} {in_unit(trace.unit, value)}"
    counted = f" · {texts('libraries.put', value=in_unit(trace.unit, put))}" if isfinite(put) else ""
    return f"{name} {texts('panel.undefined')}{counted}"


def _mean_caption(analysis: Analysis, name: str, key: str, texts: Texts) -> str:
    """The mean of all lists with another rule for it; "" for one list, or where a list is refused."""
    whole = analysis.all_lists()
    if not isinstance(whole, Trace):
        return ""
    value = float(mean(whole, analysis.state.convention.with_choices({name: key}))[-1].value)
    value_text = texts("panel.undefined") if isnan(value) else in_unit(whole.unit, value)
    return f"{texts('mean.name', name=analysis.metric.name)} {value_text}"
