"""Counts and values of a list that a mistaken formula may name, though the right one does not need them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.rankings import Rankings
from rankviz.core.metrics.areas import LEVELS, hits_needed
from rankviz.core.templates import TemplateError
from rankviz.core.trace import Trace, Unit, sum_rows

TINY = 1e-9


class ListCount(NamedTuple):
    """A count or value of a list, recorded as a step when a formula names it.

    Parameters
    ----------
    symbol : str
    compute : function of the derivation so far to its values
    axis, unit : str
        As in `Step`.
    """

    symbol: str
    compute: Callable[[Trace], Any]
    axis: str = ""
    unit: Unit = "count"


def _counted_hits(trace: Trace) -> NDArray[np.bool_]:
    return trace.rankings.hit & trace.rankings.inside


def _has_counted_hit(trace: Trace) -> NDArray[np.bool_]:
    return np.asarray(_counted_hits(trace).any(axis=1))


def _counted_length(trace: Trace) -> Array:
    return np.minimum(trace.rankings.k, trace.rankings.n)


def _first_hit_rank(trace: Trace) -> Array:
    hit = _counted_hits(trace)
    return np.where(hit.any(axis=1), np.where(hit, trace.rankings.rank, np.inf).min(axis=1, initial=np.inf), 0.0)


def _last_hit_rank(hit: NDArray[np.bool_], rankings: Rankings) -> Array:
    return np.asarray(np.where(hit, rankings.rank, 0.0).max(axis=1, initial=0.0))


def _neighbours_of_other_kind(rankings: Rankings, relevant: bool) -> Array:
    """(Q, N): entries that are relevant (or not) and directly above one of the other kind."""
    hit, present = rankings.hit, rankings.present
    neighbours = np.zeros(hit.shape)
    neighbours[:, :-1] = (hit[:, :-1] == relevant) & (hit[:, 1:] != relevant) & present[:, :-1] & present[:, 1:]
    return neighbours


def _precision_before(trace: Trace) -> Array:
    """(Q, N): precision just above each entry; the curve starts at 1."""
    depth, hits = trace.rankings.first - 1, trace.rankings.sum_before_group(trace.rankings.hit.astype(float))
    return np.divide(hits, depth, out=np.where(depth == 0, 1.0, 0.0), where=depth > 0)


def _reaches_level(trace: Trace) -> NDArray[np.bool_]:
    """(Q, N): whether an entry is the first relevant one that reaches the recall level."""
    needed_hits = np.maximum(1, trace.step("hits_needed").value)
    return np.asarray(trace.rankings.hit & (trace.step("hits_upto").value == needed_hits[:, None]))


def _precision_at_levels(trace: Trace, *, last: bool) -> Array:
    """(Q, 11): precision at the first relevant entry that reaches a recall level, or at the last one of the list."""
    hit, hits, precision = trace.rankings.hit, trace.step("hits_upto").value, trace.step("precision_at").value
    relevant = trace.step("R").value
    columns = []
    for level in LEVELS:
        needed_hits = hits_needed(np.full_like(relevant, level), relevant, trace.convention.iprec_cut)[:, None]
        is_counted = _is_last_hit(trace) if last else hits == np.maximum(1, needed_hits)
        columns.append(np.where(hit & (hits >= needed_hits) & is_counted, precision, 0.0).max(axis=1, initial=0.0))
    return np.stack(columns, axis=1)


def _is_last_hit(trace: Trace) -> NDArray[np.bool_]:
    return np.asarray(trace.rankings.rank == _last_hit_rank(trace.rankings.hit, trace.rankings)[:, None])


def _shift_down(values: Array, first: float) -> Array:
    """(Q, N): the value one rank above each entry; `first` for rank 1."""
    shifted = np.full(values.shape, first)
    shifted[:, 1:] = values[:, :-1]
    return shifted


def _precision_at_previous(trace: Trace) -> Array:
    """(Q, N): precision at the last relevant entry above each; the curve starts at 1."""
    hit = trace.rankings.hit
    columns = np.maximum.accumulate(np.where(hit, np.arange(hit.shape[1]), -1), axis=1)
    at_last = np.where(columns < 0, 1.0, np.take_along_axis(trace.step("precision_at").value, np.maximum(columns, 0), axis=1))
    return _shift_down(at_last, 1.0)


def _interpolated_at_level(trace: Trace) -> Array:
    """(Q,): precision at the recall level, interpolated linearly between relevant entries; 0 beyond the last of them."""
    hits, precision, relevant = (trace.step(key).value for key in ("hits_upto", "precision_at", "R"))
    joined = np.zeros(len(relevant))
    for query, hit in enumerate(trace.rankings.hit):
        if hit.any():
            wanted = trace.convention.recall_level * relevant[query]
            joined[query] = np.interp(wanted, hits[query, hit], precision[query, hit], right=0.0)
    return joined


def _is_above_level(trace: Trace) -> NDArray[np.bool_]:
    """(Q, N): whether the recall is above the level; a difference in the last digits only is none."""
    wanted = trace.convention.recall_level * trace.step("R").value
    return np.asarray(trace.step("hits_upto").value > wanted[:, None] + TINY)


def _is_inside(trace: Trace) -> NDArray[np.bool_]:
    """(Q, N): whether the entry is within the cutoff."""
    if trace.convention.ties == "average":
        raise TemplateError("entries with equal scores are averaged here: one may stand inside the cutoff in part")
    return trace.rankings.inside & trace.rankings.present


def _has_hit_at_k(trace: Trace) -> NDArray[np.bool_]:
    """(Q,): whether the entry at rank k is relevant; False beyond the end of the list."""
    at_k = trace.rankings.rank == trace.rankings.k[:, None]
    return np.asarray((trace.rankings.hit & at_k & _is_inside(trace)).any(axis=1))


def _worst_dcg(trace: Trace) -> Array:
    """(Q,): DCG of the retrieved documents with the smallest gains first."""
    gains = np.sort(np.where(trace.rankings.present, trace.step("gain").value, np.inf), axis=1)
    discount, inside = trace.step("discount").value, _is_inside(trace)
    return np.asarray(np.divide(gains, discount, out=np.zeros_like(gains), where=inside).sum(axis=1))


def _ideal_reach(trace: Trace) -> Array:
    """(Q,): total weight of all relevant documents at the top ranks."""
    if trace.convention.rbp_gain == "graded":
        raise TemplateError("of grades the best list weighs otherwise")
    p, relevant = trace.convention.rbp_p, np.minimum(trace.rankings.R, trace.rankings.k)
    return np.asarray((1 - p**relevant) / (1 - p))


def _hits_to_depth(trace: Trace, offset: int) -> Array:
    """(Q,): number of relevant entries up to rank R + `offset`."""
    depth = trace.rankings.R + offset
    return np.asarray((trace.rankings.hit & (trace.rankings.rank <= depth[:, None])).sum(axis=1))


LIST_COUNTS: Mapping[str, ListCount] = MappingProxyType(
    {
        "rank": ListCount("i", lambda trace: trace.rankings.rank),
        "grade": ListCount("g_i", lambda trace: trace.rankings.grades, unit="grade"),
        "hit": ListCount(r"\mathrm{rel}_i", lambda trace: trace.rankings.hit),
        "n": ListCount("n", lambda trace: trace.rankings.n),
        "k": ListCount("k", lambda trace: trace.rankings.k),
        "R": ListCount("R", lambda trace: trace.rankings.R),
        "R_list": ListCount(r"R_{\mathrm{list}}", lambda trace: trace.rankings.R_list),
        "shown": ListCount("m", _counted_length),
        "judged_all": ListCount("J", lambda trace: trace.rankings.R + trace.rankings.nonrel),
        "others": ListCount("N", lambda trace: trace.rankings.nonrel + trace.rankings.unjudged_count),
        "hits_found": ListCount("H", lambda trace: _counted_hits(trace).sum(axis=1)),
        "found": ListCount("f", _has_counted_hit),
        "hit_at_k": ListCount(r"\mathrm{rel}_k", _has_hit_at_k),
        "first_place": ListCount("r", _first_hit_rank),
        "last_place": ListCount(r"\ell", lambda trace: _last_hit_rank(_counted_hits(trace), trace.rankings)),
        "last_hit": ListCount(r"\ell_n", lambda trace: _last_hit_rank(trace.rankings.hit, trace.rankings)),
        "after_first": ListCount("a_i", lambda trace: trace.rankings.rank > 1),
        "ideal_after_first": ListCount("a^*_j", lambda trace: trace.step("ideal_rank").value > 1, "ideal"),
        "reaches_level": ListCount("e_i", _reaches_level),
        "is_last_hit": ListCount("e_i", _is_last_hit),
        "first_at_levels": ListCount("q_l", lambda trace: _precision_at_levels(trace, last=False), "level", unit="value"),
        "last_at_levels": ListCount("q_l", lambda trace: _precision_at_levels(trace, last=True), "level", unit="value"),
        "precision_before": ListCount(r"\mathrm{P}^-_i", _precision_before, unit="value"),
        "precision_at_previous": ListCount(r"\mathrm{P}^{\mathrm{hit}}_i", _precision_at_previous, unit="value"),
        "joined_at_level": ListCount(r"\mathrm{P}_x", _interpolated_at_level, unit="value"),
        "above_level": ListCount("e_i", _is_above_level),
        "inside": ListCount(r"1_{i\le k}", _is_inside),
        "worst_dcg": ListCount(r"\mathrm{DCG}_{\min}", _worst_dcg, unit="value"),
        "ideal_reach": ListCount("S^*", _ideal_reach, unit="value"),
        "chance_on": ListCount("p_0", lambda trace: np.full(len(trace.rankings.n), trace.convention.rbp_p), unit="setting"),
        "pass_above": ListCount("q_{i-1}", lambda trace: _shift_down(trace.step("pass").value, 1.0), unit="value"),
        "hits_before_R": ListCount(r"\mathrm{TP}_{R-1}", lambda trace: _hits_to_depth(trace, -1)),
        "hits_after_R": ListCount(r"\mathrm{TP}_{R+1}", lambda trace: _hits_to_depth(trace, 1)),
        "grades_judged": ListCount(r"\Sigma g", lambda trace: sum_rows(trace.rankings.pool.grades), unit="grade"),
        "not_relevant_above": ListCount(
            "m_i", lambda trace: trace.rankings.sum_before_group((trace.rankings.present & ~trace.rankings.hit).astype(float))
        ),
        "rank_or_next": ListCount(
            "r", lambda trace: np.maximum(_first_hit_rank(trace), ~_has_counted_hit(trace) * (_counted_length(trace) + 1))
        ),
        "rank_or_last": ListCount(
            "r", lambda trace: np.maximum(_first_hit_rank(trace), ~_has_counted_hit(trace) * _counted_length(trace))
        ),
        "right_next": ListCount("u_i", lambda trace: _neighbours_of_other_kind(trace.rankings, relevant=True)),
        "wrong_next": ListCount("v_i", lambda trace: _neighbours_of_other_kind(trace.rankings, relevant=False)),
    }
)
