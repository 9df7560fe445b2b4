"""Short signs that are the same in every language: options as formulas, ids as they may be printed."""

from __future__ import annotations

import re

from rankviz.core.conventions import FIELDS, Convention
from rankviz.display.number_format import full
from rankviz.libraries.profile import Profile
from rankviz.libraries.profiles import PROFILES
from rankviz.state.app_state import AppState
from rankviz.texts import Texts

MOST_LETTERS = 15  # of a name at the end of a line
RAISED = {"s": "ˢ"}  # a symbol as an exponent: its value takes its place


def field_label(field: str, texts: Texts) -> str:
    """Name a choice within a sentence: only names begin with a capital there."""
    label = texts(f"field.{field}")
    return label[0].lower() + label[1:] if label[1:2].islower() or label.startswith("A ") else label


def option_label(field: str, value: object, texts: Texts, *, judged: bool = True) -> str:
    """Name an option: its formula, else its words; a mistake is called one, where it is to be `judged`."""
    option = (FIELDS[field].options or {}).get(str(value)) if field in FIELDS else None
    label = option.formula_label if option is not None and option.formula_label else _label(field, value, texts)
    return texts("option.slip", label=label) if judged and option is not None and option.is_mistake else label


def _label(field: str, value: object, texts: Texts) -> str:
    if isinstance(value, float | int) and not isinstance(value, bool):
        return full(float(value))
    if value is None:
        return texts(f"option.{field}.none")
    if field in FIELDS and FIELDS[field].variable:
        return str(value)
    return texts(f"option.{field}.{value}")


def file_stem(measure: str) -> str:
    """What files about a measure are called, as every system can store it.

    Examples
    --------
    >>> file_stem("nDCG@6"), file_stem("P(rel=2)@5")
    ('rankviz-ndcg-6', 'rankviz-p-rel-2-5')
    """
    return "rankviz-" + re.sub(r"[^a-z0-9]+", "-", measure.lower()).strip("-")


def option_words(field: str, key: str, convention: Convention, texts: Texts) -> str:
    """Name an option as `option_label` does; one that is the person's own with what it is."""
    label, own = option_label(field, key, texts), FIELDS[field].custom_field_of(key)
    if not own:
        return label
    value = option_label(own, getattr(convention, own), texts)
    if not (symbol := FIELDS[own].symbol):
        return texts("sentence.own", label=label, value=value)
    limit = f"sentence.own_{own}_{value}"  # where the formula says nothing of itself, as 0/0
    if limit in texts:
        return texts(limit, label=label, symbol=symbol)
    return texts("sentence.own_number", label=label, symbol=symbol, value=value)


def short_name(field: str, key: str, convention: Convention, texts: Texts) -> str:
    """Name an option at the end of a line: of what is one's own, what it is."""
    label = option_label(field, key, texts, judged=False)
    if own := FIELDS[field].custom_field_of(key):
        value, symbol = option_label(own, getattr(convention, own), texts), FIELDS[own].symbol
        family = label.replace(" ", "").removesuffix(RAISED.get(symbol, "-"))
        label = f"{family}^{value}" if label.endswith(RAISED.get(symbol, "-")) else f"{symbol} = {value}" if symbol else value
    return label if len(label) <= MOST_LETTERS else label[: MOST_LETTERS - 1] + "…"


def list_name(state: AppState, at: int, texts: Texts) -> str:
    """Name of a list as the page shows it; nameless ones are counted."""
    return state.lists[at].query_id or texts("list_tabs.unnamed", n=at + 1)


def list_names(state: AppState, texts: Texts) -> list[str]:
    """Names of all lists."""
    return [list_name(state, q, texts) for q in range(len(state.lists))]


def library_name(profile: str, texts: Texts) -> str:
    """Name of a profile's library, with its versions where others compute otherwise; what chooses nothing is the textbook."""
    entry = PROFILES[profile]
    name = entry.library if entry.common or entry.measures else texts("libraries.textbook")
    span = _span(entry, texts)
    return texts("library_versions.named", library=name, span=span) if span else name


def library_version(profile: str, texts: Texts) -> str:
    """Return a library's name with the version that was checked, unless the name already says which versions are meant."""
    entry = PROFILES[profile]
    return f"{library_name(profile, texts)} {'' if _span(entry, texts) else entry.version}".strip()


def _span(profile: Profile, texts: Texts) -> str:
    """From which version to which a library computes so, as far as that is known."""
    if profile.since and profile.until:
        return texts("library_versions.both", since=profile.since, until=profile.until)
    if profile.since:
        return texts("library_versions.since", version=profile.since)
    return texts("library_versions.until", version=profile.until) if profile.until else ""
