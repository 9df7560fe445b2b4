"""My number on the page Runs: the answers as options, sentences, and a table of the queries that move."""

from __future__ import annotations

from typing import Any

from rankviz.display.number_format import exact, fixed_decimals
from rankviz.runs.lookup.answers import RunAnswers, RunFinding
from rankviz.runs.words.lookup import bound_words, left_out_words, ours_words, run_match_remarks
from rankviz.runs.words.tables import signed_cell
from rankviz.texts import Texts

PLACES = 6
MOST_MOVED = 5
Data = dict[str, Any]


def first_words(answers: RunAnswers, texts: Texts) -> list[str]:
    """Say what the means are here, over how many queries, and whether anything gives what was typed."""
    sentences = [*ours_words(answers, texts), *bound_words(answers, texts)]
    if not answers.matches:
        typed = texts("convention.separator").join(f"{name} = {each.text}" for name, each in answers.typed.items())
        key = "none_together" if answers.alone else "none"
        sentences.append(texts(f"run_lookup.{key}", tried=f"{answers.tried:,}", typed=typed))
    return sentences


def shown_matches(answers: RunAnswers) -> tuple[RunFinding, ...]:
    """Return the answers that are offered: those that give all numbers, else those of each number, else the nearest ones."""
    each_alone = tuple(match for each in answers.alone.values() for match in each.matches)
    return answers.matches or each_alone or answers.nearest


def values_words(match: RunFinding, texts: Texts) -> str:
    """Say which means an answer gives."""
    return texts("convention.separator").join(f"{name} = {exact(value)}" for name, value in match.values.items())


def evidence_words(match: RunFinding, answers: RunAnswers, texts: Texts) -> list[str]:
    """Say what else gives the same, and how strong the evidence is; nothing of what only comes near."""
    return [] if match in answers.nearest else run_match_remarks(match, answers, texts)


def moved_data(match: RunFinding, texts: Texts) -> Data | None:
    """Build the table of the queries that move most, with a way from each to both lists; None if none moves."""
    all_moved = match.moved_by_measure.get(match.moved_measure, ())
    if not all_moved:
        return None
    moved = all_moved[:MOST_MOVED]
    most = max(abs(theirs - ours) for _, ours, theirs in moved)
    rows = []
    for query, ours, theirs in moved:
        change = signed_cell(theirs - ours) | {"heat": abs(theirs - ours) / most}
        way = {"text": texts("runs.my_show"), "spoken_text": query, "action": query, "marks": ["way"]}
        rows.append({"head": query, "cells": [_value(ours), _value(theirs), change, way]})
    more = len(all_moved) - len(moved)
    caption = texts("runs.my_moved", measure=match.moved_measure, count=f"{len(all_moved):,}")
    heads = [texts(f"runs.{key}") for key in ("query", "my_here", "my_there", "difference", "my_show")]
    sentences = [texts("runs.my_moved_more", shown=str(MOST_MOVED), count=f"{more:,}")] if more else []
    return {"caption": " ".join([caption, *sentences]), "heads": heads, "groups": [{"name": "", "rows": rows}]}


def _value(value: float) -> Data:
    return {"text": fixed_decimals(value, PLACES), "title": exact(value)}


def search_words(answers: RunAnswers, texts: Texts) -> list[str]:
    """Say how much was tried, and what was not."""
    tried = [texts("run_lookup.tried", tried=f"{answers.tried:,}")] * bool(answers.matches)
    return [*tried, *dict.fromkeys(left_out_words(each, texts) for each in answers.left_out)]
