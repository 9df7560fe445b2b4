"""Find a Chromium that starts, or install one: `python -m tools.chromium`, called by `make test` and `make bench`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

VARIABLE = "RANKVIZ_CHROMIUM"
COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
APPLICATIONS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
# Only the page under test may be reached: every other name resolves to nothing, and the browser's own services are off.
ARGUMENTS = (
    "--no-sandbox",  # the sandbox cannot be set up by root or in most containers
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
START_SECONDS = 60
DOWNLOAD_SECONDS = 300
INSTALL_SECONDS = 900

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
        page = _run([path, *options, "--dump-dom", "about:blank"], START_SECONDS)
    return page is not None and "<html" in page


def _download() -> None:
    print("No Chromium was found. Downloading Playwright's ...", flush=True)
    _change([sys.executable, "-m", "playwright", "install", "--no-shell", "chromium"], DOWNLOAD_SECONDS)


def _install_package() -> None:
    _apt_install(["chromium"] if has_chinese_font() else ["chromium", "fonts-noto-cjk"])


def _apt_install(packages: Sequence[str]) -> bool:
    apt = _apt()
    if not apt:
        return False
    print(f"Installing the system's {' and '.join(packages)} ...", flush=True)
    _run([*apt, "update"], INSTALL_SECONDS)  # some list may be out of reach; whether the packages are there shows next
    return _change([*apt, "install", "--yes", "--no-install-recommends", *packages], INSTALL_SECONDS)


def _apt() -> list[str]:
    """How to call apt-get with the rights to install, without asking for a password; empty if that cannot be done."""
    rights: list[str] = []
    if os.geteuid() != 0:
        if not shutil.which("sudo") or _run(["sudo", "-n", "true"], START_SECONDS) is None:
            return []
        rights = ["sudo", "-n"]
    return [*rights, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet"] if shutil.which("apt-get") else []


def has_chinese_font() -> bool:
    """Whether Chinese text can be shown; systems other than Linux bring a font for it."""
    if sys.platform != "linux":
        return True
    return bool(_run(["fc-list", ":lang=zh"], START_SECONDS))


def _run(command: Sequence[str], seconds: float) -> str | None:
    """Run a command to its end and return what it printed; None if it failed, is not there or took too long."""
    try:
        return _call(command, seconds)
    except (OSError, subprocess.SubprocessError):
        return None


def _change(command: Sequence[str], seconds: float) -> bool:
    """Run a command that changes the machine; if it does not succeed, say why in one line."""
    try:
        _call(command, seconds)
    except subprocess.CalledProcessError as error:
        lines = [line.strip() for line in error.stderr.splitlines() if line.strip()]
        print("  It failed:", next((line for line in lines if "rror" in line or line.startswith("E:")), lines[-1:]))
    except (OSError, subprocess.TimeoutExpired) as error:
        print("  It failed:", error)
    else:
        return True
    return False


def _call(command: Sequence[str], seconds: float) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=True, stdin=subprocess.DEVNULL)
    return done.stdout


def main() -> int:
    """Make sure that there is a browser; if not, say what to do."""
    try:
        path = install()
    except NoBrowserError as error:
        print(error, file=sys.stderr)
        return 1
    if not has_chinese_font() and not _apt_install(["fonts-noto-cjk"]):
        print(NO_CHINESE, file=sys.stderr)
    print(f"Browser for the tests: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
