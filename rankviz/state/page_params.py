"""Page params: the parameters in the address of Diagnose, Runs and Compare other than those of the state.

Those of Learn are in `rankviz.learn.learn_params`; `rankviz.page.page_parameters` has all of them, by page.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import parse_qsl, urlencode

from rankviz.core.conventions.option_formulas import GAINS as OPTIONS
from rankviz.core.lists.apply_list_rules import TIE_ORDERS
from rankviz.core.metrics import METRICS
from rankviz.libraries.profiles import CUSTOM, PROFILES
from rankviz.state.app_state import AppState
from rankviz.state.parameter import (
    BETWEEN,
    DOT,
    MOST_READ,
    YES,
    Parameter,
    is_word,
    one_of,
    read_columns,
    read_fields,
    read_index,
    write_fields,
)
from rankviz.state.permalink import PARAMETERS, decode, to_text
from rankviz.state.permalink_reader import Blame

ASKS = ("number", "tool", "libraries", "choices")
# What can be chosen for whole runs: options over those of a library ("" for none), and the largest cutoff.
GAINS = ("", *(key for key, option in OPTIONS.items() if not option.custom_field and not option.is_mistake))
TIES = ("", *TIE_ORDERS)
MOST_K = 100
BY_RANK = "rank"
OF = ":"  # between a measure and its number; no number has it
MOST_BEFORE = 4000  # of what is to be taken back, which may hold tables and formulas of one's own


@dataclass(frozen=True)
class RunsParams:
    """How Runs evaluates its files, and what it lists; an empty value stands for the page's default.

    Parameters
    ----------
    by : str
        A profile, or CUSTOM; "" for the default profile of the files.
    k : int or None
        The cutoff.
    gain, ties : str
        As in `Settings`.
    metric : str
        The metric under study.
    columns : tuple of str
        Measures in the table of queries besides the one under study.
    query : str
        The query that was picked.
    ids : str
        How ids are read, as `prepare` takes it.
    pair : (int, int) or None
        The runs that are compared in detail, from 0; None: the first two.
    table : tuple of str
        Measures of the table of all runs.
    baseline : int or None
        The run against which the others of that table are tested, from 0; None: the first.
    sort : str
        The measure by which its rows are ordered; "" for the order of the files.
    my_means : tuple of (str, str)
        My number: measures, and the means that somebody else got, as typed.
    my_run : int or None
        Of which run they are, from 0; None: the first.
    my_cause : str
        Keys of the answer that is looked at, as `RunFinding.causes`, with `BETWEEN` between; "" for the first.
    """

    by: str = ""
    k: int | None = None
    gain: str = ""
    ties: str = ""
    metric: str = ""
    columns: tuple[str, ...] = ()
    query: str = ""
    ids: str = ""
    table: tuple[str, ...] = ()
    baseline: int | None = None
    sort: str = ""
    my_means: tuple[tuple[str, str], ...] = ()
    my_run: int | None = None
    my_cause: str = ""
    pair: tuple[int, int] | None = None


@dataclass(frozen=True)
class PageParams:
    """The parameters of Diagnose (one of its four questions, and its input), Runs and Compare.

    Parameters
    ----------
    ask : {'number', 'tool', 'libraries', 'choices'}
    my_number : str
        The number that somebody got, as typed.
    answer : int or None
        Which of its explanations is looked at, from 0; None: the first.
    shown_library : (str, str) or None
        A profile and a metric, whose derivation is looked at instead.
    undo_params : str
        What the state had otherwise before an explanation was taken over, as parameters of its link (`state_before`).
    mine : bool
        Whether a tool is to compute the page's own list, and not the one that tells formulas apart.
    measure : str
        What a tool is to compute: a metric, with "@" where it has a cutoff; "" for the page's own.
    tool_number : str
        The number that it gave, as typed.
    follow_up_numbers : tuple of str
        What it gave for further lists, one for each; "" for one that is not yet answered.
    against : int or None
        Which list the choices are compared with, from 0.
    runs : RunsParams
    sweep : str
        A number of the convention that is swept; "" for the first one.
    wide : bool
        Whether its axis is drawn out as far as it goes.
    by_rank : bool
        Whether the difference of two lists is taken rank by rank, and not document by document.
    document : str
        Id of the document that is looked at, or "".
    likeness : str
        The similarity that is shown step by step, or "".
    moves : str
        Of which list all steps are shown, 'a' or 'b', or "".
    """

    ask: str = "number"
    my_number: str = ""
    answer: int | None = None
    shown_library: tuple[str, str] | None = None
    undo_params: str = ""
    mine: bool = False
    measure: str = ""
    tool_number: str = ""
    follow_up_numbers: tuple[str, ...] = ()
    against: int | None = None
    runs: RunsParams = RunsParams()
    sweep: str = ""
    wide: bool = False
    by_rank: bool = False
    document: str = ""
    likeness: str = ""
    moves: str = ""


def _read_library(text: str, _blame: Blame) -> tuple[str, str] | None:
    profile, _, metric = text.partition(".")
    return (profile, metric) if profile in PROFILES and metric in METRICS else None


def _read_k(text: str, _: Blame) -> int | None:
    return int(text) if text in map(str, range(1, MOST_K + 1)) else None


def _read_means(text: str, _: Blame) -> tuple[tuple[str, str], ...]:
    pairs = (each.rpartition(OF) for each in read_columns(text))
    return tuple((measure, number) for measure, _, number in pairs if measure and number)


def _read_pair(text: str, _blame: Blame) -> tuple[int, int] | None:
    first, _, second = text.partition(DOT)
    one, two = read_index(first), read_index(second)
    return None if one is None or two is None or one == two else (one, two)


def _write_pair(pair: tuple[int, int] | None) -> str:
    return "" if pair is None else DOT.join(str(each + 1) for each in pair)


def _write_means(means: tuple[tuple[str, str], ...]) -> str:
    return BETWEEN.join(f"{measure}{OF}{number}" for measure, number in means)


def _read_further(text: str, _: Blame) -> tuple[str, ...]:
    return tuple(text[:MOST_READ].split(BETWEEN)[1:])


def _write_index(index: int | None) -> str:
    return "" if index is None else str(index + 1)


RUNS_PARAMETERS = (
    Parameter("by", "the library by which all values are computed, or `own`", "by", one_of((*PROFILES, CUSTOM))),
    Parameter("at", f"the cutoff, 1 to {MOST_K}", "k", _read_k, lambda k: str(k or "")),
    Parameter(
        "gains", f"{', '.join(f'`{gain}`' for gain in GAINS[1:])}: the gain in place of the library's", "gain", one_of(GAINS)
    ),
    Parameter("equal", "the order of tied documents in place of the library's", "ties", one_of(TIES)),
    Parameter("study", "the metric under study", "metric", one_of(METRICS)),
    Parameter(
        "columns", f"further measures in the table of queries, with `{BETWEEN}` between", "columns", read_columns, BETWEEN.join
    ),
    Parameter("query", "the query that is looked at", "query"),
    Parameter("ids", "how ids are read: `decimal`, `case`, `blanks`, `zeros`, `prefix`, with `+` between", "ids"),
    Parameter("pair", "the two runs that are compared in detail, from 1: `1.3`", "pair", _read_pair, _write_pair),
    Parameter("table", f"measures of the table of all runs, with `{BETWEEN}` between", "table", read_columns, BETWEEN.join),
    Parameter("base", "the run against which its others are tested, from 1", "baseline", read_index, _write_index),
    Parameter("sort", "the measure by which its rows are ordered", "sort"),
    Parameter(
        "means",
        f"My number: means that somebody else got, as typed, each after its measure and `{OF}`, with `{BETWEEN}` between",
        "my_means",
        _read_means,
        _write_means,
    ),
    Parameter("of_run", "My number: of which run they are, from 1", "my_run", read_index, _write_index),
    Parameter("why", f"My number: the answer that is looked at, its causes with `{BETWEEN}` between", "my_cause"),
)
DIAGNOSE_PARAMETERS = (
    Parameter(
        "ask", "which of the four questions is asked: `number`, `tool`, `libraries` or `choices`", "ask", one_of(ASKS, ASKS[0])
    ),
    Parameter("got", "My number: the number that somebody got, as typed", "my_number"),
    Parameter("answer", "which explanation is looked at, from 1", "answer", read_index),
    Parameter(
        "as", "a library whose derivation is looked at, a dot, and a metric: `ranx.ndcg`", "shown_library", _read_library
    ),
    Parameter(
        "was",
        "what the list's link had otherwise before an explanation was taken over",
        "undo_params",
        lambda text, _: text if len(text) <= MOST_BEFORE else "",
        most=MOST_BEFORE,
    ),
    Parameter(
        "of", "My tool: `mine` for the page's own list, and not the one that tells formulas apart", "mine", is_word("mine")
    ),
    Parameter("measure", "My tool: what it is to compute, a metric, with `@` where it has a cutoff", "measure"),
    Parameter("gave", "My tool: the number that it gave, as typed", "tool_number"),
    Parameter(
        "further", f"My tool: what it gave for further lists, each after `{BETWEEN}`", "follow_up_numbers", _read_further
    ),
    Parameter("against", "Choices: which list they are compared with, from 1", "against", read_index),
)
COMPARE_PARAMETERS = (
    Parameter("x", "a number of the convention that is swept", "sweep"),
    Parameter("wide", f"`{YES}` draws its axis out as far as it goes", "wide", is_word(YES)),
    Parameter("way", f"`{BY_RANK}` takes the difference of the two lists rank by rank", "by_rank", is_word(BY_RANK)),
    Parameter("doc", "the document that is looked at", "document"),
    Parameter("like", "the similarity that is shown step by step", "likeness"),
    Parameter("moves", "`a` or `b`: the list of which all steps are shown", "moves", one_of(("a", "b"))),
)
_OF_RUNS = frozenset(each.name for each in RUNS_PARAMETERS)


@lru_cache(maxsize=256)
def read_page_params(text: str) -> PageParams:
    """Read the parameters of a page; unknown or damaged ones are ignored.

    Examples
    --------
    >>> read_page_params("ask=number&got=0.961").my_number, read_page_params("ask=everything").ask
    ('0.961', 'number')
    >>> read_page_params("x=gain_base&way=rank&doc=d7").document
    'd7'
    """
    parameters = dict(parse_qsl(text, keep_blank_values=True))
    runs = RunsParams(**read_fields(RUNS_PARAMETERS, parameters))
    return PageParams(**read_fields((*DIAGNOSE_PARAMETERS, *COMPARE_PARAMETERS), parameters), runs=runs)


def runs_params_text(before: str, params: RunsParams) -> str:
    """Write the parameters of Runs into the text with the parameters of all pages.

    Examples
    --------
    >>> runs_params_text("got=0.961&by=ranx", RunsParams("own", columns=("AP", "RR")))
    'got=0.961&by=own&columns=AP~RR'
    """
    others = [(name, value) for name, value in parse_qsl(before) if name not in _OF_RUNS]
    written = write_fields(RUNS_PARAMETERS, params)
    return urlencode(others + [(name, text) for name, text in written.items() if len(text) <= MOST_READ])  # longer is not read


def state_before(state: AppState, was: str) -> AppState | None:
    """The state that an explanation was taken over from; None where that is not known, or where it is back.

    Examples
    --------
    >>> state = decode({"v": "1", "m": "ndcg", "k": "6", "g": "323012", "ideal": "retrieved"}).state
    >>> state_before(state, "ideal=").convention.ideal, state_before(state, "")
    ('judged', None)
    """
    if not was:
        return None
    parameters = dict(parse_qsl(to_text(state), keep_blank_values=True))
    for name, value in parse_qsl(was, keep_blank_values=True):
        if name in PARAMETERS:
            parameters[name] = value
        if not value:
            parameters.pop(name, None)
    before = decode(parameters)
    return None if before.problems or before.state == state else before.state
