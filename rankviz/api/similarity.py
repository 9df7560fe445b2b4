"""How similar two orders are."""

from __future__ import annotations

from rankviz.basics.optional_packages import html_or_text
from rankviz.compare.similarity.compute import ComputedSimilarity, Order, similarity_of


class Alike(ComputedSimilarity):
    """The similarity of two lists with every step that led to it; `str()` gives these as text, a notebook shows formulas."""

    def __str__(self) -> str:
        from rankviz.compare.words.similarity import similarity_text
        from rankviz.texts import Texts

        return similarity_text(self, Texts("en"))

    def _repr_html_(self) -> str:
        from rankviz.compare.words.similarity import similarity_html
        from rankviz.texts import Texts

        return html_or_text(lambda: similarity_html(self, Texts("en")), self.__str__)


def alike(measure: str, first: Order, second: Order, **choices: object) -> Alike:
    """Compute the similarity of two orders, and keep every step.

    Parameters
    ----------
    measure : {'tau_b', 'tau_AP', 'rho', 'RBO(p=0.9)'}
        Names are read in upper and lower case, also `kendall` and `spearman`.
    first, second : Ranking, or ids in ranked order
        Entries of a Ranking with equal scores are tied. Grades are not read.
    **choices
        `alike_missing`: whether a document that only one list has is left out ('common'), or tied below the other one
        ('tied_below'); RBO reads all documents. `rbo_p` is the p of RBO. `duplicates` says which one of them counts.

    Returns
    -------
    Alike
        With `value`, NaN if it is undefined, and the `trace` of its steps.

    Raises
    ------
    InputError
        `unknown_likeness`, `bad_likeness`, `not_a_list`, `bad_id`, and those of choices.

    Examples
    --------
    >>> alike("RBO(p=0.9)", ["d1", "d2", "d3"], ["d2", "d1", "d4"]).value        # 0.1 · (0 + 0.9 + 0.81 · 2/3) + 0.729 · 2/3
    0.63
    """
    return Alike(**vars(similarity_of(measure, first, second, choices)))
