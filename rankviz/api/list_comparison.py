"""A measure on two lists of one query."""

from __future__ import annotations

from rankviz.compare.compared_lists import ComparedLists, compare_measure
from rankviz.evaluation.held_lists import read_pair


class ListComparison(ComparedLists):
    """A measure on two lists with what each document does to the difference; a notebook shows it as a table."""

    def __repr__(self) -> str:
        from rankviz.compare.words.comparison_text import comparison_text

        return comparison_text(self)

    def _repr_html_(self) -> str:
        from rankviz.compare.words.comparison_text import comparison_html

        return comparison_html(self)


def compare_lists(
    measure: str,
    first: object,
    second: object,
    *,
    relevant: object = None,
    y_true: object = None,
    profile: str = "textbook",
    **choices: object,
) -> ListComparison:
    """Compute a measure for two lists of the same query, and what each document contributes to the difference.

    Parameters
    ----------
    measure, profile, choices
        As for `evaluate`.
    first : Ranking, or grades in ranked order
    second : Ranking, ids in ranked order, or grades in ranked order
        Documents are the same where their ids are. Ids alone take their grades from the first list; one that it does not have
        is unjudged.
    relevant : ids, or {id: grade}, optional
        The relevant documents, if both lists are ids in ranked order.
    y_true : grades, optional
        If both lists are scores of the same documents.

    Returns
    -------
    ListComparison
        With `values`, `difference` (the second less the first), `winner` ('first', 'second', 'even', or '' where a value is
        undefined), and `effects`: for each document its ranks, what it adds to either list, and its effect. The effects,
        `rest` and `base` (another denominator) add up to the difference.

    Raises
    ------
    InputError
        `judgments_differ` where a document has two different grades, `one_query` for several lists, and those of `evaluate`.

    Examples
    --------
    >>> found = compare_lists("RR", [0, 1, 0], ["d3", "d1", "d2"])
    >>> found.values, found.winner, [(each.doc_id, each.effect) for each in found.effects if each.effect]
    ((0.5, 0.3333333333333333), 'first', [('d2', -0.16666666666666669)])
    >>> compare_lists("RR", ["a", "b"], ["b", "a"], relevant="a").values
    (1.0, 0.5)
    >>> compare_lists("RR", [0.9, 0.1], [0.2, 0.3], y_true=[1, 0]).values
    (1.0, 0.5)
    """
    one, other = read_pair(first, second, relevant=relevant, y_true=y_true)
    return ListComparison(**vars(compare_measure(measure, one, other, profile, choices)))
