"""The line of ``doctor`` about the person's documents."""

import pytest

from desktop_agent.app.doctor import check_knowledge
from desktop_agent.core.knowledge import CollectionInfo, IngestProgress, KnowledgeStatus
from desktop_agent.core.settings import KnowledgeSettings, Settings


def status(embedded: int = 1204, model: str = "ollama/a", wanted: str = "ollama/a"):
    collection = CollectionInfo("c1", "notes", "files", (), 12, 1204, embedded)
    return KnowledgeStatus("sqlite", (collection,), IngestProgress(), model, 384, wanted)


@pytest.mark.parametrize(
    ("state", "verdict", "text", "remedy"),
    [
        (status(), "ok", "12 documents, 1,204 chunks; embedded by ollama/a", ""),
        (status(80), "warning", "1,204 chunks, 80 of them embedded", "knowledge update"),
        (status(0, "", ""), "warning", "by keyword only", "models pull search-model"),
        (status(wanted="ollama/b"), "warning", "but ollama/b is wanted", "knowledge rebuild"),
    ],
)
def test_it_tells_what_is_indexed_and_what_to_do(state, verdict, text, remedy):
    check = check_knowledge(state, Settings())
    assert (check.name, check.status) == ("documents", verdict)
    assert text in check.text
    assert remedy in check.remedy
    assert bool(check.remedy) == bool(remedy)
    words_alone = Settings(knowledge=KnowledgeSettings(embedding_provider="none"))
    check = check_knowledge(status(0, "", ""), words_alone)
    assert (check.status, check.remedy) == ("ok", "")
    check = check_knowledge(KnowledgeStatus("sqlite", (), IngestProgress()), Settings())
    assert (check.status, "knowledge add FOLDER" in check.remedy) == ("ok", True)
