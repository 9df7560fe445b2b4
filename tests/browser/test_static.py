"""The page without a server, computing in the browser: a folder on a plain host of files, and one file from disk."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from math import log2
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from rankviz.cli.write_files import write_folder
from rankviz.page.static.one_file import page_with_python
from rankviz.page.static.pyodide import PARTS
from rankviz.page.static.site_folder import ASSETS, PAGE, folder_files
from tests.browser.conftest import LAPTOP
from tests.browser.parts import row, score
from tests.browser.test_learn import answers, field, part, place_of
from tests.helpers.python_parts import python_parts

pytestmark = pytest.mark.slow
START = 60_000  # ms until Python is there, on a machine that does much else
INSIDE = "course/week 3"  # below the host's root
SET = "ask=value&of=ndcg.ap.dcg&n=3&seed=7&level=2"


@pytest.fixture(scope="module")
def parts() -> Mapping[str, Path]:
    return python_parts()


@pytest.fixture(scope="module")
def root(parts: Mapping[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a host serves."""
    folder = tmp_path_factory.mktemp("host")
    write(folder, folder_files(parts))
    return folder


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    write_folder(folder / INSIDE, files, PAGE, f"{ASSETS}*")


class Host(SimpleHTTPRequestHandler):
    """A plain host of files; its class says what it does otherwise."""

    missing: tuple[str, ...] = ("nothing",)
    policy = ""
    held: tuple[str, ...] = ("nothing",)  # until the gate is open
    gate = Event()
    only: Mapping[str, str] = {}  # the types that it knows if there are any; all else is text

    def guess_type(self, path: Any) -> str:
        return super().guess_type(path) if not self.only else self.only.get(Path(path).suffix, "text/plain")

    def end_headers(self) -> None:
        if self.policy:
            self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()

    def do_GET(self) -> None:
        if self.path.endswith(self.held):
            self.gate.wait(START / 1000)
        if self.path.endswith(self.missing):
            self.send_error(404)
        else:
            super().do_GET()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def host(folder: Path, **own: Any) -> Iterator[str]:
    """Serve a folder; gives the address of the page in it."""
    handler = partial(type("Own", (Host,), own), directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/{INSIDE.replace(' ', '%20')}/"
        finally:
            server.shutdown()


@contextmanager
def visit(browser: Browser, own: str, **options: Any) -> Iterator[tuple[BrowserContext, Page]]:
    """A tab that may ask only where its page is from, and may complain of nothing."""
    context = browser.new_context(**LAPTOP | options)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(f"uncaught: {error}"))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    context.on(
        "request", lambda request: None if request.url.startswith((own, "blob:", "data:")) else problems.append(request.url)
    )
    yield context, page
    context.close()
    assert problems == []


HTML = {".html": "text/html"}
LINK, OPENING_LIST = "#compare?v=1&m=ap&k=6&g=101&missed=1", "#v=1&m=ndcg&k=6&g=323012&missed=32"


def ndcg(*grades: int, missed: tuple[int, ...]) -> str:
    """As in the textbook: the gain is the grade, of the six entries."""
    best = sorted((*grades, *missed), reverse=True)[:6]
    top, whole = (sum(gain / log2(i + 2) for i, gain in enumerate(each)) for each in (grades, best))
    return f"{top / whole:.3f}"


def value(page: Page, text: str, timeout: float = START) -> None:
    expect(score(page).locator(".value")).to_have_text(text, timeout=timeout)


def check_explore(page: Page, start: Callable[[], object] = lambda: None) -> None:
    """Ten keys before Python is there, undo, and a link; `start` lets Python come."""
    value(page, ndcg(3, 2, 3, 0, 1, 2, missed=(3, 2)))
    row(page, 1).click()
    for key in ("0", "ArrowDown", "1", "ArrowDown", "0", "ArrowDown", "3", "ArrowDown", "2", "ArrowDown"):
        page.keyboard.press(key)
    start()
    value(page, ndcg(0, 1, 0, 3, 2, 2, missed=(3, 2)))
    expect(page).to_have_url(re.compile(r"#(.*&)?g=010322&missed=32"))
    expect(page.get_by_text("still starting")).to_have_count(0)
    page.keyboard.press("0")
    value(page, ndcg(0, 1, 0, 3, 2, 0, missed=(3, 2)))
    page.keyboard.press("z")
    value(page, ndcg(0, 1, 0, 3, 2, 2, missed=(3, 2)))


def go(page: Page, name: str) -> None:
    page.get_by_role("link", name=name, exact=True).click()


def check_pages(page: Page) -> None:
    """The other pages, each with something done on it."""
    go(page, "Compare")
    expect(part(page, "winner")).to_contain_text("nDCG@6", timeout=START)
    expect(page).to_have_url(re.compile("#compare"))
    go(page, "Diagnose")
    box = page.get_by_role("textbox", name="I got")
    box.fill("0.661")
    box.press("Enter")
    expect(part(page, "my_number").get_by_role("heading", level=2)).to_be_visible(timeout=START)


def check_set(page: Page, address: str) -> None:
    """A set of three by the keyboard, to its results; the first number was worked out by hand in test_learn."""
    page.goto(f"{address}#learn?{SET}")  # a link inside the page: it is not loaded again
    for number, answer in enumerate(("0.661", *answers(SET)[1:]), 1):
        expect(place_of(page)).to_have_text(f"{number} of 3", timeout=START)
        expect(field(page)).to_be_focused()
        page.keyboard.type(answer)
        page.keyboard.press("Enter")
        expect(part(page, "answer_panel").locator(".value")).to_have_text(answer, timeout=START)
        expect(part(page, "answer_panel").locator(".buttons button").first).to_be_focused()
        page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("q=results"))


def kept(page: Page, other: str) -> str:
    """Wait until the browser keeps the page, under another name than this one; gives the name."""
    names = """async (other) => {
      for (;;) {
        const { active } = await navigator.serviceWorker.ready;
        const names = await caches.keys();
        if (active.state === "activated" && names.length === 1 && names[0] !== other) return names[0];
        await new Promise((done) => setTimeout(done, 50));
      }
    }"""
    return str(page.evaluate(names, other))


FEW_TYPES = """async (name) => {
  const cache = await caches.open(name);
  for (const request of await cache.keys()) {
    if (!/\\.(wasm|whl|zip)$/.test(request.url)) continue;
    const found = await cache.match(request);
    await cache.put(request, new Response(await found.arrayBuffer(), { headers: { "Content-Type": "text/plain" } }));
  }
}"""


def test_the_folder_computes_on_a_plain_host_and_later_without_it(
    browser: Browser, root: Path, parts: Mapping[str, Path]
) -> None:
    """Takes 20 s: Python starts once with a network and once without, each 6 s, and a new build is written.

    Without it what is kept is as a host gave it that knows the types of few files: Python comes all the same.
    """
    gate = Event()
    with visit(browser, "http://127.0.0.1:") as (context, page):
        with host(root, held=(".wasm",), gate=gate) as address:
            page.goto(address)
            check_explore(page, gate.set)
            check_pages(page)
            check_set(page, address)
            before = kept(page, "")
            write(root, folder_files(parts, [("explore", "v=1&m=ap&k=6&g=111")]))
            page.goto(address)
            build = kept(page, before)  # a new build takes over by itself
            page.evaluate(FEW_TYPES, build)
            page.close()
        other = context.new_page()
        other.goto(address)
        assert other.evaluate("fetch('./').then((found) => found.text())") == (root / INSIDE / PAGE).read_text(encoding="utf-8")
        other.goto(f"{address}#v=1&m=ap&k=6&g=101&missed=1")
        value(other, f"{(1 + 2 / 3) / 3:.3f}")  # hits at ranks 1 and 3, and three are relevant
        row(other, 2).click()
        other.keyboard.press("1")
        value(other, "0.750")


def test_the_one_file_computes_from_disk_without_a_network(browser: Browser, parts: Mapping[str, Path], tmp_path: Path) -> None:
    """Takes 12 s, of which Python takes 6 to start, and the file 2 to be written."""
    path = tmp_path / "rank viz.html"
    path.write_text(page_with_python(parts, [("learn", "lesson=ideal&step=2")]), encoding="utf-8")
    address = path.as_uri()
    with visit(browser, address, offline=True) as (_, page):
        page.goto(f"{address}{LINK}")
        expect(part(page, "winner")).to_contain_text("AP", timeout=START)
        page.goto(f"{address}{OPENING_LIST}")
        check_explore(page)
        check_pages(page)
        check_set(page, address)


def test_a_key_and_a_link_before_python_is_there_are_told_to_wait(browser: Browser, root: Path) -> None:
    gate, phone = Event(), {"viewport": {"width": 390, "height": 844}}
    with (
        host(root, held=(".wasm",), gate=gate) as address,
        visit(browser, address[: address.index("/", 8)], **phone) as (_, page),
    ):
        page.goto(address)
        row(page, 1).focus()
        page.keyboard.press("0")
        value(page, ndcg(0, 2, 3, 0, 1, 2, missed=(3, 2)))  # what a key gives came with the page
        expect(page).not_to_have_url(re.compile("#"))
        expect(page.get_by_role("status").filter(has_text="The page is still starting")).to_be_in_viewport()
        page.goto("about:blank")
        page.goto(f"{address}{LINK}")
        expect(page.get_by_role("status").filter(has_text="Opening the link.")).to_be_visible()
        gate.set()


NO_WORKERS, NO_WASM = "worker-src 'none'", "script-src 'self' 'unsafe-inline' blob:"


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ({"missing": (PARTS[-1].name,)}, f"{PARTS[-1].name} could not be loaded"),
        ({"missing": (".wasm",)}, "pyodide.asm.wasm could not be loaded"),
        ({"missing": ("rankviz.zip",)}, "rankviz.zip could not be loaded"),
        ({"policy": NO_WORKERS}, "This page computes in a background task, which is blocked here."),
        ({"policy": NO_WASM}, "This page computes with WebAssembly, which is turned off"),
    ],
)
def test_what_a_host_keeps_python_from_is_said_and_the_page_stands(
    browser: Browser, root: Path, own: dict[str, Any], said: str
) -> None:
    with host(root, **own) as address:
        page = browser.new_page(**LAPTOP)
        page.goto(address)
        expect(page.get_by_role("alert")).to_contain_text(said, timeout=START)
        value(page, ndcg(3, 2, 3, 0, 1, 2, missed=(3, 2)))
        page.context.close()


def test_a_host_that_calls_scripts_text_is_told_how_to_mend_it(browser: Browser, root: Path) -> None:
    with host(root, only=HTML) as address:
        page = browser.new_page(**LAPTOP)
        page.goto(address)
        expect(page.get_by_role("alert")).to_contain_text("serve .js files as JavaScript")
        page.context.close()
