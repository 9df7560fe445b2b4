"""A measure on two lists of one query."""

from __future__ import annotations

from rankviz.compare.compared_lists import ComparedLists, FirstList, SecondList, compare_measure


class ListComparison(ComparedLists):
    """A measure on two lists with what each document does to the difference; a notebook shows it as a table."""

    def __repr__(self) -> str:
        from rankviz.compare.words.comparison_text import comparison_text

        return comparison_text(self)

    def _repr_html_(self) -> str:
        from rankviz.compare.words.comparison_text import comparison_html

        return comparison_html(self)


def compare_lists(
    measure: str, first: FirstList, second: SecondList, *, profile: str = "textbook", **choices: object
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

    Returns
    -------
    ListComparison
        With `values`, `difference` (the second less the first), `winner` ('first', 'second', 'even', or '' where a value is
        undefined), and `effects`: for each document its ranks, what it adds to either list, and its effect. The effects,
        `rest` and `base` (another denominator) add up to the difference.

    Raises
    ------
    InputError
        `judgments_differ` where a document has two different grades, and those of `evaluate`.

    Examples
    --------
    >>> found = compare_lists("RR", [0, 1, 0], ["d3", "d1", "d2"])
    >>> found.values, found.winner, [(each.doc_id, each.effect) for each in found.effects if each.effect]
    ((0.5, 0.3333333333333333), 'first', [('d2', -0.16666666666666669)])
    """
    return ListComparison(**vars(compare_measure(measure, first, second, profile, choices)))
