"""The program's side of one worker process. Its methods block: call them from a thread."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop_agent.workers.protocol import OUT_OF_MEMORY, read_frame, write_frame

_MOST_REPLY_BYTES = 256 * 1024 * 1024
_MOST_LAST_WORDS = 4000
_LAST_WORDS_S = 1.0
_OUT_OF_TIME = -signal.SIGPROF if sys.platform != "win32" else None
# Python and the loader need these; no other variable is handed on, least of all an API key
_INHERITED = frozenset(
    (
        "PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR",
        "PYTHONHOME", "PYTHONDONTWRITEBYTECODE", "LANG", "LC_ALL",
    )
)  # fmt: skip
# One document is read at a time; each thread of a numeric library would take 40 MiB of address space.
_ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")


@dataclass(frozen=True, slots=True)
class WorkerProgram:
    """What a worker runs, and how people are told of it.

    ``module`` is run with the memory limit as its argument, and ``options`` after it; a frozen app
    starts itself with ``argument`` before them instead (see ``__main__``). ``name`` is as in "the
    page reader"; ``remedy`` is what to do about a document that ends it.
    """

    module: str
    argument: str
    name: str
    remedy: str = ""
    options: tuple[str, ...] = ()


class WorkerDied(Exception):
    """The process ended before it answered; ``status`` is its exit status, negative for a signal."""

    def __init__(self, status: int, last_words: str) -> None:
        super().__init__(f"the worker process ended with status {status}")
        self.status = status
        self.last_words = last_words

    @property
    def reason(self) -> str:
        """What ended it, for a person."""
        if self.status < 0:
            return f"signal {-self.status}"
        return f"exit status {self.status}"

    @property
    def out_of_time(self) -> bool:
        """True when the document's processor time was used up."""
        return self.status == _OUT_OF_TIME

    @property
    def out_of_memory(self) -> bool:
        """True when the worker says that memory was refused to it."""
        return self.status == OUT_OF_MEMORY


class WorkerProcess:
    """One worker; it runs between `launch` and `end`.

    Not `multiprocessing`: that hands on the whole environment, imports the parent's main module
    again, leaves a resource tracker running, and speaks pickle.
    """

    def __init__(self, program: WorkerProgram, memory_mb: int) -> None:
        self._command = _command(program, memory_mb)
        self._lock = threading.Lock()  # between launching in a thread and killing from another
        self._killed = False
        self._running: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """The process id, once there is one."""
        return None if self._running is None else self._running.pid

    @property
    def alive(self) -> bool:
        """False once it ended by itself."""
        return self._running is not None and self._running.poll() is None

    def launch(self) -> None:
        """Starts it and returns when it has loaded its libraries.

        Raises:
            WorkerDied: it ended, or was killed, before that.
            OSError: it cannot be started.
        """
        with self._lock:
            if self._killed:
                raise WorkerDied(0, "")
            self._running = subprocess.Popen(  # noqa: S603 - our own interpreter and arguments
                self._command,
                env=_environment(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                **_apart_from_terminal(),
            )
        self._receive(self._running)

    def ask(
        self, request: Mapping[str, Any], body: bytes, *, cpu_s: float, wall_s: float
    ) -> tuple[Mapping[str, Any], list[bytes]]:
        """Gives the reply to a request and the parts that follow it, as `serving.Reply` has them.

        The process ends itself when it works on it for more than ``cpu_s`` seconds of processor
        time (not on Windows), or when ``wall_s`` seconds have passed.

        Raises:
            WorkerDied: it ended before it answered.
        """
        limits = {"cpu_s": cpu_s, "wall_s": wall_s}
        process = self._running
        assert process is not None
        assert process.stdin is not None
        try:
            write_frame(process.stdin, json.dumps({**request, **limits}).encode("ascii"))
            write_frame(process.stdin, body)
        except (OSError, ValueError):  # its end of the pipe is closed, or ours by `end`
            raise _death(process) from None
        reply = json.loads(self._receive(process))
        assert isinstance(reply, dict)
        return reply, [self._receive(process) for _ in range(reply["parts"])]

    def kill(self) -> None:
        """Ends it now, whatever it does, with what it started; does not wait for it."""
        with self._lock:
            self._killed = True
            process = self._running
            if process is None or process.returncode is not None:
                return
            if sys.platform == "win32":
                process.kill()
            else:
                with contextlib.suppress(ProcessLookupError, PermissionError):  # it ended by itself
                    os.killpg(process.pid, signal.SIGKILL)  # it leads a group of its own

    def end(self) -> None:
        """Kills it when it still runs, waits for it and closes its pipes."""
        self.kill()
        process = self._running
        if process is None:
            return
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            assert pipe is not None
            with contextlib.suppress(OSError):  # bytes were left that nobody takes any more
                pipe.close()

    @staticmethod
    def _receive(process: subprocess.Popen[bytes]) -> bytes:
        assert process.stdout is not None
        try:
            return read_frame(process.stdout, _MOST_REPLY_BYTES)
        except (EOFError, OSError, ValueError):
            raise _death(process) from None


def _death(process: subprocess.Popen[bytes]) -> WorkerDied:
    try:
        # it may have closed its pipe and not ended yet: its own status says more than that of a kill
        status = process.wait(_LAST_WORDS_S)
    except subprocess.TimeoutExpired:
        process.kill()
        status = process.wait()
    assert process.stderr is not None
    last_words = process.stderr.read(_MOST_LAST_WORDS).decode("utf-8", "replace")
    return WorkerDied(status, last_words.strip())


def _command(program: WorkerProgram, memory_mb: int) -> list[str]:
    arguments = (str(memory_mb), *program.options)
    if getattr(sys, "frozen", False):
        return [sys.executable, program.argument, *arguments]
    # -P: the folder that the person happens to be in is no place to import from
    return [sys.executable, "-P", "-m", program.module, *arguments]


def _environment() -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if name.upper() in _INHERITED or name.startswith("_PYI_")
    }
    here = str(Path(__file__).parents[2])
    paths = [here, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    return (
        kept
        | _ONE_THREAD
        | {"PYTHONPATH": os.pathsep.join(dict.fromkeys(paths)), "PYTHONUTF8": "1"}
    )


def _apart_from_terminal() -> dict[str, Any]:
    """Keeps Ctrl-C away from it, and a console window from flashing up."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
    return {"process_group": 0}
