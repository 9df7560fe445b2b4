"""The sentences of whole runs where they are about a log: it has a list for each user, and no queries."""

from __future__ import annotations

from dataclasses import dataclass

from rankviz.texts import Texts


@dataclass(frozen=True)
class LogTexts(Texts):
    """Those under "runs_log" in the place of those of the same name under "runs".

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
        own = key.replace("runs.", "runs_log.", 1)
        return own if own in self else key
