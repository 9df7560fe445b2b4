"""The colours of theme.css for what Python draws: figures, which hold the light ones, and pages of their own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

THEME = Path(__file__).with_name("theme.css").read_text(encoding="utf-8")
_PAIR = re.compile(r"--rv-([\w-]+): light-dark\((#\w+), (#\w+)\);")


class Colour(NamedTuple):
    """A colour in either theme, as `#RRGGBB`."""

    light: str
    dark: str


COLOURS: Mapping[str, Colour] = MappingProxyType({name: Colour(light, dark) for name, light, dark in _PAIR.findall(THEME)})
