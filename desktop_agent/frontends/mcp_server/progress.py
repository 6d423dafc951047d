"""Progress notifications sent to a client while a tool runs."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import singledispatch

from desktop_agent.core import events
from desktop_agent.core.text import short_line

Send = Callable[[float, float | None, str], Awaitable[None]]
"""A function that sends the progress, the total (if known) and a message."""

_LEAST_STEP = 0.001
BEAT_S = 10.0
"""Seconds of silence after which the last message is repeated, so that no client times out."""


class Progress:
    """Sends progress messages with the elapsed seconds, which must strictly increase in MCP."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._in_turn = asyncio.Lock()
        self._began = time.monotonic()
        self._last: float | None = None
        self._last_at = 0.0
        self._total: float | None = None
        self._message = ""

    def begin(self, total_s: float | None) -> None:
        """Start counting; ``total_s`` is the time budget in seconds, or None if there is none."""
        self._began = time.monotonic()
        self._total = total_s

    async def tell(self, message: str) -> None:
        """Send the client a progress notification with the given message."""
        async with self._in_turn:
            self._message = message
            gone = time.monotonic() - self._began
            if self._last is not None:
                gone = max(gone, self._last + _LEAST_STEP)
            self._last, self._last_at = gone, time.monotonic()
            await self._send(round(gone, 3), self._total, message)

    async def beat(self) -> None:
        """Repeat the last message after every `BEAT_S` seconds of silence, until cancelled."""
        while True:
            rest = self._last_at + BEAT_S - time.monotonic()
            if rest > 0:
                await asyncio.sleep(rest)
            else:
                await self.tell(self._message)


# --- Events as progress messages

_MOST_CHARS = 300


def progress_message(event: events.Event) -> str:
    """Return an event's progress message, or "" for events without one, such as text deltas."""
    return short_line(_message(event), _MOST_CHARS)


@singledispatch
def _message(event: events.Event) -> str:  # noqa: ARG001 - the default
    return ""


@_message.register
def _(event: events.RunStarted) -> str:
    if not event.provider:
        return ""  # the run could not start; its last event has the reason
    by = "without a model" if event.provider == "none" else f"with {event.provider} {event.model}"
    return f"begins: {event.strategy} {by}"


@_message.register
def _(event: events.StepStarted) -> str:
    return f"{event.agent}: {event.title}"


@_message.register
def _(event: events.PlanMade) -> str:
    count = len(event.plan.subtasks)
    return "plan of 1 part" if count == 1 else f"plan of {count} parts"


@_message.register
def _(event: events.ToolStarted) -> str:
    return f"uses {event.tool}"


@_message.register
def _(event: events.SearchAttempt) -> str:
    outcome = f"{event.results} found" if event.outcome == "ok" else event.outcome.replace("_", " ")
    return f"searched {event.engine} for “{event.query}”: {outcome}"


@_message.register
def _(event: events.SearchFailed) -> str:
    return f"the search failed: none of the {len(event.attempts)} attempts got an answer"


@_message.register
def _(event: events.PageRead) -> str:
    return f"read {event.title or event.final_url} ({event.final_url})"


@_message.register
def _(event: events.Verdict) -> str:
    return f"checked by {event.by}: {'ok' if event.ok else 'not ok'}"


@_message.register
def _(event: events.Notice) -> str:
    return event.text


@_message.register
def _(event: events.SleepStarted) -> str:
    return f"sleeps, at most {event.seconds:g} s" if event.seconds else "sleeps"


@_message.register
def _(event: events.SleepEnded) -> str:
    return f"woke: {event.reason}"
