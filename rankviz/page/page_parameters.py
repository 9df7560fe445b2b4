"""The parameters of all pages other than those of the state: which page has which, and those that are kept of an address."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from urllib.parse import parse_qsl, urlencode

from rankviz.basics.limits import MAX_PAGE_PARAMS
from rankviz.learn.learn_params import LEARN_PARAMETERS
from rankviz.state.page_params import COMPARE_PARAMETERS, DIAGNOSE_PARAMETERS, RUNS_PARAMETERS
from rankviz.state.parameter import Parameter
from rankviz.state.permalink import PARAMETERS

# By page, as it is called in `rankviz.page.answers.page_parts.PAGES`; others have no page params.
PAGE_PARAMETERS: Mapping[str, tuple[Parameter, ...]] = MappingProxyType(
    {"diagnose": DIAGNOSE_PARAMETERS, "runs": RUNS_PARAMETERS, "compare": COMPARE_PARAMETERS, "learn": LEARN_PARAMETERS}
)
PARAMS_BY_PAGE = {page: tuple(each.name for each in table) for page, table in PAGE_PARAMETERS.items()}
ALL_PAGE_PARAMS = tuple(dict.fromkeys(name for names in PARAMS_BY_PAGE.values() for name in names))
_MOST = {each.name: each.most for table in PAGE_PARAMETERS.values() for each in table}


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
