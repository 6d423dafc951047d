"""When a stream has ended, it looks as if the whole text had been shown at once."""

import random

import pytest

from tests.ui.markdown.conftest import picture, settle
from tests.ui.markdown.random_answers import mixed_answer


def same_picture(make_view, seed, lengths):
    dice = random.Random(seed)
    text = mixed_answer(seed, dice.choice(lengths), exotic=True)
    streamed, whole = make_view(), make_view()
    at = 0
    while at < len(text):
        size = dice.choice((1, 4, 4, 30, 300))
        streamed.append(text[at : at + size])
        at += size
        if dice.random() < 0.3:
            settle(streamed)
    streamed.finish()
    whole.show_markdown(text)
    assert picture(streamed) == picture(whole)
    assert streamed.toPlainText() == whole.toPlainText()
    assert streamed.markdown == text


@pytest.mark.parametrize("seed", range(4))
def test_a_stream_ends_as_the_same_picture_as_the_whole_text(make_view, seed):
    same_picture(make_view, seed, (700, 700, 2_500))
