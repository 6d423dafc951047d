"""The ``run_python`` tool, which runs model-written code in the sandbox."""

import itertools
import textwrap
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from pydantic import ConfigDict, Field

from desktop_agent.core.events import ToolFinished, ToolStarted
from desktop_agent.core.text import clipped
from desktop_agent.tools.recorded_results import CUT_SHORT, RecordedResults
from desktop_agent.tools.sandbox.base import Execution
from desktop_agent.tools.toolbox import Arguments, Emit, Tool, ToolResult

if TYPE_CHECKING:
    from desktop_agent.tools.sandbox.layers import LayeredSandbox

# --- Running code in one run

TOOL = "run_python"


class RunCode:
    """Runs code in the sandbox for all agents of a run."""

    def __init__(
        self, sandbox: Callable[[], "LayeredSandbox"], emit: Emit, memory: RecordedResults
    ) -> None:
        self._sandbox = sandbox
        self._emit = emit
        self._memory = memory
        self._numbers: Iterator[int] = itertools.count(1)

    async def execute(self, code: str, timeout_s: float | None = None) -> Execution:
        """Run code until it ends or reaches a limit. Its errors are returned, never raised."""
        return await self._memory.once(
            "code",
            code,
            Execution,
            lambda: self._sandbox().run(code, timeout_s=timeout_s),
            Execution("timeout", error=CUT_SHORT),
        )

    async def run(self, code: str, step_id: str = "", timeout_s: float | None = None) -> Execution:
        """Run code like `execute`, and emit events at its start and end."""
        call_id = f"code-{next(self._numbers)}"
        self._emit(
            ToolStarted(call_id=call_id, tool=TOOL, arguments={"code": code}, step_id=step_id)
        )
        ended = await self.execute(code, timeout_s)
        self._emit(
            ToolFinished(
                call_id=call_id, tool=TOOL, ok=ended.ok, summary=summary(ended), ms=ended.ms
            )
        )
        return ended


def summary(ended: Execution) -> str:
    """Summarize an execution in one line."""
    said = ended.value or ended.output if ended.ok else ended.error
    lines = said.strip().splitlines() or [ended.status]
    return clipped(lines[0] if ended.ok else lines[-1], 120)


_HINT = (
    "There are no files, no network, no environment variables and no other processes here; "
    "nothing is kept between two calls. Compute with what stands in the code, and print the result "
    "or end with it as an expression."
)


class RunPythonArguments(Arguments):
    """What to run. Where a line begins means something: nothing is stripped."""

    model_config = ConfigDict(str_strip_whitespace=False)

    code: str = Field(
        min_length=1,
        description="for example: print(sum(n for n in range(100) if n % 3 == 0))",
    )


class RunPython(Tool[RunPythonArguments]):
    """A tool that runs a program in the sandbox and returns its output and final value."""

    name = TOOL
    description = (
        "Run a whole Python program for a calculation; gives what it prints and the value of its last "
        "expression. No files, no network; nothing is kept between two calls."
    )
    takes = RunPythonArguments

    def __init__(self, code: RunCode) -> None:
        self._code = code

    async def run(self, arguments: RunPythonArguments) -> ToolResult:
        ended = await self._code.execute(unfenced(arguments.code))
        return ToolResult(_content(ended), summary(ended), ended.ok)


def unfenced(code: str) -> str:
    """Remove the Markdown fence and common indentation that models often add to code."""
    lines = code.strip().split("\n")
    if len(lines) >= 2 and lines[0].startswith("```") and lines[-1].strip() == "```":
        code = "\n".join(lines[1:-1])
    return textwrap.dedent(code)


def _content(ended: Execution) -> dict[str, str]:
    fields = ("status", "output", "value", "error")
    content = {name: said for name in fields if (said := getattr(ended, name))}
    if not ended.ok:
        content["hint"] = _HINT
    elif not ended.output and not ended.value:
        content["hint"] = "The code ended well but said nothing: print the result."
    return content
