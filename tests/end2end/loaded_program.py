"""The program, loaded once: each line of input is a call, and a fork of this process carries it out.

A fork has streams, an environment, a folder and a session of its own, and ends as an interpreter
ends; only the start of Python is spared. Its exit status is the line that answers.
"""

import gc
import json
import os
import pkgutil
import random
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

_PACKAGES = (
    "desktop_agent.frontends.cli",
    "desktop_agent.app",
    "desktop_agent.runs",
    "desktop_agent.storage",
    "desktop_agent.llm.providers",
    "desktop_agent.tools",
    "desktop_agent.web.fetch",
    "desktop_agent.web.search",
)
_LIBRARIES = (
    "anyio._backends._asyncio",
    "bs4",
    "httpx",
    "httpcore",
    "h2.connection",
    "keyring.backends.null",
    "keyring.core",
    "ollama",
    "pydantic.dataclasses",
    "pythonjsonlogger.json",
    "rich.live",
    "snowballstemmer",
    "tavily",
)
_MODES = ((os.O_RDONLY, "r"), (os.O_WRONLY | os.O_APPEND, "w"), (os.O_WRONLY | os.O_APPEND, "w"))
_LIMIT_S = 60


class LoadedProgram:
    """The one of this process: it begins with a first call, and may end and begin again."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def call(
        self,
        arguments: Sequence[str],
        environ: Mapping[str, str],
        streams: Sequence[str | None],
        folder: Path,
    ) -> int:
        """Gives the status that a call ends with; a stream without a path is closed in it."""
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.end2end.loaded_program"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        call = {"arguments": arguments, "environ": environ, "streams": streams}
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(call | {"folder": str(folder)}) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def end(self) -> None:
        if self._process is not None:
            with self._process as process:
                process.kill()
            self._process = None


PROGRAM = LoadedProgram()


def load() -> None:
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    for name in _PACKAGES:
        package = import_module(name)
        for module in pkgutil.walk_packages(package.__path__, f"{name}."):
            import_module(module.name)
    for name in _LIBRARIES:
        import_module(name)
    today = import_module("desktop_agent.runs.dispatch").today
    import_module("desktop_agent.evidence.pack_assembly").warm_up(today())
    gc.collect()
    gc.freeze()  # no fork looks through what all share
    assert len([*Path("/proc/self/task").iterdir()]) == 1, "a fork has no other threads"


def become(call: dict[str, Any]) -> list[str]:
    """Makes of this process the one that was called; gives its arguments."""
    signal.alarm(_LIMIT_S)  # ends what hangs
    os.setsid()
    os.chdir(call["folder"])
    os.environ.clear()
    os.environ.update(call["environ"])
    time.tzset()
    random.seed()
    streams: list[Any] = []
    for number, (path, (flags, mode)) in enumerate(zip(call["streams"], _MODES, strict=True)):
        os.close(number)
        if path:
            opened = os.open(path, flags)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
        errors = "surrogateescape" if number < 2 else "backslashreplace"
        options: dict[str, Any] = {"encoding": "utf-8", "errors": errors, "closefd": False}
        streams.append(os.fdopen(number, mode, **options) if path else None)
    sys.stdin, sys.stdout, sys.stderr = sys.__stdin__, sys.__stdout__, sys.__stderr__ = streams  # type: ignore[misc]
    sys.argv[1:] = call["arguments"]
    return sys.argv[1:]


def main() -> int:
    load()
    with os.fdopen(os.dup(0)) as calls, os.fdopen(os.dup(1), "w") as answers:
        for line in calls:
            call = json.loads(line)
            child = os.fork()
            if not child:
                break
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            print(status, file=answers, flush=True)
        else:
            return 0
    from desktop_agent.__main__ import main as program

    return program(become(call))


if __name__ == "__main__":
    sys.exit(main())
