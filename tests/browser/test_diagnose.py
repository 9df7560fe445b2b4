"""The Diagnose page in a real browser: a number is typed, its cause read, and the page set to it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from rankviz.diagnose.formula_probe import probe_list
from tests.browser.accessibility import Axe
from tests.browser.conftest import NewPage, Revisit
from tests.browser.parts import ROWS, row, score, sideways
from tests.browser.visitor import go_to, settled

LIST = "v=1&m=ndcg&k=6&g=323012&missed=32"
ANSWER = '[data-part="my_number"]'


def diagnose(page: Page, typed: str) -> None:
    """Type a number."""
    box = page.get_by_role("textbox", name="I got")
    box.fill(typed)
    box.press("Enter")


def view(page: Page, name: str) -> Locator:
    """The link to one of the four questions."""
    return page.get_by_role("navigation", name=re.compile("Questions|问题")).get_by_role("link", name=name)


def link(more: str = "") -> str:
    """To this page with the list of these tests, and with what more is asked."""
    return f"/diagnose?{LIST}&{more}"


def test_a_typed_number_is_explained_for_the_list_that_was_edited(same_page: Page) -> None:
    page = same_page
    row(page, 4).click()
    page.keyboard.press("1")
    expect(page).to_have_url(re.compile("g=323112"))
    go_to(page, "Diagnose")
    diagnose(page, "0.961")
    expect(page.locator('[data-part="list_summary"] a')).to_contain_text("3, 2, 3, 1, 1, 2; judged but not retrieved: 3, 2")
    diagnose(page, "0.777")
    expect(page).to_have_url(re.compile("got=0.777"))


def test_the_ideal_of_the_shown_list_is_found_compared_and_shown_on_explore(revisit: Revisit) -> None:
    page = revisit(link())
    diagnose(page, "0.961")
    answer = page.locator(ANSWER)
    expect(answer.get_by_role("heading", level=2)).to_contain_text(
        "Most likely the ideal ranking uses only the documents shown"
    )
    expect(answer.locator(".changes")).to_contain_text("IDCG@6 8.740 → 7.141")
    sides = answer.locator(".two section")
    expect(sides).to_have_count(2)
    for side in sides.all():
        expect(side.locator(".other")).to_have_count(3)  # the ideal ranking is 3 3 3 2 2 2 here, and 3 3 2 2 1 0 there
    expect(answer).to_contain_text("First term that differs: IDCG@6, rank 3: 3/2.000 here, 2/2.000 in your tool")
    answer.get_by_role("button", name="Show on Explore").click()
    expect(score(page)).to_contain_text("0.961")
    expect(page).to_have_url(re.compile("ideal=retrieved"))
    expect(page).not_to_have_url(re.compile("got="))
    expect(page.locator(ROWS)).to_have_count(6)
    page.locator('button[data-name="undo"]').click()
    expect(score(page)).to_contain_text("0.785")


def test_an_applied_match_is_shown_on_return_and_can_be_undone(revisit: Revisit) -> None:
    page = revisit(link("got=0.961"))
    answer = page.locator(ANSWER)
    heading = answer.get_by_role("heading", level=2)
    answer.get_by_role("button", name="Show on Explore").click()
    expect(score(page)).to_contain_text("0.961")
    settled(page)
    page.go_back()
    expect(heading).to_have_text("0.961 is the value shown here.")
    expect(page.get_by_role("textbox")).to_have_value("0.961")
    settled(page)
    page.go_forward()
    expect(score(page)).to_contain_text("0.961")
    settled(page)
    page.get_by_role("link", name="Diagnose").click()
    expect(answer).to_contain_text("Before, this page had nDCG@6 = 0.785.")
    settled(page)
    page.reload()
    settled(page)
    expect(answer.get_by_role("region", name="before").locator(".other")).to_have_count(3)
    answer.get_by_role("button", name="Take it back").click()
    expect(heading).to_contain_text("Most likely the ideal ranking uses only the documents shown")
    expect(page.locator('[data-part="list_summary"] a')).to_contain_text("nDCG@6 = 0.785")


def test_the_pages_and_views_have_titles_of_their_own(revisit: Revisit) -> None:
    page = revisit(link("ask=libraries"))
    expect(page).to_have_title("All libraries · Diagnose · rankviz")
    view(page, "My tool").click()
    expect(page).to_have_title("My tool · Diagnose · rankviz")
    settled(page)
    page.go_back()
    expect(page).to_have_title("All libraries · Diagnose · rankviz")
    settled(page)
    page.evaluate("() => void (document.title = 'rankviz')")  # as Streamlit does whenever it draws
    expect(page).to_have_title("All libraries · Diagnose · rankviz")
    page.get_by_role("link", name="Runs").click()
    expect(page).to_have_title("Runs · rankviz")


def test_a_covered_page_keeps_its_heading(new_page: NewPage) -> None:
    page = new_page()
    page.goto(link("cover=score"))  # what is covered is read as the page is loaded
    settled(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Why is my number different?")
    expect(page.locator('[data-part="list_summary"] a')).to_be_hidden()
    assert Axe().violations(page) == []


def test_letters_are_answered_in_words_and_stay(revisit: Revisit) -> None:
    page = revisit(link())
    diagnose(page, "<b>x</b>")
    expect(page.get_by_role("alert").filter(has_text="is not a number")).to_contain_text("“<b>x</b>”")
    expect(page.get_by_role("textbox", name=re.compile("I got"))).to_have_value("<b>x</b>")


def test_where_nothing_fits_the_page_says_so_and_what_comes_close(revisit: Revisit) -> None:
    page = revisit(link("got=0.1234"))
    answer = page.locator(ANSWER)
    expect(answer).to_contain_text("None of the plausible variants that were tried gives 0.1234")
    answer.get_by_role("button", name="Compare").first.click()
    heading = answer.get_by_role("heading", level=2)
    expect(heading).to_contain_text("It comes close with “")
    expect(heading).to_be_focused()


def test_an_old_link_holds_the_state_and_opens_the_first_question(revisit: Revisit) -> None:
    page = revisit("/diagnose?v=1&m=ap&k=all&g=0101")
    expect(page.locator('[data-part="list_summary"] a')).to_contain_text("0, 1, 0, 1")
    expect(page.locator('[data-part="list_summary"] a')).to_contain_text("AP = 0.500")
    expect(view(page, "My number")).to_have_attribute("aria-current", "page")


def test_each_question_has_an_address_that_back_forward_and_reload_keep(revisit: Revisit) -> None:
    page = revisit(link("got=0.961"))
    answer, tables = page.locator(ANSWER), page.get_by_role("table")
    expect(answer.get_by_role("heading", level=2)).to_be_visible()
    view(page, "All libraries").click()
    expect(page).to_have_url(re.compile("ask=libraries"))
    expect(view(page, "All libraries")).to_be_focused()
    expect(tables).to_have_count(1)
    expect(answer).to_be_hidden()
    view(page, "All choices").press("Enter")
    expect(page).to_have_url(re.compile("ask=choices"))
    page.go_back()
    expect(view(page, "All libraries")).to_have_attribute("aria-current", "page")
    expect(page.get_by_role("rowheader", name="scikit-learn 1.9.1")).to_be_visible()
    page.go_back()
    expect(answer.get_by_role("heading", level=2)).to_be_visible()
    expect(page.get_by_role("textbox")).to_have_value("0.961")
    page.go_forward()
    expect(view(page, "All libraries")).to_have_attribute("aria-current", "page")
    page.reload()
    settled(page)
    expect(view(page, "All libraries")).to_have_attribute("aria-current", "page")
    expect(page.get_by_role("rowheader", name="scikit-learn 1.9.1")).to_be_visible()


def test_the_question_is_still_there_when_one_comes_back_from_explore(revisit: Revisit) -> None:
    """Diagnose and Explore are left for one another four times, by links and by Back (5 s)."""
    page = revisit(link("got=0.961"))
    view(page, "My tool").click()
    expect(page).to_have_url(re.compile("ask=tool"))
    page.get_by_role("link", name="Explore", exact=True).click()
    expect(score(page)).to_contain_text("0.785")
    expect(page).not_to_have_url(re.compile("ask="))
    page.get_by_role("link", name="Diagnose").click()
    expect(view(page, "My tool")).to_have_attribute("aria-current", "page")
    expect(page).to_have_url(re.compile("ask=tool"))
    settled(page)
    page.go_back()
    expect(score(page)).to_contain_text("0.785")
    page.go_back()
    expect(view(page, "My tool")).to_have_attribute("aria-current", "page")


def test_the_sentence_is_edited_here_as_on_explore(revisit: Revisit) -> None:
    page = revisit(link("got=0.961"))
    expect(page.locator(ANSWER).get_by_role("heading", level=2)).to_contain_text("Most likely the ideal")
    page.get_by_role("button", name=re.compile("^Ideal ranking made of")).click()
    page.get_by_role("radio", name=re.compile("the documents shown")).first.check()
    expect(page).to_have_url(re.compile("ideal=retrieved"))
    expect(page.locator(ANSWER)).to_contain_text("0.961 is the value shown here.")
    page.keyboard.press("Escape")
    page.locator('button[data-name="undo"]').click()
    expect(page.locator(ANSWER).get_by_role("heading", level=2)).to_contain_text("Most likely the ideal")


def test_every_library_says_what_it_gives_and_why_and_leads_to_its_derivation(revisit: Revisit) -> None:
    page = revisit(link("ask=libraries"))
    sklearn = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="scikit-learn 1.9.1"))
    expect(sklearn).to_contain_text("0.961")
    expect(sklearn).to_contain_text("0.176 more")
    reason = sklearn.locator("xpath=following-sibling::tr[1]")
    expect(reason).to_contain_text("nDCG@6 (ideal ranking made of: the documents shown)")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as CSV").click()
    lines = download.value.path().read_text(encoding="utf-8").splitlines()
    assert any(line.startswith("sklearn,scikit-learn,1.9.1,nDCG@6,value,0.96080819") for line in lines)
    sklearn.get_by_role("button").first.click()
    answer = page.locator(ANSWER)
    expect(answer.get_by_role("heading", level=2)).to_contain_text("scikit-learn gives nDCG@6 = 0.961")
    expect(answer.get_by_role("region", name="scikit-learn").locator(".other")).to_have_count(3)
    page.go_back()
    expect(sklearn).to_be_visible()


def test_a_cell_of_the_choices_sets_the_page_by_keyboard(revisit: Revisit) -> None:
    page = revisit(link("ask=choices"))
    table = page.get_by_role("table").filter(has=page.get_by_text("by choices"))
    here = table.locator("button[aria-current]")
    expect(here).to_contain_text("0.785")
    cell = (
        table.get_by_role("row")
        .filter(has=page.get_by_role("rowheader", name="2ᵍ − 1", exact=True))
        .first.get_by_role("button")
    )
    cell.first.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("gain=exponential"))
    expect(here).to_contain_text("0.751")
    expect(here).to_be_focused()


def test_the_number_of_my_tool_names_its_formula(revisit: Revisit) -> None:
    page = revisit(link("ask=tool"))
    table = page.get_by_role("table").filter(has=page.get_by_text("by formula"))
    line = table.get_by_role("row").filter(has_text="scikit-learn")
    number = line.get_by_role("rowheader").inner_text()
    box = page.get_by_role("textbox", name=re.compile("^nDCG@. in my tool"))
    box.fill(number)
    box.press("Enter")
    said = page.locator('[data-part="my_tool"] p[role="status"]')
    expect(said).to_contain_text(re.compile("^This is how .*scikit-learn"))
    expect(line).to_contain_text("your number")
    box.fill(number[:3])
    box.press("Enter")
    expect(said).to_have_text(f"{number[:3]} is too coarse to name a formula. Type at least 3 decimals.")
    box.fill("1,5 or so")
    box.press("Enter")
    expect(said).to_contain_text("“1,5 or so”")
    page.get_by_role("button", name="Open this list on Explore").click()
    expect(page.locator(ROWS)).to_have_count(len(probe_list("ndcg").ranking.items))
    expect(page).to_have_url(re.compile("z="))


def test_the_code_for_a_tool_is_copied_and_says_which_version_was_checked(revisit: Revisit) -> None:
    page = revisit(link("ask=tool&of=mine"))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tool = page.locator('[data-part="my_tool"]')
    tool.get_by_role("combobox", name="Code for").select_option("pytrec_eval")
    expect(tool.get_by_role("combobox", name="Code for")).to_be_focused()
    expect(tool).to_contain_text("pytrec_eval pytrec-eval-terrier 0.5.11 gives 0.7850")
    tool.get_by_role("button", name="Copy").click()
    expect(tool.get_by_text("Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "ndcg_cut.6" in copied
    assert "'d7': 3" in copied


def test_a_question_fits_on_one_screen(revisit: Revisit) -> None:
    for ask in ("number&got=0.949", "tool", "libraries", "choices"):
        page = revisit(link(f"ask={ask}"))
        expect(page.locator('[data-part="list_summary"]')).to_be_visible()
        below = "(main) => main.scrollHeight - main.clientHeight"
        assert page.get_by_test_id("stMain").evaluate(below) <= 20
        assert sideways(page) == 0


PHONE = {"color_scheme": "dark", "locale": "zh-CN", "viewport": {"width": 390, "height": 844}}


@pytest.mark.parametrize("visitor", [{}, PHONE], ids=["laptop", "phone"])
def test_axe_finds_nothing_on_the_page(revisit: Revisit, visitor: dict[str, Any]) -> None:
    """Five questions are some seconds for axe; each has parts of its own."""
    for ask in ("number&got=0.762", "number&as=lightgbm.ndcg", "tool&gave=0.7667", "libraries", "choices"):
        page = revisit(link(f"ask={ask}"), **visitor)
        expect(page.locator('[data-part="list_summary"] a')).to_be_visible()
        assert sideways(page) == 0, ask
        assert Axe().violations(page) == [], ask


def test_one_more_list_tells_libraries_apart_that_the_first_number_left(revisit: Revisit) -> None:
    page = revisit(link("ask=tool"))
    tool, probe = page.locator('[data-part="my_tool"]'), probe_list("ndcg")
    first = next(each.value for each in probe.groups if any("pytrec_eval" in one.profiles for one in each.behaviours))
    box = page.get_by_role("textbox", name=re.compile("^nDCG@. in my tool"))
    box.fill(f"{first:.4f}")
    box.press("Enter")
    tool.get_by_role("button", name="Go to the next list").click()
    expect(tool).to_contain_text("One of its documents stands in it twice.")
    expect(box).to_be_focused()
    expect(box).to_have_value("")
    line = tool.get_by_role("row").filter(has_text="trec_eval").filter(has_text="refuses the list")
    box.fill("error")
    box.press("Enter")
    expect(line).to_contain_text("your number")
    expect(tool.locator('p[role="status"]')).to_have_text("This is how trec_eval would compute it.")
    expect(tool.get_by_role("button", name="Go to the next list")).to_have_count(0)
    expect(page).to_have_url(re.compile("further=(~|%7E)error"))  # written a moment after what is shown
    page.reload()
    expect(line).to_contain_text("your number")
    tool.get_by_role("button", name="Back to the list before").click()
    expect(box).to_have_value(f"{first:.4f}")
    expect(page).not_to_have_url(re.compile("further="))
