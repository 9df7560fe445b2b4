"""Is the cause of another mean found, is what is told of it computed, and is none named for a number that means nothing?"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from math import isclose, log2, sqrt
from pathlib import Path
from random import Random

import pyarrow
import pytest

import rankviz as rv
from rankviz.cli.main import main
from rankviz.core.typed_number import read_typed
from rankviz.runs.evaluate.orders import RunReadings
from rankviz.runs.evaluate.run_evaluation import resolve_measure
from rankviz.runs.lookup.search import find_answers
from rankviz.runs.lookup.search_space import RunSpace
from rankviz.runs.read.text_order import text_keys
from rankviz.runs.words.lookup import run_lookup_record, run_match_words
from rankviz.texts import Texts
from tests.oracles.run_means import CHANGES, Files, Row, Way, by_query, draw_files, run_mean, with_binary_grades

MEASURES = {"nDCG@10": ("nDCG", 10), "AP": ("AP", None), "P@5": ("P", 5), "RR": ("RR", None)}
PROFILE = "trec_eval"


def write(files: Files, folder: Path) -> tuple[str, str]:
    """Write a run and its judgments, and return their paths."""
    run, qrels = folder / "a.run", folder / "qrels.txt"
    run.write_text("".join(f"{query} Q0 {doc} {rank} {score} t\n" for query, doc, rank, score in files.run))
    qrels.write_text("".join(f"{query} 0 {doc} {grade}\n" for query, doc, grade in files.qrels))
    return str(run), str(qrels)


@cache
def space_of(seed: int, measure: str, folder: Path) -> tuple[Files, RunSpace]:
    files = draw_files(seed)
    readings = RunReadings.from_sources(*write(files, folder))
    return files, RunSpace(readings, {measure: resolve_measure(measure, PROFILE, {})})


def number(files: Files, measure: str, *changes: str, draw: Random | None = None) -> float:
    """What plain Python gives with some things done otherwise."""
    metric, cutoff = MEASURES[measure]
    way = Way(cutoff=cutoff, members="both")
    for key in changes:
        change = next(each[key] for each in CHANGES.values() if key in each)
        files, way = change(files, way, draw or Random(1))  # noqa: S311
    return run_mean(files, metric, way)


def cases(seed: int, measure: str, folder: Path, *places: str) -> Iterator[tuple[RunSpace, tuple[str, ...], float]]:
    """Drawn causes of these places with the number that they give, where each of them matters."""
    files, space = space_of(seed, measure, folder)
    draw = Random(seed)  # noqa: S311
    own = number(files, measure)
    assert isclose(own, space.values[measure][0, 0], rel_tol=1e-12)
    for keys in _keys(draw, places):
        picks = draw.getrandbits(32)
        try:
            alone = [number(files, measure, key, draw=Random(picks)) for key in keys]  # noqa: S311
            value = number(files, measure, *keys, draw=Random(picks))  # noqa: S311
        except ZeroDivisionError:
            continue
        if all(abs(value - other) > 1e-9 for other in (own, *(alone if len(keys) > 1 else ()))):
            yield space, keys, value


def _keys(draw: Random, places: tuple[str, ...]) -> list[tuple[str, ...]]:
    if len(places) == 1:
        return [(key,) for key in CHANGES[places[0]]]
    return [tuple(draw.choice([*CHANGES[place]]) for place in places) for _ in range(12)]


def place_of(space: RunSpace, measure: str, value: float, digits: int) -> int | None:
    """Place of the answer whose unrounded value is the number, from 0; None if none is."""
    found = find_answers(space, {measure: read_typed(f"{value:.{digits}f}")})
    return next((i for i, each in enumerate(found.matches) if isclose(each.values[measure], value, rel_tol=1e-9)), None)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("places", "seeds", "share", "fewest"),
    [
        ((("reading",), ("formula",), ("joining",)), range(1, 4), 0.97, 300),
        ((("reading", "joining"), ("formula", "joining"), ("reading", "formula")), range(11, 15), 0.9, 180),
    ],
    ids=["one cause", "two causes"],
)
def test_the_cause_is_among_the_first_two(
    places: tuple[tuple[str, ...], ...], seeds: range, share: float, fewest: int, tmp_path: Path
) -> None:
    """Numbers of four or five digits whose causes are drawn; worth its time, as it is what the look-up is for."""
    missed, count = [], 0
    for seed in seeds:
        for measure in MEASURES:
            for each in places:
                for space, keys, value in cases(seed, measure, tmp_path, *each):
                    count += 1
                    place = place_of(space, measure, value, 4 + seed % 2)
                    if place is None or place > 1:
                        missed.append((seed, measure, keys, value, place))
    assert count >= fewest
    assert len(missed) <= (1 - share) * count, missed


@pytest.mark.slow
@pytest.mark.parametrize("digits", [3, 4])
def test_a_number_that_means_nothing_gets_no_better_chance_than_is_stated(digits: int, tmp_path: Path) -> None:
    """Of numbers drawn at random the share with a stated chance of at most a is at most a, and three of its errors more."""
    draw, best = Random(5), []  # noqa: S311
    for seed in (21, 22):
        for measure in ("nDCG@10", "AP"):
            _, space = space_of(seed, measure, tmp_path)
            own = space.values[measure][0, 0]
            for _ in range(125):
                found = find_answers(space, {measure: read_typed(f"{own * draw.uniform(0.75, 1.25):.{digits}f}")})
                are_cut = ["cut" in each.agreement.values() for each in found.matches]
                assert are_cut == sorted(are_cut), "a number that was cut comes before one that was rounded"
                best.append(min((each.chance for each in found.matches if each.parts and each.count == 1), default=1.0))
                for each in found.matches:
                    others = [set(one.causes) for one in found.matches if one is not each]
                    assert not any(set(each.causes) > other for other in others), "an answer contains another"
    for share in (0.01, 0.05, 0.2):
        stated = sum(each <= share for each in best) / len(best)
        assert stated <= share + 3 * sqrt(share * (1 - share) / len(best)), (share, stated)


def test_a_number_of_one_decimal_was_rounded_and_one_of_two_may_have_been_cut() -> None:
    """The mean of 1, 1 and 1/3 is 0.777…: 0.78 or 0.8 rounded, 0.77 cut."""
    run = {f"q{i}": {"d1": 3.0, "d2": 2.0, "d3": 1.0} for i in range(3)}
    qrels = {"q0": {"d1": 1}, "q1": {"d1": 1}, "q2": {"d3": 1}}
    found = {typed: rv.lookup_run(run, qrels, "RR", typed).matches for typed in ("0.8", "0.78", "0.77", "0.7")}
    ours = {typed: {each.agreement["RR"] for each in matches if not each.parts} for typed, matches in found.items()}
    assert ours == {"0.8": {"rounded"}, "0.78": {"rounded"}, "0.77": {"cut"}, "0.7": set()}


def test_what_is_printed_names_the_convention_and_the_query_that_moves_most() -> None:
    """RR of 1, 1 and 1/3; in rising order 1/3, 1/3 and 1, whose mean is 0.555…"""
    run = {f"q{i}": {"d1": 3.0, "d2": 2.0, "d3": 1.0} for i in range(3)}
    qrels = {"q0": {"d1": 1}, "q1": {"d1": 1}, "q2": {"d3": 1}}
    said = str(rv.lookup_run(run, qrels, "RR", "0.556", gain="exponential", profile="trec_eval"))
    assert said.splitlines()[0] == "Convention here: trec_eval, with gain=exponential."
    assert "    RR moves most in q0: 1.00000 here, 0.33333 there" in said.splitlines()


def mean_of(files: Files, folder: Path, measure: str, **choices: object) -> float:
    """What `evaluate_run` gives for other files."""
    folder.mkdir(exist_ok=True)
    return rv.evaluate_run(*write(files, folder), measure, profile=PROFILE, **choices)[measure]  # type: ignore[arg-type]


def test_what_is_told_is_what_evaluate_run_gives_for_files_that_were_changed_so(tmp_path: Path) -> None:
    files, space = space_of(37, "AP", tmp_path)
    told = {causes[0].key: space.values["AP"][i, 0] for i, causes in enumerate(space.causes) if causes}
    rows = files.run

    def in_order(key: Callable[[Row], object]) -> Files:
        """Rows with scores that fall in another order."""
        ordered = sorted(rows, key=key)  # type: ignore[arg-type]
        return replace(files, run=tuple((q, d, r, repr(-float(i))) for i, (q, d, r, _) in enumerate(ordered)))

    kept = by_query(files, Way(depth=10))
    changed = {
        "order=file": in_order(lambda row: 0),
        "order=rank": in_order(lambda row: int(row[2])),
        "order=ascending": replace(files, run=tuple((q, d, r, repr(-float(s))) for q, d, r, s in rows)),
        "depth=10": replace(files, run=tuple(row for row in rows if row[1] in kept[row[0]])),
        "first_row": replace(files, run=rows[1:]),
        "last_row": replace(files, run=rows[:-1]),
        "judgments_first_row": replace(files, qrels=files.qrels[1:]),
        "relevant_from=2": with_binary_grades(files, 2),
    }
    for key, other in changed.items():
        own = space.values["AP"][0, 0]
        assert isclose(told.get(key, own), mean_of(other, tmp_path / key, "AP"), rel_tol=1e-12), key


def test_what_moves_is_what_explain_repeats_to_the_last_bit(tmp_path: Path) -> None:
    run, qrels = write(draw_files(34, queries=16, documents=16), tmp_path)
    value = rv.evaluate_run(run, qrels, "nDCG@10", profile=PROFILE, gain="exponential")
    found = rv.lookup_run(run, qrels, "nDCG@10", repr(value["nDCG@10"])[:8], profile=PROFILE)
    match = found.matches[0]
    assert (match.causes, match.strength, match.values["nDCG@10"]) == (("gain=exponential",), "named", value["nDCG@10"])
    ours = rv.evaluate_run(run, qrels, "nDCG@10", profile=PROFILE)
    for query, here, there in match.moved[:5]:
        assert (ours.explain(query).value, value.explain(query).value) == (here, there)
    count = found.counts["nDCG@10"]
    difference = sum(there - here for _, here, there in match.moved) / count
    assert isclose(difference, value["nDCG@10"] - ours["nDCG@10"], rel_tol=1e-9)
    assert [abs(here - there) for _, here, there in match.moved] == sorted(
        (abs(here - there) for _, here, there in match.moved), reverse=True
    )


def test_a_query_that_is_left_out_beside_another_cause_counts_on_one_side_and_does_not_move(tmp_path: Path) -> None:
    """Without a query that the order by ranks moves, the others add up to the mean that is typed."""
    files = draw_files(36, queries=16, documents=16)
    run, qrels = write(files, tmp_path)
    by_rank = replace(files, run=tuple((query, doc, rank, repr(-float(rank))) for query, doc, rank, _ in files.run))
    (tmp_path / "ranks").mkdir()
    paths = write(by_rank, tmp_path / "ranks")
    theirs, ours = (rv.evaluate_run(*each, "AP", profile=PROFILE) for each in (paths, (run, qrels)))
    judged = {query for query, *_ in files.qrels}
    values = {query: theirs.explain(query).value for query in by_query(files, Way()) if query in judged}
    query = max(values, key=lambda each: abs(values[each] - ours.explain(each).value))
    del values[query]
    found = rv.lookup_run(run, qrels, "AP", repr(sum(values.values()) / len(values))[:9], profile=PROFILE)
    match = next(each for each in found.matches if each.causes == ("order=rank", f"without={query}"))
    assert match.queries == (query,)
    assert {each: there for each, _, there in match.moved} == {
        each: value for each, value in values.items() if value != ours.explain(each).value
    }
    assert f"Queries that count on one side only (1): {query}" in str(found)


def test_an_answer_does_not_depend_on_what_was_asked_before(tmp_path: Path) -> None:
    """Also where that needed two causes in one place, which stay known."""
    paths = write(draw_files(34, queries=16, documents=16), tmp_path)
    typed = {
        "nDCG@10": read_typed(repr(rv.evaluate_run(*paths, "nDCG@10", profile=PROFILE, gain="exponential")["nDCG@10"])[:8])
    }
    told = []
    for before in ("", "0.98765"):
        readings = RunReadings.from_sources(*paths)
        space = RunSpace(readings, {"nDCG@10": resolve_measure("nDCG@10", PROFILE, {})})
        before and find_answers(space, {"nDCG@10": read_typed(before)})
        told.append(run_lookup_record(find_answers(space, typed)))
    assert told[0] == told[1]


def test_several_numbers_have_one_cause_and_one_that_is_ours_says_what_was_not_done(tmp_path: Path) -> None:
    run, qrels = write(draw_files(36, queries=16, documents=16), tmp_path)
    measures = ["nDCG@10", "nDCG@20", "AP"]
    theirs = rv.evaluate_run(run, qrels, measures, profile=PROFILE, gain="exponential").means
    found = rv.lookup_run(run, qrels, {name: f"{each:.4f}" for name, each in theirs.items()}, profile=PROFILE)
    assert found.matches[0].causes == ("gain=exponential",)
    assert found.matches[0].values == theirs
    off_by_one = {
        f"nDCG@{k}": f"{rv.evaluate_run(run, qrels, f'nDCG@{k - 1}', profile=PROFILE)[f'nDCG@{k - 1}']:.5f}" for k in (5, 10)
    }
    assert rv.lookup_run(run, qrels, off_by_one, profile=PROFILE).matches[0].causes == ("cutoff=k-1",)
    same = rv.lookup_run(run, qrels, {"AP": repr(theirs["AP"])}, profile=PROFILE)
    assert (same.matches[0].causes, same.value, same.values) == ((), theirs["AP"], {"AP": theirs["AP"]})


def test_judgments_made_binary_are_one_cause_of_the_means_of_metrics_that_read_grades_and_of_those_that_do_not(
    tmp_path: Path,
) -> None:
    files = draw_files(36)
    typed = {measure: f"{number(files, measure, 'relevant_from=2'):.4f}" for measure in ("nDCG@10", "AP", "P@5")}
    found = rv.lookup_run(*write(files, tmp_path), typed, profile=PROFILE)
    assert (found.matches[0].causes, found.matches[0].strength) == (("relevant_from=2",), "named")
    assert "1 from grade 2 on, 0 below" in str(found)


@pytest.mark.parametrize(
    ("highest", "written", "limit"),
    [
        (3, lambda grade: grade / 3, 2),
        (5, lambda grade: grade and 1 + grade / 10**7, 3),
        (10, lambda grade: grade / 2, 8),
        (10, float, 10),
    ],
    ids=["thirds", "seven decimals", "half stars from 4 on", "0 to 10, from 10 on"],
)
def test_the_grade_that_is_said_makes_the_judgments_binary_that_gave_the_means(
    highest: int, written: Callable[[int], float], limit: int, tmp_path: Path
) -> None:
    """Judgments 1 where a whole grade is at least the limit; the look-up is given these grades otherwise written."""
    drawn, draw = draw_files(36), Random(6)  # noqa: S311
    files = replace(drawn, qrels=tuple((query, doc, draw.randint(0, highest)) for query, doc, _ in drawn.qrels))
    binary = with_binary_grades(files, limit)
    typed = {measure: f"{number(binary, measure):.4f}" for measure in ("nDCG@10", "AP")}
    qrels = dict[str, dict[str, float]]()
    for query, doc, grade in files.qrels:
        qrels.setdefault(query, {})[doc] = written(grade)
    found = rv.lookup_run(write(files, tmp_path)[0], qrels, typed, profile=PROFILE)
    assert found.matches[0].strength == "named"
    said = re.search(r"1 from grade (\S+) on, 0 below", str(found).split("\n  ")[0])
    assert said
    assert {(query, doc, int(qrels[query][doc] >= float(said[1]))) for query, doc, _ in files.qrels} == {*binary.qrels}


def test_the_first_grade_is_named_from_which_judgments_were_not_made_binary(tmp_path: Path) -> None:
    """Of grades 0 to 14, one is as a gain of 1 from the lowest on, and ten more are tried: 2 to 11."""
    drawn, draw = draw_files(36), Random(6)  # noqa: S311
    files = replace(drawn, qrels=tuple((query, doc, draw.randint(0, 14)) for query, doc, _ in drawn.qrels))
    found = rv.lookup_run(*write(files, tmp_path), "nDCG@10", "0.98765", profile=PROFILE)
    assert "only from grades below 12 on" in str(found)


def test_a_cause_is_not_told_again_beside_what_changes_nothing(tmp_path: Path) -> None:
    """For AP judgments that are binary from 2 on are a threshold of 2; that with rounded values besides says nothing more."""
    files = draw_files(36)
    found = rv.lookup_run(*write(files, tmp_path), "AP", f"{number(files, 'AP', 'relevant_from=2'):.5f}", profile=PROFILE)
    first, *others = found.matches
    same = {"threshold=2.0", "relevant_from=2"}
    assert {
        key for causes in (first.causes, *(tuple(each.key for each in also) for also in first.others)) for key in causes
    } == same
    assert not any(same & {*each.causes} for each in others)


def test_a_lost_judgment_of_a_document_that_is_not_in_the_run_matters_beside_a_formula(tmp_path: Path) -> None:
    """Of q's ideal gains 3 and 1, with exponents 7 and 1, the larger is lost as if it were a header; r is as it was."""
    (tmp_path / "run").write_text("q Q0 a 1 2.5 t\nq Q0 b 2 1.5 t\nr Q0 b 1 2.5 t\nr Q0 a 2 1.5 t\n")
    (tmp_path / "qrels").write_text("q 0 c 3\nq 0 b 1\nq 0 a 2\nr 0 a 2\nr 0 b 1\n")
    readings = RunReadings.from_sources(str(tmp_path / "run"), str(tmp_path / "qrels"))
    space = RunSpace(readings, {"nDCG@2": resolve_measure("nDCG@2", PROFILE, {})})
    pairs = space.pairs()
    keys = ("judgments_first_row", "gain=exponential")
    place = next(i for i, pair in enumerate(pairs.pairs) if tuple(each.key for each in pair) == keys)
    second = 1 / log2(3)
    theirs = (1 + (1 + 3 * second) / (3 + second)) / 2
    assert isclose(pairs.exact(place, space.measures[0]), theirs, rel_tol=1e-12)


def test_a_number_that_is_ours_goes_on_with_the_queries_and_with_what_libraries_give() -> None:
    """Of four judged queries three are in the run, at RR 1, 1/2 and 1: a mean of 5/6 over these, 5/8 over all."""
    run = {query: {"d1": 2.0, "d2": 1.0} for query in ("q1", "q2", "q3")}
    qrels = {"q1": {"d1": 1}, "q2": {"d2": 1}, "q3": {"d1": 1}, "q4": {"d1": 1}}
    found = rv.lookup_run(run, qrels, "RR", "0.833", profile="trec_eval")
    assert (found.unanswered, found.unjudged) == (("q4",), ())
    other = next(each for each in found.conventions if "ir_measures" in run_match_words(each, Texts("en")))
    assert other.values == {"RR": 0.625}
    said = str(found)
    assert "not in the run and are left out of the mean here (1): q4" in said
    assert "RR = 0.62500 – " + Texts("en")("cause.queries_qrels") in said
    theirs = rv.lookup_run(run, qrels, "RR", "0.625", profile="trec_eval")
    assert str(theirs).count("ir_measures") == 1  # beside the rule, not as another explanation
    assert not theirs.conventions


def test_ids_that_would_meet_more_often_if_they_were_read_otherwise_are_a_cause() -> None:
    draw = Random(4)  # noqa: S311
    run = {f"q{q}": {f"D{d}" if d % 7 == 0 else f"d{d}": 100.0 - d for d in range(20)} for q in range(20)}
    qrels = {f"q{q}": {f"d{d}": draw.choice([0, 1]) for d in range(20)} for q in range(20)}
    read = {query: {doc.lower(): score for doc, score in docs.items()} for query, docs in run.items()}
    theirs = rv.evaluate_run(read, qrels, "AP", allow="exchanged")["AP"]
    with pytest.warns(UserWarning, match="case"):
        found = rv.lookup_run(run, qrels, "AP", f"{theirs:.6f}", allow="exchanged+unmet")
    assert (found.matches[0].causes, found.matches[0].values) == (("ids=case",), {"AP": theirs})


@pytest.mark.parametrize("rule", ["count_all", "dedupe_first", "last_wins"])
def test_how_a_document_counts_that_stands_twice_is_a_cause(rule: str, tmp_path: Path) -> None:
    files = draw_files(36, queries=16, documents=16)
    copies = tuple(
        (query, doc, rank, repr(float(score) + (-3) ** (i % 2))) for i, (query, doc, rank, score) in enumerate(files.run[::5])
    )
    run, qrels = write(replace(files, run=files.run + copies), tmp_path)
    theirs = rv.evaluate_run(run, qrels, "AP", duplicates=rule)["AP"]
    match = rv.lookup_run(run, qrels, "AP", f"{theirs:.7f}").matches[0]
    assert (match.causes, match.values) == ((f"duplicates={rule}",), {"AP": theirs})


@pytest.mark.parametrize(
    ("run", "qrels"),
    [({}, {"q": {"a": 1}, "r": {"a": 1}}), ({"q": {"a": 1.5}, "r": {"a": 1.5}}, {}), ({"q": {"a": 1.5}}, {"r": {"a": 1}})],
)
def test_where_nothing_can_be_averaged_nothing_is_named(
    run: dict[str, dict[str, float]], qrels: dict[str, dict[str, int]]
) -> None:
    try:
        found = rv.lookup_run(run, qrels, "AP", "0.4321")
    except rv.InputError as error:
        assert error.key == "ids_do_not_meet" if run and qrels else error.key == "no_rows"
    else:
        assert not found.is_named
        assert str(found)


def test_the_search_says_how_far_it_is_and_ends_when_it_is_told(tmp_path: Path) -> None:
    run, qrels = write(draw_files(34, queries=8, documents=12), tmp_path)
    shares: list[float] = []
    rv.lookup_run(run, qrels, "AP", "0.98765", progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert len(shares) > 3

    def stop(share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rv.lookup_run(run, qrels, "AP", "0.98765", progress=stop)


@pytest.mark.parametrize(
    ("run", "measures", "typed", "key"),
    [
        ({"q": {"a": 1.5}, "r": {"a": 1.5}}, "0.412", None, "number_without_measure"),
        ({"q": {"a": 1.5}, "r": {"a": 1.5}}, {"AP": "abc"}, None, "typed_no_number"),
        ({"q": {"a": 1.5}, "r": {"a": 1.5}}, "nDGC", "0.5", "unknown_metric"),
        ({"q": {"a": 1.5}}, "AP", "0.5", "too_few_queries"),
        ({"1.0": {"a": 1.5}, "2.0": {"a": 1.5}}, "AP", "0.5", "ids_do_not_meet"),
    ],
)
def test_what_cannot_be_looked_up_is_refused_in_one_line(
    run: dict[str, dict[str, float]], measures: str | dict[str, str | float], typed: str | None, key: str
) -> None:
    qrels = {query.removesuffix(".0"): {"a": 1} for query in run}
    with pytest.raises(rv.InputError) as refused:
        rv.lookup_run(run, qrels, measures, typed)
    assert refused.value.key == key


def test_the_command_says_by_its_exit_code_whether_an_answer_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    files = draw_files(44, queries=16, documents=16)
    run, qrels = write(files, tmp_path)
    theirs = rv.evaluate_run(run, qrels, "AP", profile=PROFILE, mean_over="qrels")["AP"]
    command = ["lookup", "--run", run, "--qrels", qrels]
    assert main([*command, "AP", f"{theirs:.6f}", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)["answers"][0]
    assert (answer["causes"], answer["values"]) == (["queries=qrels"], {"AP": theirs})
    assert main([*command, "AP", "0.987654"]) == 1
    assert main([*command, "AP"]) == 2
    other = tmp_path / "other.txt"
    other.write_text("x 0 y 1\n")
    assert main(["lookup", "--run", run, "--qrels", str(other), "AP", "0.5"]) == 3


def test_numbers_are_ordered_as_text() -> None:
    draw = Random(6)  # noqa: S311
    texts = [
        repr(draw.choice([draw.random(), draw.gauss(0, 9), draw.randint(-99, 99), 1e-9 * draw.random()])) for _ in range(400)
    ]
    keys = text_keys(pyarrow.chunked_array([texts[:150], texts[150:]]))
    assert keys is not None
    assert [texts[i] for i in keys.argsort(kind="stable")] == sorted(texts)
    assert text_keys(pyarrow.array(["1", "one"])) is None


def test_both_values_of_a_query_that_moves_are_derived_to_the_last_bit() -> None:
    run = {query: {"a": 2.0, "b": 1.0} for query in "qr"}
    qrels = {"q": {"a": 1, "b": 2}, "r": {"a": 1}}
    second = 1 / log2(3)
    linear, exponential = (1 + 2 * second) / (2 + second), (1 + 3 * second) / (3 + second)
    found = rv.lookup_run(run, qrels, "nDCG@2", f"{(exponential + 1) / 2:.9f}")
    match = next(each for each in found.matches if each.causes == ("gain=exponential",))
    ((query, here, there),) = match.moved
    assert (query, here, there) == ("q", pytest.approx(linear), pytest.approx(exponential))
    assert rv.evaluate_run(run, qrels, "nDCG@2").explain("q").value == here
    assert rv.evaluate_run(run, qrels, "nDCG@2", gain="exponential").explain("q").value == there
