"""Time the look-up, short lists and long, one number and many, and see how far up the true cause stands in its answers.

python -m benchmarks.lookup [--lists 1000]
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from math import isfinite

from benchmarks.report import Figure, print_table
from rankviz import PROFILES, InputError, Ranking, evaluate, lookup
from rankviz.core.conventions import Convention
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import parse_measure
from rankviz.core.typed_number import PrintedNumber, read_typed
from rankviz.diagnose import LookupResult, Match, NumberLookup, prepare_lookup
from rankviz.diagnose.departures import library_convention_of

MEASURES = ("nDCG@5", "AP", "P@5", "RR")
SEED = 20
SAME = 1e-9
TIED = 1 / 3  # of the lists
ONE_GOAL, THREE_GOAL, FIFTY_GOAL, MANY_GOAL = 100.0, 700.0, 1000.0, 10_000.0  # ms
TWENTY_GOAL, MORE_GOAL = 600.0, 1.5


def main() -> None:
    """Print the times, and the place of the true cause."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lists", type=int, default=1000)
    lists = parser.parse_args().lists
    draw = random.Random(SEED)  # noqa: S311, the same lists in every run
    figures = [
        # The floor is what was promised.
        Figure("look-up of nDCG@10, one departure", _times(lambda: _one(_entries(draw, 10)), 20), [ONE_GOAL], 1),
        Figure("look-up of nDCG@10, up to three departures", _times(lambda: _three(_entries(draw, 10)), 10), [THREE_GOAL], 1),
        Figure("the same with 50 entries", _times(lambda: _three(_entries(draw, 50)), 5), [FIFTY_GOAL], 1),
        Figure("the same with 10,000 entries", _times(lambda: _three(_entries(draw, 10_000)), 1), [MANY_GOAL], 1),
        Figure("twenty numbers of one question", _times(lambda: _twenty(draw), 10), [TWENTY_GOAL], 1),
        Figure("one more number of it", _more(draw), [MORE_GOAL], 1),
    ]
    print("Milliseconds; the ratio is to the time that is promised")
    print_table(figures)
    found = [_place(draw) for _ in range(lists)]
    places = [place for place, _ in found if place]
    print(
        f"\nA value of a random profile, printed with four decimals, on {lists} lists of 5 to 10 entries, a third of them tied:"
    )
    print(f"place of the true value: median {statistics.median(places):g}, worst {max(places)}; none: {lists - len(places)}")
    print(f"the first answer names the library, or choices that it makes: {sum(named for _, named in found)}")


def _entries(draw: random.Random, count: int) -> Ranking:
    return Ranking.from_grades([draw.choice([0, 0, 1, 2, 3]) for _ in range(count)], missed=[2, 1])


def _space(ranking: Ranking) -> NumberLookup:
    return prepare_lookup(METRICS["ndcg"], (ranking,), Convention(cutoff=10))


def _one(ranking: Ranking) -> None:
    # The number is known to be a library's, so that nothing further is tried.
    _space(ranking).find(read_typed(f"{evaluate('nDCG@10', ranking, profile='sklearn'):.6f}"))


def _three(ranking: Ranking) -> LookupResult:
    return lookup("nDCG@10", ranking, "0.123456")  # so many digits that nothing fits: the whole space is searched


def _typed(draw: random.Random) -> PrintedNumber:
    return read_typed(f"{draw.random():.3f}")


def _twenty(draw: random.Random) -> None:
    space = _space(_entries(draw, 6))
    for _ in range(20):
        space.find(_typed(draw))


def _more(draw: random.Random) -> list[float]:
    space = _space(_entries(draw, 6))
    space.find(read_typed("0.123456"))
    return _times(lambda: space.find(_typed(draw)), 40)


def _times(act: Callable[[], object], rounds: int) -> list[float]:
    found = []
    for _ in range(rounds):
        start = time.perf_counter()
        act()
        found.append((time.perf_counter() - start) * 1000)
    return found


def _place(draw: random.Random) -> tuple[int, bool]:
    """Place of the first answer whose value is the true one, counted from 1, 0 if there is none; and whether it says why."""
    while True:
        ranking, measure, profile = drawn(draw)
        try:
            value = evaluate(measure, ranking, profile=profile)
        except InputError:
            continue
        if not isfinite(value):
            continue
        matches = lookup(measure, ranking, f"{value:.4f}").matches
        place = next((i for i, each in enumerate(matches, 1) if abs(each.value - value) < SAME), 0)
        return place, bool(matches) and is_cause(matches[0], measure, profile, ranking)


def drawn(draw: random.Random) -> tuple[Ranking, str, str]:
    """A list, a measure and a profile."""
    grades = [draw.choice([0, 0, 1, 2, 3]) for _ in range(draw.randint(5, 10))]
    scores = [draw.randint(1, 4) for _ in grades] if draw.random() < TIED else None
    missed = [draw.choice([1, 2, 3])] * draw.randint(0, 2)
    return Ranking.from_grades(grades, missed=missed, scores=scores), draw.choice(MEASURES), draw.choice(sorted(PROFILES))


def is_cause(match: Match, measure: str, profile: str, ranking: Ranking) -> bool:
    """Whether an answer names a library, or nothing but choices that it makes; none where it does as the textbook does."""
    asked = parse_measure(measure)
    whole = library_convention_of(profile, asked.metric, asked.choices, [ranking])
    named = [*match.departures, *match.synonyms]
    if any(profile in each.details.get("profiles", ()) for each in named):
        return True
    made = {name: value for each in match.departures for name, value in each.choices.items()}
    return all(each.kind == "choice" for each in match.departures) and all(getattr(whole, n) == v for n, v in made.items())


if __name__ == "__main__":
    main()
