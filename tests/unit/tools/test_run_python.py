import json

import pytest

from desktop_agent.core.events import Event, ToolFinished, ToolStarted
from desktop_agent.core.messages import ToolCall
from desktop_agent.tools.recorded_results import RecordedResults
from desktop_agent.tools.run_python import RunCode, RunPython, unfenced
from desktop_agent.tools.sandbox.base import Execution
from desktop_agent.tools.toolbox import Toolbox


class Ends:
    """A sandbox in which all code ends in one way."""

    def __init__(self, ended: Execution) -> None:
        self.ended = ended
        self.codes: list[str] = []

    async def run(self, code: str, *, timeout_s: float | None = None) -> Execution:
        self.codes.append(code)
        return self.ended

    async def aclose(self) -> None: ...


@pytest.fixture
def events() -> list[Event]:
    return []


async def _called(
    ended: Execution, code: str, events: list[Event]
) -> tuple[Ends, dict[str, str], bool]:
    sandbox = Ends(ended)
    toolbox = Toolbox(
        [RunPython(RunCode(sandbox, events.append, RecordedResults()))], events.append
    )
    (reply,) = await toolbox.call_all([ToolCall("1", "run_python", {"code": code})], "s")
    return sandbox, json.loads(reply.text), reply.ok


async def test_a_model_gets_output_and_value(events: list[Event]) -> None:
    _, told, ok = await _called(Execution("ok", "a\n", "3"), "3", events)
    assert (told, ok) == ({"status": "ok", "output": "a\n", "value": "3"}, True)
    assert [type(event) for event in events] == [ToolStarted, ToolFinished]
    assert events[1].summary == "3"  # type: ignore[union-attr]


async def test_a_model_is_told_what_is_not_there_when_its_code_fails(events: list[Event]) -> None:
    _, told, ok = await _called(Execution("error", error="Traceback\nOSError: x"), "x", events)
    assert not ok
    assert told["error"].endswith("OSError: x")
    assert "no files, no network" in told["hint"]


async def test_code_that_says_nothing_is_told_to_print(events: list[Event]) -> None:
    _, told, ok = await _called(Execution("ok"), "x = 1", events)
    assert ok
    assert "print" in told["hint"]


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("```python\nx = 1\n```", "x = 1"),
        ("```\nx = 1\ny\n```\n", "x = 1\ny"),
        ("x = '''\n```\n'''", "x = '''\n```\n'''"),
        ("  if x:\n      y", "if x:\n    y"),
        ("print('a')", "print('a')"),
        ("", ""),
    ],
)
def test_code_is_taken_out_of_its_fence(sent: str, code: str) -> None:
    assert unfenced(sent) == code
