"""Paths whose names need not be text."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.knowledge.file_paths import document_key, readable

pytestmark = pytest.mark.skipif(os.name != "posix", reason="names are bytes on POSIX alone")
names = st.binary(min_size=1, max_size=40).filter(lambda name: not set(name) & {0, ord("/")})


@given(st.text(st.characters(codec=None), max_size=40))
def test_what_is_readable_can_be_stored_and_text_stays_as_it_is(text: str):
    shown = readable(text)
    encoded = shown.encode()
    assert encoded.decode() == shown
    try:
        text.encode()
    except UnicodeEncodeError:
        assert shown != text
    else:
        assert shown == text


@given(names, names)
def test_two_paths_have_two_keys_even_where_they_look_the_same(one: bytes, other: bytes):
    keys = [document_key("c", os.fsdecode(b"/" + name)) for name in (one, other)]
    assert (keys[0] == keys[1]) == (one == other)
    assert keys[0] != document_key("d", os.fsdecode(b"/" + one))
