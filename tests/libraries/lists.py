"""Lists on which libraries have been seen to differ: made by hand, and drawn at random from values that meet often."""

from collections.abc import Iterator
from random import Random

from rankviz import Item, Ranking

# In the byte order of UTF-8 capital letters come before small ones, d10 before d2, and 𝒶 after Ａ (not so in UTF-16).
ODD_IDS = ("d2", "d10", "D2", "é", "文", "Ａ", "𝒶", "z", "a")
# All are exact in 32 bits, as which trec_eval keeps them.
SCORES = (0.5, 0.0, -0.25, 2.0, 1024.0, 0.125, -3.0)


def adversarial(*, negative: bool) -> Iterator[Ranking]:
    """Yield the cases that a random draw may miss."""
    everyone = [1.0] * 4
    yield Ranking.from_grades([1, 0, 1], missed=[1, 1], scores=[3, 2, 1])  # shorter than most cutoffs
    yield Ranking.from_grades([0, 3, 2, 1, 0], scores=[3, 3, 2, 2, 2], doc_ids=list("abced"))
    yield Ranking.from_grades([2, 0, 1, 0], scores=everyone, doc_ids=["é", "𝒶", "Ａ", "z"])
    yield Ranking.from_grades([0, 0, 1, 1], scores=everyone, doc_ids=["d10", "d2", "D2", "d1"])
    yield Ranking.from_grades([0, 0, 0], scores=[3, 2, 1])
    yield Ranking.from_grades([0, 0, 0], missed=[2], scores=[3, 2, 1])
    yield Ranking.from_grades([0, 0], missed=[0], scores=[1, 1])
    yield Ranking.from_grades([1, 1, 1], scores=[1, 2, 3])
    yield Ranking.from_grades([None, 1, None, 0], missed=[3, 0], scores=[4, 3, 2, 1])
    yield Ranking.from_grades([0, None], scores=[0.0, -0.0])
    yield Ranking.from_grades([1, 9, 30, 2], missed=[30], scores=[-1, -2, -3, -4])
    yield Ranking.from_grades([0] * 40 + [1], scores=range(41, 0, -1))
    yield Ranking.from_grades([1] * 30, missed=[1] * 30, scores=[7] * 30)
    if negative:
        yield Ranking.from_grades([-1, 2, -2, 0], missed=[-1, 1], scores=[4, 3, 2, 1])
        yield Ranking.from_grades([-2, -1], missed=[-3], scores=[2, 1])


def random_lists(count: int, *, negative: bool, seed: int) -> Iterator[Ranking]:
    """Draw scored lists of 2 to 14 entries, judged 0 to 4 or not at all, of which every second one is full of ties."""
    draw = Random(seed)  # noqa: S311 - the same lists in every run
    for i in range(count):
        shown, hidden = draw.randint(2, 14), draw.randint(0, 5)
        grades = draw.choice([(0, 1), (0, 0, 0, 1), (0, 1, 2, 3, 4), (0, 1, 2, None), (0, 2, -1, -2) if negative else (0, 2)])
        ids = draw.sample([*ODD_IDS, *(f"n{j}" for j in range(shown + hidden))], shown + hidden)
        tied = draw.choices(SCORES[: draw.randint(1, len(SCORES))], k=shown)
        scores = tied if i % 2 else [each / 8 for each in draw.sample(range(-50, 50), shown)]
        items = tuple(Item(doc, draw.choice(grades), score) for doc, score in zip(ids, scores, strict=False))
        yield Ranking(items, tuple(Item(doc, draw.choice(grades) or 0) for doc in ids[shown:]))
