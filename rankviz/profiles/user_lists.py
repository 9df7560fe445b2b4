"""Recommenders that are given a list and a set of items for each user: what each of them computes."""

from __future__ import annotations

from rankviz.profiles.profile import Profile

USER_LISTS: tuple[Profile, ...] = ()
