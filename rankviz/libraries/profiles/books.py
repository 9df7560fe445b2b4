"""Profiles of textbooks and courses."""

from __future__ import annotations

from rankviz.libraries.profiles.profile import Choices, Profile

_BURGES: Choices = {"gain": "exponential"}
_JARVELIN: Choices = {"discount": "jk2"}

BOOKS = (
    Profile("textbook", "rankviz", "", "books", others={}, source="the first option of every field"),
    Profile(
        "burges",
        "Burges et al.",
        "2005",
        "books",
        measures={"cg": _BURGES, "dcg": _BURGES, "idcg": _BURGES, "ndcg": _BURGES},
        source="Learning to rank using gradient descent, ICML 2005, section 5",
    ),
    Profile(
        "jarvelin_kekalainen",
        "Järvelin and Kekäläinen",
        "2002",
        "books",
        measures={"cg": {}, "dcg": _JARVELIN, "idcg": _JARVELIN, "ndcg": _JARVELIN},
        source="ACM TOIS 20(4), 422-446, sections 2.2 and 2.3, with b = 2: no discount before rank b",
    ),
)
