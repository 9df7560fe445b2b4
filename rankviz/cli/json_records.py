"""Explanations, look-ups and means of runs as JSON records: numbers with all digits, and the sentences of the text output."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import isnan

import numpy as np

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
from rankviz.runs.evaluate.run_evaluation import QueryValues, resolve_measure
from rankviz.runs.result_table import ResultTable
from rankviz.runs.two_runs import ComparedRuns
from rankviz.runs.words.result_table import TEST_COLUMNS, tidy_rows
from rankviz.runs.words.two_runs import compared_runs_record
from rankviz.runs.words.uncounted import no_mean_words, uncounted_words
from rankviz.texts import Texts

Record = dict[str, object]


def json_text(content: object) -> str:
    """Print records."""
    return json.dumps(content, ensure_ascii=False, indent=1)


def evaluation_record(explanation: Evaluation, with_steps: bool) -> Record:
    """Return a value with its convention, by choices and in words."""
    row: Record = {
        "measure": explanation.measure,
        "value": finite(explanation.value),
        "undefined": explanation.is_undefined,
        "convention": explanation.convention.differences(),
        "convention_words": convention_of(explanation, Texts("en")),
    }
    if with_steps:
        row["steps"] = steps_of(explanation.trace)
    return row


def comparison_record(compared: ComparedLists) -> Record:
    """Return two values and the effect of each document on their difference; pairs are in the order A, B."""
    change = compared.change
    return {
        "measure": compared.measure,
        "values": [finite(value) for value in compared.values],
        "undefined": list(compared.undefined),
        "difference": finite(compared.difference),
        "winner": LETTERS.get(compared.winner, compared.winner),
        "words": winner_sentence(change, compared.trace, Texts("en"), uneven=compared.uneven),
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
        "convention": compared.convention.differences(),
        "convention_words": convention_of(compared.evaluation, Texts("en")),
    }


def similarity_record(similarity: ComputedSimilarity, texts: Texts) -> Record:
    """Return how similar two lists are, with every step; `words` say what is compared and what is left out."""
    return {
        "measure": similarity.measure,
        "value": finite(similarity.value),
        "undefined": texts(f"similarity.why.{similarity.reason}") if similarity.reason else "",
        "other_way": finite(similarity.other_way),
        "only": list(similarity.only),
        "words": " ".join(compared_documents_texts(similarity, texts)),
        "steps": steps_of(similarity.trace),
        "convention": similarity.convention.differences(),
    }


def steps_of(trace: Trace) -> list[Record]:
    """Return every recorded array with its formula."""
    return [
        {"key": step.key, "symbol": step.symbol, "template": step.template, "value": finite(step.value.tolist())}
        for step in trace.steps
    ]


def lookup_record(result: LookupResult) -> Record:
    """Return the matches of a look-up, best first, as `answers`; if there are none, the nearest values as `nearest`."""
    texts = Texts("en")
    bound = result.bound and {
        "side": result.bound.side,
        "value": finite(result.bound.value),
        "words": " ".join(bound_words(result, texts)),
    }
    return {
        "value": finite(result.value),
        "number": result.printed.text,
        "fits": bool(result.matches),
        "bound": bound,
        "tried": result.tried,
        "sharing": result.sharing,
        "by_chance": result.by_chance,
        "answers": [_match_record(each, texts) for each in result.matches],
        "nearest": [_match_record(each, texts) for each in result.nearest],
        "left_out": [{"what": each.what, "rank": each.rank, "words": left_out_words(each, texts)} for each in result.left_out],
    }


def _match_record(match: Match, texts: Texts) -> Record:
    return {
        "words": match_words(match, texts),
        "value": finite(match.value),
        "weak": match.weak,
        "agreement": match.agreement,
        "also": [departure_words(each, texts) for each in plainest(match, texts).synonyms],
        "libraries": [library_name(key, texts) for key in match.libraries],
        "notes": [each._asdict() for each in notes_of_libraries(libraries_named_by(match), match.metric, texts)],
    }


def conventions(result: QueryValues, profile: str, choices: dict[str, object]) -> dict[str, str]:
    """Return the convention of each mean of a run, in words."""
    resolved = {name: resolve_measure(name, profile, choices) for name in result.list_values}
    words = {name: ConventionWords(each.measure.metric, each.convention, None, Texts("en")) for name, each in resolved.items()}
    return {name: each.sentence for name, each in words.items()}


def means(result: QueryValues, profile: str, choices: dict[str, object], texts: Texts, *, per_query: bool) -> Record:
    """Return the means of a run, each with its convention in words and over how many queries it is.

    `undefined` says why a mean is None, with the queries that count and have no value. With `per_query` also the value of each
    query, None for one that does not count in the mean, and why it does not.
    """
    whole: Record = {
        "means": {name: finite(value) for name, value in result.means.items()},
        "queries": {name: {"counted": count, "of": len(result.queries)} for name, count in result.counts.items()},
        "conventions": conventions(result, profile, choices),
    }
    whole["undefined"] = {
        name: {"queries": list(result.undefined.get(name, ())), "words": words}
        for name in result.counts
        if (words := no_mean_words(result, name, texts))
    }
    if per_query:
        columns = {name: [finite(float(value)) for value in values] for name, values in result.per_query.items()}
        whole["per_query"] = {name: dict(zip(result.queries, values, strict=True)) for name, values in columns.items()}
        whole["left_out"] = {name: _left_out(result, name, texts) for name in result.list_values}
    return whole


def against(table: ResultTable, runs: Sequence[str], flips: Sequence[ComparedRuns]) -> list[Record]:
    """Return by measure how the first of two runs differs from the second one: means, tests, and flips where there are any.

    The keys of the tests are those of the table as CSV, as JSON and as a frame.
    """
    rows = {(row["run"], row["measure"]): row for row in tidy_rows(table, Texts("en"))}
    found: list[Record] = []
    for at, measure in enumerate(table.measures):
        pair = [rows[run, measure] for run in runs]
        counts = [each["queries_of_run"] for each in pair]
        record: Record = {
            "measure": measure,
            "means": [finite(each["mean"]) for each in pair],
            "queries": dict(zip(("first", "second", "both"), [*counts, pair[0]["queries"]], strict=True)),
            **{key: finite(pair[0][key]) for key in TEST_COLUMNS},
        }
        more = compared_runs_record(flips[at]) if flips else {}
        found.append(record | {key: more[key] for key in ("flips", "cells") if more})
    return found


def _left_out(result: QueryValues, measure: str, texts: Texts) -> dict[str, str]:
    """Return why a query does not count in the mean, by query."""
    places = np.flatnonzero(~result.counted[measure]).tolist()
    return {result.queries[each]: uncounted_words(result.reason(each, measure), texts) for each in places}


def finite(value: object) -> object:
    """Replace NaN, which JSON does not have, by None."""
    if isinstance(value, list):
        return [finite(each) for each in value]
    return None if isinstance(value, float) and isnan(value) else value
