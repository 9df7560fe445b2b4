"""A run's mean once more, in plain Python, with one thing or two done otherwise: what the look-up of runs has to find.

Nothing is shared with rankviz. Files are drawn by a seed: scores with ties, rows in any order, a rank column of its own,
queries that the run does not answer, and queries with nothing relevant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import exp, log, log2
from random import Random
from statistics import median

Row = tuple[str, str, str, str]  # query, document, rank, score, as they are written


@dataclass(frozen=True)
class Files:
    """A run and its judgments, as rows in the order of the files."""

    run: tuple[Row, ...]
    qrels: tuple[tuple[str, str, int], ...]


def draw_files(seed: int, *, queries: int = 40, documents: int = 30) -> Files:
    """Draw a run and its judgments."""
    draw = Random(seed)  # noqa: S311
    run: list[Row] = []
    qrels: list[tuple[str, str, int]] = []
    names = [f"{number}" for number in draw.sample(range(1, 999), queries)]
    top = draw.choice([1, 3])
    for query in names:
        pool = [f"d{number}" for number in draw.sample(range(10000), documents + 6)]
        listed = pool[:documents]
        if draw.random() >= 0.06:
            scores = [round(draw.gauss(4, 4), draw.choice([0, 1, 2])) for _ in listed]
            ranks = draw.sample(range(1, documents + 1), documents)
            rows = [(query, doc, str(rank), repr(score)) for doc, rank, score in zip(listed, ranks, scores, strict=True)]
            draw.shuffle(rows)
            run += rows
        nothing = draw.random() < 0.08
        grades = [0] if nothing else [0, 0, *range(top + 1)]
        qrels += [(query, doc, draw.choice(grades)) for doc in draw.sample(pool, documents // 2)]
    draw.shuffle(qrels)
    return Files(tuple(run), tuple(qrels))


@dataclass(frozen=True)
class Way:
    """How a mean is computed; as trec_eval does, if nothing is said."""

    order: str = "score"
    ties: str = "desc"
    depth: int | None = None
    cutoff: int | None = None
    gain: Callable[[int], float] = float
    threshold: int = 1
    discount: Callable[[int], float] = lambda rank: log2(rank + 1)
    ideal: str = "judged"
    ap_base: str = "R"
    members: str = "both"
    nothing: float | None = None
    skips_nothing: bool = False
    join: str = "mean"
    without: frozenset[str] = field(default_factory=frozenset)
    factor: float = 1.0


def by_query(files: Files, way: Way) -> dict[str, list[str]]:
    """The documents of each query in ranked order."""
    rows: dict[str, list[tuple[int, Row]]] = {}
    for place, row in enumerate(files.run):
        rows.setdefault(row[0], []).append((place, row))
    ranked = {}
    for query, listed in rows.items():
        by_name = sorted(listed, key=lambda each: each[1][1].encode(), reverse=way.ties == "desc")
        keys: Mapping[str, Callable[[tuple[int, Row]], object]] = {
            "score": lambda each: -float(each[1][3]),
            "ascending": lambda each: float(each[1][3]),
            "file": lambda each: each[0],
            "rank": lambda each: int(each[1][2]),
        }
        if way.order == "text":
            ordered = sorted(by_name, key=lambda each: each[1][3].encode(), reverse=True)
            ordered = [each for text in dict.fromkeys(one[1][3] for one in ordered) for each in by_name if each[1][3] == text]
        else:
            ordered = sorted(by_name, key=keys[way.order])  # type: ignore[arg-type, return-value]
        ranked[query] = [row[1] for _, row in ordered][: way.depth]
    return ranked


def value(metric: str, docs: list[str], judged: Mapping[str, int], way: Way) -> tuple[float, float, float]:
    """The value of a list, and it as numerator and denominator."""
    k = way.cutoff
    shown = docs if k is None else docs[:k]
    hits = [judged.get(doc, -1) >= way.threshold for doc in shown]
    relevant = sum(grade >= way.threshold for grade in judged.values())
    if metric == "nDCG":
        pool = judged.values() if way.ideal == "judged" else [judged.get(doc, 0) for doc in docs]
        ideal = sorted((way.gain(max(grade, 0)) for grade in pool), reverse=True)[:k]
        above = sum(way.gain(max(judged.get(doc, 0), 0)) / way.discount(rank) for rank, doc in enumerate(shown, 1))
        below = sum(gain / way.discount(rank) for rank, gain in enumerate(ideal, 1))
    elif metric == "AP":
        above = sum(sum(hits[:rank]) / rank for rank, hit in enumerate(hits, 1) if hit)
        below = {"R": relevant, "hits": sum(hits)}[way.ap_base]
    elif metric == "P":
        above, below = float(sum(hits)), float(k or len(docs))
    else:
        above, below = next((1 / rank for rank, hit in enumerate(hits, 1) if hit), 0.0), 1.0
    return (above / below if below else 0.0), above, below


def run_mean(files: Files, metric: str, way: Way) -> float:
    """The number."""
    ranked = by_query(files, way)
    judged: dict[str, dict[str, int]] = {}
    for query, doc, grade in files.qrels:
        judged.setdefault(query, {})[doc] = grade
    members = {
        "both": ranked.keys() & judged.keys(),
        "run": ranked.keys(),
        "qrels": judged.keys(),
        "all": ranked.keys() | judged.keys(),
    }[way.members]
    parts = {}
    for query in sorted(members - way.without):
        grades = judged.get(query, {})
        found = value(metric, ranked.get(query, []), grades, way)
        if not any(grade >= way.threshold for grade in grades.values()):
            if way.skips_nothing:
                continue
            if way.nothing is not None:
                found = (way.nothing, *found[1:])
        parts[query] = found
    values, count = [each[0] for each in parts.values()], len(parts)
    joins: Mapping[str, Callable[[], float]] = {
        "mean": lambda: sum(values) / count,
        "sum": lambda: sum(values),
        "n_plus_one": lambda: sum(values) / (count + 1),
        "n_minus_one": lambda: sum(values) / (count - 1),
        "median": lambda: median(values),
        "geometric": lambda: exp(sum(log(max(each, 1e-5)) for each in values) / count),
        "hits_only": lambda: sum(values) / sum(each > 0 for each in values),
        "micro": lambda: sum(each[1] for each in parts.values()) / sum(each[2] for each in parts.values()),
        "weights=R": lambda: _weighted(parts, {q: sum(g >= way.threshold for g in judged.get(q, {}).values()) for q in parts}),
        "weights=n": lambda: _weighted(parts, {query: len(ranked.get(query, [])) for query in parts}),
        "round=2": lambda: sum(round(each, 2) for each in values) / count,
    }
    return way.factor * joins[way.join]()


def _weighted(parts: Mapping[str, tuple[float, float, float]], weights: Mapping[str, int]) -> float:
    return sum(weights[query] * each[0] for query, each in parts.items()) / sum(weights.values())


Change = Callable[[Files, Way, Random], tuple[Files, Way]]


def _way(**changed: object) -> Change:
    return lambda files, way, draw: (files, replace(way, **changed))  # type: ignore[arg-type]


def _rows(take: Callable[[tuple[Row, ...]], tuple[Row, ...]]) -> Change:
    return lambda files, way, draw: (replace(files, run=take(files.run)), way)


def with_binary_grades(files: Files, limit: int) -> Files:
    """The same with judgments of 1 from a grade on, and 0 below; as they are where none is as high."""
    if max(grade for *_, grade in files.qrels) < limit:
        return files
    return replace(files, qrels=tuple((query, doc, int(grade >= limit)) for query, doc, grade in files.qrels))


def _binary(limit: int) -> Change:
    return lambda files, way, draw: (with_binary_grades(files, limit), way)


def _file_queries(files: Files) -> list[str]:
    return [*dict.fromkeys(row[0] for row in files.run)]


def _without(pick: Callable[[list[str], Random], str]) -> Change:
    return lambda files, way, draw: (files, replace(way, without=frozenset([pick(_file_queries(files), draw)])))


# What may have been done otherwise, by place and by the key that names it; {} stands for what is drawn.
CHANGES: Mapping[str, Mapping[str, Change]] = {
    "reading": {
        **{f"order={order}": _way(order=order) for order in ("file", "rank", "text", "ascending")},
        "ties=docid_asc": _way(ties="asc"),
        "depth=5": _way(depth=5),
        "depth=10": _way(depth=10),
        "depth=20": _way(depth=20),
        "first_row": _rows(lambda rows: rows[1:]),
        "last_row": _rows(lambda rows: rows[:-1]),
        "judgments_first_row": lambda files, way, draw: (replace(files, qrels=files.qrels[1:]), way),
        "relevant_from=2": _binary(2),
        "relevant_from=3": _binary(3),
    },
    "formula": {
        "gain=exponential": _way(gain=lambda grade: 2.0**grade - 1),
        "gain=binary": _way(gain=lambda grade: float(grade >= 1)),
        "threshold=2.0": _way(threshold=2),
        "discount=ln": _way(discount=lambda rank: log(rank + 1)),
        "discount=inverse": _way(discount=float),
        "ideal=retrieved": _way(ideal="retrieved"),
        "ap_base=hits": _way(ap_base="hits"),
        "cutoff=k-1": lambda files, way, draw: (files, replace(way, cutoff=(way.cutoff or 1) - 1)),
        "cutoff=k+1": lambda files, way, draw: (files, replace(way, cutoff=(way.cutoff or 1) + 1)),
    },
    "joining": {
        **{f"queries={name}": _way(members=name) for name in ("run", "qrels", "all")},
        "nothing=skip": _way(skips_nothing=True),
        "nothing=one": _way(nothing=1.0),
        "without={}": _without(lambda names, draw: draw.choice(names)),
        "first_query_lost": _without(lambda names, draw: names[0]),
        "last_query_lost": _without(lambda names, draw: names[-1]),
        "first_20_queries": lambda files, way, draw: (files, replace(way, without=frozenset(_file_queries(files)[20:]))),
        **{name: _way(join=name) for name in ("sum", "n_plus_one", "n_minus_one", "median", "geometric", "hits_only", "micro")},
        **{f"weights={name}": _way(join=f"weights={name}") for name in "Rn"},
        "round=2": _way(join="round=2"),
        "percent": _way(factor=100.0),
    },
}
