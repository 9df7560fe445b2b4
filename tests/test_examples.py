"""The bundled examples give the value of their own definition."""

import pytest

from rankviz.evaluation import compute
from rankviz.examples import Example, examples
from rankviz.metrics import METRICS
from rankviz.permalink import decode, encode
from rankviz.ranking import RawLists


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.key)
def test_an_example_gives_the_recomputed_value_of_its_source(example: Example) -> None:
    trace = compute(METRICS[example.state.metric], RawLists.of(example.state.lists), example.state.convention)
    assert trace.value[0] == pytest.approx(example.value, abs=5e-7)


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.key)
def test_an_example_fits_into_a_link(example: Example) -> None:
    assert decode(encode(example.state)).state == example.state
