"""A file of lines that grows while something goes on, written by a thread of its own."""

import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO, Final, Generic, TypeVar

from desktop_agent.core.errors import StorageError
from desktop_agent.core.memory import REMEDY

T = TypeVar("T")

WRITTEN_AFTER_S: Final = 0.1
"""How long a line may wait to be written with those that follow it."""

_DISK = "Check that the disk is not full and who may write to that folder."


class LineWriter(Generic[T]):
    """Writes what it is given to ``path``, a line each; `write` never waits for the disk.

    ``encode`` makes the text of a line, in the writer's thread: a quick model says several hundred
    words a second, and handing each to the system by itself took the window's thread more time than
    showing it. With ``goes_on`` the file is there already: a last line that is torn is cut off.

    Raises:
        StorageError: the file cannot be opened, or is there already where it must not be.
    """

    def __init__(
        self, path: Path, encode: Callable[[T], str], *, name: str, goes_on: bool = False
    ) -> None:
        self.path = path
        self._encode = encode
        try:
            file = _open_again(path) if goes_on else _make(path)
        except OSError as error:
            raise StorageError(f"{path} cannot be made: {error.strerror}.", _DISK) from None
        self._guard = threading.Lock()
        self._pending: list[T] = []
        self._some = threading.Event()
        self._end = threading.Event()
        self._closed = False
        self._fault: StorageError | None = None
        self._thread = threading.Thread(target=self._run, args=(file,), name=name, daemon=True)
        self._thread.start()

    def write(self, item: T) -> None:
        """Takes a line; the system has it a tenth of a second later, and it outlives this process.

        Raises:
            StorageError: it, or an earlier one, cannot be written.
        """
        with self._guard:
            if self._closed:
                raise StorageError(
                    f"{self.path} cannot be written: the recording is closed.", _DISK
                )
            if self._fault is not None:
                raise self._fault
            self._pending.append(item)
        if not self._some.is_set():
            self._some.set()

    def close(self) -> None:
        """Waits until all is on the disk; a second call, or one after an error, does nothing.

        Raises:
            StorageError: the disk refused.
        """
        with self._guard:
            told = self._closed or self._fault is not None
            self._closed = True
        self._end.set()
        self._some.set()
        self._thread.join()
        if not told and self._fault is not None:
            raise self._fault

    def _run(self, file: BinaryIO) -> None:
        try:
            with file:
                while not self._end.is_set():
                    self._some.wait()
                    self._end.wait(WRITTEN_AFTER_S)
                    self._some.clear()
                    self._write(file, self._take())
                self._write(file, self._take())
                os.fsync(file.fileno())
        except OSError as error:
            self._give_up(f"{self.path} cannot be written: {error.strerror}.", _DISK)
        except MemoryError:
            self._give_up(f"{self.path} cannot be written: there is not enough memory.", REMEDY)

    def _give_up(self, why: str, remedy: str) -> None:
        with self._guard:
            self._fault = StorageError(why, remedy)
            self._pending.clear()

    def _take(self) -> list[T]:
        with self._guard:
            items, self._pending = self._pending, []
        return items

    def _write(self, file: BinaryIO, items: Sequence[T]) -> None:
        file.writelines(
            self._encode(item).encode("utf-8", "backslashreplace") + b"\n" for item in items
        )
        file.flush()


def _make(path: Path) -> BinaryIO:
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def _open_again(path: Path) -> BinaryIO:
    file = path.open("rb+")
    try:
        data = file.read()
        file.truncate(data.rfind(b"\n") + 1)
        file.seek(0, os.SEEK_END)
    except BaseException:
        file.close()
        raise
    return file
