"""The profile of Järvelin and Kekäläinen."""

from __future__ import annotations

from rankviz.libraries.profile import Choices, Profile

_CHOICES: Choices = {"discount": "jk2"}

PROFILES: tuple[Profile, ...] = (
    Profile(
        "jarvelin_kekalainen",
        "Järvelin and Kekäläinen",
        "2002",
        "books",
        measures={"cg": {}, "dcg": _CHOICES, "idcg": _CHOICES, "ndcg": _CHOICES},
        source="ACM TOIS 20(4), 422-446, sections 2.2 and 2.3, with b = 2: no discount before rank b",
    ),
)
