"""Embeddings from OpenAI and compatible servers.

Reference: https://platform.openai.com/docs/api-reference/embeddings
"""

import asyncio
import base64
from collections.abc import Sequence
from typing import TYPE_CHECKING, Unpack

import numpy as np
from numpy.typing import NDArray

from desktop_agent.llm.context_window import estimate_tokens
from desktop_agent.llm.providers.endpoint import Connection, as_embedding_error
from desktop_agent.llm.providers.hosted import ParameterRefusedError
from desktop_agent.llm.providers.openai import OpenAIServer

if TYPE_CHECKING:
    from openai.types import Embedding

_MOST_TOKENS = 8191
"""Maximum length in tokens of a text sent to OpenAI. No server is known to accept more."""


class OpenAIEmbedding:
    """An embedding model on an OpenAI-compatible server.

    ``within_s`` is the reply timeout in seconds.
    """

    provider = "openai"

    def __init__(
        self,
        model: str,
        url: str,
        key: str | None,
        *,
        within_s: float = 120.0,
        **connection: Unpack[Connection],
    ) -> None:
        self.model = model
        self._server = OpenAIServer(url, key, model=model, **connection)
        self.endpoint = self._server.endpoint
        self._within_s = within_s
        self._packed = True

    async def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one vector for each text, as rows in the same order.

        The vectors are neither normalized nor checked. They are requested in base64, which takes a
        third of the bytes that plain numbers take. If the server refuses base64, this and later
        requests use plain numbers.
        """
        packed = self._packed
        try:
            return _rows(await self._requested([_cut(text) for text in texts], packed=packed))
        except ParameterRefusedError as refused:
            if not packed or "encoding" not in refused.said:
                raise as_embedding_error(self.endpoint, refused.error) from refused
        except (ValueError, TypeError, AttributeError) as error:
            raise self.endpoint.garbled(f"vectors that are none: {error}") from error
        self._packed = False
        return await self.vectors(texts)

    async def _requested(self, texts: list[str], *, packed: bool) -> "list[Embedding]":
        await asyncio.to_thread(__import__, "openai.resources.embeddings")
        server = self._server
        try:
            async with asyncio.timeout(self._within_s):
                client = await server.client()
                reply = await client.embeddings.create(
                    model=self.model,
                    input=texts,
                    encoding_format="base64" if packed else "float",
                    extra_headers=server.headers(),
                )
        except TimeoutError as error:
            raise self.endpoint.silent(f"no vectors within {self._within_s:g} s") from error
        except server.client_errors() as error:
            raise as_embedding_error(self.endpoint, server.translated(error)) from error
        if not isinstance(reply.data, list):
            raise self.endpoint.garbled("its list of embeddings is not a list")
        return reply.data

    async def aclose(self) -> None:
        await self._server.aclose()


def _rows(found: "list[Embedding]") -> NDArray[np.float32]:
    in_order = sorted(found, key=lambda each: getattr(each, "index", 0))  # some servers omit it
    return np.array([_row(each.embedding) for each in in_order], dtype=np.float32)


def _row(value: object) -> NDArray[np.float32]:
    if isinstance(value, str):
        return np.frombuffer(base64.b64decode(value, validate=True), dtype="<f4")
    return np.asarray(value, dtype=np.float32)  # the server does not support base64


def _cut(text: str) -> str:
    while (tokens := estimate_tokens(text)) > _MOST_TOKENS:
        text = text[: len(text) * _MOST_TOKENS // tokens]
    return text
