"""What the parts of the page sent, folded into the state: each message once, in a fixed order, checked here.

The browser is not trusted: whatever it sends, the state stays one that can be.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import isnan
from typing import Any

from rankviz.conventions import FIELDS
from rankviz.errors import InputError, shown
from rankviz.inputs import as_number
from rankviz.limits import MAX_COMMANDS, MAX_ENTRIES, MAX_NAME, MAX_PASTE, MAX_SESSIONS
from rankviz.lists.reading import clean_id, too_many_entries
from rankviz.lists.typed import Item, Ranking
from rankviz.metrics.measures import find_metric
from rankviz.state.app_state import NUMBER_STYLES, add_list, edit_refused, remove_list, rename_list, select, with_list
from rankviz.ui.answers.left_out import restore
from rankviz.ui.session import (
    BAR,
    BARS,
    CARD,
    CHOICES,
    FOOT,
    LARGEST,
    LIST,
    QUERIES,
    SCORES,
    SMALL,
    Refused,
    Visit,
    inbox,
    take,
)
from rankviz.ui.views.gallery import other_state

VIEWS = ("open_slot", "more", "numbers")
DIALOGS = ("examples", "paste", "table", "link", "help")


def fold_messages(now: Visit) -> None:
    """Fold what the parts of the page sent since the last run into the state; each message once, in a fixed order."""
    now.end_drag()
    sent = inbox()
    for part in (CHOICES, SCORES):
        if (message := take(now, part, sent)) is not None:
            _fold_commands(now, message)
    for part in (BARS, SMALL):
        if (message := take(now, part, sent)) is not None and message.get("epoch") == now.epoch:
            choose(now, "cutoff", message.get("cutoff"))
    if (message := take(now, LIST, sent)) is not None:
        if message.get("epoch") == now.epoch:
            _fold_list(now, message)
        _fold_commands(now, message)
    for part in (CARD, QUERIES, BAR, FOOT):
        if (message := take(now, part, sent)) is not None:
            _fold_commands(now, message)


def choose(now: Visit, name: str, value: object) -> None:
    """Settle one choice of the sentence; what cannot be taken becomes a notice."""
    text = value if isinstance(value, str) else shown(value)
    try:
        if name == "metric":
            now.commit(replace(now.state, metric=find_metric(text).key))
        else:
            now.commit(replace(now.state, convention=now.state.convention.with_choices({name: value})))
    except InputError as error:
        if name in FIELDS and FIELDS[name].variable:
            now.refused = Refused(name, text[:MAX_PASTE], error)
        else:
            now.notices = [error]


def _fold_list(now: Visit, message: Mapping[str, Any]) -> None:
    try:
        ranking = _ranking(message)
        ranking = replace(ranking, items=restore(now.state.ranking.items, now.left_out, ranking.items))
        convention = now.state.convention.with_choices({"cutoff": message.get("cutoff")})
    except (InputError, TypeError, ValueError, LookupError) as error:
        now.epoch += 1  # the browser shows something that cannot be: let it take over what is stored here
        now.notices = [error if isinstance(error, InputError) else edit_refused()]
        return
    before, past, future = (now.state, now.left_out), now.past, now.future
    if not now.commit(replace(with_list(now.state, ranking), convention=convention)):
        now.epoch += 1  # likewise
    elif message.get("dragging") is True:
        now.before_drag, now.past, now.future = before, past, future


def _fold_commands(now: Visit, message: Mapping[str, Any]) -> None:
    session, commands = message["session"], message.get("commands")
    last = now.commands.pop(session, 0)  # and put behind all others, of which the oldest goes
    now.commands = dict([*now.commands.items()][1 - MAX_SESSIONS :]) | {session: last}
    for command in commands[-MAX_COMMANDS:] if isinstance(commands, list) else []:
        number, name = (command.get("n"), command.get("name")) if isinstance(command, Mapping) else (None, None)
        if type(number) is not int or not now.commands[session] < number < LARGEST:
            continue
        now.commands[session] = number
        if name == "undo":
            now.undo()
        elif name == "redo":
            now.redo()
        elif name == "language":
            now.language = "en" if now.language == "zh" else "zh"
        elif name == "tables":
            now.tables = not now.tables
        elif name in DIALOGS:
            now.dialog = name
        elif name in ("show_cause", "show_definition"):
            now.replace_all(other_state(now.state, now.example, name == "show_cause"))
        elif name in VIEWS:
            _fold_view(now, name, command.get("value"))
        elif name == "choose":
            if command.get("epoch") == now.epoch:
                field = command.get("field")
                choose(now, field if isinstance(field, str) else shown(field), command.get("value"))
        else:
            _fold_lists(now, command)


def _fold_view(now: Visit, name: str, value: object) -> None:
    """Carry out a command that changes no number, only what is shown of them."""
    if name == "open_slot":
        if isinstance(value, str) and len(value) <= MAX_NAME:
            now.captioned = value
    elif name == "more":
        now.more = value is True
    elif value in NUMBER_STYLES:
        now.commit(replace(now.state, numbers=str(value)))


def _fold_lists(now: Visit, command: Mapping[str, Any]) -> None:
    """Carry out a command of the tabs; each puts a list under study, so older messages of the list no longer count."""
    name, state = command.get("name"), now.state
    if name == "add_list":
        now.replace_all(add_list(state, Ranking()))
    elif name == "copy_list":
        now.replace_all(add_list(state, state.ranking))
    elif name == "remove_list":
        now.replace_all(remove_list(state))
    elif name == "rename_list":
        text = command.get("text")
        now.replace_all(rename_list(state, clean_id(text) if isinstance(text, str) else ""))
    elif name == "select_list" and type(command.get("at")) is int and command["at"] in range(len(state.lists)):
        now.replace_all(select(state, command["at"]))


def _ranking(message: Mapping[str, Any]) -> Ranking:
    """Check and read the rows of the ranking list; TypeError, ValueError or LookupError if they are not what it sends."""
    rows, missed = message["rows"], message["missed"]
    if len(rows) + len(missed) > MAX_ENTRIES:
        raise too_many_entries(len(rows) + len(missed))
    items = tuple(Item(_name(row[0]), _number(row[1]), _number(row[2])) for row in rows)
    return Ranking(items, tuple(Item(_name(row[0]), _number(row[1])) for row in missed))


def _name(value: object) -> str:
    if not isinstance(value, str) or not clean_id(value):
        raise TypeError
    return clean_id(value)


def _number(value: object) -> float | None:
    if value is None:
        return None
    number = as_number(value)
    if isnan(number):
        raise ValueError
    return number
