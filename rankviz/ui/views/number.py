"""“My number”: what the number that somebody got comes from, with both derivations."""

from __future__ import annotations

from rankviz.errors import InputError
from rankviz.limits import MAX_NUMBER
from rankviz.show.answers import cause_words, remarks_on
from rankviz.show.errors import error_text
from rankviz.show.library_table import library_name
from rankviz.show.lookup import Found, can_follow, compared, followed, found_for, theirs_beside
from rankviz.show.lookup_words import (
    further_words,
    head_words,
    lead_words,
    separate_words,
    theirs_words,
    usual_values,
    value_of,
)
from rankviz.show.numbers import exact
from rankviz.show.two_derivations import TwoDerivations
from rankviz.state.analysis import Analysis
from rankviz.state.place import Place
from rankviz.texts import Texts
from rankviz.ui.views.two_derivations import two_derivations_data

Data = dict[str, object]
TEXTS = ("typed", "typed_hint", "typed_help", "find", "show", "compare")


def number_data(analysis: Analysis, place: Place, texts: Texts) -> Data:
    """Build the field, and what is to be said of the number in it.

    Returns
    -------
    dict
        `typed`, as it was; `most` characters of it; `error`, why it is no number, or ""; `lead`, sentences that come first;
        `card`, None or the explanation that is looked at, `{head, value, title, changes, notes, two, can_set}`, `changes`
        being `{name, here, there}` and `two` as `two_derivations_data` gives it, or None; `others`, further explanations, each
        `{place, words, value}`, `place` being what leads to it, and `others_label`; `separate`, what
        would tell them apart; `notes`; `texts`.
    """
    base: Data = {
        "typed": place.got,
        "most": MAX_NUMBER,
        "error": "",
        "lead": [],
        "card": None,
        "others": [],
        "separate": [],
        "notes": [],
    }
    base |= {"others_label": "", "texts": {name: texts(f"diagnose.{name}") for name in TEXTS}}
    try:
        if place.theirs is not None:
            return base | {"typed": "", "card": _theirs(analysis, place, texts)}
        return base | (_found(analysis, place, texts) if place.got.strip() else _usual(analysis, texts))
    except InputError as error:
        return base | {"error": error_text(error, texts)}


def _usual(analysis: Analysis, texts: Texts) -> Data:
    """Where nothing was typed: what libraries give, each number with a way to its derivation."""
    rows = [
        {"place": {"as": f"{profile}.{analysis.state.metric}"}, "words": words, "value": value}
        for value, words, profile in usual_values(analysis, texts)
    ]
    return {"others": rows, "others_label": texts("diagnose.often"), "open": True}


def _found(analysis: Analysis, place: Place, texts: Texts) -> Data:
    found = found_for(analysis.state, place)
    others = [
        {"place": {"answer": str(at + 1)}, "words": cause_words(cause, texts), "value": value_of(cause, found)}
        for at, cause in enumerate(found.causes)
        if at != found.at
    ]
    label = texts("diagnose.others", count=len(others)) if found.fits else texts("diagnose.nearest")
    return {
        "lead": lead_words(found, texts),
        "card": None if found.at is None else _card(analysis, found, texts),
        "others": others,
        "others_label": label,
        "open": not found.fits,
        "notes": further_words(found, texts),
        "separate": separate_words(found, analysis.state, texts),
    }


def _card(analysis: Analysis, found: Found, texts: Texts) -> Data:
    assert found.at is not None
    cause = found.causes[found.at]
    return {
        "head": head_words(found, texts),
        "value": value_of(cause, found),
        "title": exact(cause.match.value),
        "notes": remarks_on(cause.match, texts),
        "can_set": can_follow(analysis.state, cause.match),
        **_two(compared(analysis, cause.match), texts("diagnose.wrong"), texts),
    }


def _theirs(analysis: Analysis, place: Place, texts: Texts) -> Data | None:
    assert place.theirs is not None
    theirs = theirs_beside(analysis, *place.theirs)
    if theirs is None:
        return None
    return {
        "head": theirs_words(theirs, texts),
        "value": "",
        "title": exact(float(theirs.there.value[0])),
        "notes": [],
        "can_set": followed(analysis.state, place) != analysis.state,
        **_two(theirs.two, library_name(theirs.profile, texts), texts),
    }


def _two(two: TwoDerivations | None, whose: str, texts: Texts) -> Data:
    if two is None:
        return {"changes": [], "two": None}
    changes = [{"name": name, "here": here, "there": there} for name, here, there in two.changes]
    return {"changes": changes, "two": two_derivations_data(two, texts("diagnose.right"), whose, texts)}
