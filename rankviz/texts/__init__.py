"""Every sentence of the product, by language; a language is one folder of TOML files with the same keys and placeholders."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from string import Formatter
from types import MappingProxyType
from typing import Any, NamedTuple, TypedDict

from rankviz.basics.escaping import in_markdown
from rankviz.texts.spacing import IDEOGRAPHS, fill_words, is_chinese, spaced_pieces

LANGUAGES = ("en", "zh")
FILES = (
    "page.toml",
    "options.toml",
    "steps.toml",
    "charts.toml",
    "errors.toml",
    "metrics.toml",
    "saved_page.toml",
    "glossary.toml",
    "similarity.toml",
    "examples.toml",
    "diagnose.toml",
    "runs.toml",
    "winner.toml",
    "compare_page.toml",
    "flips_and_cards.toml",
    "learn.toml",
    "practice.toml",
    "gap_and_step.toml",
    "lesson.toml",
    "question_kinds.toml",
    "choice_questions.toml",
    "question_sets.toml",
    "list_as_question.toml",
    "static_page.toml",
    "class_errors.toml",
    "answer_causes.toml",
    "class_phone.toml",
    "class_strip.toml",
    "class_teacher.toml",
    "libraries.toml",
)
MARK = re.compile(r"\[([^\[\]:]+):(\w+)\]")  # a word of a sentence that has an entry in glossary.toml: [gains:gain]


class Mention(TypedDict):
    """A word of a sentence, and the key of the entry that explains it."""

    text: str
    term: str


Piece = str | Mention


@dataclass(frozen=True)
class Texts:
    """The sentences of one language.

    A sentence may mark a word that has an entry in glossary.toml, as in "the [gains:gain] are added up". Calls and most methods
    return plain text; `pieces` also returns the marked words, and those of `[forms]` there.

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
        """Look up a sentence and fill its {placeholders}; KeyError for a key that no file has.

        {count:entry|entries} stands for the word that agrees with the count.
        """
        text = self.template(key)
        words, slots, is_plain = _parsed(text)
        if not slots:
            return words[0]
        if is_plain:
            return text.format_map(values)
        return fill_words(words, [_form(str(values[name]), forms) for name, forms in slots])

    def pieces(self, key: str, **values: object) -> list[Piece]:
        """Look up a sentence and fill it, in pieces: plain text, and the words that have an entry.

        Examples
        --------
        >>> Texts("en").pieces("list.head")
        ['Ranked list']
        """
        words, slots, _ = _parsed(self.as_written(key))
        return list(_pieces(words, tuple([_form(str(values[name]), forms) for name, forms in slots])))

    def markdown(self, key: str, **values: object) -> str:
        """Look up a sentence and fill it, to be read as Markdown, as Streamlit's labels are; the values stay plain text."""
        return self(key, **{name: in_markdown(each) if isinstance(each, str) else each for name, each in values.items()})

    def places(self, key: str) -> tuple[str, ...]:
        """Names of the {placeholders} of a sentence."""
        return tuple(dict.fromkeys(name for name, _ in _parsed(self.template(key)).slots))

    def template(self, key: str) -> str:
        """Look up a sentence and leave its {placeholders} as they are."""
        try:
            return catalogue(self.language)[key]
        except KeyError:
            raise KeyError(lacking_words(key, self.language)) from None

    def as_written(self, key: str) -> str:
        """Look up a sentence with its {placeholders} and its marks; `pieces_of` reads them."""
        try:
            return _as_written(self.language)[key]
        except KeyError:
            raise KeyError(lacking_words(key, self.language)) from None

    def __contains__(self, key: object) -> bool:
        return key in catalogue(self.language)

    def group(self, prefix: str) -> dict[str, str]:
        """All sentences under a prefix, unfilled, for the browser: {'head': 'Ranked list', …}."""
        return dict(_group(self.language, prefix + "."))


def lacking_words(key: str, language: str) -> str:
    """Say of a key that no file has in which file its words belong: that of the keys which begin like it."""
    parts = key.split(".")
    for count in range(len(parts) - 1, 0, -1):
        start = ".".join(parts[:count]) + "."
        for name, tree in _files(language).items():
            if any(each.startswith(start) for each, _ in _flat("", tree)):
                return f"{key} has no words: add it to {name} in rankviz/texts/{language}, and of every other language"
    return f"{key} has no words, and no file in rankviz/texts/{language} has words of that kind"


def mention(text: str, term: str) -> Mention:
    """Return the piece for a text that is, as a whole, a word with an entry."""
    return {"text": text, "term": term}


def term_of_piece(piece: Piece) -> str:
    """Return the key of the entry of a piece; "" for plain text."""
    return "" if isinstance(piece, str) else piece["term"]


def as_plain_text(pieces: Sequence[Piece]) -> str:
    """Join the pieces of a marked sentence as plain text.

    Examples
    --------
    >>> as_plain_text(["the ", {"text": "gains", "term": "gain"}, " of"])
    'the gains of'
    """
    return "".join(piece if isinstance(piece, str) else piece["text"] for piece in pieces)


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Every sentence of a language by its dotted key, without marks."""
    return MappingProxyType({key: MARK.sub(r"\1", text) for key, text in _as_written(language).items()})


@cache
def mentions(language: str) -> Mapping[str, tuple[str, ...]]:
    """Keys of the entries that each sentence mentions, for those that mention any."""
    terms_by_sentence = {key: tuple(term for _, term in MARK.findall(text)) for key, text in _as_written(language).items()}
    return MappingProxyType({key: terms for key, terms in terms_by_sentence.items() if terms})


@cache
def _as_written(language: str) -> Mapping[str, str]:
    """Read a language's files as {dotted key: sentence}."""
    return MappingProxyType({key: text for tree in _files(language).values() for key, text in _flat("", tree)})


def _files(language: str) -> dict[str, dict[str, Any]]:
    """Read a language's files, by their names."""
    folder = files(__package__).joinpath(language)
    return {name: tomllib.loads(folder.joinpath(name).read_text(encoding="utf-8")) for name in FILES}


@lru_cache(maxsize=1024)  # an edit changes the values of few sentences
def _pieces(words: tuple[str, ...], values: tuple[str, ...]) -> tuple[Piece, ...]:
    """Split words at their marks, with the values between them as text; of the forms, only each entry's first is marked."""
    split = [_split(word) for word in words]
    pieces: list[Piece] = []
    text = ""
    mentioned = {each["term"] for one in split for each, is_form in zip(one.mentions, one.is_form, strict=True) if not is_form}
    for at, plain in enumerate(spaced_pieces([each.plain for each in split], values)):
        one = split[at // 2]
        if at % 2 or not one.mentions:
            text += plain
            continue
        inside = plain.strip(" ")  # only the spaces at the ends may have changed
        text += plain[: plain.index(inside)] + one.texts[0]
        for each, after, is_form in zip(one.mentions, one.texts[1:], one.is_form, strict=True):
            if is_form and each["term"] in mentioned:
                text += each["text"] + after
                continue
            mentioned.add(each["term"])
            pieces += [text, each] if text else [each]
            text = after
        text += plain[plain.index(inside) + len(inside) :]
    return (*pieces, text) if text else tuple(pieces)


class _Split(NamedTuple):
    """Words without their marks; the words that are marked or a form, the texts around these, and whether each is a form."""

    plain: str
    mentions: tuple[Mention, ...]
    texts: tuple[str, ...]
    is_form: tuple[bool, ...]


@cache
def _split(word: str) -> _Split:
    parts = MARK.split(word.strip(" "))
    marked = [mention(word_text, term) for word_text, term in zip(parts[1::3], parts[2::3], strict=True)]
    mentions: list[Mention] = []
    texts = [""]
    is_form: list[bool] = []
    for at, part in enumerate(parts[::3]):
        end = 0
        for match in _form_pattern().finditer(part):
            texts[-1] += part[end : match.start()]
            texts.append("")
            mentions.append(mention(match[0], _terms_of_forms()[match[0].lower()]))
            is_form.append(True)
            end = match.end()
        texts[-1] += part[end:]
        if at < len(marked):
            mentions.append(marked[at])
            is_form.append(False)
            texts.append("")
    return _Split(without_marks(word), tuple(mentions), tuple(texts), tuple(is_form))


def forms(language: str) -> Mapping[str, str]:
    """Keys of the entries by the forms of their words, as `[forms]` in glossary.toml has them."""
    return {form: key for key, listed in Texts(language).group("forms").items() for form in listed.split("|")}


def whole_word_pattern(form: str) -> str:
    """Return a pattern of a form; Latin letters match only as a whole word."""
    return re.escape(form) if IDEOGRAPHS.search(form) else rf"(?<![\w@-]){re.escape(form)}(?![\w-])"


@cache
def _terms_of_forms() -> Mapping[str, str]:
    return {form.lower(): key for language in LANGUAGES for form, key in forms(language).items()}


@cache
def _form_pattern() -> re.Pattern[str]:
    """The longest form first."""
    return re.compile("|".join(map(whole_word_pattern, sorted(_terms_of_forms(), key=len, reverse=True))), re.IGNORECASE)


def without_marks(text: str) -> str:
    """Words with marks as plain text."""
    return MARK.sub(r"\1", text)


def pieces_of(text: str) -> list[Piece]:
    """Words with marks, in pieces."""
    return list(_pieces((text,), ()))


class _Sentence(NamedTuple):
    """Words, the {placeholders} between them (name, and what stands behind a colon), and whether values go in as they are."""

    words: tuple[str, ...]
    slots: tuple[tuple[str, str], ...]
    is_plain: bool


@cache
def _parsed(text: str) -> _Sentence:
    words, slots = [""], []
    for word, name, forms, _ in Formatter().parse(text):
        words[-1] += word
        if name is not None:
            slots.append((name, forms or ""))
            words.append("")
    return _Sentence(tuple(words), tuple(slots), not (any(map(is_chinese, words)) or any(forms for _, forms in slots)))


def _form(value: str, forms: str) -> str:
    """The value, or where there are forms the word that agrees with it: {count:entry|entries}."""
    return forms.split("|")[value != "1"] if forms else value


@cache
def _group(language: str, start: str) -> Mapping[str, str]:
    return {key[len(start) :]: text for key, text in catalogue(language).items() if key.startswith(start)}


def _flat(prefix: str, tree: Mapping[str, object]) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for key, value in tree.items():
        rows += _flat(f"{prefix}{key}.", value) if isinstance(value, dict) else [(prefix + key, str(value))]
    return rows
