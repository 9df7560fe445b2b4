"""What takes long in an answer: every metric, the charts, the derivation, and what the next edit will give.

It is a pure function of what stands on the page, so it may be done once for many visitors, or in another process; hence this
module and those it needs load nothing of Streamlit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial

from rankviz.profiles import OWN
from rankviz.show.guess import guess_words, unreadable
from rankviz.state.analysis import Analysis, analyse
from rankviz.state.app_state import AppState
from rankviz.state.comparison import Comparison, compare
from rankviz.state.handout import PARTS
from rankviz.state.place import Place, read_place
from rankviz.texts import Texts
from rankviz.ui.answers.next_values import values_ahead
from rankviz.ui.answers.payloads import View
from rankviz.ui.answers.wire import packed
from rankviz.ui.views import covers
from rankviz.ui.views.asks import asks_data, short_data
from rankviz.ui.views.bar import bar_data, foot_data, notices_data, title_of
from rankviz.ui.views.cards import cards_data
from rankviz.ui.views.choices import choices_data, choices_of_any_data
from rankviz.ui.views.derivation import derivation_data, lines_of
from rankviz.ui.views.duel import duel_data
from rankviz.ui.views.effects_table import effects_table
from rankviz.ui.views.figures import bars_data, small_data
from rankviz.ui.views.gallery import card_data
from rankviz.ui.views.lab import flip_grid, lab_data
from rankviz.ui.views.number import number_data
from rankviz.ui.views.queries import queries_data
from rankviz.ui.views.ranking_list import list_data
from rankviz.ui.views.saved import saved_data
from rankviz.ui.views.scores import basis_data, head_data, rows_data
from rankviz.ui.views.tables import choices_grid_data, libraries_data
from rankviz.ui.views.terms import terms_data
from rankviz.ui.views.tool import tool_data
from rankviz.ui.views.verdict import verdict_data
from rankviz.ui.views.versus import versus_data
from rankviz.ui.views.ways import ways_data

Data = Mapping[str, object]


@dataclass(frozen=True)
class Asked:
    """All that the work depends on.

    Parameters
    ----------
    state : AppState
    view : View
    notices : tuple of str
        What is to be said above the list.
    refused : tuple of str, or None
        What was typed and cannot be used: convention field, text, and why.
    around : int
        Row (from 0) near which the next edit is expected; read for long lists only.
    """

    state: AppState = field(hash=False)  # it is kept by its text besides, which is quicker to hash
    view: View = field(default_factory=View)
    notices: tuple[str, ...] = ()
    refused: tuple[str, str, str] | None = None
    around: int = 0


@dataclass(frozen=True, eq=False)
class _Shown:
    """What the parts are built from."""

    asked: Asked
    analysis: Analysis
    texts: Texts

    @cached_property
    def head(self) -> dict[str, object]:
        """The value under study; the derivation copies it, too."""
        return head_data(self.analysis, self.texts)

    @cached_property
    def place(self) -> Place:
        """What the page is asked."""
        return read_place(self.asked.view.place)

    @cached_property
    def told(self) -> str:
        """Why the guess is no number: until it is one, or none, the score stays covered."""
        return unreadable(self.asked.view.guess, self.texts)

    @cached_property
    def gone(self) -> frozenset[str]:
        """Parts of `handout.PARTS` of which nothing is sent, nor what would tell them."""
        return frozenset((*self.asked.view.gone, *(["score"] if self.told else [])))

    @cached_property
    def withheld(self) -> frozenset[str]:
        """Recorded arrays that would tell a value that is gone."""
        return covers.telling(self.analysis.main) if "score" in self.gone else frozenset()

    def bar(self) -> Data:
        view = self.asked.view
        found = bar_data(
            self.asked.state, view.locked, view.page == "explore", view.page == "explore" and not self.gone, self.texts
        )
        return found | {"title": title_of(self.asked.state, view.page, self.place, "choices" not in self.gone, self.texts)}

    def notices(self) -> Data:
        view = self.asked.view
        is_empty = self.gone and view.page in TELLING
        why = covers.why_empty(view.covered, view.hidden, self.texts) if is_empty else ""
        return notices_data(self.asked.notices, why, self.texts)

    def short(self) -> Data:
        """The head of a page that is about the value; without the list and its value where they would be told."""
        return {"title": self.texts("diagnose.title")} if self.gone else short_data(self.analysis, self.texts)

    def scores(self) -> Data | None:
        if "score" in self.gone:
            return None
        rows = rows_data(self.analysis, self.asked.view.more, self.texts)
        guess = {"guess": guess_words(self.asked.view.guess, self.analysis.main, self.texts)}
        basis = {"basis": basis_data(self.analysis, self.texts)}
        panel = self.head | rows | guess | basis | {"ahead": values_ahead(self.analysis, self.texts, self.asked.around)}
        panel |= covers.without_convention(panel) if "choices" in self.gone else {}
        return covers.without_sums(panel, self.analysis.main) if "formula" in self.gone else panel

    def list(self) -> Data:
        locked = {"read_only": True, "note": self.texts("cover.locked")} if self.asked.view.locked else {}
        return list_data(self.analysis, self.texts) | locked | {"fixed_cutoff": "choices" in self.gone}

    def queries(self) -> Data:
        found = queries_data(self.analysis, self.texts) | {"locked": self.asked.view.locked}
        return covers.list_names_only(found) if "score" in self.gone else found

    @property
    def _refused(self) -> dict[str, object]:
        """By its slot, what was typed last and cannot be used, and why."""
        return {} if self.asked.refused is None else {"refused": {self.asked.refused[0]: self.asked.refused[1:]}}

    def choices(self) -> Data | None:
        if "choices" in self.gone:
            return None
        found = choices_data(self.analysis, self.asked.view.opened, self.texts) | self._refused
        return covers.without_captions(found) if "score" in self.gone else found

    def choices_of_any(self) -> Data | None:
        """The sentence where it is not about the list, but about whole runs."""
        if "choices" in self.gone or self.place.runs.by != OWN:
            return None
        return (
            covers.without_captions(choices_of_any_data(self.asked.state, self.asked.view.opened, self.texts)) | self._refused
        )

    def derivation(self) -> Data | None:
        if "formula" in self.gone:
            return None
        found = derivation_data(self.analysis, lines_of(self.analysis), str(self.head["copy"]), self.texts, self.withheld)
        found |= {"copies": []} if self.gone else {}
        found |= {"words": []} if "choices" in self.gone else {}  # they say how the list is read
        return covers.without_value(found) if "score" in self.gone else found

    def bars(self) -> Data:
        size = self.asked.view.projector
        return bars_data(self.analysis, self.texts, only_gains="formula" in self.gone, withheld=self.withheld, projector=size)

    def small(self) -> Data | None:
        if "charts" in self.gone:
            return None
        return small_data(self.analysis, self.texts, self.gone)

    def cover(self, part: str) -> Data | None:
        """What stands in the place of a part; the charts that would tell the score are lifted with it."""
        hidden = self.asked.view.hidden
        with_it = ("score", "charts") if part == "charts" else (part,)
        lifts = tuple(each for each in with_it if each in self.gone and each not in hidden)
        if not lifts or part in hidden:
            return None
        return covers.cover_data(part, lifts, self.analysis, self.told, self.texts)

    def saved(self) -> Data | None:
        """The page as a file; none where something is covered, for the file would tell it."""
        return None if self.gone else saved_data(self.analysis, self.texts)

    @cached_property
    def comparison(self) -> Comparison:
        """Both lists of the page Compare."""
        return compare(self.asked.state)

    def tool(self) -> Data:
        """Which formula a tool uses; a locked list cannot give way to that of the question."""
        found = tool_data(self.analysis, self.place, self.texts)
        return found | {"open": ""} if self.asked.view.locked else found

    def duel(self) -> Data:
        locked = {"read_only": True} if self.asked.view.locked else {}
        return duel_data(self.comparison, self.place, self.texts) | locked | {"fixed_cutoff": "choices" in self.gone}

    def ways(self) -> Data:
        return ways_data(self.comparison, self.place, self.texts)

    def versus(self) -> Data:
        return versus_data(self.comparison, self.place, self.texts)

    def verdict(self) -> Data:
        return verdict_data(self.comparison, self.place, self.asked.view.more, self.texts)

    def terms(self) -> Data:
        """Say nothing of the list where it is not the page's subject, or where something is covered: a card would tell it."""
        view = self.asked.view
        return terms_data(view.term, None if self.gone or view.page == "runs" else self.analysis, self.texts)


def work(asked: Asked) -> Mapping[str, bytes]:
    """Build the parts of the page, all but those that are covered or hidden, as `packed` writes each."""
    shown, view = _Shown(asked, analyse(asked.state), Texts(asked.view.language)), asked.view
    parts = PAGES[view.page] if view.page not in TELLING or not shown.gone else {"short": _Shown.short, **BOTH}
    made = ((name, make(shown)) for name, make in parts.items())
    return {name: packed(data) for name, data in made if data is not None}


Part = Callable[[_Shown], Data | None]


def _asked(ask: str, make: Part) -> Part:
    """A part of one of the Diagnose page's questions: it is made while that is asked, and empty else."""
    return lambda shown: make(shown) if shown.place.ask == ask else None


def _late(make: Part) -> Part:
    """A part that tells of the values, so it is not sent where anything is covered."""
    return lambda shown: None if shown.gone else make(shown)


BOTH: dict[str, Part] = {
    "bar": _Shown.bar,
    "notices": _Shown.notices,
    "terms": _Shown.terms,
}
TELLING = ("compare", "diagnose")  # pages that are about the value
# What each page has; what an edit is watched for comes first.
PAGES: dict[str, dict[str, Part]] = {
    "explore": {
        "scores": _Shown.scores,
        "list": _Shown.list,
        "queries": _Shown.queries,
        "choices": _Shown.choices,
        "bars": _Shown.bars,
        "small": _Shown.small,
        "derivation": _Shown.derivation,
        "card": lambda shown: None if shown.gone else card_data(shown.asked.state, shown.asked.view.example, shown.texts),
        "foot": lambda shown: None if shown.gone else foot_data(shown.asked.view.tables, shown.texts),
        **{f"cover_{part}": partial(_Shown.cover, part=part) for part in PARTS},
        **BOTH,
    },
    "compare": {
        "verdict": _Shown.verdict,
        "list": _Shown.duel,
        "ways": _Shown.ways,
        "choices": _Shown.choices,
        "versus": _Shown.versus,
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
        "short": _Shown.short,
        "choices": _Shown.choices,
        "asks": lambda shown: asks_data(shown.place, shown.texts),
        "number": _asked("number", lambda shown: number_data(shown.analysis, shown.place, shown.texts)),
        "tool": _asked("tool", lambda shown: shown.tool()),
        "libraries": _asked("libraries", lambda shown: libraries_data(shown.analysis, shown.texts)),
        "grid": _asked("choices", lambda shown: choices_grid_data(shown.analysis, shown.place, shown.texts)),
        **BOTH,
    },
    "runs": {
        "choices": _Shown.choices_of_any,
        **BOTH,
    },
    "saved": {"saved": _Shown.saved},  # no page that one goes to: the file that is made of Explore
}
