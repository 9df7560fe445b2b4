"""Mistaken derivations: a recorded step gets another template, and the steps after it are recomputed.

So a mistake is executable, and tested like the right formula. The mistakes are in `formula_mistakes.py` and its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from rankviz.core.conventions import Convention
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.means import counted_lists, mean
from rankviz.core.templates import TemplateError, holes_of, recompute_step, run_template
from rankviz.core.trace import Step, Trace, Unit
from rankviz.diagnose.mistakes.list_counts import LIST_COUNTS
from rankviz.evaluation.evaluate import answer_nothing_relevant, compute

MEAN = "mean"
USUAL_COST, RARE_COST = 1.3, 1.8
# The steps of the ideal ranking.
IDEAL = ("ideal_grade", "ideal_hit", "ideal_gain", "ideal_rank", "ideal_discount", "ideal_term", "idcg")


class MistakenStep(NamedTuple):
    """One step of a mistaken derivation.

    Parameters
    ----------
    step : str
        Key of a recorded step, or 'mean', that gets another template; or of a new step, which precedes the next recorded one.
    symbol : str
        "" keeps the symbol of the recorded step.
    template : str
        Its holes name earlier steps, or counts of the list (`list_counts.py`).
    unit : str
        Unit of a new step; a recorded one keeps its own.
    """

    step: str
    symbol: str
    template: str
    unit: Unit = "value"


@dataclass(frozen=True)
class FormulaMistake:
    """A mistake in a formula.

    Parameters
    ----------
    key : str
        Permanent name; its text is `mistake.<key>`. Mistakes of several metrics may share it.
    metrics : tuple of str
    steps : tuple of MistakenStep
    steps_from_other : tuple of str
        Steps taken from another derivation, as far as both derivations have them.
    other_choices : mapping of field to value
        Choices of the other derivation.
    cuts_lists : bool
        Whether the other derivation gets only the first k retrieved documents.
    source : str
        Where somebody made the mistake.
    text_key : str
        Key of another mistake whose text is used; "" for a text of its own.
    cost : float
        How far-fetched the mistake is, compared with the other departures (`departures.py`).
    batch_size : int
        Number of lists in a batch, if the mean of the means of batches was taken; else 0.
    other_mean : function of float64 (Q,) to float, or None
        Replaces the mean of the values of the lists that count; called only if there is one.
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
        """Whether the mistake is in the mean over several lists."""
        return bool(self.batch_size) or self.other_mean is not None or any(line.step == MEAN for line in self.steps)


OtherDerivation = Callable[[FormulaMistake, Convention], Trace]


def apply_mistake(
    trace: Trace, mistake: FormulaMistake, rankings: Sequence[Ranking] | OtherDerivation, convention: Convention
) -> Trace:
    """Return a derivation with a mistake in it.

    Parameters
    ----------
    trace : Trace
        The right derivation.
    mistake : FormulaMistake
    rankings : sequence of Ranking, or function
        The lists that it was recorded on, as typed; or what computes the other derivation that a mistake takes steps from.
    convention : Convention

    Returns
    -------
    Trace
        The derivation with the mistake's steps and templates; steps that depend on them are recomputed.

    Raises
    ------
    TemplateError
        If the derivation lacks the steps that the mistake is about.
    """
    lines = {line.step: line for line in mistake.steps if line.step in trace}
    new_steps = _new_steps_by_next(mistake, trace)
    other = _other_derivation(trace, mistake, rankings, convention)
    wrong, changed = Trace(trace.metric, trace.rankings, trace.convention), set[str]()
    for step in trace.steps:
        for line in new_steps.get(step.key, ()):
            _record_line(wrong, line)
        changed.update(line.step for line in new_steps.get(step.key, ()))
        if other is not None and step.key in mistake.steps_from_other and step.key in other:
            mistaken_step = _step_at_same_ranks(other, wrong, step.key)
        elif step.key in lines:
            mistaken_step = _rewrite(wrong, step, lines[step.key])
        elif changed & holes_of(step.template):
            mistaken_step = _recompute(wrong, step)
        else:
            wrong.append_step(step)
            continue
        wrong.append_step(mistaken_step)
        changed.add(step.key)
    answer_nothing_relevant(wrong)
    return wrong


def mistaken_mean(trace: Trace, mistake: FormulaMistake, convention: Convention) -> float:
    """Return the mean over several lists of what `apply_mistake` gave, or what the mistake replaces the mean by.

    Raises
    ------
    TemplateError
        If the mistake's formula names steps that were not recorded.
    """
    counted = counted_lists(trace, convention)
    if mistake.batch_size:
        return _mean_of_batches(trace.value[counted], mistake.batch_size)
    if mistake.other_mean is not None:
        return mistake.other_mean(trace.value[counted]) if counted.any() else float("nan")
    line = next((line for line in mistake.steps if line.step == MEAN), None)
    if line is None:
        with np.errstate(invalid="ignore"):  # a mistake may give a list that does not count an infinite value
            return float(mean(trace, convention)[-1].value)
    arrays = {key: value[counted] for key, value in _step_arrays(trace).items() if value.ndim == 1}
    return float(run_template(line.template, {"Q": np.asarray(float(counted.sum())), **arrays}, trace.rankings))


def _mean_of_batches(values: Array, size: int) -> float:
    if not len(values):
        return float("nan")
    return float(np.mean([values[start : start + size].mean() for start in range(0, len(values), size)]))


def _new_steps_by_next(mistake: FormulaMistake, trace: Trace) -> dict[str, list[MistakenStep]]:
    """Return new steps by the recorded step that they precede; those that only the mean needs precede the last one."""
    new_steps: dict[str, list[MistakenStep]] = {}
    waiting: list[MistakenStep] = []
    for line in mistake.steps:
        if line.step == MEAN:
            needed = (
                MistakenStep(name, LIST_COUNTS[name].symbol, "")
                for name in sorted(holes_of(line.template))
                if name in LIST_COUNTS
            )
            new_steps.setdefault(trace.steps[-1].key, []).extend(
                (*waiting, *(each for each in needed if each.step not in trace))
            )
            waiting = []
        elif line.step not in trace:
            waiting.append(line)
        elif waiting:
            new_steps[line.step], waiting = waiting, []
    missing = [line.step for line in waiting] + [key for key in mistake.steps_from_other[-1:] if key not in trace]
    if missing:
        raise TemplateError(f"{mistake.key}: the derivation of {trace.metric} has no step {missing}")
    return new_steps


def _other_derivation(
    trace: Trace, mistake: FormulaMistake, rankings: Sequence[Ranking] | OtherDerivation, convention: Convention
) -> Trace | None:
    if not mistake.steps_from_other:
        return None
    # Whether anything is relevant is decided by the original lists, after the mistake.
    other_convention = convention.with_choices({**mistake.other_choices, "no_relevant": "formula"})
    if callable(rankings):
        return rankings(mistake, other_convention)
    lists = [_first_k(trace, q, each) for q, each in enumerate(rankings)] if mistake.cuts_lists else rankings
    return compute(METRICS[trace.metric], RawLists.from_rankings(lists), other_convention)


def _step_at_same_ranks(other: Trace, wrong: Trace, key: str) -> Step:
    """Return a step of another derivation; TemplateError if the entries have other ranks there."""
    step = other.step(key)
    sources, other_sources = (np.where(lists.present, lists.source, -1) for lists in (wrong.rankings, other.rankings))
    if step.axis == "list" and not np.array_equal(sources, other_sources):
        raise TemplateError(f"{key}: the entries stand at other places there")
    return step


def _first_k(trace: Trace, query: int, ranking: Ranking) -> Ranking:
    """Return the first k retrieved documents in ranked order, without missed ones."""
    columns = trace.rankings.source[query][: int(trace.rankings.k[query])]
    return Ranking(tuple(ranking.items[column]._replace(score=None) for column in columns if column >= 0))


def _step_arrays(trace: Trace) -> dict[str, Array]:
    return {step.key: step.value for step in trace.steps}


def _record_count(wrong: Trace, name: str) -> None:
    """Record a count of the list that a template names."""
    if name not in wrong and name in LIST_COUNTS:
        count = LIST_COUNTS[name]
        wrong.add(name, count.symbol, "", count.compute(wrong), axis=count.axis, unit=count.unit)


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
    """Recompute a step by the mistake's template."""
    if "share" in holes_of(step.template) - holes_of(line.template):
        raise _averaged_ties_error(step)
    for name in sorted(holes_of(line.template)):
        _record_count(wrong, name)
    where = wrong.rankings.present if step.where is None and step.axis == "list" else step.where
    return _recompute(wrong, step._replace(symbol=line.symbol or step.symbol, template=line.template, where=where))


def _recompute(wrong: Trace, step: Step) -> Step:
    """Recompute a step; TemplateError if some entries follow another rule than its template."""
    if step.where is not None and step.undefined is None and step.value[~step.where].any():
        raise _averaged_ties_error(step)
    return recompute_step(step, _step_arrays(wrong), wrong.rankings, wrong.convention.empty)


def _averaged_ties_error(step: Step) -> TemplateError:
    return TemplateError(f"{step.key}: entries with equal scores are averaged here")
