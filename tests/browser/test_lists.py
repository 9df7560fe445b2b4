"""How lists come into the page and leave it: paste, links, files, examples, copies."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

from playwright.sync_api import Locator, Page, expect

from rankviz import Convention, Ranking
from rankviz.state.app_state import AppState
from rankviz.state.permalink import decode, encode
from tests.browser.conftest import NewPage, Revisit
from tests.browser.parts import HOLD, ROWS, address, row, score
from tests.browser.visitor import settled


def test_a_copied_link_opens_the_same_state_in_the_readers_language(same_page: Page, new_page: NewPage) -> None:
    """The reader's window is another one, which loads everything for the first time."""
    page = same_page
    row(page, 3).click()
    page.keyboard.press("1")
    page.keyboard.press("k")
    expect(page).to_have_url(address("321012", k="5"))
    expect(score(page)).to_contain_text("0.684")
    other = new_page(locale="zh-CN")
    other.goto(page.url)
    settled(other)
    expect(score(other)).to_contain_text("0.684")
    expect(other.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(other.locator('[data-part="ranking_list"]')).to_contain_text("已标注但未返回")


def test_a_list_is_pasted_and_a_mistake_keeps_the_text(same_page: Page) -> None:
    page = same_page
    page.locator('button[data-name="paste"]').click()
    box = page.get_by_role("textbox", name=re.compile("Grades such as"))
    box.fill("a\t3\nb\tgood")
    expect(page.get_by_role("alert")).to_contain_text("Line 2, column 2: “good”")
    expect(box).to_have_value("a\t3\nb\tgood")
    box.fill("a\t3\t0.5\nb\t0\t0.9")
    expect(page.get_by_text("Understood: 2 retrieved, ranked by their scores")).to_be_visible()
    page.get_by_role("button", name="Use this list").click()
    expect(page.locator(ROWS)).to_have_count(2)
    expect(row(page, 1)).to_contain_text("b")


def test_what_is_typed_to_be_pasted_is_kept_until_it_is_used_and_an_untouched_box_shows_the_present_list(
    same_page: Page,
) -> None:
    page = same_page
    box = page.get_by_role("textbox", name=re.compile("Grades such as"))
    paste = page.locator('button[data-name="paste"]')
    paste.click()
    expect(box).to_be_focused()
    expect(box).to_have_value(re.compile(r"^3\n2\n3\n"))
    page.keyboard.press("Escape")
    expect(box).to_have_count(0)
    row(page, 1).click()
    page.keyboard.press("0")
    expect(page).to_have_url(address("023012"))
    paste.click()
    expect(box).to_have_value(re.compile(r"^0\n2\n3\n"))
    expect(box).to_be_focused()
    page.keyboard.type("a,3\nb,good")  # over what was there, which is selected
    expect(page.get_by_role("alert")).to_contain_text("good")
    page.keyboard.press("Escape")
    expect(box).to_have_count(0)
    paste.click()
    expect(box).to_have_value("a,3\nb,good")
    page.get_by_role("button", name="Use this list").click()
    expect(page.get_by_role("alert")).to_contain_text("good")
    box.fill("1,1,1,0")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(ROWS)).to_have_count(4)
    expect(page).to_have_url(address("1110"))


def test_names_with_markup_stay_text(page: Page) -> None:
    name = '<img src=x onerror="alert(1)"> **b** $x$ ![](//x)'
    page.locator('button[data-name="paste"]').click()
    box = page.get_by_role("textbox", name=re.compile("Grades such as"))
    box.fill(f"{name}\t3\nשלום\t0")
    page.get_by_role("button", name="Use this list").click()
    expect(row(page, 1)).to_contain_text(name)
    expect(row(page, 2)).to_contain_text("שלום")
    page.get_by_role("button", name="All numbers as tables").click()
    settled(page)
    expect(page.locator("img[src=x]")).to_have_count(0)


def test_a_damaged_link_says_as_text_what_it_could_not_read(revisit: Revisit) -> None:
    page = revisit("/?m=%3Cimg%20src%3Dx%3E&k=x&g=321")
    expect(page.get_by_role("alert").first).to_contain_text("<img src=x>")
    expect(page.locator("img[src=x]")).to_have_count(0)
    expect(page.locator(ROWS)).to_have_count(3)


def test_an_example_opens_with_one_click(same_page: Page) -> None:
    page = same_page
    page.locator('button[data-name="examples"]').click()
    page.get_by_role("button", name=re.compile("Five films")).click()
    expect(score(page)).to_contain_text("0.830")
    expect(page).to_have_url(re.compile("gain=exponential"))
    card = page.locator('[data-part="example_card"]')
    expect(card).to_contain_text("Rounded along the way")
    expect(card).to_contain_text("The source gives 0.827")
    expect(card).to_contain_text("By its own definition 0.829613")
    row(page, 1).click()
    page.keyboard.press("0")
    expect(card.get_by_role("note")).to_be_hidden()


def test_an_example_is_opened_and_the_gallery_left_by_keyboard_alone(same_page: Page) -> None:
    page = same_page
    opener = page.locator('button[data-name="examples"]')
    opener.focus()
    page.keyboard.press("Enter")
    gallery = page.locator(".gallery")
    for name in ("Close", re.compile("Right")):
        expect(page.get_by_role("dialog").get_by_role("button", name=name).first).to_be_visible()
        page.keyboard.press("Tab")
        expect(page.get_by_role("dialog").get_by_role("button", name=name).first).to_be_focused()
    page.keyboard.press("Escape")
    expect(gallery).to_have_count(0)
    expect(opener).to_be_focused()
    page.keyboard.press("Enter")
    expect(gallery).to_be_visible()
    gallery.get_by_role("button", name=re.compile("Five films")).focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(score(page)).to_contain_text("0.830")


def test_a_dialog_that_was_closed_opens_again_whenever_the_browser_comes_to_rest(new_page: NewPage) -> None:
    page = new_page(own=True)
    page.add_init_script("""{
      const { requestIdleCallback: ask } = window;
      window.idle = [];
      window.requestIdleCallback = (act, limit) => (window.holds ? idle.push(act) : ask(act, limit));
    }""")
    page.goto("/")
    settled(page)
    page.evaluate("() => void (holds = true)")
    page.locator('button[data-name="examples"]').click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.wait_for_function("() => idle.length")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.evaluate("() => idle.splice(0).forEach((act) => act())")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()


def choose_by_keys(page: Page, field: Locator, wanted: str) -> None:
    """Press the arrow until a list in which one chooses says this."""
    expect(field).to_be_focused()
    while not re.search(wanted, str(field.evaluate("(node) => node.selectedOptions[0].label"))):
        page.keyboard.press("ArrowDown")


def test_the_gallery_is_narrowed_by_metric_source_and_claim_by_keyboard_alone(same_page: Page) -> None:
    page = same_page
    page.locator('button[data-name="examples"]').click()
    dialog = page.get_by_role("dialog")
    rows, found = dialog.locator(".row:visible"), dialog.get_by_role("status")
    expect(found).to_be_visible()
    everything = rows.count()
    dialog.get_by_label("Metric").focus()
    choose_by_keys(page, dialog.get_by_label("Metric"), "^AP ")
    expect(dialog.get_by_label("Metric")).to_have_value("ap")
    expect(found).to_have_text(f"Examples: {rows.count()} of {everything}")
    expect(rows.filter(has_not_text=re.compile("AP"))).to_have_count(0)
    option = dialog.get_by_label("Source").locator("option:not([value=''])")
    told = [int(re.findall(r"\((\d+)\)", each)[0]) for each in option.all_text_contents()]
    assert sum(told) == rows.count() < everything
    page.keyboard.press("Tab")
    choose_by_keys(page, dialog.get_by_label("Source"), "^libr")
    expect(rows).to_have_count(told[-1])
    page.keyboard.press("Tab")
    choose_by_keys(page, dialog.get_by_label("What is printed"), "^a formula")
    expect(rows).to_have_count(0)
    expect(found).to_have_text("No example is all of this at once.")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(rows).to_have_count(everything)
    expect(dialog.get_by_label("Metric")).to_be_focused()
    expect(dialog.get_by_role("button", name="Show all")).to_have_count(0)


def test_the_cause_of_a_printed_number_is_shown_and_left_again(same_page: Page) -> None:
    page = same_page
    page.locator('button[data-name="examples"]').click()
    page.get_by_role("button", name=re.compile("A slip in the input", re.IGNORECASE)).first.click()  # only these verdicts
    page.get_by_role("button", name=re.compile("5\\.15")).click()
    expect(score(page)).to_contain_text("5.536")
    page.get_by_role("button", name="Show what gives the printed number").click()
    expect(score(page)).to_contain_text("5.149")
    expect(row(page, 5)).to_contain_text("1")
    page.get_by_role("button", name="Back to the source's own definition").click()
    expect(score(page)).to_contain_text("5.536")


def test_a_saved_file_brings_the_whole_state_back(revisit: Revisit, tmp_path: Path) -> None:
    page = revisit()
    row(page, 2).click()
    page.keyboard.press("u")
    expect(page).to_have_url(address("3u3012"))
    page.locator('button[data-name="take"]').click()
    page.locator('button[data-name="link"]').click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the lists as a file").click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    page.keyboard.press("Escape")
    revisit("/?v=1&m=ap&k=2&g=01")
    expect(page.locator(ROWS)).to_have_count(2)
    page.locator('button[data-name="take"]').click()
    page.locator('button[data-name="link"]').click()
    page.locator('input[type="file"]').set_input_files(saved)
    expect(page).to_have_url(address("3u3012", m="ndcg", k="6"))
    expect(page.locator(ROWS)).to_have_count(6)


def test_another_file_is_refused_in_words(same_page: Page) -> None:
    page = same_page
    page.locator('button[data-name="take"]').click()
    page.locator('button[data-name="link"]').click()
    for name, content, said in (
        ("x.json", b'{"title": "a page"}', "of no kind that is known here"),
        ("y.json", b'{"rankviz": ', "neither a file saved by rankviz"),
        ("x.png", b"\x89PNG", "x.png cannot be opened."),
    ):
        picked = {"name": name, "mimeType": "application/octet-stream", "buffer": content}
        page.locator('input[type="file"]').set_input_files(picked)  # type: ignore[arg-type]
        expect(page.get_by_role("alert")).to_contain_text(said)


def test_what_is_renamed_or_written_by_hand_can_be_typed_at_once(revisit: Revisit) -> None:
    page = revisit("/?v=1&m=ndcg&k=6&g=323012&gain=formula&gain_formula=g")
    page.locator('[data-part="choices"]').get_by_role("button", name=re.compile("^Gain: ")).click()
    page.keyboard.type("3*g")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("gain_formula=3%2Ag"))
    page.keyboard.press("Escape")
    page.locator('button[data-name="add_list"]').click()
    settled(page)
    queries = page.locator('[data-part="list_tabs"]')
    queries.get_by_role("button", name="Rename").click()
    field = queries.get_by_role("textbox")
    expect(field).to_be_focused()
    expect(field).not_to_have_value("")
    page.keyboard.type("first")  # in place of the name, which is selected
    page.keyboard.press("Enter")
    expect(queries.get_by_role("tab", selected=True)).to_contain_text("first")


def test_the_table_takes_over_what_is_typed_into_it(same_page: Page) -> None:
    page = same_page
    page.locator('[data-part="ranking_list"]').get_by_role("button", name="edit as a table").click()
    expect(page.get_by_text("The list as a table")).to_be_visible()
    page.get_by_role("button", name="Use this table").click()
    expect(page.get_by_text("The list as a table")).to_have_count(0)
    expect(page.locator(ROWS)).to_have_count(6)
    expect(score(page)).to_contain_text("0.785")


def test_the_copies_hold_value_convention_formula_and_python(new_page: NewPage) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto("/")
    settled(page)
    # The menu closes by itself in less than a second, which may pass unseen where the machine has much to do.
    page.evaluate("""() => {
      const { setTimeout } = window;
      window.setTimeout = (act, ms) => ms !== 900 && setTimeout(act, ms);
    }""")
    found = []
    for name in ("Value and convention", "Derivation as LaTeX", "Python that reproduces it"):
        page.locator('[data-part="derivation"]').get_by_role("button", name="Copy", exact=True).click()
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("button", name="Copied")).to_be_visible()
        found.append(page.evaluate("navigator.clipboard.readText()"))
        page.keyboard.press("Escape")
    assert "0.785002371969948" in found[0]
    assert "ideal ranking from all judged documents (8)" in found[0]
    assert r"\frac{6.861}{8.740} = 0.785" in found[1]
    assert "rv.evaluate('nDCG@6', r)" in found[2]


def tab(page: Page, number: int) -> Locator:
    return page.get_by_role("tab").nth(number - 1)


def test_three_lists_are_made_and_their_mean_is_derived(same_page: Page) -> None:
    page = same_page
    page.locator('button[data-name="add_list"]').click()
    expect(page.get_by_role("tab")).to_have_count(2)
    expect(page.locator(ROWS)).to_have_count(0)
    page.locator('button[data-name="paste"]').click()
    box = page.get_by_role("textbox", name=re.compile("Grades such as"))
    box.fill("0,3")
    page.get_by_role("button", name="Use this list").click()
    expect(tab(page, 2)).to_contain_text("0.631")
    mean = page.locator('[data-part="list_tabs"] .mean')
    expect(mean).to_contain_text("0.708")
    expect(page.locator('[data-part="derivation"]')).to_contain_text("mean nDCG@6")
    # By keyboard: back to the first list, a copy of it, and a name for the copy.
    tab(page, 2).focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(tab(page, 1)).to_have_attribute("aria-selected", "true")
    expect(page.locator(ROWS)).to_have_count(6)
    page.get_by_role("button", name="Copy this list").click()
    expect(page.get_by_role("tab")).to_have_count(3)
    page.get_by_role("button", name="Rename this list").click()
    page.keyboard.type("again")
    page.keyboard.press("Enter")
    expect(tab(page, 2)).to_contain_text("again")
    expect(mean).to_contain_text("mean of 3 lists")
    page.wait_for_url(lambda url: decode(dict(parse_qsl(urlsplit(url).query))).state.ranking.query_id == "again")
    link = page.url
    page.get_by_role("button", name="Remove this list").click()
    expect(page.get_by_role("tab")).to_have_count(2)
    page.wait_for_url(lambda url: url != link)  # else this would be a reload, which keeps what was done
    page.goto(link)
    settled(page)
    expect(tab(page, 2)).to_contain_text("again")
    expect(tab(page, 2)).to_have_attribute("aria-selected", "true")


def test_a_grade_has_one_shade_in_the_list_and_in_the_tabs(revisit: Revisit) -> None:
    grades = [0.5, 1, 2.5, 7, 0, -1, 0.004]
    state = AppState((Ranking.from_grades(grades), Ranking.from_grades([0.5])), "ndcg", Convention())
    page = revisit("/?" + urlencode(encode(state)))
    expect(page.locator(".square")).to_have_count(len(grades) + 1)
    colour = "node => getComputedStyle(node).backgroundColor"
    in_list = [row(page, number).locator(".grade").evaluate(colour) for number in range(1, len(grades) + 1)]
    assert in_list == [page.locator(".square").nth(number).evaluate(colour) for number in range(len(grades))]
    assert in_list[0] != in_list[4]
    assert in_list[4] == in_list[5]
    expect(row(page, 7).locator(".grade")).to_have_text("0.004")  # what is not 0 is not written as 0


def test_an_empty_list_has_one_sign_of_equality_before_its_value(revisit: Revisit) -> None:
    page = revisit("/?v=1&m=ndcg&k=3&g=_&missed=1")
    line = page.locator('[data-part="derivation"] .line').first
    expect(line.locator(".result")).to_contain_text("0.000")
    seen = line.locator(".eq").evaluate_all(
        "nodes => nodes.filter((node) => getComputedStyle(node).visibility === 'visible').length"
    )
    assert seen == 2  # before the formula, and before the value


def test_what_is_typed_on_while_a_formula_is_answered_stays_in_the_field(revisit: Revisit) -> None:
    page = revisit("/?v=1&m=ndcg&k=6&g=323012&gain=formula&gain_formula=g")
    page.get_by_role("button", name="Gain: ").click()
    field = page.get_by_role("textbox", name="Gain as a formula of g")
    page.evaluate(HOLD)
    field.fill("3*g")
    field.press("Enter")
    field.press_sequentially("+10")
    page.evaluate("() => letGo()")
    expect(page).to_have_url(re.compile("gain_formula=3%2Ag"))
    settled(page)
    expect(field).to_have_value("3*g+10")


def test_a_custom_formula_is_used_and_a_wrong_one_says_where(same_page: Page) -> None:
    page = same_page
    page.get_by_role("button", name="Gain: g").click()
    page.get_by_role("radio", name=re.compile("your own formula")).check()
    expect(score(page)).to_contain_text("0.751")
    expect(page.get_by_role("button", name="Gain: from your own formula 2^g-1")).to_be_visible()
    field = page.get_by_role("textbox", name="Gain as a formula of g")
    field.fill("g^2+")
    field.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="ends too early")).to_contain_text("g^2+▸")
    expect(field).to_have_value("g^2+")
    field.fill("sqrt(g)")
    field.press("Enter")
    expect(score(page)).to_contain_text("0.819")
    expect(page.locator('[data-part="choices"] .error:visible')).to_have_count(0)
