"""Which embedding model is used, asked of the pool as the program does."""

from contextlib import asynccontextmanager

import pytest

from desktop_agent.core.errors import CapabilityMissing, ModelNotFound, Offline
from desktop_agent.core.settings import KnowledgeSettings, LlmSettings
from desktop_agent.llm.pool import ModelPool
from desktop_agent.web.ledger import LedgerTransport, is_offline, network_scope
from tests.servers.loopback import serve
from tests.servers.ollama import FakeOllama, Model
from tests.servers.openai_compat import FakeOpenAI

ABLE = ("embedding",)
OLLAMA = KnowledgeSettings(embedding_provider="ollama")


@asynccontextmanager
async def pooling(fake, key=None):
    with serve(fake.app) as url:
        llm = LlmSettings(ollama_url=url, openai_url=f"{url}/v1")
        pool = ModelPool(llm, lambda _provider: key, lambda: LedgerTransport("model"), is_offline)
        yield pool
        await pool.aclose()


def having(*names):
    models = [Model(name="chat"), *(Model(name=name, capabilities=ABLE) for name in names)]
    return FakeOllama(models=models)


@pytest.mark.parametrize(
    ("installed", "wanted", "kept", "chosen"),
    [
        (["all-minilm", "nomic-embed-text"], "", "", "nomic-embed-text:latest"),
        (["something-of-my-own"], "", "", "something-of-my-own:latest"),
        (["hf.co/x/bge-m3-GGUF:Q4_K_M", "all-minilm"], "", "", "hf.co/x/bge-m3-GGUF:Q4_K_M"),
        (["all-minilm", "nomic-embed-text"], "", "all-minilm:latest", "all-minilm:latest"),
        (["nomic-embed-text"], "", "all-minilm:latest", "nomic-embed-text:latest"),
        (["all-minilm", "x"], "x", "all-minilm:latest", "x:latest"),
    ],
)
async def test_the_model_is_that_of_settings_vectors_or_the_best(installed, wanted, kept, chosen):
    async with pooling(having(*installed)) as pool:
        settings = KnowledgeSettings(embedding_provider="ollama", embedding_model=wanted)
        embedder = await pool.embedder(settings, f"ollama/{kept}" if kept else "")
    assert embedder.name == f"ollama/{chosen}"


@pytest.mark.parametrize(
    ("fake", "settings", "kind", "message", "pullable"),
    [
        (having(), {}, ModelNotFound, "models pull nomic-embed-text", "nomic-embed-text"),
        (having(), {"embedding_model": "bge-m3"}, ModelNotFound, "models pull bge-m3", "bge-m3"),
        (having("a"), {"embedding_model": "chat"}, CapabilityMissing, "'chat'", ""),
        (having("a"), {"embedding_provider": "none"}, ModelNotFound, "_provider is none", ""),
        (
            FakeOpenAI(models=["chat"]),
            {"embedding_provider": "openai"},
            ModelNotFound,
            "support for embeddings. Set one in knowledge.embedding_model",
            "",
        ),
    ],
)
async def test_without_a_model_that_embeds_it_is_told_how_to_get_one(
    fake, settings, kind, message, pullable
):
    async with pooling(fake) as pool:
        with pytest.raises(kind) as told:
            await pool.embedder(KnowledgeSettings(**{"embedding_provider": "ollama"} | settings))
    assert message in str(told.value)
    assert getattr(told.value, "pullable", "") == pullable


async def test_the_server_is_asked_once_for_many_searches_and_again_when_the_choice_is_forgotten():
    fake = having("all-minilm")
    async with pooling(fake) as pool:
        one = await pool.embedder(OLLAMA)
        assert await pool.embedder(OLLAMA) is one
        assert fake.paths.count("GET /api/tags") == 1
        pool.forget_choice()
        assert await pool.embedder(OLLAMA) is one
        assert fake.paths.count("GET /api/tags") == 2


OPENAI = KnowledgeSettings(embedding_provider="openai")


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        (["gpt-5", "text-embedding-3-large", "text-embedding-3-small"], "text-embedding-3-small"),
        (["chat", "bge-reranker-v2", "Qwen/Qwen3-Embedding-0.6B"], "Qwen/Qwen3-Embedding-0.6B"),
    ],
)
async def test_of_another_server_a_model_is_taken_whose_name_says_that_it_embeds(offered, chosen):
    async with pooling(FakeOpenAI(models=offered)) as pool:
        assert (await pool.embedder(OPENAI)).name == f"openai/{chosen}"


async def test_offline_a_server_on_this_machine_is_asked_and_another_is_not():
    fake = having("all-minilm")
    async with pooling(fake) as pool:
        with network_scope(lambda _use: None, offline=True):
            embedder = await pool.embedder(OLLAMA)
            assert (await embedder.embed(["a"], "query")).shape == (1, 64)
    llm = LlmSettings(openai_url="https://models.example.org/v1")
    pool = ModelPool(llm, lambda _provider: None, lambda: LedgerTransport("model"), is_offline)
    named = KnowledgeSettings(embedding_provider="openai", embedding_model="m")
    remote = await pool.embedder(named)
    with network_scope(lambda _use: None, offline=True):
        with pytest.raises(Offline, match=r"models\.example\.org"):
            await pool.embedder(named)
        with pytest.raises(Offline):
            await remote.embed(["a"], "query")
    await pool.aclose()
