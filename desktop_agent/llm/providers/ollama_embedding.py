"""Embeddings from an Ollama server.

Reference: https://docs.ollama.com/api/embed
"""

import asyncio
from collections.abc import Sequence
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from desktop_agent.llm.providers.endpoint import Connection, as_embedding_error
from desktop_agent.llm.providers.ollama import OllamaServer, wire_errors


class OllamaEmbedding:
    """An embedding model on an Ollama server; ``within_s`` is the reply timeout in seconds."""

    provider = "ollama"

    def __init__(
        self, model: str, url: str, *, within_s: float = 120.0, **connection: Unpack[Connection]
    ) -> None:
        self.model = model
        self._server = OllamaServer(url, model=model, **connection)
        self.endpoint = self._server.endpoint
        self._within_s = within_s

    async def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one vector for each text, as rows in the same order.

        The vectors are neither normalized nor checked.
        """
        try:
            async with asyncio.timeout(self._within_s):
                client = await self._server.client()
                reply = await client.embed(self.model, list(texts), truncate=True)
            return np.asarray(reply.embeddings, dtype=np.float32)
        except TimeoutError as error:
            raise self.endpoint.silent(f"no vectors within {self._within_s:g} s") from error
        except wire_errors() as error:
            translated = self._server.translated(error)
            raise as_embedding_error(self.endpoint, translated) from error

    async def aclose(self) -> None:
        await self._server.aclose()
