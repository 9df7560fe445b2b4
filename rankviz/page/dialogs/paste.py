"""Pasting a list: what is read of a text is said while it is typed."""

from __future__ import annotations

from collections import Counter

from rankviz.basics.errors import InputError, shorten
from rankviz.basics.limits import MAX_PASTE
from rankviz.core.lists.ranking import Ranking, fresh_ids
from rankviz.core.pasted.list_parser import format_list
from rankviz.core.pasted.read_pasted import RUN, TYPED, Pasted, read_pasted
from rankviz.display.error_text import error_text
from rankviz.display.number_format import full
from rankviz.page.dialogs.dialog_context import Data, DialogContext
from rankviz.texts import Texts

MOST_NAMED = 5  # documents that stand more than once


def paste_payload(over: DialogContext, texts: Texts) -> Data:
    """Build the dialog.

    Returns
    -------
    dict
        `label` of the box, `text`, what it begins with; `told`, what was read of it, and whether it was `refused`; `empty`,
        what is said of an empty box; `use`, the name of the button; `limit`, the most characters that are read.
    """
    text = over.draft or format_list(over.state.ranking)
    told, is_read = describe_pasted(text, texts)
    return {
        "label": texts("paste.label"),
        "use": texts("paste.use"),
        "limit": MAX_PASTE,
        "text": text,
        "told": told,
        "refused": not is_read and bool(text.strip()),
        "empty": describe_pasted("", texts)[0],
    }


def describe_pasted(text: str, texts: Texts) -> tuple[str, bool]:
    """What was read of a pasted text, in words, and whether it is a list at all."""
    try:
        found = read_pasted(text)
    except InputError as error:
        return error_text(error, texts), False
    if found.kind != TYPED:
        return _read_of_a_tool(found, texts), True
    read = found.lists[0]
    words = "paste.read_scored" if read.scored else "paste.read_one"
    said = [texts(words, shown=len(read.items), missed=len(read.missed))]
    if len(every := (*read.items, *read.missed)) == 1 and every[0].doc_id not in fresh_ids(1, ()):
        grade = "?" if every[0].grade is None else full(every[0].grade)
        said = [texts("paste.read_document", name=every[0].doc_id, grade=grade)]  # so that an id is not taken for a grade
    if unjudged := sum(item.grade is None for item in (*read.items, *read.missed)):
        said.append(texts("paste.read_unjudged", count=unjudged))
    if unscored := count_unscored(read):
        said.append(texts("table.partly_scored", count=unscored))
    said += _repeated(found, texts)
    return texts("words.separator").join(said), True


def _read_of_a_tool(found: Pasted, texts: Texts) -> str:
    """What was read of data of another tool."""
    shown, missed = (sum(len(getattr(each, part)) for each in found.lists) for part in ("items", "missed"))
    said = [texts(f"paste.read_{found.kind}", lists=len(found.lists), shown=shown, missed=missed)]
    if found.kind != RUN and (len(found.lists) > 1 or not found.lists[0].items):
        judged = [any(item.grade is not None for item in (*each.items, *each.missed)) for each in found.lists]
        counts = {"not_run": sum(not each.items for each in found.lists), "not_judged": judged.count(False)}
        said += [texts(f"paste.{name}", count=count) for name, count in counts.items() if count]
    if found.kind != RUN and (unjudged := sum(item.grade is None for each in found.lists for item in each.items)):
        said.append(texts("paste.without_grade", count=unjudged))
    if found.is_unscored:
        said.append(texts("paste.rising"))
    return texts("words.separator").join([*said, *_repeated(found, texts)])


def _repeated(found: Pasted, texts: Texts) -> list[str]:
    """What is said of documents that stand more than once in a list, or are judged more than once."""
    counts = (Counter(item.doc_id for item in (*each.items, *each.missed)) for each in found.lists)
    listed = dict.fromkeys(name for count in counts for name, times in count.items() if times > 1)
    said = {"paste.repeated": listed, "paste.rejudged": found.judged_twice}
    return [texts(key, names=_few([*names])) for key, names in said.items() if names]


def _few(names: list[str]) -> str:
    return ", ".join(map(shorten, names[:MOST_NAMED])) + (", …" if len(names) > MOST_NAMED else "")


def count_unscored(ranking: Ranking) -> int:
    """How many entries have no score, where others have one."""
    unscored = sum(item.score is None for item in ranking.items)
    return unscored if unscored < len(ranking.items) else 0
