"""What holds for the look-up of a run's mean whatever is asked: its estimates, names and rows that say nothing, its memory."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator, Sequence
from math import isfinite
from pathlib import Path
from random import Random

import pytest

import rankviz as rv
from rankviz.core.typed_number import read_typed
from rankviz.runs.evaluate.orders import RunReadings
from rankviz.runs.evaluate.prepared_run import Prepared
from rankviz.runs.evaluate.run_evaluation import resolve_measure
from rankviz.runs.lookup import pairs
from rankviz.runs.lookup.causes import FORMULA, READING
from rankviz.runs.lookup.pairs import ERRORS, FEW_QUERIES
from rankviz.runs.lookup.search import find_answers
from rankviz.runs.lookup.search_space import RunSpace
from rankviz.runs.read.name_hashes import Ints
from tests.helpers.case import case
from tests.oracles.run_means import CHANGES, Files, draw_files
from tests.runs.test_run_lookup import PROFILE, number, write

CELL = 1e-4  # of four digits


@pytest.mark.slow
def test_a_pair_that_is_estimated_is_kept_where_its_own_number_is_typed(tmp_path: Path) -> None:
    """Of drawn pairs, computed on all queries, 98 % are as near to their estimates as the look-up allows for, in each place.

    Worth its time, as an answer that is lost so is never missed by anybody.
    """
    draw, kept, count = Random(8), dict[tuple[str, ...], int](), dict[tuple[str, ...], int]()  # noqa: S311
    for seed, measure in ((51, "nDCG@10"), (52, "AP")):
        files = draw_files(seed, queries=FEW_QUERIES + 40, documents=12)
        space = RunSpace(RunReadings.from_sources(*write(files, tmp_path)), {measure: resolve_measure(measure, PROFILE, {})})
        block = space.pairs()
        numbers, errors = block.numbers[measure].copy(), block.errors[measure].copy()
        places = [place for place in range(len(block.pairs)) if errors[place] > 0 and isfinite(numbers[place])]
        for place in draw.sample(places, 200):
            pair = tuple(each.place for each in block.pairs[place])
            count[pair] = count.get(pair, 0) + 1
            is_near = abs(block.exact(place, space.measures[0]) - numbers[place]) <= ERRORS * errors[place] + CELL
            kept[pair] = kept.get(pair, 0) + is_near
    assert set(count) == {(READING, FORMULA), (FORMULA, FORMULA)}
    assert {pair: kept[pair] / count[pair] for pair in count if kept[pair] < 0.98 * count[pair]} == {}


def with_distinct_scores(files: Files) -> Files:
    """The same without ties, which the order of the rows would decide for some."""
    return Files(
        tuple((query, doc, rank, repr(float(score) + i / 8192)) for i, (query, doc, rank, score) in enumerate(files.run)),
        files.qrels,
    )


def with_larger_names(files: Files, by: int, doc: str = "") -> Files:
    """The same with other names, in the same order as text and as numbers if all have as many digits."""
    return Files(
        tuple((str(int(query) + by), doc + name, rank, score) for query, name, rank, score in files.run),
        tuple((str(int(query) + by), doc + name, grade) for query, name, grade in files.qrels),
    )


def shuffled(files: Files) -> Files:
    """The same rows in another order."""
    draw, run, qrels = Random(2), [*files.run], [*files.qrels]  # noqa: S311
    draw.shuffle(run)
    draw.shuffle(qrels)
    return Files(tuple(run), tuple(qrels))


# What the order of the rows, or of the queries in the file, is asked about.
BY_ORDER = {
    "order=file",
    "first_row",
    "last_row",
    "judgments_first_row",
    "first_query_lost",
    "last_query_lost",
    "first_20_queries",
}


def questions(files: Files) -> Iterator[tuple[str, str]]:
    """Measures, and a number that each of the causes gives which have no name of their own."""
    keys = [key for place in CHANGES.values() for key in place if key not in BY_ORDER and "{}" not in key]
    for i, key in enumerate(keys):
        measure = ("nDCG@10", "AP")[i % 2]
        try:
            yield measure, f"{number(files, measure, key):.5f}"
        except ZeroDivisionError:
            continue


@pytest.mark.slow
def test_other_names_and_rows_in_another_order_are_told_the_same(tmp_path: Path) -> None:
    files = with_larger_names(with_distinct_scores(draw_files(61, queries=14, documents=10)), 1000)
    told = {}
    for name, each in {"drawn": files, "names": with_larger_names(files, 2000, "e"), "rows": shuffled(files)}.items():
        readings = RunReadings.from_sources(*write(each, tmp_path))
        spaces = {name: RunSpace(readings, {name: resolve_measure(name, PROFILE, {})}) for name in ("nDCG@10", "AP")}
        told[name] = [find_answers(spaces[measure], {measure: read_typed(text)}) for measure, text in questions(files)]
    explained = 0
    for drawn, names, rows in zip(*told.values(), strict=True):
        with case(typed=drawn.typed):
            assert [each.causes for each in names.matches] == [with_query(each.causes, 2000) for each in drawn.matches]
            assert [(each.values, each.chance) for each in names.matches] == [
                (each.values, each.chance) for each in drawn.matches
            ]
            if drawn.is_named and not {*drawn.matches[0].causes} & BY_ORDER:
                explained += 1
                assert rows.matches[0].causes == drawn.matches[0].causes
                assert rows.matches[0].values == pytest.approx(drawn.matches[0].values, rel=1e-12)
    assert explained > 15


def with_query(causes: tuple[str, ...], by: int) -> tuple[str, ...]:
    return tuple(f"without={int(each[8:]) + by}" if each.startswith("without=") else each for each in causes)


@pytest.mark.slow
def test_no_stack_of_readings_is_made_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither for several measures, nor for two choices one of which orders equal scores."""
    made, whole = list[list[tuple[Prepared, Ints]]](), pairs.stack_readings

    def kept(parts: Sequence[tuple[Prepared, Ints]]) -> Prepared:
        made.append([*parts])
        return whole(parts)

    monkeypatch.setattr(pairs, "stack_readings", kept)
    readings = RunReadings.from_sources(*write(draw_files(53, queries=14, documents=10), tmp_path))
    RunSpace(readings, {measure: resolve_measure(measure, PROFILE, {}) for measure in ("nDCG@10", "AP")}).pairs()
    assert len(made) > 2
    assert len({tuple((id(each), queries.tobytes()) for each, queries in parts) for parts in made}) == len(made)


@pytest.mark.parametrize(("seed", "measure"), [(71, "nDCG@10"), (72, "AP"), (73, "P@5")])
def test_of_what_gives_a_bound_a_cause_is_named_only_if_it_is_the_only_one(seed: int, measure: str, tmp_path: Path) -> None:
    """A mean of exactly 0 or 1 is given by many readings, numbers beside it by few; where one is told it is not a chance."""
    files = draw_files(seed, queries=14, documents=10)
    space = RunSpace(RunReadings.from_sources(*write(files, tmp_path)), {measure: resolve_measure(measure, PROFILE, {})})
    judged = {(query, doc) for query, doc, _ in files.qrels if query in {row[0] for row in files.run}}
    for typed, bound in (("0.0000", 0.0), ("1.000", 1.0), ("100", 1.0)):
        with case(typed=typed):
            found = find_answers(space, {measure: read_typed(typed)})
            assert not found.is_named or (space.values[measure] == bound).sum() == 1
            assert found.bounds[measure].bound == bound
            overlap = found.bounds[measure].overlap
            assert (overlap.judged, overlap.found) == (len(judged), len(judged & {row[:2] for row in files.run}))
            told = [*found.matches, *found.nearest]
            assert all(isfinite(number) for each in told for number in each.values.values())
            assert all(
                isfinite(number)
                for each in told
                for moved in each.moved_by_measure.values()
                for _, *pair in moved
                for number in pair
            )


def test_a_number_at_a_bound_leads_to_what_does_not_meet() -> None:
    """RR of a first and a second place; with the lowest score first it is the other way round, and nothing gives 0."""
    run = {f"q{i}": {"d1": 2.0, "d2": 1.0} for i in range(4)}
    qrels = {f"q{i}": {f"d{1 + i % 2}": 1, "d3": 1} for i in range(4)}
    found = rv.lookup_run(run, qrels, "RR", "0.0")
    assert not found.is_named
    assert "4 of 4 queries of the run are judged, and 4 of their 8 judged documents are in the run." in str(found)
    assert not rv.lookup_run(run, qrels, "RR", "0.74").bounds


@pytest.mark.slow
def test_memory_grows_with_the_rows_and_not_with_what_is_tried(tmp_path: Path) -> None:
    """At its peak a look-up of 60,000 rows, also with two causes in one place, takes 16 MB and 300 bytes a row.

    One number for each row and cause would take 50 MB more.
    """
    draw, queries, documents = Random(3), 30, 2000  # noqa: S311
    run, qrels = [], []
    for query in range(queries):
        docs = draw.sample(range(10 * documents), documents)
        run += [(f"{query}", f"d{doc}", f"{i}", f"{draw.random():.4f}") for i, doc in enumerate(docs)]
        qrels += [(f"{query}", f"d{doc}", draw.choice([0, 1])) for doc in draw.sample(docs, 4)]
    paths = write(Files(tuple(run), tuple(qrels)), tmp_path)
    del run, qrels
    rv.evaluate_run(*paths, "P@5")  # what is loaded once
    tracemalloc.start()
    try:
        found = rv.lookup_run(*paths, "P@5", "0.987654", profile=PROFILE)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found.tried > 800
    assert peak < 16e6 + 300 * queries * documents
