r"""The mean over several lists as a line to read: which lists count, with which weights, and what comes out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rankviz.core.conventions import Convention
from rankviz.core.metrics.means import averaged_lists, counted_lists, mean, weight_option, weights
from rankviz.core.metrics.measures import print_measure
from rankviz.core.trace import HOLE, Step, Trace, holes_in
from rankviz.display.formulas.derivation import UNDEFINED
from rankviz.display.formulas.latex import latex_number
from rankviz.display.number_format import exact, in_unit, plain
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts

MOST_LISTS = 8  # written out one by one
SHOWN_FIRST, SHOWN_LAST = 5, 2


@dataclass(frozen=True)
class MeanLine:
    """The mean of several lists.

    Parameters
    ----------
    symbol, symbols : str
        LaTeX of the mean and of its formula.
    numbers : str
        LaTeX of the formula with the lists' numbers.
    result, exact : str
        Printed value and all its digits.
    count, counting : int
        How many lists there are, and how many of them count.
    undefined : bool
        No list counts.
    """

    symbol: str
    symbols: str
    numbers: str
    result: str
    exact: str
    count: int
    counting: int
    undefined: bool


def mean_line(trace: Trace, means: Sequence[Step], convention: Convention, as_fractions: bool = False) -> MeanLine:
    """Write the mean of a trace with several lists; `means` from `metrics.means.mean`."""
    last, count = means[-1], len(trace.value)
    known = {trace.steps[-1].key: trace.steps[-1], **{step.key: step for step in means}}
    undefined = not bool(last.where)
    chosen = [int(q) for q in counted_lists(trace, convention).nonzero()[0]] if "weighted" in known else list(range(count))
    return MeanLine(
        symbol=last.symbol,
        symbols=HOLE.sub(lambda hole: _symbol(hole, known, count), last.template),
        numbers="" if undefined else HOLE.sub(lambda hole: _numbers(hole, known, chosen, as_fractions), last.template),
        result=UNDEFINED if undefined else in_unit(last.unit, float(last.value), as_fractions),
        exact=exact(float(last.value)),
        count=count,
        counting=int(counted_lists(trace, convention).sum()),
        undefined=undefined,
    )


def line_of_mean(analysis: Analysis) -> MeanLine | None:
    """The mean of all lists under the metric under study; None for one list, or where a list is refused."""
    whole = analysis.all_lists()
    if not isinstance(whole, Trace):
        return None
    convention = analysis.state.convention
    return mean_line(whole, mean(whole, convention), convention, analysis.state.numbers == "fractions")


def _symbol(hole: re.Match[str], known: Mapping[str, Step], count: int) -> str:
    if hole[2] == "Q":
        return str(count)
    step = known[hole[2]]
    inner = step.template if step.key == "weighted" else f"<{step.key}>"
    written = HOLE.sub(lambda each: " " + _of_list(known[each[2]].symbol), inner).strip()
    return rf"\sum_{{q=1}}^{{{count}}} {written}"


def _of_list(symbol: str) -> str:
    return symbol if symbol.endswith("_q") else rf"{{{symbol}}}_q"


def _numbers(hole: re.Match[str], known: Mapping[str, Step], chosen: list[int], as_fractions: bool) -> str:
    if hole[2] == "Q":
        return str(len(chosen))
    step = known[hole[2]]

    alike = "weight" in known and (known["weight"].value[chosen] == 1).all()
    if alike and step.key == "weight":
        return str(len(chosen))

    def term(query: int) -> str:
        names = [each[1] for each in holes_in(step.template)] if step.key == "weighted" else [step.key]
        names = [name for name in names if not (alike and name == "weight")]
        values = (_number(known[name], query, as_fractions) for name in names)
        return r"\cdot ".join(values)

    terms = [term(query) for query in chosen]
    if len(terms) > MOST_LISTS:
        terms = [*terms[:SHOWN_FIRST], r"\cdots", *terms[-SHOWN_LAST:]]
    return "+".join(terms) or "0"


def _number(step: Step, query: int, as_fractions: bool) -> str:
    return latex_number(in_unit(step.unit, float(step.value[query]), as_fractions))


def mean_label(line: MeanLine, analysis: Analysis, texts: Texts) -> str:
    """What the mean is of, as `MAP@10, mean of 2 lists`, and of how many lists."""
    metric, convention = analysis.metric, analysis.state.convention
    usual = f"m{metric.key}" in metric.aliases and weight_option(metric, convention) == "none"
    measure = "M" * usual + print_measure(metric, convention)
    key = "list_tabs.mean" if line.count == line.counting else "list_tabs.mean_some"
    return texts(key, metric=measure, count=line.count, counting=line.counting)


def put_words(trace: Trace, convention: Convention, texts: Texts, query: int = 0, *, lists: int) -> str:
    """Say what the convention puts in the place of an undefined value and, where there are several lists, about their mean."""
    if trace.stand_in(query) == "skip":
        return texts("panel.put_skip")
    value = texts(f"option.empty.{trace.stand_in(query)}")
    if lists == 1:
        return texts("panel.put_one", value=value)
    if averaged_lists(trace, convention)[query]:
        return texts("panel.put", value=value)
    return texts("panel.put_alone", value=value, rule=texts(f"option.mean_over.{convention.mean_over}"))


def mean_words(trace: Trace, convention: Convention, names: Sequence[str], texts: Texts) -> list[str]:
    """Say which lists do not count and why, and what the others weigh."""
    counts, over = counted_lists(trace, convention), averaged_lists(trace, convention)
    ruled_out = [name for q, name in enumerate(names) if not over[q]]
    undefined = [name for q, name in enumerate(names) if over[q] and not counts[q]]
    put: dict[str, list[str]] = {}
    for q in np.flatnonzero(counts & trace.undefined).tolist():
        put.setdefault(trace.stand_in(q), []).append(names[q])
    sentences = []
    separator = texts("sentence.more_separator")
    if undefined:
        sentences.append(texts("mean.undefined", names=separator.join(undefined)))
    if ruled_out:
        rule = texts(f"option.mean_over.{convention.mean_over}")
        sentences.append(texts("mean.left_out", names=separator.join(ruled_out), rule=rule))
    for answer, filled in put.items():
        sentences.append(texts("mean.put", names=separator.join(filled), value=texts(f"option.empty.{answer}")))
    weight = np.where(counts, weights(trace, convention), 0.0)
    if counts.any() and np.ptp(weight[counts]):
        weighed = [(name, plain(float(weight[q]))) for q, name in enumerate(names) if counts[q]]
        listed = separator.join(texts("sentence.more_chosen", name=name, value=value) for name, value in weighed)
        sentences.append(texts("mean.weights", listed=listed))
    return sentences
