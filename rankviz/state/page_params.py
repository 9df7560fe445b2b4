"""Page params: the parameters in the address of a page other than those of the state."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import parse_qsl, urlencode

from rankviz.basics.limits import MAX_PAGE_PARAMS
from rankviz.core.lists.apply_list_rules import TIE_ORDERS
from rankviz.core.metrics import METRICS
from rankviz.libraries.profiles import CUSTOM, PROFILES
from rankviz.state.app_state import AppState
from rankviz.state.permalink import PARAMETERS, decode, to_text

ASKS = ("number", "tool", "libraries", "choices")
# What can be chosen for whole runs: options over those of a library ("" for none), and the largest cutoff.
GAINS = ("", "linear", "exponential")
TIES = ("", *TIE_ORDERS)
MOST_K = 100
# By page, as it is called in `rankviz.page.answers.page_parts.PAGES`; others have no page params.
PARAMS_BY_PAGE = {
    "diagnose": ("ask", "got", "answer", "as", "was", "of", "measure", "gave", "further", "against"),
    "runs": ("by", "at", "gains", "equal", "study", "columns", "query"),
    "compare": ("x", "wide", "way", "doc", "like", "moves"),
    # Besides these the state's own, of a list that is asked and of choices.
    "learn": (
        "lesson",
        "step",
        "stop",
        "ask",
        "of",
        "n",
        "seed",
        "level",
        "digits",
        "help",
        "gen",
        "move",
        "mistake",
        "q",
        "make",
        "title",
        "own",
    ),
}
ALL_PAGE_PARAMS = tuple(dict.fromkeys(name for names in PARAMS_BY_PAGE.values() for name in names))
BETWEEN = "~"  # columns; no measure has it in its name. Before each of the numbers that a tool gave for further lists
BY_RANK, YES = "rank", "1"
MOST_READ = 300  # characters of one of them; a number has fewer
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
    """

    by: str = ""
    k: int | None = None
    gain: str = ""
    ties: str = ""
    metric: str = ""
    columns: tuple[str, ...] = ()
    query: str = ""


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
    profile, _, metric = parameters.get("as", "").partition(".")
    return PageParams(
        ask=parameters["ask"] if parameters.get("ask") in ASKS else ASKS[0],
        my_number=parameters.get("got", "")[:MOST_READ],
        answer=_index_from_one(parameters.get("answer", "")),
        shown_library=(profile, metric) if profile in PROFILES and metric in METRICS else None,
        undo_params=parameters.get("was", "") if len(parameters.get("was", "")) <= MOST_BEFORE else "",
        mine=parameters.get("of") == "mine",
        measure=parameters.get("measure", "")[:MOST_READ],
        tool_number=parameters.get("gave", "")[:MOST_READ],
        follow_up_numbers=tuple(parameters.get("further", "")[:MOST_READ].split(BETWEEN)[1:]),
        against=_index_from_one(parameters.get("against", "")),
        runs=_read_runs_params(parameters),
        sweep=parameters.get("x", "")[:MOST_READ],
        wide=parameters.get("wide") == YES,
        by_rank=parameters.get("way") == BY_RANK,
        document=parameters.get("doc", "")[:MOST_READ],
        likeness=parameters.get("like", "")[:MOST_READ],
        moves=parameters["moves"] if parameters.get("moves") in ("a", "b") else "",
    )


def _read_runs_params(parameters: Mapping[str, str]) -> RunsParams:
    def one(name: str, known: Container[str]) -> str:
        return text if (text := parameters.get(name, "")) in known else ""

    k = parameters.get("at", "")
    return RunsParams(
        by=one("by", (*PROFILES, CUSTOM)),
        k=int(k) if k in map(str, range(1, MOST_K + 1)) else None,
        gain=one("gains", GAINS),
        ties=one("equal", TIES),
        metric=one("study", METRICS),
        columns=tuple(filter(None, parameters.get("columns", "")[:MOST_READ].split(BETWEEN))),
        query=parameters.get("query", "")[:MOST_READ],
    )


def runs_params_text(before: str, params: RunsParams) -> str:
    """Write the parameters of Runs into the text with the parameters of all pages.

    Examples
    --------
    >>> runs_params_text("got=0.961&by=ranx", RunsParams("own", columns=("AP", "RR")))
    'got=0.961&by=own&columns=AP~RR'
    """
    others = [(name, value) for name, value in parse_qsl(before) if name not in PARAMS_BY_PAGE["runs"]]
    k = str(params.k or "")
    values = (params.by, k, params.gain, params.ties, params.metric, BETWEEN.join(params.columns), params.query)
    written = zip(PARAMS_BY_PAGE["runs"], values, strict=True)
    return urlencode([*others, *((name, value) for name, value in written if value and len(value) <= MOST_READ)])


def params_on(page: str, text: str) -> dict[str, str]:
    """Return those parameters that belong to a page."""
    return {name: value for name, value in parse_qsl(text) if name in PARAMS_BY_PAGE.get(page, ())}


def params_from_url(parameters: Mapping[str, str]) -> str:
    """Return the page params among the parameters of an address, as text."""
    most = {"was": MOST_BEFORE}
    text = urlencode(
        {name: parameters[name][: most.get(name, MOST_READ) + 1] for name in ALL_PAGE_PARAMS if parameters.get(name)}
    )
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


def _index_from_one(text: str) -> int | None:
    """A place in a list, which a link counts from 1."""
    return int(text) - 1 if text.isascii() and text.isdigit() and len(text) < 4 and int(text) else None
