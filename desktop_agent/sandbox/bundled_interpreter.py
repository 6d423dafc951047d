"""The small interpreter's program, where ours was frozen with it.

It is 30 MB and most people never need it, so builds for Linux carry it packed, as
``monty-SHA256.xz``: it is unpacked when it is first needed. (Windows and macOS look at programs when
they are installed, and would not know one that appears later.)
"""

import hashlib
import lzma
import os
import shutil
import sys
import tempfile
from pathlib import Path

from desktop_agent.core.errors import AgentError

_PLAIN = "monty.exe" if sys.platform == "win32" else "monty"


def bundled_interpreter(cache: Path) -> Path | None:
    """Gives the program, unpacked into ``cache`` if need be; None where ours is not frozen. It blocks.

    Raises:
        AgentError: it cannot be unpacked.
    """
    if not getattr(sys, "frozen", False):
        return None  # its library finds it
    folder = Path(getattr(sys, "_MEIPASS", Path(sys.executable).parent))
    packed = next(folder.glob("monty-*.xz"), None)
    return folder / _PLAIN if packed is None else unpacked(packed, cache)


def unpacked(packed: Path, cache: Path) -> Path:
    """Gives the program within ``packed``, whose name tells its SHA-256; it lies in ``cache``.

    What lies there already is taken only when it is that program, byte by byte. It blocks: 0.5 s the
    first time, 0.1 s later.

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
