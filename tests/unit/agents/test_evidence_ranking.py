from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from desktop_agent.agents.evidence_gathering import build_evidence
from desktop_agent.core.events import EvidenceFound, Notice
from desktop_agent.core.research import SearchHit, SearchReport
from desktop_agent.llm.embedding import BatchedEmbedder
from desktop_agent.llm.providers.endpoint import RetryPolicy
from desktop_agent.llm.providers.ollama import OllamaClient
from tests.servers.loopback import serve
from tests.servers.model_reply import Reply
from tests.servers.ollama import FakeOllama, Model
from tests.unit.agents.running import Run

QUESTION = "How long does honey keep?"
HITS = (
    SearchHit("Jars", "https://a.example/", "Jars of glass are cheap.", "e", 1),
    SearchHit("Honey", "https://b.example/", "Honey does keep for long years.", "e", 2),
)


@asynccontextmanager
async def embedder(fake: FakeOllama) -> AsyncIterator[BatchedEmbedder]:
    with serve(fake.app) as url:
        bare = OllamaClient(url, model="all-minilm")
        bare.limits = RetryPolicy(retries=0)
        found = BatchedEmbedder(bare)
        yield found
        await found.aclose()


@pytest.mark.parametrize("works", [True, False])
async def test_passages_are_ranked_with_the_embedder_and_without_one_that_fails(works: bool):
    fake = FakeOllama(models=[Model(name="all-minilm", capabilities=("embedding",))])
    if not works:
        fake.embeddings.replies.extend(Reply(status=500, error="broken") for _ in range(9))
    async with embedder(fake) as found:
        run = Run(None, question=QUESTION, embedder=found)
        run.ctx.web.sources.saw_report(SearchReport(QUESTION, HITS, ()))
        pack = await build_evidence(run.ctx)
    assert fake.embeddings.texts[0] == QUESTION
    assert pack.passages[0].source == 2
    assert run.of(EvidenceFound)[0].sufficient
    assert not [notice for notice in run.of(Notice) if "embed" in notice.text]
