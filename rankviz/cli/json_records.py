"""Explanations, look-ups and means of runs as records for JSON: numbers with all digits, and beside them what the text says."""

from __future__ import annotations

from math import isnan

from rankviz.compare.compared_lists import ComparedLists
from rankviz.compare.similarity.compute import ComputedSimilarity
from rankviz.compare.words.similarity import compared_documents_texts
from rankviz.compare.words.winner import LETTERS, winner_sentence
from rankviz.core.trace import Trace
from rankviz.diagnose import LookupResult, Match
from rankviz.diagnose.words.findings import bound_words, departure_words, left_out_words, match_words, plainest
from rankviz.diagnose.words.library_notes import libraries_named_by, notes_of_libraries
from rankviz.display.convention_words import ConventionWords
from rankviz.display.formulas.explanation_text import convention_of
from rankviz.display.labels import library_name
from rankviz.evaluation.evaluate import Evaluation
from rankviz.runs.evaluate.run_evaluation import RunResult, resolve_measure
from rankviz.texts import Texts

Record = dict[str, object]


def evaluation_record(explanation: Evaluation, with_steps: bool) -> Record:
    """A value with its convention, by choices and in words."""
    row: Record = {
        "measure": explanation.measure,
        "value": finite(explanation.value),
        "undefined": is_undefined(explanation),
        "convention": explanation.convention.differences(),
        "convention_words": convention_of(explanation, Texts("en")),
    }
    if with_steps:
        row["steps"] = steps_of(explanation.trace)
    return row


def comparison_record(found: ComparedLists) -> Record:
    """Two values with what each document does to their difference; {A, B} in this order wherever there are two."""
    change = found.change
    return {
        "measure": found.measure,
        "values": [finite(value) for value in found.values],
        "undefined": list(found.undefined),
        "difference": finite(found.difference),
        "winner": LETTERS.get(found.winner, found.winner),
        "words": winner_sentence(change, found.trace, Texts("en"), uneven=found.uneven),
        "documents": [
            {
                "id": each.doc_id,
                "grade": each.grade,
                "ranks": list(each.ranks),
                "terms": list(each.terms),
                "effect": each.effect,
                "own": each.own,
                "others": each.others,
            }
            for each in change.by_document
        ],
        "over": change.axis,
        "places": list(change.by_place),
        "rest": change.rest,
        "base": change.base,
        "denominators": list(change.denominators),
        "convention": found.convention.differences(),
        "convention_words": convention_of(found.evaluation, Texts("en")),
    }


def similarity_record(found: ComputedSimilarity, texts: Texts) -> Record:
    """How alike two lists are, with every step; `words` say what is compared and what is left out."""
    return {
        "measure": found.measure,
        "value": finite(found.value),
        "undefined": texts(f"similarity.why.{found.reason}") if found.reason else "",
        "other_way": finite(found.other_way),
        "only": list(found.only),
        "words": " ".join(compared_documents_texts(found, texts)),
        "steps": steps_of(found.trace),
        "convention": found.convention.differences(),
    }


def steps_of(trace: Trace) -> list[Record]:
    """Every recorded array with its formula."""
    return [
        {"key": step.key, "symbol": step.symbol, "template": step.template, "value": finite(step.value.tolist())}
        for step in trace.steps
    ]


def is_undefined(explanation: Evaluation) -> bool:
    """Whether a value stands in the place of none."""
    if explanation.means:
        return not bool(explanation.means[-1].where)
    return bool(explanation.trace.undefined[0])


def looked_up(found: LookupResult) -> Record:
    """The answers of a look-up, best first; the nearest values if nothing fits."""
    texts = Texts("en")
    bound = found.bound and {
        "side": found.bound.side,
        "value": finite(found.bound.value),
        "words": " ".join(bound_words(found, texts)),
    }
    return {
        "value": finite(found.value),
        "number": found.printed.text,
        "fits": bool(found.matches),
        "bound": bound,
        "tried": found.tried,
        "sharing": found.sharing,
        "by_chance": found.by_chance,
        "answers": [_answer(each, texts) for each in found.matches or found.nearest],
        "left_out": [{"what": each.what, "rank": each.rank, "words": left_out_words(each, texts)} for each in found.left_out],
    }


def _answer(match: Match, texts: Texts) -> Record:
    return {
        "words": match_words(match, texts),
        "value": finite(match.value),
        "weak": match.weak,
        "agreement": match.agreement,
        "also": [departure_words(each, texts) for each in plainest(match, texts).synonyms],
        "libraries": [library_name(key, texts) for key in match.libraries],
        "notes": [each._asdict() for each in notes_of_libraries(libraries_named_by(match), match.metric, texts)],
    }


def conventions(found: RunResult, profile: str, choices: dict[str, object]) -> dict[str, str]:
    """The convention of each mean of a run, in words."""
    asked = {name: resolve_measure(name, profile, choices) for name in found.per_query}
    words = {name: ConventionWords(each.measure.metric, each.convention, None, Texts("en")) for name, each in asked.items()}
    return {name: each.sentence for name, each in words.items()}


def means(found: RunResult, profile: str, choices: dict[str, object], per_query: bool) -> Record:
    """Means of a run with the convention of each in words, and the values of each query where they are asked for."""
    whole: Record = {
        "means": {name: finite(value) for name, value in found.means.items()},
        "conventions": conventions(found, profile, choices),
    }
    if per_query:
        columns = {name: [finite(float(value)) for value in values] for name, values in found.per_query.items()}
        whole["per_query"] = {name: dict(zip(found.queries, values, strict=True)) for name, values in columns.items()}
    return whole


def finite(value: object) -> object:
    """JSON has no NaN: undefined numbers become null."""
    if isinstance(value, list):
        return [finite(each) for each in value]
    return None if isinstance(value, float) and isnan(value) else value
