"""Two lists in words: who is ahead, because of which document, and where that stands."""

from __future__ import annotations

from rankviz.errors import one_line
from rankviz.metrics import METRICS
from rankviz.show.numbers import fixed, in_unit, plain
from rankviz.show.rules import undefined_reason
from rankviz.texts import Texts
from rankviz.trace import Trace, Unit
from rankviz.versus.effects import DocumentEffect, Effects
from rankviz.versus.pair import SAME

LETTERS = {"first": "A", "second": "B"}


def signed(value: float, unit: Unit = "value") -> str:
    """A difference with its sign; what is nothing to twelve digits is 0.

    Examples
    --------
    >>> signed(0.0224), signed(-0.0224), signed(1e-17), signed(2.0, "count")
    ('+0.022', '−0.022', '0', '+2')
    """
    return "0" if abs(value) <= SAME else f"{'+' if value > 0 else ''}{in_unit(unit, value)}"


def verdict(found: Effects, trace: Trace, texts: Texts, rows: tuple[int, int] = (0, 1)) -> str:
    """Who is ahead and because of what, in two sentences.

    Parameters
    ----------
    found : Effects
    trace : Trace
        That they were read from.
    texts : Texts
    rows : (int, int)
        Of the first and of the second list in the trace.
    """
    if any(found.undefined):
        return _nothing(found, trace, texts, rows)
    if found.winner == "even":
        return texts("versus.even", value=in_unit(trace.unit, found.values[0]))
    low = "wins_low" if METRICS[found.metric].lower_is_better else "wins"
    ahead = texts(f"versus.{low}", winner=LETTERS[found.winner], difference=in_unit(trace.unit, abs(found.difference)))
    return texts("words.separator").join(filter(None, (ahead, _because(found, trace.unit, texts))))


def _nothing(found: Effects, trace: Trace, texts: Texts, rows: tuple[int, int]) -> str:
    """Why there is nothing to compare."""
    reasons = {
        letter: undefined_reason(trace, texts, row)
        for letter, row, none in zip("AB", rows, found.undefined, strict=True)
        if none
    }
    if len(reasons) == 2 and len(set(reasons.values())) == 1:
        return texts("versus.undefined_both", reason=reasons["A"])
    return texts("words.separator").join(texts("versus.undefined", list=name, reason=why) for name, why in reasons.items())


def deciding(found: Effects) -> DocumentEffect | None:
    """The document that does most for the list that is ahead; None if none does anything for it."""
    towards = _sign(found)
    best = max(found.by_document, key=lambda each: towards * each.effect, default=None)
    return best if best is not None and towards * best.effect > SAME else None


def where_it_stands(document: DocumentEffect, texts: Texts) -> str:
    """Its ranks in both lists."""
    first, second = document.ranks
    if first is None or second is None:
        key = "neither" if first is second else "only_second" if first is None else "only_first"
        return texts(
            f"versus.{key}", **{name: rank for name, rank in (("first", first), ("second", second)) if rank is not None}
        )
    return texts("versus.stayed" if first == second else "versus.moved", first=first, second=second)


def named(document: DocumentEffect, texts: Texts) -> str:
    """Its id with its grade."""
    name = one_line(document.doc_id)
    if document.grade is None:
        return texts("versus.document_unjudged", doc=name)
    return texts("versus.document", doc=name, grade=plain(document.grade))


def _sign(found: Effects) -> int:
    """Which way the difference went: 1 if the second value is the greater one."""
    return 1 if found.difference > 0 else -1


def _because(found: Effects, unit: Unit, texts: Texts) -> str:
    """What did most for the list that is ahead: a document, or what is no document's doing."""
    towards, document = _sign(found), deciding(found)
    place = max(range(len(found.by_place)), key=lambda at: towards * found.by_place[at], default=0)
    parts = {
        "because": 0.0 if document is None else document.effect,
        "because_base": found.base,
        "because_rest": found.rest,
        "because_level": found.by_place[place] if found.axis == "level" else 0.0,
        "because_place": found.by_place[place] if found.axis == "ideal" else 0.0,
    }
    key = max(parts, key=lambda part: towards * parts[part])
    if towards * parts[key] <= SAME:
        return ""
    first, second = map(fixed, found.denominators)
    values = {
        "document": "" if document is None else named(document, texts),
        "where": "" if document is None else where_it_stands(document, texts),
        "first": first,
        "second": second,
        "level": plain(place / max(len(found.by_place) - 1, 1)),
        "place": place + 1,
    }
    return texts(f"versus.{key}", winner=LETTERS[found.winner], effect=signed(parts[key], unit), **values)
