"""Run the tests in WebKit and Firefox: `python -m tools.browsers`, called by `make browsers`.

Both are found, or installed where that can be done without a password, and driven as they are: WebKit by its own WebDriver on a
screen that nobody sees, Firefox by WebDriver BiDi, which it speaks itself.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tools import chromium
from tools.machine import QUICK_SECONDS, apt_install, run
from tools.server import ROOT

DRIVER, FIREFOX = "RANKVIZ_WEBKIT_DRIVER", "RANKVIZ_FIREFOX"
TESTS = ("tests/browsers",)
COMMANDS = ("firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox")
# Beside the libraries of the system, under a name that holds its version.
PROGRAMS = ("/usr/lib/*/webkit*gtk-*/MiniBrowser", "/usr/libexec/webkit*gtk-*/MiniBrowser")
PACKAGES = {"WebKitWebDriver": "webkit2gtk-driver", "firefox": "firefox-esr", "Xvfb": "xvfb"}

HELP = f"""\
These tests need WebKit with its driver, Firefox and Xvfb; {{lack}} could neither be found nor installed. Do one of these:
  Debian             sudo apt-get install webkit2gtk-driver firefox-esr xvfb
  Ubuntu             sudo apt-get install webkit2gtk-driver xvfb, and Firefox from mozilla.org
  any other way      {DRIVER}=/path/to/WebKitWebDriver {FIREFOX}=/path/to/firefox make browsers
In Chromium alone the page is tested by: make test"""


def firefox() -> str:
    """Find Firefox; "" if there is none."""
    named = os.environ.get(FIREFOX)
    return next((path for command in ([named] if named else COMMANDS) if (path := shutil.which(command))), "")


def webkit() -> tuple[str, str]:
    """Find WebKit's driver and the small browser that comes with it; each "" if there is none."""
    driver = shutil.which(os.environ.get(DRIVER) or "WebKitWebDriver") or ""
    found = sorted(path for pattern in PROGRAMS for path in Path("/").glob(pattern[1:]))
    return driver, str(found[-1]) if found else ""


@contextmanager
def screen() -> Iterator[str]:
    """A screen that nobody sees, for as long as the block runs; gives its name for the environment's DISPLAY."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    try:
        os.close(write)
        with os.fdopen(read) as told:
            yield f":{told.readline().strip()}"
    finally:
        process.terminate()
        process.wait(QUICK_SECONDS)


def install() -> None:
    """Find all that is needed; install what is not there.

    Raises
    ------
    chromium.NoBrowserError
        If some of it cannot be had.
    """
    if lack := _lack():
        apt_install([PACKAGES[name] for name in lack])
    if lack := _lack():
        raise chromium.NoBrowserError(HELP.format(lack=" and ".join(lack)))


def _lack() -> list[str]:
    has = {"WebKitWebDriver": all(webkit()), "firefox": bool(firefox()), "Xvfb": bool(shutil.which("Xvfb"))}
    return [name for name, is_there in has.items() if not is_there]


def main(arguments: Sequence[str]) -> int:
    """Run the tests, or those that are named."""
    try:
        install()
        chromium.install()
    except chromium.NoBrowserError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"Browsers: {webkit()[1]}, {run([firefox(), '--version'], QUICK_SECONDS) or firefox()}".strip(), flush=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", *(arguments or TESTS)]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
