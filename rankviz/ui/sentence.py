"""The choices as one sentence: what the component `choices` is given."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np

from rankviz.conventions import FIELDS
from rankviz.errors import InputError
from rankviz.evaluation import narrow
from rankviz.metrics import METRICS
from rankviz.options import Array
from rankviz.show.labels import option_label
from rankviz.show.numbers import fixed, of_step, plain
from rankviz.texts import Texts
from rankviz.trace import Trace
from rankviz.ui.analysis import Analysis, fields_at_work, value_of

SLOT = re.compile(r"\{(\w+)\}")
STEPS = {"cutoff": 1.0, "threshold": 1.0, "rbp_p": 0.05, "beta": 0.5, "err_max": 1.0, "recall_level": 0.1}
MOST_TYPED = {"cutoff": 1000.0}  # the page shows no longer list
SHOWN_GRADES = np.arange(6.0)
SHOWN_RANKS = np.arange(1.0, 6.0)
Data = dict[str, object]


def choices_data(analysis: Analysis, opened: str | None, epoch: int, texts: Texts) -> Data:
    """Build the sentence of the metric under study: words and slots in the language's own order.

    What each option would give costs an evaluation, so it is computed only for the slot that was `opened`.

    Returns
    -------
    dict
        `epoch` (int), `parts` (list), `more` (mapping or None), `captioned` (the slot whose captions are filled, "" for `more`,
        None for none) and `texts`, all JSON-serialisable. A part is `{text}`,
        words between two pills, or a slot: `slot` (name of the convention field), `label` (heading), `value`, `shown`
        (text on the pill), `help` and `kind`.
        kind "radio" adds `options`, each `{value, label, caption}` and, if needed, `shown` (the pill's text until the
        next data) and `disabled_reason`.
        kind "number" adds `min`, `max`, `step`, `caption`, `invalid` (the sentence for a bad entry), `allow_none`,
        `none_label` and, if needed, `whole` (true: whole numbers only).
        kind "text" adds `caption`; what was typed and cannot be used stands in `choices_own`.
        `more` is `{label, parts}`: slots that share one pill at the end.
        `texts` has `decrease`, `increase` and `close`.

    Notes
    -----
    It sends `session`, `seq` and `commands`, the last 20 of `{n, epoch, name, value}`: choose (with `field`, the slot) and
    open_slot (the slot that was opened).
    """
    parts: list[Data] = []
    for i, piece in enumerate(SLOT.split(texts.unfilled(f"sentence.{analysis.state.metric}"))):
        if i % 2:
            parts += [_slot(analysis, name, opened == name, texts) for name in (piece, *_own(analysis, piece))]
        elif piece:
            parts.append({"text": piece.strip()})
    more = _more(analysis, opened == "", texts)
    return {"epoch": epoch, "parts": parts, "more": more, "captioned": opened, "texts": texts.group("choices")}


def _more(analysis: Analysis, captioned: bool, texts: Texts) -> Data | None:
    """The choices that only this list makes matter, behind one pill that names them."""
    written = SLOT.findall(texts.unfilled(f"sentence.{analysis.state.metric}"))
    names = [name for name in fields_at_work(analysis) if name not in written]
    if not names:
        return None
    listed = texts("sentence.more_separator").join(texts(f"clause.{name}") for name in names)
    return {"label": texts("sentence.more", names=listed), "parts": [_slot(analysis, name, captioned, texts) for name in names]}


def _slot(analysis: Analysis, name: str, captioned: bool, texts: Texts) -> Data:
    slot: Data = {"slot": name, "label": texts(f"field.{name}"), "help": texts(f"help.{name}")}
    if name == "metric":
        options = [
            {"value": key, "label": metric.name, "caption": _metric_caption(analysis, key, texts)}
            for key, metric in METRICS.items()
        ]
        return slot | {
            "kind": "radio",
            "value": analysis.state.metric,
            "shown": analysis.metric.name,
            "options": options,
        }
    value = getattr(analysis.state.convention, name)
    shown = _shown(analysis, name, texts)
    field = FIELDS[name]
    if field.variable:
        caption = _value_caption(analysis, analysis.main, texts)
        return slot | {"kind": "text", "value": value, "shown": shown, "caption": caption}
    if field.options is None:
        return slot | {"kind": "number", "value": value, "shown": shown} | _number(analysis, name, texts)
    options = [
        {
            "value": key,
            "label": _label(analysis, name, key, texts),
            "caption": _caption(analysis, name, key, texts) if captioned else "",
        }
        for key in _offered(analysis, name)
    ]
    return slot | {"kind": "radio", "value": _taken(analysis, name), "shown": shown, "options": options}


def _number(analysis: Analysis, name: str, texts: Texts) -> Data:
    """What the control of a number needs to know of it."""
    field = FIELDS[name]
    low, high = field.low, MOST_TYPED.get(name, field.high)
    return {
        "min": low,
        "max": high,
        "step": STEPS[name],
        "whole": name == "cutoff",
        "allow_none": field.optional,
        "none_label": texts(f"option.{name}.none") if field.optional else "",
        "caption": _value_caption(analysis, analysis.main, texts),
        "invalid": texts("help.bounds", low=plain(low), high=plain(high)),
    }


def _own(analysis: Analysis, name: str) -> tuple[str, ...]:
    """The slot for the person's own table or formula, where that is the chosen option."""
    value = getattr(analysis.state.convention, name, "")
    return (f"{name}_{value}",) if name in ("gain", "discount") and value in ("table", "formula") else ()


def _offered(analysis: Analysis, name: str) -> tuple[str, ...]:
    """The options of a field that have a meaning here: those that the metric declares, all those of a mean."""
    if name in analysis.metric.uses:
        return analysis.metric.uses[name]
    return tuple(FIELDS[name].options or ())


def _taken(analysis: Analysis, name: str) -> object:
    """The option that the metric takes, which is another one where the chosen one has no meaning for it."""
    convention = analysis.state.convention
    if FIELDS[name].stage == "means":
        return getattr(convention, name) or analysis.metric.mean_weights
    return getattr(narrow(analysis.metric, convention), name)


def _shown(analysis: Analysis, name: str, texts: Texts) -> str:
    return _label(analysis, name, _taken(analysis, name), texts)


def _label(analysis: Analysis, name: str, value: object, texts: Texts) -> str:
    """Name an option; the ideal's options with their numbers for this list."""
    trace = analysis.trace("ndcg")
    if trace is not None and name == "ideal" and value in ("judged", "retrieved"):
        judged = int(trace.rankings.R[0] + trace.rankings.nonrel[0])
        key, count = ("judged_count", judged) if value == "judged" else ("shown_count", int(trace.rankings.n[0]))
        return texts(f"sentence.{key}", count=count)
    if name == "ideal_cut" and value == "k" and analysis.state.convention.cutoff is not None:
        return str(analysis.state.convention.cutoff)
    return option_label(name, value, texts)


def _caption(analysis: Analysis, name: str, key: str, texts: Texts) -> str:
    """What an option does to grades 0 to 5 or at ranks 1 to 5, and the value it would give here."""
    value = _value_caption(analysis, analysis.value_with(name, key), texts)
    effect = ""
    if name == "gain" and key != "binary":
        effect = " ".join(plain(each) for each in _effect(analysis, name, key, SHOWN_GRADES))
    elif name == "discount":
        effect = " ".join(fixed(each, 2) for each in _effect(analysis, name, key, SHOWN_RANKS))
    return f"{effect} · {value}" if effect else value


def _effect(analysis: Analysis, name: str, key: str, at: Array) -> list[float]:
    """What a gain or a discount gives for some grades or ranks."""
    convention = analysis.state.convention.with_choices({name: key})
    option = convention.gain_option() if name == "gain" else convention.discount_option()
    assert option.function is not None
    values: Mapping[str, object] = {"<p>": convention.rbp_p, "<grade>": at, "<rank>": at}
    arguments = [value for hole, value in values.items() if hole in option.template]
    arguments = arguments or [at] * bool(option.reads)
    return [float(each) for each in np.broadcast_to(np.asarray(option.function(*arguments)), at.shape)]


def _metric_caption(analysis: Analysis, key: str, texts: Texts) -> str:
    return texts(f"metric.{key}")


def _value_caption(analysis: Analysis, trace: Trace | InputError, texts: Texts) -> str:
    name = analysis.metric.name
    if isinstance(trace, InputError):
        return f"{name} {texts('panel.refused')}"
    value = value_of(trace)
    return f"{name} {texts('panel.undefined') if value is None else of_step(analysis.metric.key, value)}"


def sentence_text(analysis: Analysis, texts: Texts) -> str:
    """The sentence as plain text, to stand beside the value and be copied with it."""

    def shown(match: re.Match[str]) -> str:
        return analysis.metric.name if match[1] == "metric" else _shown(analysis, match[1], texts)

    main = SLOT.sub(shown, texts.unfilled(f"sentence.{analysis.state.metric}"))
    written = SLOT.findall(texts.unfilled(f"sentence.{analysis.state.metric}"))
    rest = [name for name in fields_at_work(analysis) if name not in written and name in FIELDS]
    parts = [texts("convention.part", name=texts(f"field.{name}"), value=_shown(analysis, name, texts)) for name in rest]
    return texts("convention.separator").join([main, *parts])
