"""Does every browser understand the style sheets, and do all of them keep to the sizes and widths that `theme.css` names?

WebKit knows less than others; `make browsers` asks each of them.
"""

from __future__ import annotations

import re
from pathlib import Path

import rankviz

ROOT = Path(rankviz.__file__).parent
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SHEETS = {str(path.relative_to(ROOT)): COMMENT.sub("", path.read_text(encoding="utf-8")) for path in ROOT.rglob("*.css")}
# https://developer.mozilla.org/docs/Web/CSS/text-decoration and user-select, in the tables of browsers
THEME = (ROOT / "display" / "theme.css").read_text(encoding="utf-8")
SCALE = re.compile(r"(--rv-type-\w+):").findall(THEME)
STEPS = {each: re.findall(r"\d+px", re.findall(rf"{each}s ([^;.]+)[;.]", THEME)[0]) for each in ("width", "height")}
IN_FONT = re.compile(r"(?:\d{3} )?(inherit|\w+\([^()]*\)|[\d.]+[a-z]+)")
# What is around it, paper, the screen (or a root that does), or that it is not to be seen.
FOLLOWS = re.compile(r"inherit|[\d.]+(?:em|pt)|(?:clamp|min|max)\(.*(?:rem|vw).*\)|0 !important")
ROOT_RULE = re.compile(r"(?<![\w-])html\s*{[^}]*}")  # its size is what a rem is
ASKED = re.compile(r"@media[^{]*|matchMedia\([^\n]*")
SIZE_ASKED = re.compile(r"\([^()]*(?:width|height)[^()]*\)")
QUERY = re.compile(r"\((min|max)-(width|height): (\d+)px\)")
LINES = {"none", "underline", "overline", "line-through", "inherit"}


def values(css: str, name: str) -> list[str]:
    return [each.strip() for each in re.findall(rf"(?<![\w-]){name}\s*:\s*([^;}}]+)", css)]


def test_a_line_under_a_word_is_described_property_by_property() -> None:
    found = {name: [value for value in values(css, "text-decoration") if value not in LINES] for name, css in SHEETS.items()}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_no_word_is_shown_in_other_letters_than_it_is_written_in() -> None:
    # A name, as ranx, has none to give away: who wants a capital writes it in texts/.
    found = {name: values(css, "text-transform") for name, css in SHEETS.items()}
    assert {name for name, each in found.items() if {*each} - {"none"}} == set()


def test_what_cannot_be_selected_cannot_be_in_webkit_either() -> None:
    known = {name: values(css, "user-select") for name, css in SHEETS.items()}
    assert known == {name: values(css, "-webkit-user-select") for name, css in SHEETS.items()}
    assert any(known.values())


def type_sizes(css: str) -> list[str]:
    css = ROOT_RULE.sub("", css)
    whole = [IN_FONT.match(each) for each in values(css, "font")]
    return [*values(css, "font-size"), *(each[1] if each else "?" for each in whole)]


def test_type_has_one_of_the_eight_sizes_or_follows_what_is_around_it() -> None:
    found = {name: type_sizes(css) for name, css in SHEETS.items()}
    named = {f"var({each})" for each in SCALE}
    others = {
        name: [size for size in sizes if size not in named and not FOLLOWS.fullmatch(size)] for name, sizes in found.items()
    }
    assert {name: sizes for name, sizes in others.items() if sizes} == {}
    assert named == {size for sizes in found.values() for size in sizes if size.startswith("var(")}
    assert len(SCALE) == 8


def queries(text: str) -> set[tuple[str, str]]:
    """Which way and where the text asks for the size of a window: at most so many px, or one more at least."""
    asked = [QUERY.fullmatch(each) or each for query in ASKED.findall(text) for each in SIZE_ASKED.findall(query)]
    return {("?", each) if isinstance(each, str) else (each[2], f"{int(each[3]) - (each[1] == 'min')}px") for each in asked}


def test_pages_change_at_the_widths_and_heights_that_are_named_and_nowhere_else() -> None:
    scripts = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in ROOT.rglob("*.js")}
    found = {name: queries(text) for name, text in (SHEETS | scripts).items()}
    named = {(way, px) for way, steps in STEPS.items() for px in steps}
    assert {name: other for name, asked in found.items() if (other := asked - named)} == {}
    assert named == set().union(*found.values())
    assert len(STEPS["width"]) == 4
