"""A server whose models are given: they cannot be pulled or deleted from here."""

from collections.abc import AsyncGenerator
from typing import Protocol

from desktop_agent.core.models import PullProgress
from desktop_agent.llm.providers.endpoint import Endpoint

_NO_STEPS: tuple[PullProgress, ...] = ()


class Closable(Protocol):
    """Connections to a server."""

    async def aclose(self) -> None: ...


class FixedModels:
    """What such servers have in common: everything of `ModelServer` but the list."""

    def __init__(self, endpoint: Endpoint, connection: Closable) -> None:
        self._endpoint = endpoint
        self._closable = connection

    async def pull(self, name: str) -> AsyncGenerator[PullProgress, None]:
        """Raises `CapabilityMissing`."""
        for step in _NO_STEPS:  # makes this a generator, as the protocol wants
            yield step
        raise self._endpoint.fixed_models(name)

    async def delete(self, name: str) -> None:
        """Raises `CapabilityMissing`."""
        raise self._endpoint.fixed_models(name)

    async def aclose(self) -> None:
        """Closes its connections."""
        await self._closable.aclose()
