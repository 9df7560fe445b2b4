"""The card of a lesson: what stands beside the living list."""

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
    """What a card is built from.

    Parameters
    ----------
    learning : LearnParams
        Of a lesson.
    works : mapping of int to Work
        What was done in each step.
    analysis : Analysis
        Of the reader's state.
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
        """The step that is read."""
        return self.lesson.steps[self.learning.step - 1]

    @property
    def last_reachable_step(self) -> int:
        """The last step that is to be seen."""
        return self.learning.stop or len(self.lesson.steps)

    @property
    def state(self) -> AppState:
        """The reader's."""
        return self.analysis.state

    @property
    def work(self) -> Work:
        """What was done in this step."""
        return self.works.get(self.learning.step, NO_WORK)

    @property
    def outcome(self) -> StepOutcome:
        """How far its question has come."""
        return outcome(self.step, self.work, self.state)

    @property
    def withheld_parts(self) -> tuple[str, ...]:
        """Parts of `handout.PARTS` that would tell a number that is asked for."""
        ask = self.step.question
        if ask is None or self.outcome.is_finished or ask.kind not in ("predict", "value"):
            return ()
        if ask.kind == "predict":  # a curve over k has the value at the other cutoff already
            return ("charts",) if ask.follow_up.state.convention.cutoff != self.step.state.convention.cutoff else ()
        assert ask.answer is not None
        measure, main = ask.answer.first.measure, self.analysis.main
        is_elsewhere = measure is not None and not ask.answer.rest and measure.metric.key != self.state.metric
        is_step = measure is not None and isinstance(main, Trace) and measure.metric.key in main
        return ("charts",) if is_elsewhere and not is_step else ("score", "formula", "charts")


def lesson_payload(context: LessonContext) -> Data:
    """Build the context.

    Returns
    -------
    dict
        JSON-serialisable; texts are pieces as `learn.words.lessons.pieces` gives them. `kicker`, `steps` (each `{label, done,
        here}`), `step`, `last`, `title`, `say`, `muted` (whether the reader's list is no longer the one that they are about),
        `points`, `score`, `{name, value, number}` or None, `question` or None, `then` or None, `changed` ("" where nothing is),
        `can_put_back`, `keep`, `stop` (a sentence, "" before the end), `practise` and `next_lesson`, places of Learn or None,
        `is_over`, and `texts`.
    """
    step, state, done = context.step, context.state, context.outcome
    ask, is_own = step.question, _is_own(context, done)
    expected = ask.follow_up.state if ask and done.is_finished and not is_own else step.state
    is_changed = not _same(state, expected) and not is_own
    here = StatePair(state, step.state) if step.follows_edits else StatePair(step.state, step.state)
    is_last = context.learning.step == context.last_reachable_step
    texts = context.texts
    return {
        "kicker": _kicker(context),
        "steps": _steps(context),
        "step": context.learning.step,
        "last": context.last_reachable_step,
        "title": pieces(step.title, here, texts),
        "say": pieces(step.body, here, texts),
        "muted": is_changed and not step.follows_edits,
        "points": points_data(_points(step, done)),
        "score": None if "score" in context.withheld_parts else _value_line(context),
        "question": None if ask is None else _question(context, ask, done),
        "then": _follow_up(context, ask, done, is_changed) if ask is not None and done.is_finished else None,
        "changed": texts("lesson.changed") if is_changed and not (ask and ask.kind == "do" and not done.is_finished) else "",
        "can_put_back": not _same(state, expected),
        "keep": pieces(step.takeaway, here, texts),
        "stop": texts("lesson.stop") if is_last and context.last_reachable_step < len(context.lesson.steps) else "",
        "practise": _practise(context) if is_last and step.takeaway else None,
        "next_lesson": _next(context) if is_last and step.takeaway else None,
        "is_over": ask is None or done.is_finished,
        "texts": texts.group("lesson"),
    }


def _is_own(context: LessonContext, done: StepOutcome) -> bool:
    """Whether the reader did by themselves what was to be done: then their list is as good as any."""
    return context.step.question is not None and context.step.question.kind == "do" and done.is_solved


def _same(state: AppState, other: AppState) -> bool:
    """Whether two states are the same list: not how numbers are written, nor which list is in front."""
    return replace(state, numbers=other.numbers, selected=other.selected) == other


def _points(step: LessonStep, done: StepOutcome) -> tuple[LessonPoint, ...]:
    return step.question.follow_up.points or step.points if step.question is not None and done.is_finished else step.points


def _kicker(context: LessonContext) -> str:
    title, number = in_language(context.lesson.title, context.texts.language), context.lesson.number
    return context.texts("lesson.kicker", number=number, title=title) if number else title


def _steps(context: LessonContext) -> list[Data]:
    """The segments of the progress line."""
    found: list[Data] = []
    for number in range(1, context.last_reachable_step + 1):
        is_here, is_done = number == context.learning.step, _is_done(context, number)
        word = context.texts("lesson.done") if is_done else context.texts("lesson.open")
        label = context.texts("lesson.segment", number=number, state=context.texts("lesson.here") if is_here else word)
        found.append({"label": label, "done": is_done, "here": is_here})
    return found


def _is_done(context: LessonContext, number: int) -> bool:
    work = context.works.get(number, NO_WORK)
    return work.skipped or work.shown or number < context.learning.step


def _value_line(context: LessonContext) -> Data | None:
    """Build the line with the value under study; None where the convention refuses it."""
    return _values_of_both(context) if context.step.page == "compare" else _single_value(context)


def _single_value(context: LessonContext) -> Data:
    """The value under study, of several lists their mean, and the number that differences are taken of."""
    main, texts = context.analysis.main, context.texts
    value, name = value_of(main), _name(context)
    if len(context.state.lists) > 1:
        line = line_of_mean(context.analysis)
        value = None if line is None or line.undefined else float(line.exact)
        name = mean_label(line, context.analysis, texts) if line else name
    shown = texts("panel.undefined")
    if isinstance(main, Trace) and value is not None:
        shown = in_unit(main.unit, value, context.state.numbers == "fractions")
    return {"name": name, "term": context.state.metric, "value": shown, "number": value, "two": False}


def _values_of_both(context: LessonContext) -> Data | None:
    """The values of both lists in a line; None where the convention refuses them."""
    main = analyse_both(context.state).main_trace
    if not isinstance(main, Trace):
        return None
    values = (in_unit(main.unit, float(value), context.state.numbers == "fractions") for value in main.value)
    shown = " ".join(f"{side} {value}" for side, value in zip(("A", "B"), values, strict=True))
    return {"name": _name(context), "term": context.state.metric, "value": shown, "number": None, "two": True}


def _name(context: LessonContext) -> str:
    return print_measure(METRICS[context.state.metric], context.state.convention)


def _question(context: LessonContext, ask: StepQuestion, done: StepOutcome) -> Data:
    texts, both = context.texts, StatePair(context.step.state, context.step.state)
    data: Data = {
        "kind": ask.kind,
        "say": pieces(ask.body, both, texts),
        "options": [pieces(option.text, both, texts) for option in ask.options],
        "chosen": done.chosen_option,
        "right": ask.right_option if done.is_finished else None,
        "said": [],
        "solved": done.is_solved and done.is_finished,
        "over": done.is_finished,
        "can_show": not done.is_finished and (ask.kind == "do" or done.tries >= _tries_before(done, ask)),
        "head": _so_far(context) if ask.kind == "do" and not done.is_finished else _head(ask, done, context.work, texts),
    }
    if ask.kind == "value":
        typed = context.work.tries[-1] if context.work.tries else ""
        data |= {"typed": typed, "digits": ask.digits, "note": _note(ask, texts), "said": _said(done, ask, texts)}
        data |= {} if done.wrong_number is None else {"reply": pieces(done.wrong_number.feedback, both, texts)}
    elif done.chosen_option is not None and (done.is_finished or ask.kind == "choose"):
        after = StatePair(ask.follow_up.state, context.step.state)
        reply = pieces(ask.options[done.chosen_option].feedback, after if done.is_finished else both, texts)
        data |= {"reply": reply}
    if ask.kind == "predict" and done.is_finished:
        data |= {"gaps": prediction_bars_payload(context.step, ask, texts)}
    return data


def _so_far(context: LessonContext) -> str:
    """What a list that was changed comes to, and that it is not what was asked for; "" for one that was not."""
    score = _value_line(context)
    if score is None or _same(context.state, context.step.state):
        return ""
    return context.texts("lesson.not_there", name=score["name"], value=score["value"])


def _tries_before(done: StepOutcome, ask: StepQuestion) -> int:
    """After how many tries the answer is offered: at once where nothing can be said of a wrong one."""
    is_silent = done.question is not None and not _names_mistakes(done.question, ask) and done.wrong_number is None
    return 1 if is_silent else SOLUTION_AFTER


def _names_mistakes(question: Question, ask: StepQuestion) -> bool:
    """Whether the usual mistakes of a measure are named: a lesson that names slips knows better what its step leads to."""
    return bool(question.asked) and not ask.wrong_numbers


def _said(done: StepOutcome, ask: StepQuestion, texts: Texts) -> list[str]:
    """What is said of a number: which mistake it is; what it is called is known, and there is no working to look into."""
    question, verdict = done.question, done.verdict
    if question is None or verdict is None or verdict.kind == "right":
        return []
    if not _names_mistakes(question, ask) and verdict.kind not in ("unreadable", "short", "percent"):
        return []
    if verdict.kind == "unreadable":
        return [texts("lesson.no_number", n=shorten(verdict.typed))]
    said = feedback(question, replace(verdict, mistakes=verdict.mistakes[:MOST_NAMED]), texts)
    return list(said[:1] if verdict.kind == "unknown" else said[:2])


def _head(ask: StepQuestion, done: StepOutcome, work: Work, texts: Texts) -> str:
    """The word on the last answer: never that it was wrong."""
    if ask.kind == "predict" and done.is_finished:
        return texts("lesson.as_said") if done.is_solved else texts("lesson.otherwise")
    if ask.kind == "do" and done.is_finished:
        return texts("lesson.one_way") if work.shown else texts("lesson.did_it")
    if done.is_finished:
        return texts("lesson.right") if done.is_solved else texts("lesson.this_is_it")
    is_wrong = done.chosen_option is not None or (
        done.verdict is not None and done.verdict.is_try and not _said(done, ask, texts)
    )
    return texts("lesson.not_yet") if is_wrong and ask.kind != "predict" else ""


def _note(ask: StepQuestion, texts: Texts) -> str:
    return texts("lesson.digits", count=ask.digits) if ask.digits else texts("lesson.whole")


def _follow_up(context: LessonContext, ask: StepQuestion, done: StepOutcome, is_changed: bool) -> Data:
    follow_up, texts = ask.follow_up, context.texts
    follows = follow_up.follows_edits or _is_own(context, done)
    states = StatePair(context.state if follows else follow_up.state, context.step.state)
    title, body = (pieces(wording, states, texts) for wording in (follow_up.title, follow_up.body))
    return {"title": title, "say": body, "muted": is_changed and not follows}


def _practise(context: LessonContext) -> Data | None:
    keys = [next(key for key, metric in METRICS.items() if metric.name == name) for name in context.lesson.practice_measures]
    if not keys:
        return None
    place = {"ask": "value", "of": ".".join(keys), "level": str(context.lesson.practice_level)}
    names = context.texts("sentence.more_separator").join(context.lesson.practice_measures)
    return {"label": context.texts("lesson.practise", names=names), "place": place}


def _next(context: LessonContext) -> Data | None:
    number = context.lesson.number
    if not 0 < number < len(LESSON_KEYS):
        return {"label": context.texts("lesson.all"), "place": {}}
    lesson = built_in_lesson(LESSON_KEYS[number])
    assert lesson is not None
    title = in_language(lesson.title, context.texts.language)
    return {"label": context.texts("lesson.next_lesson", title=title), "place": {"lesson": lesson.key}}
