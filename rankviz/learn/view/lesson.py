"""The card of a lesson step, beside the list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rankviz.basics.errors import shorten
from rankviz.compare.comparison import analyse_both
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import print_measure
from rankviz.core.trace import Trace
from rankviz.display.formulas.mean_line import line_of_mean, mean_label
from rankviz.display.number_format import in_unit
from rankviz.learn.learn_params import LearnParams
from rankviz.learn.lessons.lesson import Lesson, LessonStep, StepQuestion
from rankviz.learn.lessons.number_expression import StatePair
from rankviz.learn.lessons.pointer import LessonPoint
from rankviz.learn.lessons.reader import LESSON_KEYS, built_in_lesson
from rankviz.learn.questions.attempts import Work
from rankviz.learn.questions.question import Question
from rankviz.learn.step_outcome import NO_WORK, SOLUTION_AFTER, StepOutcome, outcome
from rankviz.learn.view.prediction_bars import prediction_bars_payload
from rankviz.learn.words.feedback import feedback
from rankviz.learn.words.lessons import in_language, pieces, points_data
from rankviz.state.analysis import Analysis, value_of
from rankviz.state.app_state import AppState
from rankviz.texts import Texts

Data = dict[str, object]
MOST_NAMED = 2  # mistakes that give one number: who is new to it cannot choose between more


@dataclass(frozen=True, eq=False)
class LessonContext:
    """The lesson step that a card shows, with the reader's work and state.

    Parameters
    ----------
    learning : LearnParams
        Parameters of Learn that name a lesson and a step.
    works : mapping of int to Work
        The reader's work, by step.
    analysis : Analysis
        The analysis of the reader's state.
    texts : Texts
    """

    learning: LearnParams
    works: Mapping[int, Work]
    analysis: Analysis
    texts: Texts

    @property
    def lesson(self) -> Lesson:
        """The lesson."""
        assert self.learning.lesson is not None
        return self.learning.lesson

    @property
    def step(self) -> LessonStep:
        """The current step."""
        return self.lesson.steps[self.learning.step - 1]

    @property
    def last_reachable_step(self) -> int:
        """The last step that can be opened."""
        return self.learning.stop or len(self.lesson.steps)

    @property
    def state(self) -> AppState:
        """The reader's current state."""
        return self.analysis.state

    @property
    def work(self) -> Work:
        """The reader's work in this step."""
        return self.works.get(self.learning.step, NO_WORK)

    @property
    def outcome(self) -> StepOutcome:
        """The state of the step's question."""
        return outcome(self.step, self.work, self.state)

    @property
    def folds_charts(self) -> bool:
        """Whether no step so far has spoken of the charts below: who is new to them has enough with the list."""
        steps = self.lesson.steps[: self.learning.step]
        return not any(point.kind == "chart" for step in steps for point in _all_points(step))

    @property
    def withheld_parts(self) -> tuple[str, ...]:
        """Parts of `handout.PARTS` that would reveal the number that the step asks for."""
        step_question = self.step.question
        if step_question is None or self.outcome.is_finished or step_question.kind == "do":
            return ()
        if step_question.kind == "choose":  # the charts have the values of other metrics, too
            return ("charts",) if step_question.follow_up.state.metric != self.step.state.metric else ()
        if step_question.kind == "predict":  # a curve over k has the value at the other cutoff already
            return ("charts",) if step_question.follow_up.state.convention.cutoff != self.step.state.convention.cutoff else ()
        assert step_question.answer is not None
        measure, main = step_question.answer.first.measure, self.analysis.main
        is_elsewhere = measure is not None and not step_question.answer.rest and measure.metric.key != self.state.metric
        is_step = measure is not None and isinstance(main, Trace) and measure.metric.key in main
        return ("charts",) if is_elsewhere and not is_step else ("score", "formula", "charts")


def _all_points(step: LessonStep) -> tuple[LessonPoint, ...]:
    return step.points if step.question is None else (*step.points, *step.question.follow_up.points)


def lesson_payload(context: LessonContext) -> Data:
    """Build the context.

    Returns
    -------
    dict
        JSON-serialisable; texts are pieces as `learn.words.lessons.pieces` gives them. `kicker`, `steps` (each `{label,
        is_done, is_current}`), `step`, `last_step`, `title`, `body`, `is_muted` (whether the reader's list is no longer the one
        that they are about), `points`, `score`, `{name, term, value, number, is_pair}` or None, `question` or None, `follow_up`
        or None, `changed_note` ("" if the list is unchanged), `can_reset`, `takeaway`, `stop_note` (a sentence, "" before the
        end), `practice_link` and `next_lesson_link`, each `{label, params}` or None, `is_finished`, and `texts`.
    """
    step, state, result = context.step, context.state, context.outcome
    step_question, is_own = step.question, _is_own(context, result)
    expected = step_question.follow_up.state if step_question and result.is_finished and not is_own else step.state
    is_changed = not _same(state, expected) and not is_own
    states = StatePair(state if step.follows_edits else step.state, step.state)
    is_last = context.learning.step == context.last_reachable_step
    texts = context.texts
    return {
        "kicker": _kicker(context),
        "steps": _steps(context),
        "step": context.learning.step,
        "last_step": context.last_reachable_step,
        "title": pieces(step.title, states, texts),
        "body": pieces(step.body, states, texts),
        "is_muted": is_changed and not step.follows_edits,
        "points": points_data(_points(step, result)),
        "score": None if "score" in context.withheld_parts else _value_line(context),
        "question": None if step_question is None else _question_payload(context, step_question, result),
        "follow_up": _follow_up(context, step_question, result, is_changed)
        if step_question is not None and result.is_finished
        else None,
        "changed_note": texts("lesson.changed")
        if is_changed and not (step_question and step_question.kind == "do" and not result.is_finished)
        else "",
        "can_reset": not _same(state, expected),
        "takeaway": pieces(step.takeaway, states, texts),
        "stop_note": texts("lesson.stop") if is_last and context.last_reachable_step < len(context.lesson.steps) else "",
        "practice_link": _practice_link(context) if is_last and step.takeaway else None,
        "next_lesson_link": _next_lesson_link(context) if is_last and step.takeaway else None,
        "is_finished": step_question is None or result.is_finished,
        "texts": texts.group("lesson"),
    }


def _is_own(context: LessonContext, result: StepOutcome) -> bool:
    """Whether the reader did the task themselves: then their list is kept."""
    return context.step.question is not None and context.step.question.kind == "do" and result.is_solved


def _same(state: AppState, other: AppState) -> bool:
    """Whether two states are the same, apart from how numbers are written and which list is selected."""
    return replace(state, numbers=other.numbers, selected=other.selected) == other


def _points(step: LessonStep, result: StepOutcome) -> tuple[LessonPoint, ...]:
    return step.question.follow_up.points or step.points if step.question is not None and result.is_finished else step.points


def _kicker(context: LessonContext) -> str:
    title, number = in_language(context.lesson.title, context.texts.language), context.lesson.number
    return context.texts("lesson.kicker", number=number, title=title) if number else title


def _steps(context: LessonContext) -> list[Data]:
    """Build the segments of the progress line."""
    segments: list[Data] = []
    for number in range(1, context.last_reachable_step + 1):
        is_current, is_done = number == context.learning.step, _is_done(context, number)
        word = context.texts("lesson.done") if is_done else context.texts("lesson.open")
        label = context.texts("lesson.segment", number=number, state=context.texts("lesson.here") if is_current else word)
        segments.append({"label": label, "is_done": is_done, "is_current": is_current})
    return segments


def _is_done(context: LessonContext, number: int) -> bool:
    work = context.works.get(number, NO_WORK)
    return work.skipped or work.shown or number < context.learning.step


def _value_line(context: LessonContext) -> Data | None:
    """Build the line with the value under study; None where the convention refuses it."""
    return _values_of_both(context) if context.step.page == "compare" else _single_value(context)


def _single_value(context: LessonContext) -> Data:
    """Build the value under study (of several lists their mean); `number` is the value that differences are taken of."""
    main, texts = context.analysis.main, context.texts
    value, name = value_of(main), _name(context)
    if len(context.state.lists) > 1:
        line = line_of_mean(context.analysis)
        value = None if line is None or line.undefined else float(line.exact)
        name = mean_label(line, context.analysis, texts) if line else name
    text = texts("panel.undefined")
    if isinstance(main, Trace) and value is not None:
        text = in_unit(main.unit, value, context.state.numbers == "fractions")
    return {"name": name, "term": context.state.metric, "value": text, "number": value, "is_pair": False}


def _values_of_both(context: LessonContext) -> Data | None:
    """Build the values of both lists; None if the convention refuses them."""
    main = analyse_both(context.state).main_trace
    if not isinstance(main, Trace):
        return None
    values = (in_unit(main.unit, float(value), context.state.numbers == "fractions") for value in main.value)
    text = " ".join(f"{side} {value}" for side, value in zip(("A", "B"), values, strict=True))
    return {"name": _name(context), "term": context.state.metric, "value": text, "number": None, "is_pair": True}


def _name(context: LessonContext) -> str:
    return print_measure(METRICS[context.state.metric], context.state.convention)


def _question_payload(context: LessonContext, step_question: StepQuestion, result: StepOutcome) -> Data:
    texts, states = context.texts, StatePair(context.step.state, context.step.state)
    is_task = step_question.kind == "do"
    data: Data = {
        "kind": step_question.kind,
        "body": pieces(step_question.body, states, texts),
        "options": [pieces(option.text, states, texts) for option in step_question.options],
        "chosen": result.chosen_option,
        "right": step_question.right_option if result.is_finished else None,
        "feedback": [],
        "is_solved": result.is_solved and result.is_finished,
        "is_finished": result.is_finished,
        "can_show": not result.is_finished
        and (step_question.kind == "do" or result.tries >= _tries_before(result, step_question)),
        "head": _task_status(context)
        if is_task and not result.is_finished
        else _head(step_question, result, context.work, texts),
    }
    if step_question.kind == "value":
        typed = context.work.tries[-1] if context.work.tries else ""
        data |= {
            "typed": typed,
            "digits": step_question.digits,
            "note": _note(step_question, texts),
            "feedback": _feedback(result, step_question, texts),
        }
        data |= {} if result.wrong_number is None else {"reply": pieces(result.wrong_number.feedback, states, texts)}
    elif result.chosen_option is not None and (result.is_finished or step_question.kind == "choose"):
        after = StatePair(step_question.follow_up.state, context.step.state)
        reply = pieces(step_question.options[result.chosen_option].feedback, after if result.is_finished else states, texts)
        data |= {"reply": reply}
    if step_question.kind == "predict" and result.is_finished:
        data |= {"bars": prediction_bars_payload(context.step, step_question, texts)}
    return data


def _task_status(context: LessonContext) -> str:
    """Return the value of an edited list, which is not yet what the task asks for; "" for an unchanged list."""
    score = _value_line(context)
    if score is None or _same(context.state, context.step.state):
        return ""
    return context.texts("lesson.not_there", name=score["name"], value=score["value"])


def _tries_before(result: StepOutcome, step_question: StepQuestion) -> int:
    """Return after how many tries the answer is offered: after the first if nothing can be said of a wrong one."""
    is_silent = (
        result.question is not None and not _names_mistakes(result.question, step_question) and result.wrong_number is None
    )
    return 1 if is_silent else SOLUTION_AFTER


def _names_mistakes(question: Question, step_question: StepQuestion) -> bool:
    """Whether the usual mistakes of a measure are named; a lesson that names wrong numbers itself knows its step better."""
    return bool(question.asked) and not step_question.wrong_numbers


def _feedback(result: StepOutcome, step_question: StepQuestion, texts: Texts) -> list[str]:
    """Return the feedback on a typed number: the mistake that gives it; [] if it is right, or nothing is known of it."""
    question, verdict = result.question, result.verdict
    if question is None or verdict is None or verdict.kind == "right":
        return []
    if not _names_mistakes(question, step_question) and verdict.kind not in ("unreadable", "short", "percent"):
        return []
    if verdict.kind == "unreadable":
        return [texts("lesson.no_number", n=shorten(verdict.typed))]
    sentences = feedback(question, replace(verdict, mistakes=verdict.mistakes[:MOST_NAMED]), texts)
    return list(sentences[:1] if verdict.kind == "unknown" else sentences[:2])


def _head(step_question: StepQuestion, result: StepOutcome, work: Work, texts: Texts) -> str:
    """Return the headline on the last answer; it never says that it was wrong."""
    if step_question.kind == "predict" and result.is_finished:
        return texts("lesson.as_said") if result.is_solved else texts("lesson.otherwise")
    if step_question.kind == "do" and result.is_finished:
        return texts("lesson.one_way") if work.shown else texts("lesson.did_it")
    if result.is_finished:
        return texts("lesson.right") if result.is_solved else texts("lesson.this_is_it")
    is_wrong = result.chosen_option is not None or (
        result.verdict is not None and result.verdict.is_try and not _feedback(result, step_question, texts)
    )
    return texts("lesson.not_yet") if is_wrong and step_question.kind != "predict" else ""


def _note(step_question: StepQuestion, texts: Texts) -> str:
    return texts("lesson.digits", count=step_question.digits) if step_question.digits else texts("lesson.whole")


def _follow_up(context: LessonContext, step_question: StepQuestion, result: StepOutcome, is_changed: bool) -> Data:
    follow_up, texts = step_question.follow_up, context.texts
    follows = follow_up.follows_edits or _is_own(context, result)
    states = StatePair(context.state if follows else follow_up.state, context.step.state)
    title, body = (pieces(wording, states, texts) for wording in (follow_up.title, follow_up.body))
    return {"title": title, "body": body, "is_muted": is_changed and not follows}


def _practice_link(context: LessonContext) -> Data | None:
    keys = [next(key for key, metric in METRICS.items() if metric.name == name) for name in context.lesson.practice_measures]
    if not keys:
        return None
    params = {"ask": "value", "of": ".".join(keys), "level": str(context.lesson.practice_level)}
    names = context.texts("sentence.more_separator").join(context.lesson.practice_measures)
    return {"label": context.texts("lesson.practise", names=names), "params": params}


def _next_lesson_link(context: LessonContext) -> Data | None:
    number = context.lesson.number
    if not 0 < number < len(LESSON_KEYS):
        return {"label": context.texts("lesson.all"), "params": {}}
    lesson = built_in_lesson(LESSON_KEYS[number])
    assert lesson is not None
    title = in_language(lesson.title, context.texts.language)
    return {"label": context.texts("lesson.next_lesson", title=title), "params": {"lesson": lesson.key}}
