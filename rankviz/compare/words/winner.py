"""Sentences on the winner of two lists: who is ahead, by how much, and because of which effects."""

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
from rankviz.display.number_format import fixed_decimals, in_unit, plain
from rankviz.display.rule_words import undefined_reason
from rankviz.evaluation.list_pair import SAME
from rankviz.texts import Texts

MAX_NAMES = 9  # in an enumeration
MAX_OUTWEIGHING = 4
LETTERS = {"first": "A", "second": "B"}


def with_sign(value: float, unit: Unit = "value") -> str:
    """Return a difference with its sign; '0' if it is 0 to twelve digits.

    Examples
    --------
    >>> with_sign(0.0224), with_sign(-0.0224), with_sign(1e-17), with_sign(2.0, "count")
    ('+0.022', '−0.022', '0', '+2')
    """
    return "0" if abs(value) <= SAME else f"{'+' if value > 0 else ''}{in_unit(unit, value)}"


def winner_sentence(
    change: Effects,
    trace: Trace,
    texts: Texts,
    rows: tuple[int, int] = (0, 1),
    *,
    uneven: UnevenCount | None = None,
    by_rank: bool = False,
) -> str:
    """Return who is ahead and why, in two sentences.

    Parameters
    ----------
    change : Effects
    trace : Trace
        From which the effects were computed.
    texts : Texts
    rows : (int, int)
        The rows of the first and of the second list in the trace.
    uneven : UnevenCount or None
        If the two lists are counted over different documents; the second sentence then says that.
    by_rank : bool
        Whether ranks are named, and not documents.
    """
    if any(change.undefined):
        return _undefined_text(change, trace, texts, rows)
    uneven_text = _uneven_count_text(uneven, texts) if uneven else ""
    if change.winner == "even":
        even_text = texts("comparison.even", value=in_unit(trace.unit, change.values[0]))
        return texts("words.separator").join(filter(None, (even_text, uneven_text)))
    key = "wins_low" if METRICS[change.metric].lower_is_better else "wins"
    ahead = texts(f"comparison.{key}", winner=LETTERS[change.winner], difference=in_unit(trace.unit, abs(change.difference)))
    return texts("words.separator").join(
        filter(None, (ahead, uneven_text or largest_effect_text(change, trace, texts, by_rank)))
    )


def counter_effect_text(change: Effects, unit: Unit, texts: Texts, *, by_rank: bool = False) -> str:
    """Return what helps the list that is behind most, and what outweighs that; "" if nothing does, or no list is behind."""
    if change.winner not in LETTERS or any(change.undefined) or _counts_missed(change):
        return ""
    largest = largest_effect(change, -1 if change.difference > 0 else 1, by_rank=by_rank)
    phrase = _effect_phrase(largest, unit, texts, signs=True)
    loser = LETTERS["second" if change.winner == "first" else "first"]
    if not phrase:
        return ""
    names = () if by_rank else _outweighing_documents(change)
    if not names:
        return texts("comparison.against", loser=loser, there=phrase)
    return texts("comparison.outweighed", loser=loser, there=phrase, documents=_join_names(names, texts), number=len(names))


def _outweighing_documents(change: Effects) -> tuple[str, ...]:
    """Return the fewest documents that help the list ahead more than the other one is helped most; () if there are many."""
    sign = 1 if change.difference > 0 else -1
    against = largest_effect(change, -sign)
    largest = sorted(change.by_document, key=lambda each: -sign * each.effect)[:MAX_OUTWEIGHING]
    for count in range(1, len(largest) + 1):
        if sum(sign * each.effect for each in largest[:count]) > abs(against.effect) * max(1, len(against.documents)) + SAME:
            return tuple(one_line(each.doc_id) for each in largest[:count])
    return ()


def brief_effects_text(
    change: Effects, unit: Unit, texts: Texts, *, uneven: UnevenCount | None = None, by_rank: bool = False
) -> str:
    """Return what helps either list most, in one line; "" if neither is ahead, or there is too much to say."""
    if change.winner not in LETTERS or any(change.undefined) or (_counts_missed(change) and not uneven):
        return ""
    if uneven:
        return texts(
            "comparison.brief_apart",
            first=uneven.counted[0],
            second=uneven.counted[1],
            alone=_unshared_documents_text(uneven, texts),
        )
    sign = 1 if change.difference > 0 else -1
    for_winner, for_loser = (
        _effect_phrase(largest_effect(change, towards, by_rank=by_rank), unit, texts, signs=True) for towards in (sign, -sign)
    )
    loser = LETTERS["second" if change.winner == "first" else "first"]
    values = {"winner": LETTERS[change.winner], "loser": loser, "here": for_winner, "there": for_loser}
    return texts("comparison.brief" if for_loser else "comparison.brief_alone", **values) if for_winner else ""


def _counts_missed(change: Effects) -> bool:
    """Whether missed documents make a part of the difference, so that no document should be named as its cause."""
    return find_missed_count(change.metric, change.rest) is not None


def _tallies_text(counts: CutoffTally, texts: Texts) -> str:
    """Return the counts on both sides of the cutoff, for either list."""
    separator = texts("sentence.more_separator")
    first, second = (
        separator.join(f"{name} {plain(value)}" for name, value in zip(counts.names, side, strict=True))
        for side in (counts.first, counts.second)
    )
    return texts("comparison.tallies", first=first, second=second)


def _uneven_count_text(uneven: UnevenCount, texts: Texts) -> str:
    """Return how many documents each list counts, and who is ahead if both count the same."""
    return texts(
        "comparison.apart",
        first=uneven.counted[0],
        second=uneven.counted[1],
        alone=_unshared_documents_text(uneven, texts),
        then=_even_count_winner_text(uneven, texts),
    )


def _unshared_documents_text(uneven: UnevenCount, texts: Texts) -> str:
    """Return which unjudged documents only one list shows."""
    by_list = [
        texts(
            "comparison.alone", documents=_join_names([one_line(name) for name in names], texts), number=len(names), list=letter
        )
        for letter, names in zip("AB", uneven.alone, strict=True)
        if names
    ]
    return texts("comparison.alone_both", first=by_list[0], second=by_list[1]) if len(by_list) > 1 else by_list[0]


def _even_count_winner_text(uneven: UnevenCount, texts: Texts) -> str:
    """Return who is ahead if the same documents count in both lists."""
    key = uneven.winner if uneven.winner in ("even", "") else "winner"
    return texts(f"comparison.then_{key or 'undefined'}", winner=LETTERS.get(uneven.winner, ""))


def _undefined_text(change: Effects, trace: Trace, texts: Texts, rows: tuple[int, int]) -> str:
    """Return why a value is undefined, of one list or of both."""
    reasons = {
        letter: undefined_reason(trace, texts, row)
        for letter, row, undefined in zip("AB", rows, change.undefined, strict=True)
        if undefined
    }
    if len(reasons) == 2 and len(set(reasons.values())) == 1:
        return texts("comparison.undefined_both", reason=reasons["A"])
    return texts("words.separator").join(
        texts("comparison.undefined", list=letter, reason=reason) for letter, reason in reasons.items()
    )


def ranks_text(document: DocumentEffect, texts: Texts) -> str:
    """Return the document's ranks in both lists, as a text."""
    first, second = document.ranks
    if first is None or second is None:
        key = "neither" if first is second else "only_second" if first is None else "only_first"
        return texts(
            f"comparison.{key}", **{name: rank for name, rank in (("first", first), ("second", second)) if rank is not None}
        )
    return texts("comparison.stayed" if first == second else "comparison.moved", first=first, second=second)


def document_label(document: DocumentEffect, texts: Texts) -> str:
    """Return the document's id with its grade."""
    name = one_line(document.doc_id)
    if document.grade is None:
        return texts("comparison.document_unjudged", doc=name)
    return texts("comparison.document", doc=name, grade=plain(document.grade))


def largest_effect_text(change: Effects, trace: Trace, texts: Texts, by_rank: bool = False, *, helping: bool = False) -> str:
    """Return a sentence on what helps the list that is ahead most: a document, or another part; "" if nothing helps it.

    Parameters
    ----------
    change : Effects
    trace : Trace
        From which the effects were computed.
    texts : Texts
    by_rank : bool
        Whether a rank is named, and not a document.
    helping : bool
        Whether the effect is printed with a plus; by default it has its sign in the second value less the first.
    """
    tally = tally_cutoff(trace)
    if tally or _counts_missed(change):
        return _tallies_text(tally, texts) if tally else texts("comparison.because_retrieved")
    largest = largest_effect(change, by_rank=by_rank)
    if not largest.kind:
        return ""
    document = next((each for each in change.by_document if each.doc_id in largest.documents), None)
    first, second = map(fixed_decimals, change.denominators)
    values = {
        "document": "" if document is None else document_label(document, texts),
        "where": "" if document is None else ranks_text(document, texts),
        "first": first,
        "second": second,
        "level": recall_level_text(largest.place),
        "place": largest.place + 1,
    }
    name = {"ideal": "place"}.get(largest.kind, largest.kind)
    key = "comparison.because" if name == "document" else f"comparison.because_{name}"
    effect = with_sign(abs(largest.effect) if helping else largest.effect, trace.unit)
    return texts(key, winner=LETTERS[change.winner], effect=effect, **values)


def recall_level_text(place: int) -> str:
    """Return one of the eleven recall levels, given its index, as a text."""
    return plain(float(LEVELS[place]))


def reason_text(reason: Reason, main: Effects, units: Mapping[str, Unit], convention: Convention, texts: Texts) -> str:
    """Return why some metrics have another winner than the metric under study, or none.

    Parameters
    ----------
    reason : Reason
    main : Effects
        Effects under the metric under study.
    units : mapping of key to unit
        Units of the metrics' values.
    convention : Convention
        With the numbers of the metrics' names, as in nDCG@10.
    texts : Texts
    """
    names = _join_names([print_measure(METRICS[key], convention) for key in reason.metrics], texts)
    values: dict[str, object] = {"names": names, "number": len(reason.metrics)}
    values |= {"main": print_measure(METRICS[main.metric], convention)}
    values |= {"winner": LETTERS.get(reason.winner, ""), "other": LETTERS.get(main.winner, "")}
    fact, is_even = reason.fact, reason.winner == "even"
    if isinstance(fact, EmptyListWins):
        return texts("comparison.why_empty", value=in_unit(units[reason.metrics[0]], fact.value), **values)
    if isinstance(fact, UnevenCount):
        values |= {"first": fact.counted[0], "second": fact.counted[1], "then": _even_count_winner_text(fact, texts)}
        return texts("comparison.why_uneven", alone=_unshared_documents_text(fact, texts), **values)
    if isinstance(fact, SameHitCount):
        return texts("comparison.why_counts", hits=plain(fact.hits), **values)
    if isinstance(fact, CutoffTally):
        return texts(f"comparison.why_tallied{'_even' * is_even}", tallies=_tallies_text(fact, texts), **values)
    if isinstance(fact, MissedCount):
        return texts(f"comparison.why_retrieved{'_even' * is_even}", **values)
    if isinstance(fact, OneEntryDecides):
        return texts(f"comparison.why_{fact.which}", where=_deciding_ranks_text(fact, texts), **values)
    if isinstance(fact, SameWhenBinary):
        return texts(f"comparison.why_alike{'_even' * is_even}", high=plain(fact.high), low=plain(fact.low), **values)
    if isinstance(fact, RelevantPassed):
        key = "out" if fact.is_missed else "below"
        kind = texts("comparison.not_relevant" if fact.is_judged else "comparison.not_judged")
        loser = LETTERS["second" if reason.winner == "first" else "first"]
        relevant = _join_names([one_line(name) for name in fact.relevant], texts)
        return texts(
            f"comparison.why_{key}", document=one_line(fact.document), kind=kind, relevant=relevant, loser=loser, **values
        )
    phrase = _effect_phrase(fact.effect, units[reason.metrics[0]], texts)
    counterpart = _effect_phrase(fact.counterpart, units[reason.metrics[0] if is_even else main.metric], texts)
    if is_even:
        key = "balanced" if phrase and counterpart else "level" if phrase or counterpart else "nothing"
        return texts(f"comparison.why_{key}", here=phrase, there=counterpart, **values)
    return texts("comparison.why_largest" if counterpart else "comparison.why_alone", here=phrase, there=counterpart, **values)


def _deciding_ranks_text(fact: OneEntryDecides, texts: Texts) -> str:
    """Return the ranks of the entries that decide, as a text."""
    first, second = fact.ranks
    if first is None or second is None:
        key = "none_both" if first is second else "none_first" if first is None else "none_second"
        return texts(
            f"comparison.{key}", **{name: rank for name, rank in (("first", first), ("second", second)) if rank is not None}
        )
    return texts("comparison.stayed" if first == second else "comparison.moved", first=first, second=second)


def _effect_phrase(largest: LargestEffect, unit: Unit, texts: Texts, signs: bool = False) -> str:
    """Return what has an effect, documents or another part, with the effect; "" if nothing has one."""
    effect = with_sign(largest.effect, unit) if signs else in_unit(unit, abs(largest.effect))
    if largest.kind == "document":
        key = "comparison.by_one" if len(largest.documents) == 1 else "comparison.by_each"
        return texts(key, documents=_join_names([one_line(name) for name in largest.documents], texts), effect=effect)
    name = {"level": "level", "ideal": "place"}.get(largest.kind, largest.kind)
    if not name:
        return ""
    place = {"level": recall_level_text(largest.place)} if name == "level" else {"place": largest.place + 1}
    return texts("comparison.by_one", documents=texts(f"comparison_table.{name}", **place), effect=effect)


def _join_names(names: Sequence[str], texts: Texts) -> str:
    """Return an enumeration of names; of many names the first ones, and how many more there are."""
    if len(names) == 1:
        return names[0]
    if len(names) > MAX_NAMES:
        return texts(
            "comparison.more", names=texts("sentence.more_separator").join(names[:MAX_NAMES]), count=len(names) - MAX_NAMES
        )
    return texts("comparison.and", names=texts("sentence.more_separator").join(names[:-1]), last=names[-1])
