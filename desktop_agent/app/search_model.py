"""Download and remove the search model, a single file that is fetched only on request."""

import asyncio
import hashlib
import os
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from io import BufferedRandom
from pathlib import Path
from typing import IO

from desktop_agent.core.errors import ModelError, StorageError, UpdateError
from desktop_agent.core.models import PullProgress
from desktop_agent.core.network import host_of
from desktop_agent.storage.files import (
    locked,
    make_folder,
    name_with,
    refuse_special_file,
    remove_file,
    sync_folder,
)
from desktop_agent.system.tasks import run_in_thread, throttled
from desktop_agent.web.downloads import Downloads, Patience


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A file to download. Its server may redirect only to ``hosts`` and their subdomains."""

    url: str
    size: int
    sha256: str
    hosts: tuple[str, ...] = ()


# all-MiniLM-L6-v2 (Apache-2.0) with 8-bit weights, at a fixed revision
PINNED = ModelFile(
    "https://huggingface.co/Xenova/all-MiniLM-L6-v2/resolve/"
    "751bff37182d3f1213fa05d7196b954e230abad9/onnx/model_quantized.onnx",
    22_972_370,
    "afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1",
    ("huggingface.co", "hf.co"),
)

Told = Callable[[int, int], None]

_LOCKED_S = 3.0
"""Seconds to wait for another download, which may have been stopped just now."""


class SearchModel:
    """The search model, stored at ``path``.

    ``alone`` returns the network scope for downloads.
    """

    def __init__(
        self,
        path: Path,
        alone: Callable[[], AbstractContextManager[None]],
        file: ModelFile | None = None,
    ) -> None:
        self._path = path
        self._part = name_with(path, ".part")
        self._alone = alone
        self._file = file or PINNED

    @property
    def size(self) -> int:
        return self._file.size

    @property
    def installed(self) -> bool:
        return self._path.is_file()

    async def pull(self) -> AsyncGenerator[PullProgress, None]:
        """Download the file. Closing the generator stops the download; a new call resumes it.

        A file other than the expected one is never kept. Raise `ModelError` if the server fails or
        sends a different file, `Offline` if the network is switched off, and `StorageError` if the
        file cannot be written or another process is downloading it.
        """
        steps: asyncio.Queue[PullProgress | None] = asyncio.Queue()

        def tell(done: int, total: int) -> None:
            steps.put_nowait(PullProgress("downloading", done, total, self._file.sha256))

        bringing = asyncio.create_task(self._bring(throttled(tell)))
        bringing.add_done_callback(lambda _task: steps.put_nowait(None))
        try:
            while (step := await steps.get()) is not None:
                yield step
            await bringing
        finally:
            bringing.cancel()
            await asyncio.gather(bringing, return_exceptions=True)

    async def remove(self) -> None:
        """Delete the file and any unfinished download; raise `StorageError` if that fails."""
        await asyncio.to_thread(self._remove)

    def _remove(self) -> None:
        with locked(self._path, timeout_s=_LOCKED_S):
            for path in (self._path, self._part):
                remove_file(path)

    async def _bring(self, told: Told) -> None:
        downloads = Downloads("model", Patience(), hosts=self._file.hosts, advice=_ADVICE)

        def blocking() -> None:
            with locked(self._path, timeout_s=_LOCKED_S), self._alone(), downloads:
                if not self.installed:
                    self._download(downloads, told)

        try:
            await run_in_thread(blocking, downloads.stop)
        except UpdateError as error:
            raise ModelError(error.message, error.remedy) from error

    def _download(self, downloads: Downloads, told: Told) -> None:
        make_folder(self._path.parent)
        refuse_special_file(self._part)
        try:
            with _open(self._part) as file:
                self._complete(downloads, file, told)
                found = hashlib.file_digest(file, "sha256").hexdigest()
            if found == self._file.sha256:
                self._part.replace(self._path)
                sync_folder(self._path.parent)
                return
            self._part.unlink()
        except OSError as error:
            raise StorageError(
                f"{self._part} cannot be written: {error.strerror}.",
                "Free up disk space, or check the write permissions of that folder.",
            ) from None
        raise ModelError(
            f"{host_of(self._file.url)} sent a file that is not the expected search model."
            " It was deleted.",
            _ADVICE,
        )

    def _complete(self, downloads: Downloads, file: IO[bytes], told: Told) -> None:
        """Download the rest of the file, then rewind it."""
        start, size = file.seek(0, os.SEEK_END), self._file.size
        told(start, size)
        if start < size:
            downloads.save(self._file.url, size, file, lambda there: told(there, size), start=start)
        file.flush()
        os.fsync(file.fileno())
        file.seek(0)


def _open(path: Path) -> BufferedRandom:
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
    return os.fdopen(os.open(path, flags, 0o600), "r+b")


_ADVICE = "Try again later, or look for a newer version of Desktop Agent."
