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


async def test_the_same_texts_have_the_same_vectors_whichever_way_they_are_asked_for(url):
    own = await rows(OllamaEmbedding("all-minilm", f"{url}/071_embed_many"), ["a", "b"])
    listed = OpenAIEmbedding("all-minilm", f"{url}/129_v1_embeddings/v1", None)
    packed = OpenAIEmbedding("all-minilm", f"{url}/130_v1_embeddings_b64/v1", None)
    assert own.shape == (2, 384)
    assert np.allclose(np.linalg.norm(own, axis=1), 1)
    assert np.allclose(await rows(listed, ["a", "b"]), own, atol=1e-6)
    assert np.allclose(await rows(packed, ["a"]), own[:1], atol=1e-6)


async def test_what_llama_cpp_sends_is_read(url):
    model = OpenAIEmbedding("all-minilm", f"{url}/16_embeddings/v1", None)
    assert (await rows(model, ["hello", "world"])).shape == (2, 384)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("072_embed_too_long_truncate_false", ContextOverflow),
        ("074_embed_chat_model", CapabilityMissing),
        ("075_embed_missing", ModelNotFound),
        ("078_embed_badtype", BadResponse),
    ],
)
async def test_ollama_s_refusals_are_told_apart(url, name, kind):
    with pytest.raises(kind):
        await rows(OllamaEmbedding("m", f"{url}/{name}"), ["hello"])


async def test_llama_cpp_s_refusal_of_a_chat_model_is_told(url):
    with pytest.raises(CapabilityMissing):
        await rows(OpenAIEmbedding("m", f"{url}/17_embeddings_nonembed/v1", None), ["x"])
