"""Payloads of the card on the next best move of either list, and of the table of all steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isnan

from rankviz.basics.errors import InputError
from rankviz.compare.best_moves import BestMoves, Move, best_moves
from rankviz.compare.comparison import Comparison
from rankviz.compare.words.winner import with_sign
from rankviz.core.trace import Trace
from rankviz.display.number_format import in_unit, plain
from rankviz.state.page_params import PageParams
from rankviz.texts import Texts

MAX_JUDGMENTS = 3  # on the card
MAX_MOVES = 200  # in the table
Data = dict[str, object]


def best_moves_card(comparison: Comparison, place: PageParams, texts: Texts) -> Data | None:
    """Build the card on the next best move; None if the convention refuses the lists.

    Returns
    -------
    dict
        As the other cards, with a tab for each list. A tab also has `judgments`, `{subtitle, rows}` or None, and
        `table_button`, `{label, open, is_open}` or None, `open` being what `moves` becomes by a press. `steps_table` is the
        table that is open, or None: `{side, title, heads, rows}`, a row being as in the card, with `value_after`, the value
        that the step leads to.

    Notes
    -----
    The part dispatches `set_page_params` (`moves`); the browser carries out the `step` of a row.
    """
    trace = comparison.main_trace
    if isinstance(trace, InputError):
        return None
    builder = _TabBuilder(comparison, trace, texts)
    tabs, table = [], None
    for side, ranking in zip("ab", comparison.pair.lists, strict=True):
        is_open = place.moves == side
        best = best_moves(comparison.metric, ranking, comparison.state.convention, limit=MAX_MOVES)
        tabs.append(builder.tab(side, best, is_open))
        table = builder.table(side, best) if is_open and best.moves else table
    return {"key": "best", "title": texts("compare_cards.best"), "tabs": tabs, "steps_table": table}


class _TabBuilder:
    """Builds the tab and the table of a list from its best moves."""

    def __init__(self, comparison: Comparison, trace: Trace, texts: Texts) -> None:
        self._low, self._unit, self._texts = comparison.metric.lower_is_better, trace.unit, texts

    def tab(self, side: str, best: BestMoves, is_open: bool) -> Data:
        texts, count = self._texts, len(best.moves)
        judgments = self._rows(side, (each for each in best.judgments[:MAX_JUDGMENTS] if each.gain > 0))
        rows = self._rows(side, _moves_on_card(best.moves))
        label = "all_steps" if best.tried <= MAX_MOVES else "best_steps"
        return {
            "side": side,
            "label": side.upper(),
            "subtitle": [
                texts("words.separator").join([self._tried_text(best), *([texts("compare_cards.leading")] if rows else [])])
            ],
            "rows": rows,
            "empty_text": texts("compare_cards.none_better") if count else "",
            "judgments": {"subtitle": [texts("compare_cards.judgments")], "rows": judgments} if judgments else None,
            "table_button": {
                "label": texts(f"compare_cards.{label}", count=best.tried, most=MAX_MOVES),
                "open": "" if is_open else side,
                "is_open": is_open,
            }
            if count
            else None,
        }

    def _tried_text(self, best: BestMoves) -> str:
        if isnan(best.value):
            return self._texts("compare_cards.no_value")
        if not best.possible:
            return self._texts("compare_cards.no_step")
        if best.tried < best.possible:
            return self._texts("compare_cards.tried_some", tried=best.tried, possible=best.possible)
        return self._texts("compare_cards.tried", **dict(best.counts))

    def table(self, side: str, best: BestMoves) -> Data:
        """Build the table of all steps, the best first, also those that make the list worse."""
        texts, count = self._texts, len(best.moves)
        key = "table_all" if count == best.tried else "table_some"
        return {
            "side": side,
            "title": texts(f"compare_cards.{key}", side=side.upper(), count=best.tried, most=count),
            "heads": [texts("compare_cards.step"), texts("compare_cards.then"), texts("compare_cards.gain")],
            "rows": self._rows(side, best.moves, with_value=True),
        }

    def _rows(self, side: str, moves: Iterable[Move], with_value: bool = False) -> list[Data]:
        return [
            self._row(side, each) | ({"value_after": in_unit(self._unit, each.value)} if with_value else {}) for each in moves
        ]

    def _row(self, side: str, move: Move) -> Data:
        step = {
            "side": side,
            "kind": move.kind,
            "document": move.document,
            "other": move.other,
            "end": move.end,
            "grade": move.grade,
        }
        value = with_sign(-move.gain if self._low else move.gain, self._unit)
        return {"text": _move_text(move, self._texts), "value": value, "title": "", "step": step}


def _moves_on_card(moves: Sequence[Move]) -> list[Move]:
    """Return of the moves that make the list better the first of each kind, and the next best one."""
    better = [each for each in moves if each.gain > 0]
    firsts = list({each.kind: each for each in reversed(better)}.values())
    rest = [each for each in better if each not in firsts]
    return [each for each in better if each in (*firsts, *rest[:1])]


def _move_text(move: Move, texts: Texts) -> str:
    if move.kind == "judgment":
        return texts("compare_cards.judgment", document=move.document, grade=plain(move.grade or 0))
    return texts(f"compare_cards.{move.kind}", document=move.document, other=move.other, rank=move.end)
