"""The sentences of whole runs for a log, which has a list for each user instead of queries."""

from __future__ import annotations

from dataclasses import dataclass

from rankviz.texts import Texts


@dataclass(frozen=True)
class LogTexts(Texts):
    """Texts in which those under "runs_log" replace those of the same name under "runs", and so for other parts.

    Examples
    --------
    >>> Texts("en")("runs.query"), LogTexts("en")("runs.query"), LogTexts("en")("runs.measure")
    ('Query', 'List', 'Metric')
    """

    def template(self, key: str) -> str:
        """As of any texts."""
        return super().template(self._own(key))

    def as_written(self, key: str) -> str:
        """As of any texts."""
        return super().as_written(self._own(key))

    def _own(self, key: str) -> str:
        own = key.replace(".", "_log.", 1)
        return own if own in self else key
