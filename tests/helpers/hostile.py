"""Values as a program sends them that wants to do harm, or has a bug: what the fuzz tests of all entry points are made of."""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any


def nested(depth: int, kind: str = "list") -> object:
    """Lists (or dictionaries) inside each other."""
    value: object = 0
    for _ in range(depth):
        value = [value] if kind == "list" else {"a": value}
    return value


DEEP = 900  # as deep as Python's reader of JSON goes with its usual limit of 1,000
NUMBERS: tuple[Any, ...] = (
    0, 1, -1, 2, 3, 1.0, 1.5, -0.0, 0.1 + 0.2, 5e-324, 1e15, 1e15 + 1, -1e15, 1e308, 1e309, float("nan"), float("-inf"),
    2**31, 2**53 + 1, 2**63, 2**64, 10**9, 10**9 + 1, 10**15, 10**400, -(10**400), 10**5000, True, False,
)  # fmt: skip
TEXTS: tuple[str, ...] = (
    "", " ", "x", "1", "-1", "1e400", "nan", "u", "?", "\x00", "\ud800", "\u2028", "a\nb", "９", "1_0", "9" * 5000,
    "x" * 100_000, "(" * 5000, "ndcg", "gain", "cutoff", "linear", "exponential", "formula", "2^g-1", "9^9^9^9",
    "0:0, 1:1", "1:0", "<b>&", "truth: a", "---", "undo", "session", "__class__", "{0.__class__}",
)  # fmt: skip


def junk(random: Random) -> Any:
    """Draw a value that is rarely what is expected."""
    kind = random.randrange(8)
    if kind < 3:
        return random.choice(NUMBERS)
    if kind < 5:
        return random.choice(TEXTS)
    if kind == 5:
        return random.choice((None, [], {}, [[]], [None], {"": []}, nested(DEEP), nested(DEEP, "dict"), [0] * 10_000))
    if kind == 6:
        return [junk(random) for _ in range(random.randrange(4))]
    return {random.choice(TEXTS): junk(random) for _ in range(random.randrange(3))}


def mutated(value: Any, random: Random, chance: float = 0.1) -> Any:
    """Copy a well-formed value, with here and there another value, a part left out, or one that comes many times."""
    if random.random() < chance:
        return junk(random)
    if isinstance(value, dict):
        kept = {key: mutated(each, random, chance) for key, each in value.items() if random.random() > chance / 4}
        return kept | ({random.choice(TEXTS): junk(random)} if random.random() < chance / 4 else {})
    if isinstance(value, list):
        items = [mutated(each, random, chance) for each in value if random.random() > chance / 4]
        return items * 600 if random.random() < chance / 20 else items
    return value


WORK = "[" + ",".join(['["a",1]'] * 100_000) + "]"
WORK_TAKES = 0.024  # seconds of the processor, on the machine that the limits of the tests were found on


def slowness() -> float:
    """How many times as long as there this machine takes for a fixed piece of work, now; at least 1."""
    taken = []
    for _ in range(3):
        began = time.process_time()
        sum(len(each) + each[1] for each in json.loads(WORK))
        taken.append(time.process_time() - began)
    return max(1.0, min(taken) / WORK_TAKES)


@contextmanager
def at_most(seconds: float, what: object = "") -> Iterator[None]:
    """Fail if the work inside takes more time of the processor than that, or as much more as this machine is slower.

    What the tests before have left in memory is not searched for garbage meanwhile: that costs more than most of the work.
    """
    gc.freeze()
    try:
        began = time.process_time()
        yield
        taken = time.process_time() - began
        allowed = seconds if taken <= seconds else seconds * slowness()
    finally:
        gc.unfreeze()
    assert taken <= allowed, f"took {taken:.2f} s instead of at most {allowed:.2f} s: {str(what)[:500]}"
