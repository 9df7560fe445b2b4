"""Page params: the parameters in the address of a page other than those of the state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from urllib.parse import parse_qsl, urlencode

from rankviz.basics.limits import MAX_PAGE_PARAMS
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


def _read_library(text: str) -> tuple[str, str] | None:
    profile, _, metric = text.partition(".")
    return (profile, metric) if profile in PROFILES and metric in METRICS else None


def _read_k(text: str) -> int | None:
    return int(text) if text in map(str, range(1, MOST_K + 1)) else None


def _read_means(text: str) -> tuple[tuple[str, str], ...]:
    pairs = (each.rpartition(OF) for each in read_columns(text))
    return tuple((measure, number) for measure, _, number in pairs if measure and number)


def _read_pair(text: str) -> tuple[int, int] | None:
    first, _, second = text.partition(DOT)
    one, two = read_index(first), read_index(second)
    return None if one is None or two is None or one == two else (one, two)


def _write_pair(pair: tuple[int, int] | None) -> str:
    return "" if pair is None else DOT.join(str(each + 1) for each in pair)


def _write_means(means: tuple[tuple[str, str], ...]) -> str:
    return BETWEEN.join(f"{measure}{OF}{number}" for measure, number in means)


def _read_further(text: str) -> tuple[str, ...]:
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
_DIAGNOSE = (
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
        lambda text: text if len(text) <= MOST_BEFORE else "",
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
_COMPARE = (
    Parameter("x", "a number of the convention that is swept", "sweep"),
    Parameter("wide", f"`{YES}` draws its axis out as far as it goes", "wide", is_word(YES)),
    Parameter("way", f"`{BY_RANK}` takes the difference of the two lists rank by rank", "by_rank", is_word(BY_RANK)),
    Parameter("doc", "the document that is looked at", "document"),
    Parameter("like", "the similarity that is shown step by step", "likeness"),
    Parameter("moves", "`a` or `b`: the list of which all steps are shown", "moves", one_of(("a", "b"))),
)
# Learn's own modules read them; besides these the state's, of a list that is asked and of choices.
_LEARN = (
    Parameter("lesson", "a lesson, by its key"),
    Parameter("step", "its step, from 1"),
    Parameter("stop", "the step at which a class is to stop"),
    Parameter("ask", "kinds of questions, with dots between"),
    Parameter("of", "metrics by their keys, with dots between: `ap.ndcg`, `ndcg@3.rr`"),
    Parameter("n", "how many questions, 1 to 100; 10 if it is left out"),
    Parameter("seed", "another number, other lists"),
    Parameter("level", "1 to 3; 2 if it is left out; `rising` begins with 1 and follows how it goes"),
    Parameter("digits", "decimals that are asked for, 3 to 6"),
    Parameter(
        "help",
        "`hints`, `names` and the number of tries after which the solution is offered: `hints.names.2`. `none` is a test: "
        "nothing is told before all of it is handed in; but the link is the set, and whoever changes it can practise",
    ),
    Parameter("gen", "version of the generator, written by the page so that the lists stay what they are"),
    Parameter("move", "of `trend`: the move that is asked about, from rank 4 to rank 1 as `4.1`"),
    Parameter("mistake", "of `step`: the mistake that is built in"),
    Parameter("q", "the question that is shown, from 1, or `results`"),
    Parameter("make", "the form in which a set is put together, with what the other parameters say"),
    Parameter("title", "what the set is called"),
    Parameter("own", "the file that is open in this tab"),
)
# By page, as it is called in `rankviz.page.answers.page_parts.PAGES`; others have no page params.
PAGE_PARAMETERS: Mapping[str, tuple[Parameter, ...]] = MappingProxyType(
    {"diagnose": _DIAGNOSE, "runs": RUNS_PARAMETERS, "compare": _COMPARE, "learn": _LEARN}
)
PARAMS_BY_PAGE = {page: tuple(each.name for each in table) for page, table in PAGE_PARAMETERS.items()}
ALL_PAGE_PARAMS = tuple(dict.fromkeys(name for names in PARAMS_BY_PAGE.values() for name in names))
_MOST = {each.name: each.most for table in PAGE_PARAMETERS.values() for each in table}


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
    return PageParams(**read_fields((*_DIAGNOSE, *_COMPARE), parameters), runs=runs)


def runs_params_text(before: str, params: RunsParams) -> str:
    """Write the parameters of Runs into the text with the parameters of all pages.

    Examples
    --------
    >>> runs_params_text("got=0.961&by=ranx", RunsParams("own", columns=("AP", "RR")))
    'got=0.961&by=own&columns=AP~RR'
    """
    others = [(name, value) for name, value in parse_qsl(before) if name not in PARAMS_BY_PAGE["runs"]]
    return urlencode([*others, *write_fields(RUNS_PARAMETERS, params).items()])


def params_on(page: str, text: str) -> dict[str, str]:
    """Return those parameters that belong to a page."""
    return {name: value for name, value in parse_qsl(text) if name in PARAMS_BY_PAGE.get(page, ())}


def params_from_url(parameters: Mapping[str, str]) -> str:
    """Return the page params among the parameters of an address, as text."""
    text = urlencode({name: parameters[name][: _MOST[name] + 1] for name in ALL_PAGE_PARAMS if parameters.get(name)})
    return text if len(text) <= MAX_PAGE_PARAMS else ""


def learn_params_text(parameters: Mapping[str, str]) -> str | None:
    """Return the parameters of Learn as text, with the choices and lists of its sets; None if it is too long.

    Examples
    --------
    >>> learn_params_text({"ask": "value", "of": "ndcg", "gain": "exponential", "lang": "zh"})
    'ask=value&of=ndcg&gain=exponential'
    """
    known = {*PARAMS_BY_PAGE["learn"], *PARAMETERS}
    text = urlencode({name: value for name, value in parameters.items() if name in known})
    return text if len(text) <= MAX_PAGE_PARAMS else None


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
