"""The link of a set: parameters of an address, read without ever raising."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rankviz.basics.errors import InputError, one_line
from rankviz.core.conventions import FIELDS
from rankviz.core.metrics.measures import Measure, parse_measure
from rankviz.learn.questions.generate import VERSION
from rankviz.learn.questions.kinds import KINDS
from rankviz.learn.questions.kinds.trend import AnnouncedMove, read_move
from rankviz.learn.questions.random_lists import LEVELS
from rankviz.learn.questions.set_generator import LARGEST_SEED
from rankviz.learn.sets.list_question import LIST_QUESTION_KINDS, ListQuestion
from rankviz.learn.sets.question_set import (
    DIGITS,
    MOST_IN_LINK,
    MOST_TITLE,
    USUAL_DIGITS,
    USUAL_HELP,
    USUAL_KIND,
    USUAL_LEVEL,
    Help,
    QuestionSet,
    read_help,
)
from rankviz.state import handout, permalink
from rankviz.state.permalink_reader import Reader

WRITTEN_WITH = ("m", "g", "z")  # a link with one of them brings its own list
SEPARATOR = re.compile(r"\.(?![^(]*\))")  # between measures, not in RBP(p=0.8)
RISING, EASIEST = "rising", 1
MOVE, MISTAKE = "move", "mistake"  # of a question about a list
OF_A_SET = frozenset({"ask", "of", "n", "seed", "level", "digits", "help", "gen", "title", MOVE, MISTAKE})


@dataclass(frozen=True)
class DecodedSet:
    """A set that was read, and what could not be read and was left out."""

    set: QuestionSet = field(default_factory=QuestionSet)
    problems: tuple[InputError, ...] = ()


def encode_set(asked: QuestionSet) -> dict[str, str]:
    """Write a set as address parameters.

    Examples
    --------
    >>> encode_set(QuestionSet(("value",), ("ap", "ndcg@4"), seed=7))
    {'ask': 'value', 'of': 'ap.ndcg@4', 'n': '10', 'seed': '7', 'level': '2', 'gen': '1'}
    """
    differing = {
        "digits": str(asked.digits) if asked.digits != USUAL_DIGITS else "",
        "help": str(asked.help) if asked.help != USUAL_HELP else "",
        "title": asked.title,
    }
    kept = {name: value for name, value in differing.items() if value}
    if len(asked.fixed_questions) == 1 and isinstance(asked.fixed_questions[0], ListQuestion):
        own = asked.fixed_questions[0]
        level = {"level": str(asked.level)} if asked.level != USUAL_LEVEL else {}
        further = {MOVE: str(own.move) if own.move else "", MISTAKE: own.mistake}
        told = {name: value for name, value in further.items() if value}
        return {"ask": own.kind, **permalink.encode_in_full(own.state), **told, **level, **kept}
    cutoff, measures = _common_cutoff(asked.measures)
    return {
        "ask": ".".join(asked.kinds),
        "of": ".".join(measures),
        "n": str(asked.count),
        "seed": str(asked.seed),
        "level": RISING if asked.adapts else str(asked.level),
        **({"k": cutoff} if cutoff else {}),
        **permalink.choices(asked.convention),
        **kept,
        "gen": str(asked.gen),
    }


def decode_set(parameters: Mapping[str, str]) -> DecodedSet:
    """Read a set from address parameters; what is unknown or damaged is named and left out, never raised."""
    brings_list = "of" not in parameters and any(name in parameters for name in WRITTEN_WITH)
    return _decode_about_list(parameters) if brings_list else _decode_generated(parameters)


def _decode_generated(parameters: Mapping[str, str]) -> DecodedSet:
    reader = Reader()
    usual = QuestionSet()
    if parameters.get("gen", str(VERSION)) != str(VERSION):
        reader.blame("gen", parameters["gen"], "link_version")
    choices = {name: value for name, value in parameters.items() if name in FIELDS and name != "cutoff"}
    asked = replace(
        _read_common(parameters, reader),
        kinds=_read_kinds(parameters, reader),
        measures=_with_cutoff(_read_measures(parameters, reader) or usual.measures, parameters, reader),
        count=_read_integer("n", parameters, range(1, MOST_IN_LINK + 1), usual.count, reader),
        seed=_read_integer("seed", parameters, range(LARGEST_SEED + 1), usual.seed, reader),
        convention=reader.convention({"k": "all", **choices}),
    )
    known = OF_A_SET - {MOVE, MISTAKE} | {"k"} | FIELDS.keys() | handout.PARAMETERS
    reader.unknown("", parameters, known)
    return DecodedSet(asked, reader.problems())


def _decode_about_list(parameters: Mapping[str, str]) -> DecodedSet:
    reader = Reader()
    kind = next((each for each in _read_kinds(parameters, reader) if each in LIST_QUESTION_KINDS), USUAL_KIND)
    common = _read_common(parameters, reader)
    inside = permalink.decode({name: value for name, value in parameters.items() if name not in OF_A_SET - {"v"}})
    for problem in inside.problems:
        reader.add(problem)
    own = ListQuestion(kind, inside.state, move=_read_move(parameters, reader), mistake=one_line(parameters.get(MISTAKE, "")))
    return DecodedSet(replace(common, fixed_questions=(own,)), reader.problems())


def _read_move(parameters: Mapping[str, str], reader: Reader) -> AnnouncedMove | None:
    try:
        return read_move(parameters[MOVE]) if MOVE in parameters else None
    except InputError:
        reader.blame(MOVE, parameters[MOVE])
        return None


def _read_common(parameters: Mapping[str, str], reader: Reader) -> QuestionSet:
    """What every set may say: level, digits, help and title."""
    adapts = parameters.get("level") == RISING
    return QuestionSet(
        level=EASIEST if adapts else _read_integer("level", parameters, LEVELS, USUAL_LEVEL, reader),
        adapts=adapts,
        digits=_read_integer("digits", parameters, DIGITS, USUAL_DIGITS, reader),
        help=_read_help(parameters, reader),
        title=one_line(parameters.get("title", ""))[:MOST_TITLE].strip(),
    )


def _read_help(parameters: Mapping[str, str], reader: Reader) -> Help:
    found = read_help(parameters.get("help", str(USUAL_HELP)))
    if found is None:
        reader.blame("help", parameters["help"], used=USUAL_HELP)
    return found or USUAL_HELP


def _read_kinds(parameters: Mapping[str, str], reader: Reader) -> tuple[str, ...]:
    named = parameters.get("ask", "").split(".") if parameters.get("ask") else []
    for each in (each for each in named if each not in KINDS):
        reader.blame("ask", each, "link_unknown")
    return tuple(dict.fromkeys(each for each in named if each in KINDS)) or (USUAL_KIND,)


def _read_measures(parameters: Mapping[str, str], reader: Reader) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for text in dict.fromkeys(filter(None, SEPARATOR.split(parameters.get("of", "")))):
        measure = parse_practice_measure(text)
        if measure is None:
            reader.blame("of", text, "link_unknown")
        else:
            found[measure_name(measure, text)] = None
    return tuple(found)


def parse_practice_measure(text: str) -> Measure | None:
    """Read a measure about which there are questions; None if it is none."""
    try:
        found = parse_measure(text)
    except InputError:
        return None
    return found if found.metric.exercise is not None else None


def measure_name(measure: Measure, text: str) -> str:
    """A measure as a set names it: with the metric's key, and what was written behind it."""
    return measure.metric.key + re.sub(r"^\s*\w+", "", text).strip()


def _with_cutoff(measures: tuple[str, ...], parameters: Mapping[str, str], reader: Reader) -> tuple[str, ...]:
    """Give each measure that has none the cutoff of all, where it reads one."""
    k = parameters.get("k", "all")
    if k == "all":
        return measures
    if parse_practice_measure(f"ndcg@{k}") is None:
        reader.blame("k", k)
        return measures
    return tuple(each if "@" in each or not _is_cut(each) else f"{each}@{int(k)}" for each in measures)


def _common_cutoff(measures: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The cutoff that all measures with one have, and the measures without it; "" if they differ."""
    cutoffs = {each.partition("@")[2] for each in measures if _is_cut(each)}
    if len(cutoffs) != 1 or "" in cutoffs:
        return "", measures
    return cutoffs.pop(), tuple(each.partition("@")[0] for each in measures)


def _is_cut(measure: str) -> bool:
    metric = parse_measure(measure).metric
    return metric.exercise is not None and metric.exercise.has_cutoff


def _read_integer(
    name: str, parameters: Mapping[str, str], known: range | Mapping[int, object], usual: int, reader: Reader
) -> int:
    text = parameters.get(name, str(usual))
    is_whole = re.fullmatch("[0-9]{1,10}", text)
    if is_whole and int(text) in known:
        return int(text)
    if is_whole:
        all_known = known if isinstance(known, range) else tuple(known)
        low, high = f"{all_known[0]:,}", f"{all_known[-1]:,}"
        message = f'"{name}={text}" must be a whole number from {low} to {high}; {usual} is used instead.'
        reader.add(InputError("link_whole", message, name=name, value=text, low=low, high=high, used=usual))
    else:
        reader.blame(name, text, used=usual)
    return usual
