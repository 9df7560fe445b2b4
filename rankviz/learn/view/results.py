"""The sheet of results: a row a question, the mistakes with their lessons, and the same as text and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rankviz.basics.errors import InputError
from rankviz.basics.escaping import in_cell
from rankviz.display.error_text import error_text
from rankviz.display.labels import file_stem
from rankviz.learn.export.question_export import solution_lines
from rankviz.learn.lessons.lesson_for_mistake import lesson_for
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
TIMES = {1: "once", 2: "twice"}
HEADS = ("number", "kind", "measure", "list", "went", "tries", "hints", "answer", "way", "mistakes")


@dataclass(frozen=True)
class QuestionRow:
    """A question on the sheet.

    Parameters
    ----------
    number : int
    attempt : Attempt or None
        None for a question that cannot be asked.
    problem : str
        Why it cannot.
    told : bool
        Whether its answer may be told.
    """

    number: int
    attempt: Attempt | None
    problem: str = ""
    told: bool = False


def results_payload(progress: Progress, texts: Texts) -> Data:
    """Build the sheet of results.

    Returns
    -------
    dict
        `title`, `about`, `note`; `counts`, a list of `{number, label}`; `heads`, by column; `rows`, each `{number, asked,
        lists, went, sign, answer, way, solution, go_on}`, where `way` is a list of `{typed, words}` and `solution` has `lines`,
        and of one that cannot be asked `{number, problem}`; `look`, a list of `{words, times, lesson, to}` of the mistakes that
        were made; `finish`, whether a test is to be handed in; `again`, what of the address gives the same with new lists, None
        for a set of lists of its own; `text` and `csv` with its `name`; `texts`.

    Notes
    -----
    It asks for `set_learn_params`, and to hand a test in for `record_work` with `shown` of every question.
    """
    asked, rows = progress.question_set, tuple(_rows(progress, texts))
    title = texts("results.title", title=title_of_set(asked, texts))
    about = texts("results.about_own") if asked.fixed_questions else texts("results.about", seed=asked.seed, level=asked.level)
    look = list(_look(rows, asked, texts))
    found = [_row(row, asked, texts) for row in rows]
    return {
        "title": title,
        "about": texts("words.separator").join((about, texts("results.note"))),
        "note": texts("results.note"),
        "counts": _counts(rows, asked, texts),
        "heads": {name: texts(f"results.heads_{name}") for name in ("asked", "list", "went", "answer", "way")},
        "rows": found,
        "look": look,
        "again": None if asked.fixed_questions else {"seed": str(asked.seed + 1), "q": "1"},
        "finish": asked.help.is_test and not all(row.told for row in rows),
        "text": _text(title, about, found, look, texts),
        "csv": _csv(rows, asked, texts),
        "name": f"{file_stem(title_of_set(asked, texts))}.csv",
        "texts": {
            name: texts(f"results.{name}")
            for name in ("again", "copy", "copied", "copy_failed", "csv", "print", "look", "finish", "finish_note")
        },
    }


def _rows(progress: Progress, texts: Texts) -> Iterator[QuestionRow]:
    for number in range(1, progress.question_set.size + 1):
        try:
            yield QuestionRow(number, progress.attempt(number), told=progress.is_finished(number))
        except InputError as problem:
            yield QuestionRow(number, None, error_text(problem, texts), told=True)


def _counts(rows: Sequence[QuestionRow], asked: QuestionSet, texts: Texts) -> list[Data]:
    """What the sheet begins with."""
    attempts = [row.attempt for row in rows if row.attempt is not None]
    test, over = asked.help.is_test, all(row.told for row in rows)
    solved = sum(attempt.is_solved for attempt in attempts)
    answered = sum(attempt.last_verdict is not None for attempt in attempts)
    of = texts("results.solved_of", solved=answered if test and not over else solved, count=len(rows))
    if test:
        return [{"number": of, "label": texts("results.right" if over else "results.given")}]
    alone = sum(attempt.is_solved_without_help and not attempt.tries for attempt in attempts)
    return [
        {"number": of, "label": texts("results.solved")},
        {"number": str(alone), "label": texts("results.alone")},
        {"number": str(sum(attempt.hints for attempt in attempts)), "label": texts("results.hints")},
    ]


def _row(row: QuestionRow, asked: QuestionSet, texts: Texts) -> Data:
    attempt = row.attempt
    if attempt is None:
        return {"number": row.number, "problem": row.problem}
    test = asked.help.is_test
    said = (wrong_answer_words(attempt, verdict, texts) for verdict in _wrong(row, asked))
    way = [{"typed": typed, "words": words} for typed, words in said]
    return {
        "number": row.number,
        "asked": task_label(attempt.question, texts),
        "lists": grade_tiles_payload(attempt.question, texts),
        "went": outcome_words(attempt, texts, is_test=test, is_finished=row.told),
        "sign": _sign(row, attempt, test),
        "answer": answer_words(attempt.question, texts) if row.told else "",
        "way": way,
        "solution": _solution(row, texts) if test and row.told else None,
        "go_on": texts("results.go_on", number=row.number),
    }


def _sign(row: QuestionRow, attempt: Attempt, test: bool) -> str:
    if attempt.is_solved:
        return "right" if row.told else ""
    return "shown" if attempt.is_given_up and not test else ""


def _solution(row: QuestionRow, texts: Texts) -> Data:
    assert row.attempt is not None
    lines = list(solution_lines(row.attempt.question, texts))
    return {"label": texts("results.solution", number=row.number), "lines": lines}


def _wrong(row: QuestionRow, asked: QuestionSet) -> tuple[Verdict, ...]:
    """The wrong answers; in a test only the last one counts, when it is over."""
    verdicts = row.attempt.verdicts if row.attempt else ()
    if asked.help.is_test:
        verdicts = verdicts[-1:] if row.told else ()
    return tuple(verdict for verdict in verdicts if verdict.is_try)


def _look(rows: Sequence[QuestionRow], asked: QuestionSet, texts: Texts) -> Iterator[Data]:
    """The mistakes that were made, each with the lesson that treats it: the most frequent first."""
    made: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for row in rows:
        for verdict in _wrong(row, asked):
            assert row.attempt is not None
            for key in verdict.mistakes:
                words = mistake_words(row.attempt.question, key, verdict.typed, texts)
                made.setdefault((metric_key_of(row.attempt.question), key), []).append((row.number, words))
    for (metric, key), found in sorted(made.items(), key=lambda pair: -len(pair[1])):
        numbers = [str(number) for number in dict.fromkeys(number for number, _ in found)]
        lesson = built_in_lesson(lesson_for(metric, key))
        yield {
            "words": found[0][1],
            "times": texts(f"results.{TIMES.get(len(found), 'times')}", count=len(found), numbers=_listed(numbers, texts)),
            "lesson": texts("results.lesson", number=lesson.number, title=lesson.title[texts.language]) if lesson else "",
            "to": {"clear": "1", "lesson": lesson.key} if lesson else None,
        }


def _listed(numbers: Sequence[str], texts: Texts) -> str:
    *most, last = numbers
    return texts("results.and", first=texts("sentence.more_separator").join(most), last=last) if most else last


# ---------------------------------------------------------------------------------------------------------------------------
# The same to be taken along


def _text(title: str, about: str, rows: Sequence[Data], look: Sequence[Data], texts: Texts) -> str:
    lines = [title, about, ""]
    for row in rows:
        if "problem" in row:
            lines.append(f"{row['number']}. {row['problem']}")
            continue
        lists = "; ".join(str(each["words"]) for each in _mappings(row["lists"]))
        parts = [f"{row['number']}. {row['asked']}", f"({lists})", str(row["went"]), str(row["answer"])]
        lines.append(_joined(parts))
        lines += [f"   {each['words'] or each['typed']}" for each in _mappings(row["way"])]
    if look:
        lines += ["", texts("results.look")]
        lines += [f"- {_joined((each['words'], each['times'], each['lesson']))}" for each in look]
    return "\n".join([*lines, "", texts("results.note")]) + "\n"


def _joined(parts: Iterable[object]) -> str:
    return " · ".join(str(part) for part in parts if part)


def _mappings(rows: object) -> list[Mapping[str, object]]:
    return rows if isinstance(rows, list) else []


def _csv(rows: Sequence[QuestionRow], asked: QuestionSet, texts: Texts) -> str:
    out = io.StringIO()
    write = csv.writer(out)
    write.writerow([texts(f"results.csv_heads.{name}") for name in HEADS])
    for row in rows:
        if row.attempt is not None:
            write.writerow([in_cell(each) for each in _cells(row, row.attempt, asked, texts)])
    return "\ufeff" + out.getvalue()  # the mark by which a spreadsheet knows the encoding


def _cells(row: QuestionRow, attempt: Attempt, asked: QuestionSet, texts: Texts) -> list[str]:
    question = attempt.question
    lists = (list_words(each, question.convention.cutoff, texts) for each in question.lists)
    wrong = _wrong(row, asked)
    keys = dict.fromkeys(key for verdict in wrong for key in verdict.mistakes)
    return [
        str(row.number),
        question.kind,
        question.measure,
        "; ".join(lists),
        outcome_words(attempt, texts, is_test=asked.help.is_test, is_finished=row.told),
        str(len(wrong)),
        str(attempt.hints),
        answer_words(question, texts) if row.told else "",
        "; ".join(verdict.typed for verdict in attempt.verdicts),
        "; ".join(keys),
    ]
