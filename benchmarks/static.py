"""How fast the page without a server opens and follows an edit, beside the page that has one: `make bench-static`.

All in turns, in one run: the floor, the page, the sheet, the folder and the one file. The folder comes from a plain server of
files on this machine, sheet and one file from the disk.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import repeat
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from benchmarks.learn import goal_met
from benchmarks.page import BUTTON, NUMBER, OPENING, PROBE, ROW, SCORE, WARM_UP, Contestant, elsewhere, open_page
from benchmarks.report import Figure, print_table
from tools import chromium
from tools.server import HOST, ROOT, serving

FIRST, PYTHON = 1000.0, 4000.0  # ms: the first score; what computes all others
SCORE_TO_FLOOR, CHARTS_TO_FLOOR, TO_PAGE = 0.6, 2.0, 1.5
VISITS = 5
WORKER = ROOT / "rankviz" / "browser" / "shell" / "static" / "pyodide_worker.js"
WIDE = {"width": 1280, "height": 720}
# In ms since the request; the score is there before Python is. Of bare Python there is nothing to be seen.
LOADED = """async ([path, python]) => {
  const marked = () => performance.getEntriesByName("rankviz:python")[0]?.startTime ?? null;
  const [score, chart] = path ? await Promise.all([path, null].map(rankvizProbe.firstPaint)) : [null, null];
  while (python && marked() === null) await new Promise(requestAnimationFrame);
  return { score, chart, python: marked() };
}"""
# The least that Python in a browser takes: Pyodide and NumPy from the same files, and no page.
BARE = """<!doctype html><script type="module">
import { loadPyodide } from "./pyodide/pyodide.mjs";
const wheel = fetch("./pyodide/WHEEL").then((found) => found.arrayBuffer());
const python = await loadPyodide({ lockFileContents: JSON.stringify(LOCK) });
python.unpackArchive(await wheel, "wheel");
python.runPython("import numpy");
performance.mark("rankviz:python");
</script>"""


@dataclass
class Form:
    """A way in which the page is there.

    Parameters
    ----------
    name : str
    url : str
    python : bool
        Whether it computes in the browser.
    seen : list of str
        Path of what is seen first; none where nothing is.
    """

    name: str
    url: str
    python: bool = False
    seen: list[str] | None = field(default_factory=lambda: SCORE)
    cold: list[dict[str, Any]] = field(default_factory=list)
    again: list[dict[str, Any]] = field(default_factory=list)

    def visit(self, browser: Browser) -> None:
        """Open it as somebody who was never here, and once more."""
        context = browser.new_context(viewport=WIDE)  # type: ignore[arg-type]
        context.add_init_script(PROBE)
        for kept in (self.cold, self.again):
            kept.append(self._opened(context))
        context.close()

    def _opened(self, context: BrowserContext) -> dict[str, Any]:
        page = context.new_page()
        page.goto(self.url, wait_until="commit")
        found: dict[str, Any] = page.evaluate(LOADED, [self.seen, self.python])
        page.close()
        return found


class Alone(Contestant):
    """A page without Streamlit: it rests when its last question is answered."""

    def rest(self) -> None:
        """Nothing is left: the probe has waited until no chart changed any more."""


def there_and_back(grades: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Edits that a sheet knows: of one row, which the next edit takes back."""
    draw, last = random.Random(2), 0  # noqa: S311
    while True:
        at, grade = draw.randrange(len(grades)), draw.randint(0, max(grades))
        if abs(at - last) > 1 and grade != grades[at]:
            last = at
            yield from ((at, str(grade)), (at, str(grades[at])))


@contextmanager
def host(folder: Path) -> Iterator[str]:
    """Serve plain files; gives the address."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer((HOST, 0), partial(Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://{HOST}:{server.server_port}"
    server.shutdown()


def written(out: Path, *options: str) -> bool:
    """Write the page as files; False, with the reason printed, where that cannot be."""
    done = subprocess.run(
        [sys.executable, "-m", "rankviz", "static", str(out), *options], capture_output=True, text=True, check=False
    )
    if done.returncode:
        print(f"{out.name}: not measured. {done.stderr.strip()}")
        return False
    files = [each for each in out.rglob("*") if each.is_file()] if out.is_dir() else [out]
    print(f"{out.name}: {sum(each.stat().st_size for each in files) / 1e6:.2f} MB in {len(files)} files")
    return True


@contextmanager
def forms(pyodide: str | None) -> Iterator[list[Form]]:
    """Write what can be written, and serve what is served."""
    parts = ["--pyodide", pyodide] if pyodide else []
    with tempfile.TemporaryDirectory() as made, ExitStack() as stack:
        sheet, site, one = (Path(made) / name for name in ("sheet.html", "folder", "one_file.html"))
        found = []
        if written(sheet, "--sheet"):
            found.append(Form("sheet", sheet.as_uri()))
        if written(site, *parts):
            folder = Form("folder", stack.enter_context(host(site)) + "/", python=True)
            found += [folder, bare_python(folder, site)]
        if written(one, "--one-file", *parts):
            found.append(Form("one file", one.as_uri(), python=True))
        yield found


def contestant(browser: Browser, form: Form) -> Contestant:
    """A page that is at rest, and the edits that it knows."""
    page = open_page(browser, form.url)
    page.evaluate(LOADED, [form.seen, form.python])
    return Alone(page, ROW, SCORE, elsewhere(OPENING) if form.python else there_and_back(OPENING))


def measure_edits(browser: Browser, url: str, found: Sequence[Form], rounds: int) -> list[Figure]:
    """One edit of each, in turns."""
    with serving("benchmarks/floor_app.py") as floor_server:
        floor = Contestant(open_page(browser, floor_server.url), BUTTON, NUMBER, repeat((0, "Enter")))
        ours = Contestant(open_page(browser, url), ROW, SCORE, elsewhere(OPENING))
        others = {form.name: contestant(browser, form) for form in found if form.seen}
        everyone = [floor, ours, *others.values()]
        for number in range(WARM_UP + rounds):
            if number == WARM_UP:
                for each in everyone:
                    each.forget()
            for each in everyone:
                each.edit()
        blank = sum(each.blank_frames for each in everyone)
        for each in everyone:
            each.page.close()
    print(f"Frames with a blank chart: {blank} (goal 0)")
    lines = [
        Figure("floor: one button, one number", floor.numbers),
        Figure("page with a server: edit → score painted", ours.numbers, floor.numbers),
        Figure("page with a server: edit → all charts painted", ours.charts, floor.numbers),
    ]
    for form in found:
        if form.name not in others:
            continue
        each = others[form.name]
        beside = (
            (ours.numbers, ours.charts, TO_PAGE, TO_PAGE)
            if form.python
            else (floor.numbers,) * 2 + (SCORE_TO_FLOOR, CHARTS_TO_FLOOR)
        )
        words = "to the page" if form.python else "to the floor"
        lines.append(Figure(f"{form.name}: edit → score painted, {words}", each.numbers, beside[0], beside[2]))
        lines.append(Figure(f"{form.name}: edit → all charts, {words}", each.charts, beside[1], beside[3]))
    return lines


def bare_python(site: Form, folder: Path) -> Form:
    """Write a page that starts Python from the files of the folder, and does nothing else."""
    lock = re.search(r"^const LOCK = (.*);$", WORKER.read_text(encoding="utf-8"), re.MULTILINE)
    wheel = next(folder.rglob("numpy-*.whl"))
    assert lock is not None
    (folder / "bare.html").write_text(BARE.replace("LOCK", lock[1]).replace("WHEEL", wheel.name), encoding="utf-8")
    return Form("bare Python and NumPy", f"{site.url}bare.html", python=True, seen=None)


def measure_visits(browser: Browser, found: Sequence[Form], visits: int) -> list[Figure]:
    """First visits, and second ones by the same visitor, in turns; what Python takes, beside what it takes alone."""
    for _ in range(visits):
        for form in found:
            form.visit(browser)
    alone = next((form for form in found if form.seen is None), None)
    lines = []
    for form in found:
        for when, seen, least in (
            ("first visit", form.cold, alone and alone.cold),
            ("again", form.again, alone and alone.again),
        ):
            for key, what in (("score", "score painted"), ("chart", "first chart painted"), ("python", "Python ready")):
                floor = [each[key] for each in least] if least and key == "python" and form is not alone else None
                if values := [each[key] for each in seen if each[key] is not None]:
                    lines.append(Figure(f"{form.name}, {when}: request → {what}", values, floor))
    return lines


def print_goals(found: Sequence[Form]) -> None:
    """Medians of first visits beside what is wanted of them."""
    for form in found:
        for key, goal, words in (("score", FIRST, "first score"), ("python", PYTHON, "Python ready")):
            if form.python and form.seen:
                goal_met(f"{form.name}, first visit, {words}, median", median(each[key] for each in form.cold), goal)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="make bench-static", description=__doc__)
    parser.add_argument("--pyodide", help="an unpacked release of Pyodide; else it is downloaded once")
    parser.add_argument("--rounds", type=int, default=20, help="measured edits of each form")
    parser.add_argument("--visits", type=int, default=VISITS, help="first visits of each form")
    given = parser.parse_args()
    program = chromium.find()
    with forms(given.pyodide) as found, serving("app.py") as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(chromium.ARGUMENTS))
        page = Form("page with a server", server.url)
        edits = measure_edits(browser, server.url, found, given.rounds)
        visits = measure_visits(browser, [page, *found], given.visits)
        browser.close()
    print(f"Milliseconds in the page, from the key press or the request to the painted frame; load {os.getloadavg()[0]:.1f}")
    print_table([*edits, *visits])
    print_goals(found)


if __name__ == "__main__":
    main()
