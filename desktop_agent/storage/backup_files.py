"""The files of a folder while others write to it."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO

from desktop_agent.storage.backup_watch import CHUNK

_BLOCK = 1 << 16


def files_below(name: str, folder: Path) -> Iterator[tuple[str, Path]]:
    """Gives the files below a folder; what is being written, held or linked is passed over."""
    with os.scandir(folder) as entries:
        found = sorted(entries, key=lambda entry: entry.name)
    for entry in found:
        inner = f"{name}/{entry.name}"
        if entry.name.startswith(".") or entry.name.endswith(".lock"):
            continue
        if entry.is_dir(follow_symlinks=False):
            with suppress(FileNotFoundError):
                yield from files_below(inner, Path(entry.path))
        elif entry.is_file(follow_symlinks=False):
            yield inner, Path(entry.path)


def chunks(file: IO[bytes], size: int) -> Iterator[bytes]:
    """Gives what the file held when it was looked at; less where it was cut since."""
    while size > 0 and (chunk := file.read(min(CHUNK, size))):
        size -= len(chunk)
        yield chunk


def whole_lines(file: IO[bytes], size: int) -> int:
    """Gives how many bytes whole lines take."""
    while size > 0:
        start = max(0, size - _BLOCK)
        file.seek(start)
        end = file.read(size - start).rfind(b"\n")
        if end >= 0:
            size = start + end + 1
            break
        size = start
    file.seek(0)
    return size
