"""What evaluates whole pipelines of retrieval and answers: what each of them computes."""

from __future__ import annotations

from rankviz.profiles.profile import Profile

PIPELINES: tuple[Profile, ...] = ()
