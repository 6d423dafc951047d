"""What running a piece of code takes and gives."""

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
    """How a piece of code ended.

    ``output`` is what it printed (cut at a limit), ``value`` the representation of its last
    expression, or empty. ``error`` says what went wrong: for ``error`` the traceback with the line
    of the code, else a sentence with what to do. ``layer`` names what held the code in (``monty``,
    ``bubblewrap``, ``wasm``). ``ms`` is wall time.
    """

    status: ExecutionStatus
    output: str = ""
    value: str = ""
    error: str = ""
    layer: str = ""
    ms: int = 0

    @property
    def ok(self) -> bool:
        """True where the code ran to its end."""
        return self.status == "ok"


@dataclass(frozen=True, slots=True)
class LayerState:
    """One layer of the sandbox as it is here.

    ``can`` says what code can use in it; ``fault`` is why it cannot be used, or empty.
    """

    name: str
    can: str
    fault: str = ""


class Sandbox(Protocol):
    """Runs code without file system, network, environment or other processes."""

    async def run(self, code: str, *, timeout_s: float | None = None) -> Execution:
        """Runs Python code to its end, or until a limit; never raises for what the code does.

        ``timeout_s`` may only shorten the limit of the settings. Cancelling ends the code at once.
        """
        ...

    async def aclose(self) -> None:
        """Ends all processes."""
        ...


def how_to_get_full_python() -> str:
    """Gives what a person can install so that code may use all of Python; empty where nothing helps.

    Nothing can be added to a program that was installed without Python but what the system has.
    """
    ways = []
    if platform.system() == "Linux":
        ways.append("bubblewrap (Debian, Ubuntu: apt install bubblewrap)")
    if not getattr(sys, "frozen", False):
        ways.append("the extra: pip install 'desktop-agent[sandbox]'")
    return f"Install {', or '.join(ways)}." if ways else ""


# --- How much of what code says is kept, whatever runs it.

MOST_CODE = 256 * 1024
"""Characters of code: far more than a model writes, far less than a parser chokes on."""

MOST_OUTPUT = 64 * 1024
"""Bytes of what it prints; the code is ended when it prints more."""

MOST_TEXT = 17 * 1024
"""Characters of a value, and of an error."""


# --- How code ended, in the words that people and models are told.


def out_of_time(timeout_s: float) -> str:
    """What is said of code that ran for too long."""
    return (
        f"The code was stopped after {timeout_s:.3g} s. Make it do less, or do it in a faster way: "
        "look for a loop that does not end."
    )


def out_of_memory(memory_mb: int) -> str:
    """What is said of code that wanted too much memory."""
    return (
        f"The code was stopped because it wanted more than {memory_mb} MiB of memory. "
        "Keep less at a time: use generators and running sums instead of long lists."
    )


def too_much_output() -> str:
    """What is said of code that printed too much."""
    return (
        f"The code was stopped because it printed more than {MOST_OUTPUT >> 10} KiB. "
        "Print the result alone."
    )


def ended_itself(how: str) -> str:
    """What is said of code whose process ended without a word."""
    return f"The code ended the process that it ran in ({how}), so there is no result."


def does_not_work(error: str) -> str:
    """What is said of a layer in which a sum could not be worked out."""
    return f"it does not work here: {error.strip().splitlines()[-1]}"


def shown_output(output: bytes) -> str:
    """Gives what was printed as text, cut at the limit."""
    return output[:MOST_OUTPUT].decode("utf-8", "replace")


def cut(text: str) -> str:
    """Keeps both ends of a text that is too long."""
    if len(text) <= MOST_TEXT:
        return text
    half = MOST_TEXT // 2
    return f"{text[:half]}\n… ({len(text) - 2 * half:,} characters left out) …\n{text[-half:]}"


def read_record(stderr: bytes) -> Mapping[str, str] | None:
    """Gives the record that ended the code, from what its process wrote; None where there is none.

    The code can write there too: the record says of itself what the code could as well have
    printed, and nothing more is believed of it.
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
    """Gives what a record and the output say together."""
    status: ExecutionStatus = record["status"]  # type: ignore[assignment]  # checked where it is read
    error = record["error"] if status != "ok" else ""
    if status == "memory":
        error = "\n".join(filter(None, (error, out_of_memory(memory_mb))))
    elif status == "output":
        error = too_much_output()
    value = record["value"] if status == "ok" else ""
    return Execution(status, shown_output(output), value, error, layer)


# --- A worker whose program was killed: nobody is left to stop the code that it runs.


def exit_with_parent() -> None:
    """Has this worker, with all that it started, end as soon as the program does (not on Windows).

    A worker that waits sees that by itself; one that is running code looks at nothing else. To be
    called first, while standard input still is the program's pipe.
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
