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
from rankviz.page.answers.content import TELLING, Asked, Data, Shown
from rankviz.page.answers.encoding import packed
from rankviz.page.answers.learn import file_parts, late_parts, learn_parts
from rankviz.page.header import foot_data
from rankviz.state.analysis import analyse
from rankviz.state.handout import PARTS
from rankviz.texts import Texts


def work(asked: Asked) -> Mapping[str, bytes]:
    """Build the parts of the page, all but those that are covered or hidden, as `packed` writes each."""
    shown, view = Shown(asked, analyse(asked.state), Texts(asked.view.language)), asked.view
    parts = PAGES[view.page] if view.page not in TELLING or not shown.gone else {"short": Shown.short, **BOTH}
    made = {name: make(shown) for name, make in parts.items()}
    if view.page in BY_PLACE:
        made |= BY_PLACE[view.page](shown)
    return {name: packed(data) for name, data in made.items() if data is not None}


Part = Callable[[Shown], Data | None]


def _asked(ask: str, make: Part) -> Part:
    """A part of one of the Diagnose page's questions: it is made while that is asked, and empty else."""
    return lambda shown: make(shown) if shown.place.ask == ask else None


def _late(make: Part) -> Part:
    """A part that tells of the values, so it is not sent where anything is covered."""
    return lambda shown: None if shown.gone else make(shown)


BOTH: dict[str, Part] = {
    "bar": Shown.bar,
    "notices": Shown.notices,
    "terms": Shown.terms,
}
# What each page has; what an edit is watched for comes first.
PAGES: dict[str, dict[str, Part]] = {
    "explore": {
        "scores": Shown.scores,
        "list": Shown.list,
        "queries": Shown.queries,
        "choices": Shown.choices,
        "bars": Shown.bars,
        "small": Shown.small,
        "derivation": Shown.derivation,
        "card": lambda shown: None if shown.gone else card_data(shown.asked.state, shown.asked.view.example, shown.texts),
        "foot": Shown.foot,
        "follow": Shown.follow,
        **{f"cover_{part}": partial(Shown.cover, part=part) for part in PARTS},
        **BOTH,
    },
    "compare": {
        "verdict": Shown.verdict,
        "list": Shown.duel,
        "ways": Shown.ways,
        "choices": Shown.choices,
        "versus": Shown.versus,
        "foot": lambda shown: foot_data(shown.asked.view.tables, shown.texts),
        "table": lambda shown: effects_table(shown.comparison, shown.texts) if shown.asked.view.tables else None,
        **BOTH,
    },
    # Asked for apart, when the page stands.
    "compare_late": {
        "lab": _late(lambda shown: lab_data(shown.comparison, shown.place, shown.texts)),
        "grid": _late(lambda shown: flip_grid(shown.comparison, shown.texts)),
        "cards": _late(
            lambda shown: cards_data(shown.comparison, shown.place, shown.texts) | {"locked": shown.asked.view.locked}
        ),
    },
    "diagnose": {
        "short": Shown.short,
        "choices": Shown.choices,
        "asks": lambda shown: asks_data(shown.place, shown.texts),
        "number": _asked("number", lambda shown: number_data(shown.analysis, shown.place, shown.texts)),
        "tool": _asked("tool", lambda shown: shown.tool()),
        "libraries": _asked("libraries", lambda shown: libraries_data(shown.analysis, shown.texts)),
        "grid": _asked("choices", lambda shown: choices_grid_data(shown.analysis, shown.place, shown.texts)),
        **BOTH,
    },
    "runs": {
        "choices": Shown.choices_of_any,
        **BOTH,
    },
    "learn": {**BOTH},
    "learn_late": {},
    "learn_file": {},  # no page that one goes to: a file that is made of a set of questions
    "saved": {"saved": Shown.saved},  # no page that one goes to: the file that is made of Explore
    "sheet": {},  # nor this: the same as a file that answers by itself, of `rankviz.page.static.sheet`
}
# Pages whose parts follow from what they are asked.
BY_PLACE: Mapping[str, Callable[[Shown], Mapping[str, Data | None]]] = {
    "learn": learn_parts,
    "learn_late": late_parts,
    "learn_file": file_parts,
}
