"""The tool ``sleep``: lets the run wait."""

from pydantic import Field, model_validator

from desktop_agent.core.waiting_events import SleepMode
from desktop_agent.tools.background_tasks import TaskEnd
from desktop_agent.tools.run_sleep import RunSleep
from desktop_agent.tools.toolbox import Arguments, Tool, ToolResult

FREE_S = 60.0
"""A timer of at most so many seconds holds nothing up: it needs nobody's leave."""


class SleepArguments(Arguments):
    """What to wait for."""

    mode: SleepMode = Field(
        description="timer: for some seconds; event: until a background run has ended; "
        "manual: until the user presses Resume"
    )
    seconds: float | None = Field(None, gt=0, description="How long; needed for mode timer")
    task_id: str = Field(
        "", max_length=200, description="What start_research gave; needed for mode event"
    )
    reason: str = Field("", max_length=500, description="Why, in a few words, for the user")

    @model_validator(mode="after")
    def _whole(self) -> "SleepArguments":
        if self.mode == "timer" and self.seconds is None:
            raise ValueError("mode timer needs the argument seconds")
        if self.mode == "event" and not self.task_id:
            raise ValueError("mode event needs the argument task_id")
        return self


class Sleep(Tool[SleepArguments]):
    """Asks for a sleep, which begins before the next model call; the tool itself returns at once."""

    name = "sleep"
    description = (
        "Wait before you go on: for some seconds, for the end of a background run, or for the user. "
        "It returns at once; you are then called again when the wait is over, and told why it "
        "ended. One sleep at a time."
    )
    remembered = False
    takes = SleepArguments

    def __init__(self, sleep: RunSleep) -> None:
        self._sleep = sleep

    def has_side_effect(self, arguments: SleepArguments) -> bool:
        return arguments.mode != "timer" or (arguments.seconds or 0.0) > FREE_S

    async def run(self, arguments: SleepArguments) -> ToolResult:
        asked = self._sleep.ask(
            arguments.mode, arguments.seconds or 0.0, arguments.task_id, arguments.reason
        )
        if isinstance(asked, TaskEnd):
            return _ended_already(asked)
        content: dict[str, object] = {"sleep_id": asked.sleep_id, "mode": arguments.mode}
        most = self._sleep.max_s
        if arguments.mode == "timer":
            content["seconds"] = min(arguments.seconds or 0.0, most)
        else:
            content["at_most_seconds"] = most
        if arguments.mode == "timer" and (arguments.seconds or 0.0) > most:
            content["note"] = f"No sleep is longer than {most:g} s."
        elif arguments.mode == "manual" and not self._sleep.resumable:
            content["note"] = f"Nobody is there to resume this run: it goes on after {most:g} s."
        return ToolResult(content, f"{asked.sleep_id}: {_told(arguments, most)}")


def _told(arguments: SleepArguments, most: float) -> str:
    match arguments.mode:
        case "timer":
            return f"{min(arguments.seconds or 0.0, most):g} s"
        case "event":
            return f"until {arguments.task_id} ends"
    return "until it is resumed"


def _ended_already(end: TaskEnd) -> ToolResult:
    content = {
        "task_id": end.task_id,
        "state": end.state,
        "question": end.question,
        "answer": end.result,
        "error": end.error,
        "note": "It has ended already, so there is nothing to wait for.",
    }
    told = {name: value for name, value in content.items() if value}
    return ToolResult(
        told, f"{end.task_id} has ended already: {end.state}", outside="a background run"
    )
