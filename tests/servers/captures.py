"""Plays captured answers of real servers back, byte for byte.

Each capture has its own base URL, ``url/NAME``, at which every request of its method and path gets
its answer; ``also`` are captures that answer other paths below every name.
"""

import json
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from starlette.types import ASGIApp

from tests.servers.exchange import Exchange, application


@dataclass(frozen=True)
class Capture:
    """One request and its answer."""

    name: str
    method: str
    path: str
    request: str
    status: int
    content_type: str
    body: str

    @property
    def streamed(self) -> bool:
        return "ndjson" in self.content_type or "event-stream" in self.content_type


def read_captures(file: Path) -> list[Capture]:
    records: list[dict[str, Any]] = [json.loads(line) for line in file.read_text().splitlines()]
    return [
        Capture(**{each.name: record[each.name] or "" for each in fields(Capture)})
        for record in records
    ]


def replaying(captures: Iterable[Capture], also: Iterable[Capture] = ()) -> ASGIApp:
    """Gives the app that plays them."""
    by_name = {capture.name: capture for capture in captures}
    common = {capture.path: capture for capture in also}

    async def answer(exchange: Exchange) -> None:
        _, name, rest = exchange.path.split("/", 2)
        capture = by_name[name]
        if f"/{rest}" != capture.path and f"/{rest}" in common:
            capture = common[f"/{rest}"]
        asked, known = (exchange.method, f"/{rest}"), (capture.method, capture.path)
        assert asked == known, f"{asked} was asked, {known} is known"
        body = capture.body.encode()
        if capture.status == 200 and capture.streamed:
            await exchange.stream(_pieces(body), capture.content_type)
        else:
            await exchange.answer(capture.status, body, capture.content_type or "text/plain")

    return application(answer)


async def _pieces(body: bytes) -> AsyncIterator[bytes]:
    # an odd size, so that lines and characters are cut anywhere
    for start in range(0, len(body), 997):
        yield body[start : start + 997]
