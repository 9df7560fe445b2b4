"""`rankviz completion`: what a shell needs to complete commands, options and names.

shtab writes it, since it does so for all three shells, is kept up, and is needed once: what it writes starts no Python at each
press of the tab key, as argcomplete does.
"""

from __future__ import annotations

import argparse

from rankviz.basics.optional_packages import load
from rankviz.cli.parser import completed_parser
from rankviz.compare.similarity import SIMILARITIES
from rankviz.core.metrics import METRICS
from rankviz.libraries.profiles import PROFILES

FILES = ("run", "files", "qrels", "against", "data", "out", "pyodide", "set", "html")


def output(options: argparse.Namespace) -> str:
    """Return the script for a shell; it knows the names of metrics and profiles as they are now.

    Raises
    ------
    InputError
        `needs_package` where shtab is not installed.
    """
    shtab = load("shtab")
    whole, commands = completed_parser()
    for name, command in commands.items():
        measures = [each.name for each in (SIMILARITIES if name == "alike" else METRICS).values()]
        known = {"profile": [*PROFILES], "measure": measures, "measures": measures}
        for action in command._actions:
            if action.dest in known and action.choices is None:
                action.choices = known[action.dest]
            elif action.dest in FILES:
                action.complete = shtab.FILE  # type: ignore[attr-defined]
    return str(shtab.complete(whole, options.shell)).rstrip("\n")
