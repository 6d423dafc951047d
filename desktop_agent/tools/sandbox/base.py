"""The sandbox interface: executions, limits, messages, and the end of orphaned workers."""

import json
import os
import platform
import signal
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

ExecutionStatus = Literal["ok", "error", "timeout", "memory", "output", "refused"]


@dataclass(frozen=True, slots=True)
class Execution:
    """The result of running code.

    ``output`` is what it printed (cut at a limit), ``value`` the representation of its last
    expression, or empty. ``error`` says what went wrong: for the status ``error`` the traceback
    with the line of the code, else a sentence with what to do. ``layer`` names the layer that ran
    it (``monty``, ``bubblewrap``, ``wasm``). ``ms`` is wall time.
    """

    status: ExecutionStatus
    output: str = ""
    value: str = ""
    error: str = ""
    layer: str = ""
    ms: int = 0

    @property
    def ok(self) -> bool:
        """True if the code ran to its end."""
        return self.status == "ok"


@dataclass(frozen=True, slots=True)
class LayerState:
    """The state of a sandbox layer on this machine.

    ``can`` says what code can use in it; ``fault`` is why it cannot be used, or empty.
    """

    name: str
    can: str
    fault: str = ""


class Sandbox(Protocol):
    """Code execution without file system, network, environment or other processes."""

    async def run(self, code: str, *, timeout_s: float | None = None) -> Execution:
        """Run Python code to its end or a limit; never raises for what the code does.

        ``timeout_s`` can only shorten the limit of the settings. Cancelling ends the code at once.
        """
        ...

    async def aclose(self) -> None: ...


def how_to_get_full_python() -> str:
    """Return what the user can install so that code may use all of Python, or "".

    A frozen program can only use what the system provides.
    """
    ways = []
    if platform.system() == "Linux":
        ways.append("bubblewrap (Debian, Ubuntu: apt install bubblewrap)")
    if not getattr(sys, "frozen", False):
        ways.append("the extra: pip install 'desktop-agent[sandbox]'")
    return f"Install {', or '.join(ways)}." if ways else ""


# --- Limits for all layers

MOST_CODE = 256 * 1024
"""Characters of code: far more than a model writes, far less than breaks a parser."""

MOST_OUTPUT = 64 * 1024
"""Bytes of output; code that prints more is stopped."""

MOST_TEXT = 17 * 1024
"""Characters of a value, and of an error."""


# --- Messages about how code ended, for users and models


def out_of_time(timeout_s: float) -> str:
    """Return the message for code that ran for too long."""
    return (
        f"The code was stopped after {timeout_s:.3g} s. Make it do less, or do it in a faster way: "
        "look for a loop that does not end."
    )


def out_of_memory(memory_mb: int) -> str:
    """Return the message for code that wanted too much memory."""
    return (
        f"The code was stopped because it wanted more than {memory_mb} MiB of memory. "
        "Keep less at a time: use generators and running sums instead of long lists."
    )


def too_much_output() -> str:
    """Return the message for code that printed too much."""
    return (
        f"The code was stopped because it printed more than {MOST_OUTPUT >> 10} KiB. "
        "Print the result alone."
    )


def ended_itself(how: str) -> str:
    """Return the message for code whose process ended without a record."""
    return f"The code ended the process that it ran in ({how}), so there is no result."


def does_not_work(error: str) -> str:
    """Return the message for a layer that failed its test calculation."""
    return f"it does not work here: {error.strip().splitlines()[-1]}"


def shown_output(output: bytes) -> str:
    """Return the output as text, cut at the limit."""
    return output[:MOST_OUTPUT].decode("utf-8", "replace")


def cut(text: str) -> str:
    """Shorten a long text in the middle."""
    if len(text) <= MOST_TEXT:
        return text
    half = MOST_TEXT // 2
    return f"{text[:half]}\n… ({len(text) - 2 * half:,} characters left out) …\n{text[-half:]}"


def read_record(stderr: bytes) -> Mapping[str, str] | None:
    """Parse the final record from a process's stderr; None if there is none.

    The code can write there too, so the record is trusted no more than the code's own output.
    """
    line = stderr[stderr.rfind(b"\n") + 1 :]
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(record, dict) or record.get("status") not in (
        "ok",
        "error",
        "memory",
        "output",
    ):
        return None
    return {name: _text(record.get(name)) for name in ("status", "value", "error")}


def _text(value: Any) -> str:
    return cut(value) if isinstance(value, str) else ""


def execution_of(record: Mapping[str, str], output: bytes, layer: str, memory_mb: int) -> Execution:
    """Build the execution from a record and the output."""
    status: ExecutionStatus = record["status"]  # type: ignore[assignment]  # checked where it is read
    error = record["error"] if status != "ok" else ""
    if status == "memory":
        error = "\n".join(filter(None, (error, out_of_memory(memory_mb))))
    elif status == "output":
        error = too_much_output()
    value = record["value"] if status == "ok" else ""
    return Execution(status, shown_output(output), value, error, layer)


# --- Workers whose program was killed: nothing else would stop their code


def exit_with_parent() -> None:
    """End this worker and its child processes as soon as the program ends (not on Windows).

    A waiting worker notices that by itself; one that is running code notices nothing else. Call it
    first, while standard input is still the program's pipe.
    """
    if sys.platform == "win32" or os.getpgrp() != os.getpid():  # not started as a worker
        return
    source = os.dup(0)
    threading.Thread(target=_wait, args=(source,), daemon=True).start()


def _wait(source: int) -> None:
    import select

    waiting = select.poll()
    waiting.register(source, 0)  # no data: only that the other end is gone
    waiting.poll()
    if sys.platform != "win32":
        os.killpg(0, signal.SIGKILL)
