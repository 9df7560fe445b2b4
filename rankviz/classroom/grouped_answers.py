"""The bars of a question: one a value while the causes are hidden, then one a cause. Keys and values only, no words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf

from rankviz.basics.limits import CLASS_BARS
from rankviz.classroom.answer_causes import NONE, RIGHT, AnswerCause, cause_of
from rankviz.classroom.questions import asks_number, judge_class_answer, option_keys, right_answer
from rankviz.core.typed_number import read_typed
from rankviz.diagnose.number_lookup import NumberLookup
from rankviz.learn.questions.kinds import KINDS
from rankviz.learn.questions.question import Question

OTHERS = "others"
ROW_OF_OTHERS = CLASS_BARS  # behind those of all numbers
LARGEST, MOST_MORE = 10**6, 3  # a number that is written in full; decimals beyond those that are asked for


@dataclass(frozen=True)
class Bar:
    """One bar.

    Parameters
    ----------
    kind : str
        'right', 'cause', 'slip', 'choice', 'short', or 'others'; "" while the causes are hidden.
    numbers : tuple of str
        What was answered, as it was understood: the commonest first; of 'others' in the order of the numbers.
    count : int
    row : int
        By which it is known at every stage: that of the bar of its commonest number while the causes are hidden, from 0 in the
        order of the numbers; another one where there was none, and -1 if nobody gave it.
    causes : tuple of AnswerCause
        The commonest first: of one kind of slip the single ones, of 'others' what was too rare for a bar of its own.
    first_vote : int or None
        How many there were at the first vote.
    """

    kind: str
    numbers: tuple[str, ...]
    count: int
    row: int
    causes: tuple[AnswerCause, ...] = ()
    first_vote: int | None = None

    @property
    def change(self) -> int:
        """How many more gave this answer than at the first vote."""
        return 0 if self.first_vote is None else self.count - self.first_vote


@dataclass
class _Group:
    """Answers of one key, with how often each number and each single cause was given."""

    kind: str
    count: int = 0
    first_vote: int = 0
    numbers: Counter[str] = field(default_factory=Counter)
    singles: Counter[str] = field(default_factory=Counter)
    causes: dict[str, AnswerCause] = field(default_factory=dict)

    @property
    def larger_vote(self) -> int:
        """The larger of both votes: a bar that was large is not taken away."""
        return max(self.count, self.first_vote)

    def label(self) -> str:
        """The commonest number; of several as common ones that with the most digits."""
        return min(self.numbers, key=lambda each: (-self.numbers[each], -len(each), each))

    def add(self, cause: AnswerCause, number: str, count: int, first_count: int) -> None:
        """Count an answer."""
        cause_name = f"{cause.key} {cause.variant}"
        self.count, self.first_vote = self.count + count, self.first_vote + first_count
        self.numbers[number] += count + first_count
        self.singles[cause_name] += count + first_count
        self.causes.setdefault(cause_name, cause)


def build_bars(
    question: Question, tally: Mapping[str, int], lookup: NumberLookup | None, first_tally: Mapping[str, int] | None = None
) -> tuple[Bar, ...]:
    """Make the bars of the causes: the right answer, then causes by their count, then the rest.

    Parameters
    ----------
    question : Question
    tally : mapping of str to int
        How often each text was typed; what cannot be read is left out.
    lookup : NumberLookup or None
        As for `cause_of`.
    first_tally : mapping of str to int, optional
        The tally of the first vote; then the bars keep the order of that.

    Returns
    -------
    tuple of Bar
        At most seven.

    Examples
    --------
    >>> from rankviz.classroom.answer_causes import lookup_of
    >>> from rankviz.classroom.questions import question_of
    >>> asked = "ask=value&v=1&m=ndcg&k=6&g=323012&missed=32"
    >>> tally = {"0.785": 9, "0.79": 1, "0.961": 2, "0,96": 3, "12": 1}
    >>> [(bar.kind, bar.numbers[0], bar.count) for bar in build_bars(question_of(asked), tally, lookup_of(asked))]
    [('right', '0.785', 10), ('cause', '0.96', 5), ('others', '12', 1)]
    """
    groups = _groups(question, tally, first_tally or {}, lookup)
    first = groups.pop(RIGHT, None) or _Group(RIGHT, numbers=Counter({right_answer(question): 0}))
    unknown = groups.pop(NONE, None)
    named = sorted(groups.values(), key=lambda each: (-each.larger_vote, _sort_key(question, each.label())))
    rest = [unknown] if unknown is not None else []
    if len(named) + len(rest) > CLASS_BARS - 1:
        rest = [*named[CLASS_BARS - 2 :], *rest]
        named = named[: CLASS_BARS - 2]
    if first_tally is not None:
        named.sort(key=lambda each: (-each.first_vote, -each.count, _sort_key(question, each.label())))
    last = [_merge_groups(rest)] if rest else []
    bars = [_bar(question, each, is_second=first_tally is not None) for each in (first, *named, *last)]
    return _with_rows(question, bars, build_number_bars(question, tally, first_tally))


def build_number_bars(
    question: Question, tally: Mapping[str, int], first_tally: Mapping[str, int] | None = None
) -> tuple[Bar, ...]:
    """Make the bars before the causes are told: one a value, in the order of the numbers, the rarest together and last.

    They depend on what was typed and on nothing else, neither on what is right nor on any cause, so that they tell neither.

    Parameters
    ----------
    question : Question
        Only what is asked for: a number of so many digits, or one of some options.
    tally, first_tally : mapping of str to int
        As for `build_bars`.

    Returns
    -------
    tuple of Bar
        At most seven, without causes; `kind` is "" or 'others'.

    Examples
    --------
    >>> from rankviz.classroom.questions import question_of
    >>> question = question_of("ask=value&v=1&m=ndcg&k=6&g=323012&missed=32")
    >>> [(bar.numbers, bar.count) for bar in build_number_bars(question, {"0.785": 1, ".7851": 2, "12": 4, "0.33": 2})]
    [(('0.33',), 2), (('0.785',), 3), (('12',), 4)]
    >>> [(bar.numbers, bar.count) for bar in build_number_bars(question, {"0.5": 3, ".50": 1, "1/2": 1})]
    [(('0.5',), 5)]
    """
    counts = [_count_numbers(question, each or {}) for each in (tally, first_tally)]
    now, before = _one_spelling(question, *counts)
    by_count = sorted({**now, **before}, key=lambda each: (-max(now[each], before[each]), _sort_key(question, each)))
    most = CLASS_BARS if len(by_count) <= CLASS_BARS else CLASS_BARS - 1
    kept, rest = (sorted(each, key=partial(_sort_key, question)) for each in (by_count[:most], by_count[most:]))

    def bar(kind: str, numbers: Sequence[str], row: int) -> Bar:
        first_vote = None if first_tally is None else sum(before[each] for each in numbers)
        return Bar(kind, tuple(numbers), sum(now[each] for each in numbers), row, first_vote=first_vote)

    last = [bar(OTHERS, rest, ROW_OF_OTHERS)] if rest else []
    return (*(bar("", [number], row) for row, number in enumerate(kept)), *last)


def _count_numbers(question: Question, tally: Mapping[str, int]) -> Counter[str]:
    """Count how often each number was given, to the digits that are asked for."""
    counts: Counter[str] = Counter()
    for answer, count in tally.items():
        if count and judge_class_answer(question, answer).kind != "unreadable":
            counts[displayed_answer(question, answer, extra_places=0)] += count
    return counts


def _one_spelling(question: Question, *tallies: Counter[str]) -> list[Counter[str]]:
    """Count each value under its commonest spelling, the same in all tallies; of equally common ones under the longest."""
    all_counts = sum(tallies, Counter[str]())
    spellings: dict[float | str, str] = {}
    for each in sorted(all_counts, key=lambda each: (all_counts[each], len(each), each)):
        spellings[_value(question, each)] = each
    merged: list[Counter[str]] = [Counter() for _ in tallies]
    for tally, into in zip(tallies, merged, strict=True):
        for each, count in tally.items():
            into[spellings[_value(question, each)]] += count
    return merged


def _value(question: Question, answer: str) -> float | str:
    """Return by what an answer is the same as another one: the value of a number, else the answer itself."""
    return float(answer) if asks_number(question) else answer


def bar_of(bars: tuple[Bar, ...], cause: AnswerCause) -> Bar | None:
    """Return the bar that counts answers of a cause; None if the answers have changed since."""
    own_bar = next((each for each in bars if any(other.key == cause.key for other in each.causes)), None)
    if own_bar is not None or cause.key != NONE:
        return own_bar
    return next((each for each in bars if each.kind == OTHERS), None)


def _groups(
    question: Question, tally: Mapping[str, int], first_tally: Mapping[str, int], lookup: NumberLookup | None
) -> dict[str, _Group]:
    """Group the answers by the key of their cause."""
    groups: dict[str, _Group] = {}
    for answer in dict.fromkeys((*tally, *first_tally)):
        count, first_count = tally.get(answer, 0), first_tally.get(answer, 0)
        cause = cause_of(question, lookup, answer) if count + first_count else None
        if cause is not None:
            groups.setdefault(cause.key, _Group(cause.kind)).add(cause, displayed_answer(question, answer), count, first_count)
    return groups


def _merge_groups(groups: Sequence[_Group]) -> _Group:
    merged = _Group(OTHERS)
    for each in groups:
        merged.count, merged.first_vote = merged.count + each.count, merged.first_vote + each.first_vote
        merged.numbers += each.numbers
        merged.singles += each.singles
        merged.causes |= each.causes
    return merged


def _bar(question: Question, group: _Group, *, is_second: bool) -> Bar:
    is_value, is_rest = group.kind == RIGHT and asks_number(question), group.kind == OTHERS
    label = (
        right_answer(question) if is_value else group.label()
    )  # the right value stands at its bar, whatever else counts as right
    by_count = sorted(
        {label, *group.numbers}, key=lambda each: (each != label, -group.numbers[each], _sort_key(question, each))
    )
    numbers = sorted(group.numbers, key=lambda each: _sort_key(question, each)) if is_rest else by_count
    causes = tuple(group.causes[single] for single, _ in group.singles.most_common())
    return Bar(group.kind, tuple(numbers), group.count, -1, causes, group.first_vote if is_second else None)


def _with_rows(question: Question, bars: Sequence[Bar], number_bars: Sequence[Bar]) -> tuple[Bar, ...]:
    """Give each bar the row of the bar that its commonest number had, so that it goes on from there."""
    free_rows = {_value(question, each.numbers[0]): each.row for each in number_bars if each.kind != OTHERS}
    rows = []
    for index, bar in enumerate(bars):
        numbers = [_value(question, displayed_answer(question, each, extra_places=0)) for each in bar.numbers]
        own = next((each for each in numbers if each in free_rows), None) if bar.kind != OTHERS else None
        if not (bar.count or bar.first_vote):
            rows.append(-1)
        elif bar.kind == OTHERS:
            rows.append(ROW_OF_OTHERS)
        else:
            rows.append(ROW_OF_OTHERS + 1 + index if own is None else free_rows.pop(own))
    return tuple(replace(bar, row=row) for bar, row in zip(bars, rows, strict=True))


def displayed_answer(question: Question, typed: str, extra_places: int = MOST_MORE) -> str:
    """Return an answer as it is shown: not the typed text, but what was understood of it.

    Parameters
    ----------
    question : Question
    typed : str
    extra_places : int
        Decimals of a number that are kept beyond those that are asked for.

    Examples
    --------
    >>> from rankviz.classroom.questions import question_of
    >>> question = question_of("ask=value&v=1&m=ndcg&k=6&g=323012&missed=32")
    >>> [displayed_answer(question, typed) for typed in (",96", "96.1 %", "11/14", "-1", "7e9")]
    ['0.96', '0.961', '0.786', '-1', '7e+09']
    """
    if not asks_number(question):
        return judge_class_answer(question, typed).typed
    printed = read_typed(typed)
    number = float(printed.number)
    if abs(number) >= LARGEST:
        return f"{number:.3g}"
    if number.is_integer() and KINDS[question.kind].is_whole(question):
        return f"{number:.0f}"
    places = question.digits if printed.places is None else min(printed.places, question.digits + extra_places)
    return f"{number:.{places}f}"


def _sort_key(question: Question, answer: str) -> tuple[float, str]:
    """Return the sort key of a number or an option among the others."""
    keys = option_keys(question)
    if asks_number(question):
        return float(answer), answer
    return float(keys.index(answer)) if answer in keys else inf, answer
