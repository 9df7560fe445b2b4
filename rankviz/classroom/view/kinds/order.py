"""`order` in a class: the lists are pressed, the best first."""

from __future__ import annotations

from rankviz.classroom.view.class_kind import ClassKind

CLASS_KIND = ClassKind(form=lambda question: "order")
