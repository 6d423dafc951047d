"""Estimated tokens, held against a real tokenizer.

The one within semantic-text-splitter only says whether a text fits into so many tokens.
"""

import json
import math
import random
import string
from functools import cache

import numpy as np
import pytest
from semantic_text_splitter import TextSplitter

from desktop_agent.knowledge.chunking import TokenEstimate, chunk
from desktop_agent.knowledge.loaders.document import Loaded, Part
from tests.unit.web.extract.languages import TEXTS

_MOST = 512
_SIGNS = "\U0001f468\u200d\U0001f469\u200d\U0001f467→e\u0301\u2028═☃ß漢ﷺ𝕏 \t🇫🇷"
ODD = {
    "hexadecimal": ("0123456789abcdef\n", 1.3),
    "base64": (string.ascii_letters + string.digits + "+/\n", 1.3),
    "words": (string.ascii_lowercase + "   ", 3.0),
    "digits": (string.digits + " .,", 1.3),
    "signs": (_SIGNS, 1.3),
    "Han": ("".join(map(chr, range(0x4E00, 0xA000))), 1.75),
    "Hangul": ("".join(map(chr, range(0xAC00, 0xD7A4))), 1.9),
    "Devanagari": ("".join(map(chr, range(0x900, 0x980))) + " " * 15, 1.95),
}
"""Characters at random, as no language uses them: so many times more tokens there may be."""


@cache
def splitter(limit: int) -> TextSplitter:
    return TextSplitter.from_tiktoken_model("gpt-4", limit, 0, trim=False)


def fits(text, limit):
    return len(splitter(int(limit)).chunks(text)) <= 1


def counted(text):
    return TokenEstimate(text).between(0, len(text))


def chunks_of(text):
    loaded = Loaded("a", text, "text/plain", parts=(Part(0, len(text), first_line=1),))
    return [each.text.strip() for each in chunk(loaded, tokens=_MOST, overlap=50)]


def test_a_text_in_each_of_many_languages_is_estimated_roughly():
    for name, text in TEXTS.items():
        assert fits(text, math.ceil(counted(text) / 0.72)), name
        assert not fits(text, counted(text) / 1.28), name


def test_few_chunks_of_pages_have_more_tokens_than_they_may(shared_fixtures):
    files = sorted((shared_fixtures / "extraction" / "ground-truth").glob("*.json"))
    texts = [json.loads(file.read_text("utf-8"))["main_content"] or "" for file in files[1::5]]
    chunks = [chunks_of(text) for text in texts]
    count = sum(map(len, chunks))
    assert count > 200
    above = [each for several in chunks for each in several if not fits(each, _MOST)]
    far_above = [each for each in above if not fits(each, _MOST * 1.1)]
    assert len(above) < 0.03 * count
    assert len(far_above) < 0.01 * count
    assert all(fits(each, _MOST * 1.35) for each in far_above)
    whole = [each for several in chunks for each in several[:-1]]
    assert np.mean([fits(each, 0.6 * _MOST) for each in whole]) < 0.1


@pytest.mark.parametrize("kind", ODD)
def test_odd_texts_are_not_estimated_far_too_low(kind):
    alphabet, most = ODD[kind]
    text = "".join(random.Random(7).choices(alphabet, k=6_000))
    assert fits(text, counted(text) * most)
    assert all(fits(each, _MOST * most) for each in chunks_of(text))
