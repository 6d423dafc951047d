"""The three providers with the fakes that speak their protocols, for one suite of tests."""

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx

from desktop_agent.llm.base import ChatModel, ModelServer
from desktop_agent.llm.factory import Clocked
from desktop_agent.llm.providers.anthropic import AnthropicModel, AnthropicServer
from desktop_agent.llm.providers.ollama import OllamaModel, OllamaServer
from desktop_agent.llm.providers.openai import OpenAIModel, OpenAIServer
from desktop_agent.llm.wrappers import Patience, RetryPolicy
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
    """How to make the fake, the model and the server of one provider."""

    name: str
    fake: Callable[..., Any]
    path: str
    model_kind: Callable[..., ChatModel]
    server_kind: Callable[..., ModelServer]

    def model(
        self,
        name: str,
        url: str,
        key: str | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        **options: Any,
    ) -> ChatModel:
        transport = transport or LedgerTransport("model")
        return self.model_kind(name, url, *self._keys(key), transport=transport, **options)

    def server(self, url: str, key: str | None) -> ModelServer:
        return self.server_kind(url, *self._keys(key), transport=LedgerTransport("model"))

    def _keys(self, key: str | None) -> tuple[str | None, ...]:
        return () if self.name == "ollama" else (key,)


PROVIDERS = [
    Provider("ollama", FakeOllama, "", OllamaModel, OllamaServer),
    Provider("openai", FakeOpenAI, "/v1", OpenAIModel, OpenAIServer),
    Provider("anthropic", FakeAnthropic, "", AnthropicModel, AnthropicServer),
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
    """Gives a patient model of the provider and the fake server that it talks to."""
    fake = provider.fake(replies=replies, **options)
    with serve(fake.app) as url:
        bare = provider.model(name, url + provider.path, key, top_p=top_p)
        model = Patience(Clocked(bare, after_s), limits)
        try:
            yield model, fake
        finally:
            await model.aclose()


@asynccontextmanager
async def opened(fake: Any, made: Callable[[str], Any]) -> AsyncIterator[Any]:
    with serve(fake.app) as url:
        own = made(url)
        yield own
        await own.aclose()
