"""Write the code by which a library computes a list, for every library that can be called."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rankviz.core.conventions import TEXTBOOK, Convention
from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import PASSED
from rankviz.evaluation.library_values import profile_convention
from rankviz.libraries.call import Call, CallForm
from rankviz.libraries.profiles import PROFILES

PAPER, SERVER, WHOLE, MOST, TOLD, JUDGED, RELEVANT = "paper", "server", "whole", "most", "told", "judged", "relevant"
COPIES = "copies"


@dataclass(frozen=True)
class Program:
    """The code for one library.

    Parameters
    ----------
    text : str
        The code; "" if there is none.
    reason : str
        Why there is no code: PAPER, a book or paper; SERVER, it needs a server of its own; WHOLE or MOST, it takes only integer
        grades, or smaller ones; TOLD, it has no parameter for a number written with the measure; JUDGED or RELEVANT, the list
        has nothing judged or relevant; COPIES, it takes no document twice, or was not run with one. "" if there is code.
    is_command_line : bool
        Whether the code is for a command line.
    """

    text: str
    reason: str = ""
    is_command_line: bool = False


def write_programs(ranking: Ranking, metric: str, convention: Convention) -> dict[str, Program]:
    """Write the code for every profile that has a metric, by profile key; or the reason why there is none.

    Parameters
    ----------
    ranking : Ranking
        Every entry must have a score. Libraries that take arrays get the retrieved documents only.
    metric : str
        Key of the metric.
    convention : Convention
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
    by_profile: dict[str, Program] = {}
    for key in PROFILES:
        library_convention = profile_convention(key, metric, convention, [ranking])
        if library_convention is not None:
            by_profile[key] = _write_program(key, Call(ranking, metric, library_convention), convention)
    return by_profile


def _write_program(key: str, call: Call, convention: Convention) -> Program:
    form = PROFILES[key].program
    if form is None:
        return Program("", PAPER if PROFILES[key].group == "books" else SERVER)
    if reason := _refusal_reason(key, form, call):
        return Program("", reason)
    cut = convention.cutoff is not None and "cutoff" in METRICS[call.metric].uses
    text = form.write(call, call.fill_name(form.names[call.metric, cut]))
    install = form.install.format(*re.findall(r"\d+(?:\.\d+)+", PROFILES[key].version))
    return Program(f"# pip install {install}\n{text}" if install else text, is_command_line=form.is_shell)


def _refusal_reason(key: str, form: CallForm, call: Call) -> str:
    """Return why a library cannot compute a list; "" if it can."""
    if form.needs and not call.relevant_ids and not (form.needs == JUDGED and call.judgments):
        return form.needs
    if call.has_copies and not form.is_proved_with_copies:
        return COPIES
    if form.integer_grades_only and not call.has_integer_grades:
        return WHOLE
    if max(call.judgments.values(), default=0) > form.highest_grade:
        return MOST
    own_choices = PROFILES[key].choices(call.metric, call.convention.cutoff) or {}
    passed = [name for name in PASSED if name in METRICS[call.metric].uses and name not in ("cutoff", *own_choices)]
    non_default = [name for name in passed if getattr(call.convention, name) != getattr(TEXTBOOK, name)]
    is_below = form.integer_grades_only and bool({"threshold", "strict"} & {*non_default}) and call.level < 1
    return TOLD if is_below or not {*non_default} <= {*form.passed_fields} else ""
