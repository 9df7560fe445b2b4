"""How each kind of part is drawn: its module and style sheets. Which page has which parts says `page.answers.page_parts`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

HERE = Path(__file__).parent
PACKAGE = HERE.parent
STYLES = (
    "display/theme.css",
    "browser/page.css",
    "browser/kit/term.css",
    "browser/explore/chart/chart.css",
)  # of the document
COMMON = ("kit/kit.css", "kit/grades.css", "kit/term.css")  # of each shadow root


class Kind(NamedTuple):
    """How a kind of part is drawn: by the module of its folder, in a root element whose class is the kind's name.

    A module and a style sheet have the name of their folder (`file_in`).

    Parameters
    ----------
    folder : str
        Where the module is, as 'explore/scores'.
    styles : tuple of str
        Folders of the style sheets of the shadow root. A kind without one has no such root either: Plotly writes its style
        sheet into the document, which does not reach into one.
    also : str
        Another class of the root element, of a kind whose style sheet it shares.
    """

    folder: str
    styles: tuple[str, ...]
    also: str = ""

    @property
    def name(self) -> str:
        """Name of the kind: that of its folder."""
        return self.folder.rpartition("/")[2]

    @property
    def root(self) -> str:
        """Classes of the root element; in the document itself they begin as all of ours do there."""
        return f"{self.also} {self.name}".strip() if self.styles else f"rv-{self.name}"


def _kinds(*kinds: Kind) -> Mapping[str, Kind]:
    return MappingProxyType({kind.name: kind for kind in kinds})


def _kind(folder: str, *shared: str, also: str = "") -> Kind:
    """Return a kind with the style sheet of its folder, after those that it shares."""
    return Kind(folder, (*shared, folder), also)


KINDS = _kinds(
    _kind("shell/header"),
    _kind("shell/notices"),
    _kind("classroom/class_strip"),
    _kind("explore/choices"),
    _kind("explore/example_card"),
    _kind("explore/list_tabs"),
    _kind("explore/ranking_list"),
    Kind("explore/chart", ()),
    _kind("explore/scores"),
    _kind("explore/cover"),
    _kind("explore/derivation"),
    _kind("shared/terms"),
    Kind(
        "dialogs/dialog",
        (
            "dialogs/dialog",
            "dialogs/examples",
            "dialogs/paste",
            "shared/link_with_qr",
            "dialogs/share",
            "dialogs/own_question",
            "dialogs/glossary",
        ),
    ),
    _kind("diagnose/list_summary"),
    _kind("diagnose/diagnose_nav"),
    Kind("diagnose/my_number", ("diagnose/my_number", "shared/two_derivations")),
    Kind("diagnose/my_tool", ("diagnose/my_tool", "shared/table")),
    _kind("shared/table"),
    _kind("compare/two_lists", "explore/ranking_list", also="ranking_list"),
    _kind("compare/difference"),
    _kind("compare/winner"),
    _kind("compare/derivations"),
    _kind("compare/winner_flips", "explore/choices", also="choices"),
    _kind("compare/cards"),
    _kind("learn/lesson"),
    _kind("learn/catalogue"),
    _kind("learn/results", "learn/grade_tiles"),
    _kind("learn/setup", "learn/grade_tiles", "shared/link_with_qr"),
    _kind("learn/progress"),
    _kind("learn/question_head"),
    _kind("learn/working_table"),
    Kind(
        "learn/question_body",
        ("learn/question_body", "shared/two_derivations", "learn/mini_lists", "learn/choosing", "learn/written_derivation"),
    ),
    _kind("learn/answer_panel"),
    _kind("learn/to_remember"),
)


def page_html(page: str) -> str:
    """The elements of a page, in which its parts are drawn."""
    return (HERE / "shell" / "board" / f"{page}.html").read_text(encoding="utf-8")


def main_file(folder: str, ending: str) -> str:
    """The module or the style sheet of a folder.

    Examples
    --------
    >>> main_file("explore/scores", "js")
    'explore/scores/scores.js'
    """
    return f"{folder}/{folder.rpartition('/')[2]}.{ending}"


def kind_files(kinds: Mapping[str, Kind]) -> dict[str, dict[str, object]]:
    """Return what the browser is told of each part, by its name: the class of the root, and the paths of module and styles."""
    return {
        name: {"root": kind.root, "js": main_file(kind.folder, "js"), "css": [main_file(style, "css") for style in kind.styles]}
        for name, kind in kinds.items()
    }


def styles() -> str:
    """All style sheets of the document, one after the other."""
    return "".join((PACKAGE / name).read_text(encoding="utf-8") for name in STYLES)
