"""The three providers with the fakes that speak their protocols, for one suite of tests."""

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from desktop_agent.core.settings import LlmSettings
from desktop_agent.llm.base import ChatModel
from desktop_agent.llm.providers.anthropic import AnthropicClient
from desktop_agent.llm.providers.client import ModelClient
from desktop_agent.llm.providers.endpoint import RetryPolicy
from desktop_agent.llm.providers.ollama import OllamaClient
from desktop_agent.llm.providers.openai import OpenAIClient
from desktop_agent.web.ledger import LedgerTransport
from tests.servers.anthropic import FakeAnthropic
from tests.servers.loopback import serve
from tests.servers.model_reply import ReplyLike
from tests.servers.ollama import FakeOllama
from tests.servers.openai_compat import FakeOpenAI

KEY = "sk-test-0123456789abcdef"
QUICK = RetryPolicy(first_token_s=5, between_tokens_s=5, retries=2, backoff_s=0.01)


@dataclass(frozen=True)
class Provider:
    """How to make the fake and the client of one provider."""

    name: str
    fake: Callable[..., Any]
    path: str
    client: Callable[..., ModelClient]


PROVIDERS = [
    Provider("ollama", FakeOllama, "", OllamaClient),
    Provider("openai", FakeOpenAI, "/v1", OpenAIClient),
    Provider("anthropic", FakeAnthropic, "", AnthropicClient),
]


@asynccontextmanager
async def talking(
    provider: Provider,
    replies: Iterable[ReplyLike] = (),
    *,
    name: str = "m",
    key: str | None = KEY,
    limits: RetryPolicy = QUICK,
    top_p: float | None = None,
    after_s: float = 5.0,
    **options: Any,
) -> AsyncIterator[tuple[ChatModel, Any]]:
    """Gives a model of the provider and the fake server that it talks to."""
    fake = provider.fake(replies=replies, **options)
    with serve(fake.app) as url:
        settings = LlmSettings(top_p=top_p)
        transport = LedgerTransport("model")
        at = url + provider.path
        model = provider.client(at, key, model=name, settings=settings, transport=transport)
        model.limits, model.speed.told_after_s = limits, after_s
        try:
            yield model, fake
        finally:
            await model.aclose()


@asynccontextmanager
async def opened(
    kind: Callable[..., ModelClient],
    fake: Any,
    path: str = "",
    key: str | None = None,
    **settings: Any,
) -> AsyncIterator[Any]:
    """Gives the client of a provider, for the model ``m`` of a fake server."""
    with serve(fake.app) as url:
        client = kind(url + path, key, model="m", settings=LlmSettings(max_retries=0, **settings))
        yield client
        await client.aclose()
