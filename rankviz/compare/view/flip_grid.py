"""Payload of the table of who wins under which combination of choices."""

from __future__ import annotations

from dataclasses import replace

from rankviz.compare.comparison import Comparison
from rankviz.display import choice_table
from rankviz.state.analysis import analyse
from rankviz.texts import Texts

Data = dict[str, object]


def flip_grid_payload(comparison: Comparison, texts: Texts) -> Data | None:
    """Build the payload of who wins under which choices, as a table; None if there are no choices or no values."""
    lists = replace(comparison.pair.first, query_id="A"), replace(comparison.pair.second, query_id="B")
    analysis = analyse(replace(comparison.state, lists=lists, selected=0, second_orders=()))
    if comparison.effects is None or not (grid := choice_table.grid_of(analysis, 1)).fields:
        return None
    return choice_table.choice_table_payload(analysis, 1, grid, texts, "winner_flips.word_") | {"is_tall": True}
