"""The Diagnose page: is each question answered when it is asked, alone, and does it lead where it says?"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from msgspec import structs

from rankviz import evaluate
from rankviz.core.metrics import METRICS
from rankviz.display.labels import library_name
from rankviz.libraries.profiles import PROFILES
from rankviz.page.answers.messages import view_state
from rankviz.page.answers.page_parts import PAGES, build_parts
from rankviz.page.answers.part_builder import BuildInput
from rankviz.page.answers.request_handler import respond_to_bytes
from rankviz.page.page_parameters import ALL_PAGE_PARAMS, params_from_url
from rankviz.state.handout import PARTS
from rankviz.state.page_params import ASKS, MOST_READ, PageParams, read_page_params
from rankviz.state.permalink import from_text, to_text
from rankviz.state.second_order_edits import pair_of
from rankviz.texts import LANGUAGES, Texts
from tests.helpers.long import LONG

LIST = "v=1&m=ndcg&k=6&g=323012&missed=32"
PART_BY_ASK = {"number": "my_number", "tool": "my_tool", "libraries": "library_table", "choices": "choice_grid"}


def page(place: str, state: str = LIST, *edits: dict[str, Any], language: str = "en") -> tuple[str, dict[str, Any]]:
    view = structs.asdict(view_state(language, "diagnose", page_params=place))
    head, *lines = respond_to_bytes(json.dumps({"state": state, "edits": edits, "view": view}).encode()).split(b"\n")
    parts = {name.decode(): json.loads(data) for name, _, data in (line.partition(b" ") for line in lines)}
    return json.loads(head)["state"], parts


@pytest.mark.slow
@pytest.mark.parametrize("ask", ASKS)
def test_only_the_part_of_the_open_question_is_built(ask: str) -> None:
    _, parts = page(f"ask={ask}&got=0.961&gave=0.5&against=2")
    assert [name for name in PART_BY_ASK.values() if name in parts] == [PART_BY_ASK[ask]]
    assert parts["diagnose_nav"]["current"] == ask
    assert parts["list_summary"]["value"] == "nDCG@6 = 0.785"
    assert [each["slot"] for each in parts["choices"]["parts"] if "slot" in each][0] == "metric"  # noqa: RUF015


def test_two_lists_of_the_grid_are_one_link_away_from_compare() -> None:
    first, second = from_text(LIST).state, from_text("v=1&m=ndcg&k=6&g=32").state
    two = to_text(replace(first, lists=(second.ranking, first.ranking), second_orders=()))
    _, parts = page("ask=choices&against=2", two)
    path, _, query = parts["choice_grid"]["link"]["search"].partition("?")
    found = pair_of(from_text(query).state)
    assert path == "compare"
    assert found is not None
    assert [[item.doc_id for item in each.items] for each in found.lists] == [
        ["d1", "d2"],
        ["d1", "d2", "d3", "d4", "d5", "d6"],
    ]
    assert page("ask=choices", two)[1]["choice_grid"]["link"] is None


def test_lists_that_judge_a_document_differently_have_no_link_to_compare() -> None:
    first, second = from_text(LIST).state, from_text("v=1&m=ndcg&k=6&g=233").state
    two = to_text(replace(first, lists=(first.ranking, second.ranking), second_orders=()))
    assert page("ask=choices&against=2", two)[1]["choice_grid"]["link"] is None


ODD_LISTS = ("k=6&g=323012&missed=32", "k=3&g=", "k=3&g=&missed=2", "k=3&g=u0", "g=-1_2_&negative=error")
PLACES = (*(f"ask={ask}&got=0.5&gave=0.5" for ask in ASKS), "ask=tool&of=mine", "", "as=sklearn.{metric}", "as=ranx.{metric}")


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS)
def test_every_metric_can_be_diagnosed(metric: str) -> None:
    """Each metric meets each place and each list, and each place each list; `make fuzz` goes through all three at once."""
    turn = [*METRICS].index(metric)
    for number, place in enumerate(PLACES):
        for query in ODD_LISTS if LONG else [ODD_LISTS[(turn + number) % len(ODD_LISTS)]]:
            state = f"v=1&m={metric}&{query}"
            after, parts = page(place.format(metric=metric), state)
            assert "list_summary" in parts
            assert from_text(after).state == from_text(state).state


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("profile", ["lightgbm", "sklearn", "trec_eval"])
def test_a_library_is_compared_in_one_derivation_with_the_page(profile: str, language: str) -> None:
    _, parts = page(f"as={profile}.ndcg", language=language)
    card = parts["my_number"]["card"]
    theirs = evaluate("nDCG@6", from_text(LIST).state.ranking, profile=profile)
    assert card["title"] == repr(theirs)
    changed = {each["name"]: (each["page"], each["other"]) for each in card["changes"]}
    if profile == "trec_eval":
        assert (changed, card["derivations"]) == ({}, None)
        return
    assert changed["nDCG@6"] == ("0.785", f"{theirs:.3f}")
    assert [side["label"] for side in card["derivations"]["sides"]][1] == library_name(profile, Texts(language))
    outlined = [[term["differs"] for line in side["lines"] for term in line["terms"]] for side in card["derivations"]["sides"]]
    assert outlined[0] == outlined[1]
    assert True in outlined[0]


@pytest.mark.parametrize(
    ("place", "choices"),
    [
        ("got=0.961", "ideal=retrieved"),
        ("got=0.751", "gain=exponential"),
        ("as=recommenders.ndcg", "gain=binary"),
        ("got=0.762&answer=2", "discount=plus_outside"),
    ],
)
def test_the_match_shown_can_be_followed_on_explore(place: str, choices: str) -> None:
    assert choices in page(place, LIST, {"name": "show_answer"})[0]


def test_what_cannot_be_followed_changes_nothing() -> None:
    for place in ("got=letters", "", "got=-1", "as=ranx.nothing", "got=0.785"):
        assert from_text(page(place, LIST, {"name": "show_answer"})[0]).state == from_text(LIST).state


def test_the_list_for_a_tool_is_opened_with_its_measure() -> None:
    state = from_text(page("ask=tool&measure=ap@", LIST, {"name": "show_probe"})[0]).state
    assert state.metric == "ap"
    assert [item.doc_id[0] for item in state.ranking.items] == ["d"] * len(state.ranking.items)


def test_a_cell_of_the_grid_makes_all_its_choices_at_once() -> None:
    _, parts = page("ask=choices")
    cells = [cell for group in parts["choice_grid"]["groups"] for row in group["rows"] for cell in row["cells"]]
    cell = next(
        each for each in cells if each["action"]["value"] == {"gain": "exponential", "discount": "log2", "ideal": "retrieved"}
    )
    state, after = page("ask=choices", LIST, cell["action"])
    assert after["list_summary"]["value"] == f"nDCG@6 = {cell['text']}" == "nDCG@6 = 0.949"
    assert "gain=exponential" in state
    for wrong in (None, [], {"gain": "nothing"}, {"nothing": 1}, {"gain": []}, {str(i): i for i in range(999)}):
        state, after = page("", LIST, {"name": "choices", "value": wrong})
        assert from_text(state).state == from_text(LIST).state
        assert len(after["notices"]["messages"]) == 1


def test_the_libraries_are_counted_in_words_and_their_numbers_lead_to_their_derivations() -> None:
    _, parts = page("ask=libraries")
    rows = {row["head"]: row for group in parts["library_table"]["groups"] for row in group["rows"]}
    assert rows["scikit-learn"]["cells"][0]["action"] == {
        "name": "set_page_params",
        "value": {"ask": "number", "got": "", "answer": "", "as": "sklearn.ndcg"},
    }
    assert "set" not in rows["trec_eval"]["cells"][0]
    libraries = [row for row in rows.values() if "key" in row and not PROFILES[row["key"]].is_book]
    shown = [row["cells"][0] for row in libraries]
    having = sum(cell["text"] != "—" for cell in shown)
    same = sum("same" in cell["marks"] for cell in shown)
    said = f"Of {len(shown)} libraries, {having} have nDCG@6: {same} give the number of this page, "
    assert parts["library_table"]["sentences"][0] == f"{said}{having - same} give another one."
    assert "—" in parts["library_table"]["sentences"][1]


def test_the_code_for_a_tool_says_what_it_gives_and_for_which_version_that_holds() -> None:
    tool = page("ask=tool&of=mine")[1]["my_tool"]
    programs = {each["key"]: each for each in tool["programs"]}
    for key, each in programs.items():
        if not key.startswith("as_") and key != "textbook":
            value = evaluate("nDCG@6", from_text(LIST).state.ranking, profile=key)
            assert each["note"].startswith(f"{PROFILES[key].library} {PROFILES[key].version} gives {value:.4f}.")
            form = PROFILES[key].program
            assert form is not None
            assert form.run_on in each["note"]
    having = {key: profile for key, profile in PROFILES.items() if profile.choices("ndcg", 6) is not None}
    without = {key for key, profile in having.items() if profile.program is None and key != "textbook"}
    assert having.keys() - programs.keys() == without
    assert {"burges", "jarvelin_kekalainen", "elasticsearch", "opensearch"} <= without
    papers, servers = tool["unavailable"]
    books = ", ".join(profile.library for key, profile in having.items() if profile.is_book and key != "textbook")
    assert papers == f"There is no code for papers and courses ({books})."
    assert "(Elasticsearch, OpenSearch Workbench" in servers
    assert {"as_run", "as_qrels", "as_csv"} <= programs.keys()


def test_a_library_that_refuses_a_list_or_shuffles_it_says_so() -> None:
    negative = page("ask=tool&of=mine", "v=1&m=ndcg&k=2&g=3_-1")[1]["my_tool"]["programs"]
    (note,) = (each["note"] for each in negative if each["key"] == "lightgbm")
    assert "refuses this list" in note
    notes = {each["key"]: each["note"] for each in page("ask=tool&measure=ap@")[1]["my_tool"]["programs"]}
    assert "With tied scores" in notes["tf_ranking"]
    assert "With tied scores" not in notes["sklearn" if "sklearn" in notes else "rax"]


def test_without_a_number_the_page_says_what_libraries_give_its_own_number_first() -> None:
    own, *others = page("")[1]["my_number"]["others"]
    assert (own["value"], own["params"]) == ("0.7850", None)
    assert {"this page", "trec_eval", "pytrec_eval", "ir_measures", "ranx", "BEIR"} <= {*own["text"].split(", ")}
    (retrieved,) = (each for each in others if each["value"] == "0.9608")
    names = retrieved["text"].split(", ")
    assert {"CatBoost", "scikit-learn", "torchmetrics"} <= {*names}
    profile, metric = retrieved["params"].pop("as").split(".")
    assert (library_name(profile, Texts("en")), metric, retrieved["params"]) == (names[0], "ndcg", {"got": ""})
    values = [each["value"] for each in others]
    assert values == sorted(values, reverse=True)
    assert "0.7850" not in values


@pytest.mark.parametrize(
    ("typed", "head"),
    [
        ("0.785", "0.785 is the value shown here."),
        ("0,7850", "0,7850 is the value shown here."),
        ("０。７８５", "０。７８５ is the value shown here."),
        ("78.5 %", "78.5 % is the value shown here."),
        ("78.5", "78.5 is the value shown here, 0.785, as a percentage."),
        ("0.79", "0.79 is the value shown here, 0.785, rounded."),
        ("0.78", "0.78 is the value shown here, 0.785, truncated instead of rounded."),
        ("0.785002371969948", "0.785002371969948 is the value shown here."),
    ],
)
def test_the_pages_own_number_is_known_however_it_is_written(typed: str, head: str) -> None:
    assert page(f"got={quote(typed)}")[1]["my_number"]["card"]["head"] == head


def test_an_equal_number_leads_on() -> None:
    """0.785 is what trec_eval gives; the others are listed, and the list that tells formulas apart is offered."""
    number = page("got=0.785")[1]["my_number"]
    said = " ".join(number["card"]["notes"])
    assert re.search("trec_eval, pytrec_eval, .* give it, too\\.", said)
    assert number["check_label"] == Texts("en")("diagnose.same_check")
    assert any("scikit-learn" in each["text"] for each in number["others"])
    assert "round" not in said
    assert "rounded to 0.79, too" in " ".join(page("got=0.79")[1]["my_number"]["card"]["notes"])


@pytest.mark.slow
def test_a_number_that_nothing_gives_leads_on_as_well() -> None:
    for typed in ("0.1234", "17.31"):
        number = page(f"got={typed}")[1]["my_number"]
        assert (number["card"], number["check_label"]) == (None, Texts("en")("diagnose.same_check"))
        assert "Check the list, the measure and the cutoff first." in number["notes"][-1]
    assert page("got=0.961")[1]["my_number"]["check_label"] == ""


@pytest.mark.parametrize(
    ("typed", "head"),
    [
        ("0.949", "Most likely the gain is 2ᵍ − 1, not g, and the ideal ranking uses only the documents shown"),
        ("0.733", "Most likely another choice was made (discount: max(1, log₁₀ i) instead of log₂(i + 1))"),
        # Two things at once are no likely explanation of a fraction that is soon met.
        # 7 + 3/log₂3 + 7/2 + 1/log₂6 + 3/log₂7: another metric, and another choice.
        ("13.848", "Perhaps this is DCG@6, not nDCG@6, and the gain is 2ᵍ − 1, not g"),
        ("2/3", "Perhaps another choice was made (discount: max(1, log₁₀ i) instead of log₂(i + 1), and grade 0"),
    ],
)
def test_the_head_of_an_explanation_is_a_sentence(typed: str, head: str) -> None:
    assert page(f"got={quote(typed)}")[1]["my_number"]["card"]["head"].startswith(head)


def number_of(state: str, typed: str) -> dict[str, Any]:
    data: dict[str, Any] = page(f"got={typed}", state)[1]["my_number"]
    return data


def test_only_a_choice_that_matters_to_a_library_explains_its_number() -> None:
    """With gain g there is no base, and with a gain of grades no threshold: nobody chose another one."""
    number = number_of("v=1&m=ndcg&k=6&gain=base&gain_base=3&g=323012&missed=32", "0.785")
    head = number["card"]["head"]
    assert head.startswith("Most likely the gain is g itself; as in Textbook, ranx, trec_eval")
    assert [each["text"] for each in number["others"]] == ["grade 3 instead of 1 at rank 5"]
    binary = number_of("v=1&m=ndcg&k=6&gain=binary&threshold=2&g=323012&missed=32", "0.785")
    said = [binary["card"]["head"], *(each["text"] for each in binary["others"])]
    assert any("trec_eval" in each for each in said)
    assert not any("threshold" in each for each in said if "trec_eval" in each)


def test_what_rounds_to_a_number_comes_before_what_must_be_cut_and_is_not_likely_among_many() -> None:
    """P is 3/5 and no rival gives 0.6 but cut, or by a slip; seven results for a number of one digit are what chance gives."""
    number = number_of("v=1&m=ndcg&k=10&g=11001", "0.6")
    assert number["card"]["head"] == "Perhaps this is P, not nDCG@10"
    cut = [float(each["value"]) >= 0.65 for each in number["others"]]
    assert any(cut)
    assert cut == sorted(cut)
    assert "may well be a coincidence" in " ".join(number["notes"])


@pytest.mark.parametrize(
    ("state", "typed"),
    [
        (LIST, "0.96"),  # one result, as is expected by chance
        (LIST, "0.66667"),  # two things at once: (10 / 15), with a discount and a grade
        ("v=1&m=recall&k=3&g=11011", "0.67"),  # 2/3: P@3, or a slip at any of five ranks
    ],
)
def test_an_explanation_is_only_called_likely_where_the_evidence_says_so(state: str, typed: str) -> None:
    number = number_of(state, typed)
    assert number["card"]["head"].startswith("Perhaps ")
    assert (len(number["others"]) > 4) == ("recall" in state)


def test_a_small_fraction_may_be_met_by_chance() -> None:
    """Of 1/2 there is no other fraction of halves; of 1/3, 1/2, 2/3 and 1 near 2/3 the space has one or more."""
    assert "(about 1 expected by chance)" in number_of("v=1&m=precision&k=3&g=1010", "1/2")["notes"][0]
    assert "fewer than" not in number_of(LIST, "2/3")["notes"][0]


def test_a_number_that_many_results_match_says_first_that_some_are_listed() -> None:
    number = number_of(LIST, "0.7")
    listed = len(number["others"]) + 1
    assert re.search(r"is too coarse: \d\d different results match it", number["intro"][0])
    assert number["intro"][1:] == [f"Listed: the {listed} most plausible explanations."]
    assert not any("Listed" in each for each in number["notes"])


@pytest.mark.parametrize(
    ("state", "typed", "head"),
    [
        # 0.2 (1 + 0.8 + 0.8⁴): relevant at ranks 1, 2 and 5, and no metric that is taken for nDCG.
        ("v=1&m=ndcg&k=5&g=210031&missed=3", "0.4419", "Most likely this is RBP(p=0.8)@5, not nDCG@5"),
    ],
)
def test_a_metric_that_is_seldom_taken_for_this_one_is_found_too(state: str, typed: str, head: str) -> None:
    assert number_of(state, typed)["card"]["head"] == head


def test_of_few_digits_what_equals_them_comes_before_what_is_rounded_to_them() -> None:
    """The first document is relevant, so RR is 1; the nDCG whose ideal is what is shown is 0.961, or 1.0 with one digit."""
    number = number_of(LIST, "1.0")
    values = [number["card"]["value"], *(each["value"] for each in number["others"])]
    equal = [float(each) == 1 for each in values]
    assert equal[0]
    assert equal == sorted(equal, reverse=True)
    assert "RR@6" in " ".join([number["card"]["head"], *(each["text"] for each in number["others"])])


def test_one_explanation_of_several_results_is_listed_in_words_without_a_number() -> None:
    number = number_of(LIST, "0.428")
    assert (number["card"] is not None, number["others"]) == (True, [])
    assert "2 different results match" in " ".join(number["notes"])
    assert "Only the most plausible explanation is listed." in " ".join(number["notes"])


def test_the_grid_says_what_p_is_and_when_ones_own_options_are_in_it() -> None:
    def grid(more: str = "") -> dict[str, Any]:
        found: dict[str, Any] = page("ask=choices", LIST + more)[1]["choice_grid"]
        return found

    assert "p¹⁻ⁱ, p = 0.8" in grid()["heads"]
    assert "p¹⁻ⁱ, p = 0.9" in grid("&rbp_p=0.9")["heads"]
    own = "(bᵍ − 1) / (b − 1), b = 3"
    listed = [row["head"] for row in grid("&gain=base&gain_base=3")["groups"][0]["rows"]]
    assert own in listed
    assert own not in [row["head"] for row in grid()["groups"][0]["rows"]]
    assert Texts("en")("grid.own") in grid()["sentences"]
    assert Texts("en")("grid.own") not in page("ask=choices", "v=1&m=ap&k=4&g=323012")[1]["choice_grid"]["sentences"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_applied_match_is_shown_beside_the_page_before_and_can_be_undone(language: str) -> None:
    taken = "v=1&m=ndcg&k=6&ideal=retrieved&g=323012&missed=32"
    place = "got=0.961&was=ideal%3D"
    _, parts = page(place, taken, language=language)
    card = parts["my_number"]["card"]
    assert "nDCG@6 = 0.785" in card["applied_text"]
    assert "scikit-learn" in card["applied_text"]  # the explanation that it was
    assert card["changes"][-1] == {"name": "nDCG@6", "page": "0.785", "other": "0.961"}
    before, parts = page(place, taken, {"name": "take_back"}, language=language)
    assert from_text(before).state == from_text(LIST).state
    assert (parts["my_number"]["card"]["applied_text"], parts["my_number"]["card"]["can_set"]) == ("", True)


def test_an_applied_convention_of_a_library_is_shown_too() -> None:
    taken = page("as=sklearn.ndcg", LIST, {"name": "show_answer"})[0]
    card = page("as=sklearn.ndcg&was=ideal%3D", taken)[1]["my_number"]["card"]
    assert card["head"] == "scikit-learn gives nDCG@6 = 0.961, as this page does."
    assert "Before, this page had nDCG@6 = 0.785." in card["applied_text"]


@pytest.mark.parametrize("was", ["", "k%3D6", "ideal%3Dnothing", "nobody%3D1", "g%3Dx", "=&&%3D", "g%3D" + "1" * 5000])
def test_a_link_without_a_readable_state_before_shows_no_applied_match(was: str) -> None:
    state, parts = page(f"got=0.785&was={was}", LIST, {"name": "take_back"})
    assert from_text(state).state == from_text(LIST).state
    assert parts["my_number"]["card"]["applied_text"] == ""


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("1e400", "too large"),
        ("-1e400", "too large"),
        ("1e-400", "too close to 0"),
        ("9" * 300, "too long"),
        ("9" * 5000, "too long"),
        ("0." + "7" * 50, "too long"),
        ("letters", "not a number"),
        ("1/0", "not a number"),
    ],
)
def test_a_text_that_is_not_a_number_gets_the_reason(typed: str, why: str) -> None:
    number = page(params_from_url({"got": typed}))[1]["my_number"]
    assert number["error"].startswith(f"“{typed[:40]}")
    assert why in number["error"]
    assert number["card"] is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_and_view_has_a_title_of_its_own(language: str) -> None:
    views = [view_state(language, name) for name in PAGES if "bar" in PAGES[name] and name != "diagnose"]
    views += [view_state(language, "diagnose", page_params=f"ask={ask}") for ask in ASKS]
    views += [view_state(language, "runs", page_params=place) for place in ("by=own", "study=ap", "at=7")]
    titles = [json.loads(build_parts(BuildInput(from_text(LIST).state, view))["header"])["title"] for view in views]
    assert len(set(titles)) == len(views)
    assert all("rankviz" in title for title in titles)


@pytest.mark.parametrize(
    ("link", "title"),
    [
        ("", "rankviz: see how a ranking metric gets its number"),
        ("v=1&m=ap&k=5&g=101", "AP@5 · Explore · rankviz"),
        ("v=1&m=rr&g=101", "q1: RR@6 · Explore · rankviz"),
    ],
)
def test_a_bookmark_names_list_and_metric_unless_they_are_covered(link: str, title: str) -> None:
    state = from_text(link).state
    if "q1" in title:
        state = replace(state, lists=(replace(state.ranking, query_id="q1"),))
    told = [
        json.loads(build_parts(BuildInput(state, view_state(covered=covered)))["header"])["title"]
        for covered in ((), ("choices",))
    ]
    assert told[0] == title
    assert "AP" not in told[1]
    assert "RR" not in told[1]


@pytest.mark.parametrize("covered", PARTS)
def test_a_covered_page_has_its_head_and_not_its_value(covered: str) -> None:
    view = view_state("en", "diagnose", page_params="got=0.961", covered=(covered,))
    assert json.loads(build_parts(BuildInput(from_text(LIST).state, view))["list_summary"]) == {
        "title": Texts("en")("diagnose.title")
    }


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", PageParams()),
        ("ask=everything&got=&answer=0&as=nobody.ndcg&against=x&of=yours", PageParams()),
        ("ask=tool&measure=ap%40&gave=1/2&of=mine", PageParams("tool", measure="ap@", tool_number="1/2", mine=True)),
        (
            "got=75+%25&answer=3&as=sklearn.ndcg&against=2",
            PageParams(my_number="75 %", answer=2, shown_library=("sklearn", "ndcg"), against=1),
        ),
        (f"got={'1' * 5000}", PageParams(my_number="1" * MOST_READ)),
        ("was=ideal%3D", PageParams(undo_params="ideal=")),
        (f"was={'1' * 4000}", PageParams(undo_params="1" * 4000)),  # a table of one's own is long
        (f"was={'1' * 4001}", PageParams()),
        ("answer=٣&against=-1", PageParams()),
    ],
)
def test_page_parameters_are_read_or_ignored(text: str, place: PageParams) -> None:
    assert read_page_params(text) == place


def test_page_parameters_are_read_as_they_were_written() -> None:
    asked = dict.fromkeys(ALL_PAGE_PARAMS, "2") | {
        "ask": "choices",
        "got": "75 %",
        "as": "ranx.ap",
        "from": "elsewhere",
        "gave": "",
    }
    written = urlencode({name: asked[name] for name in reversed(ALL_PAGE_PARAMS) if asked[name]})
    assert read_page_params(params_from_url(asked)) == read_page_params(written) != PageParams(ask="choices")
    assert "elsewhere" not in params_from_url(asked)
    assert params_from_url(dict.fromkeys(ALL_PAGE_PARAMS, "文" * MOST_READ)) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_summary_says_what_it_leaves_out(language: str) -> None:
    grades = "".join("3210"[i % 4] for i in range(40))
    short = page("", f"v=1&m=ndcg&k=6&g={grades}&missed={'1' * 12}", language=language)[1]["list_summary"]
    assert [len(short["retrieved"]), len(short["missed"])] == [24, 8]
    assert short["more_text"] == Texts(language)("diagnose.more_entries", count=20)
    assert [each["is_beyond_cutoff"] for each in short["retrieved"]] == [False] * 6 + [True] * 18
