"""The evaluators of search engines: what each of them computes."""

from __future__ import annotations

from rankviz.profiles.profile import Profile

ENGINES: tuple[Profile, ...] = ()
