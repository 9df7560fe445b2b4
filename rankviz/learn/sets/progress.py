"""A question set with a learner's work: each question at its level, and the attempt at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from rankviz.basics.errors import InputError
from rankviz.learn.questions.attempts import Attempt, Work, judge_work, level_after
from rankviz.learn.questions.question import Question
from rankviz.learn.sets.question_set import QuestionSet, get_question


@dataclass(frozen=True, eq=False)
class Progress:
    """A question set with a learner's work on it.

    Parameters
    ----------
    question_set : QuestionSet
    work_by_number : mapping of number to Work
        Work by the number of the question, from 1.
    """

    question_set: QuestionSet
    work_by_number: Mapping[int, Work]
    _attempts: dict[int, Attempt] = field(default_factory=dict)

    def attempt(self, number: int) -> Attempt:
        """Return the judged work on a question.

        Raises
        ------
        InputError
            If the question cannot be asked; those of `get_question`.
        """
        if number not in self._attempts:
            work = self.work_by_number.get(number, Work())
            self._attempts[number] = judge_work(self.question(number), work, is_test=self.question_set.help.is_test)
        return self._attempts[number]

    def question(self, number: int) -> Question:
        """Return a question of the set, at the level that follows from the attempts before it."""
        if not self.question_set.adapts:
            return get_question(self.question_set, number)
        before = [self.attempt(each) for each in range(1, number) if each in self.work_by_number]
        return get_question(replace(self.question_set, level=level_after(self.question_set.level, before)), number)

    @property
    def begun_attempts(self) -> dict[int, Attempt]:
        """Attempts with any work, by the number of the question; without questions that cannot be asked."""
        attempts = {}
        for number in range(1, self.question_set.size + 1):
            try:
                attempt = self.attempt(number) if number in self.work_by_number else None
            except InputError:
                continue
            if attempt is not None and attempt.is_begun:
                attempts[number] = attempt
        return attempts

    def is_finished(self, number: int) -> bool:
        """Whether the solution may be shown: the question is no longer open, or the whole test is handed in."""
        return self.is_handed_in if self.question_set.help.is_test else not self.attempt(number).is_open

    @cached_property
    def is_handed_in(self) -> bool:
        """Whether all questions of a test are handed in that can be asked: the solution of one helps with others."""
        return all(
            self.work_by_number.get(number, Work()).shown or not self._can_be_asked(number)
            for number in range(1, self.question_set.size + 1)
        )

    def _can_be_asked(self, number: int) -> bool:
        try:
            self.question(number)
        except InputError:
            return False
        return True
