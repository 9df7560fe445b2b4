"""A comparison of two lists as text and, for a notebook, as HTML: values, winner, and a table of all effects."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from rankviz.basics.errors import one_line
from rankviz.compare.compared_lists import ComparedLists
from rankviz.compare.document_effects import DocumentEffect, Effects
from rankviz.compare.words.winner import recall_level_text, winner_sentence, with_sign
from rankviz.core.trace import Unit
from rankviz.display.formulas.explanation_text import convention_of, undefined_text
from rankviz.display.number_format import exact, fixed_decimals, plain
from rankviz.evaluation.list_pair import SAME
from rankviz.texts import Texts

HEADS = ("document", "grade", "first_rank", "second_rank", "first_term", "second_term", "effect")
NOWHERE, UNJUDGED = "–", "?"


def comparison_text(compared: ComparedLists) -> str:
    """Return a comparison as text for a terminal."""
    texts = Texts("en")
    lines = [_head(compared), "  " + convention_of(compared.evaluation, texts), "  " + _winner_sentence(compared, texts)]
    table = list(effect_rows(compared.change, compared.trace.unit, texts))
    if table:
        cells = [tuple(texts(f"comparison_table.{name}") for name in HEADS), *table]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines.append("")
        for name, *others in cells:
            aligned = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
            lines.append("  ".join(["  " + name.ljust(widths[0]), *aligned]).rstrip())
    return "\n".join([*lines, *("  " + text for text in _no_effect_texts(compared.change, texts))])


def comparison_html(compared: ComparedLists) -> str:
    """Return a comparison as self-contained HTML; ids of documents are escaped."""
    texts = Texts("en")
    notes = (convention_of(compared.evaluation, texts), *_no_effect_texts(compared.change, texts))
    heads = "".join(f"<th>{escape(texts(f'comparison_table.{name}'))}</th>" for name in HEADS)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>"
        for row in effect_rows(compared.change, compared.trace.unit, texts)
    )
    parts = [
        f"<p><strong>{escape(_head(compared))}</strong><br>{escape(_winner_sentence(compared, texts))}</p>",
        f"<table><tr>{heads}</tr>{body}</table>" if body else "",
        *(f"<p><small>{escape(each)}</small></p>" for each in notes),
    ]
    return "".join(parts)


def _winner_sentence(compared: ComparedLists, texts: Texts) -> str:
    return winner_sentence(compared.change, compared.trace, texts, uneven=compared.uneven)


def effect_rows(change: Effects, unit: Unit, texts: Texts) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table of effects, with the columns of `HEADS`.

    Documents with an effect come first, the largest effect first, then effects of no document; the last row is the difference.
    There are no rows if nothing has an effect.
    """
    parts = (*(each.effect for each in change.by_document), *change.by_place, change.rest, change.base)
    if all(abs(effect) <= SAME for effect in parts):
        return
    empty_cells = ("",) * (len(HEADS) - 2)
    for each in sorted(change.by_document, key=lambda each: -abs(each.effect)):
        if abs(each.effect) > SAME:
            yield _effect_row(each, unit)
    if change.axis in ("level", "ideal"):
        for index, effect in enumerate(change.by_place):
            place = {"level": recall_level_text(index)} if change.axis == "level" else {"place": index + 1}
            name = texts("comparison_table.level" if change.axis == "level" else "comparison_table.place", **place)
            yield from [(name, *empty_cells, with_sign(effect, unit))] if abs(effect) > SAME else []
    for name, effect in (("rest", change.rest), ("base", change.base)):
        if abs(effect) > SAME:
            yield (texts(f"comparison_table.{name}"), *empty_cells, with_sign(effect, unit))
    yield (texts("comparison_table.difference"), *empty_cells, with_sign(change.difference, unit))


def _effect_row(each: DocumentEffect, unit: Unit) -> tuple[str, ...]:
    first, second = (NOWHERE if rank is None else str(rank) for rank in each.ranks)
    before, after = (fixed_decimals(term) for term in each.terms)
    return (
        one_line(each.doc_id),
        UNJUDGED if each.grade is None else plain(each.grade),
        first,
        second,
        before,
        after,
        with_sign(each.effect, unit),
    )


def _no_effect_texts(change: Effects, texts: Texts) -> list[str]:
    """Return a sentence with the documents that have no effect; [] if there are none."""
    names = [one_line(each.doc_id) for each in change.by_document if abs(each.effect) <= SAME]
    return [texts("comparison_table.none", documents=", ".join(names))] if names else []


def _head(compared: ComparedLists) -> str:
    """Return both values and their difference, with all digits."""
    values = (
        undefined_text(value) if undefined else exact(value)
        for value, undefined in zip(compared.values, compared.undefined, strict=True)
    )
    head = f"{compared.measure}: " + ", ".join(f"{letter} = {value}" for letter, value in zip("AB", values, strict=True))
    return head if any(compared.undefined) else f"{head}, B − A = {exact(compared.difference)}"
