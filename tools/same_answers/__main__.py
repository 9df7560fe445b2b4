"""Ask two checkouts the same questions, and say where their answers differ: `python -m tools.same_answers BEFORE`.

For whoever moves code and means to change nothing that is seen: links of every kind are opened, lists are shown on every page
under every choice and in both languages, and sets are asked, answered and exported. It takes some minutes.

    git worktree add /tmp/before COMMIT
    python -m tools.same_answers /tmp/before
    python -m tools.same_answers /tmp/before --show 3      # the first three differences, whole

Each checkout answers in a process of its own, with the packages of this one. What only one of them refuses is a difference.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tools.same_answers.questions import questions

ROOT = Path(__file__).resolve().parents[2]
# Each answer is a line of JSON: its head, and its parts by their names.
ANSWER = """
import json, sys
from rankviz.page.endpoint import handle_request
for line in sys.stdin:
    try:
        head, *parts = handle_request(line).decode().split("\\n")
        answer = {"head": head, **dict(part.split(" ", 1) for part in parts if part)}
    except Exception as error:
        answer = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(answer), flush=True)
"""


class Difference(NamedTuple):
    """A part of an answer that is not the same in both."""

    question: str
    part: str
    before: str
    after: str


def main(arguments: Sequence[str]) -> int:
    """Do what the command line says; 1 if anything differs."""
    parser = argparse.ArgumentParser(prog="python -m tools.same_answers", description="Do two checkouts answer alike?")
    parser.add_argument("before", type=Path, help="the other checkout")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="print N differences whole")
    options = parser.parse_args(arguments)
    asked = [json.dumps(question, ensure_ascii=False) for question in questions()]
    found: list[Difference] = []
    refused = 0
    with tempfile.NamedTemporaryFile("w", encoding="utf-8") as kept:
        kept.write("\n".join(asked) + "\n")
        kept.flush()
        answers = [_answers(tree, Path(kept.name)) for tree in (options.before.resolve(), ROOT)]
        for question, before, after in zip(asked, *answers, strict=True):
            refused += "error" in before and before == after
            found += _differences(question, before, after)
    for part, count in Counter(each.part for each in found).most_common():
        print(f"{count:5} {part}")
    for each in found[: options.show]:
        print(f"\n{each.question}\n{each.part} before:\n{each.before}\n{each.part} after:\n{each.after}")
    print(f"{len(asked)} questions, {refused} of them refused by both, {len(found)} parts of answers differ")
    return 1 if found else 0


def _answers(tree: Path, asked: Path) -> Iterator[dict[str, str]]:
    """Give what a checkout answers to each line of a file."""
    with asked.open(encoding="utf-8") as lines:
        process = subprocess.Popen(
            [sys.executable, "-c", ANSWER], cwd=tree, stdin=lines, stdout=subprocess.PIPE, encoding="utf-8"
        )
    assert process.stdout is not None
    return map(json.loads, process.stdout)


def _differences(question: str, before: dict[str, str], after: dict[str, str]) -> Iterator[Difference]:
    for part in dict.fromkeys([*before, *after]):
        if before.get(part) != after.get(part):
            yield Difference(question, part, before.get(part, "(not there)"), after.get(part, "(not there)"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
