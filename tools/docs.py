"""Write anew what README and docs/ say of the data, of the docstrings, and of what commands print: `make docs`.

tests/project/test_docs.py says when that is due.
"""

from __future__ import annotations

import inspect
import io
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import chdir, redirect_stdout
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import rankviz
from rankviz.cli import reference
from rankviz.cli.main import main as rankviz_main
from rankviz.core.conventions import TEXTBOOK
from rankviz.core.metrics import METRICS, Metric
from rankviz.core.metrics.registry import FAMILIES
from rankviz.diagnose.words.library_notes import note_text
from rankviz.explore.words.about_metric import SENTENCES, does_not_look_at
from rankviz.learn.lessons import fields
from rankviz.learn.lessons.lesson import Lesson
from rankviz.learn.lessons.reader import LESSON_KEYS, built_in_lesson
from rankviz.learn.sets import file
from rankviz.learn.sets.question_set import Help
from rankviz.learn.toml_fields import Fields, Required
from rankviz.libraries.profiles import PROFILES
from rankviz.page.page_parameters import PAGE_PARAMETERS
from rankviz.state.handout import HANDOUT_PARAMETERS
from rankviz.state.parameter import Parameter
from rankviz.state.permalink import STATE_PARAMETERS
from rankviz.texts import Texts
from tests.helpers.example_files import example_files
from tests.libraries.proofs import CALLED, LEFT_OUT, PROOFS, tolerance
from tests.libraries.proofs.parts import BITS_32, EXACT

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
WITH_TABLES = ("add-a-lesson", "conventions", "exercises", "lessons", "links", "metrics")
AT_TEN = TEXTBOOK.with_choices({"cutoff": 10})
SHOWN = re.compile(r"(?<=```\n\$ rankviz )([^\n]+)\n(.*?)(?=```)", re.DOTALL)  # one command a block
MADE = re.compile(r"(?<=<!-- made: )(\w+)( -->\n).*?(?=<!-- end -->)", re.DOTALL)


def pages() -> dict[Path, str]:
    """Each page that is made, wholly or in part, as it has to be."""
    made = {
        path: MADE.sub(lambda found: f"{found[1]}{found[2]}{TABLES[found[1]]()}", path.read_text(encoding="utf-8"))
        for path in (DOCS / f"{name}.md" for name in WITH_TABLES)
    }
    return {**made, DOCS / "api.md": api()}


def pages_with_commands() -> dict[Path, str]:
    """Each page that shows what a command prints, as it has to be; tests/project/test_readme.py runs the commands, too."""
    told = {path: path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *sorted(DOCS.rglob("*.md")))}
    showing = {path: text for path, text in told.items() if SHOWN.search(text) and not path.name.startswith("add-")}
    with TemporaryDirectory() as folder, chdir(folder):
        example_files(Path(folder))
        return {path: SHOWN.sub(lambda found: f"{found[1]}\n{printed(found[1])}", text) for path, text in showing.items()}


def printed(command: str) -> str:
    """What a command prints."""
    with redirect_stdout(io.StringIO()) as out:
        rankviz_main(shlex.split(command))
    return out.getvalue()


def table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A Markdown table."""
    lines = [heads, ("---",) * len(heads), *rows]
    return "".join("| " + " | ".join(cell.replace("|", r"\|") for cell in line) + " |\n" for line in lines)


def measures() -> str:
    """How each measure is written."""
    return table(("metric", "spelled out", "what it is"), [(f"`{name}`", *rest) for name, *rest in reference.metrics()])


def metrics() -> str:
    """Each metric by family, with what is said of it beside its derivation and in the picker."""
    texts, text = Texts("en"), ""
    for family in FAMILIES:
        text += f"\n## {texts(f'family.{family}')}\n"
        text += "".join(_metric(metric, texts) for metric in METRICS.values() if metric.family == family)
    return text + "\n"


def _metric(metric: Metric, texts: Texts) -> str:
    name, question, right, misleads, also = (texts(f"about.{metric.key}.{part}") for part in ("name", *SENTENCES, "also"))
    lines = {"right": right, "misleads": misleads, "blind": does_not_look_at(metric.key, AT_TEN, texts), "also": also}
    rows = "".join(f"- **{texts(f'picker.{key}')}:** {each}\n" for key, each in lines.items() if each)
    told = f"{question} In short: {texts(f'metric.{metric.key}')}."
    return f"\n### {metric.name}: {name}\n\n{told}\n\n{rows}- **Source:** {metric.source}\n"


def choices() -> str:
    """Each field, and below it its values."""
    rows = [(f"**`{name}`**", f"**{what}**") if name else (f"`{key}`", what) for name, key, what in reference.choices()]
    return table(("field, value", "what it says"), rows)


def profiles() -> str:
    """By group, each profile with the metrics that it has; below them what has to be known beside their numbers."""
    texts, text = Texts("en"), ""
    for group in dict.fromkeys(profile.group for profile in PROFILES.values()):
        known = [row for row in reference.profiles() if PROFILES[row[0]].group == group]
        rows = [(f"`{key}`", library, version, _metrics(key)) for key, library, version, _ in known]
        text += f"\n### {texts(f'library_group.{group}')}\n\n{table(('profile', 'whose', 'version', 'metrics'), rows)}"
        told = "".join(_noted(key, library, texts) for key, library, *_ in known)
        text += f"\n{told}" if told else ""
    return text + "\n"


def _noted(key: str, library: str, texts: Texts) -> str:
    """What has to be known beside a library's numbers, one line a note."""
    notes = PROFILES[key].notes
    told = [note_text(note, [METRICS[metric].name for metric in note.metrics], texts) for note in notes]
    return "".join(f"- **{library}.** {each.head}. {each.text} {each.source}.\n" for each in told)


def _metrics(key: str) -> str:
    asked = {name: [PROFILES[key].choices(name, cutoff) is not None for cutoff in (None, 10)] for name in METRICS}
    if all(whole for whole, _ in asked.values()):
        return "all"
    names = {name: METRICS[name].name + ("" if whole else "@k") for name, (whole, cut) in asked.items() if whole or cut}
    return ", ".join(names.values())


def exactness() -> str:
    """How exactly the libraries had to be met: those of which more than 1e-9 is left open, by name."""
    names: dict[str, dict[str, None]] = {}
    for key in sorted(PROOFS, key=tolerance):
        profile, within = PROFILES[key], tolerance(key)
        how = (
            "compute in 32 bits, to 1e-6" if within == BITS_32 else f"give {profile.decimals} decimals, to half of the last one"
        )
        names.setdefault("" if within == EXACT else how, {})[profile.library] = None
    told = [f"Those that {how}: {', '.join(each)}." for how, each in names.items() if how]
    return " ".join(["They have to agree to 1e-9.", *told]) + "\n"


def compared() -> str:
    """Of how many values and means each library's profile gives what was recorded, and what it cannot promise."""
    called = ("called by each test run", "–", "")
    rows = [(f"`{key}`", *(called if key in CALLED else _compared(key))) for key in PROFILES if not PROFILES[key].is_book]
    return table(("profile", "values", "means", "not promised"), rows)


def _compared(key: str) -> tuple[str, str, str]:
    values, means = PROOFS[key].compared
    rules = [each for each in LEFT_OUT if key in each.profiles]
    told = [f"{_named(each.metrics)}: {each.why}" if each.metrics else each.why for each in rules]
    return str(values), str(means or "–"), " ".join([*told, PROOFS[key].besides]).strip()


def _named(metrics: Sequence[str]) -> str:
    return ", ".join(METRICS[key.removesuffix("@")].name + ("@k" if key.endswith("@") else "") for key in metrics)


def lessons() -> str:
    """Each lesson with its steps, so that a link to one can be written."""
    found = [each for each in map(built_in_lesson, LESSON_KEYS) if each is not None]
    rows = [(f"**{each.title['en']}**<br>{each.description['en']}", f"`lesson={each.key}`", _steps(each)) for each in found]
    return table(("lesson", "link", "steps"), rows)


def _steps(lesson: Lesson) -> str:
    return " · ".join(f"{number} {step.title['en']}" for number, step in enumerate(lesson.steps, 1))


def parameters(rows: Sequence[Parameter]) -> str:
    """The parameters of an address."""
    if not any(each.usual for each in rows):
        return table(("parameter", "what it says"), [(f"`{each.name}`", each.says) for each in rows])
    told = [(f"`{each.name}`", each.says, f"`{each.usual}`" if each.usual else "") for each in rows]
    return table(("parameter", "what it says", "if it is left out"), told)


def toml_fields(rows: Fields, of_a_step: Fields = ()) -> str:
    """The fields of a table in a TOML file; of those that a step has, too, its table tells."""
    told = [(f"`{each.name}`", "as in a step" if each in of_a_step else each.says, _usual(each.usual)) for each in rows]
    return table(("field", "what it says", "if it is left out"), told)


def _usual(value: object) -> str:
    """What a field is where it is left out, if that is a word or a number."""
    if isinstance(value, Required):
        return value.value
    return f"`{value}`" if value and isinstance(value, str | int | Help) else ""


TABLES: Mapping[str, Callable[[], str]] = {
    "metrics": metrics,
    "measures": measures,
    "choices": choices,
    "profiles": profiles,
    "exactness": exactness,
    "compared": compared,
    "lessons": lessons,
    "parameters_state": lambda: parameters(STATE_PARAMETERS),
    "parameters_handout": lambda: parameters(HANDOUT_PARAMETERS),
    **{f"parameters_{page}": partial(parameters, rows) for page, rows in PAGE_PARAMETERS.items()},
    "fields_set": lambda: toml_fields(file.SET_FIELDS),
    "fields_set_question": lambda: toml_fields(file.QUESTION_FIELDS),
    "fields_lesson": lambda: toml_fields(fields.LESSON_FIELDS, fields.STEP_FIELDS),
    "fields_practise": lambda: toml_fields(fields.PRACTICE_FIELDS),
    "fields_step": lambda: toml_fields(fields.STEP_FIELDS),
    "fields_lists": lambda: toml_fields(fields.LIST_FIELDS),
    "fields_question": lambda: toml_fields(fields.QUESTION_FIELDS),
    "fields_then": lambda: toml_fields(fields.FOLLOW_UP_FIELDS, fields.STEP_FIELDS),
    "fields_option": lambda: toml_fields(fields.PREDICTION_FIELDS),
    "fields_slip": lambda: toml_fields(fields.WRONG_NUMBER_FIELDS),
}


def api() -> str:
    """The public names of `rankviz` with their docstrings."""
    head = "# Python reference\n\nMade from the docstrings by `make docs`. Everything here is imported from `rankviz`.\n"
    names = sorted(rankviz.__all__, key=str.lower)
    return head + "".join(_described(name, getattr(rankviz, name)) for name in names)


def _described(name: str, thing: object) -> str:
    if isinstance(thing, str):
        return ""
    if isinstance(thing, Mapping):
        return f"\n## {name}\n\nA mapping from key to `{type(next(iter(thing.values()))).__name__}`: {', '.join(thing)}.\n"
    text = f"\n## {name}\n\n{_signed(name, thing)}"
    for method, value in _members(thing).items() if inspect.isclass(thing) else ():
        if method.startswith("_") or not getattr(value, "__doc__", None):
            continue
        inner = value.fget if isinstance(value, property) else getattr(thing, method)
        if isinstance(value, property) or callable(inner):
            text += f"\n### {name}.{method}\n\n{_signed(method, inner, isinstance(value, property))}"
    return text


def _members(thing: type) -> dict[str, object]:
    """What a class has of its own, and of the classes of rankviz that it is made from."""
    made_from = [each for each in reversed(inspect.getmro(thing)) if each.__module__.startswith("rankviz")]
    return {name: value for each in made_from for name, value in vars(each).items()}


def _signed(name: str, thing: object, plain: bool = False) -> str:
    assert callable(thing), name
    signature = "" if plain else _signature(inspect.signature(thing))
    return f"```text\n{name}{signature}\n\n{inspect.getdoc(thing)}\n```\n"


def _signature(found: inspect.Signature) -> str:
    """Without types: the docstring says what is meant."""
    bare = [each.replace(annotation=inspect.Parameter.empty) for each in found.parameters.values() if each.name != "self"]
    return str(found.replace(parameters=bare, return_annotation=inspect.Signature.empty))


def main() -> None:
    """Write the pages."""
    for made in (pages, pages_with_commands):  # one after the other: a page may have tables, and show a command
        for path, text in made().items():
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
