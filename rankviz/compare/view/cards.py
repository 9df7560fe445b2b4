"""Payload of the part `cards` of the page Compare, which is built after the rest of the page."""

from __future__ import annotations

from rankviz.compare.comparison import Comparison
from rankviz.compare.view.next_best_move import best_moves_card
from rankviz.compare.view.similarity_card import similarity_card
from rankviz.compare.view.two_lists import PAIR
from rankviz.compare.view.unjudged import loss_card, unjudged_card
from rankviz.state.page_params import PageParams
from rankviz.texts import Texts

Data = dict[str, object]


def cards_payload(comparison: Comparison, place: PageParams, texts: Texts) -> Data:
    """Build the payload of all cards.

    Returns
    -------
    dict
        `cards`, each `{key, title, tabs}`, a tab being `{side, label, subtitle, rows, empty_text}` and a row `{text, value,
        title, step}`: `step` is what a press does to the list, `{side, kind, document, other, end, grade}`, or None. A row
        may have `range`, the ends for each list. A card may have `text`, a sentence, and `bars`, `{a, b, axis, alt}`;
        `best_moves_card` and `similarity_card` have more. `scope` and `texts`.
    """
    cards = [
        loss_card(comparison, texts),
        best_moves_card(comparison, place, texts),
        unjudged_card(comparison, texts),
        similarity_card(comparison, place, texts),
    ]
    card_texts = texts.group("compare_cards") | {"more_terms": texts.template("derivation.more_terms")}
    return {"scope": PAIR, "cards": [each for each in cards if each is not None], "texts": card_texts}
