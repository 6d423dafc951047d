import io
import json
import sys

import pytest
from hypothesis import HealthCheck, given, settings

from desktop_agent.core.errors import AgentError
from desktop_agent.frontends.cli.output import (
    complain,
    complain_of,
    note,
    prepare_streams,
    result,
    result_json,
)
from tests.unit.core.event_values import JSON

Capture = pytest.CaptureFixture[str]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(value=JSON)
def test_a_json_line_says_the_same_and_holds_nothing_that_moves_a_cursor(capsys: Capture, value):
    result_json(value)
    out = capsys.readouterr().out
    assert json.loads(out) == value
    assert out.count("\n") == 1
    assert out.endswith("\n")
    assert not [c for c in out[:-1] if ord(c) < 32 or 0x7F <= ord(c) <= 0x9F]
    out.encode()


def test_json_keeps_letters_readable_where_the_stream_can_show_them(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
):
    result_json({"q": "où 東京"})
    assert capsys.readouterr().out == '{"q":"où 東京"}\n'
    narrow = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    monkeypatch.setattr(sys, "stdout", narrow)
    result_json({"q": "東京"})
    assert narrow.buffer.getvalue() == b'{"q":"\\u6771\\u4eac"}\n'


def test_results_go_to_stdout_and_all_else_to_stderr(capsys: Capture):
    result("the \x1b[31manswer")
    note("a \x1b[31mnote")
    complain("It broke\x1b[31m.\nBadly.", "Mend it.")
    complain_of(AgentError("No remedy."))
    captured = capsys.readouterr()
    assert captured.out == "the answer\n"
    assert captured.err == (
        "a note\ndesktop-agent: It broke. Badly.\n  Mend it.\ndesktop-agent: No remedy.\n"
    )


def test_a_letter_that_the_terminal_does_not_have_is_no_error(monkeypatch: pytest.MonkeyPatch):
    narrow = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", narrow)
    prepare_streams()
    result("où")
    assert narrow.buffer.getvalue() == b"o?\n"
