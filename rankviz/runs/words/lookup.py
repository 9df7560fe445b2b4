"""The answer of a run's look-up in sentences, and as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite

from rankviz.core.rounding import shorten_number
from rankviz.diagnose.words.findings import departure_words
from rankviz.runs.lookup.answers import WEAK, RunAnswers, RunFinding
from rankviz.runs.lookup.causes import RunCause
from rankviz.texts import Texts

MOST_QUERIES, MOST_OTHERS = 5, 3
Record = dict[str, object]


def cause_words(cause: RunCause, texts: Texts) -> str:
    """Say one cause."""
    if cause.departure is not None:
        return departure_words(cause.departure, texts)
    return texts(cause.text_key, **cause.details)


def causes_words(parts: Sequence[RunCause], texts: Texts) -> str:
    """Say several causes together."""
    return texts("departure.separator").join(cause_words(each, texts) for each in parts)


def run_match_words(match: RunFinding, texts: Texts) -> str:
    """Say what gives the numbers."""
    if match.parts:
        return causes_words(match.parts, texts)
    return texts("run_lookup.same_cut" if "cut" in match.agreement.values() else "run_lookup.same")


def run_match_remarks(match: RunFinding, texts: Texts) -> list[str]:
    """Say what else gives the values, how strong the evidence is, and which queries count on one side only."""
    sentences = [texts("run_lookup.also", words=causes_words(each, texts)) for each in match.others[:MOST_OTHERS]]
    sentences += [texts("run_lookup.cut")] * ("cut" in match.agreement.values() and bool(match.parts))
    if match.count > 1:
        sentences.append(texts("run_lookup.alike", count=match.count))
    elif match.parts:
        sentences.append(chance_words(match, texts))
    if match.queries and match.parts and not (len(match.queries) == 1 and match.parts[-1].family == "without"):
        sentences.append(texts("run_lookup.queries", count=f"{len(match.queries):,}", names=_names(match.queries, texts)))
    return sentences


def moved_words(match: RunFinding, texts: Texts) -> list[str]:
    """Say in which query the value differs most; [] if in none."""
    return [
        texts("run_lookup.moves", measure=match.moved_measure, query=query, ours=repr(ours), theirs=repr(theirs))
        for query, ours, theirs in match.moved_by_measure.get(match.moved_measure, ())[:1]
    ]


def chance_words(match: RunFinding, texts: Texts) -> str:
    """Say how many numbers close to the typed one would be explained as simply."""
    percent = 100 * match.chance
    count = "0" if percent == 0 else "< 1" if percent < 1 else shorten_number(percent, 0, "round")
    sentence = texts("run_lookup.chance", count=count)
    return f"{sentence} {texts('run_lookup.weak')}" if match.strength == WEAK else sentence


def left_out_words(what: str, texts: Texts) -> str:
    """Say what was not tried."""
    return texts(f"run_lookup.left_out_{what.replace('=', '_') if what.startswith('order') else what.partition('=')[0]}")


def run_lookup_text(answers: RunAnswers, texts: Texts) -> str:
    """Print our numbers, then the answers, best first, with their evidence."""
    lines = [
        texts("run_lookup.ours", measure=name, value=repr(value), count=f"{answers.counts[name]:,}", of=f"{answers.queries:,}")
        for name, value in answers.ours.items()
    ]
    lines += _answer_lines(answers, texts)
    lines += [texts("run_lookup.tried", tried=f"{answers.tried:,}")] * bool(answers.matches)
    return "\n".join([*lines, *dict.fromkeys(left_out_words(each, texts) for each in answers.left_out)])


def _answer_lines(answers: RunAnswers, texts: Texts) -> list[str]:
    lines = []
    if not answers.matches:
        typed = texts("convention.separator").join(f"{name} = {each.text}" for name, each in answers.typed.items())
        key = "none_together" if answers.alone else "none"
        lines.append(texts(f"run_lookup.{key}", tried=f"{answers.tried:,}", typed=typed))
        lines += [texts("run_lookup.nearest")] * (bool(answers.nearest) and not answers.alone)
    for each in answers.alone.values():
        lines += _answer_lines(each, texts)
    for match in answers.matches or (() if answers.alone else answers.nearest):
        values = "  ".join(f"{name} {value!r}" for name, value in match.values.items())
        lines.append(f"{values}  {run_match_words(match, texts)}")
        if answers.matches:
            lines += [f"    {sentence}" for sentence in (*run_match_remarks(match, texts), *moved_words(match, texts))]
    return lines


def _names(queries: Sequence[str], texts: Texts) -> str:
    shown = [*queries[:MOST_QUERIES]]
    more = len(queries) - len(shown)
    return texts("convention.separator").join([*shown, *([texts("run_lookup.more", count=f"{more:,}")] if more else [])])


def run_lookup_record(answers: RunAnswers) -> Record:
    """Return an answer as plain data, numbers with all digits; `None` for one that is not finite."""
    texts = Texts("en")
    return {
        "values": _values(answers.ours),
        "counts": dict(answers.counts),
        "queries": answers.queries,
        "numbers": {name: each.text for name, each in answers.typed.items()},
        "fits": answers.is_named,
        "tried": answers.tried,
        "answers": [_match_record(each, texts) for each in answers.matches],
        "nearest": [_match_record(each, texts) for each in answers.nearest],
        "alone": {name: run_lookup_record(each) for name, each in answers.alone.items()},
        "left_out": [{"what": each, "words": left_out_words(each, texts)} for each in answers.left_out],
    }


def _match_record(match: RunFinding, texts: Texts) -> Record:
    return {
        "causes": [*match.causes],
        "words": run_match_words(match, texts),
        "values": _values(match.values),
        "agreement": dict(match.agreement),
        "cost": match.cost,
        "chance": match.chance,
        "strength": match.strength,
        "also": [causes_words(each, texts) for each in match.others],
        "alike": match.count,
        "queries": [*match.queries],
        "moved": {
            name: [{"query": query, "ours": _finite(ours), "theirs": _finite(theirs)} for query, ours, theirs in moved]
            for name, moved in match.moved_by_measure.items()
        },
    }


def _values(values: Mapping[str, float]) -> dict[str, float | None]:
    return {name: _finite(value) for name, value in values.items()}


def _finite(value: float) -> float | None:
    return value if isfinite(value) else None
