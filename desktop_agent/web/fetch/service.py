"""The page reader, which fetches a URL within limits and returns its readable content."""

import asyncio
import logging
import ssl
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from urllib.parse import urljoin

from desktop_agent.core.errors import AddressRefused, FetchError, Offline, StorageError
from desktop_agent.core.network import host_of
from desktop_agent.core.research import Page, PageFormat
from desktop_agent.core.settings import FetchSettings
from desktop_agent.core.text import truncate
from desktop_agent.web.connections import tls
from desktop_agent.web.extract.media_type import split_content_type
from desktop_agent.web.extract.worker_messages import Document
from desktop_agent.web.fetch.guard import CheckedTarget, Guard
from desktop_agent.web.fetch.request import Reply, request_hop
from desktop_agent.web.fetch.worker import ExtractionWorker
from desktop_agent.web.ledger import is_web_off, note_refusal

_log = logging.getLogger(__name__)


class FetchService:
    """Fetches pages and extracts their content; the program uses a single instance.

    ``save_snapshot``, which may block, stores the ``stored`` text of a page and returns its SHA-256
    hex digest. Without this function, pages are not stored. ``ssl_context`` defaults to the shared
    TLS context.
    """

    def __init__(
        self,
        settings: FetchSettings,
        guard: Guard,
        worker: ExtractionWorker,
        save_snapshot: Callable[[Page], str] | None = None,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        self._settings = settings
        self._guard = guard
        self._worker = worker
        self._save_snapshot = save_snapshot
        self._ssl_context = ssl_context

    async def fetch(
        self,
        url: str,
        format: PageFormat = "markdown",  # noqa: A002 - the name that the tool and the CLI use
        max_length: int | None = None,
    ) -> Page:
        """Fetch a page and return it in the given format, cut to ``max_length`` characters.

        The snapshot contains the full text, followed by the page's machine-readable facts
        (``Page.stored``). ``truncated`` is True if the text was cut, the body was longer than
        ``fetch.max_bytes``, or the page has too many elements.

        Raises:
            Offline: the network is off, or was switched off between redirects.
            AddressRefused: the guard refuses the URL or the target of a redirect.
            Unreadable: the page has no readable text.
            FetchError: the page could not be fetched.
        """
        reply = await self._download(url)
        extracted = await self._worker.extract(
            Document(reply.body, *split_content_type(reply.content_type), reply.url, format)
        )
        page = Page(
            url=url,
            final_url=reply.url,
            title=extracted.title,
            text=extracted.text,
            media_type=extracted.media_type,
            fetched_at=datetime.now(UTC).isoformat(timespec="seconds"),
            total_chars=len(extracted.text),
            truncated=reply.cut or extracted.cut,
            cut_at_bytes=self._settings.max_bytes if reply.cut else 0,
            links=extracted.links,
            facts=extracted.facts,
            published=extracted.published,
            stored=extracted.text + extracted.data,
            author=extracted.author,
            site=extracted.site,
            wall=extracted.wall,
        )
        return await self._keep(page, max_length)

    async def aclose(self) -> None:
        await self._worker.aclose()

    async def _download(self, url: str) -> Reply:
        limit_s = self._settings.timeout_s
        try:
            # one deadline for everything: a server that drips a byte a second never triggers a read
            # timeout
            async with asyncio.timeout(limit_s):
                return await self._follow(url)
        except TimeoutError:
            raise FetchError(
                f"{url} was not read within {limit_s:g} s.",
                "Look for another source, or raise fetch.timeout_s.",
            ) from None

    async def _follow(self, url: str) -> Reply:
        seen: set[str] = set()
        target = await self._check(url)
        trust = self._ssl_context
        if trust is None:
            trust = await asyncio.to_thread(tls)
        while len(seen) <= self._settings.max_redirects:
            reply = await request_hop(target, trust, self._settings.max_bytes)
            if reply.location is None:
                return reply
            seen.add(reply.url)
            target = await self._next_target(target, reply.location)
            if str(target.url) in seen:
                raise FetchError(f"{url} redirects in a loop.", "Look for another source.")
        raise FetchError(
            f"{url} redirects more than {self._settings.max_redirects} times.",
            "Look for another source.",
        )

    async def _check(self, url: str) -> CheckedTarget:
        """Check a URL, or raise `Offline` before any DNS lookup if the web is switched off.

        Pages on this machine are then refused as well, since requests for them are rarely
        intentional.
        """
        if is_web_off():
            note_refusal("fetch", host_of(url))
            raise Offline(
                f"{url} was not read: the web is switched off.",
                "Switch it on for this chat.",
            )
        return await self._guard.check(url)

    async def _next_target(self, target: CheckedTarget, location: str) -> CheckedTarget:
        try:
            url = urljoin(str(target.url), location)
        except ValueError:
            raise AddressRefused(f"{target.url} redirects to an invalid URL.") from None
        following = await self._check(url)
        if following.opened and not target.opened:
            # fetch.allow_hosts opens a host for the user, not for any page that redirects there
            raise AddressRefused(
                f"{target.url} redirects to {following.host}, a host on your network.",
                "Read it directly from its address.",
            )
        if target.url.scheme == "https" and following.url.scheme == "http":
            _log.info("%s redirects to an unencrypted address", target.host)
        return following

    async def _keep(self, page: Page, max_length: int | None) -> Page:
        if self._save_snapshot is not None:
            try:
                snapshot = await asyncio.to_thread(self._save_snapshot, page)
            except StorageError as error:  # a full disk must not prevent reading
                _log.warning("no snapshot of %s: %s", page.final_url, error)
            else:
                page = replace(page, snapshot=snapshot)
        if max_length is None or page.total_chars <= max_length:
            return page
        return replace(page, text=truncate(page.text, max_length), truncated=True)
