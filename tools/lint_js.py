"""Check the page's JavaScript with ESLint and TypeScript: `python -m tools.lint_js`, called by `make check`.

With `--write-types` write the types that the JavaScript has from Python (`tools.message_types`) instead.

Both are programs for Node; tools/javascript/package-lock.json says which versions, and of what they need. Nothing of it
is shipped with the page, which has no build step.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tools import message_types, payload_types
from tools.machine import QUICK_SECONDS, apt_install, change, run

ROOT = Path(__file__).resolve().parent.parent
FOLDER = Path(__file__).resolve().parent / "javascript"
PACKAGES = FOLDER / "node_modules"
OLDEST = (20, 19)
INSTALL_SECONDS = 600

NO_NODE = f"""\
Checking the JavaScript needs Node {OLDEST[0]}.{OLDEST[1]} or newer, and npm: {{found}}. Do one of these:
  Debian 13, Ubuntu 25.04, newer   sudo apt-get install nodejs npm
  Fedora                           sudo dnf install nodejs npm
  macOS                            brew install node
  any other way                    put node and npm on the PATH
Everything else can be checked without it: make lint-python"""
NO_PACKAGES = "ESLint and TypeScript could not be installed (npm ci in tools/javascript). Is there a way to npm's registry?"


class NotReadyError(Exception):
    """There is no Node, or not what it is to run; the message says what to do."""


def prepare() -> None:
    """Find Node, install it where that can be done, and install what package-lock.json names.

    Raises
    ------
    NotReadyError
        If either cannot be had.
    """
    if _lack():
        apt_install(["nodejs", "npm"])
    if lack := _lack():
        raise NotReadyError(NO_NODE.format(found=lack))
    wanted = (FOLDER / "package-lock.json").read_text(encoding="utf-8")
    done = PACKAGES / "installed.json"  # the lockfile that was followed to its end
    if done.exists() and done.read_text(encoding="utf-8") == wanted:
        return
    print("Installing what checks the JavaScript into tools/javascript/node_modules ...", flush=True)
    if not change(["npm", "ci", "--prefix", str(FOLDER), "--ignore-scripts"], INSTALL_SECONDS):
        raise NotReadyError(NO_PACKAGES)
    done.write_text(wanted, encoding="utf-8")


def _lack() -> str:
    """What is wrong with the Node of this machine; "" if nothing is."""
    version = run(["node", "--version"], QUICK_SECONDS)
    if version is None:
        return "no node was found"
    if tuple(int(part) for part in version.strip().lstrip("v").split(".")[:2]) < OLDEST:
        return f"node is {version.strip()}"
    return "" if shutil.which("npm") else "no npm was found"


def check() -> bool:
    """Run the checks, print what they find, and give whether they found nothing."""
    eslint = [
        PACKAGES / "eslint" / "bin" / "eslint.js",
        "--config",
        FOLDER / "eslint.config.js",
        "rankviz",
        "benchmarks",
        "tests",
    ]
    is_clean = subprocess.run(["node", *map(str, eslint)], cwd=ROOT, check=False).returncode == 0
    is_typed = payload_types.check(PACKAGES / "typescript" / "bin" / "tsc", FOLDER / "tsconfig.json")
    return message_types.write_types("--check") and is_clean and is_typed


def main() -> int:
    """Prepare, and check or write."""
    try:
        prepare()
    except NotReadyError as error:
        print(error, file=sys.stderr)
        return 1
    if "--write-types" in sys.argv[1:]:
        return 0 if message_types.write_types() else 1
    return 0 if check() else 1


if __name__ == "__main__":
    sys.exit(main())
