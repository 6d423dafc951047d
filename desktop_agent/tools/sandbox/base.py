"""Results, limits and worker handling shared by the sandbox layers."""

import json
import os
import platform
import signal
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

ExecutionStatus = Literal["ok", "error", "timeout", "memory", "output", "refused"]


@dataclass(frozen=True, slots=True)
class Execution:
    """The result of running code.

    ``output`` is what the code printed, truncated to `MOST_OUTPUT` bytes. ``value`` is the repr of
    its last expression, or "" if it has no value. ``error`` is "" on success, usually a traceback
    for the status ``error``, and otherwise an explanation with advice. ``layer`` is ``monty`` or
    ``bubblewrap``, or "" if no layer ran the code. ``ms`` is the wall-clock time in milliseconds.
    """

    status: ExecutionStatus
    output: str = ""
    value: str = ""
    error: str = ""
    layer: str = ""
    ms: int = 0

    @property
    def ok(self) -> bool:
        return self.status == "ok"


@dataclass(frozen=True, slots=True)
class LayerState:
    """The state of a sandbox layer.

    ``can`` describes what code can use in the layer. ``fault`` says why the layer is unavailable,
    or is "".
    """

    name: str
    can: str
    fault: str = ""


def how_to_get_full_python() -> str:
    """Return advice on how to get full Python for the sandbox, or "" if that is impossible."""
    if platform.system() != "Linux":
        return ""
    return "Install bubblewrap (Debian, Ubuntu: apt install bubblewrap)."


# --- Limits for all layers

MOST_CODE = 256 * 1024
"""Maximum code length in characters: more than models write, but too little to crash a parser."""

MOST_OUTPUT = 64 * 1024
"""Maximum bytes of output; code that prints more is stopped."""

MOST_TEXT = 17 * 1024
"""Maximum length of a value or an error, in characters."""

GRACE_S = 3.0
"""Extra seconds that let the worker time out first and report the output so far."""


# --- How code ended: the record of its process, and the execution that users and models see


def cut(text: str) -> str:
    """Shorten text that is longer than `MOST_TEXT` by removing its middle."""
    if len(text) <= MOST_TEXT:
        return text
    half = MOST_TEXT // 2
    return f"{text[:half]}\n… ({len(text) - 2 * half:,} characters left out) …\n{text[-half:]}"


_RECORDED = ("ok", "error", "memory", "output")


def read_record(stderr: bytes) -> Mapping[str, str] | None:
    """Parse the record at the end of a process's stderr; return None if it is missing.

    The record is no more trustworthy than the output, because the code can also write to stderr.
    """
    line = stderr[stderr.rfind(b"\n") + 1 :]
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(record, dict) or record.get("status") not in _RECORDED:
        return None
    return {name: _text(record.get(name)) for name in ("status", "value", "error")}


def _text(value: Any) -> str:
    return cut(value) if isinstance(value, str) else ""


def execution_of(
    record: Mapping[str, str], output: bytes, layer: str, *, timeout_s: float, memory_mb: int
) -> Execution:
    """Build an `Execution` from a process's output and its final record.

    If the process ended without writing a record, ``record`` has the status ``ended``, and its
    ``error`` describes how the process ended.
    """
    status, error = record["status"], record.get("error", "")
    if status == "ok":
        error = ""
    elif status == "timeout":
        error = (
            f"The code was stopped after {timeout_s:.3g} s. Make it do less, or do it in a faster "
            "way: look for a loop that does not end."
        )
    elif status == "memory":
        why = (
            f"The code was stopped because it wanted more than {memory_mb} MiB of memory. "
            "Keep less at a time: use generators and running sums instead of long lists."
        )
        error = "\n".join(filter(None, (error, why)))
    elif status == "output":
        error = (
            f"The code was stopped because it printed more than {MOST_OUTPUT >> 10} KiB. "
            "Print the result alone."
        )
    elif status == "ended":
        status = "error"
        error = f"The code ended the process that it ran in ({error}), so there is no result."
    shown = output[:MOST_OUTPUT].decode("utf-8", "replace")
    value = record.get("value", "") if status == "ok" else ""
    return Execution(cast("ExecutionStatus", status), shown, value, error, layer)


TEST_CODE = "6 * 7"
"""A calculation that shows whether a layer works; see `fault_of_test`."""


def fault_of_test(ended: Execution) -> str:
    """Return why a layer failed to run `TEST_CODE`, or "" if it succeeded."""
    if ended.value == "42":
        return ""
    return f"it does not work here: {ended.error.strip().splitlines()[-1]}"


# --- Workers whose program was killed: nothing else would stop their code


def exit_with_parent() -> None:
    """End this worker and its child processes when the program ends (not on Windows).

    A worker that is busy running code would otherwise not notice that the program has ended. Call
    this first, while standard input is still the pipe from the program.
    """
    if sys.platform == "win32" or os.getpgrp() != os.getpid():  # not started as a worker
        return
    source = os.dup(0)
    threading.Thread(target=_wait, args=(source,), daemon=True).start()


def _wait(source: int) -> None:
    import select

    waiting = select.poll()
    waiting.register(source, 0)  # no data, only the end of the pipe
    waiting.poll()
    if sys.platform != "win32":
        os.killpg(0, signal.SIGKILL)
