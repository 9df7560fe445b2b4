"""The profile of Burges et al.."""

from __future__ import annotations

from rankviz.libraries.profile import Choices, Profile

_CHOICES: Choices = {"gain": "exponential"}

PROFILES: tuple[Profile, ...] = (
    Profile(
        "burges",
        "Burges et al.",
        "2005",
        "books",
        measures={"cg": _CHOICES, "dcg": _CHOICES, "idcg": _CHOICES, "ndcg": _CHOICES},
        source="Learning to rank using gradient descent, ICML 2005, section 5",
    ),
)
