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

    def _own(self, key: str) -> str:
        """Key of the sentence under "runs_log", where there is one."""
        own = key.replace("runs.", "runs_log.", 1)
        return own if own in self else key
