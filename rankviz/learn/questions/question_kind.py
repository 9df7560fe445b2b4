"""What a kind of questions is made of: how they are drawn, and how their answers are judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from rankviz.core.lists.ranking import Ranking
from rankviz.learn.questions.about_list import AboutList
from rankviz.learn.questions.announced_move import AnnouncedMove
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.random_lists import QuestionSpec
from rankviz.learn.questions.verdict import Verdict


class QuestionKind(NamedTuple):
    """One kind of questions.

    Parameters
    ----------
    draw : function of QuestionSpec to questions
        Yields questions that can be asked, in the order of drawing; the first new one is used. The caller sets their kind,
        seed and number.
    judge : function of (Question, str, bool) to Verdict
        Judges an answer, given as text; the bool is whether the line with the mistake was found before.
    single_try : bool
        Whether there is one try only, after which the solution is shown, right or not.
    option_keys : function of Question to keys
        The options, one of which is the answer; () where it is something else.
    right : function of Question to str, or None
        A right answer, as it would be typed; None: the answer is a number, and `Question.answer` the right one.
    is_whole : function of Question to bool
        Whether the number is a whole one, such as a count; it is then asked for and written without decimals.
    is_rare : bool
        Whether at most every third question of a set of several kinds is of it.
    about_list : AboutList or None
        How it asks about a given list, such as a teacher's own; None: it is about generated lists only.
    move : function of Question to AnnouncedMove or None
        The move that is announced.
    changes_grades : function of Question to bool
        Whether it is answered by other grades.
    encode_list : function of (Question, Ranking) to str or None
        A list as the text of an answer; None if it cannot be one.
    """

    draw: Callable[[QuestionSpec], Iterator[Question]]
    judge: Callable[[Question, str, bool], Verdict]
    single_try: bool = False
    option_keys: Callable[[Question], tuple[str, ...]] = lambda question: ()
    right: Callable[[Question], str] | None = None
    is_whole: Callable[[Question], bool] = lambda question: False
    is_rare: bool = False
    about_list: AboutList | None = None
    move: Callable[[Question], AnnouncedMove | None] = lambda question: None
    changes_grades: Callable[[Question], bool] = lambda question: False
    encode_list: Callable[[Question, Ranking], str | None] = lambda question, ranking: None

    @property
    def is_number(self) -> bool:
        """Whether it is answered by a number."""
        return self.right is None
