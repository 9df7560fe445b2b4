"""Are the likenesses of two lists what they are by definition, and is what is shown what was computed?"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import kendalltau, rankdata, spearmanr

import rankviz as rv
from rankviz.compare.similarity import SIMILARITIES, Similarity
from rankviz.compare.similarity.compute import ComputedSimilarity, as_order, compute_similarity, run_similarity
from rankviz.compare.similarity.ranking_pair import pair_up
from rankviz.compare.words.similarity import similarity_text
from rankviz.core.conventions import TEXTBOOK, Convention
from rankviz.display.glossary.term_entries import term_keys, term_of
from rankviz.texts import LANGUAGES, Texts
from tests.core.test_truth import agrees, check, wrong_templates
from tests.helpers.long import rounds

EVERY = pytest.mark.parametrize("likeness", SIMILARITIES.values(), ids=list(SIMILARITIES))
IDS = [f"d{i}" for i in range(1, 10)]
BELOW = Convention(alike_missing="tied_below")

orders = st.permutations(IDS).flatmap(lambda ids: st.integers(0, len(IDS)).map(lambda size: list(ids)[:size]))
scores = st.lists(st.sampled_from([3.0, 2.0, 1.0, 0.5]), min_size=len(IDS), max_size=len(IDS))


def ranking_of(ids: Sequence[str], points: Sequence[float | None] = ()) -> rv.Ranking:
    """A list of ids, tied where they have equal scores."""
    return rv.Ranking(tuple(map(rv.Item, ids, [None] * len(ids), points or [None] * len(ids))))


@st.composite
def lists(draw: st.DrawFn) -> rv.Ranking:
    """Some documents in any order, sometimes with ties."""
    ids = draw(orders)
    return ranking_of(ids, draw(st.just([]) | scores))


def tied_ranking(*groups: str) -> rv.Ranking:
    """Groups of tied documents from the top down, as "a bc d"."""
    placed = [(doc, -float(place)) for place, group in enumerate(groups) for doc in group]
    return ranking_of([doc for doc, _ in placed], [score for _, score in placed])


# ---------------------------------------------------------------------------------------------------------------------------
# Second opinions


def similarity_of_scores(key: str, x: Iterable[float], y: Iterable[float]) -> float:
    """A likeness of documents with scores in two lists, the higher the better."""
    x, y = list(x), list(y)
    ids = [f"d{i}" for i in range(len(x))]
    return compute_similarity(SIMILARITIES[key], ranking_of(ids, x), ranking_of(ids, y), TEXTBOOK).value


@settings(max_examples=rounds(60))
@given(scores, scores)
def test_kendall_and_spearman_are_those_of_scipy(x: list[float], y: list[float]) -> None:
    if len(set(x)) > 1 and len(set(y)) > 1:  # else it warns, and has no value
        assert similarity_of_scores("tau_b", x, y) == pytest.approx(kendalltau(x, y).statistic, abs=1e-14)
        assert similarity_of_scores("rho", x, y) == pytest.approx(spearmanr(x, y).statistic, abs=1e-14)


# The vectors of the R package ircor 1.0 and what its own tests expect of them, to four digits:
# Kendall's tau, the AP correlation of y read against x, and the mean of both ways; the last two with ties.
IRCOR = [
    (
        [0.897, 0.372, 0.908, 0.898, 0.661, 0.062, 0.177, 0.384, 0.498, 0.992],
        [0.82, 0.406, 0.817, 0.953, 0.673, 0.073, 0.364, 0.547, 0.589, 0.988],
        [0.9, 0.4, 0.9, 0.9, 0.7, 0.1, 0.2, 0.4, 0.5, 1],
        [0.8, 0.4, 0.8, 1, 0.7, 0.1, 0.4, 0.5, 0.6, 1],
        (0.9111, 0.8519, 0.8333, 0.9398, 0.7321),
    ),
    (
        [0.266, 0.573, 0.202, 0.945, 0.629, 0.206, 0.687, 0.77, 0.718, 0.38],
        [0.263, 0.843, 0.728, 0.928, 0.08, 0.114, 0.467, 0.641, 0.973, 0.644],
        [0.3, 0.6, 0.2, 0.9, 0.6, 0.2, 0.7, 0.8, 0.7, 0.4],
        [0.3, 0.8, 0.7, 0.9, 0.1, 0.1, 0.5, 0.6, 1, 0.6],
        (0.2889, 0.2504, 0.2880, 0.3765, 0.297),
    ),
    (
        [0.185, 0.573, 0.944, 0.129, 0.468, 0.553, 0.761, 0.405, 0.976, 0.445],
        [0.845, 0.272, 0.275, 0.924, 0.605, 0.334, 0.162, 0.872, 0.018, 0.25],
        [0.2, 0.6, 0.9, 0.1, 0.5, 0.6, 0.8, 0.4, 1, 0.4],
        [0.8, 0.3, 0.3, 0.9, 0.6, 0.3, 0.2, 0.9, 0, 0.2],
        (-0.6889, -0.6971, -0.668, -0.6510, -0.7047),
    ),
]


@pytest.mark.parametrize(("x", "y", "x_tied", "y_tied", "expected"), IRCOR)
def test_the_published_vectors_have_the_published_values(
    x: list[float], y: list[float], x_tied: list[float], y_tied: list[float], expected: tuple[float, ...]
) -> None:
    def both_ways(one: list[float], two: list[float]) -> float:
        return (similarity_of_scores("tau_ap", one, two) + similarity_of_scores("tau_ap", two, one)) / 2

    found = (
        similarity_of_scores("tau_b", x, y),
        similarity_of_scores("tau_ap", y, x),
        both_ways(x, y),
        similarity_of_scores("tau_b", x_tied, y_tied),
        both_ways(x_tied, y_tied),
    )
    assert found == pytest.approx(expected, abs=5e-5)


# Lists, p, and the RBO^b that the authors of the rule publish with their own program.
CORSI_AND_URBANO = [
    ("(i3 i6) (i2 i7) i10", "(i3 i6 i7 i10) (i1 i2)", 0.965413635276732, 0.956844651806714),
    ("i2 i10 (i1 i4 i5 i6)", "(i2 i4 i6) i10 i7 i1 i5 i12", 0.975209133774857, 0.917668318216977),
    ("(i3 i6 i10 i14 i15)", "i6 (i3 i7 i10 i14) i8 i15 (i1 i2 i4)", 0.926466853612826, 0.828615638235269),
    ("i3 i10 (i2 i4 i5)", "(i3 i5 i7 i10) (i2 i4 i6 i11)", 0.968045007945821, 0.873201713979253),
    ("(i4 i7 i15) (i2 i11) i8 i18", "i4 i8 i17 i11 (i2 i3 i5 i7 i9 i13 i14)", 0.955836875418683, 0.632087129618464),
]


@pytest.mark.parametrize(("first", "second", "p", "expected"), CORSI_AND_URBANO)
def test_overlap_with_ties_is_that_of_those_who_defined_it(first: str, second: str, p: float, expected: float) -> None:
    def read(text: str) -> rv.Ranking:
        groups = [part.strip("()").split() for part in re.findall(r"\([^)]*\)|\w+", text)]
        return ranking_of(
            [doc for group in groups for doc in group], [-float(i) for i, group in enumerate(groups) for _ in group]
        )

    assert rv.alike("RBO", read(first), read(second), rbo_p=p).value == pytest.approx(expected, abs=1e-12)
    assert rv.alike("RBO", read(second), read(first), rbo_p=p).value == pytest.approx(expected, abs=1e-12)


def literal_rbo(first: list[str], second: list[str], p: float) -> float:
    """The sum over thousands of depths, with the agreement that is taken to go on; no ties."""
    short, long = sorted((first, second), key=len)
    s, size = len(short), len(long)

    def agreement(depth: int) -> float:
        seen = min(depth, size)
        overlap = len({*short[:seen]} & {*long[:seen]})
        if seen > s:  # of what the short list would show next, as large a part is there as before
            overlap += (seen - s) * len({*short} & {*long[:s]}) / s
        return overlap / seen

    return (1 - p) * math.fsum(p ** (depth - 1) * agreement(depth) for depth in range(1, 4001))


@settings(max_examples=rounds(30))
@given(orders, orders, st.sampled_from([0.5, 0.9, 0.98]))
def test_overlap_is_the_literal_sum(first: list[str], second: list[str], p: float) -> None:
    if first and second:
        assert rv.alike(f"RBO(p={p})", first, second).value == pytest.approx(literal_rbo(first, second, p), abs=1e-13)


@settings(max_examples=rounds(30))
@given(st.permutations(IDS), st.permutations(IDS))
def test_ap_correlation_is_the_literal_sum(first: list[str], second: list[str]) -> None:
    shares = [
        sum(second.index(above) < second.index(doc) for above in first[:place]) / place
        for place, doc in enumerate(first)
        if place
    ]
    assert rv.alike("tau_AP", first, second).value == pytest.approx(2 * sum(shares) / len(shares) - 1, abs=1e-14)


@settings(max_examples=rounds(30))
@given(orders, orders)
def test_documents_tied_below_are_pairs_by_the_rules_of_ties(first: list[str], second: list[str]) -> None:
    everything = list(dict.fromkeys([*first, *second]))
    x, y = ([ids.index(doc) if doc in ids else len(ids) for doc in everything] for ids in (first, second))
    if len(set(x)) > 1 and len(set(y)) > 1:
        found = compute_similarity(SIMILARITIES["tau_b"], ranking_of(first), ranking_of(second), BELOW).value
        pairs = list(combinations(zip(x, y, strict=True), 2))
        signs = [(np.sign(a[0] - b[0]), np.sign(a[1] - b[1])) for a, b in pairs]
        base = math.sqrt(sum(one != 0 for one, _ in signs) * sum(two != 0 for _, two in signs))
        assert found == pytest.approx(sum(float(one * two) for one, two in signs) / base, abs=1e-14)
        ranks = spearmanr(rankdata(x), rankdata(y)).statistic
        assert compute_similarity(SIMILARITIES["rho"], ranking_of(first), ranking_of(second), BELOW).value == pytest.approx(
            ranks, abs=1e-14
        )


# ---------------------------------------------------------------------------------------------------------------------------
# Laws


@EVERY
@settings(max_examples=rounds(30))
@given(lists())
def test_a_list_is_wholly_like_itself(likeness: Similarity, ranking: rv.Ranking) -> None:
    found = compute_similarity(likeness, ranking, ranking, TEXTBOOK)
    assert found.reason or found.value == pytest.approx(1, abs=1e-14)


@EVERY
def test_a_reversed_list_and_other_documents_are_as_little_alike_as_can_be(likeness: Similarity) -> None:
    other = IDS[::-1] if likeness.low else [doc.upper() for doc in IDS]
    assert rv.alike(likeness.name, IDS, other).value == likeness.low


@pytest.mark.slow
@EVERY
@settings(max_examples=rounds(30))
@given(data=st.data())
def test_only_what_is_called_symmetric_stays_when_the_lists_change_places(likeness: Similarity, data: st.DataObject) -> None:
    first, second = data.draw(lists()), data.draw(lists())
    there, back = (compute_similarity(likeness, *pair, TEXTBOOK) for pair in ((first, second), (second, first)))
    assert bool(there.reason) == bool(back.reason)
    if likeness.is_symmetric and not there.reason:
        assert there.value == pytest.approx(back.value, abs=1e-14)


def test_the_one_that_is_not_symmetric_is_another_number_the_other_way_round() -> None:
    one, other = ["a", "b", "c"], ["b", "c", "a"]
    found = {
        each.key
        for each in SIMILARITIES.values()
        if rv.alike(each.key, one, other).value != rv.alike(each.key, other, one).value
    }
    assert found == {each.key for each in SIMILARITIES.values() if not each.is_symmetric}
    there, back = rv.alike("tau_AP", one, other), rv.alike("tau_AP", other, one)
    assert (there.other_way, back.other_way) == (back.value, there.value) == (0.0, -0.5)
    assert "with the lists exchanged it is 0.000." in str(there)
    assert rv.alike("RBO", one, other).other_way is None


@pytest.mark.slow
@EVERY
@settings(max_examples=rounds(30))
@given(data=st.data())
def test_a_batch_gives_what_each_pair_gives_alone(likeness: Similarity, data: st.DataObject) -> None:
    ids = IDS[: data.draw(st.integers(2, 9))]
    points = st.lists(st.sampled_from([3.0, 2.0, 1.0]), min_size=len(ids), max_size=len(ids))
    pairs = [[ranking_of(ids, data.draw(st.just([]) | points)) for _ in range(2)] for _ in range(3)]
    convention = likeness.narrow(TEXTBOOK)
    firsts, seconds = zip(*pairs, strict=True)
    together = run_similarity(likeness, pair_up(firsts, seconds, convention), convention).value
    alone = [compute_similarity(likeness, *pair, TEXTBOOK).value for pair in pairs]
    np.testing.assert_allclose(together, alone, atol=1e-14)


# ---------------------------------------------------------------------------------------------------------------------------
# What is shown


@pytest.mark.slow
@EVERY
@settings(max_examples=rounds(30))
@given(data=st.data())
def test_every_formula_gives_its_number_and_has_words(likeness: Similarity, data: st.DataObject) -> None:
    convention = data.draw(st.sampled_from([TEXTBOOK, BELOW]))
    found = compute_similarity(likeness, data.draw(lists()), data.draw(lists()), convention)
    check(found.trace)
    assert {term_of(step.key) for step in found.trace.steps} <= {*term_keys()}
    for language in LANGUAGES:
        assert similarity_text(found, Texts(language)).startswith(found.measure)


@EVERY
def test_a_wrong_formula_is_found(likeness: Similarity) -> None:
    pairs = [
        (tied_ranking("ab", "c", "d", "e"), tied_ranking("c", "ae", "b", "d")),
        (ranking_of("abcdef"), ranking_of("bafcx")),
        (ranking_of("abdc"), ranking_of("bacd")),
        (tied_ranking("ab", "cxy", "d", "e"), tied_ranking("c", "ab", "e")),
        (tied_ranking("abc", "d", "ef"), tied_ranking("de", "a", "bcf")),
        (tied_ranking("a", "b", "cde"), ranking_of("ab")),
        (ranking_of("ab"), tied_ranking("a", "b", "cde")),
        (tied_ranking("abc", "de"), tied_ranking("e", "d", "ca", "b")),
        (ranking_of("abcd"), ranking_of("dabc")),
    ]
    suspects: dict[tuple[str, str, str], bool] = {}
    for pair in pairs:
        trace = compute_similarity(likeness, *pair, TEXTBOOK).trace
        for step in trace.steps:
            for wrong in wrong_templates(trace, step):
                name = (step.key, step.template, wrong)
                suspects[name] = suspects.get(name, False) or not agrees(trace, step, wrong)
    assert suspects
    assert [name for name, found in suspects.items() if not found] == []


def test_what_is_compared_and_why_there_is_no_value_is_said() -> None:
    found = str(rv.alike("tau_b", ["a", "b", "c"], ["c", "x", "a"]))
    assert "2 documents that both lists have are compared." in found
    assert "Only in the first list: 1; only in the second: 1." in found
    assert found.endswith("τ = (C-E)/P = (0-1)/1 = −1.000")
    undefined = str(rv.alike("tau_b", ["a"], ["a"]))
    assert undefined.startswith("tau_b undefined: fewer than two documents are compared")
    assert "<math" in rv.alike("RBO", ["a", "b"], ["b"])._repr_html_()


@pytest.mark.parametrize(
    ("key", "first", "second", "reason"),
    [
        ("tau_b", ranking_of("ab"), ranking_of("bc"), "few"),
        ("rho", ranking_of(""), ranking_of(""), "few"),
        ("tau_ap", tied_ranking("abc"), ranking_of("abc"), "tied_first"),
        ("tau_ap", ranking_of("abc"), tied_ranking("abc"), "tied_second"),
        ("tau_b", ranking_of("abc"), tied_ranking("abc"), "tied_second"),
        ("rho", tied_ranking("abc"), ranking_of("abc"), "tied_first"),
        ("rbo", ranking_of(""), ranking_of("ab"), "empty"),
        ("rbo", tied_ranking("ab"), ranking_of("cd"), ""),
        ("tau_b", ranking_of("ab"), ranking_of("ba"), ""),
    ],
)
def test_a_likeness_is_undefined_for_a_reason(key: str, first: rv.Ranking, second: rv.Ranking, reason: str) -> None:
    found = compute_similarity(SIMILARITIES[key], first, second, TEXTBOOK)
    assert (found.reason, math.isnan(found.value)) == (reason, bool(reason))


# ---------------------------------------------------------------------------------------------------------------------------
# What is accepted


def test_a_list_may_be_ids_or_a_ranking_and_a_measure_may_be_written_in_several_ways() -> None:
    pair = ["a", "b", "c"], ["b", "a", "c"]
    of_rankings = rv.alike("kendall", *(as_order(each, "first") for each in pair))
    assert of_rankings.value == rv.alike("Tau_B", *pair).value == rv.alike("TAU", *pair).value == pytest.approx(1 / 3)
    assert rv.alike("rbo(p=0.5)", *pair).measure == rv.alike("RBO", *pair, rbo_p=0.5).measure == "RBO(p=0.5)"
    assert rv.alike("rbo(p=0.5)", *pair, rbo_p=0.9).convention.rbo_p == 0.5


def test_copies_are_left_out_before_anything_is_compared() -> None:
    assert rv.alike("tau_b", ["a", "b", "a"], ["a", "b"]).value == 1
    assert rv.alike("tau_b", ["a", "b", "a"], ["b", "a"], duplicates="last_wins").value == 1
    with pytest.raises(rv.InputError) as raised:
        rv.alike("tau_b", ["a", "b", "a"], ["a", "b"], duplicates="error")
    assert raised.value.key == "duplicate_entry"


@pytest.mark.parametrize(
    ("measure", "first", "choices", "key"),
    [
        ("taub", ["a"], {}, "unknown_likeness"),
        ("RBO@3", ["a"], {}, "bad_likeness"),
        ("RBO(q=0.5)", ["a"], {}, "bad_likeness"),
        ("tau_b(p=0.5)", ["a"], {}, "bad_likeness"),
        ("RBO(p=1)", ["a"], {}, "bad_number"),
        (None, ["a"], {}, "bad_likeness"),
        ("tau_b", "abc", {}, "not_a_list"),
        ("tau_b", [["a"]], {}, "bad_id"),
        ("tau_b", ["a"], {"alike_missing": "all"}, "unknown_option"),
        ("tau_b", ["a"], {"duplicates": "count_all"}, "option_without_meaning"),
        ("tau_b", ["a"], {"likeness": 1}, "unknown_choice"),
    ],
)
def test_what_cannot_be_used_is_told(measure: str, first: list[str], choices: dict[str, object], key: str) -> None:
    with pytest.raises(rv.InputError) as raised:
        rv.alike(measure, first, ["a", "b"], **choices)
    assert raised.value.key == key


def test_the_keys_and_names_that_links_and_programs_carry_stay() -> None:
    names = {"tau_b": "tau_b", "tau_ap": "tau_AP", "rho": "rho", "rbo": "RBO"}
    assert {key: SIMILARITIES[key].name for key in names} == names


def test_a_result_is_made_of_what_was_compared() -> None:
    found = rv.alike("tau_b", ["a", "b", "x"], ["y", "b", "a"])
    assert isinstance(found, ComputedSimilarity)
    assert [[item.doc_id for item in each.items] for each in found.rankings] == [["a", "b"], ["b", "a"]]
    assert all(one.key != two.key for one, two in pairwise(found.trace.steps))
