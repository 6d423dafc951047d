"""The tool ``run_python``: code that a model wrote, run apart from everything."""

import textwrap

from pydantic import ConfigDict, Field

from desktop_agent.sandbox.base import Execution, Sandbox
from desktop_agent.tools.run_code import TOOL, summary
from desktop_agent.tools.toolbox import Arguments, Tool, ToolResult

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
        description="A whole Python program; print what you want to see, or end with an expression",
    )


class RunPython(Tool[RunPythonArguments]):
    """Runs a program in the sandbox and gives what it printed and its last value.

    The toolbox reports the call as events, as it does for every tool.
    """

    name = TOOL
    description = (
        "Run Python code and get what it prints and the value of its last expression. Use it for "
        "every calculation. The standard library is there, and often numpy and sympy; there are no "
        "files, no network and no packages to install. Nothing is kept between two calls."
    )
    takes = RunPythonArguments

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox

    async def run(self, arguments: RunPythonArguments) -> ToolResult:
        ended = await self._sandbox.run(unfenced(arguments.code))
        return ToolResult(_content(ended), summary(ended), ended.ok)


def unfenced(code: str) -> str:
    """Takes code out of the Markdown fence, and the indentation, in which models often send it."""
    lines = code.strip().split("\n")
    if len(lines) >= 2 and lines[0].startswith("```") and lines[-1].strip() == "```":
        code = "\n".join(lines[1:-1])
    return textwrap.dedent(code)


def _content(ended: Execution) -> dict[str, str]:
    told = {
        "status": ended.status,
        "output": ended.output,
        "value": ended.value,
        "error": ended.error,
    }
    content = {name: said for name, said in told.items() if said}
    if not ended.ok:
        content["hint"] = _HINT
    elif not ended.output and not ended.value:
        content["hint"] = "The code ended well but said nothing: print the result."
    return content
