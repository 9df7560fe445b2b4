"""Data of other tools that are pasted: what is read of them, what is refused and how, and that nothing raises or takes long."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankviz import InputError, Ranking
from rankviz.basics.limits import MAX_ENTRIES, MAX_LISTS, MAX_PASTE
from rankviz.core.pasted.list_parser import format_list
from rankviz.core.pasted.read_pasted import read_pasted
from rankviz.display.error_text import error_text
from rankviz.texts import LANGUAGES, Texts
from tests.core.test_hostile_text import ITEMS, MISSED, ODD_NAMES, PIECES
from tests.helpers.hostile import at_most
from tests.helpers.long import rounds

# As in the documentation of Elasticsearch's ranking evaluation API: the fields of a request and of its answer.
REQUEST: dict[str, Any] = {
    "requests": [
        {
            "id": "amsterdam_query",
            "request": {"query": {"match": {"text": "amsterdam"}}},
            "ratings": [{"_index": "my-index", "_id": each, "rating": int(each[-1])} for each in ("doc0", "doc3", "doc1")],
        }
    ],
    "metric": {"dcg": {"k": 20, "normalize": False}},
}
ANSWER: dict[str, Any] = {
    "metric_score": 0.4,
    "details": {
        "amsterdam_query": {
            "metric_score": 0.6,
            "unrated_docs": [{"_index": "my-index", "_id": "doc9"}],
            "hits": [
                {"hit": {"_index": "my-index", "_id": "doc3", "_score": 7.05}, "rating": 3},
                {"hit": {"_index": "my-index", "_id": "doc9", "_score": 5.5}, "rating": None},
            ],
            "metric_details": {"dcg": {"dcg": 7.0, "unrated_docs": 1}},
        }
    },
    "failures": {},
}
# As llama-index 0.14 prints a result (llama_index/core/evaluation/retrieval/base.py, a model of Pydantic).
RESULT = (
    "RetrievalEvalResult(query='who?', expected_ids=['a', 'b'], expected_texts=None, retrieved_ids=['c', 'a'], "
    "retrieved_texts=['x', 'y'], mode=<RetrievalEvalMode.TEXT: 'text'>, "
    "metric_dict={'mrr': RetrievalMetricResult(score=0.5, metadata={})})"
)
FOUND = [("c", 0.0, None), ("a", 1.0, None)], [("b", 1.0, None)]
ASKED_RUN = [("c", None, 0.5), ("a", 2.0, 0.25)], [("b", 1.0, None)]


def parts(ranking: Ranking) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    return [tuple(each) for each in ranking.items], [tuple(each) for each in ranking.missed]


@pytest.mark.parametrize(
    "text",
    [
        "qrels = {'q1': {'a': 2, 'b': 1}}\nrun = {'q1': {'c': 0.5, 'a': 0.25}}",
        "run = {'q1': {'c': 0.5, 'a': 0.25}}\nqrels = {'q1': {'a': 2, 'b': 1,},}  # judged by two people",
        '{"q1": {"a": 2, "b": 1}}\n{"q1": {"c": 0.5, "a": 0.25}}',
        '{"qrels": {"q1": {"a": 2, "b": 1}}, "run": {"q1": {"c": 0.5, "a": 0.25}}}',
        "qrels: dict = {'q1': {'a': 2, 'b': 1}}; run = {'q1': {'c': np.float64(0.5), 'a': np.float64(0.25)}}",
        "ground_truth = {\n  'q1': {'a': +2, 'b': True}\n}\nresults = {\n  'q1': {'c': 5e-1, 'a': .25}\n}",
    ],
)
def test_judgments_and_a_run_are_told_apart_however_they_are_written(text: str) -> None:
    found = read_pasted(text)
    assert found.kind == "dictionaries"
    assert [each.query_id for each in found.lists] == ["q1"]
    assert parts(found.lists[0]) == ASKED_RUN


def test_each_query_is_a_list_also_one_that_was_not_run() -> None:
    found = read_pasted("qrels = {'q1': {'a': 1}, 'q2': {'b': 1}}\nrun = {'q1': ['a', 'c'], 'q3': ['d']}")
    assert [(each.query_id, *parts(each)) for each in found.lists] == [
        ("q1", [("a", 1.0, None), ("c", None, None)], []),
        ("q3", [("d", None, None)], []),
        ("q2", [], [("b", 1.0, None)]),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "retrieved = ['c', 'a']\nrelevant = {'a', 'b'}",
        "retrieved = ['c', 'a']; relevant = set(['a', 'b'])",
        "retrieved_ids=['c', 'a'], expected_ids=['a', 'b']",
        RESULT,
        f"[{RESULT}]",
        '[{"user_input": "who?", "retrieved_context_ids": ["c", "a"], "reference_context_ids": ["a", "b"], "response": null}]',
        "user_input,retrieved_context_ids,reference_context_ids,id_based_context_precision\n"
        "who?,\"['c', 'a']\",\"['a', 'b']\",0.5\n",
        '{"retrieved_context_ids": [["c", "a"]], "reference_context_ids": [["a", "b"]], "user_input": ["who?"]}',
        '[{"retrieved_context_ids": null, "retrieved_contexts": ["c", "a"], "reference_contexts": ["a", "b"]}]',
        "```python\nfrom x import ap\nretrieved = ['c', 'a']\nrelevant = ['a', 'b']\nprint(ap(retrieved, relevant))\n```",
    ],
)
def test_what_was_retrieved_and_what_was_expected_is_a_list_of_grades_0_and_1(text: str) -> None:
    found = read_pasted(text)
    assert len(found.lists) == 1
    assert (sorted(found.lists[0].missed), parts(found.lists[0])[0]) == (FOUND[1], FOUND[0])
    assert found.lists[0].query_id in ("", "who?")


def test_an_answer_of_rank_eval_has_its_ratings_and_the_request_what_was_not_returned() -> None:
    shown = [("doc3", 3.0, 7.05), ("doc9", None, 5.5)]
    alone = read_pasted(json.dumps(ANSWER))
    assert (alone.kind, *parts(alone.lists[0])) == ("rank_eval_alone", shown, [])
    head = "GET /my-index/_rank_eval\n"
    for text in (head + json.dumps(REQUEST, indent=1) + "\n" + json.dumps(ANSWER), json.dumps(ANSWER) + json.dumps(REQUEST)):
        if "}{" in text:
            with pytest.raises(InputError, match="cannot be read as data"):
                read_pasted(text)
            continue
        both = read_pasted(text)
        assert [each.query_id for each in both.lists] == ["amsterdam_query"]
        assert parts(both.lists[0]) == (shown, [("doc0", 0.0, None), ("doc1", 1.0, None)])


def test_scores_of_rank_eval_are_left_out_where_the_order_is_not_theirs() -> None:
    answer = json.loads(json.dumps(ANSWER))
    answer["details"]["amsterdam_query"]["hits"].reverse()
    assert parts(read_pasted(json.dumps(answer)).lists[0])[0] == [("doc9", None, None), ("doc3", 3.0, None)]


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        ("qrels = {'q': {'a': 1}}\nrun = {'q': {'a': 1}", "literal_syntax", 2),
        ("{'a': 1}", "dictionaries_which", 1),
        ("\n\nqrels = {'q': {'a': 1}}", "run_missing", 3),
        ("run = {'q': {'a': 0.5}}\nqrels = {'q': {'a': 'high'}}", "literal_number", 2),
        ("run = {'q': {'a': 0.5}}\nqrels = {'q': {'a': 1e999}}", "literal_number", 2),
        ("run = {'q': {'a': 0.5,\n'a': 0.25}}\nqrels = {'q': {'a': 1}}", "literal_twice", 2),
        ("run = {'q': {('a', 'b'): 0.5}}\nqrels = {'q': {'a': 1}}", "literal_name", 1),
        ("run = {'q': open('x')}\nqrels = {'q': {'a': 1}}", "literal_number", 1),
        ("import os\nrun = {'q': {}}", "paste_mixed", 2),
        (json.dumps(REQUEST), "rank_eval_request", 1),
        ('{"details": {"q": {"hits": [{"rating": 1}]}}}', "literal_part", 1),
        ('[{"retrieved_ids": ["a"]}]', "row_expected", 1),
        ("retrieved_ids,expected_ids\n\"['a']\",b c\n", "row_expected", 2),
        ("retrieved_ids,expected_ids\n\"['" + "a" * 200_000 + "']\",\"['b']\"", "row_expected", 2),
        ("retrieved_ids,expected_ids\n['a']\rb,['a']", "row_expected", 2),
        ("{" * 300, "literal_syntax", 1),
        ("x = [" + "-" * 50_000 + "1]", "literal_syntax", 1),
        ("x = (" + "1+" * 50_000 + "1)", "literal_syntax", 1),
        ('{"a": "\x00"}', "literal_syntax", 1),
        ("x = 3", "data_unknown", None),
        ("{}", "data_empty", None),
        ("qrels = {}\nrun = {}", "data_empty", None),
        ("y_true = [3, 2, 0]\ny_score = [3, 1, 2]", "arrays_given", 1),
        ("labels = [1, 0, 1]\nscores = [0.5, 0.25, 1]", "arrays_given", 1),
        ('{"details": {}, "failures": {"q": {"error": "none"}}}', "rank_eval_failed", 1),
        ('{"hits": {"hits": [{"_id": "1", "_source": {"a": 1}}]}, "took": 3}', "data_unknown", None),
    ],
)
def test_an_error_names_the_line_that_cannot_be_read(text: str, key: str, line: int | None) -> None:
    with pytest.raises(InputError) as caught:
        read_pasted(text)
    if key != "paste_mixed":
        assert (caught.value.key, caught.value.where.get("line")) == (key, line)
    for language in LANGUAGES:
        assert error_text(caught.value, Texts(language))


def test_nothing_of_a_text_is_run() -> None:
    for text in ("run = {'q': [__import__('os').system('false')]}", "run = [x for x in 'ab']", "run = {**{}}"):
        with pytest.raises(InputError):
            read_pasted(text)


def test_an_error_names_the_limit_and_what_was_found() -> None:
    many = {f"q{i}": {"a": 0.5} for i in range(MAX_LISTS + 1)}
    with pytest.raises(InputError, match=f"{MAX_LISTS + 1} lists; at most {MAX_LISTS}"):
        read_pasted(f"run = {many}")
    long = {f"d{i}": i + 0.5 for i in range(MAX_ENTRIES + 1)}
    with pytest.raises(InputError, match=f"{MAX_ENTRIES + 1:,}"):
        read_pasted(f"run = {{'q': {long}}}")


@pytest.mark.slow
@settings(max_examples=rounds(200))
@given(st.builds(Ranking, ITEMS, MISSED))
def test_a_list_of_this_page_is_never_taken_for_data(ranking: Ranking) -> None:
    text = format_list(ranking)
    assert not text.strip() or read_pasted(text).kind == "typed"


def test_any_mixture_of_pieces_is_read_or_refused_in_time() -> None:
    draw = Random(20261123)  # noqa: S311, the same texts in every run
    marks = ["{", "}", "[", "]", "(", ")", ":", "=", "'", '"', "#", "0.5", "null", "qrels", "run", "'q1'", "'a'", "np.float64("]
    names = ["_rank_eval", '"details"', '"hits"', "retrieved_ids", "expected_ids", "RetrievalEvalResult(", "\\"]
    pieces = [*PIECES, *ODD_NAMES[:20], *marks, *names]
    for _ in range(rounds(1500)):
        text = "".join(draw.choices(pieces, k=draw.randint(1, 25)))
        try:
            read_pasted("run = " * draw.randint(0, 1) + text)
        except InputError as error:
            assert all(error_text(error, Texts(language)) for language in LANGUAGES)


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit",
    [
        "(1,2),", "{},", "[],", "é,", "''", "f'{a!r:{b}}',", "x\n", "{'a': 1},", "[", "(1,", "-", "1+", "{'a':",
        "np.float64(0.5),", "np.float64(", "a=[],", "<X: 'y'>", "dict(a=1),", "{'retrieved_ids':['a'],'expected_ids':['a']},",
    ],
)  # fmt: skip
def test_the_longest_data_are_read_or_refused_in_time(unit: str) -> None:
    _is_read_in_time(f"run = [{unit * ((MAX_PASTE - 10) // len(unit))}]")


@pytest.mark.slow
@pytest.mark.parametrize("unit", ["{}\n", "(1,2),", "1,", "é,", "x if y else ", "\\\n", "retrieved_ids,expected_ids\n"])
def test_the_longest_list_as_a_person_types_it_is_read_or_refused_in_time(unit: str) -> None:
    _is_read_in_time(unit * (MAX_PASTE // len(unit)))


def _is_read_in_time(text: str) -> None:
    with at_most(2.0, text[:60]):  # of the most expensive, f-strings, Python's own parser takes 0.9
        try:
            read_pasted(text)
        except InputError as error:
            assert error_text(error, Texts("en"))


@pytest.mark.slow
def test_as_many_lists_as_fit_are_read_in_time_and_more_are_refused() -> None:
    names = [f"d{number}" for number in range(MAX_ENTRIES)]
    queries = ",".join(f"'q{query}': {{{','.join(f'{name!r}:.5' for name in names)}}}" for query in range(MAX_LISTS))
    text = f"qrels = {{{queries.replace(':.5', ':1')}}}; run = {{{queries}}}"
    assert len(text) <= MAX_PASTE
    with at_most(1.0):
        assert [len(ranking.items) for ranking in read_pasted(text).lists] == [MAX_ENTRIES] * MAX_LISTS
    for many in (f"run = {[*range(MAX_ENTRIES + 1)]}", f"{{'run': {[*names, 'a']}}}", "a = 1\n" * (MAX_ENTRIES + 1)):
        with pytest.raises(InputError, match=f"{MAX_ENTRIES + 1} values"):
            read_pasted(many)
