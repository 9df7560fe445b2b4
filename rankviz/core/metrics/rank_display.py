"""How a metric is shown rank by rank: which arrays are drawn, and which sentence describes an entry.

A sentence is chosen here by its key and worded in `texts/` as `step.<key>`; its {placeholders} are keys of recorded steps.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rankviz.core.conventions.option_formulas import ALL_RANKS
from rankviz.core.trace import Step, Trace

EntryIndex = tuple[int, int]  # query and column
SentenceKey = Callable[[Trace, EntryIndex], str]


def summed_step_of(trace: Trace) -> Step:
    """Return the step that the value is the sum or maximum of; the metric must have one."""
    step = trace.summed_step()
    assert step is not None, trace.metric
    return step


def miss_key(trace: Trace, entry: EntryIndex) -> str:
    """Return the sentence key of an entry that is no hit; "" for a hit."""
    if trace.rankings.hit[entry]:
        return ""
    return "miss" if trace.rankings.judged[entry] else "unjudged"


def by_hit(trace: Trace, entry: EntryIndex) -> str:
    """Sentence key for a metric that counts hits."""
    share = float(summed_step_of(trace).value[entry])
    return miss_key(trace, entry) or ("below_R" if share == 0 else "hit" if share == 1 else "share")


def by_cells(*counted: str) -> SentenceKey:
    """Sentence key for a metric that counts cells of the confusion matrix."""

    def entry_key(trace: Trace, entry: EntryIndex) -> str:
        rankings = trace.rankings
        relevant, share = bool(rankings.relevant[entry]), float(rankings.share()[entry])
        inside, after = ("tp", "fn") if relevant else ("fp", "tn")
        if 0 < share < 1:
            return "tied_inside" if inside in counted else "tied_after" if after in counted else "tied_out"
        cell = inside if share else after
        unjudged = "" if rankings.judged[entry] else "_unjudged"
        return f"{cell}{unjudged}_{'counts' if cell in counted else 'out'}"

    return entry_key


def by_gain(trace: Trace, entry: EntryIndex) -> str:
    """Sentence key for a metric that adds up gains, discounted or not."""
    rankings = trace.rankings
    if not rankings.judged[entry]:
        return "gain_unjudged"
    if not trace.step("gain").value[entry]:
        return "gain_zero"
    if "discount" not in trace:
        return "gain_plain" if summed_step_of(trace).value[entry] == trace.step("gain").value[entry] else "gain_share"
    if rankings.first[entry] != rankings.last[entry]:
        return "gain_tied"
    return "gain_linear" if trace.convention.gain == "linear" else "gain"


def by_ideal(trace: Trace, entry: EntryIndex) -> str:
    """Sentence key for a metric of the ideal order, to which no place in the list matters."""
    return "ideal"


def by_precision(trace: Trace, entry: EntryIndex) -> str:
    """Sentence key for a metric that reads the precision at the hits."""
    hit = trace.rankings.hit[entry]
    if trace.convention.ap_base in ALL_RANKS:
        beyond = float(summed_step_of(trace).value[entry]) > float(trace.step("precision_at").value[entry])
        return "precision_all_end" if beyond else "precision_all_hit" if hit else "precision_all"
    if not hit:
        return _precision_miss_key(trace, entry)
    where = trace.step("ap_term").where if "ap_term" in trace else None
    return "precision_hit" if where is None or where[entry] else "precision_beyond"


def by_area(trace: Trace, entry: EntryIndex) -> str:
    """Sentence key for the area under the precision-recall curve."""
    return "area" if trace.rankings.hit[entry] else _precision_miss_key(trace, entry)


def _precision_miss_key(trace: Trace, entry: EntryIndex) -> str:
    """Return the sentence key of an entry that is no hit, with the precision at its rank."""
    return "precision_miss" if trace.rankings.judged[entry] else "precision_unjudged"


def by_first(family: str) -> SentenceKey:
    """Sentence key for a metric that only the first hit decides."""

    def entry_key(trace: Trace, entry: EntryIndex) -> str:
        earlier = trace.rankings.hit[entry[0], : entry[1]].any()  # of those that share a rank, the one that is listed first
        return miss_key(trace, entry) or f"{family}_{'later' if earlier else 'first'}"

    return entry_key


def by_others_above(trace: Trace, entry: EntryIndex) -> str:
    """Sentence key for a metric that counts the judged others above each hit."""
    judged, hit = trace.rankings.judged[entry], trace.rankings.hit[entry]
    return "above" if hit else "above_miss" if judged else "above_unjudged"


def by_stop(trace: Trace, entry: EntryIndex) -> str:
    """Sentence key for a metric of a reader who may stop at each rank."""
    return "stop" if trace.rankings.judged[entry] else "gain_unjudged"


def by_reading(trace: Trace, entry: EntryIndex) -> str:
    """Sentence key for a metric of a reader who goes on with a fixed probability."""
    if "grade" not in trace:
        return miss_key(trace, entry) or "rbp_hit"
    if not trace.rankings.judged[entry]:
        return "gain_unjudged"
    return "rbp_hit" if trace.step("grade").value[entry] else "rbp_zero"


def by_pairs(trace: Trace, entry: EntryIndex) -> str:
    """Sentence key for a metric that counts pairs in the right order."""
    tied = "nonrelevant_tied" in trace and trace.step("nonrelevant_tied").value[entry]
    other = miss_key(trace, entry)
    return f"pairs_{other}" if other else "pairs_tied" if tied else "pairs_hit"


def by_wrong_pairs(trace: Trace, entry: EntryIndex) -> str:
    """Sentence key for a metric that counts pairs in the wrong order."""
    other = miss_key(trace, entry)
    return f"label_wrong_{other}" if other else "label_wrong"


def by_hits_as_high(trace: Trace, entry: EntryIndex) -> str:
    """Sentence key for a metric that reads the share of hits among all that rank as high."""
    return miss_key(trace, entry) or "label_share"


def by_place(trace: Trace, entry: EntryIndex) -> str:
    """Sentence key for a metric that reads how far down a hit stands."""
    return miss_key(trace, entry) or "label_place"


def by_error(trace: Trace, entry: EntryIndex) -> str:
    """Sentence key for a metric of the difference between score and grade."""
    where = summed_step_of(trace).where
    return "error" if where is not None and where[entry] else "unrated"


@dataclass(frozen=True)
class RankDisplay:
    """What is shown of a metric rank by rank; the trace itself knows what its value is the sum or the largest of.

    Parameters
    ----------
    before : str
        Key of the step that a term is computed from, drawn pale behind it; "" for none.
    side_columns : tuple of str
        Keys of the steps printed beside the bars, from left to right; a trace need not have all of them.
    sentence_key : function of (Trace, EntryIndex) to str
        Key of the sentence about an entry.
    describes_after_cutoff : bool
        Whether `sentence_key` also describes entries after the cutoff; for any other metric these add nothing.
    ideal : str
        Key of the metric under which the list's sum is drawn beside the ideal's; "" for none.
    has_own_curve : bool
        Whether the precision-recall curve is drawn as this metric arranges the list; else as average precision does.
    hits : str
        How the value follows from what each hit counts, if it is not the sum: the 'mean' of all, or the 'first', 'best' or
        'last' hit alone.
    pairs : bool
        Whether the pairs of entries are drawn instead of the value at every cutoff.
    """

    before: str = "hit"
    side_columns: tuple[str, ...] = ("hit",)
    sentence_key: SentenceKey = by_hit
    describes_after_cutoff: bool = False
    ideal: str = ""
    has_own_curve: bool = False
    hits: str = ""
    pairs: bool = False


OF_HITS = RankDisplay()
