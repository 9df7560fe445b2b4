"""Every sentence of the product, by language; a language is one folder of TOML files with the same keys and placeholders."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Formatter
from types import MappingProxyType

from rankviz.plain import in_markdown

LANGUAGES = ("en", "zh")
FILES = ("page.toml", "examples.toml", "diagnose.toml", "runs.toml")


@dataclass(frozen=True)
class Texts:
    """The sentences of one language.

    Parameters
    ----------
    language : {'en', 'zh'}

    Examples
    --------
    >>> Texts("en")("list.head")
    'Ranked list'
    """

    language: str

    def __call__(self, key: str, **values: object) -> str:
        """Look up a sentence and fill its {placeholders}; KeyError for a key that no file has."""
        return catalogue(self.language)[key].format_map(values)

    def markdown(self, key: str, **values: object) -> str:
        """A sentence for what reads Markdown, as Streamlit's labels do; texts that fill it in stay texts."""
        return self(key, **{name: in_markdown(each) if isinstance(each, str) else each for name, each in values.items()})

    def places(self, key: str) -> tuple[str, ...]:
        """Names of the {placeholders} of a sentence."""
        return _places(catalogue(self.language)[key])

    def unfilled(self, key: str) -> str:
        """Look up a sentence and leave its {placeholders} as they are."""
        return catalogue(self.language)[key]

    def __contains__(self, key: object) -> bool:
        return key in catalogue(self.language)

    def group(self, prefix: str) -> dict[str, str]:
        """All sentences under a prefix, unfilled, for the browser: {'head': 'Ranked list', …}."""
        return dict(_group(self.language, prefix + "."))


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Read a language's files as {dotted key: sentence}."""
    folder = files(__package__).joinpath(language)
    trees = [tomllib.loads(folder.joinpath(name).read_text(encoding="utf-8")) for name in FILES]
    return MappingProxyType({key: text for tree in trees for key, text in _flat("", tree)})


@cache
def _places(text: str) -> tuple[str, ...]:
    return tuple(name for _, name, _, _ in Formatter().parse(text) if name)


@cache
def _group(language: str, start: str) -> Mapping[str, str]:
    return {key[len(start) :]: text for key, text in catalogue(language).items() if key.startswith(start)}


def _flat(prefix: str, tree: Mapping[str, object]) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for key, value in tree.items():
        rows += _flat(f"{prefix}{key}.", value) if isinstance(value, dict) else [(prefix + key, str(value))]
    return rows
