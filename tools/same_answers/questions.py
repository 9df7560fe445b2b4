"""What both checkouts are asked: a fixed list, drawn by a seed, in the words that go over the wire and stand in links."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import urlencode

from msgspec import structs

from rankviz.core.conventions import FIELDS
from rankviz.core.metrics import METRICS
from rankviz.learn.lessons.reader import LESSON_KEYS
from rankviz.learn.questions.kinds import KINDS
from rankviz.libraries.profiles import PROFILES
from rankviz.page.answers.messages import view_state
from rankviz.state.handout import PARTS

Question = dict[str, Any]
VIEW = structs.asdict(view_state(base_url="https://example.org/"))
LANGUAGES = ("en", "zh")
DIALOGS = ("examples", "paste", "link", "share", "ask", "help")
# Lists with grades that are unjudged, negative, or no whole numbers, two lists, scored ones, empty ones, and odd links.
LISTS = (
    "",
    "g=323012&missed=32",
    "g=3u10&missed=2u",
    "g=0&k=1",
    "g=&missed=11",
    "g=0.1-12.5&k=3",
    "g=101&s=3.2.2&k=3",
    "g=323012&missed=32&b=1.9.5.3.7.2",
    "g=1z&k=abc&m=mrrr&foo=bar",
    "v=2&g=11",
    "z=AAAA",
    "list=a&g=10",
)
PLACES = {
    "explore": ("",),
    "compare": ("", "x=gain_base", "way=rank&doc=d1", "wide=1", "moves=1"),
    "compare_deferred": ("", "x=gain", "way=rank"),
    "diagnose": ("got=0.961", "got=0.5&as=fraction", "ask=libraries", "ask=choices&x=gain", "got=abc"),
    "runs": ("", "by=ndcg&at=10"),
}
HELP = ("hints.names.2", "names", "none")
EXPORTS = ("moodle", "gift", "sheet", "key", "code")


def questions() -> Iterator[Question]:
    """Give all of them, always the same."""
    random = Random(1)  # noqa: S311 - the same questions every time
    yield from _links()
    yield from _choices(random)
    yield from _pages(random)
    yield from _tools()
    yield from _lessons()
    yield from _sets(random)


def _asked(state: str = "", edits: tuple[dict[str, Any], ...] = (), **view: Any) -> Question:
    return {"state": state, "edits": list(edits), "view": VIEW | view}


def _links() -> Iterator[Question]:
    """A link is opened, and looked at in every way there is."""
    for link in LISTS:
        for page, (place, *_) in PLACES.items():
            yield {"open": {"search": "&".join(filter(None, (link, place))), "view": VIEW | {"page": page}}}
        for part in PARTS:
            yield {"open": {"search": f"{link}&cover={part}", "view": VIEW}}
        for language in LANGUAGES:
            yield _asked(link, language=language, shows_all_measures=True, shows_tables=True)
            yield _asked(link, language=language, type_size=28, locked=True)
        for dialog in DIALOGS:
            yield _asked(link, dialog=dialog, draft="1 0 2")
    yield _asked(page="saved")


def _choices(random: Random) -> Iterator[Question]:
    """Every metric under every option of each choice, and under several at once."""
    for metric in METRICS:
        chosen = ({"name": "choose", "field": "metric", "value": metric},)
        yield _asked(random.choice(LISTS[:8]), chosen, language="zh", open_slot="")
        for field, described in FIELDS.items():
            for value in described.options or ():
                if random.random() < 0.15:
                    edits = (*chosen, {"name": "choose", "field": field, "value": value})
                    yield _asked(random.choice(LISTS[:8]), edits, language=random.choice(LANGUAGES), open_slot=field)
    for field, described in FIELDS.items():
        values: tuple[object, ...] = tuple(described.options or (described.low, described.high, "0:0, 1:1", "2^g-1", "sqrt(i)"))
        for chosen_value in values:
            edit = {"name": "choose", "field": field, "value": chosen_value}
            yield _asked(random.choice(LISTS[:8]), (edit,), open_slot=field)


def _pages(random: Random) -> Iterator[Question]:
    """Every metric on every page."""
    for metric in METRICS:
        for page, places in PLACES.items():
            state = f"m={metric}&k=4&{random.choice(LISTS[1:8])}"
            yield _asked(state, page=page, page_params=random.choice(places), language=random.choice(LANGUAGES))


def _tools() -> Iterator[Question]:
    """The code for every library, and what another number of it may come from."""
    for profile in PROFILES:
        for metric in ("ndcg", "ap"):
            params = urlencode({"ask": "tool", "of": profile, "gave": "0.4"})
            yield _asked(f"m={metric}&k=4&g=3u102&missed=2", page="diagnose", page_params=params)


def _lessons() -> Iterator[Question]:
    """Every step of every lesson."""
    for lesson in LESSON_KEYS:
        for step in range(1, 12):
            for language in LANGUAGES:
                yield _asked(page="learn", page_params=f"lesson={lesson}&step={step}", language=language)


def _sets(random: Random) -> Iterator[Question]:
    """Every kind of question at every level: asked, answered, looked back at, made anew, and exported."""
    for page in ("learn", "learn_deferred"):
        for language in LANGUAGES:
            yield _asked(page=page, language=language)
    for kind in KINDS:
        for level in (1, 2, 3):
            measures = ".".join(random.sample(["ap", "ndcg@4", "p@3", "rr", "dcg@3", "auc", "rbp", "err@4"], 3))
            of_set = f"ask={kind}&of={measures}&n=6&seed={level}&level={level}&gen=1"
            for number in range(1, 4):
                place, language = f"{of_set}&q={number}", random.choice(LANGUAGES)
                yield _asked(page="learn", page_params=place, language=language)
                for typed in ("0.5", "1", "a", "0.41"):
                    work = json.dumps({number: {"tries": [typed, "0.7"], "cells": {"term:2": typed}, "hints": level}})
                    yield _asked(page="learn", page_params=place, work=work, language=language)
                shown = json.dumps({number: {"tries": ["0.3"], "shown": True}})
                yield _asked(page="learn", page_params=place, work=shown, language=language)
            tried = json.dumps({number: {"tries": [str(number / 8)], "hints": number} for number in range(1, 6)})
            yield _asked(page="learn", page_params=f"{of_set}&q=results", work=tried)
            yield _asked(page="learn", page_params=f"{of_set}&make=1")
            for form in EXPORTS:
                for test in HELP:
                    place = f"{of_set}&help={test}&form={form}&make=1"
                    yield _asked(page="learn_download", page_params=place, language=random.choice(LANGUAGES))
