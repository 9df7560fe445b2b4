"""What is said of a kind of questions, on the page and in files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.words.number_feedback import format_value, plan_words
from rankviz.texts import Texts

NUMBER, CHOICE, ORDER, ON_THE_PAGE = "number", "choice", "order", ""
Sentences = tuple[str, ...]
QuestionText = Callable[[Question, Texts], str]
Feedback = Callable[[Question, Verdict, Texts], Sentences]


def no_words(question: Question, texts: Texts) -> str:
    """Return "", where a kind has nothing to say."""
    return ""


class Choice(NamedTuple):
    """An answer that can be chosen, and the feedback on it.

    Parameters
    ----------
    key : str
        The answer as `judge` takes it.
    text : str
    right : bool
    feedback : tuple of str
    """

    key: str
    text: str
    right: bool
    feedback: Sentences


class KindWording(NamedTuple):
    """The functions that give the texts of one kind of question.

    Parameters
    ----------
    task : function of (Question, Texts) to str
        The task.
    feedback : function of (Question, Verdict, Texts) to sentences
        Feedback on an answer; the first sentence says what the answer is.
    solution_words : function of (Question, Texts) to sentences
        The right answer, and why; only for a question whose answer may be revealed. () where the derivation says it.
    answer : function of (Question, str, Texts) to str, or None
        An answer in words, for kinds whose answers are stored in another form.
    hints : function of (Question, Texts) to sentences
    note : function of (Question, Texts) to str
        What the question shows; stands before the convention. "" if nothing.
    form : {'number', 'choice', 'order', ''}
        How it is answered outside the page; '' if by changing a list, which only the page can do.
    choices : function of (Question, Texts) to choices
        The answers to choose from; () if nothing can be chosen.
    has_all_choices : bool
        Whether these are all possible answers: else they are offered in files, and on paper any may be written.
    lines : function of (Question, Texts) to lines
        The derivation lines that are shown beside the list; () if none are, or if they are the choices.
    right_answer : function of (Question, Texts) to str, or None
        The right answer in a few words, where it is neither a choice nor the value.
    result : function of (Question, Texts) to str, or None
        The right answer among the results of a set, where more belongs to it.
    blanks : function of (Question, Texts) to labels, or None
        What is written on paper, where it is not one answer, or ticks in boxes.
    is_derived : bool
        Whether the answer is read off the derivation of the list, which a key then shows.
    keeps_convention : bool
        Whether the right answer is one by the question's convention, so that the derivation belongs to its solution.
    """

    task: QuestionText
    feedback: Feedback
    solution_words: Callable[[Question, Texts], Sentences]
    answer: Callable[[Question, str, Texts], str] | None = None
    hints: Callable[[Question, Texts], Sentences] = plan_words
    note: QuestionText = no_words
    form: str = ON_THE_PAGE
    choices: Callable[[Question, Texts], tuple[Choice, ...]] = lambda question, texts: ()
    has_all_choices: bool = True
    lines: Callable[[Question, Texts], Sentences] = lambda question, texts: ()
    right_answer: QuestionText | None = None
    result: QuestionText | None = None
    blanks: Callable[[Question, Texts], Sentences] | None = None
    is_derived: bool = False
    keeps_convention: bool = True

    def right_answer_text(self, question: Question, texts: Texts) -> str:
        """Return the right answer in a few words; only for a question whose answer may be revealed."""
        if self.right_answer is not None:
            return self.right_answer(question, texts)
        right = (each.text for each in self.choices(question, texts) if each.right)
        return next(right, format_value(question, question.answer))


def options_as_choices(
    question: Question, options: Iterable[tuple[str, str, bool]], feedback: Feedback, texts: Texts
) -> tuple[Choice, ...]:
    """Return choices of options, each given by its key, its text, and whether it is right."""
    return tuple(
        Choice(key, text, right, feedback(question, Verdict("right" if right else "wrong_choice", key), texts))
        for key, text, right in options
    )
