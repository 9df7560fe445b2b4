"""A convention in words: one writer for the page, for what is copied from it, the command line, notebooks and means of runs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property

from rankviz.core.conventions import ANY_LISTS, FIELDS, TEXTBOOK, Convention, ListFacts
from rankviz.core.lists.rankings import Rankings
from rankviz.core.metrics import Metric
from rankviz.core.metrics.means import weight_option
from rankviz.core.trace import Trace
from rankviz.display.labels import field_label, option_label, option_words
from rankviz.display.number_format import plain
from rankviz.evaluation.evaluate import fields_that_matter, narrow
from rankviz.state.analysis import Analysis
from rankviz.texts import MARK, Piece, Texts, as_plain_text, pieces_of, without_marks
from rankviz.texts.spacing import spaced_pieces

SLOT = re.compile(r"\{(\w+)\}")
CLAUSE = "|"  # begins a clause that is only said where its choice can matter
# What is said with the words of another choice, and chosen beside it.
WITH: Mapping[str, tuple[str, ...]] = {
    "threshold": ("strict",),
    "ideal": ("ideal_discount",),
    "unjudged": ("unjudged_grade",),
    "gain": ("gain_base", "gain_table", "gain_formula"),
    "discount": ("discount_power", "discount_table", "discount_formula"),
}
SAID_WITH = {name: other for other, names in WITH.items() for name in names}
# In the sentence they have other words than among their options.
REWORDED = frozenset({"cutoff", "threshold", "ideal", "ideal_cut"})


@dataclass(frozen=True)
class Slot:
    """The place of a choice in the sentence."""

    name: str


@dataclass(frozen=True)
class ConventionWords:
    """A metric and its convention, to be put into words.

    Two conventions with the same sentence give the same value on the same lists.

    Parameters
    ----------
    metric : Metric
    convention : Convention
        As asked for; what of it the metric reads is said.
    facts : ListFacts or None
        Of the lists: choices that cannot matter to them are not said. None, where the lists are not at hand: besides the
        sentence only what is not the textbook's is said.
    texts : Texts
    counts : mapping of str to number
        What the words of some choices come to, as `numbers_of` gives it; nothing where the lists are not at hand.
    """

    metric: Metric
    convention: Convention
    facts: ListFacts | None
    texts: Texts
    counts: Mapping[str, float] = field(default_factory=dict)

    @cached_property
    def relevant_choices(self) -> tuple[str, ...]:
        """The choices that can matter, in the order of `FIELDS`."""
        return fields_that_matter(self.metric, self.facts or ANY_LISTS, self.convention)

    @cached_property
    def pieces(self) -> tuple[str | Slot, ...]:
        """The sentence: words, some marked, and the slots of choices, in the language's own order; the metric's comes first."""
        clauses = self.texts.as_written(f"sentence.{self.metric.key}").split(CLAUSE)
        sentence = "".join([clauses[0], *(each for each in clauses[1:] if self._matters(each))])
        return tuple(self._pieces(sentence))

    def _matters(self, clause: str) -> bool:
        return any(name in self.relevant_choices for name in SLOT.findall(clause))

    def _pieces(self, template: str) -> Iterator[str | Slot]:
        for i, piece in enumerate(SLOT.split(template)):
            if i % 2:
                yield Slot(piece)
            elif piece:
                yield piece

    @cached_property
    def extra_choices(self) -> tuple[str, ...]:
        """Choices that matter and have no place in the sentence: they are listed behind it."""
        written = {piece.name for piece in self.pieces if isinstance(piece, Slot)}
        names = dict.fromkeys(SAID_WITH.get(name, name) for name in self.relevant_choices)
        unsaid = [name for name in names if name not in written]
        return tuple(unsaid) if self.facts is not None else tuple(name for name in unsaid if self.is_chosen(name))

    def dependent_choices(self, name: str) -> tuple[str, ...]:
        """The choices that are made beside another one, so as that is made."""
        field = FIELDS[name]
        own = {field.custom_field_of(key) for key in field.options or ()} - {field.custom_field_of(self.effective_option(name))}
        return tuple(each for each in WITH.get(name, ()) if each in self.metric.uses and each not in own)

    def is_chosen(self, name: str) -> bool:
        """Whether something else than the textbook's is chosen, or beside it."""
        usual = replace(self, convention=TEXTBOOK)
        return any(self.effective_option(each) != usual.effective_option(each) for each in (name, *WITH.get(name, ())))

    @cached_property
    def _narrowed(self) -> Convention:
        return narrow(self.metric, self.convention)

    def effective_option(self, name: str) -> object:
        """The option that is taken, which is another one where the chosen one has no meaning for the metric."""
        if name == "mean_weights":
            return weight_option(self.metric, self.convention)
        if FIELDS[name].stage == "means":
            return getattr(self.convention, name)
        return getattr(self._narrowed, name)

    def label(self, name: str, value: object) -> str:
        """Name an option; with its number what is read off the list."""
        if name == "ideal" and value in self.counts:
            key = "judged_count" if value == "judged" else "shown_count"
            return self.texts(f"sentence.{key}", count=int(self.counts[str(value)]))
        if name == "err_max" and value is None and name in self.counts:
            grade = plain(self.counts[name])
            return self.texts("sentence.highest", label=option_label(name, value, self.texts), grade=grade)
        if name == "ideal_cut" and value == "k" and self.convention.cutoff is not None:
            return option_label("cutoff", self.convention.cutoff, self.texts)
        return option_label(name, value, self.texts)

    def choice_text(self, name: str, value: object = ...) -> str:
        """The words of a choice in the sentence, those that are said with it included; of another option, if one is given."""
        value = self.effective_option(name) if value is ... else value
        if FIELDS[name].custom_field_of(value):
            return option_words(name, str(value), self._narrowed, self.texts)
        label = self.label(name, value)
        if name not in REWORDED:
            return label
        if key := self._frame(name, value):
            return self.texts.template(key).replace("{value}", label)
        if self.effective_option("ideal_discount") == "same":
            return label
        discount = option_label("ideal_discount", self.effective_option("ideal_discount"), self.texts)
        return self.texts("sentence.ideal_discounted", ideal=label, discount=discount)

    def form(self, name: str, value: object = 0) -> str:
        """How a number is said, with {value} in its place; of a number that may be left out also how None is said."""
        if key := self._frame(name, value):
            return self.texts.template(key)
        return self.label(name, None) if value is None else "{value}"

    def _frame(self, name: str, value: object) -> str:
        """Key of the words around the value of a choice, "" where there are none."""
        if name == "threshold":
            return f"sentence.relevant_{self.effective_option('strict')}"
        if name == "cutoff":
            return "sentence.no_cutoff" if value is None else "sentence.cutoff"
        if name == "ideal_cut":
            uncut = value == "k" and self.convention.cutoff is None
            return f"sentence.ideal_cut_{'none' if uncut else value}"
        return ""

    def prefix(self, name: str, value: object = ...) -> list[Piece]:
        """Return the words before a choice's pill, up to the last term in them; [] if there are none."""
        key = self._frame(name, self.effective_option(name) if value is ... else value)
        return pieces_of(_to_last_mark(self.texts.as_written(key))) if key else []

    def on_pill(self, words: str, name: str, value: object = ...) -> str:
        """Return the part of a choice's text that goes on its pill, without the words before it."""
        return words.removeprefix(as_plain_text(self.prefix(name, value))).lstrip()

    @cached_property
    def parts(self) -> tuple[tuple[str, bool], ...]:
        """The whole convention as plain text in pieces, each with whether it is what was chosen."""
        separator = self.texts("convention.separator")
        return (*self._own_parts, *((separator + part, False) for part in self.extra_sentences))

    @cached_property
    def _own_parts(self) -> tuple[tuple[str, bool], ...]:
        words, values, chosen = [""], [], []
        for piece in self.pieces:
            if isinstance(piece, str):
                words[-1] = without_marks(piece)
            else:
                values.append(self.metric.name if piece.name == "metric" else self.choice_text(piece.name))
                chosen.append(piece.name != "metric")
                words.append("")
        texts = spaced_pieces(words, values)
        return tuple((text, bool(i % 2) and chosen[i // 2]) for i, text in enumerate(texts) if text)

    @cached_property
    def extra_sentences(self) -> tuple[str, ...]:
        """The choices that have no place in the metric's sentence, each in words."""
        return tuple(
            self.texts("convention.part", name=self.texts(f"clause.{name}"), value=self.choice_text(name))
            for name in self.extra_choices
        )

    @cached_property
    def main_sentence(self) -> str:
        """The metric's own sentence, without the choices that have no place in it."""
        return "".join(text for text, _ in self._own_parts)

    @cached_property
    def sentence(self) -> str:
        """The whole convention as plain text, to stand beside a value."""
        return "".join(text for text, _ in self.parts)


@cache
def _to_last_mark(text: str) -> str:
    """Words up to the last that has an entry, "" where none has."""
    return text[: max((match.end() for match in MARK.finditer(text)), default=0)]


def numbers_of(rankings: Rankings) -> Mapping[str, float]:
    """How many documents the ideal ranking is made of, by the option that says which, and the top of ERR's scale.

    Of several lists what is the same for all of them.
    """
    counts = {"judged": rankings.R + rankings.nonrel, "retrieved": rankings.n}
    counts |= {"err_max": rankings.highest} if rankings.pool.known.any(axis=1).all() else {}
    return {name: float(each[0]) for name, each in counts.items() if len(each) and (each == each[0]).all()}


def choices_words(choices: Mapping[str, object], texts: Texts, *, judged: bool = True) -> str:
    """List choices in words; known mistakes are called so, unless nothing is `judged`."""
    parts = [
        texts("convention.part", name=field_label(name, texts), value=option_label(name, value, texts, judged=judged))
        for name, value in choices.items()
    ]
    return texts("convention.separator").join(parts)


def convention_words(analysis: Analysis, texts: Texts) -> ConventionWords:
    """Put the convention of the metric under study into words, as it matters on the lists of the page."""
    main = analysis.main
    counts = numbers_of(main.rankings) if isinstance(main, Trace) else {}
    return ConventionWords(analysis.metric, analysis.state.convention, analysis.facts, texts, counts)
