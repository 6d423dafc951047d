"""One process that runs one piece of code behind walls (Linux). Its methods block: use a thread."""

import contextlib
import os
import selectors
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from desktop_agent.sandbox.limits import MOST_OUTPUT, MOST_TEXT

_MOST_STDERR = 16 * MOST_TEXT  # a record in JSON, where every character may take six
_PIECE = 64 * 1024
_LAST_MOMENTS_S = 0.5


@dataclass(frozen=True, slots=True)
class Ended:
    """What a process left; ``cut_short`` is why it was killed, ``status`` its exit status."""

    output: bytes
    stderr: bytes
    cut_short: Literal["", "time", "output"]
    status: int


class JailedProcess:
    """A process without an environment, which is killed with all that it started.

    What it writes is kept up to a limit, so that it cannot fill the program's memory.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._lock = threading.Lock()  # between launching in one thread and killing from another
        self._killed = False
        self._process: subprocess.Popen[bytes] | None = None

    def run(self, request: bytes, timeout_s: float) -> Ended:
        """Runs it with this request to its end, at most for so long; raises OSError."""
        until = time.monotonic() + timeout_s
        # a file in memory: whoever does not read it cannot make us wait
        source = os.memfd_create("request", os.MFD_CLOEXEC)
        try:
            os.write(source, request)
            os.lseek(source, 0, os.SEEK_SET)
            with self._lock:
                if self._killed:
                    return Ended(b"", b"", "time", -signal.SIGKILL)
                self._process = subprocess.Popen(  # noqa: S603 - our own command
                    self._command,
                    env={},
                    stdin=source,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    process_group=0,
                )
        finally:
            os.close(source)
        with self._process as process:
            try:
                return self._watched(process, until)
            finally:
                self.kill()

    def kill(self) -> None:
        """Ends it now, with all that it started; does not wait."""
        with self._lock:
            self._killed = True
            if self._process is not None and self._process.returncode is None:
                with contextlib.suppress(ProcessLookupError):  # it ended by itself
                    os.killpg(self._process.pid, signal.SIGKILL)

    def _watched(self, process: subprocess.Popen[bytes], until: float) -> Ended:
        assert process.stdout is not None
        assert process.stderr is not None
        output, stderr = bytearray(), bytearray()
        kept = {process.stdout.fileno(): output, process.stderr.fileno(): stderr}
        cut_short: Literal["", "time", "output"] = ""
        with selectors.DefaultSelector() as waiting:
            for descriptor in kept:
                waiting.register(descriptor, selectors.EVENT_READ)
            while waiting.get_map() and not cut_short:
                ready = waiting.select(max(0.0, until - time.monotonic()))
                for key, _ in ready:
                    piece = os.read(key.fd, _PIECE)
                    kept[key.fd] += piece
                    if not piece:
                        waiting.unregister(key.fd)
                if len(output) > MOST_OUTPUT or len(stderr) > _MOST_STDERR:
                    cut_short = "output"
                elif time.monotonic() >= until:
                    cut_short = "time"
        if not cut_short:  # it may have closed its pipes and go on
            try:
                process.wait(_LAST_MOMENTS_S)
            except subprocess.TimeoutExpired:
                cut_short = "time"
        self.kill()
        return Ended(bytes(output), bytes(stderr), cut_short, process.wait())
