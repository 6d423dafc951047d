"""Messages between the program and its worker."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.system.worker_protocol import read_frame, write_frame


@given(st.lists(st.binary(max_size=200), max_size=5))
def test_messages_come_back_one_by_one(messages):
    pipe = io.BytesIO()
    for message in messages:
        write_frame(pipe, message)
    pipe.seek(0)
    assert [read_frame(pipe, 1000) for _ in messages] == messages


@pytest.mark.parametrize(
    "received", [b"", b"\0\0\0", b"\0\0\0\0\0\0\0\5abc", b"\xff" * 8 + b"a" * 50]
)
def test_a_stream_that_breaks_off_or_claims_too_much_is_an_end(received):
    with pytest.raises(EOFError):
        read_frame(io.BytesIO(received), 1000)
