"""The link of a question set: address parameters, decoded without ever raising."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

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
    USUAL_DIGITS,
    USUAL_HELP,
    USUAL_LEVEL,
    Help,
    QuestionSet,
    read_help,
)
from rankviz.state import handout, permalink
from rankviz.state.permalink_reader import Reader

WRITTEN_WITH = ("m", "g", "z")  # a link with one of them holds a list of its own
SEPARATOR = re.compile(r"\.(?![^(]*\))")  # between measures, not in RBP(p=0.8)
EASIEST = 1
OF_A_SET = frozenset({"ask", "of", "n", "seed", "level", "digits", "help", "gen", "title", MOVE, MISTAKE})


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
    differing = {
        "digits": str(question_set.digits) if question_set.digits != USUAL_DIGITS else "",
        "help": str(question_set.help) if question_set.help != USUAL_HELP else "",
        "title": question_set.title,
    }
    optional = {name: value for name, value in differing.items() if value}
    if len(question_set.fixed_questions) == 1 and isinstance(question_set.fixed_questions[0], ListQuestion):
        list_question = question_set.fixed_questions[0]
        level = {"level": str(question_set.level)} if question_set.level != USUAL_LEVEL else {}
        list_fields = {MOVE: str(list_question.move) if list_question.move else "", MISTAKE: list_question.mistake}
        list_parameters = {name: value for name, value in list_fields.items() if value}
        return {
            "ask": list_question.kind,
            **permalink.encode_in_full(list_question.state),
            **list_parameters,
            **level,
            **optional,
        }
    cutoff, measures = _common_cutoff(question_set.measures)
    return {
        "ask": ".".join(question_set.kinds),
        "of": ".".join(measures),
        "n": str(question_set.count),
        "seed": str(question_set.seed),
        "level": question_set.level_key,
        **({"k": cutoff} if cutoff else {}),
        **permalink.choices(question_set.convention),
        **optional,
        "gen": str(question_set.gen),
    }


def decode_set(parameters: Mapping[str, str]) -> DecodedSet:
    """Decode a set from address parameters; unknown or damaged ones are listed as problems and left out, never raised."""
    brings_list = "of" not in parameters and any(name in parameters for name in WRITTEN_WITH)
    return _decode_about_list(parameters) if brings_list else _decode_generated(parameters)


def _decode_generated(parameters: Mapping[str, str]) -> DecodedSet:
    reader = Reader()
    usual = QuestionSet()
    if parameters.get("gen", str(VERSION)) != str(VERSION):
        reader.blame("gen", parameters["gen"], "link_version")
    choices = {name: value for name, value in parameters.items() if name in FIELDS and name != "cutoff"}
    question_set = replace(
        _read_common(parameters, reader),
        kinds=_read_kinds(parameters, reader),
        measures=_with_cutoff(_read_measures(parameters, reader) or usual.measures, parameters, reader),
        count=_read_integer("n", parameters, range(1, MOST_IN_LINK + 1), usual.count, reader),
        seed=_read_integer("seed", parameters, range(LARGEST_SEED + 1), usual.seed, reader),
        convention=reader.convention({"k": "all", **choices}),
    )
    known = OF_A_SET - {MOVE, MISTAKE} | {"k"} | FIELDS.keys() | handout.PARAMETERS
    reader.unknown("", parameters, known)
    return DecodedSet(question_set, reader.problems())


def _decode_about_list(parameters: Mapping[str, str]) -> DecodedSet:
    reader = Reader()
    kind = next((each for each in _read_kinds(parameters, reader) if each in LIST_QUESTION_KINDS), USUAL_KIND)
    common = _read_common(parameters, reader)
    decoded = permalink.decode({name: value for name, value in parameters.items() if name not in OF_A_SET - {"v"}})
    for problem in decoded.problems:
        reader.add(problem)
    list_question = ListQuestion(
        kind, decoded.state, move=_read_move(parameters, reader), mistake=one_line(parameters.get(MISTAKE, ""))
    )
    return DecodedSet(replace(common, fixed_questions=(list_question,)), reader.problems())


def _read_move(parameters: Mapping[str, str], reader: Reader) -> AnnouncedMove | None:
    try:
        return read_move(parameters[MOVE]) if MOVE in parameters else None
    except InputError:
        reader.blame(MOVE, parameters[MOVE])
        return None


def _read_common(parameters: Mapping[str, str], reader: Reader) -> QuestionSet:
    """Return a set with what every link may say: level, digits, help and title."""
    adapts = parameters.get("level") == RISING
    return QuestionSet(
        level=EASIEST if adapts else _read_integer("level", parameters, LEVELS, USUAL_LEVEL, reader),
        adapts=adapts,
        digits=_read_integer("digits", parameters, DIGITS, USUAL_DIGITS, reader),
        help=_read_help(parameters, reader),
        title=one_line(parameters.get("title", ""))[:MOST_TITLE].strip(),
    )


def _read_help(parameters: Mapping[str, str], reader: Reader) -> Help:
    parsed = read_help(parameters.get("help", str(USUAL_HELP)))
    if parsed is None:
        reader.blame("help", parameters["help"], used=USUAL_HELP)
    return parsed or USUAL_HELP


def _read_kinds(parameters: Mapping[str, str], reader: Reader) -> tuple[str, ...]:
    names = parameters.get("ask", "").split(".") if parameters.get("ask") else []
    for each in (each for each in names if each not in KINDS):
        reader.blame("ask", each, "link_unknown")
    return tuple(dict.fromkeys(each for each in names if each in KINDS)) or (USUAL_KIND,)


def _read_measures(parameters: Mapping[str, str], reader: Reader) -> tuple[str, ...]:
    measures: dict[str, None] = {}
    for text in dict.fromkeys(filter(None, SEPARATOR.split(parameters.get("of", "")))):
        measure = parse_practice_measure(text)
        if measure is None:
            reader.blame("of", text, "link_unknown")
        else:
            measures[measure_name(measure, text)] = None
    return tuple(measures)


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
    cutoffs = {each.partition("@")[2] for each in measures if _is_cut(each)}
    if len(cutoffs) != 1 or "" in cutoffs:
        return "", measures
    return cutoffs.pop(), tuple(each.partition("@")[0] for each in measures)


def _is_cut(measure: str) -> bool:
    metric = parse_measure(measure).metric
    return metric.exercise is not None and metric.exercise.has_cutoff


def _read_integer(
    name: str, parameters: Mapping[str, str], allowed: range | Mapping[int, object], usual: int, reader: Reader
) -> int:
    text = parameters.get(name, str(usual))
    is_whole = re.fullmatch("[0-9]{1,10}", text)
    if is_whole and int(text) in allowed:
        return int(text)
    if is_whole:
        bounds = allowed if isinstance(allowed, range) else tuple(allowed)
        low, high = f"{bounds[0]:,}", f"{bounds[-1]:,}"
        message = f'"{name}={text}" must be a whole number from {low} to {high}; {usual} is used instead.'
        reader.add(InputError("link_whole", message, name=name, value=text, low=low, high=high, used=usual))
    else:
        reader.blame(name, text, used=usual)
    return usual
