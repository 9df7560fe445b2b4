"""Counts of a list that a mistaken formula may name though the right one has no use for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rankviz.metrics.areas import LEVELS, needed
from rankviz.options import Array
from rankviz.rankings import Rankings
from rankviz.trace import Trace


class Quantity(NamedTuple):
    """One of them.

    Parameters
    ----------
    symbol : str
    count : function of the derivation so far
    axis : str
        As of a `Step`.
    """

    symbol: str
    count: Callable[[Trace], Any]
    axis: str = ""


def _counted(trace: Trace) -> NDArray[np.bool_]:
    return trace.rankings.hit & trace.rankings.inside


def _first(trace: Trace) -> Array:
    hit = _counted(trace)
    return np.where(hit.any(axis=1), np.where(hit, trace.rankings.rank, np.inf).min(axis=1, initial=np.inf), 0.0)


def _last(hit: NDArray[np.bool_], rankings: Rankings) -> Array:
    return np.asarray(np.where(hit, rankings.rank, 0.0).max(axis=1, initial=0.0))


def _followed_by(rankings: Rankings, relevant: bool) -> Array:
    """(Q, N): entries that are relevant (or not) and directly before one of the other kind."""
    hit, present = rankings.hit, rankings.present
    found = np.zeros(hit.shape)
    found[:, :-1] = (hit[:, :-1] == relevant) & (hit[:, 1:] != relevant) & present[:, :-1] & present[:, 1:]
    return found


def _precision_before(trace: Trace) -> Array:
    """(Q, N): precision just before each entry's place; the curve starts at 1."""
    depth, hits = trace.rankings.first - 1, trace.rankings.before(trace.rankings.hit.astype(float))
    return np.divide(hits, depth, out=np.where(depth == 0, 1.0, 0.0), where=depth > 0)


def _reaches(trace: Trace) -> NDArray[np.bool_]:
    """(Q, N): the first relevant entry with which a recall level is reached."""
    least = np.maximum(1, trace.step("hits_needed").value)
    return np.asarray(trace.rankings.hit & (trace.step("hits_upto").value == least[:, None]))


def _at_levels(trace: Trace, *, last: bool) -> Array:
    """(Q, 11): precision at the first relevant entry with which a recall level is reached, or at the last one of the list."""
    hit, hits, precision = trace.rankings.hit, trace.step("hits_upto").value, trace.step("precision_at").value
    relevant = trace.step("R").value
    columns = []
    for level in LEVELS:
        least = needed(np.full_like(relevant, level), relevant, trace.convention.iprec_cut)[:, None]
        at = _at_last_hit(trace) if last else hits == np.maximum(1, least)
        columns.append(np.where(hit & (hits >= least) & at, precision, 0.0).max(axis=1, initial=0.0))
    return np.stack(columns, axis=1)


def _at_last_hit(trace: Trace) -> NDArray[np.bool_]:
    return np.asarray(trace.rankings.rank == _last(trace.rankings.hit, trace.rankings)[:, None])


QUANTITIES: Mapping[str, Quantity] = MappingProxyType(
    {
        "rank": Quantity("i", lambda trace: trace.rankings.rank),
        "grade": Quantity("g_i", lambda trace: trace.rankings.grades),
        "hit": Quantity(r"\mathrm{rel}_i", lambda trace: trace.rankings.hit),
        "n": Quantity("n", lambda trace: trace.rankings.n),
        "k": Quantity("k", lambda trace: trace.rankings.k),
        "R": Quantity("R", lambda trace: trace.rankings.R),
        "R_list": Quantity(r"R_{\mathrm{list}}", lambda trace: trace.rankings.R_list),
        "shown": Quantity("m", lambda trace: np.minimum(trace.rankings.k, trace.rankings.n)),
        "judged_all": Quantity("J", lambda trace: trace.rankings.R + trace.rankings.nonrel),
        "others": Quantity("N", lambda trace: trace.rankings.nonrel + trace.rankings.unjudged_count),
        "hits_found": Quantity("H", lambda trace: _counted(trace).sum(axis=1)),
        "found": Quantity("f", lambda trace: _counted(trace).any(axis=1)),
        "first_place": Quantity("r", _first),
        "last_place": Quantity(r"\ell", lambda trace: _last(_counted(trace), trace.rankings)),
        "last_hit": Quantity(r"\ell_n", lambda trace: _last(trace.rankings.hit, trace.rankings)),
        "after_first": Quantity("a_i", lambda trace: trace.rankings.rank > 1),
        "ideal_after_first": Quantity("a^*_j", lambda trace: trace.step("ideal_rank").value > 1, "ideal"),
        "reaches_level": Quantity("e_i", _reaches),
        "is_last_hit": Quantity("e_i", _at_last_hit),
        "first_at_levels": Quantity("q_l", lambda trace: _at_levels(trace, last=False), "level"),
        "last_at_levels": Quantity("q_l", lambda trace: _at_levels(trace, last=True), "level"),
        "precision_before": Quantity(r"\mathrm{P}^-_i", _precision_before),
        "right_next": Quantity("u_i", lambda trace: _followed_by(trace.rankings, relevant=True)),
        "wrong_next": Quantity("v_i", lambda trace: _followed_by(trace.rankings, relevant=False)),
    }
)
