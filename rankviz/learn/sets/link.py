"""The link of a question set: its parameters, written and read by their rows; a link is decoded without ever raising."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rankviz.basics.errors import InputError, one_line
from rankviz.core.conventions import FIELDS
from rankviz.core.metrics.measures import Measure, in_own_form, parse_measure
from rankviz.learn.questions.about_list import MISTAKE, MOVE
from rankviz.learn.questions.announced_move import AnnouncedMove, read_move
from rankviz.learn.questions.generate import VERSION
from rankviz.learn.questions.kinds import KINDS, USUAL_KIND
from rankviz.learn.questions.random_lists import LEVELS
from rankviz.learn.questions.set_generator import LARGEST_SEED
from rankviz.learn.sets.list_question import LIST_QUESTION_KINDS, ListQuestion
from rankviz.learn.sets.question_set import (
    DIGITS,
    MOST_IN_LINK,
    MOST_TITLE,
    RISING,
    USUAL_COUNT,
    USUAL_DIGITS,
    USUAL_HELP,
    USUAL_LEVEL,
    USUAL_SEED,
    Help,
    QuestionSet,
    read_help,
)
from rankviz.state import handout, permalink
from rankviz.state.parameter import DOT, Parameter, read_fields, version_reader, write_fields
from rankviz.state.permalink_reader import Blame, Reader

WRITTEN_WITH = ("m", "g", "z")  # a link with one of them holds a list of its own
SEPARATOR = re.compile(r"\.(?![^(]*\))")  # between measures, not in RBP(p=0.8)
EASIEST = 1


def _read_kinds(text: str, blame: Blame) -> tuple[str, ...]:
    names = text.split(DOT) if text else []
    for each in (each for each in names if each not in KINDS):
        blame(each, "link_unknown")
    return tuple(dict.fromkeys(each for each in names if each in KINDS)) or (USUAL_KIND,)


def _read_measures(text: str, blame: Blame) -> tuple[str, ...]:
    measures: dict[str, None] = {}
    for each in dict.fromkeys(filter(None, SEPARATOR.split(text))):
        measure = parse_practice_measure(each)
        if measure is None:
            blame(each, "link_unknown")
        else:
            measures[measure_name(measure, each)] = None
    return tuple(measures) or QuestionSet().measures


def parse_practice_measure(text: str) -> Measure | None:
    """Parse a measure about which there are questions; None if it is none."""
    try:
        measure = parse_measure(text)
    except InputError:
        return None
    return measure if measure.metric.exercise is not None else None


def measure_name(measure: Measure, text: str) -> str:
    """Return a measure as a set names it: the key of the metric, and the parameters as they were written."""
    return measure.metric.key + re.sub(r"^\s*[\w-]+", "", in_own_form(text)).strip()


def _integer_reader(name: str, allowed: range, usual: int) -> Callable[[str, Blame], int]:
    def read(text: str, blame: Blame) -> int:
        is_whole = re.fullmatch("[0-9]{1,10}", text)
        if is_whole and int(text) in allowed:
            return int(text)
        if is_whole:
            low, high = f"{allowed[0]:,}", f"{allowed[-1]:,}"
            message = f'"{name}={text}" must be a whole number from {low} to {high}; {usual} is used instead.'
            blame(InputError("link_whole", message, name=name, value=text, low=low, high=high, used=usual))
        else:
            blame(text, used=usual)
        return usual

    return read


_read_fixed_level = _integer_reader("level", range(min(LEVELS), max(LEVELS) + 1), USUAL_LEVEL)


def _read_level(text: str, blame: Blame) -> tuple[int, bool]:
    """Read the level, and whether it adapts."""
    return (EASIEST, True) if text == RISING else (_read_fixed_level(text, blame), False)


def _read_help(text: str, blame: Blame) -> Help:
    parsed = read_help(text)
    if parsed is None:
        blame(text, used=USUAL_HELP)
    return parsed or USUAL_HELP


def read_title(text: str, _: Blame | None = None) -> str:
    """Read the title of a set, in a link or a file."""
    return one_line(text)[:MOST_TITLE].strip()


def _read_move(text: str, blame: Blame) -> AnnouncedMove | None:
    try:
        return read_move(text)
    except InputError:
        blame(text)
        return None


def _whole(name: str, says: str, field: str, allowed: range, usual: int, is_always_written: bool = False) -> Parameter:
    return Parameter(name, says, field, _integer_reader(name, allowed, usual), str, str(usual), is_always_written)


_ASKED = (
    Parameter("ask", "kinds of questions, with dots between", "kinds", _read_kinds, DOT.join, USUAL_KIND, True),
    Parameter(
        "of",
        "metrics by their keys, with dots between: `ap.ndcg`, `ndcg@3.rr`",
        "measures",
        _read_measures,
        DOT.join,
        DOT.join(QuestionSet().measures),
        True,
    ),
)
_DRAWN = (
    _whole("n", f"how many questions, 1 to {MOST_IN_LINK}", "count", range(1, MOST_IN_LINK + 1), USUAL_COUNT, True),
    _whole("seed", "another number, other lists", "seed", range(LARGEST_SEED + 1), USUAL_SEED, True),
)
_OF_ANY_SET = (
    Parameter(
        "level", f"1 to 3; `{RISING}` begins with 1 and follows how it goes", "level_key", _read_level, usual=str(USUAL_LEVEL)
    ),
    _whole("digits", f"decimals that are asked for, {DIGITS[0]} to {DIGITS[-1]}", "digits", DIGITS, USUAL_DIGITS),
    Parameter(
        "help",
        "`hints`, `names` and the number of tries after which the solution is offered, with dots between. `none` is a test: "
        "nothing is told before all of it is handed in; but the link is the set, and whoever changes it can practise",
        "help",
        _read_help,
        str,
        str(USUAL_HELP),
    ),
    Parameter("title", "what the set is called", "title", read_title),
)
_GEN = Parameter(
    "gen",
    "version of the generator, written by the page so that the lists stay what they are",
    "gen",
    version_reader(str(VERSION)),
    str,
    str(VERSION),
    True,
)
_ABOUT_LIST = (
    Parameter(
        MOVE,
        "of `trend`: the move that is asked about, from rank 4 to rank 1 as `4.1`",
        "move",
        _read_move,
        lambda move: str(move) if move else "",
    ),
    Parameter(MISTAKE, "of `step`: the mistake that is built in", "mistake", lambda text, _: one_line(text)),
)
# Besides these a link has a cutoff, choices and a list as that of a state. Learn, a class and the command line read them.
SET_PARAMETERS = (*_ASKED, *_DRAWN, *_OF_ANY_SET, _GEN, *_ABOUT_LIST)
OF_A_SET = frozenset(each.name for each in SET_PARAMETERS)


@dataclass(frozen=True)
class DecodedSet:
    """A set read from a link, with the problems: parts that could not be read and were left out."""

    set: QuestionSet = field(default_factory=QuestionSet)
    problems: tuple[InputError, ...] = ()


def encode_set(question_set: QuestionSet) -> dict[str, str]:
    """Encode a set as address parameters.

    Examples
    --------
    >>> encode_set(QuestionSet(("value",), ("ap", "ndcg@4"), seed=7))
    {'ask': 'value', 'of': 'ap.ndcg@4', 'n': '10', 'seed': '7', 'level': '2', 'gen': '1'}
    """
    if len(question_set.fixed_questions) == 1 and isinstance(question_set.fixed_questions[0], ListQuestion):
        list_question = question_set.fixed_questions[0]
        return {
            "ask": list_question.kind,
            **permalink.encode_in_full(list_question.state),
            **write_fields(_ABOUT_LIST, list_question),
            # One question adapts to nothing.
            **write_fields(_OF_ANY_SET, replace(question_set, adapts=False) if question_set.adapts else question_set),
        }
    cutoff, measures = _common_cutoff(question_set.measures)
    return {
        **write_fields(_ASKED, replace(question_set, measures=measures) if cutoff else question_set),
        **write_fields(_DRAWN, question_set),
        "level": question_set.level_key,
        **({"k": cutoff} if cutoff else {}),
        **permalink.write_choices(question_set.convention),
        **write_fields(_OF_ANY_SET, question_set),
        **_GEN.write_value(question_set.gen),
    }


def decode_set(parameters: Mapping[str, str]) -> DecodedSet:
    """Decode a set from address parameters; unknown or damaged ones are listed as problems and left out, never raised."""
    brings_list = "of" not in parameters and any(name in parameters for name in WRITTEN_WITH)
    return _decode_about_list(parameters) if brings_list else _decode_generated(parameters)


def _decode_generated(parameters: Mapping[str, str]) -> DecodedSet:
    reader = Reader()
    _GEN.read_from(parameters, reader)
    settings, asked = _read_settings(parameters, reader), read_fields(_ASKED, parameters, reader)
    asked["measures"] = _with_cutoff(asked["measures"], parameters, reader)
    drawn = read_fields(_DRAWN, parameters, reader)
    choices = {name: value for name, value in parameters.items() if name in FIELDS and name != "cutoff"}
    convention = permalink.read_choices({"k": "all", **choices}, reader)
    known = OF_A_SET - {MOVE, MISTAKE} | {"k"} | FIELDS.keys() | handout.PARAMETERS
    reader.unknown("", parameters, known)
    return DecodedSet(QuestionSet(**settings, **asked, **drawn, convention=convention), reader.problems())


def _decode_about_list(parameters: Mapping[str, str]) -> DecodedSet:
    reader = Reader()
    kinds = read_fields(_ASKED[:1], parameters, reader)["kinds"]
    settings = _read_settings(parameters, reader)
    decoded = permalink.decode({name: value for name, value in parameters.items() if name not in OF_A_SET})
    for problem in decoded.problems:
        reader.add(problem)
    kind = next((each for each in kinds if each in LIST_QUESTION_KINDS), USUAL_KIND)
    about = read_fields([each for each in _ABOUT_LIST if each.name in parameters], parameters, reader)
    list_question = ListQuestion(kind, decoded.state, **about)
    return DecodedSet(QuestionSet(**settings, fixed_questions=(list_question,)), reader.problems())


def _read_settings(parameters: Mapping[str, str], reader: Reader) -> dict[str, Any]:
    """Return the fields that a link of any set may say: level, digits, help and title."""
    fields = read_fields(_OF_ANY_SET, parameters, reader)
    level, adapts = fields.pop("level_key")
    return {"level": level, "adapts": adapts, **fields}


def _with_cutoff(measures: tuple[str, ...], parameters: Mapping[str, str], reader: Reader) -> tuple[str, ...]:
    """Return the measures with the cutoff of the link on each that reads one and has none of its own."""
    k = parameters.get("k", "all")
    if k == "all":
        return measures
    if parse_practice_measure(f"ndcg@{k}") is None:
        reader.blame("k", k)
        return measures
    return tuple(each if "@" in each or not _is_cut(each) else f"{each}@{int(k)}" for each in measures)


def _common_cutoff(measures: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return the cutoff that all measures with a cutoff share, and the measures without it; "" if cutoffs differ."""
    if not any("@" in each for each in measures):
        return "", measures
    cutoffs = {each.partition("@")[2] for each in measures if _is_cut(each)}
    if len(cutoffs) != 1 or "" in cutoffs:
        return "", measures
    return cutoffs.pop(), tuple(each.partition("@")[0] for each in measures)


def _is_cut(measure: str) -> bool:
    metric = parse_measure(measure).metric
    return metric.exercise is not None and metric.exercise.has_cutoff
