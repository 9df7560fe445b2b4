"""Recommenders that are given data frames of users and items: what each of them computes."""

from __future__ import annotations

from rankviz.profiles.profile import Profile

USER_FRAMES: tuple[Profile, ...] = ()
