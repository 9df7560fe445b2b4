"""A trace in sentences: what each rank does to the value.

The {placeholders} of a sentence are keys of recorded steps, so that a number cannot come into the place of another: this module
only chooses the sentence. Besides there are {rank}, {first}, {last} and {grade} of the entry, and {term}, what of it is summed.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics.rank_display import EntryIndex, summed_step_of
from rankviz.core.metrics.registry import METRICS
from rankviz.core.trace import HOLE, Trace
from rankviz.display.formulas.explanation_text import flat, readable
from rankviz.display.number_format import in_unit, plain
from rankviz.texts import Piece, Texts

UNKNOWN = "?"


def rank_sentence(trace: Trace, column: int, texts: Texts, query: int = 0) -> str:
    """Say what the entry in one column does to the value."""
    key, values = _sentence_with_numbers(trace, (query, column), texts)
    return texts(key, **values)


def rank_pieces(trace: Trace, column: int, ranking: Ranking, texts: Texts, withheld: Collection[str] = ()) -> list[Piece]:
    """Say it of a single list in pieces, with the words that have an entry; ahead of it why a grade is set aside.

    In the place of the numbers of arrays that are `withheld` stands a question mark.
    """
    key, values = _sentence_with_numbers(trace, (0, column), texts)
    values |= {name: UNKNOWN for name in values if (summed_step_of(trace).key if name == "term" else name) in withheld}
    pieces, grade = texts.pieces(key, **values), ranking.items[trace.rankings.source[0, column]].grade
    if grade is None or trace.rankings.judged[0, column]:
        return pieces
    reason = "negative" if grade < 0 and trace.convention.negative == "unjudged" else "repeated"
    ahead = texts.pieces(f"grade_set_aside.{reason}", grade=plain(grade))
    return [*ahead, texts("words.separator"), *pieces]


def _sentence_with_numbers(trace: Trace, at: EntryIndex, texts: Texts) -> tuple[str, dict[str, str]]:
    key = f"step.{_sentence(trace, at)}"
    return key, {name: _number(trace, name, at) for name in texts.places(key)}


def _number(trace: Trace, name: str, at: EntryIndex) -> str:
    """Print what a placeholder stands for."""
    if name == "formula":
        return _formula(trace, at)
    rankings = trace.rankings
    places = {
        "rank": rankings.rank,
        "first": rankings.first,
        "last": rankings.last,
        "grade": rankings.grades,
        "score": rankings.scores,
    }
    if name in places:
        return plain(float(places[name][at]))
    if name == "share_after":
        return plain(1 - float(trace.step("share").value[at]))
    step = summed_step_of(trace) if name == "term" else trace.step(name)
    return in_unit(step.unit, float(step.value[at]))


def _formula(trace: Trace, at: EntryIndex) -> str:
    """The discount at a rank, as its recorded formula says; d(3) where that is a table or a formula of one's own."""

    def number(hole: re.Match[str]) -> str:
        value = trace.step(hole[2]).value
        return plain(float(value[at if value.ndim == len(at) else at[:1]]))

    written = flat(HOLE.sub(number, trace.step("discount").template))
    return readable(written) if written else f"d({plain(float(trace.rankings.rank[at]))})"


def _sentence(trace: Trace, at: EntryIndex) -> str:
    """Choose the sentence: the metric's own, but where the entry does not count at all."""
    metric = METRICS[trace.metric]
    if not metric.rank_display.describes_after_cutoff and not trace.rankings.inside[at] and "cutoff" in metric.uses:
        return "beyond"
    if trace.rankings.relevant[at] and not trace.rankings.hit[at]:
        return "not_positive"
    return metric.rank_display.sentence_key(trace, at)
