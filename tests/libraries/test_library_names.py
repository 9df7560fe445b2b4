"""Libraries by name: which versions are meant where others compute otherwise, and in which order they stand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rankviz.display import labels
from rankviz.display.labels import library_name, library_version
from rankviz.libraries.profile import GROUPS
from rankviz.libraries.profiles import PROFILES
from rankviz.texts import Texts

NAMES = {
    ("", "3.1"): ("ranx (up to 3.1)", "ranx（到 3.1 版为止）"),
    ("3.2", ""): ("ranx (from 3.2 on)", "ranx（3.2 版起）"),
    ("3.2", "3.9"): ("ranx (from 3.2 to 3.9)", "ranx（3.2 到 3.9 版）"),
    ("", ""): ("ranx", "ranx"),
}


@pytest.mark.parametrize("span", NAMES)
def test_a_name_says_which_versions_compute_so(span: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    since, until = span
    known = replace(PROFILES["ranx"], since=since, until=until, version="3.5")
    monkeypatch.setattr(labels, "PROFILES", {"ranx": known})
    assert tuple(library_name("ranx", Texts(language)) for language in ("en", "zh")) == NAMES[span]
    # Two numbers of versions beside each other would be taken for a range.
    assert library_version("ranx", Texts("en")) == (NAMES[span][0] if since or until else "ranx 3.5")


def test_no_two_profiles_have_one_name() -> None:
    for language in ("en", "zh"):
        names = [library_name(key, Texts(language)) for key in PROFILES]
        assert len(set(names)) == len(names)


def test_profiles_stand_by_group() -> None:
    places = [GROUPS.index(profile.group) for profile in PROFILES.values()]
    assert places == sorted(places)
