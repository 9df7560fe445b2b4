"""What holds for tests of a room in a process."""

from __future__ import annotations

import pytest

from rankviz.classroom.server import answer_batch, hub, room_session, room_watcher


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for less."""
    for module, name, value in (
        *(
            (room_watcher, "POLL_EVERY", 0.02),
            (room_watcher, "RETRY_AFTER", 0.02),
            (room_watcher, "SEARCH_DELAY", 0.0),
            (answer_batch, "PAUSE", 0.02),
        ),
        *((room_session, "TO_TEACHER", 0.02), (room_session, "TO_PHONES", 0.05), (hub, "FOLLOW_EVERY", 0.05)),
    ):
        monkeypatch.setattr(module, name, value)
