"""All cards on two lists: what the part `cards` of the page Compare is given, late."""

from __future__ import annotations

from rankviz.compare.comparison import Comparison
from rankviz.compare.view.next_best_move import best_card
from rankviz.compare.view.similarity import alike_card
from rankviz.compare.view.two_lists import PAIR
from rankviz.compare.view.unjudged import lost_card, unknown_card
from rankviz.state.page_params import PageParams
from rankviz.texts import Texts

Data = dict[str, object]


def cards_payload(comparison: Comparison, place: PageParams, texts: Texts) -> Data:
    """Build the cards.

    Returns
    -------
    dict
        `cards`, each `{key, title, tabs}`, a tab being `{side, label, sub, rows, none}` and a row `{text, value, title, act}`,
        `act` what a press does to the list: `{side, kind, document, other, end, grade}`, or None; a row may have `range`,
        the ends for each list. A card may have `said`, a sentence, and `bars`, `{a, b, axis, alt}`; `best_card` and
        `alike_card` have more.
    """
    cards = [
        lost_card(comparison, texts),
        best_card(comparison, place, texts),
        unknown_card(comparison, texts),
        alike_card(comparison, place, texts),
    ]
    words = texts.group("compare_cards") | {"more_terms": texts.unfilled("derivation.more_terms")}
    return {"of": PAIR, "cards": [each for each in cards if each is not None], "texts": words}
