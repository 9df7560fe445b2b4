"""What may have given a number that somebody else got."""

from __future__ import annotations

from rankviz.basics.coerce import to_float
from rankviz.basics.errors import short_repr
from rankviz.core.metrics.trec_measures import single_measure
from rankviz.core.typed_number import read_typed
from rankviz.diagnose import ENGINEER, LookupResult, NumberLookup
from rankviz.evaluation.evaluate import are_several, as_rankings, resolve_convention
from rankviz.evaluation.held_lists import read_lists


def _is_typed(value: object) -> bool:
    """Whether a value is a number as it was printed, and not scores."""
    return isinstance(value, str) or to_float(value) is not None


class Lookup(LookupResult):
    """What may have given a number; printed, it is put in sentences."""

    def __repr__(self) -> str:
        from rankviz.diagnose.words.findings import lookup_text
        from rankviz.texts import Texts

        return lookup_text(self, Texts("en"))


def lookup(
    measure: str,
    lists: object = None,
    typed: object = None,
    scores: object = None,
    *,
    relevant: object = None,
    qid: object = None,
    group: object = None,
    y_true: object = None,
    y_score: object = None,
    profile: str = "textbook",
    reader: str = ENGINEER,
    **choices: object,
) -> Lookup:
    """Find what gives a number that somebody else got.

    Parameters
    ----------
    measure, lists, scores, relevant, qid, group, y_true, y_score, profile, choices
        As for `evaluate`: what would be computed here.
    typed : str or float
        The number as it was printed; its digits count: "0.76" is a wider interval than "0.7600". It may stand behind the
        scores, too: lookup("nDCG@6", y_true, y_score, "0.76").
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
    if _is_typed(scores) and not _is_typed(typed):
        typed, scores = scores, typed
    parsed = single_measure(measure, profile)
    read = read_lists(lists, scores, relevant=relevant, qid=qid, group=group, y_true=y_true, y_score=y_score)
    convention = resolve_convention(parsed, profile, choices, as_rankings(read))
    printed = read_typed(typed if isinstance(typed, str) else short_repr(to_float(typed)))
    written_choices = {**({} if convention.cutoff is None else {"cutoff": convention.cutoff}), **parsed.choices}
    number_lookup = NumberLookup(parsed.metric, as_rankings(read), convention, written_choices, as_mean=are_several(read))
    return Lookup(**vars(number_lookup.find(printed, reader)))
