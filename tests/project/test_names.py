"""Does one noun mean one thing? The words are those of the table in docs/architecture.md."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator

import pytest

import rankviz
from tests.helpers.package_source import MODULES, PACKAGE, ROOT, module_name, nodes_of, tree_of

SCRIPTS = sorted(path for path in (PACKAGE / "browser").rglob("*") if path.suffix in (".js", ".css"))
Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
# Of the language: what a verb whose third form does not end in "ed" has there, and nouns that look like a participle.
IRREGULAR = frozenset(
    [
        "begun",
        "borne",
        "bought",
        "bound",
        "broken",
        "brought",
        "built",
        "caught",
        "chosen",
        "cut",
        "dealt",
        "done",
        "drawn",
        "driven",
        "eaten",
        "fallen",
        "fed",
        "felt",
        "forgotten",
        "found",
        "given",
        "gone",
        "got",
        "grown",
        "heard",
        "held",
        "hidden",
        "hung",
        "kept",
        "known",
        "laid",
        "led",
        "left",
        "lost",
        "made",
        "meant",
        "met",
        "paid",
        "put",
        "read",
        "risen",
        "said",
        "seen",
        "sent",
        "shown",
        "shut",
        "slept",
        "sought",
        "spent",
        "split",
        "spoken",
        "spread",
        "stood",
        "struck",
        "stuck",
        "sworn",
        "taken",
        "taught",
        "thought",
        "thrown",
        "told",
        "torn",
        "understood",
        "won",
        "worn",
        "woven",
        "written",
    ]
)
VERBS_AND_NOUNS = frozenset(
    ["cut", "put", "read", "run", "set", "split", "spread", "left", "seed", "need", "undefined", "feed", "speed", "embed"]
)
# Adverbs, prepositions and pronouns, which name nothing by themselves.
NAMELESS = frozenset(
    [
        "after",
        "apart",
        "aside",
        "at",
        "back",
        "before",
        "below",
        "beside",
        "beyond",
        "both",
        "by",
        "further",
        "here",
        "its",
        "now",
        "of",
        "others",
        "own",
        "there",
        "these",
        "this",
        "those",
        "together",
        "under",
        "upto",
        "whole",
        "within",
    ]
)
# Sub-packages of a feature that hold one aspect of it.
ASPECTS = frozenset({"words", "view", "export", "server", "charts", "parts", "saved_page", "answers", "static", "pages", "app"})


def retired() -> dict[str, str]:
    """The retired words, with the noun that is used instead."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([\w ]+) \| [^|]* \| ([^|]*) \|$", text, re.MULTILINE)
    return {word.strip(): noun for noun, words in rows if noun != "noun" for word in words.split(",") if word.strip()}


RETIRED = retired()


def words_of(name: str) -> set[str]:
    """
    >>> sorted(words_of("check_RivalOrder"))
    ['check', 'order', 'rival']
    """
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def definitions() -> Iterator[tuple[str, Definition]]:
    """Public classes, functions and methods, with where they stand."""
    for module, path in MODULES.items():
        body = tree_of(module).body
        classes = [node for node in body if isinstance(node, ast.ClassDef)]
        for node in (*body, *(each for one in classes for each in one.body)):
            if isinstance(node, Definition) and not node.name.startswith("_"):
                yield f"{path.relative_to(ROOT).as_posix()}:{node.lineno}", node


PUBLIC_API = {*rankviz.__all__}
API_ROOMS = ("rankviz/api/", "rankviz/practice.py", "rankviz/cli/alike.py", "rankviz/engines/")


def test_the_table_has_twenty_nouns_and_their_retired_words() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("## Twenty nouns")[2].partition("\n## ")[0]
    assert len(re.findall(r"^\| [a-z]", text, re.MULTILINE)) == 1 + 20  # a head besides
    assert {"duel", "versus", "told"} <= RETIRED.keys()


@pytest.mark.slow
def test_no_module_class_or_public_function_has_a_retired_word() -> None:
    named = [(where, node.name) for where, node in definitions() if not where.startswith(API_ROOMS)]
    named += [(path.relative_to(ROOT).as_posix(), path.stem) for path in (*MODULES.values(), *SCRIPTS)]
    wrong = [f"{where} {name}: say {RETIRED[word]}" for where, name in named for word in words_of(name) & RETIRED.keys()]
    assert wrong == []


def test_a_public_class_name_exists_once() -> None:
    """But for what the package gives under the name of what it presents, such as `Question`."""
    where: dict[str, list[str]] = defaultdict(list)
    for place, node in definitions():
        if isinstance(node, ast.ClassDef) and not (node.name in PUBLIC_API and place.startswith("rankviz/practice.py")):
            where[node.name].append(place)
    assert {name: places for name, places in where.items() if len(places) > 1} == {}


def is_participle(name: str) -> bool:
    return "_" not in name and name not in VERBS_AND_NOUNS and (name.endswith("ed") or name in IRREGULAR)


def is_public_member(where: str) -> bool:
    """Whether a method may keep its name: what a class that the package gives away has is documented in docs/api.md."""
    path, _, line = where.partition(":")
    around = [node for node in nodes_of(module_name(ROOT / path)) if isinstance(node, ast.ClassDef) and node.name in PUBLIC_API]
    return any(node.lineno < int(line) <= (node.end_lineno or 0) for node in around)


def test_a_public_function_is_not_named_by_a_bare_participle_or_preposition() -> None:
    functions = [(where, node.name) for where, node in definitions() if not isinstance(node, ast.ClassDef)]
    wrong = [
        f"{where} {name}"
        for where, name in functions
        if (is_participle(name) or name in NAMELESS) and name not in PUBLIC_API and not is_public_member(where)
    ]
    assert wrong == []


@pytest.mark.parametrize("name", ["told", "moved", "made", "of", "whole"])
def test_such_a_name_would_be_found(name: str) -> None:
    assert is_participle(name) or name in NAMELESS
    assert not is_participle(f"{name}_words")


@pytest.mark.slow
def test_modules_of_one_name_are_one_aspect_of_several_features_or_several_aspects_of_one() -> None:
    """So no two modules of one name stand side by side in the same aspect of the same room."""
    where: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for path in MODULES.values():
        if path == ROOT / "app.py":
            continue
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        if parts[-1] == "__init__" or len(parts) == 1:
            continue
        aspect = next((part for part in reversed(parts[:-1]) if part in ASPECTS), "")
        folder = parts[-2] if aspect == "" and len(parts) > 2 else ""
        where[parts[0], aspect + folder, parts[-1]].append("/".join(parts))
    assert {key: paths for key, paths in where.items() if len(paths) > 1} == {}
