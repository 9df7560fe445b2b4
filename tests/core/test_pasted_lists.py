"""Lists of several queries, documents with scores and printed objects that are pasted; and data that are none of them."""

from __future__ import annotations

import json

import pytest

from rankviz import InputError
from rankviz.basics.limits import MAX_PASTE
from rankviz.core.pasted.read_pasted import read_pasted
from rankviz.display.error_text import error_text
from rankviz.page.dialogs.paste import describe_pasted
from rankviz.texts import LANGUAGES, Texts
from tests.core.test_pasted_formats import parts
from tests.helpers.hostile import at_most

# As haystack 2.31 and 3.4 print what a retriever answers: nothing of the text is escaped, and it is cut after 100 characters.
HAYSTACK = (
    """{'documents': [Document(id=c, content: 'It's a "quote", score: 3)\nnew line', meta: {'a': {'b': 1}}, score: 0.5), """
    f"Document(id=a, content: '{'x' * 100}...', score: 0.25, embedding: vector of size 2)]}}"
)
# As LangChain 1.7 prints documents with scores, and without ids.
LANGCHAIN = (
    """[(Document(id='c', metadata={'n': 1}, page_content='It\\'s "x"\\nnew'), 0.5), """
    "(Document(id='a', metadata={}, page_content='P'), 0.25)]"
)
ORDER = [("c", 0.0, 0.5), ("a", 1.0, 0.25)]


@pytest.mark.parametrize(
    "retrieved",
    [
        HAYSTACK,
        f"{{'retriever': {HAYSTACK}}}",
        LANGCHAIN,
        "[('c', 0.5), ('a', 0.25)]",
        '[["c", 0.5], ["a", 0.25]]',
        "array([('c', 0.5), ('a', 0.25)], dtype=object)",
        "OrderedDict({'c': 0.5, 'a': np.float32(0.25)})",
    ],
)
def test_documents_with_scores_are_read_however_they_are_printed(retrieved: str) -> None:
    for text in (f"{retrieved}\nrelevant = ['a', 'b']", f"relevant = {{'a', 'b'}}\nresult = {retrieved}\nk = 3\nprint(k)"):
        found = read_pasted(text)
        assert len(found.lists) == 1
        assert parts(found.lists[0])[0] == ORDER
        assert [item.doc_id for item in found.lists[0].missed] == ["b"]
    alone = read_pasted(retrieved)
    assert [(item.doc_id, item.grade, item.score) for item in alone.lists[0].items] == [("c", None, 0.5), ("a", None, 0.25)]


@pytest.mark.parametrize(
    "run",
    ["defaultdict(<class 'list'>, {'u1': [('c', 0.5), ('a', 0.25)], 'u2': []})", "run = {'u1': [('c', 0.5), ('a', 0.25)]}"],
)
def test_pairs_stand_by_query_too_and_have_grades_in_judgments(run: str) -> None:
    found = read_pasted(f"{run}\nqrels = {{'u1': [('a', 2), ('b', 1)]}}")
    assert parts(found.lists[0]) == ([("c", None, 0.5), ("a", 2.0, 0.25)], [("b", 1.0, None)])


@pytest.mark.parametrize(
    "text",
    [
        "retrieved = [['c', 'a'], ['b']]\nrelevant = [['a'], ['b', 'd']]",
        "actual = [{'a'}, {'b', 'd'}]\npredicted = [('c', 'a'), ('b',)]",
        '{"retrieved": [["c", "a"], ["b"]], "relevant": [["a"], ["b", "d"]]}',
        "retrieved = [[('c', 1), ('a', 1)], [('b', 1)]]\nrelevant = [['a'], ['b', 'd']]",
    ],
)
def test_lists_of_several_queries_go_together_by_place(text: str) -> None:
    found = read_pasted(text).lists
    assert [[(item.doc_id, item.grade) for item in each.items] for each in found] == [[("c", 0.0), ("a", 1.0)], [("b", 1.0)]]
    assert [[item.doc_id for item in each.missed] for each in found] == [[], ["d"]]


def test_whole_numbers_are_ids_where_they_have_names_that_say_so() -> None:
    found = read_pasted("predicted = [[2, 5], [3, 9]]\nactual = [[1, 2], [3]]").lists
    assert [[item.doc_id for item in (*each.items, *each.missed)] for each in found] == [["2", "5", "1"], ["3", "9"]]


def test_distances_leave_the_order_as_it_is_with_a_notice() -> None:
    rising = "run = [('c', 0.25), ('a', 0.5), ('b', 0.5)]\nqrels = {'a': 1}"
    assert parts(read_pasted(rising).lists[0])[0] == [("c", None, None), ("a", 1.0, None), ("b", None, None)]
    assert "as distances do" in describe_pasted(rising, Texts("en"))[0]
    assert "像距离一样" in describe_pasted(rising, Texts("zh"))[0]
    for scores in ((0.5, 0.25, 0.75), (0.5, 0.5, 0.5), (0.75, 0.5, 0.25)):
        mixed = f"run = {[*zip('cab', scores, strict=True)]}"
        assert [item.score for item in read_pasted(mixed).lists[0].items] == [*scores]
        assert "distances" not in describe_pasted(mixed, Texts("en"))[0]
    assert read_pasted("run = {'c': 0.25, 'a': 0.5}").lists[0].scored


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("retrieved = [['a'], ['b']]\nrelevant = [['a']]", "queries_uneven"),
        ("retrieved = [['a'], ['b']]\nrelevant = ['a']", "queries_uneven"),
        ("[['a', 'b'], ['c']]\n[['a'], ['c']]", "dictionaries_which"),
        ("[[3, 2, 1], [2, 0, 1]]", "arrays_given"),
        ("y_true = [[1, 0, 1]]\ny_score = [[0.5, 0.25, 0.75]]", "arrays_given"),
        ("{'q1': {'map': 0.5, 'ndcg_cut_10': 0.25, 'P_5': 0.5}, 'q2': {'map': 0.5}}", "values_given"),
        ("results = {'ndcg@10': 0.25, 'mrr': 1}", "values_given"),
        ("relevant = [['a']]\nretrieved = {'q1': ['a']}", "queries_by_name"),
        ("[Document(id=a, content: 'x)]", "literal_syntax"),
        ("retrieved = [('a', 1e300)]", "literal_number"),
    ],
)
def test_lists_that_do_not_match_are_refused(text: str, key: str) -> None:
    with pytest.raises(InputError) as caught:
        read_pasted(text)
    assert caught.value.key == key
    for language in LANGUAGES:
        assert error_text(caught.value, Texts(language))


@pytest.mark.parametrize(
    "data",
    [
        {"cells": [{"cell_type": "code", "source": ["1"]}], "metadata": {"kernelspec": {"name": "p"}}, "nbformat": 4},
        {"name": "x", "version": "1.0.0", "dependencies": {"a": "^1"}, "files": ["dist"]},
        {"compilerOptions": {"strict": True, "lib": ["es2022"]}},
        {"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 2]}}]},
        {"type": "Polygon", "coordinates": [[[1.5, 2.5], [3.5, 4.5]]]},
        {"bbox": [1.5, 2.5], "ids": ["x"]},
        {"ids": [["a", "b"]], "distances": [[0.25, 0.5]], "documents": [["x", "y"]], "metadatas": [[None, None]]},
        {"matches": [{"id": "a", "score": 0.5}], "namespace": ""},
        {"details": "none"},
        {"details": ["a"], "title": "x"},
        {"requests": [{"url": "x"}]},
        {"0": {"precision": 0.5, "recall": 0.25, "f1-score": 0.5, "support": 3}, "accuracy": 0.5},
        {"scores": {"ndcg": [0.5, 0.25]}, "model": {"name": "x"}},
        [{"id": 1, "name": "x"}, {"id": 2, "name": "y"}],
        {"log": {"version": "1.2", "entries": []}},
    ],
)
def test_data_of_another_kind_are_not_taken_for_two_unnamed_dictionaries(data: object) -> None:
    for text in (json.dumps(data), json.dumps(data, indent=2), f"data = {data}"):
        with pytest.raises(InputError) as caught:
            read_pasted(text)
        assert caught.value.key == "data_unknown", text


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("https://a.org/?id=3 2\nhttps://a.org/?id=4 0", ["https://a.org/?id=3", "https://a.org/?id=4"]),
        ("https://a.org/?id=3,2\nhttps://a.org/?id=4,?", ["https://a.org/?id=3", "https://a.org/?id=4"]),
        ("truth: https://a.org/?id=3, b\nb, https://a.org/?id=3", ["b", "https://a.org/?id=3"]),
    ],
)
def test_an_address_is_an_id(text: str, ids: list[str]) -> None:
    found = read_pasted(text)
    assert (found.kind, [item.doc_id for item in found.lists[0].items]) == ("typed", ids)


def test_the_type_of_a_variable_is_left_out() -> None:
    found = read_pasted("qrels: dict[str, dict[str, int]] = {'q1': {'a': 1}}\nrun: Run = {'q1': {'a': 0.5}}")
    assert parts(found.lists[0]) == ([("a", 1.0, 0.5)], [])


def test_the_line_of_what_is_wrong_is_the_one_that_was_pasted() -> None:
    with pytest.raises(InputError) as caught:
        read_pasted(f"{HAYSTACK}\nqrels = {{'a': 'high'}}")
    assert (caught.value.key, caught.value.where["line"]) == ("literal_number", 3)


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit",
    [
        "Document(id=a, content: '",
        "Document(id=a, content: 'x', meta: {'",
        "Document(id=a, ' ",
        "Document(id=a, score: 0.5), ",
        "Document(id=a, " + "content: '" + "'" * 100 + ", meta: {}",
        "('a', 0.5), ",
        "['a'], ",
        "defaultdict(<class 'x'>, ",
        "dict(",
    ],
)
def test_the_longest_text_is_read_or_refused_in_time(unit: str) -> None:
    with at_most(1.0):
        assert describe_pasted(("run = [" + unit * (MAX_PASTE // len(unit)))[: MAX_PASTE - 1] + "]", Texts("en"))[0]
