"""The results of a set: a row for each question, the mistakes with their lessons, and the same as text and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rankviz.basics.errors import InputError
from rankviz.basics.escaping import in_cell
from rankviz.display.error_text import error_text
from rankviz.display.labels import file_stem
from rankviz.learn.export.exported_text import solution_lines
from rankviz.learn.lessons.lessons_by_mistake import lesson_for
from rankviz.learn.lessons.reader import built_in_lesson
from rankviz.learn.questions.attempts import Attempt
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.sets.progress import Progress
from rankviz.learn.sets.question_set import QuestionSet
from rankviz.learn.view.grade_tiles import grade_tiles_payload, list_words
from rankviz.learn.view.progress import title_of_set
from rankviz.learn.words.attempt_words import answer_words, metric_key_of, outcome_words, task_label, wrong_answer_words
from rankviz.learn.words.feedback import mistake_words
from rankviz.texts import Texts

Data = dict[str, object]
COUNT_KEYS = {1: "once", 2: "twice"}
COLUMNS = {"task": "asked", "list": "list", "outcome": "went", "answer": "answer", "wrong_answers": "way"}  # with their texts
CSV_COLUMNS = ("number", "kind", "measure", "list", "went", "tries", "hints", "answer", "way", "mistakes")


@dataclass(frozen=True)
class QuestionRow:
    """A question on the sheet.

    Parameters
    ----------
    number : int
    attempt : Attempt or None
        None for a question that cannot be generated.
    problem : str
        Why it cannot be; "" if it can.
    may_reveal : bool
        Whether its answer may be shown.
    """

    number: int
    attempt: Attempt | None
    problem: str = ""
    may_reveal: bool = False


def results_payload(progress: Progress, texts: Texts) -> Data:
    """Build the part.

    Returns
    -------
    dict
        `title`, `about`, `note`; `counts`, a list of `{number, label}`; `heads`, by column; `rows`, each `{number, task, lists,
        outcome, sign, answer, wrong_answers, solution, open_label}`, where `wrong_answers` is a list of `{typed, text}` and
        `solution` has `lines`, or of a question that cannot be generated `{number, problem}`; `mistakes` that were made, each
        `{text, times, lesson, params}`; `can_hand_in`, whether a test is to be handed in; `again_params`, parameters of Learn
        that give the set with new lists, None for a set of fixed lists; `text` and `csv` with its `csv_name`; `texts`.

    Notes
    -----
    It asks for `set_learn_params`, and to hand a test in for `record_work` with `shown` of every question.
    """
    question_set, rows = progress.question_set, tuple(_rows(progress, texts))
    title = texts("results.title", title=title_of_set(question_set, texts))
    about = _about(question_set, texts)
    mistakes = list(_mistakes(rows, question_set, texts))
    payloads = [_row(row, question_set, texts) for row in rows]
    return {
        "title": title,
        "about": texts("words.separator").join((about, texts("results.note"))),
        "note": texts("results.note"),
        "counts": _counts(rows, question_set, texts),
        "heads": {column: texts(f"results.heads_{name}") for column, name in COLUMNS.items()},
        "rows": payloads,
        "mistakes": mistakes,
        "again_params": None if question_set.fixed_questions else {"seed": str(question_set.seed + 1), "q": "1"},
        "can_hand_in": question_set.help.is_test and not all(row.may_reveal for row in rows),
        "text": _as_text(title, about, payloads, mistakes, texts),
        "csv": _as_csv(rows, question_set, texts),
        "csv_name": f"{file_stem(title_of_set(question_set, texts))}.csv",
        "texts": {
            name: texts(f"results.{name}")
            for name in ("again", "copy", "copied", "copy_failed", "csv", "print", "look", "finish", "finish_note")
        },
    }


def _about(question_set: QuestionSet, texts: Texts) -> str:
    """Return which lists the set has, and that nothing is kept."""
    if question_set.fixed_questions:
        return texts("results.about_own")
    return texts("results.about", seed=question_set.seed, level=texts(f"results.level.{question_set.level_key}"))


def _rows(progress: Progress, texts: Texts) -> Iterator[QuestionRow]:
    for number in range(1, progress.question_set.size + 1):
        try:
            yield QuestionRow(number, progress.attempt(number), may_reveal=progress.is_finished(number))
        except InputError as problem:
            yield QuestionRow(number, None, error_text(problem, texts), may_reveal=True)


def _counts(rows: Sequence[QuestionRow], question_set: QuestionSet, texts: Texts) -> list[Data]:
    """Build the counts above the rows."""
    attempts = [row.attempt for row in rows if row.attempt is not None]
    is_test, is_finished = question_set.help.is_test, all(row.may_reveal for row in rows)
    solved = sum(attempt.is_solved for attempt in attempts)
    answered = sum(attempt.last_verdict is not None for attempt in attempts)
    fraction = texts("results.solved_of", solved=answered if is_test and not is_finished else solved, count=len(rows))
    if is_test:
        return [{"number": fraction, "label": texts("results.right" if is_finished else "results.given")}]
    solved_at_once = sum(attempt.is_solved_at_first_try for attempt in attempts)
    return [
        {"number": fraction, "label": texts("results.solved")},
        {"number": str(solved_at_once), "label": texts("results.alone")},
        {"number": str(sum(attempt.hints for attempt in attempts)), "label": texts("results.hints")},
    ]


def _row(row: QuestionRow, question_set: QuestionSet, texts: Texts) -> Data:
    attempt = row.attempt
    if attempt is None:
        return {"number": row.number, "problem": row.problem}
    is_test = question_set.help.is_test
    wrong_answers = (wrong_answer_words(attempt, verdict, texts) for verdict in _wrong_verdicts(row, question_set))
    return {
        "number": row.number,
        "task": task_label(attempt.question, texts),
        "lists": grade_tiles_payload(attempt.question, texts),
        "outcome": outcome_words(attempt, texts, is_test=is_test, is_finished=row.may_reveal),
        "sign": _sign(row, attempt, is_test),
        "answer": answer_words(attempt.question, texts) if row.may_reveal else "",
        "wrong_answers": [{"typed": typed, "text": text} for typed, text in wrong_answers],
        "solution": _solution(row, texts) if is_test and row.may_reveal else None,
        "open_label": texts("results.go_on", number=row.number),
    }


def _sign(row: QuestionRow, attempt: Attempt, is_test: bool) -> str:
    if attempt.is_solved:
        return "right" if row.may_reveal else ""
    return "shown" if attempt.is_given_up and not is_test else ""


def _solution(row: QuestionRow, texts: Texts) -> Data:
    assert row.attempt is not None
    lines = list(solution_lines(row.attempt.question, texts))
    return {"label": texts("results.solution", number=row.number), "lines": lines}


def _wrong_verdicts(row: QuestionRow, question_set: QuestionSet) -> tuple[Verdict, ...]:
    """Return the verdicts on wrong answers; in a test only the last answer counts, once it is handed in."""
    verdicts = row.attempt.verdicts if row.attempt else ()
    if question_set.help.is_test:
        verdicts = verdicts[-1:] if row.may_reveal else ()
    return tuple(verdict for verdict in verdicts if verdict.is_try)


def _mistakes(rows: Sequence[QuestionRow], question_set: QuestionSet, texts: Texts) -> Iterator[Data]:
    """Yield the mistakes that were made, the most frequent first, each with the lesson that treats it."""
    occurrences: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for row in rows:
        for verdict in _wrong_verdicts(row, question_set):
            assert row.attempt is not None
            for key in verdict.mistakes:
                words = mistake_words(row.attempt.question, key, verdict.typed, texts)
                occurrences.setdefault((metric_key_of(row.attempt.question), key), []).append((row.number, words))
    for (metric, key), cases in sorted(occurrences.items(), key=lambda pair: -len(pair[1])):
        times = COUNT_KEYS.get(len(cases), "times")
        numbers = [str(number) for number in dict.fromkeys(number for number, _ in cases)]
        lesson = built_in_lesson(lesson_for(metric, key))
        yield {
            "text": cases[0][1],
            "times": texts(f"results.{times}", count=len(cases), numbers=_number_list(numbers, texts)),
            "lesson": texts("results.lesson", number=lesson.number, title=lesson.title[texts.language]) if lesson else "",
            "params": {"clear": "1", "lesson": lesson.key} if lesson else None,
        }


def _number_list(numbers: Sequence[str], texts: Texts) -> str:
    *most, last = numbers
    return texts("results.and", first=texts("sentence.more_separator").join(most), last=last) if most else last


# ---------------------------------------------------------------------------------------------------------------------------
# As text and as CSV


def _as_text(title: str, about: str, rows: Sequence[Data], mistakes: Sequence[Data], texts: Texts) -> str:
    lines = [title, about, ""]
    for row in rows:
        if "problem" in row:
            lines.append(f"{row['number']}. {row['problem']}")
            continue
        lists = "; ".join(str(each["text"]) for each in _mappings(row["lists"]))
        parts = [f"{row['number']}. {row['task']}", f"({lists})", str(row["outcome"]), str(row["answer"])]
        lines.append(_join_parts(parts))
        lines += [f"   {each['text'] or each['typed']}" for each in _mappings(row["wrong_answers"])]
    if mistakes:
        lines += ["", texts("results.look")]
        lines += [f"- {_join_parts((each['text'], each['times'], each['lesson']))}" for each in mistakes]
    return "\n".join([*lines, "", texts("results.note")]) + "\n"


def _join_parts(parts: Iterable[object]) -> str:
    return " · ".join(str(part) for part in parts if part)


def _mappings(rows: object) -> list[Mapping[str, object]]:
    return rows if isinstance(rows, list) else []


def _as_csv(rows: Sequence[QuestionRow], question_set: QuestionSet, texts: Texts) -> str:
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow([texts(f"results.csv_heads.{name}") for name in CSV_COLUMNS])
    for row in rows:
        if row.attempt is not None:
            writer.writerow([in_cell(each) for each in _cells(row, row.attempt, question_set, texts)])
    return "\ufeff" + file.getvalue()  # the byte order mark tells spreadsheets the encoding


def _cells(row: QuestionRow, attempt: Attempt, question_set: QuestionSet, texts: Texts) -> list[str]:
    question = attempt.question
    lists = (list_words(each, question.convention.cutoff, texts) for each in question.lists)
    wrong = _wrong_verdicts(row, question_set)
    keys = dict.fromkeys(key for verdict in wrong for key in verdict.mistakes)
    return [
        str(row.number),
        question.kind,
        question.measure,
        "; ".join(lists),
        outcome_words(attempt, texts, is_test=question_set.help.is_test, is_finished=row.may_reveal),
        str(len(wrong)),
        str(attempt.hints),
        answer_words(question, texts) if row.may_reveal else "",
        "; ".join(verdict.typed for verdict in attempt.verdicts),
        "; ".join(keys),
    ]
