"""What may have given the means of a run that somebody else got."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from rankviz.api.arguments_order import refuse_order
from rankviz.api.run_sources import run_sources
from rankviz.basics.coerce import to_float
from rankviz.basics.errors import InputError, short_repr
from rankviz.core.metrics.trec_measures import single_measure
from rankviz.core.typed_number import read_typed
from rankviz.runs.evaluate.orders import RunReadings
from rankviz.runs.evaluate.prepared_run import Source
from rankviz.runs.evaluate.run_evaluation import resolve_measure
from rankviz.runs.lookup.answers import RunAnswers, RunFinding
from rankviz.runs.lookup.search import find_answers
from rankviz.runs.lookup.search_space import Progress, RunSpace


@dataclass(frozen=True, eq=False)
class RunMatch(RunFinding):
    """Causes that give the numbers, and their words."""

    @property
    def moved(self) -> tuple[tuple[str, float, float], ...]:
        """Return (query, our value, theirs) of each query that moves, of the first measure that does, the farthest first."""
        return self.moved_by_measure.get(self.moved_measure, ())

    @property
    def words(self) -> str:
        """Return the causes as a sentence."""
        from rankviz.runs.words.lookup import run_match_words  # loads the texts
        from rankviz.texts import Texts

        return run_match_words(self, Texts("en"))


@dataclass(frozen=True, eq=False, repr=False)
class RunLookup(RunAnswers):
    """What may have given the means of a run; printed, it is put in sentences."""

    @property
    def values(self) -> dict[str, float]:
        """Return our mean of each measure."""
        return dict(self.ours)

    @property
    def value(self) -> float:
        """Return our mean of the first measure."""
        return next(iter(self.ours.values()))

    def to_json(self) -> str:
        """Return the answer as JSON, numbers with all digits."""
        from rankviz.runs.words.lookup import run_lookup_record

        return json.dumps(run_lookup_record(self), ensure_ascii=False, indent=1)

    def __repr__(self) -> str:
        from rankviz.runs.words.lookup import run_lookup_text
        from rankviz.texts import Texts

        return run_lookup_text(self, Texts("en"))


def lookup_run(
    run: Source,
    qrels: Source,
    measures: str | Mapping[str, str | float],
    typed: str | float | None = None,
    *,
    profile: str = "textbook",
    ids: str = "",
    allow: str = "",
    progress: Progress | None = None,
    **choices: object,
) -> RunLookup:
    """Find what gives the means of a run that somebody else got: other readings, formulas, or ways to average the queries.

    Parameters
    ----------
    run, qrels, profile, ids, allow, choices
        As for `evaluate_run`: what would be computed here. So the textbook's convention is the default in Python, and
        trec_eval's on the command line, as of `rankviz run`; what is printed names it.
    measures : mapping of measure to number, or one measure
        Several numbers together leave fewer explanations. Their digits count, so type them as they were printed.
    typed : str or float
        The number of the one measure.
    progress : function of the share that is done (0 to 1), optional
        Called once the files are read; an exception that it raises ends the search.

    Returns
    -------
    RunLookup
        With `matches`, best first: the keys of their `causes`, their `words`, the `values` that they give, unrounded, their
        `cost`, the `chance` (the share of the numbers close by that get an answer as simple), the `queries` that count on one
        side only, and the queries that are `moved`; `nearest`, if there is no match; `value` and `values`, ours, and the
        `profile` and `choices` by which they are; `tried`, how many values were computed; `left_out`, what was not tried;
        `unanswered` and `unjudged`, the queries that are on one side only; and, where the numbers are ours, `conventions`,
        what libraries give that prints otherwise.

    Raises
    ------
    InputError
        `number_without_measure`; `several_measures`, as trec_eval's `P`, which is P@5, P@10 and so on; `typed_empty`,
        `typed_no_number`, `typed_too_long`, `typed_too_large`, `typed_too_small`; `too_few_queries` for a run of one query,
        whose number `lookup` looks up; and those of `evaluate_run`.

    Examples
    --------
    >>> run = {"q": {"a": 2.0, "b": 1.0}, "r": {"a": 2.0, "b": 1.0}}
    >>> qrels = {"q": {"b": 1}, "r": {"a": 1}, "s": {"a": 1}}
    >>> found = lookup_run(run, qrels, "RR", "0.75")
    >>> found.value, found.matches[0].causes
    (0.5, ('queries=run',))
    """
    for given in (run, qrels):
        refuse_order(given, "lookup_run(run, qrels, measures, typed)")
    numbers = _numbers(measures, typed)
    printed = {
        name: read_typed(number if isinstance(number, str) else short_repr(to_float(number)))
        for name, number in numbers.items()
    }
    resolved = {name: resolve_measure(single_measure(name, profile), profile, dict(choices)) for name in printed}
    (run,), qrels = run_sources([run], qrels, allow)
    readings = RunReadings.from_sources(run, qrels, ids, allow)
    answers = find_answers(RunSpace(readings, resolved, progress), printed)
    return _with_words(replace(answers, profile=profile, choices=choices))


def _with_words(answers: RunAnswers) -> RunLookup:
    values = {field.name: getattr(answers, field.name) for field in fields(RunAnswers)}
    for name in ("matches", "nearest"):
        values[name] = tuple(_match_with_words(each) for each in values[name])
    values["alone"] = {name: _with_words(each) for name, each in answers.alone.items()}
    return RunLookup(**values)


def _match_with_words(match: RunFinding) -> RunMatch:
    return RunMatch(**{field.name: getattr(match, field.name) for field in fields(RunFinding)})


def _numbers(measures: object, typed: object) -> dict[str, str | float]:
    """Return the numbers by measure; `number_without_measure` if either is lacking."""
    if isinstance(measures, Mapping) and measures and typed is None:
        return dict(measures)
    if isinstance(measures, str) and typed is not None:
        return {measures: typed}  # type: ignore[dict-item]
    number = short_repr(measures) if typed is None else short_repr(typed)
    message = f'Say which measure {number} is: {{"nDCG@10": "0.412"}}, or "nDCG@10", "0.412".'
    raise InputError("number_without_measure", message, number=number)
