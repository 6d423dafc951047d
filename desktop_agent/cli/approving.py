"""Asks at the terminal whether tools of servers may be called."""

import asyncio
import json
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Literal, Protocol, Self

from desktop_agent.cli.output import note
from desktop_agent.cli.plain_text import one_line, plain
from desktop_agent.core.events import Event, RunFinished
from desktop_agent.core.waiting_events import ApprovalAsked, ApprovalGiven

Answer = Literal["once", "always", "never", "declined"]
_ANSWERS: dict[str, Answer] = {
    "y": "once",
    "yes": "once",
    "a": "always",
    "always": "always",
    "n": "declined",
    "no": "declined",
    "": "declined",
    "v": "never",
    "never": "never",
}
_PROMPT = "Allow it? y: once, a: always, n: not this time, v: never [n] "
_MOST = 4000
"""Characters of arguments that are shown."""


class Approvals(Protocol):
    """Where answers go; see `approvals.Approvals`."""

    def answer(self, run_id: str, call_id: str, decision: Answer) -> object: ...


class Display(Protocol):
    """What writes to the same terminal, and makes room for a question."""

    def pause(self) -> None: ...

    def resume(self) -> None: ...


class Approving:
    """Answers the calls of a run that ask, one after the other; to be told of every event.

    Where standard input is no terminal nobody can be asked, and they are declined.
    """

    def __init__(self, approvals: Callable[[], Approvals], display: Display | None = None) -> None:
        self._approvals = approvals
        self._display = display
        self._waiting: dict[str, ApprovalAsked] = {}
        self._asking: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._waiting.clear()
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.wait([self._asking])

    def hear(self, event: Event) -> None:
        """Takes the next event of the run."""
        match event:
            case ApprovalAsked() if not _is_terminal():
                note(
                    f"{one_line(event.server)}: {one_line(event.tool)} is not called: nobody can be "
                    "asked here. Run this in a terminal, or allow the tool in the window."
                )
                self._approvals().answer(event.run_id, event.call_id, "declined")
            case ApprovalAsked():
                self._waiting[event.call_id] = event
                if self._asking is None or self._asking.done():
                    self._asking = asyncio.ensure_future(self._ask_all())
            case ApprovalGiven():
                self._waiting.pop(event.call_id, None)
            case RunFinished():
                self._waiting.clear()
                if self._asking is not None:
                    self._asking.cancel()

    async def _ask_all(self) -> None:
        if self._display is not None:
            self._display.pause()
        try:
            while self._waiting:
                call = next(iter(self._waiting.values()))
                answer = await _ask(call)
                if self._waiting.pop(call.call_id, None) is not None:
                    self._approvals().answer(call.run_id, call.call_id, answer)
                await asyncio.sleep(0)  # the same answer may count for others that wait
        finally:
            if self._display is not None:
                self._display.resume()


def call_text(call: ApprovalAsked) -> str:
    """Gives what the person is to decide of, with nothing in it that a terminal would do."""
    lines = [f"{one_line(call.server)} wants to use its tool {one_line(call.tool)}."]
    if call.changed:
        lines.append("  It says other things of the tool than when you allowed it.")
    if call.description.strip():
        lines.append(f"  It says of it: {one_line(call.description, 400)}")
    try:
        arguments = json.dumps(json.loads(call.arguments), ensure_ascii=False, indent=2)
    except (ValueError, RecursionError):
        arguments = call.arguments
    arguments = plain(arguments).strip()
    if len(arguments) > _MOST:
        arguments = f"{arguments[:_MOST]}…\n({len(arguments) - _MOST:,} more characters)"
    if arguments not in ("", "{}"):
        lines += ["  It would be called with:", *(f"  {line}" for line in arguments.split("\n"))]
    return "\n".join(lines)


async def _ask(call: ApprovalAsked) -> Answer:
    note(call_text(call))
    while True:
        sys.stderr.write(_PROMPT)
        sys.stderr.flush()
        answer = _ANSWERS.get((await _read_line()).strip().casefold())
        if answer is not None:
            return answer


def _is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


async def _read_line() -> str:
    """Gives what is typed; empty at the end of the input. Can be cancelled at any time."""
    loop = asyncio.get_running_loop()
    line: asyncio.Future[str] = loop.create_future()

    def give(text: str) -> None:
        if not line.done():
            line.set_result(text)

    try:
        loop.add_reader(sys.stdin.fileno(), lambda: give(sys.stdin.readline()))
    except (
        NotImplementedError
    ):  # as with Windows' loop; a thread that waits on ends with the program

        def read() -> None:
            text = sys.stdin.readline()
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(give, text)

        threading.Thread(target=read, daemon=True).start()
        return await line
    try:
        return await line
    finally:
        loop.remove_reader(sys.stdin.fileno())
