"""The look-up: does it name what was done otherwise, and does it say so where nothing fits?"""

from __future__ import annotations

import random
import re
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rankviz import PROFILES, InputError, Item, Ranking, evaluate, lookup
from rankviz.core.conventions import Convention
from rankviz.core.typed_number import MOST_TYPED, agreement, read_typed
from rankviz.diagnose.separating_list import separating_list
from rankviz.diagnose.view.my_number import my_number_payload
from rankviz.diagnose.words.findings import match_words
from rankviz.diagnose.words.lookup_state import state_of_match
from rankviz.state.analysis import analyse
from rankviz.state.app_state import AppState
from rankviz.state.page_params import PageParams
from rankviz.texts import LANGUAGES, Texts

W = Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2])
# Exercise 8.9 of Manning, Raghavan and Schütze: twenty results, six of eight relevant.
M = Ranking.from_grades([int(rank in (1, 2, 9, 11, 15, 20)) for rank in range(1, 21)], missed=[1, 1])
BLOG = Ranking.from_grades([3, 2, 1, 0, 2], missed=[3, 3, 3])
FILMS = Ranking.from_grades([5, 3, 2, 1, 2], missed=[4, 0])
POWER = {"gain": "exponential"}
FOUND = Ranking.from_grades([1, 1, 0, 0, 1], missed=[1])
THREE = Ranking.from_grades([1, 0, 1, 1, 0])

# Measure, list, choices, printed number, keys of the departures that are the cause. Sources: the articles, threads of issues.
CAUSES: list[tuple[str, Ranking, dict[str, Any], str, set[str]]] = [
    ("AP", Ranking.from_grades([1, 0, 1, 0, 1]), {}, "0.76", set()),
    ("AP", Ranking.from_grades([1, 0, 1, 0, 1]), {}, "0.6533", {"ap_base=all_ranks"}),
    ("R@5", FOUND, {}, "0.6", {"metric=precision"}),
    ("DCG@5", BLOG, {}, "5.15", {"grade=4:1.0"}),
    ("IDCG@5", BLOG, {}, "8.47", {"all.2.round"}),
    ("nDCG@5", BLOG, {}, "0.608", {"grade=4:1.0"}),
    ("P@3", FOUND, {}, "0", {"p_times_rel"}),
    ("P@4", FOUND, {}, "0", {"p_times_rel"}),
    ("AP@5", FOUND, {"ap_base": "min_R_k"}, "2/4", {"metric=rprec"}),
    ("DCG@5", FILMS, POWER, "38.5", set()),
    ("IDCG@5", FILMS, POWER, "46.5", {"terms.1.round"}),
    ("nDCG@5", FILMS, POWER, "0.827", {"terms.1.round"}),
    ("nDCG@3", Ranking.from_grades([3, 2, 3, 0, 1]), {}, "1.0000", {"gain=binary"}),
    ("nDCG@5", THREE, {}, "0.927544", {"discount=off_by_one"}),
    ("nDCG@5", THREE, {}, "0.929664", {"discount=plus_outside"}),
    ("nDCG@6", W, {}, "0.769", {"discount=jk2"}),
    ("nDCG@6", W, {}, "0.762", {"discount=off_by_one"}),
    ("nDCG@6", W, {}, "0.961", {"ideal=retrieved"}),
    ("nDCG@6", W, {}, "0.756", {"ideal_cut=none"}),
    ("nDCG@6", W, {}, "1.133", {"mixed_logarithms"}),
    ("nDCG@6", W, {}, "0.733", {"discount=jk10"}),
    ("nDCG@6", W, {}, "0.751", {"gain=exponential"}),
    ("nDCG@6", W, {}, "0.789", {"gain=power"}),
    ("nDCG@6", W, {}, "0.870", {"gain=binary"}),
    ("nDCG@6", W, {}, "4.710", {"times_k"}),
    ("nDCG@6", W, {}, "78.5", {"percent"}),
    ("nDCG@3", Ranking.from_grades([1, 1, 0], missed=[3, 3]), {}, "1.000", {"ideal=retrieved"}),
    ("AP", M, {}, "0.416", set()),
    ("AP", M, {}, "0.555", {"ap_base=hits"}),
    ("AP@5", Ranking.from_grades([1] * 5, missed=[1] * 5), {}, "1.0", {"ap_base=min_R_k"}),
    ("P@10", Ranking.from_grades([1, 1, 1, 0]), {}, "0.75", {"precision_base=n"}),
    ("RR", Ranking.from_grades([1, 0]), {}, "0.5", {"metric=err"}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("measure", "ranking", "choices", "typed", "cause"), CAUSES, ids=[f"{c[0]}-{c[3]}" for c in CAUSES])
def test_the_cause_is_among_the_first_three_answers(
    measure: str, ranking: Ranking, choices: dict[str, Any], typed: str, cause: set[str]
) -> None:
    found = lookup(measure, ranking, typed, **choices)
    first = [{departure.key for departure in match.departures} for match in found.matches[:3]]
    assert cause in first


@pytest.mark.slow
@pytest.mark.parametrize(
    ("measure", "grades", "typed"), [("nDCG@5", [3, 2, 3, 0, 1], "0.9073"), ("nDCG@5", [0, 1, 3, 2, 3], "0.123")]
)
def test_where_nothing_fits_the_nearest_are_shown(measure: str, grades: list[float], typed: str) -> None:
    found = lookup(measure, grades, typed)
    assert not any(not match.weak for match in found.matches)
    assert found.matches or 1 <= len(found.nearest) <= 3


def test_a_number_that_takes_two_departures_is_called_weak() -> None:
    found = lookup("nDCG@5", [0, 1, 3, 2, 3], "0.6827")
    assert all(match.weak for match in found.matches)


def test_more_digits_leave_fewer_answers() -> None:
    few, many = lookup("nDCG@6", W, "0.96081"), lookup("nDCG@6", W, "0.96")
    assert few.sharing <= many.sharing
    assert few.by_chance < many.by_chance


# ---------------------------------------------------------------------------------------------------------------------------
# Who asks


# What exercises are marked with: measure, list, number, and the departure that a teacher names.
STUDENTS = [
    ("nDCG@6", W, "0.961", "ideal=retrieved"),
    ("nDCG@6", W, "0.870", "gain=binary"),
    ("AP", M, "0.555", "ap_base=hits"),
    ("R@5", FOUND, "0.6", "metric=precision"),
    ("R@5", FOUND, "1.00", "forgotten"),
    # Of so few digits what is exact comes first: 2/4 of the first four, before 4/7 = 0.571 of the whole list, cut to 0.5.
    ("P@5", Ranking.from_grades([1, 0, 1, 0, 1, 1, 0]), "0.5", "cutoff=4"),
    # Precision is 4/8; 2 · 4 / (8 + 6) = 0.571 would have been cut.
    ("F1", Ranking.from_grades([1, 1, 1, 1, 0, 0, 0, 0], missed=[1, 1]), "0.5", "metric=precision"),
]


@pytest.mark.parametrize(("measure", "ranking", "typed", "cause"), STUDENTS, ids=[case[3] for case in STUDENTS])
def test_a_student_sees_the_mistake_first(measure: str, ranking: Ranking, typed: str, cause: str) -> None:
    first = lookup(measure, ranking, typed, reader="student").matches[0]
    assert [departure.key for departure in first.departures] == [cause]


def test_a_grade_that_is_an_integer_is_no_other_number() -> None:
    grades = [2, 0, 1, 3]  # 2/4 of grade 2 and more, 3/4 of 1 and more
    typed = Ranking(tuple(Item(f"d{place}", grade) for place, grade in enumerate(grades, 1)))
    for number in ("0.5", "1/4", "0.123456"):
        found, expected = (lookup("P@4", each, number, reader="student") for each in (typed, Ranking.from_grades(grades)))
        assert [each.key for match in found.matches for each in (*match.departures, *match.synonyms)] == [
            each.key for match in expected.matches for each in (*match.departures, *match.synonyms)
        ]
    assert [each.key for each in lookup("P@4", typed, "0.5", reader="student").matches[0].departures] == ["threshold=2.0"]


def test_a_student_sees_libraries_as_a_remark_only() -> None:
    found = lookup("nDCG@6", W, "0.961", reader="student")
    assert not any(departure.kind == "profile" for match in found.matches for departure in match.departures)
    assert "Some libraries do this (" in repr(found)
    assert "scikit-learn" in repr(found)
    assert re.search("as in [^;]*scikit-learn", repr(lookup("nDCG@6", W, "0.961")))


def test_an_unknown_reader_is_an_error() -> None:
    with pytest.raises(InputError, match="engineer, student"):
        lookup("AP", [1, 0], "0.5", reader="teacher")


# ---------------------------------------------------------------------------------------------------------------------------
# What a random library computes


@pytest.mark.slow
def test_a_random_profile_is_always_among_the_candidates() -> None:
    draw = random.Random(5)  # noqa: S311, no secret depends on it
    for _ in range(150):
        grades = [draw.choice([0, 0, 1, 2, 3]) for _ in range(draw.randint(5, 10))]
        ranking = Ranking.from_grades(grades, missed=[draw.choice([1, 2, 3])] * draw.randint(0, 2))
        profile, measure = draw.choice(sorted(PROFILES)), draw.choice(["nDCG@5", "AP", "P@5", "RR"])
        try:
            value = evaluate(measure, ranking, profile=profile)
        except InputError:
            continue
        found = lookup(measure, ranking, f"{value:.4f}")
        same = [match for match in found.matches if abs(match.value - value) < 1e-9]
        assert same, (measure, profile, grades, value)


# ---------------------------------------------------------------------------------------------------------------------------
# What is typed


@pytest.mark.parametrize(
    ("text", "number", "places"),
    [
        ("0.961", Fraction(961, 1000), 3),
        (" .5 ", Fraction(1, 2), 1),
        ("0,50", Fraction(1, 2), 2),
        ("75 %", Fraction(3, 4), 2),
        ("75.5%", Fraction(755, 1000), 3),
        ("2/3", Fraction(2, 3), None),
        ("−1", Fraction(-1), 0),
        ("１.７", Fraction(17, 10), 1),
        ("= 0.7600", Fraction(76, 100), 4),
        ("9.61e-01", Fraction(961, 1000), 3),
        ("1E2", Fraction(100), 0),
        ("np.float64(0.961)", Fraction(961, 1000), 3),
        ("tensor(0.9610, dtype=torch.float64)", Fraction(961, 1000), 4),
    ],
)
def test_a_typed_number_is_understood(text: str, number: Fraction, places: int | None) -> None:
    found = read_typed(text)
    assert (found.number, found.places) == (number, places)


@pytest.mark.parametrize("text", ["letters", "1/0", "1.2.3", "0x10", "1e", "e5", "%", "f(g(1))", "tensor([1])", "--1"])
def test_a_text_that_is_not_a_number_is_refused(text: str) -> None:
    with pytest.raises(InputError) as caught:
        read_typed(text)
    assert caught.value.key == "typed_no_number"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("9" * 60, "typed_too_long"),
        ("0." + "1" * 5000, "typed_too_long"),
        ("8" * 40 + "/3", "typed_too_long"),
        ("1e555", "typed_too_large"),
        ("2E+104 %", "typed_too_large"),
        ("1e-555", "typed_too_small"),
    ],
)
def test_a_number_that_is_too_large_is_refused(text: str, key: str) -> None:
    with pytest.raises(InputError) as caught:
        read_typed(text)
    assert caught.value.key == key


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(0, 40))
@example(1e-30, 30)
@example(1.7e308, 20)
def test_any_number_that_can_be_typed_can_be_compared(number: float, places: int) -> None:
    typed = f"{abs(number):.{places}f}"
    if len(typed) <= MOST_TYPED:
        assert agreement(abs(number), read_typed(typed)) in ("exact", "rounded", "cut", "")
        assert not agreement(abs(number) + 3 * max(1.0, abs(number)), read_typed(typed))


def test_a_number_agrees_with_what_it_rounds_or_is_cut_to_and_with_nothing_else() -> None:
    draws = random.Random(7)  # noqa: S311
    for _ in range(3000):
        places = draws.randrange(1, 6)
        value = Decimal(draws.randrange(10**9)).scaleb(-draws.choice((8, 9)))
        unit = Decimal(1).scaleb(-places)
        typed = value.quantize(unit, ROUND_DOWN) + draws.randrange(-2, 4) * unit
        if typed > 0:
            ways = [
                (value, "exact"),
                (value.quantize(unit, ROUND_HALF_UP), "rounded"),
                (value.quantize(unit, ROUND_DOWN), "cut"),
            ]
            expected = next((way for one, way in ways if one == typed), "")
            assert agreement(float(value), read_typed(str(typed))) == expected, (value, typed)


@given(st.text(max_size=80))
def test_any_text_is_a_number_or_an_error(text: str) -> None:
    try:
        read_typed(text)
    except InputError as error:
        assert error.key.startswith("typed_")


# ---------------------------------------------------------------------------------------------------------------------------
# The page


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("measure", "ranking", "choices", "typed", "cause"), CAUSES[::3], ids=[c[3] for c in CAUSES[::3]])
def test_every_answer_has_words_and_a_state(
    measure: str, ranking: Ranking, choices: dict[str, Any], typed: str, cause: set[str], language: str
) -> None:
    texts = Texts(language)
    found = lookup(measure, ranking, typed, **choices)
    for match in (*found.matches, *found.nearest):
        assert match_words(match, texts) or not match.departures
        state = state_of_match(AppState((ranking,)), match)
        plain = not any(d.roundings or d.factor != 1 or d.formula_mistake for d in match.departures)
        if plain and match.departures:
            again = evaluate(state.metric, state.lists[0], **state.convention.differences())
            assert again == pytest.approx(match.value, rel=1e-12)


def page(typed: str, **place: Any) -> Any:
    """What the page says of a number."""
    return my_number_payload(analyse(AppState()), PageParams(my_number=typed, **place), Texts("en"))


def test_the_page_shows_the_term_that_differs_and_a_list_that_separates() -> None:
    data = page("0.733")
    # Without a discount DCG is 11 and IDCG 15; what is added at rank 2 is 2/1 in the place of 2/1.585.
    assert (
        data["card"]["derivations"]["first_difference"]
        == "First term that differs: DCG@6, rank 2: 2/1.585 here, 2/1 in your tool"
    )
    assert {each["name"]: (each["page"], each["other"]) for each in data["card"]["changes"]}["IDCG@6"] == ("8.740", "15.000")
    assert any("0.7333" in text for text in data["separation"])


@pytest.mark.parametrize(("typed", "library"), [("0.961", "scikit-learn"), ("0.751", "gdeval.pl")])
def test_a_choice_and_the_libraries_that_make_just_it_are_one_explanation(typed: str, library: str) -> None:
    data = page(typed)
    assert data["card"]["head"].startswith("Most likely ")
    assert library in data["card"]["head"].partition("as in ")[2]
    assert data["others"] == []


def test_another_explanation_can_be_shown() -> None:
    first, second = page("0.762"), page("0.762", answer=1)
    assert second["card"]["head"].startswith("Perhaps ")
    assert first["others"][0]["params"] == {"answer": "2"}
    assert second["others"][0]["params"] == {"answer": "1"}
    assert first["others"][0]["text"] in second["card"]["head"]
    assert page("0.762", answer=700)["card"] == first["card"]


def test_the_separating_list_gives_the_answers_different_numbers() -> None:
    found = lookup("nDCG@6", W, "0.762")
    better = separating_list(found.matches[:2], W)
    assert better is not None
    ranking, numbers = better
    assert f"{numbers[0]:.3f}" != f"{numbers[1]:.3f}"
    assert [match.departures[0].key for match in found.matches[:2]] == ["discount=off_by_one", "discount=plus_outside"]
    one, two = (evaluate("nDCG", ranking, **match.convention.differences()) for match in found.matches[:2])
    assert (one, two) == pytest.approx(numbers)


@pytest.mark.slow
@pytest.mark.parametrize("typed", ["letters", "", "1.7", "-1", "75 %", "2/3", "0.7", "1" * 300])
def test_the_page_answers_whatever_is_typed(typed: str) -> None:
    data = page(typed)
    assert bool(data["error"]) == (typed == "letters" or len(typed) > MOST_TYPED)
    assert bool(data["card"] or data["intro"]) == bool(typed and not data["error"])


@pytest.mark.parametrize(
    ("typed", "said"), [("-1", "nDCG is never below 0. So -1"), ("13.7", "nDCG is at most 1 here. So 13.7")]
)
def test_an_impossible_number_gets_only_advice_on_what_to_do_next(typed: str, said: str) -> None:
    data = page(typed)
    assert [each[: len(said)] for each in data["intro"]] == [said]
    assert (data["card"], data["others"], data["notes"]) == (None, [], [Texts("en")("diagnose.none_next")])


def test_too_few_digits_are_reported_first() -> None:
    data = page("0.7")
    assert re.match(r"0\.7 is too coarse: \d\d different results match it", data["intro"][0])
    assert not data["card"]["head"].startswith("Most likely")


def test_several_lists_are_looked_up_by_their_mean() -> None:
    lists = [Ranking.from_grades([1, 0]), Ranking.from_grades([0, 0, 1]), Ranking.from_grades([0, 0])]
    found = lookup("MRR", lists, "0.667")
    assert "empty=skip" in {departure.key for match in found.matches for departure in match.departures}
    assert Convention().empty is None
