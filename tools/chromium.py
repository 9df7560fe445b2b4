"""Find a Chromium that starts, or install one: `python -m tools.chromium`, called by `make test` and `make bench`."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tools.machine import QUICK_SECONDS, apt_install, change, run

VARIABLE = "RANKVIZ_CHROMIUM"
# First the one that is made for having no window: the same pages cost it a fifth less than a whole browser.
COMMANDS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
APPLICATIONS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
# The last `--disable-features` counts, so what Playwright turns off is named again; then the suggestions of the address bar,
# a page of its own that every window loads, seen or not: an eighth of what it costs to load ours.
OFF = (
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,"
    "MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,"
    "NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"
)
# Only the page under test may be reached: every other name resolves to nothing, and the browser's own services are off.
ARGUMENTS = (
    f"--disable-features={OFF}",
    "--no-sandbox",  # the sandbox cannot be set up by root or in most containers
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",  # letters of the headless shell are as wide as those that people see
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
DOWNLOAD_SECONDS = 300

HELP = f"""\
The browser tests need a Chromium: none was found, and none could be downloaded or installed. Do one of these:
  Debian             sudo apt-get install chromium fonts-noto-cjk
  Fedora             sudo dnf install chromium google-noto-sans-cjk-fonts
  Ubuntu, macOS      .venv/bin/python -m playwright install --with-deps chromium
  any other way      {VARIABLE}=/path/to/chrome make test
Everything else can be checked without a browser: make check"""
NO_CHINESE = "No font for Chinese was found: the tests run, but its text shows as boxes. On Debian: fonts-noto-cjk."


class NoBrowserError(Exception):
    """There is no Chromium to be had; the message says what to do."""


def find() -> str:
    """Find the program to start.

    Returns
    -------
    str
        Path of the first Chromium that starts: the one named by the environment, on the path, installed as a macOS
        application, or downloaded by Playwright before.

    Raises
    ------
    NoBrowserError
        If there is none, or the one named by the environment does not start.
    """
    if named := os.environ.get(VARIABLE):
        if not _starts(named):
            message = f"{VARIABLE}={named} does not start as a Chromium."
            raise NoBrowserError(message)
        return named
    for path in _candidates():
        if _starts(path):
            return path
    raise NoBrowserError(HELP)


def install() -> str:
    """Find a Chromium; if there is none, get Playwright's own or the system's package.

    Raises
    ------
    NoBrowserError
        If neither can be had.
    """
    try:
        return find()
    except NoBrowserError:
        if VARIABLE in os.environ:
            raise
    for attempt in (_download, _install_package):
        attempt()
        try:
            return find()
        except NoBrowserError:
            continue
    raise NoBrowserError(HELP)


def _candidates() -> Iterator[str]:
    for command in COMMANDS:
        if path := shutil.which(command):
            yield path
    yield from APPLICATIONS
    # Imported late: looking for Playwright's browser starts its driver, which is not needed where another one is found.
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright.chromium.executable_path


def _starts(path: str) -> bool:
    """Whether this is a Chromium that runs: a download may lack libraries, a command may be an empty stand-in."""
    if not Path(path).exists():
        return False
    # With a profile of its own, or it would only open a window in the browser that the person is using.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        options = ["--headless", f"--user-data-dir={profile}", *ARGUMENTS]
        page = run([path, *options, "--dump-dom", "about:blank"], QUICK_SECONDS)
    return page is not None and "<html" in page


def _download() -> None:
    print("No Chromium was found. Downloading Playwright's ...", flush=True)
    change([sys.executable, "-m", "playwright", "install", "--no-shell", "chromium"], DOWNLOAD_SECONDS)


def _install_package() -> None:
    fonts = [] if has_chinese_font() else ["fonts-noto-cjk"]
    if not apt_install(["chromium-headless-shell", *fonts]):
        apt_install(["chromium", *fonts])


def has_chinese_font() -> bool:
    """Whether Chinese text can be shown; systems other than Linux bring a font for it."""
    if sys.platform != "linux":
        return True
    return bool(run(["fc-list", ":lang=zh"], QUICK_SECONDS))


def main() -> int:
    """Make sure that there is a browser; if not, say what to do."""
    try:
        path = install()
    except NoBrowserError as error:
        print(error, file=sys.stderr)
        return 1
    if not has_chinese_font() and not apt_install(["fonts-noto-cjk"]):
        print(NO_CHINESE, file=sys.stderr)
    print(f"Browser for the tests: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
