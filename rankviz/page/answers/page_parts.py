"""The registry of parts: which page has which, who builds each and who draws it; and building them for a response.

Building is a pure function of a state and a view, so it may be done once for many visitors, or in another process; hence this
module and those it needs load nothing of Streamlit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from rankviz.browser.part_kinds import KINDS, Kind, page_html
from rankviz.compare.view.cards import cards_payload
from rankviz.compare.view.effects_table import effects_table_payload
from rankviz.compare.view.flip_grid import flip_grid_payload
from rankviz.compare.view.winner_flips import winner_flips_payload
from rankviz.diagnose.view.choice_grid import choice_grid_payload
from rankviz.diagnose.view.diagnose_nav import diagnose_nav_payload
from rankviz.diagnose.view.library_table import library_table_payload
from rankviz.diagnose.view.my_number import my_number_payload
from rankviz.examples.example_card import example_card_payload
from rankviz.page.answers.json_codec import to_json
from rankviz.page.answers.learn import deferred_parts, file_parts, learn_parts
from rankviz.page.answers.part_builder import BuildInput, Data, PartBuilder
from rankviz.page.header import chart_switches_payload
from rankviz.state.analysis import analyse
from rankviz.state.handout import PARTS
from rankviz.texts import Texts

Build = Callable[[PartBuilder], Data | None]


class Part(NamedTuple):
    """An element of a page: who builds its payload, and which kind of part draws it.

    Parameters
    ----------
    build : function of PartBuilder to data or None, or None
        None of a part that is built with others (`PARTS_BY_PARAMS`) or for itself (`rankviz.page.answers.open_dialog`).
    kind : str
        Key of `rankviz.browser.part_kinds.KINDS`; "" where the part has its kind's name, as most have.
    """

    build: Build | None = None
    kind: str = ""


def _while_asked(question: str, build: Build) -> Part:
    """Build a part of the page Diagnose only while its question is open."""
    return Part(lambda builder: build(builder) if builder.page_params.ask == question else None)


def _unless_covered(build: Build, kind: str = "") -> Part:
    """Leave out a part that shows values while anything is covered."""
    return Part(lambda builder: None if builder.withheld_parts else build(builder), kind)


COMMON_PARTS: dict[str, Part] = {
    "header": Part(PartBuilder.header),
    "notices": Part(PartBuilder.notices),
    "terms": Part(PartBuilder.terms),
    "dialog": Part(),
}
# Which page has which parts, who builds and who draws them; what readers watch during an edit comes first. A part is built by a
# function `NAME_payload`, in the module of its name or kind, and stands in the element of its name in shell/board/PAGE.html.
PAGES: dict[str, dict[str, Part]] = {
    "explore": {
        "scores": Part(PartBuilder.scores),
        "ranking_list": Part(PartBuilder.ranking_list),
        "list_tabs": Part(PartBuilder.list_tabs),
        "choices": Part(PartBuilder.choices),
        "rank_chart": Part(PartBuilder.rank_chart, "chart"),
        "charts": Part(PartBuilder.charts, "chart"),
        "derivation": Part(PartBuilder.derivation),
        "example_card": _unless_covered(
            lambda builder: example_card_payload(builder.build_input.state, builder.build_input.view.example, builder.texts)
        ),
        "chart_switches": Part(PartBuilder.chart_switches, "header"),
        "class_strip": Part(PartBuilder.class_strip),
        **{f"cover_{part}": Part(partial(PartBuilder.cover, part=part), "cover") for part in PARTS},
        **COMMON_PARTS,
    },
    "compare": {
        "winner": _unless_covered(PartBuilder.winner),
        "cover_score": Part(PartBuilder.cover_of_winner, "cover"),
        "two_lists": Part(PartBuilder.two_lists),
        "difference": _unless_covered(PartBuilder.difference),
        "choices": Part(PartBuilder.choices),
        "derivations": _unless_covered(PartBuilder.derivations),
        "chart_switches": _unless_covered(
            lambda builder: chart_switches_payload(builder.build_input.view.shows_tables, builder.texts), "header"
        ),
        "effects_table": _unless_covered(
            lambda builder: (
                effects_table_payload(builder.comparison, builder.texts) if builder.build_input.view.shows_tables else None
            ),
            "table",
        ),
        **COMMON_PARTS,
    },
    # Slow parts, requested when the page stands.
    "compare_deferred": {
        "winner_flips": _unless_covered(
            lambda builder: winner_flips_payload(builder.comparison, builder.page_params, builder.texts)
        ),
        "flip_grid": _unless_covered(lambda builder: flip_grid_payload(builder.comparison, builder.texts), "table"),
        "cards": _unless_covered(
            lambda builder: (
                cards_payload(builder.comparison, builder.page_params, builder.texts)
                | {"locked": builder.build_input.view.locked}
            )
        ),
    },
    "diagnose": {
        "list_summary": Part(PartBuilder.list_summary),
        "choices": Part(PartBuilder.choices),
        "diagnose_nav": Part(lambda builder: diagnose_nav_payload(builder.page_params, builder.texts)),
        "my_number": _while_asked(
            "number", lambda builder: my_number_payload(builder.analysis, builder.page_params, builder.texts)
        ),
        "my_tool": _while_asked("tool", PartBuilder.my_tool),
        "library_table": _while_asked(
            "libraries", lambda builder: library_table_payload(builder.analysis, builder.texts)
        )._replace(kind="table"),
        "choice_grid": _while_asked(
            "choices", lambda builder: choice_grid_payload(builder.analysis, builder.page_params, builder.texts)
        )._replace(kind="table"),
        **COMMON_PARTS,
    },
    "runs": {
        "choices": Part(PartBuilder.choices_of_any),
        **COMMON_PARTS,
    },
    # The parts of a lesson are some of Explore's and Compare's.
    "learn": {
        **COMMON_PARTS,
        **{name: Part() for name in ("catalogue", "lesson", "progress", "question_head", "working_table", "question_body")},
        **{name: Part() for name in ("answer_panel", "to_remember", "results", "setup")},
        **{name: Part() for name in ("ranking_list", "list_tabs", "choices", "scores", "derivation")},
        **{name: Part() for name in ("two_lists", "difference", "winner", "derivations")},
        **{name: Part(kind="chart") for name in ("rank_chart", "charts")},
    },
    "learn_deferred": {},
    "learn_download": {},  # not a page with an address of its own: a file made from a question set
    "saved": {"saved_page": Part(PartBuilder.saved_page)},  # not a page either: Explore saved as a file
    "sheet": {},  # nor this: Explore as a file with all its responses, built by `rankviz.page.static.sheet`
}
# Pages whose parts depend on their page params.
PARTS_BY_PARAMS: Mapping[str, Callable[[PartBuilder], Mapping[str, Data | None]]] = {
    "learn": learn_parts,
    "learn_deferred": deferred_parts,
    "learn_download": file_parts,
}


def kinds_of(page: str) -> dict[str, Kind]:
    """Return the kind of each part for which a page has an element: its modules are loaded with the page."""
    parts = PAGES[page] | PAGES.get(f"{page}_deferred", {})
    elements = re.findall(r'data-part="(\w+)"', page_html(page))
    return {name: KINDS[parts[name].kind or name] for name in elements}


def build_parts(build_input: BuildInput) -> Mapping[str, bytes]:
    """Build the parts of the page, all but those that are covered or hidden, as `to_json` writes each."""
    builder, view = PartBuilder(build_input, analyse(build_input.state), Texts(build_input.view.language)), build_input.view
    parts = PAGES[view.page] if not builder.is_empty else {"list_summary": Part(PartBuilder.list_summary), **COMMON_PARTS}
    payloads = {name: part.build(builder) for name, part in parts.items() if part.build is not None}
    if view.page in PARTS_BY_PARAMS:
        payloads |= PARTS_BY_PARAMS[view.page](builder)
    return {name: to_json(payload) for name, payload in payloads.items() if payload is not None}
