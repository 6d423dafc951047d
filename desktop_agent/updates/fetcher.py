"""How The Update Framework's client gets its bytes: through our own HTTP."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import IO

from tuf.api.exceptions import DownloadHTTPError
from tuf.ngclient.fetcher import FetcherInterface

from desktop_agent.web.downloads import Downloads, NotServed


class Fetcher(FetcherInterface):
    """Lists go to memory; files to a nameless one in the folder ``into``, gone if the process dies."""

    def __init__(self, downloads: Downloads) -> None:
        self._downloads = downloads
        self.into: Path | None = None
        self.told: Callable[[int], None] = lambda _there: None

    def _fetch(self, url: str) -> Iterator[bytes]:
        raise NotImplementedError(f"{url}: a length is needed, see download_file")

    @contextmanager
    def download_file(self, url: str, max_length: int) -> Iterator[IO[bytes]]:
        """Gives what is at ``url``; no more than ``max_length`` bytes are ever read."""
        with BytesIO() if self.into is None else tempfile.TemporaryFile(dir=self.into) as file:
            try:
                self._downloads.save(url, max_length, file, self.told)
            except NotServed as error:
                raise DownloadHTTPError(error.message, error.status) from error
            file.seek(0)
            yield file
