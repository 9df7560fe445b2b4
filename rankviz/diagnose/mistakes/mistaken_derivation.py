"""Mistaken derivations: a recorded step gets another template, and the later ones follow theirs.

So a mistake is as executable, and as tested, as the right formula. The table of them is in `in_formulas.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from rankviz.core.conventions import Convention
from rankviz.core.conventions.options import Array
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.means import counted_lists, mean
from rankviz.core.templates import TemplateError, holes_of, recompute_step, run_template
from rankviz.core.trace import Step, Trace, Unit
from rankviz.diagnose.mistakes.list_counts import LIST_COUNTS
from rankviz.evaluation.evaluate import answer_nothing_relevant, compute

MEAN = "mean"
USUAL_COST, RARE_COST = 1.3, 1.8
# The steps about the ideal order.
IDEAL = ("ideal_grade", "ideal_hit", "ideal_gain", "ideal_rank", "ideal_discount", "ideal_term", "idcg")


class MistakenStep(NamedTuple):
    """One step of a mistaken derivation.

    Parameters
    ----------
    step : str
        A recorded step, or 'mean', that gets another template; or a new one, which stands before the next recorded one.
    symbol : str
        "" keeps the recorded one's.
    template : str
        Its holes name steps before it, or counts of the list (`quantities.py`).
    unit : str
        Of a new step; a recorded one keeps its own.
    """

    step: str
    symbol: str
    template: str
    unit: Unit = "value"


@dataclass(frozen=True)
class FormulaMistake:
    """A mistake in the formula.

    Parameters
    ----------
    key : str
        Permanent name; its words are `mistake.<key>`. Slips of several metrics may share it.
    metrics : tuple of str
    steps : tuple of MistakenStep
    steps_from_other : tuple of str
        Steps that are taken from another derivation, as far as both have them. That derivation reads
        the lists under the choices `under`, and with `cut` only the first k that are shown.
    other_choices : mapping of field to value
    cuts_lists : bool
    source : str
        Where somebody made it.
    text_key : str
        Key of another mistake that is worded alike; "" for words of its own.
    cost : float
        How far-fetched it is, beside the other departures (`departures.py`).
    batch_size : int
        Of so many lists each a mean was taken, and then the mean of those means.
    other_mean : function of float64 (Q,) to float, or None
        What was taken instead of the mean of the values of the lists that count; there is at least one.
    """

    key: str
    metrics: tuple[str, ...]
    steps: tuple[MistakenStep, ...] = ()
    steps_from_other: tuple[str, ...] = ()
    other_choices: Mapping[str, object] = field(default_factory=dict)
    cuts_lists: bool = False
    source: str = ""
    text_key: str = ""
    cost: float = USUAL_COST
    batch_size: int = 0
    other_mean: Callable[[Array], float] | None = None

    @property
    def is_about_mean(self) -> bool:
        """Whether it is about the mean over several lists."""
        return bool(self.batch_size) or self.other_mean is not None or any(line.step == MEAN for line in self.steps)


def apply_mistake(trace: Trace, slip: FormulaMistake, rankings: Sequence[Ranking], convention: Convention) -> Trace:
    """Go through a derivation once more with a mistake in it.

    Parameters
    ----------
    trace : Trace
        The right derivation.
    slip : FormulaMistake
    rankings : sequence of Ranking
        The lists it was recorded on, as typed.
    convention : Convention

    Returns
    -------
    Trace
        With the mistake's own steps and templates; what follows from them is computed anew.

    Raises
    ------
    TemplateError
        If the derivation has not the steps that the mistake is about.
    """
    lines = {line.step: line for line in slip.steps if line.step in trace}
    ahead = _new_steps_by_next(slip, trace)
    elsewhere = _other_derivation(trace, slip, rankings, convention)
    wrong, changed = Trace(trace.metric, trace.rankings, trace.convention), set[str]()
    for step in trace.steps:
        for line in ahead.get(step.key, ()):
            _record_line(wrong, line)
        changed.update(line.step for line in ahead.get(step.key, ()))
        if elsewhere is not None and step.key in slip.steps_from_other and step.key in elsewhere:
            found = _step_at_same_ranks(elsewhere, wrong, step.key)
        elif step.key in lines:
            found = _rewrite(wrong, step, lines[step.key])
        elif changed & holes_of(step.template):
            found = _recompute(wrong, step)
        else:
            wrong.append_step(step)
            continue
        wrong.append_step(found)
        changed.add(step.key)
    answer_nothing_relevant(wrong)
    return wrong


def mistaken_mean(trace: Trace, slip: FormulaMistake, convention: Convention) -> float:
    """Mean over several lists of what `mistaken` gave, or what the mistake makes of the lists that count.

    Raises
    ------
    TemplateError
        If the mistake's formula names what was not recorded.
    """
    counted = counted_lists(trace, convention)
    if slip.batch_size:
        return _mean_of_batches(trace.value[counted], slip.batch_size)
    if slip.other_mean is not None:
        return slip.other_mean(trace.value[counted]) if counted.any() else float("nan")
    line = next((line for line in slip.steps if line.step == MEAN), None)
    if line is None:
        with np.errstate(invalid="ignore"):  # a mistake may give a list that does not count an infinite value
            return float(mean(trace, convention)[-1].value)
    arrays = {key: value[counted] for key, value in _step_arrays(trace).items() if value.ndim == 1}
    return float(run_template(line.template, {"Q": np.asarray(float(counted.sum())), **arrays}, trace.rankings))


def _mean_of_batches(values: Array, size: int) -> float:
    if not len(values):
        return float("nan")
    return float(np.mean([values[start : start + size].mean() for start in range(0, len(values), size)]))


def _new_steps_by_next(slip: FormulaMistake, trace: Trace) -> dict[str, list[MistakenStep]]:
    """New steps by the recorded step they stand before; what only the mean needs stands before the last one."""
    ahead: dict[str, list[MistakenStep]] = {}
    waiting: list[MistakenStep] = []
    for line in slip.steps:
        if line.step == MEAN:
            needed = (
                MistakenStep(name, LIST_COUNTS[name].symbol, "")
                for name in sorted(holes_of(line.template))
                if name in LIST_COUNTS
            )
            ahead.setdefault(trace.steps[-1].key, []).extend((*waiting, *(each for each in needed if each.step not in trace)))
            waiting = []
        elif line.step not in trace:
            waiting.append(line)
        elif waiting:
            ahead[line.step], waiting = waiting, []
    missing = [line.step for line in waiting] + [key for key in slip.steps_from_other[-1:] if key not in trace]
    if missing:
        raise TemplateError(f"{slip.key}: the derivation of {trace.metric} has no step {missing}")
    return ahead


def _other_derivation(trace: Trace, slip: FormulaMistake, rankings: Sequence[Ranking], convention: Convention) -> Trace | None:
    if not slip.steps_from_other:
        return None
    lists = [_first_k(trace, q, each) for q, each in enumerate(rankings)] if slip.cuts_lists else rankings
    # Whether anything is relevant is asked of the lists as they are, once the mistake is made.
    under = convention.with_choices({**slip.other_choices, "no_relevant": "formula"})
    return compute(METRICS[trace.metric], RawLists.from_rankings(lists), under)


def _step_at_same_ranks(elsewhere: Trace, wrong: Trace, key: str) -> Step:
    """A step of another derivation, if its entries stand at the same places in both."""
    found = elsewhere.step(key)
    here, there = (np.where(lists.present, lists.source, -1) for lists in (wrong.rankings, elsewhere.rankings))
    if found.axis == "list" and not np.array_equal(here, there):
        raise TemplateError(f"{key}: the entries stand at other places there")
    return found


def _first_k(trace: Trace, query: int, ranking: Ranking) -> Ranking:
    """The list cut at k, in ranked order, and nothing of what was not shown."""
    places = trace.rankings.source[query][: int(trace.rankings.k[query])]
    return Ranking(tuple(ranking.items[column]._replace(score=None) for column in places if column >= 0))


def _step_arrays(trace: Trace) -> dict[str, Array]:
    return {step.key: step.value for step in trace.steps}


def _record_count(wrong: Trace, name: str) -> None:
    """Record a quantity of the list that a template names."""
    if name not in wrong and name in LIST_COUNTS:
        found = LIST_COUNTS[name]
        wrong.add(name, found.symbol, "", found.compute(wrong), axis=found.axis, unit=found.unit)


def _record_line(wrong: Trace, line: MistakenStep) -> None:
    if not line.template:
        _record_count(wrong, line.step)
        return
    for name in sorted(holes_of(line.template)):
        _record_count(wrong, name)
    value = run_template(line.template, _step_arrays(wrong), wrong.rankings)
    if value.ndim == 2:
        present = wrong.rankings.present
        wrong.add(line.step, line.symbol, line.template, np.where(present, value, 0.0), where=present, unit=line.unit)
    else:
        wrong.add(line.step, line.symbol, line.template, np.broadcast_to(value, wrong.rankings.n.shape), unit=line.unit)


def _rewrite(wrong: Trace, step: Step, line: MistakenStep) -> Step:
    """Make a step by the mistake's template."""
    if "share" in holes_of(step.template) - holes_of(line.template):
        raise _averaged_ties_error(step)
    for name in sorted(holes_of(line.template)):
        _record_count(wrong, name)
    where = wrong.rankings.present if step.where is None and step.axis == "list" else step.where
    return _recompute(wrong, step._replace(symbol=line.symbol or step.symbol, template=line.template, where=where))


def _recompute(wrong: Trace, step: Step) -> Step:
    """Make a step anew, if the record knows of no entries that follow another rule than its template."""
    if step.where is not None and step.undefined is None and step.value[~step.where].any():
        raise _averaged_ties_error(step)
    return recompute_step(step, _step_arrays(wrong), wrong.rankings, wrong.convention.empty)


def _averaged_ties_error(step: Step) -> TemplateError:
    return TemplateError(f"{step.key}: entries with equal scores are averaged here")
