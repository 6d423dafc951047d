"""Estimated tokens, held against a real tokenizer."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_agent.knowledge.chunking import TokenEstimate, chunk
from desktop_agent.knowledge.loaders.document import Loaded, Part
from tests.unit.knowledge.odd_texts import odd_texts
from tests.unit.knowledge.true_tokens import TrueTokens
from tests.unit.web.extract.languages import TEXTS

_MOST = 512
_TOO_FEW = {
    "words": 3.0,
    "Han": 1.75,
    "Hangul": 1.9,
    "Devanagari": 1.95,
    "Cyrillic": 1.5,
    "scripts": 1.5,
}
"""Characters at random, as no language uses them: there may be so many more tokens than estimated."""


def counted(text):
    return TokenEstimate(text).between(0, len(text))


def chunks_of(text):
    loaded = Loaded("a", text, "text/plain", parts=(Part(0, len(text), first_line=1),))
    return [each.text.strip() for each in chunk(loaded, tokens=_MOST, overlap=50)]


@pytest.fixture(scope="module")
def truth():
    return TrueTokens()


def test_a_text_in_each_of_many_languages_is_estimated_roughly(truth):
    wrong = [counted(text) / truth.count(text) - 1 for text in TEXTS.values()]
    assert min(wrong) > -0.28
    assert max(wrong) < 0.28
    assert -0.02 < np.mean(wrong) < 0.08


def test_digits_and_plain_words_are_estimated_closely(truth):
    text = (
        "The tides are caused by the gravity of the moon, and (less so) of the sun: 1687.\n\n" * 5
    )
    assert counted(text) == pytest.approx(truth.count(text), rel=0.1)
    numbers = "\n".join(f"{n},{n * 7919 % 1000}.{n * 31},{n / 7:.6f}" for n in range(300))
    assert truth.count(numbers) < counted(numbers) < 1.25 * truth.count(numbers)


def test_few_chunks_of_pages_have_more_tokens_than_they_may(shared_fixtures, truth):
    files = sorted((shared_fixtures / "extraction" / "ground-truth").glob("*.json"))
    texts = [json.loads(file.read_text("utf-8"))["main_content"] or "" for file in files]
    counts = [[truth.count(each) for each in chunks_of(text)] for text in texts]
    everything = np.array([count for found in counts for count in found])
    assert everything.size > 500
    assert np.mean(everything > _MOST) < 0.03
    assert np.mean(everything > _MOST * 1.1) < 0.006
    assert everything.max() < _MOST * 1.35
    assert np.mean([count for found in counts for count in found[:-1]]) > 0.8 * _MOST


@pytest.mark.parametrize("kind", sorted(odd_texts(1)))
def test_odd_texts_are_not_estimated_far_too_low(kind, truth):
    text = "\n\n".join(odd_texts(1, seed=7)[kind])
    most = _TOO_FEW.get(kind, 1.3)
    assert counted(text) > truth.count(text) / most
    assert max(truth.count(each) for each in chunks_of(text)) < _MOST * most


@settings(max_examples=40)
@given(st.text(max_size=400), st.data())
def test_places_of_a_text_grow_with_its_tokens(text, data):
    measure = TokenEstimate(text)
    assert measure.reach(0, len(text) * 3 + 1) == len(text)
    at = [data.draw(st.integers(0, len(text))) for _ in range(3)]
    low, middle, high = sorted(at)
    assert 0 <= measure.between(low, middle) <= measure.between(low, high)
    assert measure.between(middle, measure.reach(middle, 20)) <= 20
    assert 0 <= measure.back(high, 20) <= high


def test_a_long_text_is_counted_as_its_parts_are():
    text = "Wörter und words, 汉字 und 1234; " * 40
    assert counted(text * 200) == pytest.approx(200 * counted(text), rel=0.005)
