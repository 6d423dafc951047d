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

    async def run(self, _code: str, *, timeout_s: float | None = None) -> Execution:
        return self.ended


@pytest.mark.parametrize(
    ("ended", "told", "hint"),
    [
        (Execution("ok", "a\n", "3"), {"output": "a\n", "value": "3"}, ""),
        (Execution("error", error="E\nOSError: x"), {"error": "E\nOSError: x"}, "no files, no net"),
        (Execution("ok"), {}, "print the result"),
    ],
)
async def test_a_model_gets_output_and_value_and_a_hint_where_it_went_wrong(
    ended: Execution, told: dict[str, str], hint: str
):
    events: list[Event] = []
    code = RunCode(lambda: Ends(ended), events.append, RecordedResults())
    toolbox = Toolbox([RunPython(code)], events.append)
    (reply,) = await toolbox.call_all([ToolCall("1", "run_python", {"code": "3"})], "s")
    given = json.loads(reply.text)
    assert hint in given.pop("hint", "")
    assert (given, reply.ok) == ({"status": ended.status, **told}, ended.ok)
    assert [type(event) for event in events] == [ToolStarted, ToolFinished]
    assert events[1].summary == (ended.value or ended.error.split("\n")[-1] or ended.status)  # type: ignore[union-attr]


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
def test_code_is_taken_out_of_its_fence(sent: str, code: str):
    assert unfenced(sent) == code
