"""A whole saved page: what was computed, how, and from what, with its style sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rankviz.basics.errors import InputError
from rankviz.basics.escaping import in_html
from rankviz.basics.limits import MAX_ENTRIES
from rankviz.core.metrics.measures import print_measure
from rankviz.display.colours import COLOURS, THEME
from rankviz.display.convention_words import convention_words
from rankviz.display.formulas.explanation_text import python_line
from rankviz.display.formulas.mean_line import line_of_mean, mean_label, put_words
from rankviz.display.labels import list_name
from rankviz.display.rule_words import undefined_reason
from rankviz.display.svg.figure_svg import picture
from rankviz.display.value_text import printed_value
from rankviz.display.xml_elements import element, text_elements
from rankviz.explore.charts.state_figures import refusal, small_figures
from rankviz.explore.saved_page.derivation_html import derivation_html
from rankviz.explore.saved_page.list_html import MOST_ROWS, all_lists, list_html
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts

HERE = Path(__file__).parent
WIDTHS = {2: 490.0, 3: 330.0}  # px of a small chart, by how many stand beside each other
MOST_IN_TWOS = 4
TYPE = re.compile(r"--rv-(?:font|type-\w+|dash-\w+): [^;]+;")
LANGUAGES = {"zh": "zh-Hans"}  # of the document, where it is called otherwise there


def saved_page(analysis: Analysis, texts: Texts) -> str:
    """Write what is on the page as one file.

    Parameters
    ----------
    analysis : Analysis
    texts : Texts
        Of the language in which it is written.

    Returns
    -------
    str
        HTML that is XML as well. The list is given to row 100, and curves of lists that the page can hold, so that it
        stays short whatever it is made of.
    """
    sentences, value = _value(analysis, texts)
    measure = print_measure(analysis.metric, analysis.state.convention)
    title = texts("saved_page.heading", name=measure, value=value)
    body = [_header(analysis, title, sentences, texts), list_html(analysis, texts), derivation_html(analysis, texts)]
    body += [_charts(analysis, texts), all_lists(analysis, texts), _python(analysis, texts)]
    head = [
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        text_elements("title", [title]),
        element("style", _styles()),
    ]
    language = LANGUAGES.get(texts.language, texts.language)
    whole = element("html", element("head", "".join(head)) + element("body", element("main", "".join(body))), lang=language)
    return f"<!DOCTYPE html>\n{whole}\n"


def _value(analysis: Analysis, texts: Texts) -> tuple[list[str], str]:
    """What is said under the value, and the value as printed."""
    main = analysis.main
    if isinstance(main, InputError):
        return [refusal(analysis, texts)], texts("panel.refused")
    if main.undefined[0]:
        reasons = [
            undefined_reason(main, texts),
            put_words(main, analysis.state.convention, texts, lists=len(analysis.state.lists)),
        ]
        return [texts("words.separator").join(reasons)], texts("panel.undefined")
    value, exact, quotient = printed_value(main, 0, analysis, texts)
    key = "divided" if quotient else "exactly"
    return [texts(f"saved_page.{key}", quotient=quotient, value=exact)], value


def _header(analysis: Analysis, title: str, sentences: list[str], texts: Texts) -> str:
    name = list_name(analysis.state, analysis.state.selected, texts)
    named = len(analysis.state.lists) > 1 or bool(analysis.ranking.query_id)
    head = text_elements("p", [name] if named else [], class_="name") + text_elements("h1", [title])
    if (line := line_of_mean(analysis)) is not None:
        mean = texts("panel.undefined") if line.undefined else line.result
        sentences = [*sentences, texts("convention.part", name=mean_label(line, analysis, texts), value=mean)]
    exact = text_elements("p", sentences, class_="exact")
    return element("header", head + exact + text_elements("p", [convention_words(analysis, texts).sentence], class_="sentence"))


def _charts(analysis: Analysis, texts: Texts) -> str:
    """The small charts; of the whole list, so that there are none of a list that the page could not hold."""
    count = len(analysis.ranking.items)
    if isinstance(analysis.main, InputError):
        return ""
    if count > MAX_ENTRIES:
        return text_elements("p", [texts("saved_page.charts_left_out", found=count, limit=MAX_ENTRIES)])
    cutoff = analysis.state.convention.cutoff
    figures = small_figures(analysis, texts)
    width = WIDTHS[2 if len(figures) <= MOST_IN_TWOS else 3]
    written = (
        element("figure", picture(figure, width, cutoff) + text_elements("figcaption", [str(figure["caption"])]))
        for figure in figures
    )
    return element("section", "".join(written), class_="charts")


def _python(analysis: Analysis, texts: Texts) -> str:
    """How to get the number again; left out of a list that is not shown in full."""
    lists = analysis.state.lists
    if sum(len(ranking.items) + len(ranking.missed) for ranking in lists) > MOST_ROWS:
        return ""
    code = python_line(analysis.state.metric, analysis.state.convention, lists)
    lines = "\n".join(map(in_html, code.split("\n")))
    return element("footer", text_elements("h2", [texts("saved_page.python")]) + element("pre", lines))


@cache
def _styles() -> str:
    """The style sheet, with the colours and the type of the page; in figures each light colour is exchanged for the theme's."""
    light, dark = ("".join(f"--rv-{name}:{pair[at]};" for name, pair in COLOURS.items()) for at in (0, 1))
    sheet = (HERE / "page.css").read_text(encoding="utf-8")
    return (
        sheet.replace("LIGHT", light + "".join(TYPE.findall(THEME)))
        .replace("DARK", dark)
        .replace("EXCHANGED", "\n".join(_theme_rules()))
    )


def _theme_rules() -> Iterator[str]:
    names: dict[str, str] = {}
    for name, pair in COLOURS.items():
        names.setdefault(pair.light, f"--rv-{name}")
    for colour, name in names.items():
        yield f'svg [fill="{colour}"]{{fill:var({name})}}svg [stroke="{colour}"]{{stroke:var({name})}}'
