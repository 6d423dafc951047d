"""Download files synchronously, with size and speed limits, in worker threads.

Each `Downloads` object runs its own event loop in the calling thread. It uses the program's usual
transport, which records requests in the ledger and, if the network is switched off, refuses them
before any DNS lookup.
"""

import asyncio
import ssl
from collections.abc import Callable, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import IO, Any, Self

import httpx

from desktop_agent.core.errors import Offline, UpdateError
from desktop_agent.core.network import causes, connection_failure, is_loopback
from desktop_agent.web.ledger import LedgerTransport, is_offline

_HEADERS = {
    "User-Agent": "DesktopAgent",  # without the version, for privacy
    "Accept": "*/*",
    "Accept-Encoding": "identity",  # lengths and hashes are those of the uncompressed file
}
_TRY_AGAIN = "Try again later."
_CHECK_ADDRESS = "Check the update address in the settings."
_MOST_REDIRECTS = 5


@dataclass(frozen=True, slots=True)
class Patience:
    """A download's time limit: ``spare_s``, plus one second per ``slowest`` bytes received.

    Only body data counts; headers and empty frames do not extend the limit.
    """

    spare_s: float = 30.0
    slowest: int = 4096


class DownloadFailed(UpdateError):
    """Raised when the server returns an unsuccessful HTTP ``status``."""

    def __init__(self, host: str, status: int, advice: str = _CHECK_ADDRESS) -> None:
        remedy = _TRY_AGAIN if status >= 500 else advice
        super().__init__(f"{host} does not give what was asked for (HTTP {status}).", remedy)
        self.status = status


class Stopped(Exception):
    """Raised by `Downloads.save` once `Downloads.stop` has been called."""


class Downloads:
    """A context manager that downloads files one at a time in the thread that entered it.

    ``purpose`` labels the requests in the ledger. Redirects are followed only to ``hosts`` and
    their subdomains. ``advice`` tells the user what to do if the server does not have the file.
    """

    def __init__(
        self,
        purpose: str,
        patience: Patience,
        *,
        hosts: Sequence[str] = (),
        advice: str = _CHECK_ADDRESS,
    ) -> None:
        self._patience = patience
        self._hosts = hosts
        self._advice = advice
        self._runner = asyncio.Runner()
        self._client = httpx.AsyncClient(
            transport=LedgerTransport(purpose),
            headers=_HEADERS,
            timeout=patience.spare_s,
            trust_env=False,
            follow_redirects=False,
        )
        self._under_way: asyncio.Task[Any] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopped = False

    def __enter__(self) -> Self:
        self._loop = self._runner.get_loop()
        return self

    def __exit__(self, *_error: object) -> None:
        try:
            self._runner.run(self._client.aclose())
        finally:
            self._loop = None
            self._runner.close()

    def stop(self) -> None:
        """Make current and later calls of `save` raise `Stopped`. Thread-safe."""
        self._stopped = True
        loop, task = self._loop, self._under_way
        if loop is not None and task is not None:
            with suppress(RuntimeError):  # the thread has just closed it: nothing is under way
                loop.call_soon_threadsafe(task.cancel)

    def save(
        self,
        url: str,
        most: int,
        file: IO[bytes],
        told: Callable[[int], None],
        *,
        start: int = 0,
    ) -> int:
        """Download ``url`` into ``file`` and return the resulting size of the file in bytes.

        ``told`` is called with the number of bytes received so far. ``start`` is the number of
        bytes already in the file from an earlier download; they are discarded if the server cannot
        resume it.

        Raises:
            DownloadFailed: the server returned an unsuccessful status.
            UpdateError: the server does not answer, redirects elsewhere, is too slow, or sends
                more than ``most`` bytes.
            Offline: the network is switched off.
            Stopped: `stop` was called.
            OSError: the file cannot be written.
        """
        try:
            return self._runner.run(self._save(httpx.URL(url), most, file, told, start))
        except asyncio.CancelledError:
            raise Stopped from None

    async def _save(
        self, url: httpx.URL, most: int, file: IO[bytes], told: Callable[[int], None], start: int
    ) -> int:
        self._under_way = asyncio.current_task()
        if self._stopped:
            raise Stopped
        granted = asyncio.get_running_loop().time() + self._patience.spare_s
        received = start
        try:
            async with (
                asyncio.timeout(self._patience.spare_s) as deadline,
                aclosing(await self._reach(url, start)) as response,
            ):
                if response.status_code != httpx.codes.PARTIAL_CONTENT:
                    received = start = file.seek(0)
                    file.truncate()
                async for piece in response.aiter_raw():
                    received += len(piece)
                    if received > most:
                        file.truncate(0)
                        raise UpdateError(
                            f"{url.host} sent more than the expected {most} bytes.",
                            "None of it was kept. Don't install anything from there.",
                        )
                    file.write(piece)
                    told(received)
                    deadline.reschedule(granted + (received - start) / self._patience.slowest)
        except (TimeoutError, httpx.ReadTimeout):
            raise UpdateError(f"{url.host} is sending data too slowly.", _TRY_AGAIN) from None
        except httpx.HTTPError as error:
            raise _fault(error, url.host) from error
        return received

    async def _reach(self, url: httpx.URL, start: int) -> httpx.Response:
        """Follow redirects, and return the final response with its body unread."""
        headers = {"Range": f"bytes={start}-"} if start else {}
        for _ in range(_MOST_REDIRECTS + 1):
            request = self._client.build_request("GET", url, headers=headers)
            response = await self._client.send(request, stream=True)
            if response.status_code == httpx.codes.OK or _resumes(response, start):
                return response
            await response.aclose()
            following = response.next_request
            if following is None:
                raise DownloadFailed(url.host, response.status_code, self._advice)
            if not self._is_trusted(following.url, url):
                break
            url = following.url
        raise UpdateError(
            f"{url.host} redirects to another address, which was not followed.", self._advice
        )

    def _is_trusted(self, url: httpx.URL, origin: httpx.URL) -> bool:
        known = any(f".{url.host}".endswith(f".{host}") for host in self._hosts)
        return known and url.scheme in ("https", origin.scheme)


def _resumes(response: httpx.Response, start: int) -> bool:
    """Return whether the response contains the file from byte ``start`` onwards."""
    partial = response.status_code == httpx.codes.PARTIAL_CONTENT
    return partial and response.headers.get("content-range", "").startswith(f"bytes {start}-")


def _fault(error: httpx.HTTPError, host: str) -> UpdateError | Offline:
    if is_offline() and not is_loopback(host):
        return Offline(
            f"The network is switched off, so {host} was not asked.", "Switch the network on."
        )
    for cause in causes(error):
        if isinstance(cause, ssl.SSLCertVerificationError):
            return UpdateError(
                f"The certificate for {host} is not trusted: {cause.verify_message}.",
                "Someone may be intercepting the connection. Nothing was downloaded.",
            )
    if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout):
        return UpdateError(f"No connection to {host}.", "Check the connection, and try again.")
    if isinstance(error, httpx.TransportError):
        said = connection_failure(error)
        return UpdateError(f"The connection to {host} was lost: {said}.", _TRY_AGAIN)
    return UpdateError(f"{host} could not be read: {error}.", _TRY_AGAIN)
