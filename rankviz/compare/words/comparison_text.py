"""The comparison of two lists as text and, in a notebook, as a table: values, who is ahead, and every effect."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from rankviz.basics.errors import one_line
from rankviz.compare.compared_lists import ComparedLists
from rankviz.compare.document_effects import DocumentEffect, Effects
from rankviz.compare.words.winner import recall_level_text, winner_sentence, with_sign
from rankviz.core.trace import Unit
from rankviz.display.formulas.explanation_text import convention_of, undefined_text
from rankviz.display.number_format import exact, fixed, plain
from rankviz.evaluation.list_pair import SAME
from rankviz.texts import Texts

HEADS = ("document", "grade", "first_rank", "second_rank", "first_term", "second_term", "effect")
NOWHERE, UNJUDGED = "–", "?"


def comparison_text(found: ComparedLists) -> str:
    """Print a comparison for a terminal."""
    texts = Texts("en")
    lines = [_head(found), "  " + convention_of(found.evaluation, texts), "  " + _winner_sentence(found, texts)]
    table = list(effect_rows(found.change, found.trace.unit, texts))
    if table:
        cells = [tuple(texts(f"versus_table.{name}") for name in HEADS), *table]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines.append("")
        for name, *others in cells:
            aligned = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
            lines.append("  ".join(["  " + name.ljust(widths[0]), *aligned]).rstrip())
    return "\n".join([*lines, *("  " + said for said in _no_effect_texts(found.change, texts))])


def comparison_html(found: ComparedLists) -> str:
    """Write a comparison as self-contained HTML; ids of documents are escaped."""
    texts = Texts("en")
    small = (convention_of(found.evaluation, texts), *_no_effect_texts(found.change, texts))
    heads = "".join(f"<th>{escape(texts(f'versus_table.{name}'))}</th>" for name in HEADS)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>"
        for row in effect_rows(found.change, found.trace.unit, texts)
    )
    parts = [
        f"<p><strong>{escape(_head(found))}</strong><br>{escape(_winner_sentence(found, texts))}</p>",
        f"<table><tr>{heads}</tr>{body}</table>" if body else "",
        *(f"<p><small>{escape(each)}</small></p>" for each in small),
    ]
    return "".join(parts)


def _winner_sentence(found: ComparedLists, texts: Texts) -> str:
    return winner_sentence(found.change, found.trace, texts, uneven=found.uneven)


def effect_rows(found: Effects, unit: Unit, texts: Texts) -> Iterator[tuple[str, ...]]:
    """What has an effect, the largest first, and what is no document's; the last row is the difference. Each is as `HEADS`."""
    parts = (*(each.effect for each in found.by_document), *found.by_place, found.rest, found.base)
    if all(abs(effect) <= SAME for effect in parts):
        return
    nothing = ("",) * (len(HEADS) - 2)
    for each in sorted(found.by_document, key=lambda each: -abs(each.effect)):
        if abs(each.effect) > SAME:
            yield _effect_row(each, unit)
    if found.axis in ("level", "ideal"):
        for at, effect in enumerate(found.by_place):
            place = {"level": recall_level_text(at)} if found.axis == "level" else {"place": at + 1}
            name = texts("versus_table.level" if found.axis == "level" else "versus_table.place", **place)
            yield from [(name, *nothing, with_sign(effect, unit))] if abs(effect) > SAME else []
    for name, effect in (("rest", found.rest), ("base", found.base)):
        if abs(effect) > SAME:
            yield (texts(f"versus_table.{name}"), *nothing, with_sign(effect, unit))
    yield (texts("versus_table.difference"), *nothing, with_sign(found.difference, unit))


def _effect_row(each: DocumentEffect, unit: Unit) -> tuple[str, ...]:
    first, second = (NOWHERE if rank is None else str(rank) for rank in each.ranks)
    before, after = (fixed(term) for term in each.terms)
    return (
        one_line(each.doc_id),
        UNJUDGED if each.grade is None else plain(each.grade),
        first,
        second,
        before,
        after,
        with_sign(each.effect, unit),
    )


def _no_effect_texts(found: Effects, texts: Texts) -> list[str]:
    """The documents that do nothing to the difference."""
    names = [one_line(each.doc_id) for each in found.by_document if abs(each.effect) <= SAME]
    return [texts("versus_table.none", documents=", ".join(names))] if names else []


def _head(found: ComparedLists) -> str:
    """Both values and their difference, with all digits."""
    values = (
        undefined_text(value) if none else exact(value) for value, none in zip(found.values, found.undefined, strict=True)
    )
    said = [f"{found.measure}: " + ", ".join(f"{letter} = {value}" for letter, value in zip("AB", values, strict=True))]
    return ", ".join(said + [f"B − A = {exact(found.difference)}"] * (not any(found.undefined)))
