"""What takes long in an answer: every metric, the charts, the derivation, and what the next edit will give.

It is a pure function of what stands on the page, so it may be done once for many visitors, or in another process; hence this
module and those it needs load nothing of Streamlit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from rankviz.compare.view.cards import cards_data
from rankviz.compare.view.effects_table import effects_table
from rankviz.compare.view.winner_flips import flip_grid, lab_data
from rankviz.diagnose.view.my_number import number_data
from rankviz.diagnose.view.questions import asks_data
from rankviz.diagnose.view.tables import choices_grid_data, libraries_data
from rankviz.examples.gallery import card_data
from rankviz.page.answers.json_codec import to_json
from rankviz.page.answers.learn import file_parts, late_parts, learn_parts
from rankviz.page.answers.part_builder import VALUE_PAGES, BuildInput, Data, PartBuilder
from rankviz.page.header import chart_switches_payload
from rankviz.state.analysis import analyse
from rankviz.state.handout import PARTS
from rankviz.texts import Texts


def build_parts(asked: BuildInput) -> Mapping[str, bytes]:
    """Build the parts of the page, all but those that are covered or hidden, as `packed` writes each."""
    shown, view = PartBuilder(asked, analyse(asked.state), Texts(asked.view.language)), asked.view
    parts = (
        PAGES[view.page]
        if view.page not in VALUE_PAGES or not shown.withheld_parts
        else {"short": PartBuilder.short, **COMMON_PARTS}
    )
    made = {name: make(shown) for name, make in parts.items()}
    if view.page in PARTS_BY_PARAMS:
        made |= PARTS_BY_PARAMS[view.page](shown)
    return {name: to_json(data) for name, data in made.items() if data is not None}


Part = Callable[[PartBuilder], Data | None]


def _asked(ask: str, make: Part) -> Part:
    """A part of one of the Diagnose page's questions: it is made while that is asked, and empty else."""
    return lambda shown: make(shown) if shown.place.ask == ask else None


def _deferred(make: Part) -> Part:
    """A part that tells of the values, so it is not sent where anything is covered."""
    return lambda shown: None if shown.withheld_parts else make(shown)


COMMON_PARTS: dict[str, Part] = {
    "bar": PartBuilder.bar,
    "notices": PartBuilder.notices,
    "terms": PartBuilder.terms,
}
# What each page has; what an edit is watched for comes first.
PAGES: dict[str, dict[str, Part]] = {
    "explore": {
        "scores": PartBuilder.scores,
        "list": PartBuilder.list,
        "queries": PartBuilder.queries,
        "choices": PartBuilder.choices,
        "bars": PartBuilder.bars,
        "small": PartBuilder.small,
        "derivation": PartBuilder.derivation,
        "card": lambda shown: (
            None if shown.withheld_parts else card_data(shown.build_input.state, shown.build_input.view.example, shown.texts)
        ),
        "foot": PartBuilder.foot,
        "follow": PartBuilder.follow,
        **{f"cover_{part}": partial(PartBuilder.cover, part=part) for part in PARTS},
        **COMMON_PARTS,
    },
    "compare": {
        "verdict": PartBuilder.verdict,
        "list": PartBuilder.duel,
        "ways": PartBuilder.ways,
        "choices": PartBuilder.choices,
        "versus": PartBuilder.versus,
        "foot": lambda shown: chart_switches_payload(shown.build_input.view.tables, shown.texts),
        "table": lambda shown: effects_table(shown.comparison, shown.texts) if shown.build_input.view.tables else None,
        **COMMON_PARTS,
    },
    # Asked for apart, when the page stands.
    "compare_late": {
        "lab": _deferred(lambda shown: lab_data(shown.comparison, shown.place, shown.texts)),
        "grid": _deferred(lambda shown: flip_grid(shown.comparison, shown.texts)),
        "cards": _deferred(
            lambda shown: cards_data(shown.comparison, shown.place, shown.texts) | {"locked": shown.build_input.view.locked}
        ),
    },
    "diagnose": {
        "short": PartBuilder.short,
        "choices": PartBuilder.choices,
        "asks": lambda shown: asks_data(shown.place, shown.texts),
        "number": _asked("number", lambda shown: number_data(shown.analysis, shown.place, shown.texts)),
        "tool": _asked("tool", lambda shown: shown.tool()),
        "libraries": _asked("libraries", lambda shown: libraries_data(shown.analysis, shown.texts)),
        "grid": _asked("choices", lambda shown: choices_grid_data(shown.analysis, shown.place, shown.texts)),
        **COMMON_PARTS,
    },
    "runs": {
        "choices": PartBuilder.choices_of_any,
        **COMMON_PARTS,
    },
    "learn": {**COMMON_PARTS},
    "learn_late": {},
    "learn_file": {},  # no page that one goes to: a file that is made of a set of questions
    "saved": {"saved": PartBuilder.saved},  # no page that one goes to: the file that is made of Explore
    "sheet": {},  # nor this: the same as a file that answers by itself, of `rankviz.page.static.sheet`
}
# Pages whose parts follow from what they are asked.
PARTS_BY_PARAMS: Mapping[str, Callable[[PartBuilder], Mapping[str, Data | None]]] = {
    "learn": learn_parts,
    "learn_late": late_parts,
    "learn_file": file_parts,
}
