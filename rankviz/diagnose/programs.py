"""The code that has a library compute a list, for every library that can be called."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rankviz.core.conventions import TEXTBOOK, Convention
from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import PASSED
from rankviz.evaluation.library_values import theirs_of
from rankviz.libraries.profiles import PROFILES
from rankviz.libraries.programs.array_libraries import ARRAYS
from rankviz.libraries.programs.call import Call, Form
from rankviz.libraries.programs.frame_recommenders import USER_FRAMES
from rankviz.libraries.programs.language_models import LANGUAGE_MODELS
from rankviz.libraries.programs.learning_to_rank import RANKERS
from rankviz.libraries.programs.list_recommenders import USER_LISTS
from rankviz.libraries.programs.pipelines import PIPELINES
from rankviz.libraries.programs.rankviz_itself import OURS
from rankviz.libraries.programs.recommendation import RECOMMENDATION
from rankviz.libraries.programs.retrieval import RETRIEVAL
from rankviz.libraries.programs.search_engines import ENGINES

FORMS: Mapping[str, Form] = MappingProxyType(
    {
        **RETRIEVAL,
        **LANGUAGE_MODELS,
        **PIPELINES,
        **ENGINES,
        **RECOMMENDATION,
        **USER_LISTS,
        **USER_FRAMES,
        **RANKERS,
        **ARRAYS,
        **OURS,
    }
)
# The day on which each of them was last run, with the versions of the profiles (tests/libraries/recorded/programs.json).
CHECKED: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys((*RETRIEVAL, *RECOMMENDATION, *ARRAYS, *OURS), "2026-11-22"),
        **dict.fromkeys((*LANGUAGE_MODELS, *PIPELINES, *ENGINES, *USER_LISTS, *USER_FRAMES, *RANKERS), "2026-11-23"),
        "trectools": "2026-11-23",
    }
)
PAPER, SERVER, WHOLE, MOST, TOLD, JUDGED, RELEVANT = "paper", "server", "whole", "most", "told", "judged", "relevant"
COPIES = "copies"


@dataclass(frozen=True)
class Program:
    """The code for one library.

    Parameters
    ----------
    text : str
        "" where there is none.
    reason : str
        Why there is none: PAPER, it is no program; SERVER, it runs only on a server of its own; WHOLE or MOST, it takes only
        whole grades, or none so large; TOLD, it cannot be told a number that is written with the measure; JUDGED or RELEVANT,
        nothing is; COPIES, it was not run with a document that stands twice, or did not take it. "" where there is one.
    is_command_line : bool
        Whether it is one for a command line.
    """

    text: str
    reason: str = ""
    is_command_line: bool = False


def write_programs(ranking: Ranking, metric: str, present: Convention) -> dict[str, Program]:
    """Write the code for every profile that has a metric, by its key; for those that cannot be called, why.

    Parameters
    ----------
    ranking : Ranking
        Every entry has a score. Libraries that take arrays are given what is shown only.
    metric : str
        Key.
    present : Convention
        Its cutoff and the numbers that are written with a measure go to every library.

    Examples
    --------
    >>> print(write_programs(Ranking.from_grades([1, 0], scores=[2, 1]), "ndcg", Convention(cutoff=1))["sklearn"].text)
    # pip install scikit-learn==1.9.1
    from sklearn.metrics import ndcg_score
    <BLANKLINE>
    scores = [2.0, 1.0]
    grades = [1, 0]
    print(ndcg_score([grades], [scores], k=1))
    <BLANKLINE>
    """
    found: dict[str, Program] = {}
    for key in dict.fromkeys((*FORMS, *PROFILES)):
        theirs = theirs_of(key, metric, present, [ranking])
        if theirs is not None:
            found[key] = _write_program(key, Call(ranking, metric, theirs), present)
    return found


def _write_program(key: str, call: Call, present: Convention) -> Program:
    form = FORMS.get(key)
    if form is None:
        return Program("", PAPER if PROFILES[key].group == "books" else SERVER)
    if why := _refusal_reason(key, form, call):
        return Program("", why)
    cut = present.cutoff is not None and "cutoff" in METRICS[call.metric].uses
    text = form.write(call, call.filled(form.names[call.metric, cut]))
    install = form.install.format(*re.findall(r"\d+(?:\.\d+)+", PROFILES[key].version))
    return Program(f"# pip install {install}\n{text}" if install else text, is_command_line=form.commands)


def _refusal_reason(key: str, form: Form, call: Call) -> str:
    """Why a library cannot be given a list, "" if it can."""
    if form.needs and not call.relevant_ids and not (form.needs == JUDGED and call.judgments):
        return form.needs
    if call.has_copies and not form.copies:
        return COPIES
    if form.whole and not call.is_whole:
        return WHOLE
    if max(call.judgments.values(), default=0) > form.most:
        return MOST
    own = PROFILES[key].choices(call.metric, call.convention.cutoff) or {}
    open_to = [name for name in PASSED if name in METRICS[call.metric].uses and name not in ("cutoff", *own)]
    told = [name for name in open_to if getattr(call.convention, name) != getattr(TEXTBOOK, name)]
    is_below = form.whole and bool({"threshold", "strict"} & {*told}) and call.level < 1
    return TOLD if is_below or not {*told} <= {*form.told} else ""
