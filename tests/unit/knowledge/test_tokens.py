"""Estimated tokens, held against the real tokenizer on texts that nothing was learned from."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.knowledge.chunking import chunk
from desktop_agent.knowledge.loaders.document import Loaded, Part
from desktop_agent.knowledge.token_counter import token_counter
from tests.unit.knowledge.odd_texts import odd_texts
from tests.unit.knowledge.true_tokens import TrueTokens
from tests.unit.web.extract.languages import TEXTS

_MOST = 512
_UNKNOWN = {"Han": 1.35, "Hangul": 1.2, "scripts": 1.3}
"""Characters at random, most of which no language uses: their chunks may be so much too long."""


def counted(text):
    return token_counter().measure(text).between(0, len(text))


def chunks_of(text):
    loaded = Loaded("a", text, "text/plain", parts=(Part(0, len(text), first_line=1),))
    return [each.text.strip() for each in chunk(loaded, tokens=_MOST, overlap=50)]


@pytest.fixture(scope="module")
def truth():
    return TrueTokens()


def test_a_text_in_each_of_many_languages_is_estimated_closely(truth):
    wrong = {name: counted(text) / truth.count(text) - 1 for name, text in TEXTS.items()}
    far = {name: share for name, share in wrong.items() if not -0.12 < share < 0.16}
    assert set(far) <= {"windows-874"}  # Thai, of which little was learned, is given too many
    assert min(wrong.values()) > -0.12
    assert -0.02 < np.mean(list(wrong.values())) < 0.06


def test_digits_and_plain_words_are_next_to_exact(truth):
    text = (
        "The tides are caused by the gravity of the moon, and (less so) of the sun: 1687.\n\n" * 5
    )
    assert counted(text) == pytest.approx(truth.count(text), rel=0.02)
    numbers = "\n".join(f"{n},{n * 7919 % 1000}.{n * 31},{n / 7:.6f}" for n in range(300))
    assert counted(numbers) == pytest.approx(truth.count(numbers), rel=0.01)


def test_hardly_a_chunk_of_pages_has_more_tokens_than_it_may(shared_fixtures, truth):
    files = sorted((shared_fixtures / "extraction" / "ground-truth").glob("*.json"))
    texts = [json.loads(file.read_text("utf-8"))["main_content"] or "" for file in files]
    counts = [[truth.count(each) for each in chunks_of(text)] for text in texts]
    everything = np.array([count for found in counts for count in found])
    assert everything.size > 500
    assert np.mean(everything > _MOST) < 0.01
    assert everything.max() < _MOST * 1.08
    assert np.mean([count for found in counts for count in found[:-1]]) > 0.8 * _MOST


@pytest.mark.parametrize("kind", sorted(odd_texts(1)))
def test_odd_texts_are_not_estimated_far_too_low(kind, truth):
    text = "\n\n".join(odd_texts(2, seed=7)[kind])
    most = _UNKNOWN.get(kind, 1.1)
    assert counted(text) > truth.count(text) / most
    assert max(truth.count(each) for each in chunks_of(text)) < _MOST * most


@given(st.text(max_size=400), st.data())
def test_places_of_a_text_grow_with_its_tokens(text, data):
    measure = token_counter().measure(text)
    assert measure.reach(0, len(text) * 4 + 1) == len(text)
    at = [data.draw(st.integers(0, len(text))) for _ in range(3)]
    low, middle, high = sorted(at)
    assert 0 <= measure.between(low, middle) <= measure.between(low, high)
    assert measure.between(0, len(text)) <= len(text.encode("utf-8", "replace")) * 3
    assert measure.between(middle, measure.reach(middle, 20)) <= 20 + 4
    assert 0 <= measure.back(high, 20) <= high


def test_a_long_text_is_counted_as_its_parts_are():
    text = "Wörter und words, 汉字 und 1234; " * 40
    assert counted(text * 200) == pytest.approx(200 * counted(text), rel=0.005)
