"""Libraries that evaluate what is retrieved for a language model: embeddings, retrievers: what each of them computes."""

from __future__ import annotations

from rankviz.profiles.profile import Profile

LANGUAGE_MODELS: tuple[Profile, ...] = ()
