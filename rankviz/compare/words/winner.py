"""Two lists in words: who is ahead, because of which document, and where that stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rankviz.basics.errors import one_line
from rankviz.compare.document_effects import DocumentEffect, Effects
from rankviz.compare.uneven_counts import CutoffTally, EmptyListWins, MissedCount, UnevenCount, find_missed_count, tally_cutoff
from rankviz.compare.winner_reasons import (
    LargestEffect,
    OneEntryDecides,
    Reason,
    RelevantPassed,
    SameHitCount,
    SameWhenBinary,
    largest_effect,
)
from rankviz.core.conventions import Convention
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.areas import LEVELS
from rankviz.core.metrics.measures import print_measure
from rankviz.core.trace import Trace, Unit
from rankviz.display.number_format import fixed, in_unit, plain
from rankviz.display.rule_words import undefined_reason
from rankviz.evaluation.list_pair import SAME
from rankviz.texts import Texts

MAX_NAMES = 9  # names in a row
MAX_OUTWEIGHING = 4
LETTERS = {"first": "A", "second": "B"}


def with_sign(value: float, unit: Unit = "value") -> str:
    """A difference with its sign; what is nothing to twelve digits is 0.

    Examples
    --------
    >>> with_sign(0.0224), with_sign(-0.0224), with_sign(1e-17), with_sign(2.0, "count")
    ('+0.022', '−0.022', '0', '+2')
    """
    return "0" if abs(value) <= SAME else f"{'+' if value > 0 else ''}{in_unit(unit, value)}"


def winner_sentence(
    found: Effects,
    trace: Trace,
    texts: Texts,
    rows: tuple[int, int] = (0, 1),
    *,
    uneven: UnevenCount | None = None,
    by_rank: bool = False,
) -> str:
    """Who is ahead and because of what, in two sentences.

    Parameters
    ----------
    found : Effects
    trace : Trace
        That they were read from.
    texts : Texts
    rows : (int, int)
        Of the first and of the second list in the trace.
    uneven : UnevenCount or None
        Where the two are not counted over the same documents, which is then said instead.
    by_rank : bool
        Whether ranks are named, and not documents.
    """
    if any(found.undefined):
        return _undefined_text(found, trace, texts, rows)
    apart = _uneven_count_text(uneven, texts) if uneven else ""
    if found.winner == "even":
        said = texts("versus.even", value=in_unit(trace.unit, found.values[0]))
        return texts("words.separator").join(filter(None, (said, apart)))
    low = "wins_low" if METRICS[found.metric].lower_is_better else "wins"
    ahead = texts(f"versus.{low}", winner=LETTERS[found.winner], difference=in_unit(trace.unit, abs(found.difference)))
    return texts("words.separator").join(filter(None, (ahead, apart or largest_effect_text(found, trace, texts, by_rank))))


def counter_effect_text(found: Effects, unit: Unit, texts: Texts, *, by_rank: bool = False) -> str:
    """What does most for the list that is behind, which all else together outweighs; "" where nothing does, or none is."""
    if found.winner not in LETTERS or any(found.undefined) or _counts_missed(found):
        return ""
    most = _effect_phrase(largest_effect(found, -1 if found.difference > 0 else 1, by_rank=by_rank), unit, texts, signs=True)
    loser = LETTERS["second" if found.winner == "first" else "first"]
    if not most:
        return ""
    names = () if by_rank else _outweighing_documents(found)
    if not names:
        return texts("versus.against", loser=loser, there=most)
    return texts("versus.outweighed", loser=loser, there=most, documents=_join_names(names, texts), number=len(names))


def _outweighing_documents(found: Effects) -> tuple[str, ...]:
    """The fewest documents that do more for the list that is ahead than what helps the other one most; () for many."""
    sign = 1 if found.difference > 0 else -1
    against = largest_effect(found, -sign)
    most = sorted(found.by_document, key=lambda each: -sign * each.effect)[:MAX_OUTWEIGHING]
    for count in range(1, len(most) + 1):
        if sum(sign * each.effect for each in most[:count]) > abs(against.effect) * max(1, len(against.documents)) + SAME:
            return tuple(one_line(each.doc_id) for each in most[:count])
    return ()


def brief_effects_text(
    found: Effects, unit: Unit, texts: Texts, *, uneven: UnevenCount | None = None, by_rank: bool = False
) -> str:
    """What does most for either list, in one line; "" where neither is ahead."""
    if found.winner not in LETTERS or any(found.undefined) or (_counts_missed(found) and not uneven):
        return ""
    if uneven:
        return texts(
            "versus.brief_apart",
            first=uneven.counted[0],
            second=uneven.counted[1],
            alone=_unshared_documents_text(uneven, texts),
        )
    sign = 1 if found.difference > 0 else -1
    here, there = (
        _effect_phrase(largest_effect(found, towards, by_rank=by_rank), unit, texts, signs=True) for towards in (sign, -sign)
    )
    loser = LETTERS["second" if found.winner == "first" else "first"]
    put = {"winner": LETTERS[found.winner], "loser": loser, "here": here, "there": there}
    return texts("versus.brief" if there else "versus.brief_alone", **put) if here else ""


def _counts_missed(found: Effects) -> bool:
    """Whether no document is to be named, since the effects of documents are not all that they do."""
    return find_missed_count(found.metric, found.rest) is not None


def _tallies_text(counts: CutoffTally, texts: Texts) -> str:
    """How many documents are on which side of the cutoff in either list."""
    separator = texts("sentence.more_separator")
    first, second = (
        separator.join(f"{name} {plain(value)}" for name, value in zip(counts.names, side, strict=True))
        for side in (counts.first, counts.second)
    )
    return texts("versus.tallies", first=first, second=second)


def _uneven_count_text(uneven: UnevenCount, texts: Texts) -> str:
    """Over which documents each list is counted, and who is ahead over the same ones."""
    return texts(
        "versus.apart",
        first=uneven.counted[0],
        second=uneven.counted[1],
        alone=_unshared_documents_text(uneven, texts),
        then=_even_count_winner_text(uneven, texts),
    )


def _unshared_documents_text(uneven: UnevenCount, texts: Texts) -> str:
    """Which unjudged documents only one list shows."""
    said = [
        texts("versus.alone", documents=_join_names([one_line(name) for name in names], texts), number=len(names), list=letter)
        for letter, names in zip("AB", uneven.alone, strict=True)
        if names
    ]
    return texts("versus.alone_both", first=said[0], second=said[1]) if len(said) > 1 else said[0]


def _even_count_winner_text(uneven: UnevenCount, texts: Texts) -> str:
    """Who is ahead if the same documents count in both lists."""
    key = uneven.winner if uneven.winner in ("even", "") else "winner"
    return texts(f"versus.then_{key or 'undefined'}", winner=LETTERS.get(uneven.winner, ""))


def _undefined_text(found: Effects, trace: Trace, texts: Texts, rows: tuple[int, int]) -> str:
    """Why there is nothing to compare."""
    reasons = {
        letter: undefined_reason(trace, texts, row)
        for letter, row, none in zip("AB", rows, found.undefined, strict=True)
        if none
    }
    if len(reasons) == 2 and len(set(reasons.values())) == 1:
        return texts("versus.undefined_both", reason=reasons["A"])
    return texts("words.separator").join(texts("versus.undefined", list=name, reason=why) for name, why in reasons.items())


def ranks_text(document: DocumentEffect, texts: Texts) -> str:
    """Its ranks in both lists."""
    first, second = document.ranks
    if first is None or second is None:
        key = "neither" if first is second else "only_second" if first is None else "only_first"
        return texts(
            f"versus.{key}", **{name: rank for name, rank in (("first", first), ("second", second)) if rank is not None}
        )
    return texts("versus.stayed" if first == second else "versus.moved", first=first, second=second)


def document_label(document: DocumentEffect, texts: Texts) -> str:
    """Its id with its grade."""
    name = one_line(document.doc_id)
    if document.grade is None:
        return texts("versus.document_unjudged", doc=name)
    return texts("versus.document", doc=name, grade=plain(document.grade))


def largest_effect_text(found: Effects, trace: Trace, texts: Texts, by_rank: bool = False, *, helping: bool = False) -> str:
    """What does most for the list that is ahead: a document, or what is no document's doing; "" where nothing does.

    Its effect is a part of the second value less the first; where it is only to say what is `helping`, it has a plus.
    """
    counts = tally_cutoff(trace)
    if counts or _counts_missed(found):
        return _tallies_text(counts, texts) if counts else texts("versus.because_retrieved")
    most = largest_effect(found, by_rank=by_rank)
    if not most.kind:
        return ""
    document = next((each for each in found.by_document if each.doc_id in most.documents), None)
    first, second = map(fixed, found.denominators)
    values = {
        "document": "" if document is None else document_label(document, texts),
        "where": "" if document is None else ranks_text(document, texts),
        "first": first,
        "second": second,
        "level": recall_level_text(most.place),
        "place": most.place + 1,
    }
    name = {"ideal": "place"}.get(most.kind, most.kind)
    key = "versus.because" if name == "document" else f"versus.because_{name}"
    effect = with_sign(abs(most.effect) if helping else most.effect, trace.unit)
    return texts(key, winner=LETTERS[found.winner], effect=effect, **values)


def recall_level_text(place: int) -> str:
    """A recall level of the eleven, from 0."""
    return plain(float(LEVELS[place]))


def reason_text(reason: Reason, main: Effects, units: Mapping[str, Unit], convention: Convention, texts: Texts) -> str:
    """Why some metrics have another winner than the one under study, or none.

    Parameters
    ----------
    reason : Reason
    main : Effects
        Of the metric under study.
    units : mapping of key to unit
        Of the metrics' values.
    convention : Convention
        By which they are written: nDCG@10.
    texts : Texts
    """
    names = _join_names([print_measure(METRICS[key], convention) for key in reason.metrics], texts)
    put = {"names": names, "number": len(reason.metrics), "main": print_measure(METRICS[main.metric], convention)}
    put |= {"winner": LETTERS.get(reason.winner, ""), "other": LETTERS.get(main.winner, "")}
    fact, even = reason.fact, reason.winner == "even"
    if isinstance(fact, EmptyListWins):
        return texts("versus.why_empty", value=in_unit(units[reason.metrics[0]], fact.value), **put)
    if isinstance(fact, UnevenCount):
        first, second = fact.counted
        return texts(
            "versus.why_uneven",
            first=first,
            second=second,
            alone=_unshared_documents_text(fact, texts),
            then=_even_count_winner_text(fact, texts),
            **put,
        )
    if isinstance(fact, SameHitCount):
        return texts("versus.why_counts", hits=plain(fact.hits), **put)
    if isinstance(fact, CutoffTally):
        return texts(f"versus.why_tallied{'_even' * even}", tallies=_tallies_text(fact, texts), **put)
    if isinstance(fact, MissedCount):
        return texts(f"versus.why_retrieved{'_even' * even}", **put)
    if isinstance(fact, OneEntryDecides):
        return texts(f"versus.why_{fact.which}", where=_deciding_ranks_text(fact, texts), **put)
    if isinstance(fact, SameWhenBinary):
        return texts(f"versus.why_alike{'_even' * even}", high=plain(fact.high), low=plain(fact.low), **put)
    if isinstance(fact, RelevantPassed):
        key = "out" if fact.is_missed else "below"
        kind = texts("versus.not_relevant" if fact.is_judged else "versus.not_judged")
        loser = LETTERS["second" if reason.winner == "first" else "first"]
        relevant = _join_names([one_line(name) for name in fact.relevant], texts)
        return texts(f"versus.why_{key}", document=one_line(fact.document), kind=kind, relevant=relevant, loser=loser, **put)
    here = _effect_phrase(fact.effect, units[reason.metrics[0]], texts)
    there = _effect_phrase(fact.counterpart, units[reason.metrics[0] if even else main.metric], texts)
    if even:
        key = "balanced" if here and there else "level" if here or there else "nothing"
        return texts(f"versus.why_{key}", here=here, there=there, **put)
    return texts("versus.why_largest" if there else "versus.why_alone", here=here, there=there, **put)


def _deciding_ranks_text(fact: OneEntryDecides, texts: Texts) -> str:
    """The ranks of the entries that decide."""
    first, second = fact.ranks
    if first is None or second is None:
        key = "none_both" if first is second else "none_first" if first is None else "none_second"
        return texts(
            f"versus.{key}", **{name: rank for name, rank in (("first", first), ("second", second)) if rank is not None}
        )
    return texts("versus.stayed" if first == second else "versus.moved", first=first, second=second)


def _effect_phrase(most: LargestEffect, unit: Unit, texts: Texts, signs: bool = False) -> str:
    """What does most, with how much: documents, or what is none."""
    effect = with_sign(most.effect, unit) if signs else in_unit(unit, abs(most.effect))
    if most.kind == "document":
        key = "versus.by_one" if len(most.documents) == 1 else "versus.by_each"
        return texts(key, documents=_join_names([one_line(name) for name in most.documents], texts), effect=effect)
    name = {"level": "level", "ideal": "place"}.get(most.kind, most.kind)
    if not name:
        return ""
    at = {"level": recall_level_text(most.place)} if name == "level" else {"place": most.place + 1}
    return texts("versus.by_one", documents=texts(f"versus_table.{name}", **at), effect=effect)


def _join_names(names: Sequence[str], texts: Texts) -> str:
    """Names in a row, the last one behind "and"; of very many the first, and how many more there are."""
    if len(names) == 1:
        return names[0]
    if len(names) > MAX_NAMES:
        return texts(
            "versus.more", names=texts("sentence.more_separator").join(names[:MAX_NAMES]), count=len(names) - MAX_NAMES
        )
    return texts("versus.and", names=texts("sentence.more_separator").join(names[:-1]), last=names[-1])
