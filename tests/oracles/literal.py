"""What each word on the screen means, counted out on the typed list: the second opinion on bars, columns, tables and sentences.

It knows no recorded step and nothing of the display code, only the metrics' definitions; `metrics.py` has those of the values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rankviz import Convention, Item, Ranking
from tests.oracles.metrics import _dcg, _discount, _gain, _idcg
from tests.oracles.more_metrics import SETTLED, _interpolated
from tests.oracles.reading import Reading, of_option, read


@dataclass(frozen=True)
class Entry:
    """The entry in one place of a list, from 0, under a metric."""

    reading: Reading
    place: int
    metric: str

    @property
    def item(self) -> Item:
        return self.reading.shown[self.place]

    @property
    def group(self) -> tuple[int, int]:
        """First and last rank of the entries that nothing tells apart from this one, from 1."""
        if self.reading.convention.ties == "mean_rank":  # one rank, that others have too
            return self.reading.ranks[self.place], self.reading.ranks[self.place]
        start = 0
        for group in self.reading.groups:
            if self.place < start + len(group):
                return start + 1, start + len(group)
            start += len(group)
        raise AssertionError

    @property
    def hit(self) -> bool:
        return self.reading.credited(self.item)

    def top(self, depth: int) -> list[Item]:
        return self.reading.shown[:depth]


def entries(metric: str, ranking: Ranking, convention: Convention) -> list[Entry]:
    """The entries of a list as a metric ranks them."""
    reading = read(ranking, replace(convention, **SETTLED.get(metric, {})))  # type: ignore[arg-type]
    return [Entry(reading, place, metric) for place in range(reading.n)]


Meaning = Callable[[Entry], float]


def rank(entry: Entry) -> float:
    return entry.reading.ranks[entry.place]


def hit(entry: Entry) -> float:
    return float(entry.hit)


def grade(entry: Entry) -> float:
    return entry.item.grade or 0.0


def score(entry: Entry) -> float:
    return entry.item.score or 0.0


def depth(entry: Entry) -> float:
    return entry.group[1]


def hits(entry: Entry) -> float:
    return entry.reading.count_credited(entry.top(entry.group[1]))


def precision(entry: Entry) -> float:
    return hits(entry) / depth(entry)


def first(entry: Entry) -> float:
    return entry.group[0]


def last(entry: Entry) -> float:
    return entry.group[1]


def share(entry: Entry) -> float:
    """Of the ranks that the entry may take, how many are counted."""
    start, end = entry.group
    deepest = entry.reading.relevant_everywhere if entry.metric in ("rprec", "bep") else entry.reading.k
    return sum(1 for place in range(start, end + 1) if place <= deepest) / (end - start + 1)


def counted(entry: Entry) -> float:
    return float(entry.hit) * share(entry)


def gain(entry: Entry) -> float:
    return _gain(entry.reading, entry.item)


def discounted(entry: Entry) -> float:
    """The mean over the ranks that the entry may take of what it earns there; nothing after the cutoff."""
    start, end = entry.group
    earned = [gain(entry) / _discount(entry.reading, at) for at in range(start, end + 1) if at <= entry.reading.k]
    return math.fsum(earned) / (end - start + 1)


def discount(entry: Entry) -> float:
    start, end = entry.group
    weights = [1 / _discount(entry.reading, at) for at in range(start, end + 1) if at <= entry.reading.k]
    return (end - start + 1) / math.fsum(weights) if math.fsum(weights) else math.inf


def stop(entry: Entry) -> float:
    convention = entry.reading.convention
    if convention.err_stop == "probability":
        return grade(entry)
    pool = [item.grade or 0.0 for item in [*entry.reading.shown, *entry.reading.missed]]
    highest = max([0.0, *pool]) if convention.err_max is None else convention.err_max
    return (2 ** grade(entry) - 1) / 2**highest


def reached(entry: Entry) -> float:
    if entry.metric == "rbp":
        return float(entry.reading.convention.rbp_p**entry.place)
    return math.prod(1 - stop(replace(entry, place=place)) for place in range(entry.place))


def others_above(entry: Entry) -> float:
    bad = [item for item in entry.top(entry.place) if item.grade is not None and not entry.reading.relevant(item)]
    return len(bad) if entry.hit else 0


def _bad(entry: Entry) -> list[Item]:
    everything = entry.reading.convention.auc_range == "all_judged_or_retrieved"
    hidden = entry.reading.missed if everything else []
    return [item for item in [*entry.reading.shown, *hidden] if not entry.reading.relevant(item)]


def _bad_upto(entry: Entry, depth: int) -> int:
    return depth - entry.reading.count_relevant(entry.top(depth))


def below(entry: Entry) -> float:
    return len(_bad(entry)) - _bad_upto(entry, entry.group[1]) if entry.hit else 0


def tied(entry: Entry) -> float:
    return _bad_upto(entry, entry.group[1]) - _bad_upto(entry, entry.group[0] - 1) if entry.hit else 0


def won(entry: Entry) -> float:
    return below(entry) + of_option({"half": 0.5, "lost": 0.0, "won": 1.0}, entry.reading.convention, "tied_pair") * tied(entry)


def as_high(entry: Entry) -> float:
    return _bad_upto(entry, entry.group[1]) if entry.hit else 0


def ap_term(entry: Entry) -> float:
    if entry.reading.convention.ap_base.endswith("all_ranks"):
        counted = rank(entry) <= min(entry.reading.k, entry.reading.n)
        # After the end of the list every further rank has as many hits in the ranks before it as the last entry has.
        goes_on = entry.reading.convention.ap_base == "k_all_ranks" and rank(entry) == entry.reading.n
        ranks = range(int(rank(entry)), max(int(rank(entry)), entry.reading.k if goes_on else 0) + 1)
        hits = entry.reading.count_credited(entry.top(entry.place + 1))
        return math.fsum(hits / each for each in ranks) if counted else 0.0
    return precision(entry) if entry.hit and entry.group[1] <= entry.reading.k else 0.0


def curve_height(entry: Entry) -> float:
    start, _ = entry.group
    count, area = entry.reading.count_relevant, entry.reading.convention.pr_area
    if not entry.hit:
        return 0.0
    if area == "steps":
        return precision(entry)
    if area == "trapezoid":
        return (precision(entry) + (count(entry.top(start - 1)) / (start - 1) if start > 1 else 1.0)) / 2
    ends = [last(replace(entry, place=place)) for place in range(entry.place, entry.reading.n)]
    return max(count(entry.top(int(at))) / at for at in ends)


def deep_enough(entry: Entry) -> float:
    wanted = entry.reading.convention.recall_level * entry.reading.relevant_everywhere
    needed = math.floor(wanted + (0.9 if entry.reading.convention.iprec_cut == "ceil" else 0.5))
    return precision(entry) if entry.hit and hits(entry) >= needed else 0.0


def rbp_term(entry: Entry) -> float:
    earned = grade(entry) if entry.reading.convention.rbp_gain == "graded" else hit(entry)
    return earned * reached(entry)


def preferred(entry: Entry) -> float:
    reading = entry.reading
    total = reading.relevant_everywhere
    bad = sum(1 for item in [*reading.shown, *reading.missed] if item.grade is not None and not reading.relevant(item))
    base = of_option({"min_R_N": min(total, bad), "R": total}, reading.convention, "bpref_base")
    above = min(others_above(entry), total)
    return (1 - above / base if above else 1.0) if entry.hit else 0.0


def error(entry: Entry) -> float:
    scored = all(item.score is not None for item in entry.reading.shown)
    if not scored or entry.item.grade is None:
        return 0.0
    return abs(score(entry) - grade(entry)) ** (2 if entry.metric == "rmse" else 1)


COUNTS = ("tp", "fp", "fn", "tn", "accuracy", "precision", "recall", "f1", "fbeta", "success", "rprec", "bep")
# What is drawn solid: what the value is summed from, or the largest of.
SOLID: dict[str, Meaning | None] = {
    **dict.fromkeys(COUNTS, counted),
    "cg": lambda entry: gain(entry) * share(entry),
    **dict.fromkeys(("dcg", "idcg", "ndcg"), discounted),
    "ap": ap_term,
    "rr": lambda entry: hit(entry) / rank(entry) if rank(entry) <= entry.reading.k else 0.0,
    "bpref": preferred,
    "iprec": deep_enough,
    "iprec11": None,
    "prauc": curve_height,
    "err": lambda entry: stop(entry) * reached(entry) / rank(entry) if rank(entry) <= entry.reading.k else 0.0,
    "rbp": lambda entry: rbp_term(entry) if rank(entry) <= entry.reading.k else 0.0,
    **dict.fromkeys(("auc", "gauc"), won),
    "lrap": lambda entry: precision(entry) if entry.hit else 0.0,
    "ranking_loss": as_high,
    "coverage_error": lambda entry: depth(entry) if entry.hit else 0.0,
    **dict.fromkeys(("rmse", "mae"), error),
}
# Of these the value is the largest, so that only the first of those is drawn solid.
ONE_DECIDES = ("rr", "success", "iprec", "coverage_error")
# What stands at every rank, hit or not, in the figure of metrics that read what stands at the hits.
ALONG: dict[str, Meaning] = {
    "ap": lambda entry: ap_term(entry) if entry.reading.convention.ap_base.endswith("all_ranks") else precision(entry),
    "iprec": precision,
    "rr": lambda entry: 1 / rank(entry),
    "success": lambda entry: 1.0,
    "coverage_error": depth,
}
# What one gain is multiplied with at a rank, to metrics that count some ranks more than others.
WORTH: dict[str, Meaning] = {
    **dict.fromkeys(("dcg", "idcg", "ndcg"), lambda entry: 1 / discount(entry)),
    "rbp": reached,
}
# What is drawn pale behind it: the gain before the discount, the precision before it is counted, the probability of stopping.
PALE: dict[str, Meaning | None] = {
    **dict.fromkeys(COUNTS, hit),
    **dict.fromkeys(("cg", "dcg", "idcg", "ndcg"), gain),
    **dict.fromkeys(("ap", "iprec", "iprec11", "prauc"), precision),
    **dict.fromkeys(("bpref", "lrap"), hit),
    "err": stop,
    **{metric: SOLID[metric] for metric in ("rr", "coverage_error")},
    **dict.fromkeys(("rbp", "auc", "gauc", "ranking_loss", "rmse", "mae")),
}
# The sum that is drawn beside the ideal's, and that of the ideal.
AGAINST_IDEAL: dict[str, tuple[Callable[[Reading], float], Callable[[Reading], float]]] = {
    **dict.fromkeys(("dcg", "idcg", "ndcg"), (_dcg, _idcg)),
}
# What a name on the page or a head of a column promises, in either language.
WORDS: dict[str, Meaning] = {
    "hit": hit, "命中": hit, "grade": grade, "等级": grade, "score": score, "得分": score,
    "1 ÷ rank": lambda entry: hit(entry) / rank(entry) if rank(entry) <= entry.reading.k else 0.0,
    "1 ÷ 排名": lambda entry: hit(entry) / rank(entry) if rank(entry) <= entry.reading.k else 0.0,
    "rank to read to": lambda entry: depth(entry) * hit(entry), "要读到的排名": lambda entry: depth(entry) * hit(entry),
    "gain": gain, "增益": gain, "discount": discount, "折损": discount, "P@i": precision, "rank": rank, "排名": rank,
    "hits so far": hits, "累计命中": hits, "depth": depth, "深度": depth,
    "P(stop)": stop, "probability of stopping": stop, "停止概率": stop, "P(reach)": reached, "读到概率": reached,
    "probability of being read": reached, "读到的概率": reached,
    "non-rel. above": others_above, "其前不相关": others_above,
    "probability of going on": lambda entry: 1 - stop(entry), "继续概率": lambda entry: 1 - stop(entry),
    "judged non-relevant above": others_above, "其前已标注的不相关文档": others_above,
    "non-rel. below": below, "其后不相关": below, "non-rel. tied": tied, "同分不相关": tied,
    "not relevant, below": below, "其后的不相关文档": below, "not relevant, tied": tied, "同分的不相关文档": tied,
    "gain ÷ discount": discounted, "增益 ÷ 折损": discounted, "share inside the cutoff": share, "截断线内的份额": share,
    "hits so far, rank by rank": lambda entry: entry.reading.count_credited(entry.top(entry.place + 1)),
    "逐位累计命中": lambda entry: entry.reading.count_credited(entry.top(entry.place + 1)),
    "weight of the rank": lambda entry: 1 / rank(entry), "排名的权重": lambda entry: 1 / rank(entry),
}  # fmt: skip
# The head of what is summed.
TERMS = (
    "term", "贡献", "counted gain", "计入的增益", "counted hit", "计入的命中", "counted precision",
    "计入的精确率", "height of the curve", "曲线的高度", "precision deep enough", "达到所求召回率的精确率",
    "probabilities ÷ rank", "概率之积 ÷ 排名", "gain × probability of being read", "收获 × 读到的概率",
    "share of non-relevant not above", "排在其后的不相关文档的比例", "hits ÷ depth", "命中 ÷ 深度",
    "non-relevant ranked as high",
    "得分不低于它的不相关标签", "rank to read to", "要读到的排名", "1 ÷ rank of a hit", "命中的 1 ÷ 排名", "pairs won",
    "正序对", "squared difference", "差的平方", "absolute difference", "差的绝对值", "gain ÷ discount", "增益 ÷ 折损",
)  # fmt: skip


def ideal_terms(metric: str, ranking: Ranking, convention: Convention, ranks: int) -> list[float]:
    """What each of the first ranks adds to the IDCG: the difference to the one cut just before it."""
    reading = read(ranking, replace(convention, unretrieved="count"))  # the ideal has a choice of its own for that
    depths = {"n": reading.n, "none": math.inf, "k": math.inf if convention.cutoff is None else reading.k}
    deepest = depths[convention.ideal_cut]
    if convention.ideal == "k_ones":
        deepest = reading.k if deepest == math.inf else deepest
    sums = [_idcg_at(reading, min(at, deepest)) for at in range(ranks + 1)]
    return [after - before for before, after in pairwise(sums)]


def _idcg_at(reading: Reading, places: float) -> float:
    convention = replace(reading.convention, ideal_cut="n")
    return _idcg(_WithPlaces(reading.groups, reading.missed, convention, reading.given, int(places)))


@dataclass(frozen=True)
class _WithPlaces(Reading):
    places: int = 0

    @property
    def n(self) -> int:
        return self.places


def levels(ranking: Ranking, convention: Convention, recall: Sequence[float]) -> list[float]:
    """Interpolated precision at each recall level."""
    reading = read(ranking, convention)
    return [_interpolated(reading, level, reading.shown) for level in recall]
