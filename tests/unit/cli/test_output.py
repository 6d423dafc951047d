import io
import json
import sys
import unicodedata

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_agent.core.terminal_text import plain, plain_line
from desktop_agent.frontends.cli.output import complain, note, prepare_streams, result, result_json
from tests.unit.core.event_values import JSON

Capture = pytest.CaptureFixture[str]


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(value=JSON)
def test_a_json_line_says_the_same_and_holds_nothing_that_moves_a_cursor(capsys, value):
    result_json(value)
    out = capsys.readouterr().out
    assert json.loads(out) == value
    assert out.count("\n") == 1
    assert out.endswith("\n")
    assert not [c for c in out[:-1] if ord(c) < 32 or 0x7F <= ord(c) <= 0x9F]
    out.encode()


def test_json_keeps_letters_readable_where_the_stream_can_show_them(capsys, monkeypatch):
    result_json({"q": "où 東京"})
    assert capsys.readouterr().out == '{"q":"où 東京"}\n'
    narrow = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    monkeypatch.setattr(sys, "stdout", narrow)
    result_json({"q": "東京"})
    assert narrow.buffer.getvalue() == b'{"q":"\\u6771\\u4eac"}\n'


def test_results_go_to_stdout_and_all_else_to_stderr(capsys, monkeypatch):
    result("the \x1b[31manswer")
    note("a \x1b[31mnote")
    complain("It broke\x1b[31m.\nBadly.", "Mend it.")
    captured = capsys.readouterr()
    assert captured.out == "the answer\n"
    assert captured.err == "a note\ndesktop-agent: It broke. Badly.\n  Mend it.\n"
    narrow = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", narrow)
    prepare_streams()
    result("où")  # a letter that the stream does not have
    assert narrow.buffer.getvalue() == b"o?\n"


# --- Text made safe for a terminal

# What a page might send to a terminal, after the control sequences that ECMA-48 and xterm know.
ATTACKS = [
    ("\x1b[31mred\x1b[0m", "red"),
    ("\x1b]52;c;ZXZpbA==\x1b\\", "]52;c;ZXZpbA==\\"),
    ("\x1b]8;;http://e.example\x1b\\a\x1b]8;;\x1b\\", "]8;;http://e.example\\a]8;;\\"),
    ("half \ud83d", "half \ufffd"),
    ("a\r\nb\rc\nd", "a\nb\nc\nd"),
    ("\x1b]0;the rest of the page", "]0;the rest of the page"),  # unfinished
    *[("naïve\tΩ → 東京 👩‍👩‍👧 עברית\n[31m [red]x[/red] :smile:",) * 2],  # left as it is
]


@pytest.mark.parametrize(("text", "shown"), ATTACKS)
def test_what_would_act_on_a_terminal_is_only_shown(text, shown):
    assert plain(text) == shown


@given(text=st.text(st.characters(), max_size=100))
def test_no_control_character_is_left_but_line_feeds_and_tabs(text):
    shown = plain(text)
    left = {char for char in shown if unicodedata.category(char) in ("Cc", "Cs")}
    assert left <= {"\n", "\t"}
    assert plain(shown) == shown
    shown.encode()


@given(text=st.text(st.characters(), max_size=300), limit=st.integers(1, 80))
def test_a_line_is_one_line_within_its_limit(text, limit):
    line = plain_line(text, limit)
    assert len(line) <= limit
    assert len(line.splitlines()) <= 1
    assert plain_line("a  b\n c", 5) == "a b c"
    assert plain_line("abcdef", 5) == "abcd…"
