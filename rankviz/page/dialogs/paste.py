"""The dialog for a pasted list: it describes what was read of a text while that is typed."""

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

MOST_NAMED = 5  # repeated documents that a message names


def paste_payload(context: DialogContext, texts: Texts) -> Data:
    """Build the dialog.

    Returns
    -------
    dict
        `label` of the box; `text`, its content at first; `summary`, what was read of it, and `is_refused`, whether it is no
        list; `empty_text`, shown for an empty box; `use_label` of the button; `max_length`, the most characters that are read.
    """
    text = context.draft or format_list(context.state.ranking)
    summary, is_list = describe_pasted(text, texts)
    return {
        "label": texts("paste.label"),
        "use_label": texts("paste.use"),
        "max_length": MAX_PASTE,
        "text": text,
        "summary": summary,
        "is_refused": not is_list and bool(text.strip()),
        "empty_text": describe_pasted("", texts)[0],
    }


def describe_pasted(text: str, texts: Texts) -> tuple[str, bool]:
    """Return what was read of a pasted text, in words, and whether it is a list at all."""
    try:
        pasted = read_pasted(text)
    except InputError as error:
        return error_text(error, texts), False
    if pasted.kind != TYPED:
        return _describe_tool_data(pasted, texts), True
    ranking = pasted.lists[0]
    entries = (*ranking.items, *ranking.missed)
    key = "paste.read_scored" if ranking.scored else "paste.read_one"
    sentences = [texts(key, shown=len(ranking.items), missed=len(ranking.missed))]
    if len(entries) == 1 and entries[0].doc_id not in fresh_ids(1, ()):
        grade = "?" if entries[0].grade is None else full(entries[0].grade)
        sentences = [
            texts("paste.read_document", name=entries[0].doc_id, grade=grade)
        ]  # so that an id is not taken for a grade
    if unjudged := sum(item.grade is None for item in entries):
        sentences.append(texts("paste.read_unjudged", count=unjudged))
    if unscored := count_unscored(ranking):
        sentences.append(texts("table.partly_scored", count=unscored))
    sentences += _repetition_sentences(pasted, texts)
    return texts("words.separator").join(sentences), True


def _describe_tool_data(pasted: Pasted, texts: Texts) -> str:
    """Return what was read of the data of another tool, in words."""
    lists = pasted.lists
    item_count, missed = (sum(len(getattr(each, part)) for each in lists) for part in ("items", "missed"))
    sentences = [texts(f"paste.read_{pasted.kind}", lists=len(lists), shown=item_count, missed=missed)]
    if pasted.kind != RUN and (len(lists) > 1 or not lists[0].items):
        is_judged = [any(item.grade is not None for item in (*each.items, *each.missed)) for each in lists]
        counts = {"not_run": sum(not each.items for each in lists), "not_judged": is_judged.count(False)}
        sentences += [texts(f"paste.{name}", count=count) for name, count in counts.items() if count]
    if pasted.kind != RUN and (unjudged := sum(item.grade is None for each in lists for item in each.items)):
        sentences.append(texts("paste.without_grade", count=unjudged))
    if pasted.is_unscored:
        sentences.append(texts("paste.rising"))
    return texts("words.separator").join([*sentences, *_repetition_sentences(pasted, texts)])


def _repetition_sentences(pasted: Pasted, texts: Texts) -> list[str]:
    """Return the sentences on documents that a list has more than once, or that are judged more than once."""
    counts = (Counter(item.doc_id for item in (*each.items, *each.missed)) for each in pasted.lists)
    repeated = dict.fromkeys(name for count in counts for name, times in count.items() if times > 1)
    names_by_key = {"paste.repeated": repeated, "paste.rejudged": pasted.judged_twice}
    return [texts(key, names=_some_names([*names])) for key, names in names_by_key.items() if names]


def _some_names(names: list[str]) -> str:
    """Join the first names, with an ellipsis if there are more."""
    return ", ".join(map(shorten, names[:MOST_NAMED])) + (", …" if len(names) > MOST_NAMED else "")


def count_unscored(ranking: Ranking) -> int:
    """Count the entries without a score; 0 if no entry has one."""
    unscored = sum(item.score is None for item in ranking.items)
    return unscored if unscored < len(ranking.items) else 0
