"""How code ended, in the words that people and models are told."""

import json
from collections.abc import Mapping
from typing import Any

from desktop_agent.sandbox.base import Execution, ExecutionStatus
from desktop_agent.sandbox.limits import MOST_OUTPUT, MOST_TEXT


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
