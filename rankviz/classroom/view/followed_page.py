"""The payload of the followed page on a phone: Explore's list, value and formula, without what is covered there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any
from urllib.parse import urlencode

from rankviz.classroom.followed_page import FollowedPage, read_followed
from rankviz.core.metrics.measures import print_measure
from rankviz.display.convention_words import convention_words
from rankviz.display.list_rows import rows
from rankviz.learn.view.mini_lists import mini_list_payload
from rankviz.page.answers.messages import view_state
from rankviz.page.answers.part_builder import BuildInput, Data, PartBuilder
from rankviz.state.analysis import analyse
from rankviz.state.handout import encode as encode_handout
from rankviz.state.permalink import encode_in_full
from rankviz.texts import Piece, Texts

MOST = 40  # rows that a phone is sent, and terms of each sum


def followed_page_payload(text: str, texts: Texts) -> Data:
    """Build what a phone shows.

    Parameters
    ----------
    text : str
        As of `Room.follows`.
    texts : Texts

    Returns
    -------
    dict
        JSON-serialisable. `name` of the measure; `value`, `detail`, `reason` (why there is no value) and `convention` (as a
        sentence), each "" where it is not seen; `covered`, by `handout.PARTS` the text in the place of a covered part, of those
        that a phone would have; `lists`, one, as of `mini_lists`; `more_note` on rows that are left out, or "". `rank`, the row
        that is pointed at, or None, and `rank_text`, the sentence on it. `lines`, the formula: each `name`, `result`, `terms`
        of `{rank, math, op, is_muted}`, and `is_cut` (whether terms are left out); the last may be a whole without ranks.
        `explore`, `{label, params}`: a link to Explore and its parameters; None while the choices are covered, which it holds.
    """
    followed = read_followed(text)
    view = view_state(language=texts.language, covered=followed.handout.covered, hidden=followed.handout.hidden, is_static=True)
    builder = PartBuilder(BuildInput(followed.state, view), analyse(followed.state), texts)
    value = _value_payload(builder)
    return {
        "name": print_measure(builder.analysis.metric, followed.state.convention),
        **value,
        "covered": {part: texts(f"cover.{part}") for part in followed.handout.covered if part != "charts"},
        **_list_payload(builder),
        "rank": followed.rank,
        **_formula_payload(builder, followed, in_head=bool(value["detail"])),
        "explore": None if "choices" in builder.withheld_parts else _explore_link(followed, texts),
    }


def _explore_link(followed: FollowedPage, texts: Texts) -> Data:
    params = urlencode(encode_in_full(followed.state) | encode_handout(followed.handout))
    return {"label": texts("followed_page.try"), "params": params}


def _value_payload(builder: PartBuilder) -> Data:
    """The value, and the convention as a sentence."""
    withheld, head = builder.withheld_parts, builder.head
    visible = {name: head[name] for name in ("value", "detail", "reason")} if "score" not in withheld else {}
    blank = {"value": "", "detail": "", "reason": ""}
    convention = "" if "choices" in withheld else convention_words(builder.analysis, builder.texts).sentence
    return {**blank, **visible, **({"detail": ""} if "formula" in withheld else {}), "convention": convention}


def _list_payload(builder: PartBuilder) -> Data:
    """The list, up to the rows that a phone has room for."""
    analysis, texts = builder.analysis, builder.texts
    cutoff, ranking = analysis.state.convention.cutoff, analysis.ranking
    hidden_count = max(0, len(ranking.items) - MOST)
    rows_payload = mini_list_payload(islice(rows(analysis), MOST), ranking.missed[:MOST], texts)
    lists = {
        "lists": [{"letter": "", "name": ranking.query_id, **rows_payload}],
        "cutoff": cutoff,
        "cutoff_label": "" if cutoff is None else texts("list.cutoff", k=cutoff),
        "missed_head": texts("list.missed"),
    }
    return {"lists": lists, "more_note": texts("followed_page.further", count=hidden_count) if hidden_count else ""}


def _formula_payload(builder: PartBuilder, followed: FollowedPage, *, in_head: bool) -> Data:
    """The formula, without a quotient that stands beside the value, and the sentence on the row pointed at."""
    derivation: Any = builder.derivation()
    if derivation is None:
        return {"lines": [], "rank_text": ""}
    lines, final, steps = (derivation[name] for name in ("lines", "final", "steps"))
    line_payloads = [_line_payload(line) for line in lines]
    if final is not None and not (line_payloads and in_head):
        quotient = {"rank": None, "math": final["numbers"], "op": "", "is_muted": False}
        line_payloads.append({"name": final["name"], "result": final["result"], "terms": [quotient], "is_cut": False})
    rank_texts = [_plain_text(step["text"]) for step in steps if step["rank"] == followed.rank]
    return {"lines": line_payloads, "rank_text": "".join(rank_texts[:1])}


def _line_payload(line: Any) -> Data:
    terms = [{name: term[name] for name in ("rank", "math", "op", "is_muted")} for term in line["terms"]]
    return {"name": line["name"], "result": line["result"], "terms": terms[:MOST], "is_cut": len(terms) > MOST}


def _plain_text(pieces: Sequence[Piece]) -> str:
    return "".join(piece if isinstance(piece, str) else piece["text"] for piece in pieces)
