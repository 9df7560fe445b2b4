"""See whether the look-up names what a student did wrong: mistakes on generated lists, typed with three decimals.

python -m benchmarks.mistakes [--seeds 4] [--first 100] [--show]
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from rankviz.core.metrics import METRICS
from rankviz.core.typed_number import read_typed
from rankviz.diagnose.candidate_order import STUDENT
from rankviz.diagnose.lookup_result import LookupResult
from rankviz.diagnose.number_lookup import NumberLookup
from rankviz.diagnose.usual_mistakes import USUAL_MISTAKES, mistake_name
from rankviz.learn.questions import Question, draw

LEVELS = (1, 2, 3)
GOAL = 0.95


class Answered(NamedTuple):
    """A mistake that was typed, the place of the answer that names it (0: none), and the answers."""

    metric: str
    mistake: str
    place: int
    question: Question
    found: LookupResult


def main() -> None:
    """Print how many mistakes are named, by metric."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--first", type=int, default=100, help="the first seed; the goal holds for any")
    parser.add_argument("--show", action="store_true", help="print every mistake that is not named first")
    given = parser.parse_args()
    answered = list(typed(range(given.first, given.first + given.seeds)))
    print(f"Mistakes on generated lists, typed with three decimals, as a student is told (goal: {GOAL:.0%} first)")
    print(f"{'':10} {'typed':>6} {'first':>6} {'three':>6} {'none':>6} {'first %':>8}")
    groups = {metric: [each for each in answered if each.metric == metric] for metric in USUAL_MISTAKES}
    groups |= {f"level {level}": [each for each in answered if each.question.level == level] for level in LEVELS}
    for name, some in {**groups, "all": answered}.items():
        first, three, none = (sum(each.place in places for each in some) for places in ((1,), (1, 2, 3), (0,)))
        print(f"{name:10} {len(some):6} {first:6} {three:6} {none:6} {first / len(some):8.1%}")
    if given.show:
        _print_missed(answered)


def typed(seeds: range) -> Iterator[Answered]:
    """Type every mistake of one question a metric, level and seed."""
    for metric in USUAL_MISTAKES:
        for level in LEVELS:
            for seed in seeds:
                yield from answered(metric, draw("value", metric, seed, 1, level))


def answered(metric: str, question: Question) -> Iterator[Answered]:
    """Type each mistake of a question, and see which answer names it."""
    space = NumberLookup(METRICS[metric], question.lists, question.convention)
    for mistake in question.mistakes:
        found = space.find(read_typed(f"{mistake.value:.{question.digits}f}"), STUDENT)
        yield Answered(metric, mistake.key, place_of(mistake.key, found), question, found)


def place_of(key: str, found: LookupResult) -> int:
    """Place of the first answer that is this mistake and nothing else, or also carries its name; from 1 on, 0 without one."""
    for place, match in enumerate(found.matches, 1):
        if len(match.departures) == 1 and key in [mistake_name(each) for each in (*match.departures, *match.synonyms)]:
            return place
    return 0


def _print_missed(answered: list[Answered]) -> None:
    missed = Counter[tuple[str, str, str]]()
    for each in answered:
        if each.place != 1:
            first = " + ".join(departure.key for departure in each.found.matches[0].departures) if each.found.matches else "-"
            missed[each.metric, each.mistake, first] += 1
    for (metric, mistake, first), count in missed.most_common():
        print(f"{count:4} {metric:10} {mistake:28} told as {first}")


if __name__ == "__main__":
    main()
