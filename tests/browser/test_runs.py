"""The Runs page in a real browser: means, a query opened, files sent, damaged files, both languages."""

from __future__ import annotations

import csv
import gzip
import math
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from rankviz.texts import Texts
from tests.browser.accessibility import Axe
from tests.browser.conftest import NewPage
from tests.browser.parts import CHARTS, ROWS, score, sideways
from tests.browser.visitor import nothing_moves, settled

HIGHLIGHTED = (
    '[role="option"][data-focused="true"]'  # what Enter takes; Streamlit shows options before it has chosen one of them
)
ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "rankviz" / "examples" / "digits"
RUN = "".join(f"q{q} Q0 d{i} {i} {10 - i} t\n" for q in range(3) for i in range(10))
OTHER = "query,document,score\n" + "".join(f"q{q},d{i},{i * 7 % 10}\n" for q in range(3) for i in range(10))
QRELS = "".join(f"q{q} 0 d{i} {(i + q) % 3}\n" for q in range(4) for i in range(0, 12, 2))


@pytest.fixture
def opened(new_page: NewPage) -> Page:
    """The page of whole runs, loaded with the example, at rest."""
    page = new_page()
    page.goto("/runs")
    return at_rest(page)


def at_rest(page: Page) -> Page:
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Whole runs|整批评测"))
    expect(page.get_by_role("rowheader", name="AP", exact=True)).to_be_visible(timeout=60_000)  # the runs are read first
    return settled(page)


def send(page: Page, place: int, path: Path, seen: Locator) -> None:
    """Hand over a file and wait until the page shows what is seen once the script has run with it.

    Streamlit shows a file before that, and may lose another one that comes in between.
    """
    page.locator("input[type=file]").nth(place).set_input_files(path)
    expect(seen).to_be_visible()
    settled(page)


def choose(page: Page, name: str, option: str) -> None:
    """Type an option into a list, and take it."""
    field = page.get_by_role("combobox", name=name)
    field.click()
    field.press("ControlOrMeta+a")
    field.press_sequentially(option)
    field.fill(option)  # a key may be lost while Streamlit opens its list
    expect(page.locator(HIGHLIGHTED).filter(has_text=option)).to_be_visible()
    field.press("Enter")
    expect(field).to_have_value(re.compile(option))
    settled(page)


def column(page: Page, name: str) -> Locator:
    return page.get_by_role("columnheader", name=name, exact=True)


def cells(page: Page, measure: str) -> Locator:
    """What the table of means has of a measure."""
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=measure, exact=True))
    return row.get_by_role("cell")


def mean_of(page: Page, measure: str) -> Locator:
    return cells(page, measure).first


def compare_queries(page: Page, pick: Locator) -> None:
    """Compare a query on which the winner flips, and the one that is picked, and come back from both."""
    flips = page.get_by_role("table", name="Queries on which the winner flips")
    expect(flips).to_have_count(0)
    page.get_by_text("When does the winner flip?").click()
    expect(page.get_by_text("Along b the winner changes on 7 of 120 queries.")).to_be_visible()
    nothing_moves(settled(page))  # the section unfolds over what is to be pressed
    choices = page.get_by_role("table", name="under every gain and discount")
    choices.get_by_role("button", name=re.compile("queries that flip: 2")).first.click()
    expect(page.get_by_role("table", name="another one under these choices").get_by_role("row")).to_have_count(3)
    settled(page)
    flips.get_by_role("button", name="Compare q1522-1").click()
    expect(page.get_by_role("button", name="A q1522-1 · pixels", exact=True)).to_be_visible()
    settled(page)
    page.go_back()
    expect(flips).to_be_visible()  # still open
    page.get_by_text("When does the winner flip?").click()
    expect(flips).to_have_count(0)
    settled(page)
    both = page.get_by_role("button", name="Compare both on this query")
    both.click()
    expect(page).to_have_url(re.compile(r"/compare\?"))
    for name in ("A q1595-7 · pixels", "B q1595-7 · lda"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()
    expect(page.locator('[data-part="winner"]')).to_contain_text("0.300")  # as on Explore
    expect(page.get_by_text(re.compile("… 80 more, [0-9]+ of them judged")).first).to_be_visible()
    settled(page)
    page.go_back()
    expect(pick).to_have_value("q1595-7")
    settled(page)
    expect(both).to_be_in_viewport()


def test_queries_open_alone_and_in_pairs_and_back_leads_to_their_place(opened: Page) -> None:
    """Three ways to other pages and back, each to what was chosen and seen: to read the runs anew for each would cost more."""
    page = opened
    expect(mean_of(page, "nDCG@10")).to_have_text("0.8039")
    pick = page.get_by_role("combobox", name="Query to open")
    expect(pick).to_have_value("q1595-7")  # the worst
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
    choose(page, "Query to open", "q1742-2")  # what is chosen in the list then stays, though the chart still shows its point
    button = page.get_by_role("button", name="Open in Explore: lda")
    button.scroll_into_view_if_needed()
    main = page.get_by_test_id("stMain")
    before = main.evaluate("(main) => main.scrollTop")
    assert before > 0
    button.click()
    expect(page.locator('[data-part="list_tabs"]').get_by_text("q1742-2 · lda", exact=True)).to_be_visible()
    expect(page.locator(ROWS)).to_have_count(100)
    expect(score(page)).to_contain_text("0.356")
    settled(page)
    page.go_back()
    expect(pick).to_have_value("q1742-2")
    expect(page.locator(CHARTS).first).to_be_visible()
    expect(page.get_by_test_id("stDataFrame").locator("canvas").first).to_be_visible()
    settled(page)
    page.wait_for_function("(to) => Math.abs(document.querySelector('[data-testid=stMain]').scrollTop - to) < 2", arg=before)
    expect(button).to_be_in_viewport()
    button.click()
    expect(score(page)).to_contain_text("0.356")
    page.locator('button[data-name="undo"]').click()
    expect(score(page)).to_contain_text("0.785")
    page.get_by_role("link", name="Runs").click()
    expect(pick).to_have_value("q1742-2")
    settled(page)
    choose(page, "Query to open", "q1595-7")
    compare_queries(page, pick)


def test_what_is_chosen_beside_a_library_is_told_by_terms_and_charts_and_is_in_the_link(opened: Page) -> None:
    """The terms and the slider are asked in the visit whose choices the link is opened with."""
    page = opened
    page.get_by_role("columnheader", name="Wilcoxon").get_by_role("button").click()
    card = page.get_by_role("dialog")
    expect(card).to_contain_text("their order by size")
    expect(card).to_contain_text(re.compile(r"HerenDCG@10: p = 0\.\d{4}, corrected"))
    page.keyboard.press("Escape")
    page.get_by_role("rowheader", name="nDCG@10", exact=True).get_by_role("button", name="nDCG").click()
    first, second = (cells(page, "nDCG@10").nth(at).inner_text() for at in (0, 1))
    expect(card).to_contain_text(f"Mean of nDCG@10: {first} (pixels), {second} (lda)")
    page.keyboard.press("Escape")
    page.get_by_role("slider").press("ArrowLeft")
    expect(page.locator(".gtitle").filter(has_text="nDCG@9")).to_have_count(3)
    settled(page)
    page.get_by_role("rowheader", name="nDCG@9", exact=True).get_by_role("button", name="nDCG").click()
    expect(card).to_contain_text("Mean of nDCG@9:")
    page.keyboard.press("Escape")
    choose(page, "Gain of nDCG", "2ᵍ − 1")
    expect(page).to_have_url(re.compile("gains=exponential"))
    settled(page)
    for name, option in (("Equal scores", "order given"), ("Metric to study", "AP"), ("Query to open", "q1742-2")):
        choose(page, name, option)
    expect(page).to_have_url(re.compile("query=q1742-2"))
    mean = mean_of(page, "nDCG@9").inner_text()
    chosen = ("Gain of nDCG", "Equal scores", "Metric to study")
    values = [page.get_by_role("combobox", name=name).input_value() for name in chosen]
    link = page.url
    page.goto("/_stcore/health")
    page.evaluate("() => sessionStorage.clear()")  # somebody else opens it
    page.goto(link)
    expect(mean_of(page, "nDCG@9")).to_have_text(mean)
    for name, value in zip(chosen, values, strict=True):
        expect(page.get_by_role("combobox", name=name)).to_have_value(value)
    expect(page.get_by_role("combobox", name="Query to open")).to_have_value("q1742-2")
    settled(page)


WIDTHS = (1280, 1920)


def places(page: Page) -> list[list[FloatRect | None]]:
    """Where the list of libraries and the means stand, in windows of several widths."""
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 1080})
        seen = (page.get_by_role("combobox", name="As computed by"), page.get_by_role("table", name="Means"))
        found.append([each.bounding_box() for each in seen])
    return found


def choose_the_sentence(page: Page) -> None:
    page.get_by_role("combobox", name="As computed by").click()
    page.get_by_role("option", name="your own choices").click()
    expect(page.get_by_role("combobox", name="As computed by")).to_have_value("your own choices")
    expect(page.get_by_role("rowheader", name="nDCG@6", exact=True)).to_be_visible()
    settled(page)


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


def test_the_sentence_moves_nothing_changes_the_means_and_survives_back_and_reload(opened: Page) -> None:
    """What was chosen is kept in three ways: by links, by Back, and over a reload."""
    page = opened
    before = places(page)
    choose_the_sentence(page)
    for (old_select, old_means), (select, means) in zip(before, places(page), strict=True):
        assert select == old_select
        assert old_means is not None
        assert means is not None
        assert means["y"] == old_means["y"]
    sentence = page.locator('[data-part="choices"]').bounding_box()
    assert select is not None
    assert sentence is not None
    assert abs(sentence["y"] - select["y"]) < 40
    page.set_viewport_size({"width": 1280, "height": 720})
    mean = mean_of(page, "nDCG@6")
    expect(mean).to_have_text(by_hand(lambda g: g))
    page.get_by_role("button", name=re.compile("^Gain: g")).click()
    page.get_by_role("radio", name=re.compile("^2ᵍ − 1")).first.check()
    expect(mean).to_have_text(by_hand(lambda g: 2**g - 1))
    settled(page)
    page.get_by_role("radio", name=re.compile("your own formula")).check()
    field = page.get_by_role("textbox", name="Gain as a formula of g")
    field.fill("g^2 + g")
    field.press("Enter")
    expect(mean).to_have_text(by_hand(lambda g: g**2 + g))
    settled(page)
    columns = page.get_by_role("combobox", name="More columns")
    columns.press_sequentially("AP@")
    columns.fill("AP@")  # a key may be lost while Streamlit opens its list
    expect(page.get_by_role("option")).to_have_text(["AP@6"])
    expect(page.locator(HIGHLIGHTED)).to_be_visible()
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
    expect(mean).to_have_text(by_hand(lambda g: g**2 + g))
    settled(page)
    page.reload()
    expect(mean).to_have_text(by_hand(lambda g: g**2 + g))
    expect(page).to_have_url(re.compile(r"by=own&columns=AP%406(&|$)"))
    expect(page.get_by_test_id("stMultiSelect")).to_contain_text("AP@6")


def test_choices_that_are_covered_are_not_told_on_this_page_either(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/runs?by=own&v=1&m=ndcg&k=7&gain=exponential&g=323012&cover=choices")
    at_rest(page)
    expect(page.get_by_role("rowheader", name="nDCG@10", exact=True)).to_be_visible()
    expect(page.get_by_text("The link covers the choices, so these runs are computed as trec_eval does.")).to_be_visible()
    page.get_by_role("combobox", name="As computed by").click()
    expect(page.get_by_role("option").first).to_be_visible()
    expect(page.get_by_role("option", name="your own choices")).to_have_count(0)
    expect(page.locator('[data-part="choices"]')).to_be_hidden()


def sent(page: Page, folder: Path, run: str, qrels: str) -> None:
    """Write a run and its judgments, and hand them over: the run first, as there is nothing to see of judgments alone."""
    (folder / "a.run").write_text(run, encoding="utf-8")
    (folder / "qrels").write_text(qrels, encoding="utf-8")
    page.get_by_text("My files", exact=True).click()
    expect(page.get_by_text("Add a run and its judgments")).to_be_visible()
    send(page, 0, folder / "a.run", page.get_by_text("“a.run” begins with"))
    send(page, 2, folder / "qrels", column(page, "a.run"))


def test_files_that_are_sent_are_read_compared_and_kept_while_another_page_is_shown(page: Page, tmp_path: Path) -> None:
    """Files are sent as a visitor does who comes from another page, goes there, and comes back."""
    page.get_by_role("link", name="Runs").click()
    sent(at_rest(page), tmp_path, RUN, QRELS)
    (tmp_path / "b.csv").write_text(OTHER, encoding="utf-8")
    send(page, 1, tmp_path / "b.csv", column(page, "b.csv"))
    expect(page.get_by_role("columnheader", name="Wilcoxon")).to_be_visible()
    # Of a third one there is a table of all runs, to be saved.
    (tmp_path / "c_1.run").write_text(RUN, encoding="utf-8")
    save = page.get_by_role("button", name="Save as LaTeX")
    send(page, 3, tmp_path / "c_1.run", save)
    with page.expect_download() as waiting:
        save.click()
    assert waiting.value.suggested_filename == "rankviz-table.tex"
    assert "\n    c\\_1 & " in waiting.value.path().read_text(encoding="utf-8")
    # Another page and back: what was sent is still there.
    page.get_by_role("link", name="Explore").click()
    expect(page.locator(ROWS)).to_have_count(6)
    page.get_by_role("link", name="Runs").click()
    expect(page.get_by_text("Still loaded: a.run")).to_be_visible()
    expect(page.get_by_text("Still loaded: c_1.run")).to_be_visible()
    expect(column(page, "b.csv")).to_be_visible()
    settled(page)
    # The example and back, on the same page.
    page.get_by_text("Example: handwritten digits", exact=True).click()
    expect(column(page, "pixels")).to_be_visible()
    settled(page)
    page.get_by_text("My files", exact=True).click()
    expect(page.get_by_text("Still loaded: a.run")).to_be_visible()


def test_a_file_is_taken_away_or_replaced_also_by_a_large_one_or_by_a_table_of_impressions(
    opened: Page, tmp_path: Path
) -> None:
    """Seven files one after the other: what is shown of each depends on the one before."""
    page = opened
    sent(page, tmp_path, RUN, QRELS)
    mean, alert = mean_of(page, "AP"), page.get_by_role("alert").filter(has_text="bad.run, line 2")
    expect(mean).to_have_text("0.4529")
    (tmp_path / "bad.run").write_text("q0 Q0 d1 1 2.0 t\nq0 Q0 d2 1 good t\n", encoding="utf-8")
    send(page, 1, tmp_path / "bad.run", alert)
    uploaders = page.get_by_test_id("stFileUploader")
    uploaders.nth(1).get_by_role("button", name="Remove").click()
    expect(mean).to_have_text("0.4529")
    settled(page)
    # A file of the same name and size, but with the scores turned round, is another one.
    other = tmp_path / "again" / "a.run"
    other.parent.mkdir()
    other.write_text("".join(f"q{q} Q0 d{i} {i} {1 + i} t\n" for q in range(3) for i in range(10)), encoding="utf-8")
    assert other.stat().st_size == (tmp_path / "a.run").stat().st_size
    page.locator("input[type=file]").first.set_input_files(other)
    expect(mean).to_have_text(re.compile(r"^0\.(?!4529)"))
    settled(page)
    send(page, 0, tmp_path / "bad.run", alert)
    expect(alert).to_contain_text("“good”")
    rows = (f"q{q} Q0 d{i} {i} {1000 - i} t\n" for q in range(400) for i in range(1000))
    (tmp_path / "large.run").write_text("".join(rows), encoding="utf-8")
    assert (tmp_path / "large.run").stat().st_size > 7_000_000
    send(page, 0, tmp_path / "large.run", column(page, "large.run"))
    # A table of impressions needs no judgments.
    uploaders.nth(2).get_by_role("button", name="Remove").click()
    expect(page.get_by_text("“large.run” begins with")).to_be_visible()
    settled(page)
    (tmp_path / "log.csv").write_text("user,item,score,click\nu1,a,3,0\nu1,b,2,1\nu2,a,1,1\n", encoding="utf-8")
    send(page, 0, tmp_path / "log.csv", column(page, "log.csv"))
    expect(mean_of(page, "RR")).to_have_text("0.7500")
    page.get_by_role("button", name="Open in Explore: log.csv").click()
    expect(page.locator(ROWS)).to_have_count(2)


MARK = "![x](https:evil.example)$x^2$<b>&amp;:smile: `=` www.evil.example"


def test_names_are_shown_as_they_are_whatever_they_hold(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    # That nothing is asked of another machine is looked for after every test.
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    first, second = f"{MARK}.run", f"=1+1{MARK}.csv"
    (tmp_path / first).write_text(RUN.replace("q0 ", "=q0<b>$x^2$ "), encoding="utf-8")
    (tmp_path / second).write_text(OTHER.replace("q0,", "=q0<b>$x^2$,"), encoding="utf-8")
    (tmp_path / "qrels").write_text(QRELS.replace("q0 ", "=q0<b>$x^2$ "), encoding="utf-8")
    page.goto("/runs")
    at_rest(page)
    page.get_by_text("My files", exact=True).click()
    send(page, 0, tmp_path / first, page.get_by_text(f"“{first}” begins with"))
    send(page, 2, tmp_path / "qrels", column(page, first))
    send(page, 1, tmp_path / second, column(page, second))
    for name in (first, second):
        expect(column(page, name)).to_be_visible()
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


def test_axe_finds_nothing_on_the_page(opened: Page) -> None:
    """In each language, each theme and at each width, with all that can be unfolded."""
    page = opened
    for language, scheme, width in (("en", "light", 1280), ("zh", "dark", 1280), ("zh", "light", 390)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size({"width": width, "height": 800})
        if width == WIDTHS[0]:
            page.get_by_role("button", name="中文").click() if language == "zh" else None
            page.get_by_text(Texts(language)("winner_flips.title")).click()
        expect(page.get_by_role("button", name=re.compile("(Compare|比较) ?q1522-1")).first).to_be_visible()
        settled(page)
        assert sideways(page) == 0
        found = Axe().violations(page)
        assert [(each["id"], node["target"]) for each in found for node in each["nodes"]] == []


def test_another_mean_is_explained_and_leads_to_a_query_in_both_conventions(opened: Page) -> None:
    """It computes what the mean may be otherwise, and shows two pages (6 s)."""
    page = opened
    page.get_by_text("My number: is yours another one?").click()
    field = page.get_by_role("textbox", name="My nDCG@10")
    field.fill("0.6674")
    field.press("Enter")
    expect(page.get_by_role("radio", name=re.compile("the gain is 2"))).to_be_checked()
    expect(page).to_have_url(re.compile("means=nDCG%4010%3A0.6674"))
    nothing_moves(settled(page))
    moved = page.get_by_role("table", name=re.compile("Queries whose nDCG@10 differs: 118"))
    moved.get_by_role("button", name="Explore q0031-9").click()
    expect(page).to_have_url(re.compile("gain=exponential"))
    expect(score(page)).to_contain_text("0.429")
    settled(page)
    page.get_by_role("button", name="Undo").click()
    expect(page).not_to_have_url(re.compile("gain=exponential"))
    expect(score(page)).to_contain_text("0.667")
    settled(page)
    page.get_by_role("link", name="Runs").click()
    expect(field).to_have_value("0.6674")
    expect(moved).to_be_visible()
    settled(page)
