"""Practice questions for Python and notebooks: they show themselves, and judge what is typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rankviz.basics.coerce import one_or_several, to_float
from rankviz.basics.errors import short_repr, unknown_name
from rankviz.core.lists.ranking import Ranking
from rankviz.learn.questions.judging import judge, look_up_mistake
from rankviz.learn.questions.kinds import KINDS, USUAL_KIND
from rankviz.learn.questions.question import Question as Drawn
from rankviz.learn.questions.set_generator import draw_set
from rankviz.learn.questions.verdict import Verdict as Judged


@dataclass(frozen=True, repr=False)
class Verdict(Judged):
    """The judgment of an answer; printed, it is put in sentences.

    `right` says whether it solves the question, `is_try` whether it counts as a wrong answer, `mistakes` which usual mistakes
    give it, `kind` what was found. Of a number: 'right', 'right_rounded', 'short', 'percent', 'known', 'found', 'unknown'; of
    other kinds of questions 'wrong_choice', 'earlier_line', 'later_line', 'line_found', 'turned' or 'not_there'; 'unreadable'.

    Parameters
    ----------
    sentences : tuple of str
        What it is, and for a wrong number a question that leads on; never the answer before it was given.
    """

    sentences: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return " ".join(self.sentences)


@dataclass(frozen=True, repr=False)
class Question(Drawn):
    """A practice question; printed or shown in a notebook it asks, and does not tell.

    It has the `kind`, the `measure`, the `lists` (one Ranking; several where lists are compared), the `convention`, the
    `answer`, the `mistakes`, each with its `key` and the `value` that it gives, and what only its kind has in `given`.

    Parameters
    ----------
    language : {'en', 'zh'}
    """

    language: str = field(default="en", compare=False)

    @property
    def prompt(self) -> str:
        """The question in words, with its list."""
        from rankviz.learn.words.prompt import prompt_text
        from rankviz.texts import Texts

        return prompt_text(self, Texts(self.language))

    @property
    def hints(self) -> tuple[str, ...]:
        """The plan in words, then the lines of the derivation but for the last."""
        from rankviz.learn.words.prompt import hints
        from rankviz.texts import Texts

        return hints(self, Texts(self.language))

    def check(self, typed: str | float | Ranking, *, found: bool = False) -> Verdict:
        """Judge an answer.

        Parameters
        ----------
        typed : str, float or Ranking
            A number as a person types it: "0.624", "62.4 %", "5/8". Of 'step' the number of the line; of 'better' "a", "b" or
            "equal"; of 'who' the key of one of `given.keys`; of 'order' the numbers of the lists, best first: "3.1.2.4"; of
            'reach' the list itself, or the places from which its documents came: "2.1.3.4"; of 'trend' "up", "down" or
            "same"; of 'swap' two ranks: "1.3". What cannot be read gets a verdict, too.
        found : bool
            For kind 'step', whether the wrong line was found already: then `typed` is its right value.

        Returns
        -------
        Verdict
            `right` says whether it solves the question, `mistakes` which usual mistakes give it.

        Examples
        --------
        >>> (question,) = exercises("nDCG", count=1, seed=7)                # 1 0 1 | 1 2, and a 2 was missed
        >>> question.check("0.542")
        Not yet. 0.542 comes out if the best order uses only the 5 documents shown. Other documents were judged, too. ...
        >>> question.check("0.461").right
        True
        """
        from rankviz.learn.words.feedback import feedback
        from rankviz.texts import Texts

        judged = look_up_mistake(self, judge(self, self._text(typed), line_found=found))
        return Verdict(**vars(judged), sentences=feedback(self, judged, Texts(self.language)))

    def _text(self, typed: str | float | Ranking) -> str:
        """Return an answer as typed text; "" for a list that cannot be an answer."""
        if isinstance(typed, Ranking):
            return KINDS[self.kind].encode_list(self, typed) or ""
        return typed if isinstance(typed, str) else short_repr(to_float(typed))

    def __repr__(self) -> str:
        return self.prompt

    def _repr_html_(self) -> str:
        from rankviz.learn.export.exported_text import question_html
        from rankviz.texts import Texts

        return question_html(self, Texts(self.language))


def exercises(
    *measures: str,
    count: int = 10,
    seed: int = 1,
    level: int = 1,
    kinds: str | Sequence[str] = (USUAL_KIND,),
    language: str = "en",
) -> tuple[Question, ...]:
    """Make practice questions whose usual wrong answers are named; the same arguments give the same questions for ever.

    Parameters
    ----------
    *measures : str
        Some of P, R, F1, AP, RR, DCG, nDCG, AUC, ERR, RBP, LRAP and Bpref, which take turns. With a cutoff (`nDCG@5`) every
        question has it, else it is chosen for each.
    count, seed : int
    level : {1, 2, 3}
        1 has the shortest lists.
    kinds : str, or several
        What is asked: some of 'value' (the number that a measure gives), 'gap' (a number that is missing in the working),
        'step' (the line of it that is wrong), 'better' (of two lists), 'order' (of four lists), 'who' (which convention or
        library gives a number), 'reach' (a value, by changing a list), 'trend' (what a move does to it) and 'swap' (the two
        documents whose swap improves it most); they take turns.
    language : {'en', 'zh'}
        Of the sentences.

    Returns
    -------
    tuple of Question
        With `prompt`, `answer`, `mistakes`, `hints` and `check`.

    Raises
    ------
    InputError
        `no_questions` for a metric whose usual mistakes are not known, `too_few_questions`, `bad_whole`, `unknown_level`,
        `unknown_kind`, `unknown_language`, and those of measures.

    Examples
    --------
    >>> [question.measure for question in exercises("nDCG@3", "RR", count=3, seed=7)]
    ['nDCG@3', 'RR', 'nDCG@3']
    """
    from rankviz.texts import LANGUAGES

    if language not in LANGUAGES:
        raise unknown_name("language", language, LANGUAGES)
    drawn = draw_set(measures, count, seed, level, one_or_several(kinds))
    return tuple(Question(**vars(each), language=language) for each in drawn)
