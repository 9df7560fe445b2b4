"""The answer of a run's look-up in sentences, and as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import reduce
from math import isfinite

from rankviz.core.rounding import shorten_number
from rankviz.core.typed_number import PrintedNumber
from rankviz.diagnose.words.findings import departure_words
from rankviz.display.labels import library_name
from rankviz.display.number_format import fixed_decimals, plain
from rankviz.runs.lookup.answers import NAMED, RunAnswers, RunFinding
from rankviz.runs.lookup.causes import READING, RunCause
from rankviz.runs.words.uncounted import no_mean_words
from rankviz.texts import Texts

MOST_QUERIES, MOST_OTHERS, MOST_CONVENTIONS = 5, 3, 3
MOST_CHOICES = 2  # that a library may be said to be
PLACES_OF_FRACTION, MOST_PLACES = 6, 15
Record = dict[str, object]


def cause_words(cause: RunCause, texts: Texts) -> str:
    """Say one cause."""
    if cause.departure is not None:
        return departure_words(cause.departure, texts)
    return texts(cause.text_key, **cause.details)


def causes_words(parts: Sequence[RunCause], texts: Texts) -> str:
    """Say several causes together."""
    return texts("departure.separator").join(cause_words(each, texts) for each in parts)


@dataclass(frozen=True)
class PlainAnswer:
    """An answer by its rule, with the libraries that do the same, and what else gives the values."""

    parts: tuple[RunCause, ...]
    libraries: tuple[str, ...]
    others: tuple[PlainAnswer, ...] = ()

    def words(self, texts: Texts) -> str:
        """Say the rule, then the libraries."""
        named = [causes_words([each for each in self.parts if not each.profiles], texts)] * (not self._is_library_only)
        if not self.libraries:
            return named[0]
        library = texts(
            "departure.profile",
            library=texts("sentence.more_separator").join(library_name(each, texts) for each in self.libraries),
        )
        if self._has_library:
            return texts("departure.separator").join([library, *named])
        return texts("run_lookup.as_in", words=named[0], library=library)

    @property
    def _has_library(self) -> bool:
        return any(each.profiles for each in self.parts)

    @property
    def _is_library_only(self) -> bool:
        return all(each.profiles for each in self.parts)


def plain_answer(match: RunFinding) -> PlainAnswer:
    """Return an answer with the rule before the libraries, where a library is one choice or two of it."""
    every = [match.parts, *match.others]
    libraries: dict[tuple[str, ...], list[str]] = {}
    shown = []
    for parts in every:
        rule = next((each for each in every if _is_rule_of(each, parts)), parts)
        key = tuple(sorted(each.key for each in rule if not each.profiles)) + ("",) * any(each.profiles for each in rule)
        if key not in libraries:
            shown.append((key, rule))
        libraries.setdefault(key, []).extend(name for each in parts for name in each.profiles)
    first, *others = (PlainAnswer(parts, tuple(dict.fromkeys(libraries[key]))) for key, parts in shown)
    return replace(first, others=tuple(others))


def _rest(parts: Sequence[RunCause]) -> frozenset[str]:
    return frozenset(each.key for each in parts if not each.profiles)


def _is_rule_of(parts: Sequence[RunCause], library: Sequence[RunCause]) -> bool:
    """Whether causes are what stands beside a library, and one choice or two in its place; no library reads files otherwise."""
    rest = _rest(library)
    choices = [each for each in parts if each.key not in rest]
    return (
        any(each.profiles for each in library)
        and not any(each.profiles or each.place == READING for each in choices)
        and len(choices) == len(parts) - len(rest)
        and 1 <= len(choices) <= MOST_CHOICES
    )


def run_match_words(match: RunFinding, texts: Texts) -> str:
    """Say what gives the numbers."""
    if match.parts:
        return plain_answer(match).words(texts)
    return texts("run_lookup.same_cut" if "cut" in match.agreement.values() else "run_lookup.same")


def run_match_remarks(match: RunFinding, answers: RunAnswers, texts: Texts) -> list[str]:
    """Say what else gives the values, how strong the evidence is, and which queries count on one side only."""
    if not match.parts:
        return _own_remarks(match, answers, texts)
    sentences = []
    if others := plain_answer(match).others[:MOST_OTHERS]:
        words = reduce(
            lambda one, other: texts("run_lookup.or_other", one=one, other=other), (each.words(texts) for each in others)
        )
        sentences.append(texts("run_lookup.also" if len(match.values) == 1 else "run_lookup.also_all", words=words))
    sentences += [texts("run_lookup.cut")] * ("cut" in match.agreement.values())
    sentences.append(texts("run_lookup.alike", count=match.count) if match.count > 1 else chance_words(match, texts))
    is_said = match.parts[-1].family == "without" and (len(match.parts) == 1 or match.count > 1)
    if match.queries and not is_said:
        sentences.append(texts("run_lookup.queries", count=f"{len(match.queries):,}", names=_names(match.queries, texts)))
    return sentences


def _own_remarks(match: RunFinding, answers: RunAnswers, texts: Texts) -> list[str]:
    """Say of a number that is ours which queries are on one side only, and what other conventions give."""
    row, _ = next(iter(match.rows.values()))
    counted = {query for query, counts in zip(row.queries, row.is_counted, strict=True) if counts}
    sentences = []
    for key, queries in (("unanswered", answers.unanswered), ("unjudged", answers.unjudged)):
        for kind, some in (("counted", counted), ("out", {*queries} - counted)):
            if names := [each for each in queries if each in some]:
                sentences.append(texts(f"run_lookup.{key}_{kind}", count=f"{len(names):,}", names=_names(names, texts)))
    if not answers.conventions:
        return [*sentences, texts("run_lookup.no_other_convention")]
    sentences.append(texts("run_lookup.conventions"))
    for each in answers.conventions[:MOST_CONVENTIONS]:
        values = texts("convention.separator").join(
            f"{name} = {short_value(value, answers.typed[name])}" for name, value in each.values.items()
        )
        sentences.append(texts("run_lookup.convention", values=values, words=plain_answer(each).words(texts)))
    more = len(answers.conventions) - MOST_CONVENTIONS
    sentences += [texts("run_lookup.more_conventions", count=f"{more:,}")] if more > 0 else []
    return [*sentences, texts("run_lookup.reverse")]


def short_value(value: float, printed: PrintedNumber) -> str:
    """Print a value with two decimals more than a typed number has."""
    places = PLACES_OF_FRACTION if printed.places is None else printed.places + 2
    return fixed_decimals(value, places) if places < MOST_PLACES else repr(value)


def ours_words(answers: RunAnswers, texts: Texts) -> list[str]:
    """Say what the means are here, and over how many queries."""
    return [
        texts(
            "run_lookup.ours",
            measure=name,
            value=short_value(value, answers.typed[name]),
            count=f"{answers.counts[name]:,}",
            of=f"{answers.queries:,}",
        )
        for name, value in answers.ours.items()
    ]


def _without_mean_words(answers: RunAnswers, texts: Texts) -> dict[str, str]:
    """Say of each measure that has no mean here why it has none."""
    return {name: no_mean_words(values, next(iter(values.list_values)), texts) for name, values in answers.without_mean.items()}


def _profile_words(answers: RunAnswers, texts: Texts) -> list[str]:
    """Say by whose convention our means are; [] where that is told elsewhere."""
    if not answers.profile:
        return []
    library = library_name(answers.profile, texts)
    if not answers.choices:
        return [texts("run_lookup.profile", library=library)]
    choices = texts("convention.separator").join(f"{name}={value}" for name, value in answers.choices.items())
    return [texts("run_lookup.profile_but", library=library, choices=choices)]


def moved_words(match: RunFinding, answers: RunAnswers, texts: Texts) -> list[str]:
    """Say in which query the value differs most; [] if in none."""
    measure = match.moved_measure
    return [
        texts("run_lookup.moves", measure=measure, query=query, ours=ours, theirs=theirs)
        for query, *values in match.moved_by_measure.get(measure, ())[:1]
        for ours, theirs in [_told_apart(values, answers.typed[measure])]
    ]


def _told_apart(values: Sequence[float], printed: PrintedNumber) -> list[str]:
    """Print values as `short_value` does, but with all digits where these would look the same."""
    short = [short_value(each, printed) for each in values]
    return short if len({*short}) == len(short) else [repr(each) for each in values]


def chance_words(match: RunFinding, texts: Texts) -> str:
    """Say how many numbers close to the typed one would be explained as simply; of a bound, whether nothing else gives it."""
    if match.is_at_bound:
        return texts("run_lookup.bound_only" if match.strength == NAMED else "run_lookup.bound_weak")
    percent = 100 * match.chance
    rounded = shorten_number(percent, 0, "round")
    key = "few" if percent < 1 else "count"
    count = texts(f"run_lookup.chance_{key}", **({"count": rounded} if key == "count" else {}))
    return texts(f"run_lookup.chance_{match.strength}", count=count)


def left_out_words(what: str, texts: Texts) -> str:
    """Say what was not tried."""
    kind, _, first = what.partition("=")
    return texts(f"run_lookup.left_out_{what.replace('=', '_') if kind == 'order' else kind}", first=first)


def run_lookup_text(answers: RunAnswers, texts: Texts) -> str:
    """Print our numbers, then the answers, best first, with their evidence."""
    lines = [*_profile_words(answers, texts), *ours_words(answers, texts), *_without_mean_words(answers, texts).values()]
    lines += _answer_lines(answers, texts)
    lines += [texts("run_lookup.tried", tried=f"{answers.tried:,}")] * bool(answers.matches)
    return "\n".join([*lines, *dict.fromkeys(left_out_words(each, texts) for each in answers.left_out)])


def bound_words(answers: RunAnswers, texts: Texts) -> list[str]:
    """Say of numbers at a bound how such a mean comes about, and what of that there is here; [] of others."""
    if not answers.bounds:
        return []
    first = next(iter(answers.bounds.values()))
    why = texts("run_lookup.bound_best" if first.is_best else "run_lookup.bound_worst", bound=plain(first.bound))
    meeting = {
        "queries": first.overlap.queries,
        "of": first.overlap.run_queries,
        "found": first.overlap.found,
        "judged": first.overlap.judged,
    }
    reached = [
        texts(
            "run_lookup.bound_reached",
            measure=name,
            bound=plain(each.bound),
            reaching=f"{each.reaching:,}",
            counted=f"{each.counted:,}",
        )
        for name, each in answers.bounds.items()
    ]
    return [why, texts("run_lookup.bound_meet", **{key: f"{count:,}" for key, count in meeting.items()}), *reached]


def _answer_lines(answers: RunAnswers, texts: Texts) -> list[str]:
    lines = bound_words(answers, texts)
    if not answers.matches:
        typed = texts("convention.separator").join(f"{name} = {each.text}" for name, each in answers.typed.items())
        key = "none_together" if answers.alone else "none"
        lines.append(texts(f"run_lookup.{key}", tried=f"{answers.tried:,}", typed=typed))
        lines += [texts("run_lookup.nearest")] * (bool(answers.nearest) and not answers.alone)
    for each in answers.alone.values():
        lines += _answer_lines(each, texts)
    for match in answers.matches or (() if answers.alone else answers.nearest):
        values = "  ".join(f"{name} {value!r}" for name, value in match.values.items())
        lines.append(f"{values}  {run_match_words(match, texts)}")
        if answers.matches:
            lines += [
                f"    {sentence}"
                for sentence in (*run_match_remarks(match, answers, texts), *moved_words(match, answers, texts))
            ]
    return lines


def _names(queries: Sequence[str], texts: Texts) -> str:
    shown = [*queries[:MOST_QUERIES]]
    more = len(queries) - len(shown)
    return texts("convention.separator").join([*shown, *([texts("run_lookup.more", count=f"{more:,}")] if more else [])])


def run_lookup_record(answers: RunAnswers) -> Record:
    """Return an answer as plain data, numbers with all digits; `None` for one that is not finite."""
    texts = Texts("en")
    return {
        "values": _values(answers.ours),
        "counts": dict(answers.counts),
        "queries": answers.queries,
        "undefined": _without_mean_words(answers, texts),
        "profile": answers.profile,
        "choices": {name: str(value) for name, value in answers.choices.items()},
        "numbers": {name: each.text for name, each in answers.typed.items()},
        "fits": answers.is_named,
        "tried": answers.tried,
        "answers": [_match_record(each, texts) for each in answers.matches],
        "nearest": [_match_record(each, texts) for each in answers.nearest],
        "unanswered": [*answers.unanswered],
        "unjudged": [*answers.unjudged],
        "conventions": [
            {"values": _values(each.values), "words": run_match_words(each, texts)} for each in answers.conventions
        ],
        "bounds": {name: asdict(each) for name, each in answers.bounds.items()},
        "alone": {name: run_lookup_record(each) for name, each in answers.alone.items()},
        "left_out": [{"what": each, "words": left_out_words(each, texts)} for each in answers.left_out],
    }


def _match_record(match: RunFinding, texts: Texts) -> Record:
    return {
        "causes": [*match.causes],
        "words": run_match_words(match, texts),
        "values": _values(match.values),
        "agreement": dict(match.agreement),
        "cost": match.cost,
        "chance": match.chance,
        "strength": match.strength,
        "also": [causes_words(each, texts) for each in match.others],
        "alike": match.count,
        "queries": [*match.queries],
        "moved": {
            name: [{"query": query, "ours": _finite(ours), "theirs": _finite(theirs)} for query, ours, theirs in moved]
            for name, moved in match.moved_by_measure.items()
        },
    }


def _values(values: Mapping[str, float]) -> dict[str, float | None]:
    return {name: _finite(value) for name, value in values.items()}


def _finite(value: float) -> float | None:
    return value if isfinite(value) else None
