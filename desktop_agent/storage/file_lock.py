"""One process at a time."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from desktop_agent.core.errors import StorageError
from desktop_agent.storage.private_file import make_folder, try_lock

_POLL_S = 0.01


@contextmanager
def locked(path: Path, *, timeout_s: float = 10.0) -> Iterator[None]:
    """Keeps every other process and thread that locks ``path`` out.

    The lock lies in a file beside ``path``, so that ``path`` itself may be replaced meanwhile. The
    system lets go of it when its holder dies.

    Raises:
        StorageError: another one held it for ``timeout_s`` seconds, or the folder is not writable.
    """
    make_folder(path.parent)
    lock = path.with_name(path.name + ".lock")
    try:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    except OSError as error:
        raise StorageError(
            f"{lock} cannot be opened: {error.strerror}.", "Check who may write to that folder."
        ) from None
    try:
        deadline = time.monotonic() + timeout_s
        while True:
            try:
                try_lock(descriptor)
                break
            except OSError:
                if time.monotonic() >= deadline:
                    raise StorageError(
                        f"{path} is in use by another process.",
                        "Close the other Desktop Agent, or try again.",
                    ) from None
            time.sleep(_POLL_S)
        yield
    finally:
        os.close(descriptor)  # which also gives the lock back
