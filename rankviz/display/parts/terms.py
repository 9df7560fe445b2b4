"""The card of a word or symbol: what the part `terms` is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from rankviz.core.conventions import Convention
from rankviz.display.formulas.mathml import mathml
from rankviz.display.glossary.term_entries import symbol_of, symbols, term_entry, term_keys, text_on_list
from rankviz.display.glossary.term_marks import with_entries
from rankviz.state.analysis import Analysis
from rankviz.texts import Mention, Piece, Texts, spoken

Data = dict[str, object]


def terms_payload(key: str, analysis: Analysis | None, texts: Texts, convention: Convention | None = None) -> Data:
    """Build the card that is open.

    Parameters
    ----------
    key : str
        Of the entry, "" for none.
    analysis : Analysis or None
        Of the list that the page is about; None: nothing is said of it.
    texts : Texts
    convention : Convention, optional
        That of the page, where nothing is said of its list.

    Returns
    -------
    dict
        `card`, None or `{key, name, symbol, what, why, also, here}`: `symbol` is MathML or "", `what` and `why` are
        pieces, `also` are its other names or "", `here` is a sentence or ""; and `texts`, `{here, also, close, all}`.

    Notes
    -----
    It asks for `term` (with the key of an entry, "" for none) and `help`.
    """
    words = {name: texts(f"terms.{name}") for name in ("here", "close", "all")} | {"also": texts("picker.also")}
    return {"card": _card(key, analysis, texts, convention) if key in term_keys() else None, "texts": words}


def _card(key: str, analysis: Analysis | None, texts: Texts, convention: Convention | None) -> Data:
    found = term_entry(key, texts, convention if analysis is None else analysis.state.convention)
    card: Data = {"key": key, "name": found.name, "what": _capitalised(found.what), "why": found.why, "also": found.also}
    if analysis is None:
        return card | {"symbol": "", "here": ""}
    return card | {"symbol": mathml(symbol_of(key, analysis)), "here": text_on_list(key, analysis, texts)}


def _capitalised(pieces: Sequence[Piece]) -> list[Piece]:
    """What begins a line of its own with a capital, also where its first word can be pressed."""
    first, *others = pieces
    text = spoken([first])
    begun = text[:1].upper() + text[1:] if text[:1].isascii() else text
    return [begun if isinstance(first, str) else first | {"text": begun}, *others]


def glossary_payload(texts: Texts) -> Data:
    """Build the list of all words and symbols, by their names.

    Returns
    -------
    dict
        `entries`, each `{key, name, symbol, what, why, also}`, and `texts`, `{title, search, found, none, also}`.
    """
    found = (term_entry(key, texts) for key in term_keys())
    entries = [
        {
            "key": each.key,
            "name": each.name,
            "symbol": mathml(symbols().get(each.key, "")),
            "what": _capitalised(each.what),
            "why": each.why,
            "also": each.also,
        }
        for each in found
    ]
    words = {name: texts.unfilled(f"terms.{name}") for name in ("title", "search", "found", "none")}
    words["also"] = texts("picker.also")
    return {"entries": entries, "texts": words}


def sentence_html(text: str, texts: Texts) -> str:
    """The same of a sentence that was put together from several."""
    return as_html(with_entries(text, texts))


def as_html(pieces: Sequence[Piece]) -> str:
    """A marked sentence for `st.html`; its words open their cards as anywhere else, and are one stop of the Tab key."""
    first = next((at for at, piece in enumerate(pieces) if not isinstance(piece, str)), None)
    if first is None:
        return "".join(escape(str(piece)) for piece in pieces)
    written = (escape(piece) if isinstance(piece, str) else _button(piece, at == first) for at, piece in enumerate(pieces))
    return f"<span data-words>{''.join(written)}</span>"


def term_values_html(said: Mapping[str, str]) -> str:
    """What words are on a page that is about no list of its own, unseen: their cards read it."""
    named = ((f'data-here-of="{key}"', escape(text)) for key, text in said.items())
    return "".join(f"<i hidden {name}>{text}</i>" for name, text in named)


def _button(word: Mention, is_stop: bool) -> str:
    how = f'tabindex="{0 if is_stop else -1}" data-term="{word["term"]}" aria-haspopup="dialog"'
    return f'<button type="button" {how}>{escape(word["text"])}</button>'
