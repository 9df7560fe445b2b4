"""Check what Python sends to each part of the page against what the part's JavaScript is given: part of `tools.lint_js`.

The types of payloads (`payload.d.ts`) are written by hand, beside the script that reads them. Here sample payloads, from the
questions of `tools.same_answers`, are written as TypeScript, and the compiler says where one lacks a field, has one of another
type, or one that its type does not know.
"""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rankviz.browser.part_kinds import HERE, KINDS, main_file
from rankviz.page.answers.page_parts import PAGES
from rankviz.page.endpoint import handle_request
from tools.same_answers.questions import questions

EVERY = 13  # of the questions about a page, which takes a few seconds
KIND_OF = {name: part.kind or name for parts in PAGES.values() for name, part in parts.items()}
TYPED = 'type Given<M extends { default: (given: any) => unknown }> = Parameters<M["default"]>[0]["data"];'
PLACE = re.compile(r"[^\s(]*payloads\.ts\((\d+),(\d+)\): (.*)")
MOST_SAID = 300  # characters of an error, whose types are long


def check(compiler: Path, settings: Path) -> bool:
    """Compile the JavaScript and the samples, and print what is wrong.

    Parameters
    ----------
    compiler : Path
        `tsc`, a program for Node.
    settings : Path
        tsconfig.json of the JavaScript.

    Returns
    -------
    bool
        Whether nothing is.
    """
    with tempfile.TemporaryDirectory() as folder:
        lines, samples = Path(folder) / "payloads.ts", list(_samples())
        modules = {kind: json.dumps((HERE / main_file(each.folder, "js")).as_posix()) for kind, each in KINDS.items()}
        values = [f"({payload}) satisfies Given<typeof import({modules[kind]})>;" for kind, payload in samples]
        lines.write_text("\n".join([TYPED, *values]), encoding="utf-8")
        with_samples = Path(folder) / "tsconfig.json"
        included = [(settings.parent / each).as_posix() for each in json.loads(settings.read_text(encoding="utf-8"))["include"]]
        with_samples.write_text(json.dumps({"extends": settings.as_posix(), "include": ["payloads.ts", *included]}))
        command = ["node", str(compiler), "--pretty", "false", "--project", str(with_samples)]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    for line in (done.stdout + done.stderr).splitlines():
        if place := PLACE.match(line):
            sample, column = int(place[1]) - 2, int(place[2]) - 1
            print(f"What {samples[sample][0]} is given: {place[3]}"[:MOST_SAID])
            print(f"    {values[sample][column:]}"[:MOST_SAID])
        else:
            print(line[:MOST_SAID])
    missing = KINDS.keys() - {kind for kind, _ in samples}
    if missing:
        print(f"No question of tools.same_answers gives {', '.join(sorted(missing))}.")
    return done.returncode == 0 and not missing


def _samples() -> Iterator[tuple[str, str]]:
    """Give kinds of parts and payloads of them, each of which has something that the ones before had not."""
    seen: set[tuple[object, ...]] = set()
    asked: Counter[tuple[str, bool]] = Counter()
    for question in questions():
        view = question.get("view") or question["open"]["view"]
        group = view["page"], not view["page_params"]
        asked[group] += 1
        if asked[group] % EVERY != 1 or view["page"] == "learn_download":  # a file, and no part
            continue
        _, *parts = handle_request(json.dumps(question).encode()).decode().split("\n")
        for part in parts:
            name, _, text = part.partition(" ")
            kind = KIND_OF.get(name, name)
            if kind not in KINDS or text in ("", "null"):
                continue
            features = {(kind, *each) for each in _features(json.loads(text), "")}
            if not features <= seen:
                seen |= features
                yield kind, text


def _features(value: Any, place: str) -> Iterator[tuple[object, ...]]:
    """Give what a type can say of a payload: its fields, what they hold, and short words, of which there may be a few."""
    if isinstance(value, dict):
        yield place, *sorted(value)
        for name, each in value.items():
            yield from _features(each, f"{place}.{name}")
    elif isinstance(value, list):
        yield place, "list"
        for each in value:
            yield from _features(each, f"{place}[]")
    else:
        is_word = isinstance(value, str) and re.fullmatch("[a-z_]{1,16}", value)
        yield place, value if is_word else type(value).__name__
