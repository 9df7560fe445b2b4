"""`rankviz probe`: which formula a tool uses, by its value for a list on which the formulas differ."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from rankviz.basics.errors import unknown_name
from rankviz.cli.printed import NOTHING_FOUND, Printed
from rankviz.core.conventions import TEXTBOOK
from rankviz.core.metrics import METRICS
from rankviz.core.typed_number import read_typed
from rankviz.diagnose.bounds import exceeded_bound
from rankviz.diagnose.follow_up_lists import follow_up_list
from rankviz.diagnose.formula_probe import PROBES, Group, Probe, find_behaviours, probe_list
from rankviz.diagnose.words.findings import exceeded_bound_words
from rankviz.diagnose.words.follow_up_lists import answer_words, answered_steps, remaining_libraries, remaining_words
from rankviz.display.convention_words import choices_words
from rankviz.display.labels import library_version
from rankviz.display.number_format import fixed_decimals
from rankviz.libraries.list_files import as_csv
from rankviz.libraries.profiles import PROFILES
from rankviz.texts import Texts

PLACES = 4
ENGLISH = Texts("en")


def output(options: argparse.Namespace) -> Printed:
    """Return what the command prints; see `print_probe`."""
    return print_probe(options.measure, options.numbers)


def print_probe(measure: str, numbers: Sequence[str] = ()) -> Printed:
    """Print the list with the value of each formula; or the formulas that give a number, and a further list if one helps.

    Parameters
    ----------
    measure : str
    numbers : sequence of str
        The tool's values for the list, and for each further one.

    Raises
    ------
    InputError
        `unknown_metric`, `typed_empty`, `typed_no_number`.
    """
    names = {METRICS[key].name + ("@k" if cut else ""): (key, cut) for key, cut in PROBES}
    if measure not in names:
        raise unknown_name("metric", measure, names)
    probe = probe_list(*names[measure])
    if not numbers:
        head = f"Compute {probe.measure} of this list with your tool (documents without a score were judged but not retrieved):"
        table = "\n".join(_line(group) for group in probe.groups)
        heading = "What gives which number:"
        foot = f"Then ask which of these it is: rankviz probe {measure} NUMBER"
        return Printed(f"{head}\n\n{as_csv(probe.ranking)}\n{heading}\n\n{table}\n\n{foot}")
    number, *typed = numbers
    if typed:
        return _narrow_further(probe, number, typed)
    behaviours = find_behaviours(probe, number)
    groups = [group for group in probe.groups if any(each in behaviours for each in group.behaviours)]
    nothing = "No library and no single choice gives this number. Was the list typed as it stands, judged documents included?"
    metric = METRICS[probe.metric]
    bound = None if groups else exceeded_bound(metric, TEXTBOOK, float(read_typed(number).number))
    beyond = [] if bound is None else [exceeded_bound_words(bound, metric, ENGLISH)]
    further = _further_list(probe, [number], remaining_libraries(probe, number))
    lines = [*beyond, *(map(_line, groups) if groups else [nothing]), *further]
    return Printed("\n".join(lines), 0 if groups else NOTHING_FOUND)


def _narrow_further(probe: Probe, number: str, typed: Sequence[str]) -> Printed:
    """Print the libraries that remain after the numbers for further lists, and one more list if any helps."""
    steps = answered_steps(probe, number, typed)
    if not steps:
        return Printed(f"There is no further list after {number}.", 0 if find_behaviours(probe, number) else NOTHING_FOUND)
    remaining = steps[-1].remaining
    lines = [answer_words(probe, steps[-1], ENGLISH), *_further_list(probe, [number, *typed], remaining)]
    return Printed("\n".join(lines), 0 if remaining else NOTHING_FOUND)


def _further_list(probe: Probe, numbers: Sequence[str], remaining: tuple[str, ...]) -> list[str]:
    """Print a list on which the remaining libraries differ; else why there is none."""
    follow_up = follow_up_list(probe.metric, probe.cutoff, remaining) if remaining else None
    if follow_up is None:
        words = remaining_words(probe, remaining, ENGLISH) if len(numbers) == 1 else ""  # later ones have it in their answer
        return [words] if words else []
    name = METRICS[probe.metric].name + ("@k" if probe.cutoff else "")
    kind = ENGLISH(f"probe.kind_{follow_up.kind}")
    ask = f"Then type what it gives, error where it refuses: rankviz probe {name} {' '.join(numbers)} NUMBER"
    return ["", ENGLISH("probe.further", count=len(remaining)) * (len(numbers) == 1), kind, "", as_csv(follow_up.ranking), ask]


def _line(group: Group) -> str:
    libraries = [_library(key) for each in group.behaviours for key in each.profiles]
    choices = [choices_words(dict(each.choices), ENGLISH) for each in group.behaviours if each.choices]
    return f"{fixed_decimals(group.value, PLACES)}  {'; '.join([*libraries, *choices])}"


def _library(key: str) -> str:
    profile = PROFILES[key]
    if not profile.version:
        return key
    package = profile.version[0].isalpha() and not (profile.since or profile.until)  # its name stands before its number
    return f"{profile.library} ({profile.version})" if package else library_version(key, ENGLISH)
