"""Mistakes that give other lists to the right formula: scores read as something else, users pooled.

To add one, add a row to `INPUT_MISTAKES` and its text `mistake.<key>` to every language. The keys are permanent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Item, Ranking
from rankviz.diagnose.mistakes.formula_mistakes_online import LESS_USUAL_COST
from rankviz.diagnose.mistakes.formula_mistakes_rare import TEACHING
from rankviz.diagnose.mistakes.mistaken_derivation import RARE_COST

Lists = Sequence[Ranking]
TOP_HEAVY = ("precision", "recall", "f1", "success", "ap", "rr", "dcg", "ndcg", "err", "rbp")
HALF = 0.5  # scores from here on are a classifier's yes


@dataclass(frozen=True)
class InputMistake:
    """A mistake in what the formula is given.

    Parameters
    ----------
    key : str
        Permanent name; its text is `mistake.<key>`.
    source : str
        Where somebody made the mistake.
    change : function of (lists as typed, Convention) to the other lists
        Returns () where the mistake cannot be made.
    metrics : tuple of str
        () for all metrics.
    choices : mapping of field to value
        Choices that belong to the mistake.
    cost : float
        How far-fetched the mistake is, compared with the other departures (`departures.py`).
    """

    key: str
    source: str
    change: Callable[[Lists, Convention], tuple[Ranking, ...]]
    metrics: tuple[str, ...] = ()
    choices: Mapping[str, object] = field(default_factory=dict)
    cost: float = LESS_USUAL_COST


def _columns_by_score(ranking: Ranking) -> list[int]:
    """Return the columns by descending score."""
    return sorted(range(len(ranking.items)), key=lambda column: -_score(ranking.items[column]))


def _score(item: Item) -> float:
    assert item.score is not None
    return item.score


def _ignore_scores(lists: Lists, _: Convention) -> tuple[Ranking, ...]:
    """Return the lists in the order as typed, ignoring scores."""
    if all(not each.scored or _columns_by_score(each) == list(range(len(each.items))) for each in lists):
        return ()
    return tuple(_with_items(each, each.items) for each in lists)


def _reverse(lists: Lists, _: Convention) -> tuple[Ranking, ...]:
    """Return the lists in reverse order."""
    ordered = ([each.items[column] for column in _columns_by_score(each)] if each.scored else each.items for each in lists)
    return tuple(_with_items(each, items[::-1]) for each, items in zip(lists, ordered, strict=True))


def _sort_by_grade(lists: Lists, _: Convention) -> tuple[Ranking, ...]:
    """Return the lists with the retrieved entries by descending grade."""
    return tuple(_with_items(each, sorted(each.items, key=lambda item: -(item.grade or 0.0))) for each in lists)


def _swap_order_and_rank(lists: Lists, _: Convention) -> tuple[Ranking, ...]:
    """Return the lists with the indices of the first, second, … document read as the ranks of the entries."""
    if all(not each.scored for each in lists):
        return ()
    return tuple(_with_items(each, _items_by_order(each)) if each.scored else each for each in lists)


def _items_by_order(ranking: Ranking) -> list[Item]:
    by_place = sorted(zip(_columns_by_score(ranking), range(len(ranking.items)), strict=True))
    return [ranking.items[column] for _, column in by_place]


def _scores_as_labels(lists: Lists, _: Convention) -> tuple[Ranking, ...]:
    """Return the lists with a classifier's yes or no, 1 or 0, for the scores."""
    if not _are_probabilities(lists):
        return ()
    return tuple(_with_scores(each, [_label(item) for item in each.items]) for each in lists)


def _swap_roles(lists: Lists, convention: Convention) -> tuple[Ranking, ...]:
    """Return the lists with a classifier's yes or no for the grades, and the true labels for the scores."""
    if not _are_probabilities(lists) or any(each.missed for each in lists):
        return ()
    return tuple(
        Ranking(tuple(Item(item.doc_id, _label(item), _truth(item, convention)) for item in each.items), (), each.query_id)
        for each in lists
    )


def _are_probabilities(lists: Lists) -> bool:
    """Whether every entry has a score between 0 and 1."""
    return all(each.scored and all(0 <= _score(item) <= 1 for item in each.items) for each in lists)


def _label(item: Item) -> float:
    return float(_score(item) >= HALF)


def _truth(item: Item, convention: Convention) -> float:
    grade = item.grade or 0.0
    return float(grade > convention.threshold if convention.strict == "yes" else grade >= convention.threshold)


def _grades_from_scores(lists: Lists, _: Convention) -> tuple[Ranking, ...]:
    """Return the lists with the scores for the grades; documents that were not retrieved have none."""
    if not all(each.scored for each in lists):
        return ()
    return tuple(Ranking(tuple(item._replace(grade=item.score) for item in each.items), (), each.query_id) for each in lists)


def _pool_users(lists: Lists, _: Convention) -> tuple[Ranking, ...]:
    """Return the entries of all users as one list, which only scores can order."""
    if len(lists) < 2 or not all(each.scored for each in lists):
        return ()
    named = [
        [[item._replace(doc_id=f"{q}.{item.doc_id}") for item in part] for part in (each.items, each.missed)]
        for q, each in enumerate(lists)
    ]
    items, missed = (tuple(item for each in named for item in each[part]) for part in (0, 1))
    return (Ranking(items, missed),)


def _half_grade_for_unjudged(lists: Lists, convention: Convention) -> tuple[Ranking, ...]:
    """Return the lists with half the highest grade for every unjudged entry."""
    if all(item.grade is not None for each in lists for item in each.items):
        return ()
    judged = [item.grade for each in lists for item in (*each.items, *each.missed) if item.grade is not None]
    half = max(judged, default=0.0) / 2 if convention.err_max is None else convention.err_max / 2
    return tuple(
        Ranking(
            tuple(item._replace(grade=half) if item.grade is None else item for item in each.items), each.missed, each.query_id
        )
        for each in lists
    )


def _append_missed(lists: Lists, _: Convention) -> tuple[Ranking, ...]:
    """Return the lists with the missed documents below them, each at its own rank instead of in one tied group."""
    return tuple(map(_with_missed_below, lists)) if any(len(each.missed) > 1 for each in lists) else ()


def _with_missed_below(ranking: Ranking) -> Ranking:
    if not ranking.scored:
        return Ranking((*ranking.items, *ranking.missed), (), ranking.query_id)
    lowest = min(map(_score, ranking.items), default=0.0)
    below = (item._replace(score=lowest - offset) for offset, item in enumerate(ranking.missed, 1))
    return Ranking((*ranking.items, *below), (), ranking.query_id)


def _with_items(ranking: Ranking, items: Sequence[Item]) -> Ranking:
    return Ranking(tuple(item._replace(score=None) for item in items), ranking.missed, ranking.query_id)


def _with_scores(ranking: Ranking, scores: Sequence[float]) -> Ranking:
    items = tuple(item._replace(score=score) for item, score in zip(ranking.items, scores, strict=True))
    return Ranking(items, ranking.missed, ranking.query_id)


INPUT_MISTAKES: tuple[InputMistake, ...] = (
    InputMistake(
        "auc_of_labels", "alexarnimueller/modlAMP#20, shankarpandala/lazypredict#425", _scores_as_labels, ("auc", "gauc")
    ),
    InputMistake("ap_of_labels", "opentargets/gentropy#1283", _scores_as_labels, ("ap", "prauc"), {"ties": "group"}),
    InputMistake("auc_exchanged", "deepfindr/gnn-project#3", _swap_roles, ("auc", "gauc")),
    InputMistake(
        "scores_for_grades", "NTMC-Community/MatchZoo#109, jma127/pyltr#24", _grades_from_scores, ("cg", "dcg", "ndcg")
    ),
    InputMistake("not_sorted", "haowei01/pytorch-examples#4, mquad/sars_tutorial#1", _ignore_scores),
    # For metrics on pairs this is 1 minus the value, which is listed as such.
    InputMistake("turned_round", "tencentmusic/supersonic#1644", _reverse, TOP_HEAVY),
    InputMistake("sorted_by_grade", TEACHING, _sort_by_grade, ("dcg", "ndcg"), cost=RARE_COST),
    InputMistake("order_for_rank", "fcharte/mldr#41, Glitchfix/TOPSIS-Python#1", _swap_order_and_rank),
    InputMistake("pooled_pairs", "zhougr1993/DeepInterestNetwork#71", _pool_users, ("auc", "gauc")),
    InputMistake(
        "unjudged_half", "SeaseLtd/rated-ranking-evaluator's ERR, mitre/quaerite#37", _half_grade_for_unjudged, ("err",)
    ),
    InputMistake("missed_in_order", TEACHING, _append_missed, ("lrap", "ranking_loss", "coverage_error", "auc")),
)


def apply_input_mistakes(metric: str, lists: Lists, convention: Convention) -> list[tuple[InputMistake, tuple[Ranking, ...]]]:
    """Return the mistakes that can be made on these lists, each with the lists that the formula is then given."""
    for_metric = [each for each in INPUT_MISTAKES if not each.metrics or metric in each.metrics]
    changed = ((each, each.change(lists, convention)) for each in for_metric)
    return [(each, other) for each, other in changed if other]
