"""The small interpreter, which starts instantly and runs on every system."""

import asyncio
import hashlib
import lzma
import os
import shutil
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from desktop_agent.core.errors import AgentError
from desktop_agent.core.settings import SandboxSettings
from desktop_agent.system.workers import WorkerDied, WorkerPool, WorkerProgram
from desktop_agent.tools.sandbox.base import (
    Execution,
    does_not_work,
    ended_itself,
    execution_of,
    out_of_memory,
    out_of_time,
    shown_output,
)

# --- The interpreter's program in frozen builds
#
# It is 30 MB and most users never need it, so Linux builds contain it compressed, as
# ``monty-SHA256.xz``, and unpack it on first use. (Windows and macOS check programs at
# installation, and would not accept one that appears later.)

_PLAIN = "monty.exe" if sys.platform == "win32" else "monty"


def bundled_interpreter(cache: Path) -> Path | None:
    """Return the program, unpacked into ``cache`` if needed; None unless frozen. Blocks.

    Raises:
        AgentError: it cannot be unpacked.
    """
    if not getattr(sys, "frozen", False):
        return None  # its library finds it
    folder = Path(getattr(sys, "_MEIPASS", Path(sys.executable).parent))
    packed = next(folder.glob("monty-*.xz"), None)
    return folder / _PLAIN if packed is None else unpacked(packed, cache)


def unpacked(packed: Path, cache: Path) -> Path:
    """Return the program from ``packed``, whose name contains its SHA-256, placed in ``cache``.

    An existing file is used only if it is that program, byte for byte. Blocks: 0.5 s the first
    time, 0.1 s later.

    Raises:
        AgentError: it cannot be written there, or ``packed`` holds something else.
    """
    digest = packed.stem.rpartition("-")[2]
    program = cache / packed.stem
    try:
        if program.is_file() and _sha256(program) == digest:
            return program
        cache.mkdir(mode=0o700, parents=True, exist_ok=True)
        _unpack(packed, program, digest)
        for other in cache.glob("monty-*"):  # those of former versions
            if other != program:
                other.unlink(missing_ok=True)
    except OSError as error:
        raise AgentError(
            f"The interpreter cannot be unpacked into {cache}: {error.strerror or error}.",
            "Check that the disk is not full and who may write to that folder.",
        ) from None
    return program


def _unpack(packed: Path, program: Path, digest: str) -> None:
    descriptor, name = tempfile.mkstemp(prefix=".monty-", dir=program.parent)
    coming = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as target, lzma.open(packed) as source:
            shutil.copyfileobj(source, target, 1 << 20)
        if _sha256(coming) != digest:
            raise _damaged(packed)
        coming.chmod(0o700)
        coming.replace(program)
    except (lzma.LZMAError, EOFError):
        raise _damaged(packed) from None
    finally:
        coming.unlink(missing_ok=True)


def _damaged(packed: Path) -> AgentError:
    return AgentError(f"{packed} is damaged.", "Install Desktop Agent again.")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


LAYER = "monty"

PROGRAM = WorkerProgram(
    module="desktop_agent.tools.sandbox.monty_worker",
    argument="--code-worker",
    name="code interpreter",
)

_AT_A_TIME = 2
_PROBE_S = 10.0
_GRACE_S = 3.0  # the worker's own clock goes first: it can say what was printed until then


@dataclass(frozen=True, slots=True)
class MontyAttempt:
    """The execution, or None if the code was not run; ``elsewhere`` is why full Python should."""

    ended: Execution | None
    elsewhere: str = ""


class MontyLayer:
    """A layer of worker processes that hold the interpreter; one is kept ready.

    ``cache`` is a folder for the interpreter's program, if a build contains it compressed.
    """

    name = LAYER

    def __init__(self, settings: SandboxSettings, cache: Path) -> None:
        self._settings = settings
        self._cache = cache
        self._memory_mb = settings.memory_mb
        self._making = asyncio.Lock()
        self._made: WorkerPool | None = None

    async def start(self) -> None:
        """Start a worker, so that the first piece of code need not wait for it."""
        pool = await self._pool()
        await pool.start()

    async def fault(self) -> str:
        """Return why the interpreter cannot be used here, or ""; runs a test."""
        tried = await self.run("6 * 7", _PROBE_S)
        if tried.ended is None:
            return "pydantic-monty is not installed"
        if tried.ended.value == "42":
            return ""
        return does_not_work(tried.ended.error)

    async def run(self, code: str, timeout_s: float, *, full_python: bool = False) -> MontyAttempt:
        """Run code if this interpreter can; ``full_python`` says that it is available as well.

        Cancelling ends the code at once.
        """
        request = {"timeout_s": timeout_s, "full_python": full_python}
        try:
            pool = await self._pool()
            head, parts = await pool.converse(
                request, code.encode("utf-8"), wall_s=timeout_s + _GRACE_S
            )
        except TimeoutError:
            return MontyAttempt(Execution("timeout", error=out_of_time(timeout_s), layer=LAYER))
        except WorkerDied as death:
            return MontyAttempt(self._death(death))
        except AgentError as error:  # no worker to be had
            return MontyAttempt(
                Execution("refused", error=str(error), layer=LAYER), "has no interpreter"
            )
        if head["status"] == "elsewhere":
            return MontyAttempt(None, head["why"])
        if head["status"] == "timeout":
            output = shown_output(parts[0])
            return MontyAttempt(Execution("timeout", output, "", out_of_time(timeout_s), LAYER))
        ended = execution_of(head, parts[0], LAYER, self._memory_mb)
        if head["lacking"]:
            return MontyAttempt(ended, "may need the whole of Python")
        return MontyAttempt(ended)

    async def aclose(self) -> None:
        async with self._making:
            if self._made is not None:
                await self._made.aclose()

    async def _pool(self) -> WorkerPool:
        async with self._making:
            if self._made is None:
                program = await asyncio.to_thread(bundled_interpreter, self._cache)
                self._made = WorkerPool(
                    replace(PROGRAM, options=() if program is None else (str(program),)),
                    processes=_AT_A_TIME,
                    timeout_s=self._settings.timeout_s + _GRACE_S,
                    memory_mb=self._memory_mb,
                )
            return self._made

    def _death(self, death: WorkerDied) -> Execution:
        if death.out_of_memory:
            return Execution("memory", error=out_of_memory(self._memory_mb), layer=LAYER)
        return Execution("error", error=ended_itself(death.reason), layer=LAYER)
