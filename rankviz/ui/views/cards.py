"""The next best move, and all cards together: what the part `cards` of the page Compare is given, late."""

from __future__ import annotations

from rankviz.errors import InputError
from rankviz.lists.typed import Ranking
from rankviz.show.numbers import plain
from rankviz.show.versus import signed
from rankviz.state.comparison import Comparison
from rankviz.state.place import Place
from rankviz.texts import Texts
from rankviz.trace import Trace
from rankviz.ui.views.duel import PAIR
from rankviz.ui.views.likeness import alike_card
from rankviz.ui.views.unknown import lost_card, unknown_card
from rankviz.versus.best import Move, best_moves

MOST = 12  # moves that are named
Data = dict[str, object]


def cards_data(comparison: Comparison, place: Place, texts: Texts) -> Data:
    """Build the cards.

    Returns
    -------
    dict
        `cards`, each `{key, title, tabs}`, a tab being `{side, label, sub, rows, none}` and a row `{text, value, title, act}`,
        `act` what a press does to the list: `{side, kind, document, other, end, grade}`, or None; a row may have `range`,
        the ends for each list. A card may have `said`, a sentence, and `bars`, `{a, b, axis, alt}`. `alike_card` has more.
    """
    cards = [
        lost_card(comparison, texts),
        _best(comparison, texts),
        unknown_card(comparison, texts),
        alike_card(comparison, place, texts),
    ]
    return {
        "of": PAIR,
        "cards": [each for each in cards if each is not None],
        "texts": texts.group("cards") | {"more_terms": texts.unfilled("derivation.more_terms")},
    }


def _best(comparison: Comparison, texts: Texts) -> Data | None:
    main = comparison.main
    if isinstance(main, InputError):
        return None
    tabs = [_moves(comparison, main, side, ranking, texts) for side, ranking in zip("ab", comparison.pair.lists, strict=True)]
    return {"key": "best", "title": texts("cards.best"), "tabs": tabs}


def _moves(comparison: Comparison, main: Trace, side: str, ranking: Ranking, texts: Texts) -> Data:
    found = best_moves(comparison.metric, ranking, comparison.state.convention, most=MOST)
    low = comparison.metric.lower_is_better
    better = [each for each in (*found.moves, *found.judgments) if each.gain > 0]
    rows = [
        {
            "text": _move(each, texts),
            "value": signed(-each.gain if low else each.gain, main.unit),
            "title": "",
            "act": {
                "side": side,
                "kind": each.kind,
                "document": each.document,
                "other": each.other,
                "end": each.end,
                "grade": each.grade,
            },
        }
        for each in sorted(better, key=lambda each: each.kind == "judgment")[:MOST]
    ]
    key = "tried" if found.tried == found.possible else "tried_some"
    sub = texts(f"cards.{key}", tried=found.tried, possible=found.possible) if found.possible else texts("cards.no_value")
    return {"side": side, "label": side.upper(), "sub": sub, "rows": rows, "none": texts("cards.none_better")}


def _move(move: Move, texts: Texts) -> str:
    values = {"document": move.document, "other": move.other, "rank": move.end}
    if move.kind == "judgment":
        return texts("cards.judgment", document=move.document, grade=plain(move.grade or 0))
    return texts(f"cards.{move.kind}", **values)
