"""Of which parts a page is made, what each is drawn by, and the style sheets; nothing here loads Streamlit."""

from __future__ import annotations

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
# Kinds of part, by the name of their module: the class of the root element, and the style sheets of their shadow root; those
# without one have no such root either. Plotly writes its style sheet into the document, which does not reach into one.
KINDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "bar": ("bar", ("bar",)),
    "notices": ("notices", ("notices",)),
    "follow": ("follow", ("follow",)),
    "choices": ("choices", ("choices",)),
    "card": ("card", ("card",)),
    "queries": ("queries", ("queries",)),
    "ranking_list": ("list", ("ranking_list",)),
    "chart": ("rv-chart", ()),
    "scores": ("scores", ("scores",)),
    "cover": ("cover", ("cover",)),
    "derivation": ("derivation", ("derivation",)),
    "terms": ("terms", ("terms",)),
    "dialog": ("dialog", ("dialog", "gallery", "paste", "link", "share", "ask", "glossary")),
    "short": ("short", ("short",)),
    "asks": ("asks", ("asks",)),
    "number": ("number", ("number", "two_derivations")),
    "tool": ("tool", ("tool", "sheet")),
    "sheet": ("sheet", ("sheet",)),
    "duel": ("list duel", ("ranking_list", "duel")),
    "ways": ("ways", ("ways",)),
    "verdict": ("verdict", ("verdict",)),
    "versus": ("versus", ("versus",)),
    "lab": ("lab choices", ("choices", "lab")),
    "cards": ("cards", ("cards",)),
    "lesson": ("lesson", ("lesson",)),
    "catalogue": ("catalogue", ("catalogue",)),
    "results": ("results", ("tiles", "results")),
    "setup": ("setup", ("tiles", "link", "setup")),
    "progress": ("progress", ("progress",)),
    "question": ("question", ("question",)),
    "working": ("working", ("working",)),
    "middle": ("middle", ("middle", "two_derivations", "mini", "choosing", "worked")),
    "answer": ("answer", ("answer",)),
    "keep": ("keep", ("keep",)),
}


def html_of(page: str) -> str:
    """The elements of a page, in which its parts are drawn."""
    return (HERE / "shell" / "board" / f"{page}.html").read_text(encoding="utf-8")


def kinds_in(html: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Those that a page has: their modules are loaded with it."""
    return {name: kind for name, kind in KINDS.items() if f'"{name}"' in html}


def styles() -> str:
    """All style sheets of the document, one after the other."""
    return "".join((PACKAGE / name).read_text(encoding="utf-8") for name in STYLES)
