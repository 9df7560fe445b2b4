"""The bundled run files: they are what their script makes, and they show what a comparison is for."""

from __future__ import annotations

import gzip
from collections import Counter

import numpy as np
import pytest
from sklearn.datasets import load_digits

from rankviz.runs.evaluate.run_evaluation import query_values
from rankviz.runs.read.trec import read_qrels, read_run
from tools.make_digits import FOLDER, compress, make

RUNS = ("pixels", "lda")
FILES = (*(f"{name}.run.gz" for name in RUNS), "qrels.txt.gz")
# From the original data and not from our files, whose names hold the numbers of the images.
IMAGES, DIGITS = load_digits(return_X_y=True)
Rows = list[list[str]]


def rows(name: str) -> Rows:
    return [line.split(" ") for line in gzip.decompress((FOLDER / name).read_bytes()).decode("ascii").splitlines()]


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return make()


def test_there_are_no_other_files() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {*FILES, "README.md"}


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_what_the_script_makes(name: str, made: dict[str, str]) -> None:
    # Not the bytes: another version of zlib may pack the same text differently.
    assert gzip.decompress((FOLDER / name).read_bytes()).decode("ascii") == made[name]


def test_packing_the_same_text_gives_the_same_bytes_and_neither_time_nor_name() -> None:
    packed = compress("a b\n")
    assert packed == compress("a b\n")
    assert gzip.decompress(packed) == b"a b\n"
    assert packed[3:8] == bytes(5)  # RFC 1952: no flag (so no name), and a time of 0


def test_the_files_stay_small() -> None:
    assert sum((FOLDER / name).stat().st_size for name in FILES) < 250_000


@pytest.mark.parametrize("name", RUNS)
def test_a_run_has_a_hundred_results_in_order_for_each_of_120_queries(name: str) -> None:
    by_query: dict[str, Rows] = {}
    for row in rows(f"{name}.run.gz"):
        by_query.setdefault(row[0], []).append(row)
    assert len(by_query) == 120
    assert Counter(query[-1] for query in by_query) == dict.fromkeys("0123456789", 12)
    images = {f"digit-{query[1:5]}" for query in by_query}
    for found in by_query.values():
        assert [int(row[3]) for row in found] == list(range(1, 101))
        assert len({row[2] for row in found}) == 100
        assert not images & {row[2] for row in found}, "a query is no document"
        scores = [float(row[4]) for row in found]
        assert scores == sorted(scores, reverse=True)
        assert {(row[1], row[5]) for row in found} == {("Q0", name)}


def test_the_score_of_pixels_is_the_cosine_of_the_two_images() -> None:
    for query, _, document, _, score, _ in rows("pixels.run.gz")[::1000]:
        one, other = IMAGES[int(query[1:5])], IMAGES[int(document[6:])]
        cosine = sum(one * other) / (sum(one**2) * sum(other**2)) ** 0.5
        assert float(score) == pytest.approx(cosine, abs=5.1e-7)  # half of the last decimal that is written


def test_every_query_names_the_digit_of_its_image() -> None:
    for query in {row[0] for row in rows("qrels.txt.gz")}:
        assert int(query[-1]) == DIGITS[int(query[1:5])]


def test_the_first_thirty_of_both_runs_and_24_others_are_judged_for_every_query() -> None:
    pools: dict[str, set[str]] = {}
    for query, _, document, _ in rows("qrels.txt.gz"):
        pools.setdefault(query, set()).add(document)
    first: dict[str, set[str]] = {}
    for name in RUNS:
        for query, _, document, rank, _, _ in rows(f"{name}.run.gz"):
            if int(rank) <= 30:
                first.setdefault(query, set()).add(document)
    assert len(pools) == 120
    assert pools.keys() == first.keys()
    for query, pool in pools.items():
        assert first[query] <= pool
        assert len(pool - first[query]) == 24


def test_grades_2_and_3_are_the_same_digit_and_0_and_1_another_one() -> None:
    judged = rows("qrels.txt.gz")
    assert {row[3] for row in judged} == {"0", "1", "2", "3"}
    for query, _, document, grade in judged:
        assert (int(grade) >= 2) == (DIGITS[int(document[6:])] == int(query[-1]))


def test_a_document_has_the_same_grade_for_all_queries_of_one_digit() -> None:
    seen: dict[tuple[str, str], set[str]] = {}
    for query, _, document, grade in rows("qrels.txt.gz"):
        seen.setdefault((query[-1], document), set()).add(grade)
    assert {len(grades) for grades in seen.values()} == {1}


def test_grade_3_is_nearer_to_the_mean_image_of_its_digit_than_grade_2() -> None:
    judged = rows("qrels.txt.gz")
    documents = np.setdiff1d(np.arange(len(IMAGES)), [int(row[0][1:5]) for row in judged])
    for digit in range(10):
        mean = IMAGES[documents[DIGITS[documents] == digit]].mean(axis=0)
        cosines: dict[str, set[float]] = {"2": set(), "3": set()}
        for query, _, document, grade in judged:
            if query[-1] == str(digit) and grade in cosines:
                image = IMAGES[int(document[6:])]
                cosines[grade].add(float(image @ mean / np.sqrt((image @ image) * (mean @ mean))))
        assert max(cosines["2"]) < min(cosines["3"])
        assert len(cosines["3"]) <= -(-(DIGITS[documents] == digit).sum() // 4)  # at most the quarter


def test_every_digit_has_a_similar_one_and_similarity_is_mutual() -> None:
    similar = {(int(query[-1]), int(DIGITS[int(document[6:])])) for query, _, document, g in rows("qrels.txt.gz") if g == "1"}
    other = {(int(query[-1]), int(DIGITS[int(document[6:])])) for query, _, document, g in rows("qrels.txt.gz") if g == "0"}
    assert {one for one, _ in similar} == set(range(10))
    assert similar == {(b, a) for a, b in similar}
    assert not similar & other
    assert (3, 9) in similar
    assert (7, 0) in other


def test_the_two_rankers_differ_and_the_measures_do_not_agree_on_the_better_one() -> None:
    qrels = read_qrels(FOLDER / "qrels.txt.gz")
    means = {}
    for name in RUNS:
        found = query_values(read_run(FOLDER / f"{name}.run.gz"), qrels, ["AP", "nDCG@10"])
        assert len(found.queries) == 120
        assert not np.isnan(list(found.per_query.values())).any()
        means[name] = found.means
    assert means["lda"]["AP"] - means["pixels"]["AP"] > 0.02
    assert means["pixels"]["nDCG@10"] - means["lda"]["nDCG@10"] > 0.01
