"""A sheet opened from disk with the network cut: it answers every press as the page does, and says where it ends."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from playwright.sync_api import Browser, Locator, Page, Route, expect

from rankviz.page.answers.messages import view_state
from rankviz.page.answers.open_address import read_address as read
from rankviz.page.endpoint import handle_request
from rankviz.page.static.sheet import sheet_html
from rankviz.page.static.single_edits import choice_edits, list_edits
from rankviz.state.analysis import analyse
from rankviz.state.permalink import from_text
from rankviz.texts import LANGUAGES, Texts
from tests.browser.accessibility import Axe
from tests.browser.conftest import Revisit
from tests.browser.parts import row, score, sideways
from tests.page.test_static_sheet import kept

# Of few documents: all that can be pressed is computed beforehand.
LINK = {"v": "1", "m": "rr", "k": "3", "g": "012"}
COVERED = {"v": "1", "m": "ap", "k": "2", "g": "01", "cover": "score.formula"}
SIX = {"v": "1", "m": "ndcg", "k": "6", "g": "323012", "missed": "32"}
MOST = 1_000_000  # bytes
FRAMED = "Blocked autofocusing"  # what Chromium says of any frame of another origin
ASKED = """async (bodies) => {
  const { request } = await import("rv/tab/transport.js");
  const answers = [];
  for (const body of bodies) answers.push(await request(body, () => {}));
  return answers.map((found) => found && { ...found, parts: Object.fromEntries(found.parts) });
}"""
Opener = Callable[..., Page]


def written(folder: Path, link: dict[str, str], name: str) -> Path:
    found = read("explore", link)
    path = folder / name
    path.write_text(sheet_html(found.state, found.handout, whole="https://example.org/"), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("sheets")


@pytest.fixture(scope="module")
def sheet(folder: Path) -> Path:
    return written(folder, LINK, "sheet.html")


@pytest.fixture(scope="module")
def covered(folder: Path) -> Path:
    return written(folder, COVERED, "covered.html")


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opener]:
    """Open a file without a network; whatever it asks of anybody, and every error, fails the test."""
    pages: list[Page] = []
    problems: list[str] = []

    def refuse(route: Route) -> None:
        if route.request.url.startswith(("file:", "blob:", "data:")):
            return route.continue_()
        problems.append(route.request.url)
        return route.abort()

    def make(path: Path, fragment: str = "", script: str = "", **options: Any) -> Page:
        context = browser.new_context(**({"viewport": {"width": 1280, "height": 720}, "locale": "en-US"} | options))
        context.set_offline(True)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on(
            "console", lambda said: problems.append(said.text) if said.type == "error" and FRAMED not in said.text else None
        )
        page.route("**/*", refuse)
        if script:
            page.add_init_script(script)
        page.goto(f"{path.as_uri()}{fragment}")
        pages.append(page)
        return page

    yield make
    for page in pages:
        page.context.close()
    assert problems == []


def value(page: Page) -> Locator:
    return score(page).locator(".value").first


def notice(page: Page) -> Locator:
    return page.locator('[data-part="notices"] [role="alert"]')


def grades(page: Page) -> Locator:
    return page.locator('[data-part="ranking_list"] .rows .grade')


def test_it_answers_every_press_as_the_page_does(opened: Opener, sheet: Path) -> None:
    """Each of 77 edits that the file has is answered by both (5 s)."""
    page = opened(sheet)
    expect(value(page)).to_have_text("0.500")
    state = read("explore", LINK).state
    analysis, words = analyse(state), Texts("en")
    edits = [*list_edits(analysis, words, fixed=False), *choice_edits(analysis, words)]
    text = page.url.partition("#")[2]
    views = [view_state(language=each, covered=gone, is_static=True) for each in LANGUAGES for gone in ((), ("score",))]
    questions = [
        {"state": text, "edits": [edit], "view": structs.asdict(views[at % len(views)])} for at, edit in enumerate(edits)
    ]
    some = 0
    for question, found in zip(questions, page.evaluate(ASKED, [json.dumps(each) for each in questions]), strict=True):
        head, *lines = handle_request(json.dumps(question)).decode().split("\n")
        assert from_text(found["state"]).state == from_text(json.loads(head)["state"]).state
        language = question["view"]["language"]
        expected = {name: json.loads(data) for name, data in (line.split(" ", 1) for line in lines)}
        expected = {name: data for name, data in expected.items() if name not in ("example_card", "chart_switches")}
        given = {name: json.loads(data) for name, data in found["parts"].items()}
        assert given.keys() == expected.keys(), question["edits"]
        ahead = given["scores"].pop("prefetched") if "scores" in given else {}
        given.get("scores", {})["prefetched"] = {}  # of those edits alone that lead to a list of the file
        assert ahead.items() <= expected.get("scores", {"prefetched": {}})["prefetched"].items(), question["edits"]
        some += len(ahead)
        for name, data in expected.items():
            if name != "notices":
                assert given[name] == json.loads(json.dumps(kept(name, data, language))), (question["edits"], name)
    assert some > len(questions)


def test_keys_are_answered_undone_and_stand_in_the_address(opened: Opener, sheet: Path) -> None:
    page = opened(sheet)
    expect(value(page)).to_have_text("0.500")
    row(page, 1).focus()
    page.keyboard.press("1")
    expect(value(page)).to_have_text("1.000")
    expect(page).to_have_url(re.compile("#v=1&m=rr&k=3&g=112"))
    page.keyboard.press("0")
    expect(value(page)).to_have_text("0.500")
    page.keyboard.press("z")
    expect(value(page)).to_have_text("1.000")
    page.keyboard.press("z")
    page.keyboard.press("Alt+ArrowDown")
    expect(value(page)).to_have_text("1.000")
    page.keyboard.press("z")
    for cutoff in (2, 1):  # one step back each: what is pressed before the answer goes together into the next
        page.keyboard.press("k")
        expect(page.get_by_role("button", name=f"Cutoff k: {cutoff}")).to_be_visible()
    expect(value(page)).to_have_text("0.000")
    page.keyboard.press("z")
    expect(value(page)).to_have_text("0.500")
    page.reload()
    expect(value(page)).to_have_text("0.500")
    expect(page).to_have_url(re.compile("k=2"))
    expect(notice(page)).to_have_count(0)


def test_grades_go_on_and_on_in_a_short_list(opened: Opener, sheet: Path) -> None:
    page = opened(sheet)
    for number, key in ((3, "0"), (2, "0"), (1, "0"), (3, "1")):
        row(page, number).focus()
        page.keyboard.press(key)
    expect(value(page)).to_have_text("0.333")
    expect(page).to_have_url(re.compile("g=001"))


def test_a_measure_and_a_choice_are_chosen_by_keyboard(opened: Opener, sheet: Path) -> None:
    page = opened(sheet)
    measure = score(page).get_by_role("button", name=re.compile(r"^P@3"))
    measure.focus()
    page.keyboard.press("Enter")
    expect(value(page)).to_have_text("0.667")
    page.locator('[data-part="choices"]').get_by_role("button", name=re.compile("^measure|^metric", re.IGNORECASE)).focus()
    page.keyboard.press("Enter")
    page.keyboard.type("AP")
    page.keyboard.press("Enter")
    expect(value(page)).not_to_have_text("0.667")
    expect(page).to_have_url(re.compile("m=ap&"))


def test_language_and_dark_are_those_of_the_page(opened: Opener, sheet: Path) -> None:
    page = opened(sheet, color_scheme="dark", locale="zh-CN")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(value(page)).to_have_text("0.500")
    assert page.evaluate("getComputedStyle(document.querySelector('.stApp')).backgroundColor") == "rgb(20, 23, 27)"
    page.get_by_role("button", name="EN").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    row(page, 1).focus()
    page.keyboard.press("1")
    expect(value(page)).to_have_text("1.000")


def test_a_step_that_is_not_in_it_is_told_and_the_list_stays(opened: Opener, sheet: Path) -> None:
    page = opened(sheet)
    row(page, 1).focus()
    page.keyboard.press("2")
    row(page, 2).focus()
    page.keyboard.press("Delete")
    expect(notice(page)).to_contain_text("https://example.org/")
    expect(grades(page)).to_have_text(["2", "1", "2"])
    expect(value(page)).to_have_text("1.000")
    page.keyboard.press("z")
    expect(notice(page)).to_have_count(0)
    expect(grades(page)).to_have_text(["0", "1", "2"])


def test_an_address_that_is_not_in_it_opens_its_own_list(opened: Opener, sheet: Path) -> None:
    page = opened(sheet, "#v=1&m=ap&k=9&g=1010101")
    expect(notice(page)).to_have_count(1)
    expect(grades(page)).to_have_text(["0", "1", "2"])
    page.get_by_role("button", name="中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(grades(page)).to_have_text(["0", "1", "2"])


def test_an_address_may_ask_for_large_type(opened: Opener, sheet: Path) -> None:
    page = opened(sheet, "#v=1&m=rr&k=3&g=112&view=projector")
    expect(page.locator("html")).to_have_class(re.compile("rv-large"))
    expect(value(page)).to_have_text("1.000")
    expect(notice(page)).to_have_count(0)


def test_an_address_may_cover_the_value_and_what_it_cannot_do_is_told(opened: Opener, sheet: Path) -> None:
    page = opened(sheet, "#v=1&m=rr&k=3&g=012&cover=score")
    expect(page.locator('[data-part="cover_score"] input')).to_be_visible()
    expect(notice(page)).to_have_count(0)
    page = opened(sheet, "#v=1&m=rr&k=3&g=012&lock=list&hide=charts")
    expect(notice(page)).to_contain_text("chosen when it was made")


def test_an_address_that_is_typed_is_told_or_followed(opened: Opener, sheet: Path) -> None:
    page = opened(sheet)
    expect(value(page)).to_have_text("0.500")
    page.evaluate("location.hash = '#v=1&m=ap&k=9&g=1010101'")
    expect(notice(page)).to_have_count(1)
    expect(grades(page)).to_have_text(["0", "1", "2"])
    page.evaluate("location.hash = '#v=1&m=rr&k=3&g=002'")
    expect(value(page)).to_have_text("0.333")
    expect(grades(page)).to_have_text(["0", "0", "2"])
    page.go_back()
    expect(grades(page)).to_have_text(["0", "1", "2"])
    row(page, 1).focus()
    page.keyboard.press("1")
    expect(value(page)).to_have_text("1.000")


def test_it_is_saved_from_the_page(revisit: Revisit, opened: Opener, folder: Path) -> None:
    """The file is computed as it is saved (5 s); the other tests have one that was made beforehand."""
    page = revisit("/?v=1&m=rr&k=1&g=0")
    expect(value(page)).to_have_text("undefined")
    page.locator('button[data-name="take"]').click()
    page.locator('button[data-name="link"]').click()
    # It is computed first, behind whatever else the machine has to do.
    with page.expect_download(timeout=240_000) as download:
        page.get_by_role("button", name="Save as an interactive page").click()
    assert download.value.suggested_filename == "rankviz-rr-1-interactive.html"
    saved = folder / "saved.html"
    download.value.save_as(saved)
    expect(page.get_by_role("dialog").get_by_role("alert")).to_have_count(0)
    alone = opened(saved)
    expect(value(alone)).to_have_text("undefined")
    row(alone, 1).focus()
    alone.keyboard.press("1")
    expect(value(alone)).to_have_text("1.000")


def test_what_is_covered_is_shown_when_it_is_lifted_and_a_guess_is_told(opened: Opener, covered: Path) -> None:
    page = opened(covered)
    field = page.locator('[data-part="cover_score"] input')
    expect(field).to_be_visible()
    expect(page.locator('[data-part="derivation"]')).to_be_hidden()
    field.fill("half")
    field.press("Enter")
    expect(page.locator('[data-part="cover_score"] [role="alert"]')).to_contain_text("half")
    field.fill("0.4")
    field.press("Enter")
    expect(value(page)).to_have_text("0.500")
    expect(score(page)).to_contain_text("0.100 more")
    expect(page.locator('[data-part="derivation"]')).to_be_hidden()


@pytest.mark.parametrize(
    ("metric", "typed"),
    [
        ("rr", "0.5 .5 1/2 50% 0,5 0.49 1 0 −1 2/3 0.50001 0.500000001 =0.5 1/0 a 0.5.5 -"),
        ("ndcg", "0.46 0.463 0.4633 46.3% 0.5 0.4 0.46334 0.7 0.616 0.6163 0.61633 0.6164"),
        ("dcg", "1 2 1.6 1.63 1.631 3 0"),
    ],
)
def test_a_guess_is_told_in_the_words_of_the_page(opened: Opener, sheet: Path, metric: str, typed: str) -> None:
    page = opened(sheet)
    expect(value(page)).to_have_text("0.500")
    edits = [{"name": "choose", "field": "metric", "value": metric}]
    views = [structs.asdict(view_state(is_static=True, guess=each)) for each in typed.split()]
    questions = [{"state": page.url.partition("#")[2], "edits": edits, "view": each} for each in views]
    for question, found in zip(questions, page.evaluate(ASKED, [json.dumps(each) for each in questions]), strict=True):
        parts = dict(line.split(" ", 1) for line in handle_request(json.dumps(question)).decode().split("\n")[1:])
        for name, said in (("scores", "guess"), ("cover_score", "guess_problem")):
            assert (name in parts) == (name in found["parts"])
            if name in parts:
                assert json.loads(found["parts"][name])[said] == json.loads(parts[name])[said], question["view"]["guess"]


def test_words_help_and_large_type_work(opened: Opener, sheet: Path) -> None:
    page = opened(sheet)
    page.locator('[data-part="choices"] [data-term="cutoff"]').first.click()
    expect(page.locator('[data-part="terms"] .definition')).not_to_be_empty()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator('[data-part="dialog"] dialog')).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator('[data-part="dialog"] dialog')).to_be_hidden()
    page.keyboard.press("p")
    expect(page.locator("html")).to_have_class(re.compile("rv-large"))
    expect(value(page)).to_have_text("0.500")
    page.keyboard.press("p")
    expect(page.locator("html")).not_to_have_class(re.compile("rv-large"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_has_room_for_it_and_axe_finds_nothing(opened: Opener, sheet: Path, scheme: str) -> None:
    page = opened(sheet, viewport={"width": 390, "height": 844}, color_scheme=scheme)
    expect(value(page)).to_have_text("0.500")
    row(page, 2).click()
    assert sideways(page) == 0
    assert Axe().violations(page) == []


def test_six_documents_take_less_than_a_megabyte(folder: Path) -> None:
    """Takes 7 s: it is as many as the guide recommends, and no smaller list tells how large that one is."""
    assert written(folder, SIX, "six.html").stat().st_size < MOST


def test_a_file_that_is_cut_off_says_so(opened: Opener, sheet: Path, folder: Path) -> None:
    cut = folder / "cut.html"
    text = sheet.read_text(encoding="utf-8")
    cut.write_text(text[: len(text) * 2 // 3], encoding="utf-8")
    expect(opened(cut).get_by_role("alert")).to_contain_text("Download it again")


def test_an_old_browser_is_told(opened: Opener, sheet: Path) -> None:
    page = opened(sheet, script="delete window.DecompressionStream")
    expect(page.get_by_role("alert")).to_contain_text("too old")


@pytest.mark.parametrize("broken", ["throw new Error('blocked')", "throw new DOMException('full', 'QuotaExceededError')"])
def test_a_storage_that_is_blocked_or_full_changes_nothing(opened: Opener, sheet: Path, broken: str) -> None:
    script = f"for (const name of ['getItem', 'setItem']) Storage.prototype[name] = () => {{ {broken}; }};"
    page = opened(sheet, script=script)
    expect(value(page)).to_have_text("0.500")
    row(page, 1).focus()
    page.keyboard.press("1")
    expect(value(page)).to_have_text("1.000")
    page.keyboard.press("z")
    expect(value(page)).to_have_text("0.500")


def test_it_works_in_a_frame_that_may_do_nothing_but_run_scripts(opened: Opener, sheet: Path, folder: Path) -> None:
    frame = folder / "frame.html"
    text = escape(sheet.read_text(encoding="utf-8"))
    frame.write_text(f'<iframe sandbox="allow-scripts" srcdoc="{text}" width="1200" height="700"></iframe>', encoding="utf-8")
    page = opened(frame)
    inside = page.frame_locator("iframe")
    shown = inside.locator('[data-part="scores"] .value').first
    expect(shown).to_have_text("0.500")
    inside.locator('[data-part="ranking_list"] .rows [role="row"]').first.focus()
    page.keyboard.press("1")
    expect(shown).to_have_text("1.000")
    page.keyboard.press("z")
    expect(shown).to_have_text("0.500")
