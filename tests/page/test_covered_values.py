"""Is a link for a class read as it was written, and is what it covers nowhere in what the browser is given?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from rankviz import Convention, Item, Ranking
from rankviz.compare.comparison import analyse_both
from rankviz.core.metrics import METRICS
from rankviz.core.trace import Trace
from rankviz.display.charts.values import SCREEN
from rankviz.display.number_format import in_unit
from rankviz.examples import examples
from rankviz.explore.words.guess import guess_words
from rankviz.page.answers.messages import ViewState, view_state
from rankviz.page.answers.request_handler import build_response, respond_to_bytes
from rankviz.state.analysis import analyse, value_of
from rankviz.state.app_state import DEFAULT, AppState
from rankviz.state.handout import PARTS, Handout, decode, encode
from rankviz.state.permalink import decode as decode_state
from rankviz.state.permalink import from_text, to_text
from rankviz.state.second_order import SecondOrder
from rankviz.state.second_order_edits import with_second_order
from rankviz.texts import Texts
from tests.page.test_request_handler import GRADED, asked, read

NUMBER = re.compile(r"(?<![\w.])[-−]?\d+(?:\.\d+)?(?:e-?\d+)?")
SPLITS = st.lists(st.sampled_from(("shown", "covered", "hidden")), min_size=len(PARTS), max_size=len(PARTS))


@st.composite
def handouts(draw: st.DrawFn) -> Handout:
    how = draw(SPLITS)
    parts = {kind: tuple(part for part, each in zip(PARTS, how, strict=True) if each == kind) for kind in how}
    language = draw(st.sampled_from(("", "en", "zh")))
    return Handout(parts.get("covered", ()), parts.get("hidden", ()), draw(st.booleans()), language, draw(st.booleans()))


@given(handouts())
def test_a_handout_is_read_back_and_is_no_part_of_the_state(handout: Handout) -> None:
    assert decode(encode(handout)) == (handout, ())
    assert decode_state(encode(handout)) == decode_state({})


@given(st.dictionaries(st.sampled_from(("cover", "hide", "lock", "lang", "view", "x")), st.text(max_size=30)))
def test_any_address_is_a_handout(parameters: dict[str, str]) -> None:
    handout, _ = decode(parameters)
    assert decode(encode(handout)) == (handout, ())


def test_the_words_of_a_link_are_those_that_were_agreed_and_unknown_ones_are_named() -> None:
    link = {"cover": "score.formula.sum", "hide": "charts.formula", "lock": "list", "lang": "zh", "view": "projector"}
    handout, (said,) = decode(link)
    assert handout == Handout(("score",), ("formula", "charts"), True, "zh", True)
    assert said.where["parts"] == "cover=sum"


def lists(metric: str, random: Random) -> Iterator[AppState]:
    for numbers in ("decimals", "fractions"):
        for _ in range(4):
            scored = random.random() < 0.3
            grades = [random.choice([0, 0, 1, 2, 3, None]) for _ in range(random.randint(13, 19))]
            items = tuple(Item(f"d{i}", grade, 100 + random.random() if scored else None) for i, grade in enumerate(grades))
            ranking = Ranking(items, (Item("m", 2), Item("n", 1)))
            yield AppState(
                (ranking, Ranking.from_grades([1, 0, 2])), metric, Convention(cutoff=random.choice([None, 13])), numbers
            )


def is_a_term(value: float, state: AppState) -> bool:
    """A sum of one term is that term: it stands in the formula for all to see."""
    trace = analyse(state).trace(state.metric)
    gathered = None if trace is None else trace.summed_step()
    return gathered is not None and bool(np.isclose(gathered.value[0], value).any())


def is_common(value: float) -> bool:
    """Whether it may stand there for other reasons, as 1/2 may."""
    return value == round(value, 2) or abs(value - Fraction(value).limit_denominator(19)) < 6e-4


HEAD = 0.5 - SCREEN.head / 2 / SCREEN.row  # where the heads of the columns stand


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_covered_value_is_nowhere_in_what_is_sent(language: str) -> None:
    looked_at = set()
    for metric in METRICS:
        for at, state in enumerate(lists(metric, Random(f"{metric} {language}"))):  # noqa: S311
            value = value_of(analyse(state).main)
            if value is None or value == HEAD or is_common(value):
                continue
            for view in islice(views(language), at % 2, None, 2):
                if "formula" in view.withheld_parts or not is_a_term(value, state):
                    looked_at.add(metric)
                    is_untold(value, state, view)
    assert len(looked_at) > 15  # the others count, or have few values


@pytest.mark.slow
def test_the_digits_of_a_covered_value_are_nowhere_unless_another_number_has_them_too() -> None:
    looked_at: Counter[str] = Counter()
    whole = set()
    for metric in METRICS:
        draw = Random(metric)  # noqa: S311
        for state in (state for _ in range(6) for state in lists(metric, draw)):
            analysis = analyse(state)
            value, main = value_of(analysis.main), analysis.trace(metric)
            if value is None or main is None or value == round(value):
                whole |= {metric} if value is not None else set()
                continue
            printed = in_unit(main.unit, value, state.numbers == "fractions")
            if looked_at[metric] == 3 or printed in others_printed(main, state.numbers == "fractions"):
                continue
            looked_at[metric] += 1
            _, parts = build_response(
                state, to_text(state), view_state("en", covered=("score",), shows_all_measures=True, open_slot="gain")
            )
            own = re.compile(rf"(?<![\w.]){re.escape(printed)}(?![\w./])")
            # What a rank is worth knows no grade, and a cover says how a number may be typed.
            asked_in = [name for name in parts if name != "charts" and not name.startswith("cover_")]
            assert [name for name in asked_in if own.search(parts[name].decode())] == [], state
    assert METRICS.keys() - looked_at <= whole  # the others count


def others_printed(trace: Trace, as_fractions: bool) -> set[str]:
    """How the numbers are printed that the value is computed from, but those of which one is the value."""
    running, told = trace.running_total(), {trace.steps[-1].key}
    if running is not None and running.kind == "max":
        told |= {running.step.key, "precision_at"}  # interpolated precision is one of those
    steps = [step for step in trace.steps if step.key not in told]
    forms = {False, as_fractions}  # charts have decimals in any case
    return {in_unit(step.unit, float(each), form) for step in steps for each in np.ravel(step.value[0]) for form in forms}


@pytest.mark.parametrize("metric", ["rr", "iprec", "success", "coverage_error"])
def test_where_the_value_is_one_of_its_terms_these_are_covered_with_it(metric: str) -> None:
    state = f"v=1&m={metric}&k=7&g=0013012&missed=32"
    shown, covered = (read(respond_to_bytes(asked(state=state, covered=gone)))[1] for gone in ([], ["score"]))
    for parts, unknown in ((shown, False), (covered, True)):
        terms = [term["math"] for term in parts["derivation"]["lines"][-1]["terms"]]
        assert all(("?" in term or "&#x0003F;" in term) == unknown for term in terms)
        figure = parts["rank_chart"]["figures"][0]["spec"]["data"]
        column = next(trace["text"] for trace in figure if isinstance(trace.get("meta"), dict) and trace["meta"].get("cells"))
        assert (column[-1].strip() == "?") == unknown
        assert any(trace["type"] == "bar" and any(trace["x"]) and trace["name"] != "hit" for trace in figure) != unknown


def test_where_the_formula_is_covered_its_sums_are_in_no_other_part() -> None:
    """DCG 6.861 and IDCG 8.740 are worked out by hand in the README's first example."""
    state = "v=1&m=ndcg&k=6&g=323012&missed=32"
    shown, covered = (str(read(respond_to_bytes(asked(state=state, covered=gone)))[1]) for gone in ([], ["formula"]))
    for total in ("6.861", "8.740"):
        assert total in shown
        assert total not in covered
    rows = {
        row["key"]: row["value"] for row in read(respond_to_bytes(asked(state=state, covered=["formula"])))[1]["scores"]["rows"]
    }
    assert (rows["dcg"], rows["idcg"], rows["ndcg"]) == ("?", "?", "0.785")
    for metric, key in (("ap", "hits"), ("rr", "hits"), ("rbp", "sum"), ("ndcg", "dcg")):
        parts = read(respond_to_bytes(asked(state=f"v=1&m={metric}&k=6&g=323012", covered=["formula"])))[1]
        assert key not in {figure["key"] for figure in parts["charts"]["figures"]}
    for metric in ("precision", "recall", "accuracy"):
        quotients = read(respond_to_bytes(asked(state=f"v=1&m={metric}&k=6&g=323012", covered=["formula"])))[1]["charts"][
            "table"
        ]["rates"]
        assert metric not in {row["term"] for row in quotients["rows"]}


def views(language: str) -> Iterator[ViewState]:
    yield view_state(language, covered=("score",), shows_all_measures=True, open_slot="gain")
    yield view_state(language, hidden=("score", "choices"), shows_all_measures=True, open_slot="")
    yield view_state(language, covered=("score", "formula"), shows_tables=True)
    yield view_state(language, guess="no number", hidden=("formula",))
    yield view_state(language, page="diagnose", covered=("score",))
    yield view_state(language, covered=("score", "formula"), open_slot="metric", term="ndcg")


def is_untold(value: float, state: AppState, view: ViewState) -> None:
    _, parts = build_response(state, to_text(state), view)
    for name, data in parts.items():
        assert repr(value) not in data.decode()
        sent = [float(each.replace("−", "-")) for each in NUMBER.findall(data.decode())]
        # Among the numbers of a figure are places on the screen, and what a rank is worth whatever is there.
        assert name in ("rank_chart", "charts") or not [each for each in sent if abs(each - value) < 5.1e-4], (
            name,
            value,
            view,
        )


SENT: list[tuple[dict[str, Any], set[str]]] = [
    ({"covered": ["score"]}, {"scores"}),
    ({"hidden": ["formula", "charts"]}, {"derivation", "charts"}),
    ({"covered": ["choices"]}, {"choices"}),
]


def test_what_is_covered_is_left_out_with_what_would_tell_it() -> None:
    everything = read(respond_to_bytes(asked()))[1]
    left_out = []
    for view, own in SENT:
        parts = read(respond_to_bytes(asked(**view)))[1]
        empty = {"charts"} if "charts" in parts and not parts["charts"]["figures"] else set()
        left_out.append(everything.keys() - parts.keys() | empty)
        assert own <= left_out[-1], view
        covers = {name.removeprefix("cover_") for name in parts.keys() - everything.keys()}
        assert covers == set(view.get("covered", ())) | ({"charts"} if "score" in view.get("covered", ()) else set()), view
    # Whatever is covered, the same parts go with it.
    always = set.intersection(*left_out)
    assert {"example_card", "chart_switches"} <= always
    assert [each - always for each in left_out] == [own for _, own in SENT]


def test_of_the_small_figures_only_those_stay_that_know_no_grade() -> None:
    for metric in METRICS:
        lists = ("323012", "000001", "111111")
        parts = [
            read(respond_to_bytes(asked(state=f"v=1&m={metric}&k=6&g={grades}", covered=["score"])))[1] for grades in lists
        ]
        small = [part["charts"]["figures"] for part in parts if "charts" in part]
        assert len(small) in (0, 3)
        assert all(figures == small[0] for figures in small)


def test_where_the_choices_are_covered_nothing_names_them() -> None:
    state, name = "v=1&m=ndcg&k=6&g=323012&discount=log10&ideal=retrieved", "log₁₀"
    assert name in str(read(respond_to_bytes(asked(state=state)))[1]["charts"])
    for covered in (["choices"], ["choices", "formula"]):
        parts = read(respond_to_bytes(asked(state=state, covered=covered)))[1]
        assert parts["charts"]["figures"]
        assert name not in str(parts["charts"])
        assert ("formula" in covered) == (name not in str(parts))  # a formula that is seen has its discount
        assert not parts.get("derivation", {}).get("words")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_where_the_value_is_covered_no_sentence_of_a_rank_gives_it(language: str) -> None:
    """Of a metric whose value is one of its terms: of others, what a rank adds is no more than a term of the formula."""
    for metric in ("rr", "success"):
        for grades in ("013012", "0013", "1000", "00000001"):
            state = f"v=1&m={metric}&k=8&g={grades}"
            parts = read(respond_to_bytes(asked(state=state, covered=["score"], language=language)))[1]
            said = [piece for step in parts["derivation"]["steps"] for piece in step["text"] if isinstance(piece, str)]
            rank = grades.index(next(grade for grade in grades if grade != "0")) + 1
            assert len(said) > 1
            assert not re.search(rf"1/{rank}\b|{1 / rank:.3f}", " ".join(said))


def test_where_the_formula_is_covered_only_the_gains_are_drawn() -> None:
    spec = read(respond_to_bytes(asked(covered=["formula"])))[1]["rank_chart"]["figures"][0]["spec"]
    assert [[each or 0 for each in trace["x"]] for trace in spec["data"] if trace["type"] == "bar"] == [[3, 2, 3, 0, 1, 2], []]
    for metric in ("ap", "rr", "rbp"):
        figure = read(respond_to_bytes(asked(state=f"m={metric}&k=6&g=323012", covered=["formula"])))[1]["rank_chart"][
            "figures"
        ][0]
        drawn = [trace for trace in figure["spec"]["data"] if trace["type"] == "bar" and any(trace["x"])]
        assert len(drawn) <= (metric == "rbp")


def test_a_locked_list_is_not_offered_to_give_way_to_another() -> None:
    for locked, words in ((False, "Open this list on Explore"), (True, "")):
        answer = respond_to_bytes(asked(state="v=1&m=ndcg&k=2&g=31", page="diagnose", page_params="ask=tool", locked=locked))
        _, parts = read(answer)
        assert parts["my_tool"]["open_label"] == words


def test_a_locked_list_is_not_changed_and_that_is_said() -> None:
    for edit in (GRADED, {"name": "add_list"}, {"name": "rename_list", "text": "x"}):
        head, parts = read(respond_to_bytes(asked(edit, state="v=1&m=ndcg&k=2&g=31", locked=True)))
        assert head["state"] == "v=1&m=ndcg&k=2&g=31"
        assert parts["notices"]["messages"] == ["The list is locked: it can be looked at, not changed."]
        assert parts["ranking_list"]["read_only"]
    head, _ = read(
        respond_to_bytes(asked({"name": "choose", "field": "cutoff", "value": 1}, state="v=1&m=ndcg&k=2&g=31", locked=True))
    )
    assert head["state"] == "v=1&m=ndcg&k=1&g=31"


def test_choices_that_are_not_seen_are_not_changed_not_even_with_the_list() -> None:
    for view in ({"covered": ["choices"]}, {"hidden": ["choices"]}):
        edits = [GRADED, {"name": "choose", "field": "gain", "value": "exponential"}]
        head, parts = read(respond_to_bytes(asked(*edits, state="v=1&m=ndcg&k=1&g=31", **view)))
        assert head["state"] == "v=1&m=ndcg&k=1&g=30"
        assert len(parts["notices"]["messages"]) == 1


@pytest.mark.parametrize(
    ("guess", "said"),
    [  # the value is 0.785002…
        ("0.785", "that is the value, rounded to as many digits"),
        (".79", "that is the value, rounded to as many digits"),
        ("0,78", "that is the value, cut off after as many digits"),
        ("78.5 %", "that is the value, rounded to as many digits"),
        ("0.8", "that is the value, rounded to as many digits"),
        ("0.7", "that is the value, cut off after as many digits"),
        ("0.81", "the value is 0.025 less"),
        ("11/14", "the value is 0.001 less"),
        ("3/4", "the value is 0.035 more"),
        ("1", "the value is 0.215 less"),
        ("", ""),
        (" ", ""),
    ],
)
def test_a_guess_is_judged_at_the_digits_that_were_typed(guess: str, said: str) -> None:
    shown = read(respond_to_bytes(asked(guess=guess)))[1]["scores"]["guess"]
    assert said in shown
    assert bool(said) == bool(shown)


def test_until_a_guess_is_a_number_the_value_stays_covered() -> None:
    parts = read(respond_to_bytes(asked(guess="a lot")))[1]
    assert "scores" not in parts
    assert "a lot" in parts["cover_score"]["guess_problem"]
    assert "scores" in read(respond_to_bytes(asked(guess="1/2")))[1]


def test_where_there_is_no_value_no_guess_is_right() -> None:
    none = analyse(AppState((Ranking.from_grades([0, 0]),), "ap"))
    assert guess_words("0", none.main, Texts("en")) == "You guessed 0; there is no value here."
    assert value_of(analyse(DEFAULT).main) == pytest.approx(0.785, abs=1e-3)


CHANGES: list[dict[str, Any]] = [
    {"name": "list", "rows": [["d1", 1, None]], "missed": [], "cutoff": 6},
    {"name": "add_list"},
    {"name": "copy_list"},
    {"name": "show_probe"},
    {"name": "show_cause"},
    {"name": "choose", "field": "metric", "value": "rr"},
    {"name": "choose", "field": "gain", "value": "exponential"},
    {"name": "choices", "value": {"gain": "exponential"}},
]


@pytest.mark.slow
@pytest.mark.parametrize("change", CHANGES, ids=range(len(CHANGES)))
def test_whatever_would_change_what_is_locked_or_covered_is_refused(change: dict[str, Any]) -> None:
    example = next(
        each for each in examples() if each.cause is not None and each.cause.state.convention != each.state.convention
    )
    made = {view: state_after(example.state, change, example=example.key, **view_of(view)) for view in ("", "locked", "fixed")}
    assert made[""] != example.state
    assert made["locked"].lists == example.state.lists
    assert (made["fixed"].metric, made["fixed"].convention) == (example.state.metric, example.state.convention)


def view_of(name: str) -> dict[str, Any]:
    return {"": {}, "locked": {"locked": True}, "fixed": {"hidden": ["choices"]}}[name]


def state_after(state: AppState, edit: dict[str, Any], **view: Any) -> AppState:
    head, _ = read(respond_to_bytes(asked(edit, state=to_text(state), **view)))
    return from_text(head["state"]).state


COMPARED = {"two_lists", "choices", "cover_score", "header", "notices", "terms", "dialog"}


def pairs(metric: str, random: Random) -> Iterator[AppState]:
    """Lists beside another order of the documents that they retrieved or missed."""
    for state in lists(metric, random):
        documents = [item.doc_id for item in (*state.ranking.items, *state.ranking.missed)]
        yield with_second_order(state, SecondOrder(tuple(random.sample(documents, len(documents) - 3))))


@pytest.mark.slow
@pytest.mark.parametrize("covered", PARTS)
def test_whatever_is_covered_nothing_that_is_sent_of_two_lists_tells_the_winner(covered: str) -> None:
    looked_at = set()
    for metric in METRICS:
        for state in islice(pairs(metric, Random(f"{metric} {covered}")), 0, None, 3):  # noqa: S311
            change = analyse_both(state).effects
            if change is None or any(change.undefined):
                continue
            told = [abs(value) for value in (*change.values, change.difference)]
            own = [value for value in told if value > 0.002 and not is_common(value)]
            looked_at |= {metric} if own else set()
            view = view_state("en", covered=(covered,), shows_all_measures=True, shows_tables=True, open_slot="gain")
            for page, names in (("compare", COMPARED - {covered}), ("compare_deferred", set())):
                _, parts = build_response(state, to_text(state), structs.replace(view, page=page))
                assert parts.keys() == names
                text = b" ".join(parts.values()).decode()
                numbers = [abs(float(each.replace("−", "-"))) for each in NUMBER.findall(text)]
                sent = [each for each in numbers if each != round(each, 2)]
                assert not [(value, each) for value in own for each in sent if abs(value - each) < 5.1e-4]
    assert len(looked_at) > 15


def test_the_covered_page_is_the_same_whoever_wins() -> None:
    """Of the opening lists A has the higher nDCG; B has the higher CG: 3 + 0 + 1 + 3 + 3 + 2 = 12 against 11."""
    states = [f"v=1&m={metric}&k=6&g=323012&missed=32" for metric in ("ndcg", "cg")]
    shown, covered = (
        [read(respond_to_bytes(asked(state=state, page="compare", covered=gone)))[1] for state in states]
        for gone in ([], ["score"])
    )
    assert [parts["winner"]["side"] for parts in shown] == ["a", "b"]
    first, second = ({name: parts[name] for name in COMPARED - {"choices", "cover_score", "header"}} for parts in covered)
    assert first == second


def test_the_cover_of_the_winner_lifts_all_that_is_covered_and_asks_in_both_languages() -> None:
    for language, question in (("en", "Which list is better by nDCG@6?"), ("zh", "按 nDCG@6，哪个列表更好？")):
        cover = read(respond_to_bytes(asked(page="compare", covered=["formula", "charts"], language=language)))[1][
            "cover_score"
        ]
        assert (cover["name"], cover["lifts"], cover["guess"]) == (question, ["score", "formula", "charts"], "")
    covered = read(respond_to_bytes(asked(page="compare", covered=["choices"])))[1]
    assert covered["cover_score"]["name"] == "Which list is better?"
    assert "nDCG" not in str(covered)
    assert "winner" in read(respond_to_bytes(asked(page="compare")))[1]
