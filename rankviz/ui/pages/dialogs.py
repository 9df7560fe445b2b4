"""The dialogs of the header: examples, paste, table, link and file, a question, keys. Each replaces the list as a whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from html import escape
from typing import Literal

import pandas as pd
import streamlit as st

from rankviz.errors import InputError
from rankviz.examples import examples
from rankviz.limits import MAX_FILE, MAX_LINK, MAX_NAME, MAX_PASTE
from rankviz.lists.reading import clean_id, format_list, parse_list
from rankviz.lists.typed import Item, Ranking, fresh_ids
from rankviz.show.errors import error_text
from rankviz.show.numbers import full
from rankviz.state.app_state import check_list, with_list
from rankviz.state.permalink import Decoded, from_file, link_length, to_file, too_large
from rankviz.texts import Texts
from rankviz.ui.browser.components import PASTE, gallery, glossary, paste_box
from rankviz.ui.pages.ask import show_ask
from rankviz.ui.pages.links import show_link, show_share
from rankviz.ui.session import Session, keep_draft
from rankviz.ui.views.gallery import gallery_data
from rankviz.ui.views.terms import glossary_data

KEYS = (
    ("↑ ↓", "select"), ("Alt ↑ ↓", "move"), ("0 – 9", "grade"), ("u", "unjudged"), ("k K", "cutoff"), ("F2", "rename"),
    ("m", "shelf"), ("Del", "remove"), ("a", "add"), ("z  Ctrl+Z", "undo"),
    ("Z  Ctrl+Shift+Z", "redo"), ("Space ← →", "play"), ("?", "help"), ("o", "cover"), ("p", "project"),
    ("→ ←  PgDn PgUp", "project_step"), (".", "project_cover"), ("n", "project_list"), ("p  Esc", "project_leave"),
    ("h", "hint"), ("n", "next_question"),
)  # fmt: skip


def show_dialog(now: Session, texts: Texts) -> None:
    """Open the dialog that was asked for, if any."""
    if not now.dialog:
        return
    bodies: dict[str, tuple[str, Callable[[Session, Texts], None]]] = {
        "examples": (texts("bar.examples"), _examples),
        "paste": (texts("paste.title"), _paste),
        "table": (texts("table.title"), _table),
        "link": (texts("link.title"), _link),
        "share": (texts("share.title"), _share),
        "ask": (texts("ask.title"), _ask),
        "help": (texts("bar.help"), _help),
    }
    title, body = bodies[now.dialog]

    def close() -> None:
        now.dialog = ""
        now.draft = now.draft or None

    width: Literal["medium", "large"] = "large" if now.dialog in ("examples", "share", "help") else "medium"
    st.dialog(title, width=width, on_dismiss=close)(body)(now, texts)


def notice(text: str) -> None:
    """Show a message; whatever a person's input contains, it stays text."""
    st.html(f'<div class="rv-notice" role="alert"><span aria-hidden="true">⚠</span><span>{escape(text)}</span></div>')


def _done(now: Session) -> None:
    now.dialog = ""
    st.rerun()


def _examples(now: Session, texts: Texts) -> None:
    """The gallery; what is pressed opens in its exact state."""
    pressed = gallery(gallery_data(texts.language))
    for example in examples():
        if example.key == pressed:
            now.view = replace(now.view, example=example.key)
            now.replace_all(example.state)
            _done(now)


def _paste(now: Session, texts: Texts) -> None:
    text = format_list(now.state.ranking) if now.draft is None else now.draft
    told, read = _read(text, texts)
    data = {"label": texts("paste.label"), "use": texts("paste.use"), "limit": MAX_PASTE}
    used = paste_box(
        data | {"text": text, "told": told, "refused": read is None and bool(text.strip())}, partial(keep_draft, now, PASTE)
    )
    if used is not None and (taken := _read(used, texts)[1]) is not None:
        now.replace_all(with_list(now.state, taken))
        now.draft = None
        _done(now)


def _read(text: str, texts: Texts) -> tuple[str, Ranking | None]:
    """What was read of a pasted text, in words and as a list; None where it is none."""
    try:
        read = parse_list(text)
    except InputError as error:
        return error_text(error, texts), None
    words = "paste.read_scored" if read.scored else "paste.read_one"
    said = [texts(words, shown=len(read.items), missed=len(read.missed))]
    if len(found := (*read.items, *read.missed)) == 1 and found[0].doc_id not in fresh_ids(1, ()):
        grade = "?" if found[0].grade is None else full(found[0].grade)
        said = [texts("paste.read_document", name=found[0].doc_id, grade=grade)]  # so that an id is not taken for a grade
    if unjudged := sum(item.grade is None for item in (*read.items, *read.missed)):
        said.append(texts("paste.read_unjudged", count=unjudged))
    if unscored := _partly_scored(read):
        said.append(texts("table.partly_scored", count=unscored))
    return texts("words.separator").join(said), read


def _partly_scored(ranking: Ranking) -> int:
    """How many entries have no score, where others have one."""
    unscored = sum(item.score is None for item in ranking.items)
    return unscored if unscored < len(ranking.items) else 0


def _table(now: Session, texts: Texts) -> None:
    st.html(f'<p class="rv-lesson">{escape(texts("table.note"))}</p>')
    edited = st.data_editor(
        _frame(now.state.ranking),
        num_rows="dynamic",
        hide_index=True,
        placeholder="",
        key="rv_table",
        column_config={
            "id": st.column_config.TextColumn(texts("table.id"), max_chars=MAX_NAME),
            "grade": st.column_config.NumberColumn(texts("table.grade")),
            "score": st.column_config.NumberColumn(texts("table.score")),
            "retrieved": st.column_config.CheckboxColumn(texts("table.retrieved"), default=True),
        },
    )
    ranking = _from_frame(edited)
    try:
        check_list(ranking)
    except InputError as error:
        notice(error_text(error, texts))
        return
    if unscored := _partly_scored(ranking):
        notice(texts("table.partly_scored", count=unscored))
    if st.button(texts("table.use"), type="primary", key="rv_table_use"):
        now.replace_all(with_list(now.state, ranking))
        _done(now)


def _frame(ranking: Ranking) -> pd.DataFrame:
    rows = [(*item, True) for item in ranking.items] + [(*item, False) for item in ranking.missed]
    frame = pd.DataFrame(rows, columns=["id", "grade", "score", "retrieved"])
    return frame.astype({"id": "string", "grade": "float64", "score": "float64", "retrieved": "bool"})


def _from_frame(frame: pd.DataFrame) -> Ranking:
    """Read the edited table; nameless rows get names, empty grades are unjudged."""
    rows = list(frame.itertuples(index=False, name=None))
    given = [clean_id("" if pd.isna(row[0]) else str(row[0])) for row in rows]
    spare = iter(fresh_ids(given.count(""), filter(None, given)))
    shown, missed = [], []
    for name, (_, grade, score, retrieved) in zip(given, rows, strict=True):
        item = Item(name or next(spare), None if pd.isna(grade) else float(grade), None if pd.isna(score) else float(score))
        if pd.isna(retrieved) or retrieved:
            shown.append(item)
        else:
            missed.append(item._replace(score=None))
    return Ranking(tuple(shown), tuple(missed))


def _link(now: Session, texts: Texts) -> None:
    st.html(f'<p class="rv-lesson">{escape(texts("link.note"))}</p>')
    if not show_link(now, texts):
        _tell_length(now, texts)
    st.download_button(texts("link.save"), to_file(now.state), texts("link.file_name"), "application/json", on_click="ignore")
    # Of a file that is not one of its `type`s Streamlit shows a red mark, and says nothing.
    opened = st.file_uploader(texts("link.open"), max_upload_size=MAX_FILE // 10**6, key="rv_file")
    if opened is None:
        return
    if not opened.name.lower().endswith((".json", ".txt", ".csv", ".tsv")):
        notice(texts("link.other_kind", name=opened.name))
        return
    try:
        decoded = _read_file(now, opened.getvalue())
    except InputError as error:
        notice(error_text(error, texts))
        return
    now.replace_all(decoded.state)
    now.notices = list(decoded.problems)
    _done(now)


def _share(now: Session, texts: Texts) -> None:
    if not show_share(now, texts):
        _tell_length(now, texts)


def _ask(now: Session, texts: Texts) -> None:
    if show_ask(now, texts):
        st.rerun()


def _tell_length(now: Session, texts: Texts) -> None:
    notice(texts("link.too_long", found=link_length(now.state), limit=MAX_LINK))


def _read_file(now: Session, content: bytes) -> Decoded:
    if len(content) > MAX_FILE:
        raise too_large(len(content))
    text = content.decode("utf-8-sig", errors="replace")
    if text.lstrip().startswith("{"):
        return from_file(text)
    return Decoded(with_list(now.state, parse_list(text)))


def _help(now: Session, texts: Texts) -> None:
    """All words and symbols, and the keys."""
    words, keys = st.columns([3, 2], gap="large")
    with words:
        st.html(f'<h3 class="rv-subtitle">{escape(texts("terms.title"))}</h3>')
        glossary(glossary_data(texts))
    with keys:
        st.html(f'<h3 class="rv-subtitle">{escape(texts("keys.title"))}</h3>')
        _keys(texts)


def _keys(texts: Texts) -> None:
    rows = "".join(
        f'<tr><td><span class="rv-key">{escape(key)}</span></td><td>{escape(texts(f"keys.{what}"))}</td></tr>'
        for key, what in KEYS
    )
    heads = f"<tr><th>{escape(texts('keys.key'))}</th><th>{escape(texts('keys.does'))}</th></tr>"
    st.html(f'<table class="rv-keys">{heads}{rows}</table>')
