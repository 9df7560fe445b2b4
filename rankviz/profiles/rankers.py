"""Libraries that learn to rank, in which tensors hold what was shown: what each of them computes."""

from __future__ import annotations

from rankviz.profiles.profile import Profile

RANKERS: tuple[Profile, ...] = ()
