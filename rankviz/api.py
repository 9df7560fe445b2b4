"""The public entry points.

`evaluate` gives a number, `explain` the steps behind it, `compare_lists` those behind the difference of two, and `lookup` what
gives a number that somebody else got.

They stand above the display code, which a result loads when it is printed.
"""

from __future__ import annotations

from rankviz.basics.coerce import to_float
from rankviz.basics.errors import short_repr, unknown_name
from rankviz.basics.optional_packages import html_or_text
from rankviz.compare.compared_lists import ComparedLists, FirstList, SecondList, compare_measure
from rankviz.compare.similarity.compute import ComputedSimilarity, Order, similarity_of
from rankviz.core.metrics.measures import parse_measure
from rankviz.core.typed_number import read_typed
from rankviz.diagnose import ENGINEER, LookupResult, NumberLookup
from rankviz.evaluation.evaluate import Evaluation, Lists, are_several, as_rankings, evaluation_of, resolve_convention
from rankviz.runs.evaluate.prepared_run import Source
from rankviz.runs.two_runs import ComparedRuns, compared_runs


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


class Lookup(LookupResult):
    """What may have given a number; printed, it is put in sentences."""

    def __repr__(self) -> str:
        from rankviz.diagnose.words.findings import lookup_text
        from rankviz.texts import Texts

        return lookup_text(self, Texts("en"))


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


class ListComparison(ComparedLists):
    """A measure on two lists with what each document does to the difference; a notebook shows it as a table."""

    def __repr__(self) -> str:
        from rankviz.compare.words.comparison_text import comparison_text

        return comparison_text(self)

    def _repr_html_(self) -> str:
        from rankviz.compare.words.comparison_text import comparison_html

        return comparison_html(self)


class RunComparison(ComparedRuns):
    """A measure on two runs, and under which choices the winner changes; `str()` puts it in sentences."""

    def __str__(self) -> str:
        from rankviz.runs.words.two_runs import compared_runs_text

        return compared_runs_text(self)

    def __repr__(self) -> str:
        first, second = self.means
        return f"RunComparison({self.measure}: {first!r}, {second!r})"


def evaluate(measure: str, lists: Lists, *, profile: str = "textbook", **choices: object) -> float:
    """Compute a measure for one list, or its mean over several.

    Parameters
    ----------
    measure : str
        As `nDCG@10`; `MAP` and `MRR` are other names of `AP` and `RR`.
    lists : Ranking, grades in ranked order, or a sequence of Rankings
    profile : str
        A named convention, see `PROFILES`.
    **choices
        Single fields of the convention, over the profile's; `@k` in the measure wins over `cutoff=`.

    Returns
    -------
    float
        For 0/0 the value that the choice `empty` puts in its place.

    Raises
    ------
    InputError
        `unknown_metric`, `unknown_profile`, `unknown_choice`, `unknown_option`, each with similar names; `bad_measure`;
        `option_without_meaning`; `metric_not_in_profile`; those of `Ranking`; and those of rules that refuse a list.

    Examples
    --------
    >>> evaluate("nDCG@3", [3, 2, 3], gain="exponential", discount="inverse")  # (7 + 3/2 + 7/3) / (7 + 7/2 + 3/3)
    0.9420289855072465
    """
    return evaluation_of(measure, lists, profile, choices).value


def explain(measure: str, lists: Lists, *, profile: str = "textbook", **choices: object) -> Explanation:
    """Compute a measure and keep every step.

    Parameters
    ----------
    measure, lists, profile, choices
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
    return Explanation(**vars(evaluation_of(measure, lists, profile, choices)))


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


def compare_runs(
    measure: str, first: Source, second: Source, qrels: Source, *, profile: str = "textbook", **choices: object
) -> RunComparison:
    """Compute a measure for two runs, and find under which other choices the winner changes.

    Parameters
    ----------
    measure, profile, choices
        As for `evaluate`.
    first, second, qrels : path, table from `read_run` and `read_qrels`, or {query: {document: number}}

    Returns
    -------
    RunComparison
        With `means` over the queries that count for both, and `counts`, how many count for the first run, the second, and both;
        `flips`: for each number of the convention, who wins along it (`shares` of the queries, `mean_ahead`, `crossings`, the
        queries that are `flipping`); and `cells`: the same under every gain and discount. Printed, it is put in sentences.

    Raises
    ------
    InputError
        As for `evaluate_run`.

    Examples
    --------
    >>> one, two = ({"q": dict(zip(order, (3, 2, 1)))} for order in ("abc", "bca"))
    >>> found = compare_runs("DCG@2", one, two, {"q": {"a": 3, "b": 2, "c": 2}}, discount="none")
    >>> found.means, [each.choices["gain"] for each in found.cells if each.present]
    ((5.0, 4.0), ['linear'])
    """
    return RunComparison(**vars(compared_runs(measure, first, second, qrels, profile, choices)))


def lookup(
    measure: str, lists: Lists, typed: str | float, *, profile: str = "textbook", reader: str = ENGINEER, **choices: object
) -> Lookup:
    """Find what gives a number that somebody else got.

    Parameters
    ----------
    measure, lists, profile, choices
        As for `evaluate`: what would be computed here.
    typed : str or float
        The number as it was printed; its digits count: "0.76" is a wider interval than "0.7600".
    reader : {'engineer', 'student'}
        Who asks. For an engineer libraries and choices come first, for a student the usual mistakes, with libraries as a
        remark only.

    Returns
    -------
    Lookup
        With `matches`, best first, each with its `departures` from the convention and the `value` that they give; `nearest`,
        if there is no match; and `tried`, how many values were computed.

    Raises
    ------
    InputError
        `typed_empty`, `typed_no_number`, `typed_too_long`, `typed_too_large`, `typed_too_small`, `unknown_reader`, and those of
        `evaluate`.

    Examples
    --------
    >>> [each.key for each in lookup("nDCG@6", [3, 2, 3, 0, 1, 2], "0.949").matches[0].departures]
    ['gain=exponential']
    """
    parsed = parse_measure(measure)
    convention = resolve_convention(parsed, profile, choices, as_rankings(lists))
    printed = read_typed(typed if isinstance(typed, str) else short_repr(to_float(typed)))
    written_choices = {**({} if convention.cutoff is None else {"cutoff": convention.cutoff}), **parsed.choices}
    number_lookup = NumberLookup(
        parsed.metric, as_rankings(lists), convention, reader, written_choices, as_mean=are_several(lists)
    )
    return Lookup(**vars(number_lookup.find(printed)))


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
