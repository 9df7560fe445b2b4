"""Of which parts a page is made, what each is drawn by, and the style sheets; nothing here loads Streamlit."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).parent
PACKAGE = HERE.parent
STYLES = (
    "display/theme.css",
    "browser/page.css",
    "browser/kit/term.css",
    "browser/explore/chart/chart.css",
)  # of the document
COMMON = ("kit/kit.css", "kit/term.css")  # of each shadow root
# Kinds of part, by name: the folder of the module, the class of the root element, and the folders of the style sheets of the
# shadow root; those without one have no such root either. Plotly writes its style sheet into the document, which does not reach
# into one. A module and a style sheet have the name of their folder.
Kind = tuple[str, str, tuple[str, ...]]
KINDS: dict[str, Kind] = {
    "bar": ("shell/header", "bar", ("shell/header",)),
    "notices": ("shell/notices", "notices", ("shell/notices",)),
    "follow": ("classroom/class_strip", "follow", ("classroom/class_strip",)),
    "choices": ("explore/choices", "choices", ("explore/choices",)),
    "card": ("explore/example_card", "card", ("explore/example_card",)),
    "queries": ("explore/list_tabs", "queries", ("explore/list_tabs",)),
    "ranking_list": ("explore/ranking_list", "list", ("explore/ranking_list",)),
    "chart": ("explore/chart", "rv-chart", ()),
    "scores": ("explore/scores", "scores", ("explore/scores",)),
    "cover": ("explore/cover", "cover", ("explore/cover",)),
    "derivation": ("explore/derivation", "derivation", ("explore/derivation",)),
    "terms": ("shared/terms", "terms", ("shared/terms",)),
    "dialog": (
        "dialogs/dialog",
        "dialog",
        (
            "dialogs/dialog",
            "dialogs/examples",
            "dialogs/paste",
            "shared/link",
            "dialogs/share",
            "dialogs/own_question",
            "dialogs/glossary",
        ),
    ),
    "short": ("diagnose/list_summary", "short", ("diagnose/list_summary",)),
    "asks": ("diagnose/questions", "asks", ("diagnose/questions",)),
    "number": ("diagnose/my_number", "number", ("diagnose/my_number", "shared/two_derivations")),
    "tool": ("diagnose/my_tool", "tool", ("diagnose/my_tool", "shared/table")),
    "sheet": ("shared/table", "sheet", ("shared/table",)),
    "duel": ("compare/two_lists", "list duel", ("explore/ranking_list", "compare/two_lists")),
    "ways": ("compare/difference", "ways", ("compare/difference",)),
    "verdict": ("compare/winner", "verdict", ("compare/winner",)),
    "versus": ("compare/derivations", "versus", ("compare/derivations",)),
    "lab": ("compare/winner_flips", "lab choices", ("explore/choices", "compare/winner_flips")),
    "cards": ("compare/cards", "cards", ("compare/cards",)),
    "lesson": ("learn/lesson", "lesson", ("learn/lesson",)),
    "catalogue": ("learn/catalogue", "catalogue", ("learn/catalogue",)),
    "results": ("learn/results", "results", ("learn/grade_tiles", "learn/results")),
    "setup": ("learn/setup", "setup", ("learn/grade_tiles", "shared/link", "learn/setup")),
    "progress": ("learn/progress", "progress", ("learn/progress",)),
    "question": ("learn/question_head", "question", ("learn/question_head",)),
    "working": ("learn/working_table", "working", ("learn/working_table",)),
    "middle": (
        "learn/question_body",
        "middle",
        ("learn/question_body", "shared/two_derivations", "learn/mini_lists", "learn/choosing", "learn/written_derivation"),
    ),
    "answer": ("learn/answer", "answer", ("learn/answer",)),
    "keep": ("learn/to_remember", "keep", ("learn/to_remember",)),
}


def html_of(page: str) -> str:
    """The elements of a page, in which its parts are drawn."""
    return (HERE / "shell" / "board" / f"{page}.html").read_text(encoding="utf-8")


def file_in(folder: str, ending: str) -> str:
    """The module or the style sheet of a folder.

    Examples
    --------
    >>> file_in("explore/scores", "js")
    'explore/scores/scores.js'
    """
    return f"{folder}/{folder.rpartition('/')[2]}.{ending}"


def files_of(kinds: Mapping[str, Kind]) -> dict[str, dict[str, object]]:
    """Kinds of part as the browser is told of them: with the paths of what each is made of."""
    return {
        name: {"root": root, "js": file_in(folder, "js"), "css": [file_in(style, "css") for style in styles]}
        for name, (folder, root, styles) in kinds.items()
    }


def kinds_in(html: str) -> dict[str, Kind]:
    """Those that a page has: their modules are loaded with it."""
    return {name: kind for name, kind in KINDS.items() if f'"{name}"' in html}


def styles() -> str:
    """All style sheets of the document, one after the other."""
    return "".join((PACKAGE / name).read_text(encoding="utf-8") for name in STYLES)
