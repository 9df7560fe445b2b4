"""Commands, their options and their help. Every example in a help text is run by a test."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from rankviz import __version__
from rankviz.basics.errors import InputError, shorten, unknown_name

SHELLS = ("bash", "zsh", "fish")
RUN_MEASURES = ["AP", "nDCG@10", "RR", "P@10"]
BELOW_ZERO = re.compile(r"-\.?\d.*[,; ]")  # a list of numbers that begins with a minus
MEASURE = "for example nDCG@6, P(rel=2)@5 or AP; `rankviz list metrics` names them all"
LIST = "grades from the top down, for example 3,2,?,0 (? or nan: unjudged); "
LIST += "- reads standard input; @FILE reads a file, including one saved on the page"

HEAD = """\
See how a ranking metric gets its number, and why yours differs from somebody else's.

start here:
  rankviz serve --open                         the page, in your browser
  rankviz explain nDCG@6 3,2,3,0,1,2           every step of one number
  rankviz lookup nDCG@6 3,2,3,0,1,2 0.949      what gives the number you got elsewhere"""

EXAMPLES = {
    "serve": """\
  rankviz serve                                on http://localhost:8501, until Ctrl-C
  rankviz serve --open --port 8600             on another port, and opens the browser
  rankviz serve --address 0.0.0.0              for everybody who can reach this machine
  rankviz serve --data runs/                   offers the run files of a folder on the Runs page

Streamlit's own settings are taken from the environment, for example STREAMLIT_SERVER_BASE_URL_PATH=rankviz.""",
    "static": """\
  rankviz static list.html --sheet             one list with every answer to one key: one small file, for a handout
  rankviz static list.html --sheet --state "http://localhost:8501/?v=1&m=ap&k=6&g=301"
  rankviz static site                          the whole page as a folder, for any host of plain files
  rankviz static rankviz.html --one-file       the same as one file, which opens from disk""",
    "explain": """\
  rankviz explain nDCG@6 3,2,3,0,1,2
  rankviz explain nDCG@6 3,2,3,0,1,2 --missed 3,2 --profile trec_eval
  rankviz explain MAP 1,0,1 --also 0,1 --also 1,1,0
  rankviz explain nDCG@6 3,2,3,0,1,2 --html ndcg.html    a page to be sent or printed, with charts""",
    "evaluate": """\
  rankviz evaluate nDCG@6 AP RR 3,2,3,0,1,2
  rankviz evaluate nDCG@6 3,2,3,0,1,2 --choose gain=exponential --choose ideal=retrieved
  rankviz evaluate AUC 1,0,1 --scores 0.9,0.7,0.4 --json
  rankviz evaluate RR -- -1,2,3                a list that begins with a minus sign""",
    "versus": """\
  rankviz versus nDCG@6 3,2,3,0,1,2 d1,d3,d5,d2 --missed 3,2
  rankviz versus AP 1,0,1,0 a,c,d,b --ids a,b,c,d --json
  rankviz versus nDCG@6 @mine.txt @theirs.txt            theirs.txt: ids, best first, one a line or separated by commas""",
    "alike": """\
  rankviz alike tau_b d1,d2,d3 d2,d1,d4                     every step of one likeness
  rankviz alike "RBO(p=0.8)" @mine.txt @theirs.txt --json
  rankviz alike all d1,d2,d3 d2,d1,d4 --choose alike_missing=tied_below""",
    "lookup": """\
  rankviz lookup nDCG@6 3,2,3,0,1,2 0.961 --missed 3,2
  rankviz lookup AP@5 1,1,0,0,1 0.867 --missed 1
  rankviz lookup P@5 1,0,1 67% --reader student
  rankviz lookup --run my.run.gz --qrels qrels.txt nDCG@10 0.6674 AP 0.6732    why the means of a run are others

The exit code is 0 if something gives the number, and 1 if nothing does; as JSON the nearest values are then in "nearest". Of a
run it is 0 if an answer is named: fewer than 5 of 100 other numbers close to it would be explained as simply.""",
    "run": """\
  rankviz run my.run.gz qrels.txt              means of AP, nDCG@10, RR and P@10, as trec_eval computes them
  rankviz run my.run.gz qrels.txt -m nDCG@10 AP --per-query
  rankviz run my.run.gz qrels.txt -m nDCG@10 AP --against other.run.gz    means, paired tests, intervals, effect sizes
  rankviz run my.run.gz qrels.txt -m nDCG@10 --against other.run.gz --flips    under which choices the winner flips, and where
  rankviz run my.run.gz other.run.gz --qrels qrels.txt -m nDCG@10 AP R@100 --table latex    the table of a paper
  rankviz run clicks.csv -m AUC nDCG@10 --profile textbook    a log with columns user, score, click""",
    "probe": """\
  rankviz probe nDCG@k                         a list to compute with your tool, and what each formula gives
  rankviz probe nDCG@k 0.8962                  which of them gives your tool's number""",
    "exercises": """\
  rankviz exercises nDCG@3 AP --count 4                     a sheet in Markdown, to solve by hand
  rankviz exercises nDCG AP RR --count 6 --level 2 --format html --key
  rankviz exercises AP --count 5 --format moodle            to import into Moodle: each usual mistake has its own feedback
  rankviz exercises --set 'ask=value.gap&of=ap.ndcg&n=12&seed=7' --format moodle    of a link that was made on the page
  rankviz exercises --set week3.toml --format html --key    of a file, with questions of your own""",
    "list": """\
  rankviz list metrics
  rankviz list profiles                        names for --profile
  rankviz list choices                         fields and values for --choose
  rankviz list metrics --json                  the same for a program""",
    "completion": """\
  rankviz completion bash                      to be put into ~/.local/share/bash-completion/completions/rankviz
  rankviz completion zsh                       to be put into a folder of $fpath, as _rankviz
  rankviz completion fish                      to be put into ~/.config/fish/completions/rankviz.fish

A new shell then completes commands, options, metrics and profiles. After an update, write it again.""",
}


class _Parser(argparse.ArgumentParser):
    """An argument parser that raises InputError with a message of one line.

    A command gets its arguments when it is called: what they and their help say of the data is loaded for no other command.
    """

    add_arguments: Callable[[_Parser], None] | None = None
    typed: Sequence[str] = ()

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse as usual, but keep the typed arguments for `error`."""
        self.typed = list(sys.argv[1:] if args is None else args)
        if self.add_arguments is not None:
            self.add_arguments(self)
            self.add_arguments = None
        options, extra = super().parse_known_args(args, namespace)
        if extra:
            self.error(f"unrecognized arguments: {' '.join(extra)}")
        return options, extra

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Raise InputError for a value that is none of the choices, with similar ones."""
        if action.choices is not None and value not in action.choices:
            raise unknown_name(str(action.metavar or action.dest).lower(), value, action.choices)

    def error(self, message: str) -> NoReturn:
        """Raise InputError for the typed arguments; it names a number below 0 that argparse takes for an option."""
        negative = next((each for each in self.typed if BELOW_ZERO.match(each)), None)
        if negative is not None and "--" not in self.typed:
            negative = shorten(negative)
            message = f'"{negative}" was taken for an option; put -- before the list, as in "rankviz evaluate RR -- -1,2,3"'
            message += f", or = between an option and its value, as in --missed={negative}"
        elif re.fullmatch(r"unrecognized arguments:( [\d?.,]+)+", message) and " LIST" in self.format_usage().upper():
            from rankviz.cli.arguments import AS_ONE

            message += f". {AS_ONE}"
        raise InputError("usage", f"{message}. See {self.prog} --help.")


def parser() -> argparse.ArgumentParser:
    """Build the parser of the whole command line."""
    whole = _Parser("rankviz", description=HEAD, formatter_class=argparse.RawDescriptionHelpFormatter)
    whole.add_argument("-V", "--version", action="version", version=__version__)
    whole.epilog = "`rankviz COMMAND --help` shows examples of each."
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    _command(commands, "serve", "start the page", _serve)
    _command(commands, "static", "write the page as files that need no server", _static)
    _command(commands, "explain", "print every step of one metric", _one_list)
    _command(commands, "evaluate", "print the values of metrics", _one_list)
    _command(commands, "versus", "print which of two lists is better, and because of which documents", _one_list)
    _command(commands, "alike", "print how alike two orders are, step by step", _alike)
    _command(commands, "lookup", "find out what gives a number that somebody else got", _lookup)
    _command(commands, "run", "evaluate whole runs against judgments, or a log of impressions", _run)
    _command(commands, "probe", "find out which formula a tool uses", _probe)
    _command(commands, "exercises", "make practice questions whose usual wrong answers are named", _exercises)
    _command(commands, "list", "list all metrics, profiles and choices", _list)
    _command(commands, "completion", "print what a shell needs to complete commands and names", _completion)
    return whole


def completed_parser() -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    """Build the parser of the whole command line and those of its commands by name, with all arguments."""
    whole = parser()
    subparsers = next(each for each in whole._actions if isinstance(each, argparse._SubParsersAction))
    for command in subparsers.choices.values():
        if command.add_arguments is not None:
            command.add_arguments(command)
            command.add_arguments = None
    return whole, dict(subparsers.choices)


def _command(commands: argparse._SubParsersAction[_Parser], name: str, what: str, add: Callable[[_Parser], None]) -> None:
    described = f"{what[0].upper()}{what[1:]}."
    formatter = argparse.RawDescriptionHelpFormatter
    epilog = f"examples:\n{EXAMPLES[name]}"
    command = commands.add_parser(name, help=what, description=described, epilog=epilog, formatter_class=formatter)
    command.add_arguments = add


def _serve(command: argparse.ArgumentParser) -> None:
    from rankviz.cli.serve import ADDRESS, PORT

    command.add_argument("--port", default=str(PORT), help=f"default {PORT}; 0 takes any free one")
    command.add_argument("--address", default=ADDRESS, help=f"default {ADDRESS}: only this machine can open the page")
    command.add_argument("--data", metavar="FOLDER", help="folder of run files to offer on the Runs page (any size)")
    command.add_argument("--open", action="store_true", help="open the page in your browser")


def _static(command: argparse.ArgumentParser) -> None:
    command.add_argument("out", metavar="OUT", help="the folder; with --sheet and --one-file the file")
    form = command.add_mutually_exclusive_group()
    form.add_argument("--sheet", action="store_true", help="one list with its answers, without Python: under 1 MB")
    form.add_argument("--one-file", action="store_true", help="everything in one file of some 15 MB")
    what = "the link of a list, which then stands there at once; may be given more than once, but not for a sheet"
    command.add_argument("--state", action="append", default=[], metavar="LINK", help=what)
    what = "of a sheet: also the answers for all lists of these documents with grades from 0 to this one"
    command.add_argument("--all", type=int, metavar="GRADE", help=what)
    what = "an unpacked release of Pyodide with NumPy, or a folder written before; else both are downloaded once"
    command.add_argument("--pyodide", metavar="FOLDER", help=what)


def _one_list(command: argparse.ArgumentParser) -> None:
    name = command.prog.split()[-1]
    if name == "evaluate":
        command.add_argument("measures", nargs="+", metavar="metric", help=MEASURE)
    else:
        command.add_argument("measure", metavar="metric", help=MEASURE)
    command.add_argument("list", help=LIST)
    if name == "versus":
        what = "ids of the second list, best first; the grades are the first list's; - or @FILE as before"
        command.add_argument("second", help=what)
    if name == "lookup":
        from rankviz.diagnose import ENGINEER, READERS

        what = "look up the means of a run instead: metrics and numbers take turns, and --qrels has the judgments"
        command.add_argument("--run", metavar="RUN", help=what)
        command.add_argument("number", help="the number you got, for example 0.961, 75%% or 2/3; every digit helps")
        what = "who asks: for a student usual mistakes come first, and libraries only as a remark"
        command.add_argument("--reader", choices=READERS, default=ENGINEER, help=what)
    if name != "versus":
        command.add_argument("--also", action="append", default=[], metavar="LIST", help="another list: the mean is computed")
    command.add_argument("--missed", default="", metavar="GRADES", help="grades of judged documents that are not in the list")
    command.add_argument("--scores", default="", help="one score for each grade; the scores decide the order")
    command.add_argument("--ids", default="", help="document ids, separated by commas")
    _convention(command, "textbook")
    if name == "explain":
        what = "write a page of its own, with charts, to FILE or to standard output"
        command.add_argument("--html", nargs="?", const="-", metavar="FILE", help=what)


def _lookup(command: _Parser) -> None:
    """Add the arguments for a list, or those for a run if one is named."""
    if not any(each.partition("=")[0] == "--run" for each in command.typed):
        _one_list(command)
        return
    from rankviz.runs.settings import PROFILE_OF_RUNS

    what = "what was computed and the number you got, for example nDCG@10 0.412 AP 0.231; every digit helps"
    command.add_argument("pairs", nargs="+", metavar="metric number", help=what)
    command.add_argument("--run", metavar="RUN", required=True, help="as for `rankviz run`; - for the standard input")
    command.add_argument("--qrels", metavar="QRELS", required=True, help="judgments")
    _ids_of_runs(command)
    _convention(command, PROFILE_OF_RUNS)


def _ids_of_runs(command: argparse.ArgumentParser) -> None:
    what = "how ids are read: decimal (1057.0 as 1057), case, blanks, zeros, prefix; several with + between"
    command.add_argument("--ids", default="", metavar="RULES", help=what)
    what = (
        "unmet: ids that do not meet are told by a warning only; exchanged: files are taken as they stand; both with + between"
    )
    command.add_argument("--allow", default="", metavar="WHAT", help=what)


def _alike(command: argparse.ArgumentParser) -> None:
    from rankviz.compare.similarity import SIMILARITIES

    known = ", ".join(each.name for each in SIMILARITIES.values())
    command.add_argument("measure", metavar="likeness", help=f"{known}, or all of them: all")
    what = "ids, best first; - reads standard input; @FILE reads a file, including one saved on the page"
    command.add_argument("first", help=what)
    command.add_argument("second", help="as before")
    _choices(command)


def _convention(command: argparse.ArgumentParser, profile: str | None = None, default: str = "") -> None:
    """Add the options that choose a convention; `default` describes the default profile if it depends on the input."""
    where = "`rankviz list profiles` names them all"
    what = f"compute as this library or book does; default {profile or default}; {where}"
    command.add_argument("--profile", default=profile, help=what)
    _choices(command)


def _choices(command: argparse.ArgumentParser) -> None:
    where = "`rankviz list choices` names them all"
    command.add_argument("--choose", action="append", default=[], metavar="FIELD=VALUE", help=f"make one choice; {where}")
    command.add_argument("--json", action="store_true", help="print JSON, numbers with all digits")


def _run(command: argparse.ArgumentParser) -> None:
    from rankviz.runs.settings import PROFILE_OF_LOGS, PROFILE_OF_RUNS
    from rankviz.runs.significance import TESTS
    from rankviz.runs.words.result_table import FORMATS

    what = "runs: TREC text, CSV, TSV, Parquet or JSON Lines, text also as .gz; - for the standard input. Of several files the "
    what += "last is the judgments, unless --qrels names them, also as -; one file alone is a log, which has scores and labels"
    command.add_argument("files", nargs="+", metavar="RUN", help=what)
    command.add_argument("--qrels", metavar="FILE", help="the judgments; all other files are runs then")
    what = f"separated by spaces or commas, also as in trec_eval (ndcg_cut_10, all_trec); default {' '.join(RUN_MEASURES)}"
    command.add_argument(
        "-m", "--metrics", "--measures", dest="measures", nargs="+", action="extend", metavar="METRIC", help=what
    )
    command.add_argument("--per-query", action="store_true", help="print the values of each query too")
    what = "another run on the same judgments: the difference from it, with tests, intervals and effect sizes"
    command.add_argument("--against", metavar="RUN", help=what)
    what = "with --against: also under which choices the winner flips, and on which queries"
    command.add_argument("--flips", action="store_true", help=what)
    what = (
        f"means of all runs over the same queries, as {', '.join(FORMATS)}; without it several runs are printed for a terminal"
    )
    command.add_argument("--table", choices=FORMATS, metavar="FORMAT", help=what)
    command.add_argument(
        "--details", action="store_true", help="add a table of differences, intervals, p-values and effect sizes"
    )
    what = "the run against which the others of a table are tested, as it is named there or by its file; default the first"
    command.add_argument("--baseline", default="", metavar="RUN", help=what)
    command.add_argument(
        "--sort", default="", metavar="METRIC", help="order the rows of a table by this metric, the best first"
    )
    command.add_argument("--test", choices=TESTS, help=f"whose p-values a table has; default {TESTS[0]}")
    _ids_of_runs(command)
    _convention(command, default=f"{PROFILE_OF_RUNS}, and {PROFILE_OF_LOGS} for a log")


def _probe(command: argparse.ArgumentParser) -> None:
    command.add_argument("measure", metavar="metric", help="for example nDCG@k; its cutoff is chosen for you")
    what = "what your tool gives for the list, and then for each further one: error where it refuses, nan where it gives none"
    command.add_argument("numbers", metavar="NUMBER", nargs="*", help=what)


def _exercises(command: argparse.ArgumentParser) -> None:
    from rankviz.core.metrics import METRICS
    from rankviz.learn.export.json_export import FORMATS
    from rankviz.learn.questions.kinds import NAMES, USUAL_KIND
    from rankviz.learn.questions.set_generator import MOST_QUESTIONS
    from rankviz.texts import LANGUAGES

    known = ", ".join(metric.name for metric in METRICS.values() if metric.exercise is not None)
    what = f"one or more of {known}; they take turns. With a cutoff (nDCG@5) every question has it"
    command.add_argument("measures", nargs="*", metavar="metric", help=what)
    of_set = "instead of metrics: the file of a set, or the link of one that was made on the page"
    command.add_argument("--set", default="", metavar="FILE|LINK", help=of_set)
    command.add_argument("--count", default="10", help=f"how many questions, 1 to {MOST_QUESTIONS:,}; default 10")
    command.add_argument("--seed", default="1", help="another number gives other questions, the same one the same for ever")
    command.add_argument("--level", default="1", help="1 (short lists) to 3 (long ones); default 1")
    command.add_argument("--kind", "--kinds", default=USUAL_KIND, help=f"what is asked: {', '.join(NAMES)}")
    command.add_argument("--format", default="markdown", choices=FORMATS, help=f"{', '.join(FORMATS)}; default markdown")
    command.add_argument("--key", action="store_true", help="add answers and solutions; files for Moodle always have them")
    command.add_argument("--language", default="en", choices=LANGUAGES, help=f"{', '.join(LANGUAGES)}; default en")
    command.add_argument("--title", default="", help="of the set")


def _list(command: argparse.ArgumentParser) -> None:
    from rankviz.cli.reference import KINDS

    kinds = {"measures": "metrics"}  # another word for them
    command.add_argument("kind", metavar="TABLE", type=lambda text: kinds.get(text, text), choices=KINDS, help=", ".join(KINDS))
    command.add_argument("--json", action="store_true", help="print JSON")


def _completion(command: argparse.ArgumentParser) -> None:
    command.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))
