import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.frontends.cli.output import one_line, plain

# What a page might send to a terminal, after the control sequences that ECMA-48 and xterm know.
ATTACKS = [
    ("\x1b[31mred\x1b[0m", "red"),
    ("\x9b31mred", "red"),
    ("\x1b[2J\x1b[1;1Hcleared", "cleared"),
    ("\x1b]0;a new title\x07", "]0;a new title"),
    ("\x1b]52;c;ZXZpbA==\x1b\\", "]52;c;ZXZpbA==\\"),
    (
        "\x1b]8;;http://evil.example\x1b\\a link\x1b]8;;\x1b\\",
        "]8;;http://evil.example\\a link]8;;\\",
    ),
    ("\x1bPq a picture\x1b\\", "Pq a picture\\"),
    ("\x1b\x1b[31m[31mtwice", "[31mtwice"),
    ("over\rwritten", "over\nwritten"),
    ("back\b\b\b\bspace", "backspace"),
    ("bell\x07 \x00null \x7fdelete", "bell null delete"),
    ("\u202egnp.exe", "gnp.exe"),
    ("isolate\u2067d", "isolated"),
    ("half \ud83d", "half \ufffd"),
]


@pytest.mark.parametrize(("text", "shown"), ATTACKS)
def test_what_would_act_on_a_terminal_is_only_shown(text: str, shown: str):
    assert plain(text) == shown


def test_text_of_every_language_is_left_as_it_is():
    text = "naïve\tΩ → 東京 👩‍👩‍👧 עברית\nsecond line [31m [red]x[/red] :smile:"
    assert plain(text) == text


def test_line_ends_of_every_system_become_the_same():
    assert plain("a\r\nb\rc\nd") == "a\nb\nc\nd"


def test_nothing_that_follows_an_unfinished_sequence_is_hidden():
    assert plain("\x1b]0;the rest of the page") == "]0;the rest of the page"
    assert plain("\x1b[") == "["


@given(text=st.text(st.characters(), max_size=100))
def test_no_control_character_is_left_but_line_feeds_and_tabs(text: str):
    shown = plain(text)
    left = {char for char in shown if unicodedata.category(char) in ("Cc", "Cs")}
    assert left <= {"\n", "\t"}
    assert plain(shown) == shown
    shown.encode()


@given(text=st.text(st.characters(), max_size=300), limit=st.integers(1, 80))
def test_a_line_is_one_line_within_its_limit(text: str, limit: int):
    line = one_line(text, limit)
    assert len(line) <= limit
    assert len(line.splitlines()) <= 1


def test_a_line_that_was_cut_says_so():
    assert one_line("a  b\n c", 5) == "a b c"
    assert one_line("abcdef", 5) == "abcd…"
