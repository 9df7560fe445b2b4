"""The command line: `python -m rankviz explain nDCG@6 3,2,3,0,1,2 --missed 3,2`."""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn, TextIO

from rankviz import __version__
from rankviz.api import Explanation, explain, lookup
from rankviz.conventions import FIELDS
from rankviz.diagnose import ENGINEER, READERS
from rankviz.errors import InputError, one_line, quoted
from rankviz.limits import MAX_FILE
from rankviz.lists.reading import parse_list
from rankviz.lists.typed import Ranking
from rankviz.profiles import PROFILES
from rankviz.runs.evaluate.batch import evaluate_run
from rankviz.runs.impressions import evaluate_impressions
from rankviz.show import records
from rankviz.show.answers import lookup_text
from rankviz.state.permalink import from_file
from rankviz.texts import Texts

RUN_MEASURES = ["AP", "nDCG@10", "RR", "P@10"]
BELOW_ZERO = re.compile(r"-\.?\d.*[,; ]")  # a list of numbers that begins with a minus


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Returns
    -------
    int
        0, or 2 for bad input, after one line on stderr. As other programs: 130 after Ctrl-C, and 141 if nobody reads on.
    """
    try:
        _write(_answer(_parser().parse_args(arguments)), sys.stdout)
        sys.stdout.flush()
    except InputError as error:
        _write(f"rankviz: {error}", sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python writes what is left when it ends
        return 128 + 13  # SIGPIPE, which is not everywhere
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    return 0


def _answer(options: argparse.Namespace) -> str:
    """What a command prints."""
    if options.command == "run":
        return _run(options)
    lists = _lists(options)
    choices = dict(_choice(text) for text in options.choose)
    if options.command == "lookup":
        asked = {"profile": options.profile, "reader": options.reader, **choices}
        found = lookup(options.measure, lists, options.number, **asked)
        return _json(records.looked_up(found)) if options.json else lookup_text(found, Texts("en"))
    measures = [options.measure] if options.command == "explain" else options.measures
    return _printed(options, [explain(each, lists, profile=options.profile, **choices) for each in measures])


def _json(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, indent=1)


def _write(text: str, stream: TextIO) -> None:
    """Print a text; what the stream's encoding does not have is written as its number."""
    encoding = stream.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding), file=stream)


class _Parser(argparse.ArgumentParser):
    """One that says in one line what is wrong, as everything else does."""

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """As always, but what was typed is kept for `error`."""
        self._typed = list(sys.argv[1:] if args is None else args)
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Refuse what was typed; numbers below 0 that argparse takes for an option are named."""
        found = next((each for each in self._typed if BELOW_ZERO.match(each)), None)
        if found is not None and "--" not in self._typed:
            found = quoted(found)
            message = f'"{found}" was taken for an option; put -- before the list, as "rankviz evaluate RR -- -1,2,3"'
            message += f", or = between an option and its value, as --missed={found}"
        raise InputError("usage", f"{message}. See {self.prog} --help.")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser("rankviz", description="See how a ranking metric gets its number.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, what in (
        ("explain", "print every step of one measure"),
        ("evaluate", "print the values of measures"),
        ("lookup", "find what gives a number that is another one"),
    ):
        command = commands.add_parser(name, help=what, description=what)
        if name != "evaluate":
            command.add_argument("measure", help="as nDCG@6, P(rel=2)@5, AP")
        else:
            command.add_argument("measures", nargs="+", metavar="measure", help="as nDCG@6, P(rel=2)@5, AP")
        command.add_argument("list", help="grades in ranked order, as 3,2,?,0 (? is unjudged); - is stdin, @FILE a file")
        if name == "lookup":
            _ask_for_number(command)
        command.add_argument("--also", action="append", default=[], metavar="LIST", help="a further list: the mean is computed")
        command.add_argument("--missed", default="", help="grades of judged documents that were not retrieved")
        command.add_argument("--scores", default="", help="one score a grade; scores decide the order")
        command.add_argument("--ids", default="", help="document ids, separated by commas")
        command.add_argument("--profile", default="textbook", help=f"a named convention: {', '.join(PROFILES)}")
        command.add_argument("--choose", action="append", default=[], metavar="FIELD=VALUE", help=", ".join(FIELDS))
        command.add_argument("--json", action="store_true", help="print JSON, numbers with all digits")
    command = commands.add_parser("run", help="evaluate a whole run", description="evaluate a run, or a log of impressions")
    command.add_argument("run", help="TREC text, CSV, TSV, Parquet, JSON Lines; text also as gz")
    command.add_argument("qrels", nargs="?", help="judgments; none for a log, which has scores and labels")
    command.add_argument(
        "-m",
        "--measures",
        nargs="+",
        action="extend",
        metavar="MEASURE",
        help=f"separated by blanks; else {' '.join(RUN_MEASURES)}",
    )
    command.add_argument("--per-query", action="store_true", help="print the values of each query too")
    command.add_argument("--profile", default="trec_eval", help=f"a named convention: {', '.join(PROFILES)}")
    command.add_argument("--choose", action="append", default=[], metavar="FIELD=VALUE", help=", ".join(FIELDS))
    command.add_argument("--json", action="store_true", help="print JSON, numbers with all digits")
    return parser


def _ask_for_number(command: argparse.ArgumentParser) -> None:
    command.add_argument("number", help="the number that somebody else got, as 0.961, 75%% or 2/3; its digits count")
    what = "who asks: a student is told of usual mistakes first, and of libraries as a remark only"
    command.add_argument("--reader", choices=READERS, default=ENGINEER, help=what)


def _run(options: argparse.Namespace) -> str:
    """A run's means, and with --per-query the values of each query, one a line, as trec_eval prints them."""
    choices = dict(_choice(text) for text in options.choose)
    measures = options.measures or RUN_MEASURES
    if options.qrels is None:
        found = evaluate_impressions(options.run, measures, profile=options.profile, **choices)
    else:
        found = evaluate_run(options.run, options.qrels, measures, profile=options.profile, progress=None, **choices)
    if options.json:
        return _json(records.means(found, options.profile, choices, options.per_query))
    lines = []
    if options.per_query:
        for i, query in enumerate(found.queries):
            lines += [f"{name}\t{one_line(query)}\t{float(values[i])!r}" for name, values in found.per_query.items()]
    return "\n".join([*lines, *(f"{name}\tall\t{value!r}" for name, value in found.means.items())])


def _lists(options: argparse.Namespace) -> Ranking | tuple[Ranking, ...]:
    """One list, or all that were named: also those of a file that the page saved."""
    first, *more = _read(options.list)
    lists = (_completed(first, options), *more, *(ranking for text in options.also for ranking in _read(text)))
    return lists if len(lists) > 1 else lists[0]


def _read(text: str) -> tuple[Ranking, ...]:
    if text != "-" and not text.startswith("@"):
        return (parse_list(text),)
    name = text[1:] or "stdin"
    try:
        if text == "-":
            return (parse_list(sys.stdin.read(MAX_FILE + 1)),)
        with Path(name).open(encoding="utf-8-sig") as file:
            content = file.read(MAX_FILE + 1)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError("bad_file", f"{name} cannot be read as text: {reason}.", path=name) from None
    if len(content) > MAX_FILE:
        message = f"{name} has more than {MAX_FILE:,} characters; at most so many are read. Leave some out."
        raise InputError("file_too_long", message, path=name, limit=f"{MAX_FILE:,}")
    if not content.lstrip().startswith("{"):
        return (parse_list(content),)
    decoded = from_file(content)
    if decoded.problems:
        raise decoded.problems[0]
    return decoded.state.lists


def _completed(listed: Ranking, options: argparse.Namespace) -> Ranking:
    """A list with what the options say of it besides its grades."""
    if not (options.missed or options.scores or options.ids):
        return listed
    missed = [item.grade for item in (*listed.missed, *(parse_list(options.missed).items if options.missed else ()))]
    scores = [item.score for item in listed.items] if listed.scored else None
    if options.scores:
        scores = _numbers("--scores", options.scores)
    ids = [each.strip() for each in options.ids.split(",")] if options.ids else [item.doc_id for item in listed.items]
    return Ranking.from_grades([item.grade for item in listed.items], missed, scores, ids)  # type: ignore[arg-type]


def _numbers(option: str, text: str) -> list[float | None]:
    try:
        return [float(each) for each in text.split(",")]
    except ValueError:
        message = f'{option} {text}: expected numbers separated by commas, as "2.5,1.1".'
        raise InputError("bad_score", message) from None


def _choice(text: str) -> tuple[str, object]:
    name, separator, value = text.partition("=")
    if not separator:
        raise InputError(
            "unknown_choice", f'--choose {text}: expected FIELD=VALUE, as "gain=exponential".', name=text, known=""
        )
    field = FIELDS.get(name)
    if field is not None and field.options is None and not field.variable:
        try:
            return name, None if field.optional and value in ("all", "none") else float(value)
        except ValueError:
            raise InputError("bad_number", f"--choose {text}: expected a number.", name=name, value=value) from None
    return name, value


def _printed(options: argparse.Namespace, found: list[Explanation]) -> str:
    if options.json:
        rows = [records.explained(each, options.command == "explain") for each in found]
        return _json(rows[0] if options.command == "explain" else rows)
    if options.command == "explain":
        return str(found[0])
    width = max(len(each.measure) for each in found)
    return "\n".join(f"{each.measure:<{width}}  {_value(each)}" for each in found)


def _value(explanation: Explanation) -> str:
    undefined = records.undefined(explanation)
    return f"undefined (counts as {explanation.value:g})" if undefined else repr(explanation.value)
