"""Payloads of two cards: what unjudged documents can change, and what each list loses by rank."""

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
from rankviz.display.number_format import fixed_decimals, plain
from rankviz.evaluation.list_pair import SAME
from rankviz.texts import Piece, Texts

RANGE_METRICS = ("ndcg", "ap", "rr", "precision")  # besides the metric under study; all of them between 0 and 1
MAX_RANKS = 20
MAX_GRADES_NAMED = 11
MAX_JUDGMENTS_NAMED = 5
MAX_ROWS_OTHERS = 600  # sets of grades that are tried for a metric that is not under study
Data = dict[str, object]


def unjudged_card(comparison: Comparison, texts: Texts) -> Data:
    """Build the card on unjudged documents: a row per measure with the range of both lists, and which judgments decide."""
    unjudged = sum(item.grade is None for item in comparison.pair.pool)
    title = texts("compare_cards.unknown")
    if not unjudged:
        return _card("unknown", title, texts.pieces("compare_cards.all_judged"), [])
    keys = dict.fromkeys((*RANGE_METRICS, comparison.state.metric))
    grades = _grades(comparison, METRICS[RANGE_METRICS[0]])
    rows = [row for key in keys if (row := _range_row(comparison, METRICS[key], grades, texts)) is not None]
    rows.sort(key=lambda row: row["key"] != comparison.state.metric)
    is_all = unjudged == len(comparison.pair.pool)
    unjudged_text = (
        texts.pieces("compare_cards.none_judged") if is_all else texts.pieces("compare_cards.unjudged", count=unjudged)
    )
    ranges = (
        texts.pieces("compare_cards.in_ranges", grades=_grades_text(grades, texts))
        if rows
        else texts.pieces("compare_cards.no_ranges")
    )
    subtitle = [*unjudged_text, texts("words.separator"), *ranges, *_no_range_reason(comparison, texts)]
    return _card("unknown", title, subtitle, rows) | {"text": _deciding_text(comparison, texts)}


def _no_range_reason(comparison: Comparison, texts: Texts) -> Iterable[Piece]:
    """Yield why the metric under study has no range; nothing if it has one, or no value."""
    try:
        both_ranges = _ranges(comparison, comparison.metric)
    except InputError:
        return
    if reason := next((each.reason for each in both_ranges if each.reason), ""):
        name = measure_name(comparison, comparison.metric.key)
        yield texts("words.separator")
        yield texts(f"compare_cards.no_range_{reason}", measure=name)


def _ranges(comparison: Comparison, metric: Metric) -> list[ValueRange]:
    limit = MAX_ROWS if metric is comparison.metric else MAX_ROWS_OTHERS
    return [value_range(metric, each, comparison.state.convention, limit) for each in comparison.pair.lists]


def _grades(comparison: Comparison, metric: Metric) -> tuple[float, ...]:
    """Return the grades that are tried for unjudged documents."""
    return tuple(
        possible_grades(metric, RawLists.from_rankings(comparison.pair.lists[:1]), comparison.state.convention).tolist()
    )


def _grades_text(grades: Sequence[float], texts: Texts) -> str:
    names = [plain(each) for each in grades]
    named = names if len(names) <= MAX_GRADES_NAMED else [*names[:2], "…", names[-1]]
    return texts("sentence.more_separator").join(named)


def _card(key: str, title: str, subtitle: list[Piece], rows: list[Data]) -> Data:
    return {
        "key": key,
        "title": title,
        "tabs": [{"side": "", "label": "", "subtitle": subtitle, "rows": rows, "empty_text": ""}],
    }


def _range_row(comparison: Comparison, metric: Metric, grades: tuple[float, ...], texts: Texts) -> Data | None:
    try:
        both_ranges = _ranges(comparison, metric)
    except InputError:
        return None
    if any(each.reason for each in both_ranges):
        return None
    first, second = (_ends_text(each, texts) for each in both_ranges)
    is_drawn = (metric.low, metric.high) == (0.0, 1.0)
    bars = {side: [each.low, each.high] for side, each in zip("ab", both_ranges, strict=True)} if is_drawn else None
    own_grades = _grades(comparison, metric)
    notes = [texts("compare_cards.other_grades", grades=_grades_text(own_grades, texts))] if own_grades != grades else []
    return {
        "key": metric.key,
        "text": measure_name(comparison, metric.key),
        "value": texts("compare_cards.both_ranges", a=first, b=second),
        "title": "",
        "step": None,
        "range": bars,
        "note": texts("words.separator").join([*notes, *_certain_winner(metric, both_ranges, texts)]),
    }


def _certain_winner(metric: Metric, both_ranges: Sequence[ValueRange], texts: Texts) -> Iterable[str]:
    """Yield who wins with any grades, if the two ranges do not meet."""
    for side, better, other in zip("AB", both_ranges, reversed(both_ranges), strict=True):
        gap = other.low - better.high if metric.lower_is_better else better.low - other.high
        if gap > SAME:
            yield texts("compare_cards.certain_row", side=side)


def _ends_text(ends: ValueRange, texts: Texts) -> str:
    low, high = fixed_decimals(ends.low), fixed_decimals(ends.high)
    return low if low == high else texts("compare_cards.range", low=low, high=high)


def _deciding_text(comparison: Comparison, texts: Texts) -> str:
    """Return which judgments would change the winner; "" if a value is undefined."""
    try:
        deciding = find_deciding(comparison.metric, comparison.pair, comparison.state.convention)
    except InputError:
        return ""
    if not deciding.winner:
        return ""
    if deciding.single:
        return texts("words.separator").join(_single_texts(deciding, _grades(comparison, comparison.metric), texts))
    return _several_text(deciding, texts)


def _single_texts(deciding: Deciding, all_grades: tuple[float, ...], texts: Texts) -> Iterable[str]:
    """Yield a sentence for each document that decides, and for each list that it can make the winner."""
    grades: dict[tuple[str, str], list[float]] = {}
    for each in deciding.single:
        (document, grade), *_ = each.judgments
        grades.setdefault((document, each.winner), []).append(grade)
    for (document, winner), own in grades.items():
        from_lowest_on = tuple(grade for grade in all_grades if grade >= min(own))
        key = "decides_from" if len(own) > 1 and tuple(sorted(own)) == from_lowest_on else "decides"
        grades_text = plain(min(own)) if key == "decides_from" else _grades_text(sorted(own), texts)
        yield texts(f"compare_cards.{key}", document=document, grades=grades_text, side=LETTERS[winner])


def _several_text(deciding: Deciding, texts: Texts) -> str:
    if deciding.pairs:
        return texts(
            "compare_cards.pair_decides",
            judged=_judgments_text(deciding.pairs[0], texts),
            side=LETTERS[deciding.pairs[0].winner],
        )
    if deciding.any_set is not None:
        return texts(
            "compare_cards.set_decides", judged=_judgments_text(deciding.any_set, texts), side=LETTERS[deciding.any_set.winner]
        )
    return texts("compare_cards.certain" if deciding.is_certain else f"compare_cards.not_tried_{deciding.size}")


def _judgments_text(deciding_set: DecidingSet, texts: Texts) -> str:
    judgments = deciding_set.judgments
    named = MAX_JUDGMENTS_NAMED if len(judgments) > MAX_JUDGMENTS_NAMED + 1 else len(judgments)
    parts = (texts("compare_cards.judged", document=document, grade=plain(grade)) for document, grade in judgments[:named])
    text = texts("sentence.more_separator").join(parts)
    unnamed = len(judgments) - named
    return texts("compare_cards.and_more", judged=text, count=unnamed) if unnamed else text


def loss_card(comparison: Comparison, texts: Texts) -> Data | None:
    """Build the card on the loss of each list to the best order, by rank; None if there is no such loss."""
    try:
        losses = [loss_to_ideal(comparison.metric, each, comparison.state.convention) for each in comparison.pair.lists]
    except InputError:
        return None
    first, second = losses
    if first is None or second is None:
        return None
    subtitle = texts.pieces("compare_cards.lost_whole", a=fixed_decimals(first.total), b=fixed_decimals(second.total))
    bars = {"a": first.by_rank[:MAX_RANKS], "b": second.by_rank[:MAX_RANKS], "axis": texts("quantity.rank")}
    alt = texts("compare_cards.lost_alt", a=_values_text(first.by_rank, texts), b=_values_text(second.by_rank, texts))
    return _card("lost", texts("compare_cards.lost"), subtitle, []) | {"bars": {**bars, "alt": alt}}


def _values_text(values: tuple[float, ...], texts: Texts) -> str:
    return texts("sentence.more_separator").join(fixed_decimals(each) for each in values[:MAX_RANKS])
