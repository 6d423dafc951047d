"""The interface of the sandbox: executions, limits, messages, and cleaning up orphaned workers."""

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

    ``output`` is what the code printed (truncated at a limit). ``value`` is the representation of
    its last expression, or empty. ``error`` says what went wrong: for the status ``error``, it is
    the traceback with the source line; otherwise, it is a sentence that says what to do. ``layer``
    is the layer that ran the code (``monty``, ``bubblewrap``, ``wasm``). ``ms`` is wall time.
    """

    status: ExecutionStatus
    output: str = ""
    value: str = ""
    error: str = ""
    layer: str = ""
    ms: int = 0

    @property
    def ok(self) -> bool:
        """True if the code ran to completion."""
        return self.status == "ok"


@dataclass(frozen=True, slots=True)
class LayerState:
    """The state of a sandbox layer on this computer.

    ``can`` describes what code can use in the layer. ``fault`` is why it is unavailable, or empty.
    """

    name: str
    can: str
    fault: str = ""


class Sandbox(Protocol):
    """Runs code without access to the file system, network, environment or other processes."""

    async def run(self, code: str, *, timeout_s: float | None = None) -> Execution:
        """Run Python code to completion or a limit. Never raises for anything that the code does.

        ``timeout_s`` can only shorten the configured limit. Cancelling stops the code at once.
        """
        ...

    async def aclose(self) -> None: ...


def how_to_get_full_python() -> str:
    """Return what the user can install so that code can use all of Python, or "".

    A frozen program can only use what the operating system provides.
    """
    ways = []
    if platform.system() == "Linux":
        ways.append("bubblewrap (Debian, Ubuntu: apt install bubblewrap)")
    if not getattr(sys, "frozen", False):
        ways.append("the extra: pip install 'desktop-agent[sandbox]'")
    return f"Install {', or '.join(ways)}." if ways else ""


# --- Limits for all layers

MOST_CODE = 256 * 1024
"""Maximum characters of code: far more than models write, and far less than breaks a parser."""

MOST_OUTPUT = 64 * 1024
"""Maximum bytes of output; code that prints more is stopped."""

MOST_TEXT = 17 * 1024
"""Maximum characters of a value or an error."""


# --- Messages about how code ended, for users and models


def out_of_time(timeout_s: float) -> str:
    """Return the message for code that took too long."""
    return (
        f"The code was stopped after {timeout_s:.3g} s. Make it do less, or do it in a faster way: "
        "look for a loop that does not end."
    )


def out_of_memory(memory_mb: int) -> str:
    """Return the message for code that used too much memory."""
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
    """Return the message for code whose process ended without writing a record."""
    return f"The code ended the process that it ran in ({how}), so there is no result."


def does_not_work(error: str) -> str:
    """Return the message for a layer that failed its test calculation."""
    return f"it does not work here: {error.strip().splitlines()[-1]}"


def shown_output(output: bytes) -> str:
    """Decode the output, truncated at the limit."""
    return output[:MOST_OUTPUT].decode("utf-8", "replace")


def cut(text: str) -> str:
    """Shorten a long text in the middle."""
    if len(text) <= MOST_TEXT:
        return text
    half = MOST_TEXT // 2
    return f"{text[:half]}\n… ({len(text) - 2 * half:,} characters left out) …\n{text[-half:]}"


def read_record(stderr: bytes) -> Mapping[str, str] | None:
    """Parse the final record in the stderr output of a process; return None if there is none.

    The code can write to stderr as well, so the record is trusted no more than the output of the
    code.
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
    """Build the execution from a record and the output of the process."""
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

    A worker that waits for requests notices this by itself, but one that is running code does not.
    Call this first, while standard input is still the program's pipe.
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
