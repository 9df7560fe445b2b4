"""A metric on lists: its value, and every step that led to it."""

from __future__ import annotations

from rankviz.basics.errors import unknown_name
from rankviz.basics.optional_packages import html_or_text
from rankviz.evaluation.evaluate import Evaluation, evaluation_of
from rankviz.evaluation.held_lists import read_lists


class Explanation(Evaluation):
    """A measure's value with every step that led to it; `str()` gives the steps as text, a notebook shows the formulas."""

    def __str__(self) -> str:
        from rankviz.display.formulas.explanation_text import explanation_text

        return explanation_text(self)

    def _repr_html_(self) -> str:
        def html() -> str:
            from rankviz.display.formulas.explanation_html import explanation_html  # loads latex2mathml

            return explanation_html(self)

        return html_or_text(html, self.__str__)

    def to_html(self, *, language: str = "en") -> str:
        """Write the steps as a page of their own: list, formulas and charts in one file, without scripts or addresses.

        It can be opened anywhere, sent and printed; the page saves the same. Of several lists the first is written out, and all
        of them stand in a table with their values and their mean.

        Parameters
        ----------
        language : {'en', 'zh'}

        Raises
        ------
        InputError
            `unknown_language`; `needs_package` where latex2mathml is not installed.

        Examples
        --------
        >>> print(explain("RR", [0, 1]).to_html()[:15])
        <!DOCTYPE html>
        """
        from rankviz.explore.saved_page.page_html import saved_page
        from rankviz.state.analysis import analyse
        from rankviz.state.app_state import AppState
        from rankviz.texts import LANGUAGES, Texts

        if language not in LANGUAGES:
            raise unknown_name("language", language, LANGUAGES)
        return saved_page(analyse(AppState(self.rankings, self.metric.key, self.asked)), Texts(language))


def evaluate(
    measure: str,
    lists: object = None,
    scores: object = None,
    *,
    relevant: object = None,
    qid: object = None,
    group: object = None,
    y_true: object = None,
    y_score: object = None,
    profile: str = "textbook",
    **choices: object,
) -> float:
    """Compute a measure for one list, or its mean over several.

    Parameters
    ----------
    measure : str
        As `nDCG@10`; `MAP` and `MRR` are other names of `AP` and `RR`.
    lists : Ranking, grades, or several of them
        Grades in ranked order, or in any order beside `scores`. An array of shape (Q, N), lists of lists, and Rankings from
        anywhere are several lists, whose mean is returned: for (Q, N) what scikit-learn's `ndcg_score` gives, and its
        `average_precision_score` with average="samples". With `relevant` ids in ranked order, or {id: score}.
    scores : numbers, as many as grades, optional
        They decide the order.
    relevant : ids, or {id: grade}, optional
        The relevant documents; of several lists one each. What is not named is unjudged.
    qid, group : ids, one for each grade in any order, or sizes that add up, optional
        Which query a grade belongs to, as LightGBM and XGBoost have it.
    y_true, y_score : optional
        Other names of `lists` and `scores`. By these names they are taken as they are; by place, decimals first and whole
        numbers second are refused as exchanged.
    profile : str
        A named convention, see `PROFILES`.
    **choices
        Single fields of the convention, over the profile's; `@k` in the measure wins over `cutoff=`. `k=10` is `cutoff=10`.

    Returns
    -------
    float
        For 0/0 the value that the choice `empty` puts in its place.

    Raises
    ------
    InputError
        `unknown_metric`, `unknown_profile`, `unknown_choice`, `unknown_option`, each with similar names; `bad_measure`;
        `option_without_meaning`; `metric_not_in_profile`; `two_cutoffs`; those of `Ranking`; `exchanged_lists`, `ids_alone`,
        `judgments_alone`, `list_shapes`, `list_groups` and others where the lists do not go together; and those of rules that
        refuse a list.

    Examples
    --------
    >>> evaluate("nDCG@3", [3, 2, 3], gain="exponential", discount="inverse")  # (7 + 3/2 + 7/3) / (7 + 7/2 + 3/3)
    0.9420289855072465
    >>> evaluate("RR", y_true=[0, 1, 0], y_score=[0.1, 0.4, 0.7])
    0.5
    >>> evaluate("R@2", ["d1", "d2", "d3"], relevant=["d2", "d3"])
    0.5
    """
    read = read_lists(lists, scores, relevant=relevant, qid=qid, group=group, y_true=y_true, y_score=y_score)
    return evaluation_of(measure, read, profile, choices).value


def explain(
    measure: str,
    lists: object = None,
    scores: object = None,
    *,
    relevant: object = None,
    qid: object = None,
    group: object = None,
    y_true: object = None,
    y_score: object = None,
    profile: str = "textbook",
    **choices: object,
) -> Explanation:
    """Compute a measure and keep every step.

    Parameters
    ----------
    measure, lists, scores, relevant, qid, group, y_true, y_score, profile, choices
        As for `evaluate`.

    Returns
    -------
    Explanation
        With `value`, `convention`, `rankings` and `steps`, each with its `key`, `symbol`, formula `template` and array `value`.

    Raises
    ------
    InputError
        As for `evaluate`.

    Examples
    --------
    >>> [step.key for step in explain("RR", [0, 1]).steps]
    ['hit', 'rank', 'reciprocal', 'R', 'rr']
    """
    read = read_lists(lists, scores, relevant=relevant, qid=qid, group=group, y_true=y_true, y_score=y_score)
    return Explanation(**vars(evaluation_of(measure, read, profile, choices)))
