"""Manage models for frontends: check, list, pull and delete them.

Provider clients are imported in a thread on first use.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractContextManager, aclosing
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_agent.core.errors import AgentError, Offline
from desktop_agent.core.models import (
    SEARCH_MODEL,
    Diagnosis,
    ModelInfo,
    ModelSpeed,
    ProviderState,
    PullProgress,
)

if TYPE_CHECKING:
    from desktop_agent.app.search_model import SearchModel
    from desktop_agent.runs.services import Services


LIBRARY = "registry.ollama.ai"
"""The host from which Ollama downloads models."""

_PROVIDERS = ("ollama", "openai", "anthropic")
_OFFERED_WITHIN_S = 5.0


class Models:
    """The models of all configured providers, for use from a single event loop.

    ``services`` returns the services for the current settings, ``alone`` returns the network scope
    for requests outside a run, and ``own`` returns the built-in search model. ``recordings`` is the
    folder of recorded runs, from which speeds are taken.
    """

    def __init__(
        self,
        services: Callable[[], "Services"],
        alone: Callable[[], AbstractContextManager[None]],
        own: Callable[[], "SearchModel"],
        recordings: Path,
        embed_documents: Callable[[], None],
    ) -> None:
        self._recordings = recordings
        self._services = services
        self._alone = alone
        self._own = own
        self._embed_documents = embed_documents

    async def load_provider(self) -> None:
        """Import the current provider's client in a thread, which takes 0.5 s the first time."""
        await asyncio.to_thread(_import_services)
        with self._services().hold() as services:
            await services.models.warm_up(services.settings.llm.provider)

    async def state(self) -> ProviderState:
        """Return the current provider's usable model, or the problem and how to fix it."""
        await asyncio.to_thread(_import_services)
        from desktop_agent.web.ledger import polling

        with self._services().hold() as services:
            llm = services.settings.llm
            try:
                await self.load_provider()
                await _read_keys(services, llm.provider)
                with self._alone(), polling():
                    services.models.forget_choice()
                    name = await services.models.checked_name(llm.provider)
            except AgentError as error:
                return ProviderState(
                    ok=False,
                    provider=llm.provider,
                    model=llm.model,
                    problem=error.message,
                    remedy=error.remedy,
                    pullable=getattr(error, "pullable", ""),
                )
            return ProviderState(ok=True, provider=llm.provider, model=name)

    async def list(self, provider: str = "") -> tuple[ModelInfo, ...]:
        """List a provider's models (by default, the current provider's); may raise `ModelError`."""
        with self._services().hold() as services, self._alone():
            provider = provider or services.settings.llm.provider
            await _read_keys(services, provider)
            return await services.models.list_models(provider)

    async def offered(self) -> tuple[tuple[str, ModelInfo], ...]:
        """Return the provider and details of every model that can currently answer a question.

        All configured providers are queried concurrently; unresponsive ones are left out.
        """
        await asyncio.to_thread(_import_services)
        with self._services().hold() as services:
            await services.read_keys()
            wanted = [each for each in _PROVIDERS if services.models.is_set_up(each)]
            lists = await asyncio.gather(*(self._offered(services, each) for each in wanted))
        return tuple(
            (provider, model)
            for provider, models in zip(wanted, lists, strict=True)
            for model in models
            if "completion" in model.capabilities or not model.capabilities
        )

    async def _offered(self, services: "Services", provider: str) -> tuple[ModelInfo, ...]:
        try:
            with self._alone():
                await services.models.warm_up(provider)
                async with asyncio.timeout(_OFFERED_WITHIN_S):
                    return await services.models.list_models(provider)
        except (AgentError, TimeoutError):
            return ()

    async def speeds(self) -> dict[tuple[str, str], ModelSpeed]:
        """Return model speeds in the latest runs, by provider and model."""
        from desktop_agent.storage.runs import measured_speeds

        return await asyncio.to_thread(measured_speeds, self._recordings)

    async def test(self, provider: str) -> Diagnosis:
        with self._services().hold() as services, self._alone():
            await services.read_keys()
            return await services.diagnose(provider)

    async def pull(self, name: str) -> AsyncGenerator[PullProgress, None]:
        """Pull a model into Ollama, or download the search model into the user's data folder.

        Closing the generator stops the pull; a new call resumes it. Raise `Offline` if the network
        is switched off, because Ollama downloads models from its online library.
        """
        services = self._services()
        if name == SEARCH_MODEL:
            async with aclosing(self._own().pull()) as steps:
                async for step in steps:
                    yield step
            self._embed_documents()
            return
        with services.hold(), self._alone():
            self._refuse_offline(name)
            async with aclosing(services.models.ollama().pull(name)) as steps:
                async for step in steps:
                    self._refuse_offline(name)  # Ollama continues until the connection is closed
                    yield step
            services.models.forget_choice()

    @staticmethod
    def _refuse_offline(name: str) -> None:
        from desktop_agent.web.ledger import is_offline, note_refusal

        if is_offline():
            note_refusal("model", LIBRARY)
            raise Offline(
                f"{name} was not downloaded: the network is switched off.",
                "Switch it on to download a model.",
            )

    async def delete(self, name: str) -> None:
        """Delete a model from Ollama, or the search model from the user's data folder."""
        if name == SEARCH_MODEL:
            await self._own().remove()
            return
        with self._services().hold() as services, self._alone():
            await services.models.ollama().delete(name)
            services.models.forget_choice()

    def find_ollama(self) -> Path | None:
        """Return the path of the Ollama program, running or not, or None."""
        from desktop_agent.llm.diagnosis import find_ollama

        return find_ollama()

    def machine_memory(self) -> int:
        """Return this computer's memory in bytes, or 0 if unknown."""
        from desktop_agent.llm.diagnosis import machine_memory

        return machine_memory()


async def _read_keys(services: "Services", provider: str) -> None:
    if provider != "ollama":  # Ollama has no key, and a keyring may ask for its password
        await services.read_keys()


def _import_services() -> None:
    import desktop_agent.runs.services  # noqa: F401 - imported ahead of its use
