"""What the unjudged documents can change, and what each list loses by rank: two of the cards of the page Compare."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rankviz.basics.errors import InputError
from rankviz.compare.comparison import Comparison
from rankviz.compare.deciding_judgments import Deciding, DecidingSet, find_deciding
from rankviz.compare.loss_to_ideal import loss_to_ideal
from rankviz.compare.unjudged_range import MAX_ROWS, ValueRange, possible_grades, value_range
from rankviz.compare.view.winner import measure_name
from rankviz.compare.words.winner import LETTERS
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import METRICS, Metric
from rankviz.display.number_format import fixed, plain
from rankviz.evaluation.list_pair import SAME
from rankviz.texts import Piece, Texts

RANGED = ("ndcg", "ap", "rr", "precision")  # besides the measure under study; all of them between 0 and 1
MOST_RANKS = 20
MOST_NAMED = 11  # grades
MOST_JUDGED = 5  # documents that are named
MOST_BESIDE = 600  # sets of grades that are tried for a measure which is not the one under study
Data = dict[str, object]


def unknown_card(comparison: Comparison, texts: Texts) -> Data:
    """Build the card on what nobody has judged: a row for each measure with the range of both lists, and what decides."""
    unjudged = sum(item.grade is None for item in comparison.pair.pool)
    title = texts("compare_cards.unknown")
    if not unjudged:
        return _card("unknown", title, texts.marked("compare_cards.all_judged"), [])
    keys = dict.fromkeys((*RANGED, comparison.state.metric))
    grades = _grades(comparison, METRICS[RANGED[0]])
    rows = [row for key in keys if (row := _range_row(comparison, METRICS[key], grades, texts)) is not None]
    rows.sort(key=lambda row: row["key"] != comparison.state.metric)
    is_all = unjudged == len(comparison.pair.pool)
    many = texts.marked("compare_cards.none_judged") if is_all else texts.marked("compare_cards.unjudged", count=unjudged)
    lie = (
        texts.marked("compare_cards.in_ranges", grades=_named(grades, texts))
        if rows
        else texts.marked("compare_cards.no_ranges")
    )
    sub = [*many, texts("words.separator"), *lie, *_why_none(comparison, texts)]
    return _card("unknown", title, sub, rows) | {"said": _deciding(comparison, texts)}


def _why_none(comparison: Comparison, texts: Texts) -> Iterable[Piece]:
    """Why the metric under study has no range; nothing where it has one, or no value."""
    try:
        found = _ranges(comparison, comparison.metric)
    except InputError:
        return
    if reason := next((each.reason for each in found if each.reason), ""):
        name = measure_name(comparison, comparison.metric.key)
        yield texts("words.separator")
        yield texts(f"compare_cards.no_range_{reason}", measure=name)


def _ranges(comparison: Comparison, metric: Metric) -> list[ValueRange]:
    most = MAX_ROWS if metric is comparison.metric else MOST_BESIDE
    return [value_range(metric, each, comparison.state.convention, most) for each in comparison.pair.lists]


def _grades(comparison: Comparison, metric: Metric) -> tuple[float, ...]:
    """Those that the unjudged documents are tried with."""
    return tuple(
        possible_grades(metric, RawLists.from_rankings(comparison.pair.lists[:1]), comparison.state.convention).tolist()
    )


def _named(grades: Sequence[float], texts: Texts) -> str:
    names = [plain(each) for each in grades]
    shown = names if len(names) <= MOST_NAMED else [*names[:2], "…", names[-1]]
    return texts("sentence.more_separator").join(shown)


def _card(key: str, title: str, sub: list[Piece], rows: list[Data]) -> Data:
    return {"key": key, "title": title, "tabs": [{"side": "", "label": "", "sub": sub, "rows": rows, "none": ""}]}


def _range_row(comparison: Comparison, metric: Metric, grades: tuple[float, ...], texts: Texts) -> Data | None:
    try:
        found = _ranges(comparison, metric)
    except InputError:
        return None
    if any(each.reason for each in found):
        return None
    first, second = (_ends(each, texts) for each in found)
    drawn = (metric.low, metric.high) == (0.0, 1.0)
    bars = {side: [each.low, each.high] for side, each in zip("ab", found, strict=True)} if drawn else None
    mine = _grades(comparison, metric)
    notes = [texts("compare_cards.other_grades", grades=_named(mine, texts))] if mine != grades else []
    return {
        "key": metric.key,
        "text": measure_name(comparison, metric.key),
        "value": texts("compare_cards.both_ranges", a=first, b=second),
        "title": "",
        "act": None,
        "range": bars,
        "note": texts("words.separator").join([*notes, *_certain(metric, found, texts)]),
    }


def _certain(metric: Metric, found: Sequence[ValueRange], texts: Texts) -> Iterable[str]:
    """Who wins in any case: two ranges that do not meet."""
    for side, better, other in zip("AB", found, reversed(found), strict=True):
        gap = other.low - better.high if metric.lower_is_better else better.low - other.high
        if gap > SAME:
            yield texts("compare_cards.certain_row", side=side)


def _ends(found: ValueRange, texts: Texts) -> str:
    low, high = fixed(found.low), fixed(found.high)
    return low if low == high else texts("compare_cards.range", low=low, high=high)


def _deciding(comparison: Comparison, texts: Texts) -> str:
    """Which judgments would turn the comparison."""
    try:
        found = find_deciding(comparison.metric, comparison.pair, comparison.state.convention)
    except InputError:
        return ""
    if not found.winner:
        return ""
    if found.single:
        return texts("words.separator").join(_single(found, _grades(comparison, comparison.metric), texts))
    return _several(found, texts)


def _single(found: Deciding, there_are: tuple[float, ...], texts: Texts) -> Iterable[str]:
    """A sentence for each document, and for each list that it can make the winner."""
    grades: dict[tuple[str, str], list[float]] = {}
    for turn in found.single:
        (document, grade), *_ = turn.judgments
        grades.setdefault((document, turn.winner), []).append(grade)
    for (document, winner), each in grades.items():
        from_here_on = tuple(grade for grade in there_are if grade >= min(each))
        key = "decides_from" if len(each) > 1 and tuple(sorted(each)) == from_here_on else "decides"
        listed = plain(min(each)) if key == "decides_from" else _named(sorted(each), texts)
        yield texts(f"compare_cards.{key}", document=document, grades=listed, side=LETTERS[winner])


def _several(found: Deciding, texts: Texts) -> str:
    if found.pairs:
        return texts("compare_cards.pair_decides", judged=_judged(found.pairs[0], texts), side=LETTERS[found.pairs[0].winner])
    if found.any_set is not None:
        return texts("compare_cards.set_decides", judged=_judged(found.any_set, texts), side=LETTERS[found.any_set.winner])
    return texts("compare_cards.certain" if found.is_certain else f"compare_cards.not_tried_{found.size}")


def _judged(turn: DecidingSet, texts: Texts) -> str:
    most = MOST_JUDGED if len(turn.judgments) > MOST_JUDGED + 1 else len(turn.judgments)
    parts = (texts("compare_cards.judged", document=document, grade=plain(grade)) for document, grade in turn.judgments[:most])
    listed = texts("sentence.more_separator").join(parts)
    further = len(turn.judgments) - most
    return texts("compare_cards.and_more", judged=listed, count=further) if further else listed


def lost_card(comparison: Comparison, texts: Texts) -> Data | None:
    """Build the card on what is lost against the best order, by rank; None for a metric without one."""
    try:
        found = [loss_to_ideal(comparison.metric, each, comparison.state.convention) for each in comparison.pair.lists]
    except InputError:
        return None
    first, second = found
    if first is None or second is None:
        return None
    sub = texts.marked("compare_cards.lost_whole", a=fixed(first.total), b=fixed(second.total))
    bars = {"a": first.by_rank[:MOST_RANKS], "b": second.by_rank[:MOST_RANKS], "axis": texts("quantity.rank")}
    alt = texts("compare_cards.lost_alt", a=_listed(first.by_rank, texts), b=_listed(second.by_rank, texts))
    return _card("lost", texts("compare_cards.lost"), sub, []) | {"bars": {**bars, "alt": alt}}


def _listed(values: tuple[float, ...], texts: Texts) -> str:
    return texts("sentence.more_separator").join(fixed(each) for each in values[:MOST_RANKS])
