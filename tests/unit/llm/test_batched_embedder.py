"""What an embedder does beyond one request, against servers that speak the wire protocols."""

import asyncio
import json
from contextlib import asynccontextmanager

import numpy as np
import pytest

from desktop_agent.core.errors import (
    AuthenticationFailed,
    BadResponse,
    ContextOverflow,
    ModelTimeout,
    RateLimited,
    ServerFailed,
)
from desktop_agent.core.settings import LlmSettings
from desktop_agent.llm.embedding import BatchedEmbedder
from desktop_agent.llm.providers.endpoint import RetryPolicy
from desktop_agent.llm.providers.ollama import OllamaClient
from desktop_agent.llm.providers.openai import OpenAIClient
from tests.servers.loopback import serve
from tests.servers.model_reply import Reply
from tests.servers.ollama import FakeOllama, Model
from tests.servers.openai_compat import FakeOpenAI

QUICK = RetryPolicy(backoff_s=0.001)


def ollama(name="all-minilm", **fields):
    return FakeOllama(models=[Model(name=name, capabilities=("embedding",), **fields)])


@asynccontextmanager
async def embedding(fake, model="all-minilm", *, key=None, within_s=20.0):
    with serve(fake.app) as url:
        settings = LlmSettings(first_token_timeout_s=within_s)
        if isinstance(fake, FakeOllama):
            bare = OllamaClient(url, model=model, settings=settings)
        else:
            bare = OpenAIClient(f"{url}/v1", key, model=model, settings=settings)
        bare.limits = QUICK
        embedder = BatchedEmbedder(bare)
        yield embedder
        await embedder.aclose()


MAKERS = (ollama, lambda: FakeOpenAI(models=["all-minilm"]))
BOTH = pytest.mark.parametrize("make", MAKERS)


def scripted(fake):
    return fake.embeddings.replies if isinstance(fake, FakeOllama) else fake.embed_replies


@BOTH
async def test_each_text_gets_a_row_of_length_one_in_its_place_or_of_zeros(make):
    fake = make()
    texts = [f"text number {number} of many" for number in range(50)]
    async with embedding(fake) as embedder:
        assert (await embedder.embed([], "document")).shape == (0, 0)
        assert not fake.paths
        together = await embedder.embed(texts, "document")
        alone = [await embedder.embed([text], "document") for text in (texts[0], texts[49])]
        assert not (await embedder.embed(["!?"], "document")).any()
    assert together.shape == (50, 64)
    assert together.dtype == np.float32
    assert np.allclose(np.linalg.norm(together, axis=1), 1)
    assert np.allclose(together[[0, 49]], np.concatenate(alone))
    assert len(np.unique(together.round(4), axis=0)) == 50


async def test_a_query_and_a_document_have_the_prefix_that_the_model_wants():
    fake = ollama("nomic-embed-text")
    async with embedding(fake, "nomic-embed-text:latest") as embedder:
        await embedder.embed(["sky"], "query")
        await embedder.embed(["sky"], "document")
    assert fake.embeddings.texts == ["search_query: sky", "search_document: sky"]
    assert all(sent["truncate"] is True for sent in fake.embeddings.requests)


async def test_a_few_requests_are_made_at_once_and_no_more():
    fake = ollama()
    fake.embeddings.delay_s = 0.02
    async with embedding(fake) as embedder:
        await asyncio.gather(
            embedder.embed(["a"] * 48, "document"), embedder.embed(["b"] * 48, "document")
        )
    assert len(fake.embeddings.requests) == 8
    assert fake.embeddings.most_at_once == 3


async def test_a_query_does_not_wait_for_documents():
    fake = ollama()
    fake.embeddings.delay_s = 0.02
    async with embedding(fake) as embedder:
        documents = asyncio.ensure_future(embedder.embed(["a"] * 300, "document"))
        await asyncio.sleep(0.01)
        await embedder.embed(["b"], "query")
        assert not documents.done()
        documents.cancel()
        await asyncio.gather(documents, return_exceptions=True)
    assert len(fake.embeddings.requests) < 10


@BOTH
async def test_a_server_that_fails_for_a_moment_is_asked_again(make):
    fake = make()
    scripted(fake).extend(
        [Reply(status=503, error="server busy"), Reply(status=429, error="slow down")]
    )
    async with embedding(fake) as embedder:
        assert (await embedder.embed(["a", "b"], "document")).shape == (2, 64)


@pytest.mark.parametrize(
    ("status", "error", "kind", "asked"),
    [
        (500, "the runner has died", ServerFailed, 3),
        (429, "too many requests", RateLimited, 3),
        (401, "unauthorized", AuthenticationFailed, 1),
        (400, "invalid input type", BadResponse, 1),
    ],
)
async def test_what_stays_wrong_is_told_after_the_last_try(status, error, kind, asked):
    fake = ollama()
    fake.embeddings.replies += [Reply(status=status, error=error)] * asked
    async with embedding(fake) as embedder:
        with pytest.raises(kind, match=error):
            await embedder.embed(["a"], "document")
    assert len(fake.embeddings.requests) == asked


@BOTH
async def test_a_silent_server_is_given_up_in_time(make):
    fake = make()
    scripted(fake).append(Reply(status=500, delay_s=0.6))
    async with embedding(fake, within_s=0.1) as embedder:
        with pytest.raises(ModelTimeout, match=r"no vectors within 0\.1 s"):
            await embedder.embed(["a"], "document")


OLLAMA_FAULTS = [
    {"embeddings": [[1.0, 2.0]]},
    {"embeddings": [[1.0, float("nan")], [1.0, 2.0]]},
    {"embeddings": [[1.0, 2.0], [1.0]]},
    {"vectors": []},
]
OPENAI_FAULTS = [
    {"data": [{"index": 0, "embedding": [1.0, 2.0]}]},
    {"data": [{"index": i, "embedding": [1.0, float("inf")]} for i in range(2)]},
    {"data": [{"index": i, "embedding": "AAA"} for i in range(2)]},
    {"data": None},
]


@pytest.mark.parametrize(
    ("make", "faults"), [(MAKERS[0], OLLAMA_FAULTS), (MAKERS[1], OPENAI_FAULTS)]
)
async def test_what_is_no_row_of_numbers_for_each_text_is_refused(make, faults):
    fake = make()
    scripted(fake).extend(Reply(raw=json.dumps(body).encode()) for body in faults)
    async with embedding(fake) as embedder:
        for _ in faults:
            with pytest.raises(BadResponse, match="doesn't follow its protocol"):
                await embedder.embed(["a", "b"], "document")


async def test_a_model_that_changes_its_length_in_between_is_refused():
    fake = ollama()
    async with embedding(fake) as embedder:
        await embedder.embed(["a"], "document")
        fake.embeddings.replies.append(Reply(raw=b'{"embeddings": [[1.0, 2.0]]}'))
        with pytest.raises(BadResponse, match="2 numbers after 64"):
            await embedder.embed(["a"], "document")


@BOTH
async def test_blank_texts_and_broken_characters_are_sent_as_something_that_is_taken(make):
    fake = make()
    async with embedding(fake) as embedder:
        assert (await embedder.embed(["", " \n", "a\udcff"], "document")).shape == (3, 64)
    sent = (
        fake.embeddings.texts if isinstance(fake, FakeOllama) else fake.embed_requests[0]["input"]
    )
    assert sent == [".", ".", "a?"]


@pytest.mark.parametrize(
    "fake",
    [ollama(context_length=10, cuts=False), FakeOpenAI(models=["all-minilm"], embed_words=10)],
)
async def test_a_server_that_does_not_cut_gets_the_beginning_that_it_takes(fake):
    texts = ["short one", " ".join(f"word{number}" for number in range(40)), "short two"]
    async with embedding(fake) as embedder:
        rows = await embedder.embed(texts, "document")
        (long,) = await embedder.embed([" ".join(texts[1].split()[:8])], "document")
        (whole,) = await embedder.embed([texts[0]], "document")
    assert rows[1] @ long > 0.85
    assert np.allclose(rows[0], whole)


async def test_a_server_that_finds_every_text_too_long_is_given_up():
    async with embedding(ollama(context_length=0, cuts=False)) as embedder:
        with pytest.raises(ContextOverflow, match="too long"):
            await embedder.embed(["word " * 100], "document")


async def test_vectors_are_asked_for_in_base64_until_a_server_refuses_that():
    strict = FakeOpenAI()
    strict.embed_replies.append(
        Reply(status=400, error="Unsupported value: 'encoding_format' does not support base64")
    )
    async with embedding(strict, "m") as embedder:
        rows = await embedder.embed(["a"], "document")
        again = await embedder.embed(["a"], "document")
    forms = [sent["encoding_format"] for sent in strict.embed_requests]
    assert forms == ["base64", "float", "float"]
    assert np.array_equal(rows, again)


async def test_the_key_is_sent_and_never_shown():
    fake = FakeOpenAI(key="sk-secret-1")
    async with embedding(fake, "m", key="sk-secret-1") as embedder:
        assert (await embedder.embed(["a"], "query")).shape == (1, 64)
    async with embedding(FakeOpenAI(key="sk-other"), "m", key="sk-wrong-one") as embedder:
        with pytest.raises(AuthenticationFailed) as told:
            await embedder.embed(["a"], "query")
    assert "sk-wrong" not in str(told.value)
