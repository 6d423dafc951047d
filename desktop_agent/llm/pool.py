"""A pool of models, built on first use and kept while the program runs."""

import asyncio
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import httpx

from desktop_agent.core.errors import (
    AgentError,
    AuthenticationFailed,
    CapabilityMissing,
    ContextOverflow,
    ModelError,
    ModelNotFound,
    Offline,
    SettingsError,
)
from desktop_agent.core.models import ModelInfo
from desktop_agent.core.network import host_of, is_loopback
from desktop_agent.core.settings import KnowledgeSettings, LlmSettings, origin
from desktop_agent.llm.base import ChatModel, ChatRequest, FallbackPiece, Piece, WaitPiece
from desktop_agent.llm.providers.anthropic import AnthropicClient
from desktop_agent.llm.providers.client import ModelClient
from desktop_agent.llm.providers.endpoint import is_server_url, meaning_of
from desktop_agent.llm.providers.ollama import OllamaClient, load_ollama
from desktop_agent.llm.providers.openai import OpenAIClient
from desktop_agent.system.resources import toml_resource

if TYPE_CHECKING:
    from desktop_agent.llm.embedding import Embedder  # which needs numpy

Fact = TypeVar("Fact", int, float)

_OF_THE_PROMPT = (ContextOverflow, CapabilityMissing)
"""Errors that another model would not avoid, or whose causes are handled elsewhere."""

# --- Model servers

TransportFactory = Callable[[], httpx.AsyncBaseTransport]

PROVIDERS: dict[str, type[ModelClient]] = {
    "ollama": OllamaClient,
    "openai": OpenAIClient,
    "anthropic": AnthropicClient,
}


def provider_url(settings: LlmSettings, provider: str) -> str:
    """Return a provider's base URL; raise `ModelNotFound` if the provider is unknown."""
    if provider not in PROVIDERS:
        raise ModelNotFound(
            f"There is no model provider called {provider!r}.",
            f"Choose one of: {', '.join(PROVIDERS)}.",
        )
    url: str = getattr(settings, f"{provider}_url")
    return url


def build_server(
    settings: LlmSettings,
    provider: str,
    api_key: str | None,
    transport: httpx.AsyncBaseTransport | None = None,
    model: str = "",
) -> ModelClient:
    """Build a client for a provider's server and, if given, one of its models.

    The client closes ``transport``. Raise `ModelNotFound` if the provider is unknown.
    """
    url = provider_url(settings, provider)
    return PROVIDERS[provider](url, api_key, model=model, settings=settings, transport=transport)


# --- Swarm members in the settings: ``[provider/]model[@url]``


@dataclass(frozen=True, slots=True)
class MemberName:
    """The provider, model and URL of a swarm member; ``url`` is "" for the provider's own URL."""

    provider: str
    model: str
    url: str = ""


def parse_member(text: str, provider: str) -> MemberName:
    """Parse an entry of ``swarm.models``; ``provider`` is the default for entries without one.

    Model names may contain slashes and colons (``hf.co/x/y:Q4_K_M``), so the part before the first
    slash counts as a provider only if it is a known one. A model whose own name begins with
    ``openai/`` is written as ``openai/openai/…``. The URL must not contain a user name, password or
    query. Raise `SettingsError`, quoting the entry, if it is invalid.
    """
    named, at, url = re.split(r"(@(?=https?://)|$)", text.strip(), maxsplit=1, flags=re.IGNORECASE)
    before, slash, after = named.partition("/")
    if slash and before.lower() in PROVIDERS:
        provider, named = before.lower(), after
    fault = ""
    if not re.fullmatch(r"[^\s][^\s@]*", named):
        fault = "names no model that can be read"
    elif provider not in PROVIDERS:
        fault = f"names no provider, and llm.provider is {provider}"
    elif at and (re.search(r"[\s@?#]", url) or not is_server_url(url)):
        fault = "has an address that cannot be read"
    if fault:
        raise SettingsError(
            f"Entry {text[:120]!r} in swarm.models {fault}.",
            "Write it as [provider/]model[@url], like qwen3:4b, openai/gpt-5 or "
            "ollama/qwen3:8b@http://192.168.1.20:11434.",
        )
    return MemberName(provider, named, url.rstrip("/"))


def parse_fallback(text: str, provider: str) -> MemberName:
    """Parse ``llm.fallback_model`` (``[provider:]model``); ``provider`` is the default."""
    before, colon, after = text.strip().partition(":")
    if colon and before.lower() in PROVIDERS:
        return MemberName(before.lower(), after.strip())
    return MemberName(provider, text.strip())


# --- A model that another answers for


class FallbackModel:
    """A chat model for one run: if its first model fails before a reply begins, another answers.

    From then on, the other model answers every request of the run. ``failed`` is given if the model
    could not even be looked up; ``inner`` is then the other model, and ``chosen`` the requested
    one.
    """

    def __init__(
        self,
        inner: ChatModel,
        other: ChatModel,
        failed: AgentError | None = None,
        chosen: str = "",
    ) -> None:
        self.provider, self.name = inner.provider, inner.name
        self._inner, self._other, self._failed = inner, other, failed
        self._chosen = chosen or inner.name
        self._told = False

    async def context_tokens(self) -> int:
        return await self._looked_up(lambda model: model.context_tokens())

    async def billions_of_parameters(self) -> float:
        return await self._looked_up(lambda model: model.billions_of_parameters())

    async def _looked_up(self, ask: Callable[[ChatModel], Awaitable[Fact]]) -> Fact:
        if self._failed is None:
            try:
                return await ask(self._inner)
            except ModelError as error:
                self._failed = error
        return await ask(self._other)

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """Yield the model's reply, or a `FallbackPiece` followed by the other model's reply."""
        if self._failed is None:
            began = False
            try:
                async with aclosing(self._inner.stream(request)) as pieces:
                    async for piece in pieces:
                        began = began or not isinstance(piece, WaitPiece)
                        yield piece
                return
            except (ModelError, Offline) as error:
                if began or isinstance(error, _OF_THE_PROMPT):
                    raise
                self._failed = error
        other = self._other
        reason = self._failed.message.rstrip(".")
        told = f"{self._chosen} did not answer ({reason}); using {other.name} instead."
        yield FallbackPiece(other.provider, other.name, "" if self._told else told)
        self._told = True
        async with aclosing(other.stream(request)) as pieces:
            async for piece in pieces:
                yield piece


# --- Choosing a chat model

RECOMMENDED = "qwen3:4b"
"""A model with tool support that runs on machines with 8 GB of memory."""


async def choose_model(server: ModelClient, provider: str = "ollama") -> str:
    """Return the name of a chat model to use when the settings specify none.

    Loaded models are preferred, then models with tool support, then the first in the server's order
    (for Ollama, the most recently used). Raise `ModelNotFound` if the server has no chat model.
    """
    chatting = [model for model in await server.list_models() if _chats(model)]
    if not chatting:
        told = f"The provider {provider} has no model that can chat."
        if provider != "ollama":
            raise ModelNotFound(told, "Choose one with --model or llm.model in the settings.")
        pull = f"ollama pull {RECOMMENDED} (or: desktop-agent models pull {RECOMMENDED})"
        raise ModelNotFound(told, f"Get one with: {pull}", RECOMMENDED)
    return min(chatting, key=lambda m: (not m.loaded, "tools" not in m.capabilities)).name


def _chats(model: ModelInfo) -> bool:
    if model.capabilities:
        return "completion" in model.capabilities
    return meaning_of(model.name, "names") is None


# --- Embedding models

RECOMMENDED_EMBEDDING = "nomic-embed-text"
"""A 274 MB model that is fast even without a GPU."""

_EMBEDS = re.compile(r"embed|minilm|\bbge-|\be5-|\bgte-", re.IGNORECASE)


def choose_embedding_model(
    models: Iterable[ModelInfo], provider: str, wanted: str = "", kept: str = ""
) -> str:
    """Return the name of an embedding model, with its tag if the provider is Ollama.

    ``wanted`` is the model in the settings, which must be among ``models``. Without it, ``kept`` is
    preferred, then the first in the order of preference in ``model_servers.toml``. Raise
    `ModelNotFound` if no model fits, and `CapabilityMissing` if ``wanted`` cannot produce
    embeddings.
    """
    named = _tagged if provider == "ollama" else str
    offered = {named(model.name): model for model in models}
    if wanted:
        _check_wanted(offered.get(named(wanted)), wanted)
        return named(wanted)
    able = [name for name, model in offered.items() if _embeds(model)]
    if able:
        return min(able, key=lambda name: (name != named(kept), _rank(name)))
    if provider != "ollama":
        raise ModelNotFound(
            "No model on the OpenAI-compatible server reports support for embeddings.",
            "Set one in knowledge.embedding_model.",
        )
    raise ModelNotFound(
        "Ollama has no embedding model, so documents are searched by keyword only.",
        f"Get one with: desktop-agent models pull {RECOMMENDED_EMBEDDING}",
        RECOMMENDED_EMBEDDING,
    )


def _tagged(name: str) -> str:
    return name if ":" in name.rpartition("/")[2] else f"{name}:latest"


def _check_wanted(model: ModelInfo | None, wanted: str) -> None:
    if model is None:
        raise ModelNotFound(
            f"Ollama does not have the embedding model {wanted!r}.",
            f"Get it with: desktop-agent models pull {wanted}",
            wanted,
        )
    if model.capabilities and not _embeds(model):
        raise CapabilityMissing(
            f"The Ollama model {wanted!r} can't create embeddings.",
            "Set an embedding model in knowledge.embedding_model, or leave it empty.",
            "embedding",
        )


def _embeds(model: ModelInfo) -> bool:
    if model.capabilities:
        return "embedding" in model.capabilities
    return bool(_EMBEDS.search(model.name)) and "rerank" not in model.name.lower()


def _rank(name: str) -> int:
    preferred = toml_resource("model_servers.toml")["preferred_embeddings"]
    return next((i for i, each in enumerate(preferred) if each in name.lower()), len(preferred))


# --- The pool


class ModelPool:
    """A pool of models and model servers, looked up by name.

    ``key`` returns a provider's API key, or None. If the key changes, models are rebuilt.
    ``is_offline`` returns whether the network is switched off, and ``refused`` is called with the
    host name each time a server is therefore not contacted. Methods raise `ModelNotFound` if the
    provider is ``none``, `Offline` if only the network switch is in the way, and `ModelError` if a
    server fails.
    """

    def __init__(
        self,
        settings: LlmSettings,
        key: Callable[[str], str | None],
        transport: TransportFactory,
        is_offline: Callable[[], bool],
        refused: Callable[[str], None] = lambda _host: None,
    ) -> None:
        self._settings = settings
        self._is_offline = is_offline
        self._refused = refused
        self._key = key
        self._transport = transport
        self._built: dict[tuple[str, str, str, str | None], ModelClient] = {}
        self._embedders: dict[ModelClient, Embedder] = {}
        self._chosen: dict[tuple[str, ...], str] = {}
        self._found: set[str] = set()

    def _client(self, provider: str, model: str = "", url: str = "") -> ModelClient:
        """Return a client for a server and model, built only once. ``url`` is a member's URL."""
        own_url = self._url(provider)
        url = url or own_url
        host = host_of(url)
        if self._is_offline() and not is_loopback(host):
            self._refused(host)
            raise Offline(
                f"The network is switched off, but the provider {provider} is at {host}.",
                "Switch the network on, or choose a model on this computer.",
            )
        # the stored key may be sent only to the server in the settings
        key = self._key(provider) if origin(url) == origin(own_url) else None
        identity = (provider, model, url.rstrip("/"), key)
        if identity not in self._built:
            settings = self._settings.model_copy(update={f"{provider}_url": url})
            client = build_server(settings, provider, key, self._transport(), model)
            self._built[identity] = client
        return self._built[identity]

    def _model(self, name: MemberName) -> ModelClient:
        return self._client(name.provider, name.model, name.url)

    def ollama(self) -> OllamaClient:
        server = self._client("ollama")
        assert isinstance(server, OllamaClient)
        return server

    async def list_models(self, provider: str) -> tuple[ModelInfo, ...]:
        return await self._client(provider).list_models()

    def _url(self, provider: str) -> str:
        if provider == "none":
            raise ModelNotFound(
                "No model is chosen: llm.provider is none.",
                "Choose ollama, openai or anthropic in the settings.",
            )
        return provider_url(self._settings, provider)

    def _is_here(self, provider: str) -> bool:
        return is_loopback(host_of(self._url(provider)))

    # --- Choosing a model

    async def name(self, provider: str, model: str = "") -> str:
        """Return ``model`` if given, otherwise the configured model or an available one."""
        self._url(provider)
        wanted = model or (self._settings.model if provider == self._settings.provider else "")
        if not wanted and (provider,) not in self._chosen:
            self._chosen[provider,] = await choose_model(self._client(provider), provider)
            self._found.add(provider)
        return wanted or self._chosen[provider,]

    def forget_choice(self) -> None:
        """Clear the cached choices, so that the next run looks for installed models again."""
        self._chosen.clear()

    async def checked_name(self, provider: str, model: str = "") -> str:
        """Return the name of the model to use, after checking that its server has the model.

        Models are looked up only on Ollama servers. OpenAI-compatible servers only need to be
        reachable, because their model lists may be incomplete.
        """
        names = {model.name for model in await self.list_models(provider)}
        name = await self.name(provider, model)
        if provider == "ollama" and not names & {name, f"{name}:latest"}:
            raise ModelNotFound(
                f"Ollama does not have the model {name!r}.",
                f"Get it with: desktop-agent models pull {name}",
                name,
            )
        self._found.add(provider)
        return name

    async def check_available(self, provider: str, model: str) -> None:
        """Raise `AgentError` if the model and its fallback are already known to be unavailable.

        Local servers are contacted, which takes milliseconds. For remote servers, only the network
        switch and the presence of a key are checked.
        """
        other = self._fallback_name()
        try:
            await self._check(provider, model)
        except AgentError:
            with suppress(AgentError):
                if other is not None and provider != "none":
                    return await self._check(other.provider, other.model)
            raise

    async def _check(self, provider: str, model: str) -> None:
        self._client(provider).check()
        if self._is_here(provider):
            await self.checked_name(provider, model)

    def is_set_up(self, provider: str) -> bool:
        """Return whether a provider is configured, runs on this machine, or has a key."""
        used = provider == self._settings.provider
        return used or self._is_here(provider) or self._key(provider) is not None

    def is_expected(self, provider: str, error: AgentError) -> bool:
        """Return whether the user was relying on the model that failed.

        This is assumed if the settings specify a model or a non-default provider, or if the
        provider was available earlier in this session. A missing key does not count as a failure.
        """
        if not isinstance(error, ModelError) or isinstance(error, AuthenticationFailed):
            return False
        if isinstance(error, ModelNotFound):
            return provider == self._settings.provider and bool(self._settings.model)
        default = provider == LlmSettings.model_fields["provider"].default
        return not default or provider in self._found or bool(self._settings.model)

    async def warm_up(self, provider: str) -> None:
        """Import a provider's SDK in a thread, because the import takes 0.6 to 3 s of CPU time."""
        if provider == "ollama":
            await asyncio.to_thread(load_ollama)
        elif provider != "none":
            await asyncio.to_thread(__import__, provider)

    # --- Models for a run

    async def model(self, provider: str, model: str = "") -> ChatModel:
        return self._model(MemberName(provider, await self.name(provider, model)))

    async def model_with_fallback(self, provider: str, model: str = "") -> ChatModel:
        """Return a run's model, which is replaced by ``llm.fallback_model`` if it fails."""
        self._url(provider)
        name, other = self._fallback_name(), None
        if name is not None and (self._is_here(name.provider) or not self._is_offline()):
            with suppress(AgentError):  # its key may not be sent to the server in the settings
                other = self._model(name)
        try:
            chosen = await self.model(provider, model)
        except AgentError as error:
            if other is None:
                raise
            return FallbackModel(other, other, error, model or provider)
        return chosen if other in (None, chosen) else FallbackModel(chosen, other)

    def _fallback_name(self) -> MemberName | None:
        text, provider = self._settings.fallback_model, self._settings.provider
        name = parse_fallback(text, provider) if text else None
        return None if name is None or name.provider == "none" else name

    async def members(
        self, specs: Sequence[str], tell: Callable[[str], None] = lambda _text: None
    ) -> tuple[ChatModel, ...]:
        """Build the members of a swarm, in order, from entries of ``swarm.models``.

        Their availability is not checked, because a swarm tolerates missing members. While the
        network is switched off, remote members are left out, and ``tell`` is called with a message
        about each one. Raise `SettingsError` if an entry is invalid.
        """
        members: list[ChatModel] = []
        for each in [parse_member(spec, self._settings.provider) for spec in specs]:
            try:
                members.append(self._model(each))
            except Offline:
                host = host_of(each.url or self._url(each.provider))
                tell(f"The network is switched off, so {each.model} at {host} is not asked.")
        for provider in {each.provider for each in members}:
            await self.warm_up(provider)
        return tuple(members)

    async def embedder(self, settings: KnowledgeSettings, kept: str = "") -> "Embedder":
        """Return the configured embedding model, or an available one if none is configured.

        ``kept`` is the `Embedder.name` stored with the vectors of an index. If the settings specify
        no model, ``kept`` is used as long as it is available, even if others have since been
        installed. The choice is cached until `forget_choice` is called.

        Raise `ModelNotFound` if there is no embedding model, and `CapabilityMissing` if the model
        cannot produce embeddings.
        """
        provider, named = settings.embedding_provider, settings.embedding_model
        if provider == "none":
            raise ModelNotFound(
                "No embedding model is chosen: knowledge.embedding_provider is none.",
                "Choose ollama or openai in the settings.",
            )
        kept = kept.removeprefix(f"{provider}/")
        wanted = (provider, named, kept)
        if wanted not in self._chosen:
            if provider == "ollama" or not named:
                offered = await self.list_models(provider)
                named = choose_embedding_model(offered, provider, named, kept)
            self._chosen[wanted] = named
        # numpy takes a tenth of a second to import
        await asyncio.to_thread(__import__, "desktop_agent.llm.embedding")
        from desktop_agent.llm.embedding import BatchedEmbedder

        client = self._client(provider, self._chosen[wanted])
        return self._embedders.setdefault(client, BatchedEmbedder(client))

    async def aclose(self) -> None:
        for each in self._built.values():
            await each.aclose()
        self._built.clear()
        self._embedders.clear()
