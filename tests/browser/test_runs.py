"""The Runs page in a real browser: means, a query opened, files sent, damaged files, both languages."""

from __future__ import annotations

import csv
import gzip
import math
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.browser.accessibility import Axe
from tests.browser.conftest import NewPage
from tests.browser.parts import ROWS, score, sideways
from tests.browser.visitor import settled
from tools.server import serving

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "rankviz" / "examples" / "digits"
RUN = "".join(f"q{q} Q0 d{i} {i} {10 - i} t\n" for q in range(3) for i in range(10))
OTHER = "query,document,score\n" + "".join(f"q{q},d{i},{i * 7 % 10}\n" for q in range(3) for i in range(10))
QRELS = "".join(f"q{q} 0 d{i} {(i + q) % 3}\n" for q in range(4) for i in range(0, 12, 2))


def go_to_runs(page: Page) -> Page:
    page.get_by_role("link", name=re.compile("Runs|整批评测")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Whole runs|整批评测"))
    expect(page.get_by_role("rowheader", name="AP", exact=True)).to_be_visible(timeout=60_000)  # the runs are read first
    settled(page)
    return page


def put(page: Page, place: int, path: Path) -> None:
    page.locator("input[type=file]").nth(place).set_input_files(path)
    expect(page.locator('[data-testid="stFileUploader"]').nth(place)).to_contain_text(path.name)


# Streamlit shows a file before the script has run with it; another one that comes in between may be lost.
WATCH_THE_SCRIPT = """() => {
  window.hasRun = false;
  const look = (records) => (window.hasRun ||= records.some(({ oldValue }) => oldValue === "running"));
  const options = { attributeFilter: ["data-test-script-state"], attributeOldValue: true };
  new MutationObserver(look).observe(document.querySelector('[data-testid="stApp"]'), options);
}"""
SHORT = 5_000  # ms; a run that was too short to be seen is over by then


def send(page: Page, place: int, path: Path) -> None:
    """Hand over a file and wait until the script has run with it."""
    page.evaluate(WATCH_THE_SCRIPT)
    put(page, place, path)
    with suppress(TimeoutError):
        page.wait_for_function("() => window.hasRun", timeout=SHORT)
    settled(page)


def test_the_worst_query_is_opened_with_its_value(page: Page) -> None:
    go_to_runs(page)
    expect(page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="nDCG@10", exact=True))).to_contain_text(
        "0.8039"
    )
    page.get_by_role("button", name="Open in Explore: lda").click()
    expect(page.locator(ROWS)).to_have_count(100)
    expect(score(page)).to_contain_text("0.300")
    page.locator('button[data-name="undo"]').click()
    expect(score(page)).to_contain_text("0.785")


def test_a_query_that_is_pressed_in_a_chart_is_picked(page: Page) -> None:
    go_to_runs(page)
    pick = page.get_by_role("combobox", name="Query to open")
    expect(pick).to_have_value("q1595-7")
    points = page.locator(".js-plotly-plot").nth(2).locator(".points path")
    expect(points).to_have_count(120)
    # A point near the lower edge stands alone; the drag layer above it takes the pointer.
    points.nth(0).scroll_into_view_if_needed()
    box = points.nth(0).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(pick).not_to_have_value("q1595-7")
    settled(page)
    # What is chosen in the list then stays, though the chart still shows its point.
    pick.click()
    pick.press("ControlOrMeta+a")
    pick.press_sequentially("q1742-2")
    expect(page.get_by_role("option")).to_have_text(["q1742-2"])
    pick.press("Enter")
    expect(pick).to_have_value("q1742-2")
    page.get_by_role("button", name="Open in Explore: lda").click()
    expect(score(page)).to_contain_text("0.356")


def test_k_is_moved_with_the_keyboard(page: Page) -> None:
    go_to_runs(page)
    page.get_by_role("slider").press("ArrowLeft")
    expect(page.get_by_role("rowheader", name="nDCG@9", exact=True)).to_be_visible()
    expect(page.locator(".gtitle").filter(has_text="nDCG@9")).to_have_count(3)


def test_what_is_chosen_beside_a_library_survives_a_reload_and_a_link(page: Page, new_page: NewPage) -> None:
    go_to_runs(page)
    page.get_by_role("slider").press("ArrowLeft")
    expect(page.get_by_role("rowheader", name="nDCG@9", exact=True)).to_be_visible()
    settled(page)
    page.get_by_role("radio", name="2ᵍ − 1").click()
    expect(page).to_have_url(re.compile("gains=exponential"))
    settled(page)
    for name, option in (("Equal scores", "order given"), ("Metric to study", "AP"), ("Query to open", "q1742-2")):
        field = page.get_by_role("combobox", name=name)
        field.click()
        field.press("ControlOrMeta+a")
        field.press_sequentially(option)
        field.press("Enter")
        expect(field).to_have_value(re.compile(option))
        settled(page)
    expect(page).to_have_url(re.compile("query=q1742-2"))
    mean = mean_of(page, "nDCG@9").inner_text()
    values = [page.get_by_role("combobox", name=name).input_value() for name in ("Equal scores", "Metric to study")]
    page.reload()
    other = new_page()
    other.goto(page.url)
    for each in (page, other):
        expect(mean_of(each, "nDCG@9")).to_have_text(mean)
        expect(each.get_by_role("radio", name="2ᵍ − 1")).to_be_checked()
        for name, value in zip(("Equal scores", "Metric to study"), values, strict=True):
            expect(each.get_by_role("combobox", name=name)).to_have_value(value)
        expect(each.get_by_role("combobox", name="Query to open")).to_have_value("q1742-2")
        settled(each)


@pytest.mark.parametrize("width", [1280, 1920])
def test_nothing_moves_when_one_chooses_for_oneself(new_page: NewPage, width: int) -> None:
    page = new_page(viewport={"width": width, "height": 1080})
    page.goto("/runs")
    expect(page.get_by_role("rowheader", name="nDCG@10", exact=True)).to_be_visible()
    settled(page)
    seen = (page.get_by_role("combobox", name="As computed by"), page.get_by_role("table", name="Means"))
    before = [each.bounding_box() for each in seen]
    choose_the_sentence(page)
    select, means = (each.bounding_box() for each in seen)
    assert select == before[0]
    assert before[1] is not None
    assert means is not None
    assert means["y"] == before[1]["y"]
    sentence = page.locator('[data-part="choices"]').bounding_box()
    assert select is not None
    assert sentence is not None
    assert abs(sentence["y"] - select["y"]) < 40


def choose_the_sentence(page: Page) -> None:
    page.get_by_role("combobox", name="As computed by").click()
    page.get_by_role("option", name="your own choices").click()
    expect(page.get_by_role("combobox", name="As computed by")).to_have_value("your own choices")
    expect(page.get_by_role("rowheader", name="nDCG@6", exact=True)).to_be_visible()
    settled(page)


def mean_of(page: Page, measure: str) -> Locator:
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=measure, exact=True))
    return row.get_by_role("cell").first


def by_hand(gain: Callable[[int], float]) -> str:
    """Mean nDCG@6 of the example's first run, from its files alone."""
    grades: dict[str, dict[str, int]] = {}
    for line in gzip.decompress((EXAMPLE / "qrels.txt.gz").read_bytes()).decode().splitlines():
        query, _, document, grade = line.split()
        grades.setdefault(query, {})[document] = int(grade)
    ranked: dict[str, list[tuple[float, str]]] = {}
    for line in gzip.decompress((EXAMPLE / "pixels.run.gz").read_bytes()).decode().splitlines():
        query, _, document, _, score, _ = line.split()
        ranked.setdefault(query, []).append((-float(score), document))
    values = []
    for query, found in ranked.items():
        judged = grades[query]
        shown = [gain(judged.get(document, 0)) for _, document in sorted(found)[:6]]
        best = sorted(map(gain, judged.values()), reverse=True)[:6]
        dcg, most = (sum(g / math.log2(i + 2) for i, g in enumerate(each)) for each in (shown, best))
        values.append(dcg / most)
    return f"{sum(values) / len(values):.4f}"


def test_the_sentence_changes_the_means_and_survives_back_and_reload(page: Page) -> None:
    go_to_runs(page)
    choose_the_sentence(page)
    mean = mean_of(page, "nDCG@6")
    expect(mean).to_have_text(by_hand(lambda g: g))
    page.get_by_role("button", name=re.compile("^Gain: g")).click()
    page.get_by_role("radio", name=re.compile("^2ᵍ − 1")).first.check()
    expect(mean).to_have_text(by_hand(lambda g: 2**g - 1))
    settled(page)
    columns = page.get_by_role("combobox", name="More columns")
    columns.press_sequentially("AP@")
    expect(page.get_by_role("option")).to_have_text(["AP@6"])
    columns.press("Enter")
    expect(page).to_have_url(re.compile(r"by=own&columns=AP%406(&|$)"))
    columns.press("Escape")
    settled(page)
    # Another page and back, by links, by Back, and after a reload there.
    page.get_by_role("link", name="Explore").click()
    expect(page.locator(ROWS)).to_have_count(6)
    expect(page).not_to_have_url(re.compile("by=own"))
    settled(page)
    page.reload()
    expect(page.locator(ROWS)).to_have_count(6)
    settled(page)
    page.go_back()
    expect(mean).to_have_text(by_hand(lambda g: 2**g - 1))
    settled(page)
    page.reload()
    expect(mean).to_have_text(by_hand(lambda g: 2**g - 1))
    expect(page).to_have_url(re.compile(r"by=own&columns=AP%406(&|$)"))
    expect(page.get_by_test_id("stMultiSelect")).to_contain_text("AP@6")


@pytest.mark.parametrize("wish", ["cover=choices", "hide=choices"])
def test_choices_that_are_covered_are_not_told_on_this_page_either(new_page: NewPage, wish: str) -> None:
    page = new_page()
    page.goto(f"/runs?by=own&v=1&m=ndcg&k=7&gain=exponential&g=323012&{wish}")
    expect(page.get_by_role("rowheader", name="nDCG@10", exact=True)).to_be_visible()
    settled(page)
    expect(page.get_by_text("The link covers the choices, so these runs are computed as trec_eval does.")).to_be_visible()
    page.get_by_role("combobox", name="As computed by").click()
    expect(page.get_by_role("option").first).to_be_visible()
    expect(page.get_by_role("option", name="your own choices")).to_have_count(0)
    expect(page.locator('[data-part="choices"]')).to_be_hidden()


def test_a_typed_formula_is_used_for_whole_runs(page: Page) -> None:
    go_to_runs(page)
    choose_the_sentence(page)
    page.get_by_role("button", name=re.compile("^Gain: g")).click()
    page.get_by_role("radio", name=re.compile("your own formula")).check()
    field = page.get_by_role("textbox", name="Gain as a formula of g")
    field.fill("g^2 + g")
    field.press("Enter")
    expect(mean_of(page, "nDCG@6")).to_have_text(by_hand(lambda g: g**2 + g))


def test_a_query_carries_its_name_and_back_leads_to_its_place(new_page: NewPage) -> None:
    page = new_page(own=True)  # with a past of its own
    page.goto("/")
    go_to_runs(settled(page))
    pick = page.get_by_role("combobox", name="Query to open")
    pick.click()
    pick.press("ControlOrMeta+a")
    pick.press_sequentially("q1742-2")
    pick.press("Enter")
    expect(pick).to_have_value("q1742-2")
    settled(page)
    button = page.get_by_role("button", name="Open in Explore: lda")
    button.scroll_into_view_if_needed()
    main = page.get_by_test_id("stMain")
    before = main.evaluate("(main) => main.scrollTop")
    assert before > 0
    button.click()
    expect(page.locator('[data-part="list_tabs"]').get_by_text("q1742-2 · lda", exact=True)).to_be_visible()
    settled(page)
    page.go_back()
    expect(pick).to_have_value("q1742-2")
    expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible()
    expect(page.get_by_test_id("stDataFrame").locator("canvas").first).to_be_visible()
    settled(page)
    page.wait_for_function("(to) => Math.abs(document.querySelector('[data-testid=stMain]').scrollTop - to) < 2", arg=before)
    expect(button).to_be_in_viewport()


def test_a_query_of_two_runs_is_compared_whole_and_back_leads_to_its_place(new_page: NewPage) -> None:
    page = new_page(own=True)  # with a past of its own
    page.goto("/")
    go_to_runs(settled(page))
    button = page.get_by_role("button", name="Compare both on this query")
    button.click()
    expect(page).to_have_url(re.compile(r"/compare\?"))
    for name in ("A q1595-7 · pixels", "B q1595-7 · lda"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()
    expect(page.locator('[data-part="winner"]')).to_contain_text("0.300")  # as on Explore
    expect(page.get_by_text(re.compile("… 80 more, [0-9]+ of them judged")).first).to_be_visible()
    settled(page)
    page.go_back()
    expect(button).to_be_in_viewport()
    expect(page.get_by_role("combobox", name="Query to open")).to_have_value("q1595-7")


def test_when_the_winner_flips_is_told_when_it_is_asked_and_leads_to_the_queries(page: Page) -> None:
    go_to_runs(page)
    expect(page.get_by_role("table", name="Queries on which the winner flips")).to_have_count(0)
    page.get_by_text("When does the winner flip?").click()
    expect(page.get_by_text("Along b the winner changes on 7 of 120 queries.")).to_be_visible()
    cells = page.get_by_role("table", name="under every gain and discount")
    cells.get_by_role("button", name=re.compile("queries that flip: 2")).first.click()
    flipped = page.get_by_role("table", name="another one under these choices")
    expect(flipped.get_by_role("row")).to_have_count(3)
    settled(page)
    page.get_by_role("table", name="Queries on which the winner flips").get_by_role("button", name="Compare q1522-1").click()
    expect(page.get_by_role("button", name="A q1522-1 · pixels", exact=True)).to_be_visible()
    settled(page)
    page.go_back()
    expect(page.get_by_role("table", name="Queries on which the winner flips")).to_be_visible()  # still open
    page.get_by_text("When does the winner flip?").click()
    expect(page.get_by_role("table", name="Queries on which the winner flips")).to_have_count(0)


def test_the_heads_of_tests_explain_themselves(page: Page) -> None:
    go_to_runs(page)
    page.get_by_role("columnheader", name="Wilcoxon").get_by_role("button").click()
    card = page.get_by_role("dialog")
    expect(card).to_contain_text("their order by size")
    expect(card).to_contain_text(re.compile(r"HerenDCG@10: p = 0\.\d{4}, corrected"))
    page.keyboard.press("Escape")
    page.get_by_role("rowheader", name="nDCG@10", exact=True).get_by_role("button", name="nDCG").click()
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="nDCG@10", exact=True)).get_by_role("cell")
    first, second = (row.nth(at).inner_text() for at in (0, 1))
    expect(card).to_contain_text(f"Mean of nDCG@10: {first} (pixels), {second} (lda)")
    # Another measure, and the cards follow.
    page.keyboard.press("Escape")
    page.get_by_role("slider").press("ArrowLeft")
    expect(page.get_by_role("rowheader", name="nDCG@9", exact=True)).to_be_visible()
    settled(page)
    page.get_by_role("rowheader", name="nDCG@9", exact=True).get_by_role("button", name="nDCG").click()
    expect(card).to_contain_text("Mean of nDCG@9:")


def test_files_that_are_sent_are_read_and_compared(page: Page, tmp_path: Path) -> None:
    for name, text in (
        ("a.run", RUN),
        ("b.csv", OTHER),
        ("qrels", QRELS),
        ("bad.run", "q0 Q0 d1 1 2.0 t\nq0 Q0 d2 1 good t\n"),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    go_to_runs(page)
    page.get_by_text("My files", exact=True).click()
    expect(page.get_by_text("Add a run and its judgments")).to_be_visible()
    send(page, 0, tmp_path / "a.run")
    send(page, 2, tmp_path / "qrels")
    expect(page.get_by_role("rowheader", name="AP", exact=True)).to_be_visible()
    send(page, 1, tmp_path / "b.csv")
    expect(page.get_by_role("columnheader", name="b.csv")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Wilcoxon")).to_be_visible()
    # Another page and back: what was sent is still there.
    page.get_by_role("link", name="Explore").click()
    expect(page.locator(ROWS)).to_have_count(6)
    page.get_by_role("link", name="Runs").click()
    expect(page.get_by_text("Still loaded: a.run")).to_be_visible()
    expect(page.get_by_role("columnheader", name="b.csv")).to_be_visible()
    settled(page)
    # The example and back, on the same page.
    page.get_by_text("Example: handwritten digits", exact=True).click()
    expect(page.get_by_role("columnheader", name="pixels")).to_be_visible()
    settled(page)
    page.get_by_text("My files", exact=True).click()
    expect(page.get_by_text("Still loaded: a.run")).to_be_visible()
    settled(page)
    # A file that is taken away is gone.
    send(page, 1, tmp_path / "bad.run")
    expect(page.get_by_role("alert").filter(has_text="bad.run, line 2")).to_be_visible()
    page.locator('[data-testid="stFileUploader"]').nth(1).get_by_role("button", name="Remove").click()
    expect(page.get_by_role("rowheader", name="AP", exact=True)).to_be_visible()
    expect(page.get_by_role("columnheader", name="b.csv")).to_have_count(0)
    # A file of the same name and size, but with the scores turned round, is another one.
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="AP", exact=True))
    expect(row.get_by_role("cell").first).to_have_text("0.4529")
    (tmp_path / "a.run").write_text(
        "".join(f"q{q} Q0 d{i} {i} {10 + i} t\n" for q in range(3) for i in range(10)), encoding="utf-8"
    )
    send(page, 0, tmp_path / "a.run")
    expect(row.get_by_role("cell").first).not_to_have_text("0.4529")
    send(page, 0, tmp_path / "bad.run")
    expect(page.get_by_role("alert").filter(has_text="bad.run, line 2")).to_contain_text("“good”")


MARK = "![x](https:evil.example)$x^2$<b>&amp;:smile: `=` www.evil.example"


def test_names_are_shown_as_they_are_whatever_they_hold(page: Page, tmp_path: Path) -> None:
    # That nothing is asked of another machine is looked for after every test.
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    first, second = f"{MARK}.run", f"=1+1{MARK}.csv"
    (tmp_path / first).write_text(RUN.replace("q0 ", "=q0<b>$x^2$ "), encoding="utf-8")
    (tmp_path / second).write_text(OTHER.replace("q0,", "=q0<b>$x^2$,"), encoding="utf-8")
    (tmp_path / "qrels").write_text(QRELS.replace("q0 ", "=q0<b>$x^2$ "), encoding="utf-8")
    go_to_runs(page)
    page.get_by_text("My files", exact=True).click()
    send(page, 2, tmp_path / "qrels")
    for place, name in enumerate((first, second)):  # Streamlit shortens what it shows of a long name
        page.locator("input[type=file]").nth(place).set_input_files(tmp_path / name)
        expect(page.get_by_role("columnheader", name=name, exact=True)).to_be_visible()
        settled(page)
    for name in (first, second):
        expect(page.get_by_role("columnheader", name=name, exact=True)).to_be_visible()
        expect(page.get_by_role("button", name=f"Open in Explore: {name}", exact=True)).to_be_visible()
        expect(page.locator(".legendtext").filter(has_text=name)).to_be_visible()
        expect(page.locator(".xtitle, .ytitle").filter(has_text=name)).to_be_visible()
    assert page.locator(".katex, [src*=evil], [href*=evil]").count() == 0
    with page.expect_download() as download:
        page.get_by_test_id("stDownloadButton").get_by_role("button").click()
    rows = csv.reader(download.value.path().read_text(encoding="utf-8").splitlines())
    assert "'=q0<b>$x^2$" in [row[0] for row in rows]
    # What the proxy of docs/deployment.md passes on is all that was needed.
    closed = re.search(r"location ~ (\S+) \{ return 404; \}", (ROOT / "docs" / "deployment.md").read_text(encoding="utf-8"))
    assert closed is not None
    assert [url for url in asked if re.search(closed[1], urlsplit(url).path)] == []


def test_a_file_of_several_megabytes_is_taken(page: Page, tmp_path: Path) -> None:
    (tmp_path / "qrels").write_text(QRELS, encoding="utf-8")
    rows = (f"q{q} Q0 d{i} {i} {1000 - i} t\n" for q in range(400) for i in range(1000))
    (tmp_path / "large.run").write_text("".join(rows), encoding="utf-8")
    assert (tmp_path / "large.run").stat().st_size > 7_000_000
    go_to_runs(page)
    page.get_by_text("My files", exact=True).click()
    send(page, 2, tmp_path / "qrels")
    send(page, 0, tmp_path / "large.run")
    expect(page.get_by_role("columnheader", name="large.run")).to_be_visible()


def test_reading_tells_how_far_it_is_and_can_be_cancelled(new_page: NewPage, tmp_path: Path) -> None:
    (tmp_path / "slow.run").write_text(
        "".join(f"q{q} Q0 d{i} {i} {-i} t\n" for q in range(300) for i in range(2)), encoding="utf-8"
    )
    (tmp_path / "qrels").write_text(QRELS, encoding="utf-8")
    with serving("tests/browser/slow_app.py") as slow:
        page = new_page(base_url=slow.url)
        page.goto("/")
        go_to_runs(settled(page))
        page.get_by_text("My files", exact=True).click()
        send(page, 2, tmp_path / "qrels")
        put(page, 0, tmp_path / "slow.run")
        bar = page.get_by_test_id("stProgress").filter(has_text="Reading slow.run …").get_by_role("progressbar")
        expect(bar).to_have_attribute("aria-valuenow", re.compile(r"^([1-9]|[1-8]\d)$"))
        page.get_by_role("button", name="Cancel").click()
        expect(page.get_by_role("columnheader", name="pixels")).to_be_visible()
        expect(page.get_by_role("button", name="Cancel")).to_have_count(0)
        settled(page)
        # The page goes on as before, and what was sent is not lost.
        page.get_by_text("My files", exact=True).click()
        expect(page.get_by_text("Still loaded: slow.run")).to_be_visible()
        page.get_by_text("Example: handwritten digits", exact=True).click()
        expect(page.get_by_role("columnheader", name="pixels")).to_be_visible()
        page.context.close()  # before the server ends, whom it would miss


def test_a_table_of_impressions_is_enough(page: Page, tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_text("user,item,score,click\nu1,a,3,0\nu1,b,2,1\nu2,a,1,1\n", encoding="utf-8")
    go_to_runs(page)
    page.get_by_text("My files", exact=True).click()
    send(page, 0, tmp_path / "log.csv")
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="RR", exact=True))
    expect(row).to_contain_text("0.7500")
    page.get_by_role("button", name="Open in Explore: log.csv").click()
    expect(page.locator(ROWS)).to_have_count(2)


@pytest.mark.parametrize(
    ("scheme", "locale", "width"), [("light", "en-US", 1280), ("dark", "zh-CN", 1280), ("light", "zh-CN", 390)]
)
def test_axe_finds_nothing_on_the_page(new_page: NewPage, scheme: str, locale: str, width: int) -> None:
    page = new_page(color_scheme=scheme, locale=locale, viewport={"width": width, "height": 800})
    page.goto("/runs")
    expect(page.get_by_role("rowheader", name="AP", exact=True)).to_be_visible()
    page.get_by_text(re.compile("When does the winner flip|胜者何时改变")).click()
    expect(page.get_by_role("button", name=re.compile("(Compare|比较) ?q1522-1")).first).to_be_visible()
    settled(page)
    assert sideways(page) == 0
    found = Axe().violations(page)
    assert [(each["id"], node["target"]) for each in found for node in each["nodes"]] == []
