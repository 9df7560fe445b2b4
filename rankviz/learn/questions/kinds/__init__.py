"""The kinds of questions: how each is drawn, and how its answers are judged.

A kind is named once, here. It has two modules of its name: one in this folder with its `KIND`, and one in
`rankviz/learn/words/kinds` with its `WORDING`, all its sentences and what files hold of it. Where the plain page and the plain
class are not enough for it, it has one in `rankviz/learn/view/kinds` with its `VIEW`, and one in `rankviz/classroom/view/kinds`
with its `CLASS_KIND`. docs/add-a-kind-of-question.md adds one.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from rankviz.learn.questions.question_kind import QuestionKind

NAMES = (
    "value",
    "gap",
    "step",
    "better",
    "order",
    "who",
    "reach",
    "trend",
    "swap",
)
USUAL_KIND = NAMES[0]  # asked where no kind is named
KINDS: Mapping[str, QuestionKind] = MappingProxyType({name: import_module(f"{__name__}.{name}").KIND for name in NAMES})
