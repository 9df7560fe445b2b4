"""The answers of a look-up in words, and the term that differs beside the right one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rankviz.metrics import METRICS
from rankviz.show.derivation import Line
from rankviz.show.labels import option_label
from rankviz.show.numbers import fixed, plain
from rankviz.texts import Texts
from rankviz.why import Lookup, Match
from rankviz.why.departures import Departure


def match_words(match: Match, texts: Texts) -> str:
    """Say what was done otherwise."""
    return texts("departure.separator").join(departure_words(departure, texts) for departure in match.departures)


def departure_words(departure: Departure, texts: Texts) -> str:
    """Say one thing that was done otherwise; a known mistake by its name."""
    where: Mapping[str, Any] = departure.where
    if "mistake" in where:
        return texts(f"mistake.{where['mistake']}", **where)
    if departure.kind == "choice":
        named = f"mistake.{where['name']}_{where['value']}"
        if named in texts:
            return texts(named)
    if departure.kind in ("choice", "cutoff"):
        name = where["name"]
        value, present = (option_label(name, where[part], texts) for part in ("value", "present"))
        return texts(f"departure.{departure.kind}", field=texts(f"field.{name}"), value=value, present=present)
    if departure.kind == "rounding":
        return texts(f"departure.rounding_{where['what']}_{where['how']}", places=where["places"])
    if departure.kind == "reading":
        return texts(f"departure.{where['what']}", **where)
    printed = {name: _grade(value) if name in ("value", "present") else value for name, value in where.items()}
    return texts(f"departure.{departure.kind}", **printed)


def _grade(value: object) -> str:
    return "?" if value is None else plain(float(value))  # type: ignore[arg-type]


def lookup_text(found: Lookup, texts: Texts) -> str:
    """Say all answers of a look-up, one a line, best first; then how strong the evidence is."""
    lines = []
    if not found.matches:
        lines = [texts("diagnose.none", typed=found.printed.text), texts("diagnose.nearest")]
    for each in found.matches or found.nearest:
        words = match_words(each, texts) or texts("diagnose.same_cut" if each.agreement == "cut" else "diagnose.same")
        remarks = [f" ({said})" for said in remarks_on(each, texts)]
        lines.append(f"{each.value!r}  {words}" + "".join(remarks))
    return "\n".join([*lines, evidence(found, texts)] if found.matches else lines)


def remarks_on(match: Match, texts: Texts) -> list[str]:
    """What is to be said of an answer besides: that it is weak, that some libraries do the same."""
    library = texts("convention.separator").join(match.libraries)
    said = [texts("diagnose.libraries_too", library=library)] if library else []
    return said + [texts("diagnose.weak")] * match.weak


def evidence(found: Lookup, texts: Texts) -> str:
    """Say how many values print the number, and how many would by chance."""
    chance = fixed(found.by_chance, 1 if found.by_chance >= 1 else 2)
    key = "diagnose.evidence" if found.sharing > 1 else "diagnose.evidence_one"
    return texts(key, tried=found.tried, count=found.sharing, typed=found.printed.text, chance=chance)


@dataclass(frozen=True)
class Differing:
    """Where two derivations part: the line, and in LaTeX what stands here and there."""

    name: str
    here: str
    there: str


def differing(here: tuple[Line, ...], there: tuple[Line, ...]) -> Differing | None:
    """Find the first term that differs, else the formula of the last line; None if the lines say the same."""
    others = {line.key: line for line in there}
    for line in here:
        other = others.get(line.key)
        if other is None:
            continue
        terms = {term.rank: term for term in other.terms}
        for term in line.terms:
            found = terms.get(term.rank)
            if term.rank is not None and found is not None and found.latex != term.latex:
                return Differing(line.name, term.latex, found.latex)
    if not here or not there:
        return None
    last, other = here[-1], there[-1]
    pairs = ((last.terms[-1].latex, other.terms[-1].latex), (last.symbols, other.symbols))
    return next((Differing(other.name, one, two) for one, two in pairs if one != two), None)


def metric_name(match: Match) -> str:
    """Printed name of the metric that an answer computes."""
    return METRICS[match.metric].name
