"""The card of a word or symbol: the payload of the part `terms`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from rankviz.core.conventions import Convention
from rankviz.display.formulas.mathml import mathml
from rankviz.display.glossary.term_entries import symbol_of, symbols, term_entry, term_keys, text_on_list
from rankviz.display.glossary.term_marks import with_entries
from rankviz.state.analysis import Analysis
from rankviz.texts import Mention, Piece, Texts, as_plain_text

Data = dict[str, object]


def terms_payload(key: str, analysis: Analysis | None, texts: Texts, convention: Convention | None = None) -> Data:
    """Build the card that is open.

    Parameters
    ----------
    key : str
        Of the entry, "" for none.
    analysis : Analysis or None
        Of the list that the page is about; None: the card has no value.
    texts : Texts
    convention : Convention, optional
        That of the page; read only if there is no analysis.

    Returns
    -------
    dict
        `card`, None or `{key, name, symbol, definition, purpose, other_names, value_text}`: `symbol` is MathML or "",
        `definition` and `purpose` are pieces, `other_names` and `value_text` (its value on the list) may be ""; and `texts`,
        `{here, also, close, all}`.

    Notes
    -----
    It asks for `open_term` (with the key of an entry, "" for none) and `help`.
    """
    words = {name: texts(f"terms.{name}") for name in ("here", "close", "all")} | {"also": texts("picker.also")}
    return {"card": _card(key, analysis, texts, convention) if key in term_keys() else None, "texts": words}


def _card(key: str, analysis: Analysis | None, texts: Texts, convention: Convention | None) -> Data:
    shown_entry = term_entry(key, texts, convention if analysis is None else analysis.state.convention)
    card: Data = {
        "key": key,
        "name": shown_entry.name,
        "definition": _capitalised(shown_entry.what),
        "purpose": shown_entry.why,
        "other_names": shown_entry.also,
    }
    if analysis is None:
        return card | {"symbol": "", "value_text": ""}
    return card | {"symbol": mathml(symbol_of(key, analysis)), "value_text": text_on_list(key, analysis, texts)}


def _capitalised(pieces: Sequence[Piece]) -> list[Piece]:
    """Return pieces whose first letter is a capital, also if the first piece is a term."""
    first, *others = pieces
    text = as_plain_text([first])
    begun = text[:1].upper() + text[1:] if text[:1].isascii() else text
    return [begun if isinstance(first, str) else first | {"text": begun}, *others]


def glossary_payload(texts: Texts) -> Data:
    """Build the list of all words and symbols, by their names.

    Returns
    -------
    dict
        `entries`, each `{key, name, symbol, definition, purpose, other_names}`, and `texts`, `{title, search, found,
        none, also}`.
    """
    all_entries = (term_entry(key, texts) for key in term_keys())
    entries = [
        {
            "key": each.key,
            "name": each.name,
            "symbol": mathml(symbols().get(each.key, "")),
            "definition": _capitalised(each.what),
            "purpose": each.why,
            "other_names": each.also,
        }
        for each in all_entries
    ]
    words = {name: texts.template(f"terms.{name}") for name in ("title", "search", "found", "none")}
    words["also"] = texts("picker.also")
    return {"entries": entries, "texts": words}


def sentence_html(text: str, texts: Texts) -> str:
    """Return the HTML of a sentence composed of others, with its terms marked."""
    return as_html(with_entries(text, texts))


def as_html(pieces: Sequence[Piece]) -> str:
    """A marked sentence for `st.html`; its words open their cards as anywhere else, and are one stop of the Tab key."""
    first = next((at for at, piece in enumerate(pieces) if not isinstance(piece, str)), None)
    if first is None:
        return "".join(escape(str(piece)) for piece in pieces)
    written = (escape(piece) if isinstance(piece, str) else _button(piece, at == first) for at, piece in enumerate(pieces))
    return f"<span data-words>{''.join(written)}</span>"


def term_values_html(text_by_term: Mapping[str, str]) -> str:
    """Return hidden HTML with the sentence on each term for a page without a list of its own; the cards of terms read it."""
    named = ((f'data-here-of="{key}"', escape(text)) for key, text in text_by_term.items())
    return "".join(f"<i hidden {name}>{text}</i>" for name, text in named)


def _button(word: Mention, is_stop: bool) -> str:
    how = f'tabindex="{0 if is_stop else -1}" data-term="{word["term"]}" aria-haspopup="dialog"'
    return f'<button type="button" {how}>{escape(word["text"])}</button>'
