"""Build models and model servers from the settings, and measure how fast models read and write."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import replace

import httpx

from desktop_agent.core.errors import ModelNotFound
from desktop_agent.core.models import ModelInfo
from desktop_agent.core.settings import LlmSettings
from desktop_agent.llm.base import ChatModel, ChatRequest, EndPiece, ModelWrapper, Piece, WaitPiece
from desktop_agent.llm.context_window import estimate_tokens
from desktop_agent.llm.providers.anthropic import AnthropicClient
from desktop_agent.llm.providers.client import ModelClient
from desktop_agent.llm.providers.endpoint import meaning_of
from desktop_agent.llm.providers.ollama import OllamaClient
from desktop_agent.llm.providers.openai import OpenAIClient
from desktop_agent.llm.wrappers import Patience, TextTools, ThinkingTags
from desktop_agent.system.tasks import wait_out

TransportFactory = Callable[[], httpx.AsyncBaseTransport]

# --- Speeds and waits

_KEPT_LOADED_S = 240  # Ollama unloads a model that was not used for five minutes
_LEAST_READ = 64  # tokens; the time of fewer is that of the request itself
_LEAST_S = 0.2  # shorter times are too short to be measured from here


class Clocked(ModelWrapper):
    """A wrapper that measures the model's speeds, and announces a reply that is slow to begin.

    Speeds that the server reports are kept; otherwise, they are measured by this machine's clock. A
    `WaitPiece` after ``after_s`` seconds says how long the prompt will take, based on the slowest
    recent speed, because some servers count cached tokens as read.
    """

    def __init__(self, inner: ChatModel, after_s: float = 1.0) -> None:
        super().__init__(inner)
        self._after_s = after_s
        self._speeds: deque[float] = deque(maxlen=8)
        self._answered_at: float | None = None

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        began = time.monotonic()
        async with aclosing(self._inner.stream(request)) as source:
            waiting = asyncio.ensure_future(anext(source))
            try:
                await asyncio.wait({waiting}, timeout=self._after_s)
                if not waiting.done():
                    yield WaitPiece(self._wait_text(request))
                yield await waiting
            finally:
                if not waiting.done():
                    waiting.cancel()
                    await wait_out(waiting)
            first = time.monotonic()
            async for piece in source:
                if isinstance(piece, EndPiece):
                    yield self._measured(piece, first - began, time.monotonic() - first)
                    self._answered_at = time.monotonic()
                else:
                    yield piece

    def _wait_text(self, request: ChatRequest) -> str:
        at = self._answered_at
        if self.provider == "ollama" and (at is None or time.monotonic() - at > _KEPT_LOADED_S):
            return f"Loading {self.name}…"
        tokens = estimate_tokens(request)
        shown = f"{round(tokens, -2 if tokens >= 1000 else -1):,}"
        if not self._speeds:
            return f"{self.name} is reading {shown} tokens…"
        seconds = max(1, round(tokens / min(self._speeds)))
        return f"{self.name} is reading {shown} tokens, about {seconds} s…"

    def _measured(self, end: EndPiece, reading_s: float, writing_s: float) -> EndPiece:
        read = end.prompt_tokens - end.cached_tokens
        prompt_speed = end.prompt_speed or _per_s(read, reading_s)
        # by the clock, the first call may have waited for the model to load
        told = end.prompt_speed or self._answered_at is not None
        if told and prompt_speed and read >= _LEAST_READ:
            self._speeds.append(prompt_speed)
        speed = end.speed or _per_s(end.completion_tokens, writing_s)
        return replace(end, prompt_speed=round(prompt_speed, 1), speed=round(speed, 1))


def _per_s(tokens: int, seconds: float) -> float:
    return max(0, tokens) / seconds if seconds >= _LEAST_S else 0.0


# --- Models and servers

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


def chat_model(bare: ModelClient) -> ChatModel:
    """Return a chat model with timeouts and retries that recognizes thinking and calls in text."""
    return TextTools(ThinkingTags(Patience(Clocked(bare), bare.limits)))


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
