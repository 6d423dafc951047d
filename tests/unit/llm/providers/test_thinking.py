from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.llm.base import TextPiece, ThinkingPiece
from desktop_agent.llm.providers.wire import TagSplitter


def split(chunks):
    splitter = TagSplitter()
    parts = [part for chunk in chunks for part in splitter.feed(chunk)]
    parts += splitter.feed("", final=True)
    text = "".join(p.text for p in parts if isinstance(p, TextPiece))
    thinking = "".join(p.text for p in parts if isinstance(p, ThinkingPiece))
    return text, thinking


@pytest.mark.parametrize(
    ("said", "text", "thinking"),
    [
        ("Hello", "Hello", ""),
        ("  Hello ", "  Hello ", ""),
        ("\n<think>hm</think>\nYes", "\nYes", "hm"),
        ("<think>hm</think>Yes", "Yes", "hm"),
        ("<think>\nhm\n</think>\n\nYes", "Yes", "\nhm\n"),
        ("<reasoning>hm</reasoning>Yes", "Yes", "hm"),
        ("<Think>hm</THINK>Yes", "Yes", "hm"),
        ("One<think>hm</think> two", "One two", "hm"),
        ("<think>a</think>One<think>b</think>two", "Onetwo", "ab"),
        ("<think>never closed", "", "never closed"),
        ("hm</think>\nYes", "hm\nYes", ""),
        ("the `<think>` tag", "the `<think>` tag", ""),
        ("a <thin line> and <thinkers>", "a <thin line> and <thinkers>", ""),
        ("<think>a < b </thin</think>c", "c", "a < b </thin"),
        ("<think>a</thinking>b</think>c", "c", "a</thinking>b"),
    ],
)
def test_what_is_between_the_tags_is_thinking(said, text, thinking):
    assert split([said]) == (text, thinking)
    assert split(list(said)) == (text, thinking)


_PARTS = st.sampled_from(
    ["<think>", "</think>", "<thinking>", "</thinking>", "<", "</", "th", "ink>", *"` \na"]
)


@given(st.lists(_PARTS, max_size=12).map("".join), st.data())
def test_any_chunking_gives_the_same(said, data):
    cuts = sorted(data.draw(st.sets(st.integers(0, len(said)), max_size=8)))
    edges = [0, *cuts, len(said)]
    chunks = [said[a:b] for a, b in pairwise(edges)]
    assert split(chunks) == split([said])


def test_text_is_held_back_only_while_it_may_become_a_tag():
    splitter = TagSplitter()
    assert list(splitter.feed("Hello ")) == [TextPiece("Hello ")]
    assert list(splitter.feed("a <th")) == [TextPiece("a ")]
    assert list(splitter.feed("e b")) == [TextPiece("<the b")]


def test_other_pieces_pass_after_the_text_before_them():
    splitter = TagSplitter()
    pieces = [TextPiece("<think>y"), TextPiece("</thi"), ThinkingPiece("x", "signed")]
    parts = [part for piece in pieces for part in splitter.split(piece)]
    assert parts == [ThinkingPiece("y"), ThinkingPiece("</thi"), ThinkingPiece("x", "signed")]
