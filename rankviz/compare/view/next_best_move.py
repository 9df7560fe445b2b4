"""The next best move of either list: a card of the page Compare, and below it all steps as a table."""

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

FEW = 3  # judgments that the card has
MOST = 200  # moves that the table has
Data = dict[str, object]


def best_card(comparison: Comparison, place: PageParams, texts: Texts) -> Data | None:
    """Build the card; None where the convention refuses the lists.

    Returns
    -------
    dict
        As the other cards, with a tab for each list. A tab has besides `judged`, `{sub, rows}` of the judgments, and `all`,
        `{label, open, is_open}`, what `moves` becomes when that is pressed; `steps` is the table that is open: `{side, title,
        heads, rows}`, a row being as in the card, with `then`, the value that it leads to.

    Notes
    -----
    It asks for `place` (`moves`); what a row's `act` does to the list is done in the browser.
    """
    main = comparison.main_trace
    if isinstance(main, InputError):
        return None
    sides = _Sides(comparison, main, texts)
    tabs, steps = [], None
    for side, ranking in zip("ab", comparison.pair.lists, strict=True):
        is_open = place.moves == side
        found = best_moves(comparison.metric, ranking, comparison.state.convention, limit=MOST)
        tabs.append(sides.tab(side, found, is_open))
        steps = sides.table(side, found) if is_open and found.moves else steps
    return {"key": "best", "title": texts("compare_cards.best"), "tabs": tabs, "steps": steps}


class _Sides:
    def __init__(self, comparison: Comparison, main: Trace, texts: Texts) -> None:
        self._low, self._unit, self._texts = comparison.metric.lower_is_better, main.unit, texts

    def tab(self, side: str, found: BestMoves, is_open: bool) -> Data:
        texts, count = self._texts, len(found.moves)
        judged = self._rows(side, (each for each in found.judgments[:FEW] if each.gain > 0))
        rows = self._rows(side, _leading(found.moves))
        label = "all_steps" if found.tried <= MOST else "best_steps"
        return {
            "side": side,
            "label": side.upper(),
            "sub": [texts("words.separator").join([self._tried(found), *([texts("compare_cards.leading")] if rows else [])])],
            "rows": rows,
            "none": texts("compare_cards.none_better") if count else "",
            "judged": {"sub": [texts("compare_cards.judgments")], "rows": judged} if judged else None,
            "all": {
                "label": texts(f"compare_cards.{label}", count=found.tried, most=MOST),
                "open": "" if is_open else side,
                "is_open": is_open,
            }
            if count
            else None,
        }

    def _tried(self, found: BestMoves) -> str:
        if isnan(found.value):
            return self._texts("compare_cards.no_value")
        if not found.possible:
            return self._texts("compare_cards.no_step")
        if found.tried < found.possible:
            return self._texts("compare_cards.tried_some", tried=found.tried, possible=found.possible)
        return self._texts("compare_cards.tried", **dict(found.counts))

    def table(self, side: str, found: BestMoves) -> Data:
        """All steps, the best first, also those that make it worse."""
        texts, shown = self._texts, len(found.moves)
        key = "table_all" if shown == found.tried else "table_some"
        return {
            "side": side,
            "title": texts(f"compare_cards.{key}", side=side.upper(), count=found.tried, most=shown),
            "heads": [texts("compare_cards.step"), texts("compare_cards.then"), texts("compare_cards.gain")],
            "rows": self._rows(side, found.moves, then=True),
        }

    def _rows(self, side: str, moves: Iterable[Move], then: bool = False) -> list[Data]:
        return [self._row(side, each) | ({"then": in_unit(self._unit, each.value)} if then else {}) for each in moves]

    def _row(self, side: str, move: Move) -> Data:
        act = {"kind": move.kind, "document": move.document, "other": move.other, "end": move.end, "grade": move.grade}
        value = with_sign(-move.gain if self._low else move.gain, self._unit)
        return {"text": _said(move, self._texts), "value": value, "title": "", "act": {"side": side, **act}}


def _leading(moves: Sequence[Move]) -> list[Move]:
    """Of those that make it better the first of each kind, and the next one."""
    better = [each for each in moves if each.gain > 0]
    firsts = list({each.kind: each for each in reversed(better)}.values())
    rest = [each for each in better if each not in firsts]
    return [each for each in better if each in (*firsts, *rest[:1])]


def _said(move: Move, texts: Texts) -> str:
    if move.kind == "judgment":
        return texts("compare_cards.judgment", document=move.document, grade=plain(move.grade or 0))
    return texts(f"compare_cards.{move.kind}", document=move.document, other=move.other, rank=move.end)
