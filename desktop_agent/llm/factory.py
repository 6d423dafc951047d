"""Build clients of model servers from the settings, and choose a chat model."""

from collections.abc import Callable

import httpx

from desktop_agent.core.errors import ModelNotFound
from desktop_agent.core.models import ModelInfo
from desktop_agent.core.settings import LlmSettings
from desktop_agent.llm.providers.anthropic import AnthropicClient
from desktop_agent.llm.providers.client import ModelClient
from desktop_agent.llm.providers.endpoint import meaning_of
from desktop_agent.llm.providers.ollama import OllamaClient
from desktop_agent.llm.providers.openai import OpenAIClient

TransportFactory = Callable[[], httpx.AsyncBaseTransport]

_CLIENTS: dict[str, type[ModelClient]] = {
    "ollama": OllamaClient,
    "openai": OpenAIClient,
    "anthropic": AnthropicClient,
}


def provider_url(settings: LlmSettings, provider: str) -> str:
    """Return a provider's base URL; raise `ModelNotFound` if the provider is unknown."""
    if provider not in _CLIENTS:
        raise ModelNotFound(
            f"There is no model provider called {provider!r}.",
            f"Choose one of: {', '.join(_CLIENTS)}.",
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
    """Build a client for a provider's server, and for one of its models if one is given.

    The client closes ``transport``. Raise `ModelNotFound` if the provider is unknown.
    """
    url = provider_url(settings, provider)
    kind = _CLIENTS[provider]
    return kind(url, api_key, model=model, settings=settings, transport=transport)


# --- Choosing a chat model

RECOMMENDED = "qwen3:4b"
"""A model with tool support that runs on machines with 8 GB of memory."""


async def choose_model(server: ModelClient, provider: str = "ollama") -> str:
    """Choose a chat model when the settings specify none, and return its name.

    Loaded models are preferred, then models with tool support, then the first in the server's order
    (for Ollama, the most recently used). Raise `ModelNotFound` if there is none.
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
