"""Embeddings as real servers sent them: Ollama 0.33 and llama.cpp's server."""

import numpy as np
import pytest

from desktop_agent.core.errors import BadResponse, CapabilityMissing, ContextOverflow, ModelNotFound
from desktop_agent.llm.embedding import BatchedEmbedder
from desktop_agent.llm.providers.ollama_embedding import OllamaEmbedding
from desktop_agent.llm.providers.openai_embedding import OpenAIEmbedding
from tests.servers.captures import read_captures, replaying
from tests.servers.loopback import serve


@pytest.fixture
def url(shared_fixtures):
    ollama = read_captures(shared_fixtures / "ollama" / "captures.jsonl")
    llama = read_captures(shared_fixtures / "llama_server" / "captures.jsonl")
    with serve(replaying([*ollama, *llama])) as url:
        yield url


async def rows(bare, texts):
    embedder = BatchedEmbedder(bare)
    try:
        return await embedder.embed(texts, "document")
    finally:
        await embedder.aclose()


def openai(model, url):
    return OpenAIEmbedding(model, f"{url}/v1", None)


async def test_the_same_texts_have_the_same_vectors_whichever_way_they_are_asked_for(url):
    own = await rows(OllamaEmbedding("all-minilm", f"{url}/071_embed_many"), ["a", "b"])
    listed = openai("all-minilm", f"{url}/129_v1_embeddings")
    packed = openai("all-minilm", f"{url}/130_v1_embeddings_b64")
    llama = openai("all-minilm", f"{url}/16_embeddings")
    assert own.shape == (await rows(llama, ["hello", "world"])).shape == (2, 384)
    assert np.allclose(np.linalg.norm(own, axis=1), 1)
    assert np.allclose(await rows(listed, ["a", "b"]), own, atol=1e-6)
    assert np.allclose(await rows(packed, ["a"]), own[:1], atol=1e-6)


@pytest.mark.parametrize(
    ("embedding", "name", "kind"),
    [
        (OllamaEmbedding, "072_embed_too_long_truncate_false", ContextOverflow),
        (OllamaEmbedding, "074_embed_chat_model", CapabilityMissing),
        (OllamaEmbedding, "075_embed_missing", ModelNotFound),
        (OllamaEmbedding, "078_embed_badtype", BadResponse),
        (openai, "17_embeddings_nonembed", CapabilityMissing),
    ],
)
async def test_the_refusals_of_ollama_and_llama_cpp_are_told_apart(url, embedding, name, kind):
    with pytest.raises(kind):
        await rows(embedding("m", f"{url}/{name}"), ["hello"])
