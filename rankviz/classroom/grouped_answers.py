"""The bars of a question: answers of one cause are one bar, before and after talking. Keys and values only, no words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from rankviz.basics.limits import CLASS_BARS
from rankviz.classroom.answer_causes import NONE, RIGHT, AnswerCause, cause_of
from rankviz.classroom.questions import NUMBERS, judge_class_answer, option_keys, right_answer
from rankviz.core.typed_number import read_typed
from rankviz.diagnose.number_lookup import NumberLookup
from rankviz.learn.questions.question import Question

OTHERS = "others"
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
        Its place in the order of the numbers, from 0, by which it is known at every stage; -1 if nobody gave it.
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
    return _with_rows(question, [_bar(question, each, is_second=first_tally is not None) for each in (first, *named, *last)])


def without_causes(bars: tuple[Bar, ...]) -> tuple[Bar, ...]:
    """Return the bars in the order of the numbers, without the causes and kinds that would give the answer away.

    Examples
    --------
    >>> found = Bar("right", ("0.785",), 2, 1), Bar("slip", ("0.787", "0.8"), 1, 0), Bar("others", ("0.3",), 1, 2)
    >>> [(bar.kind, bar.numbers) for bar in without_causes(found)]
    [('', ('0.787',)), ('', ('0.785',)), ('others', ('0.3',))]
    """
    answered = sorted((each for each in bars if each.row >= 0), key=lambda each: each.row)
    return tuple(
        replace(each, kind=each.kind if each.kind == OTHERS else "", numbers=_shown_numbers(each), causes=())
        for each in answered
    )


def bar_of(bars: tuple[Bar, ...], cause: AnswerCause) -> Bar | None:
    """Return the bar that counts answers of a cause; None if the answers have changed since."""
    own_bar = next((each for each in bars if any(other.key == cause.key for other in each.causes)), None)
    if own_bar is not None or cause.key != NONE:
        return own_bar
    return next((each for each in bars if each.kind == OTHERS), None)


def _shown_numbers(bar: Bar) -> tuple[str, ...]:
    """Keep one number of a bar, all numbers of the bar of other answers."""
    return bar.numbers if bar.kind == OTHERS else bar.numbers[:1]


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
    is_value, is_rest = group.kind == RIGHT and question.kind in NUMBERS, group.kind == OTHERS
    label = (
        right_answer(question) if is_value else group.label()
    )  # the right value stands at its bar, whatever else counts as right
    by_count = sorted(
        {label, *group.numbers}, key=lambda each: (each != label, -group.numbers[each], _sort_key(question, each))
    )
    numbers = sorted(group.numbers, key=lambda each: _sort_key(question, each)) if is_rest else by_count
    causes = tuple(group.causes[single] for single, _ in group.singles.most_common())
    return Bar(group.kind, tuple(numbers), group.count, -1, causes, group.first_vote if is_second else None)


def _with_rows(question: Question, bars: Sequence[Bar]) -> tuple[Bar, ...]:
    """Number the bars that somebody gave in the order of their answers, that of other answers last; -1 for bars nobody gave."""
    answered = [index for index, each in enumerate(bars) if each.count or each.first_vote]
    answered.sort(key=lambda index: (bars[index].kind == OTHERS, _sort_key(question, bars[index].numbers[0])))
    return tuple(replace(each, row=answered.index(index) if index in answered else -1) for index, each in enumerate(bars))


def displayed_answer(question: Question, typed: str) -> str:
    """Return an answer as it is shown: not the typed text, but what was understood of it.

    Examples
    --------
    >>> from rankviz.classroom.questions import question_of
    >>> question = question_of("ask=value&v=1&m=ndcg&k=6&g=323012&missed=32")
    >>> [displayed_answer(question, typed) for typed in (",96", "96.1 %", "11/14", "-1", "7e9")]
    ['0.96', '0.961', '0.786', '-1', '7e+09']
    """
    if question.kind not in NUMBERS:
        return judge_class_answer(question, typed).typed
    printed = read_typed(typed)
    number = float(printed.number)
    if abs(number) >= LARGEST:
        return f"{number:.3g}"
    places = question.digits if printed.places is None else min(printed.places, question.digits + MOST_MORE)
    return f"{number:.{places}f}"


def _sort_key(question: Question, answer: str) -> tuple[float, str]:
    """Return the sort key of a number or an option among the others."""
    keys = option_keys(question)
    if question.kind in NUMBERS:
        return float(answer), answer
    return float(keys.index(answer)) if answer in keys else inf, answer
