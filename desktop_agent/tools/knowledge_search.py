"""The tool ``knowledge_search``: the person's own documents as a model sees them."""

from pydantic import Field

from desktop_agent.core.knowledge import place_words
from desktop_agent.tools.run_knowledge import Found, RunKnowledge
from desktop_agent.tools.toolbox import Arguments, Tool, ToolResult


class KnowledgeSearchArguments(Arguments):
    """What to look for."""

    query: str = Field(
        min_length=1, max_length=1000, description="A question, or words that stand in the document"
    )
    count: int = Field(6, ge=1, le=20, description="How many passages")


class KnowledgeSearch(Tool[KnowledgeSearchArguments]):
    """Searches the documents and gives numbered passages as untrusted data."""

    name = "knowledge_search"
    description = (
        "Search the user's own documents (files, and pages that were read before). Gives numbered "
        "passages with the file and the place in it."
    )
    takes = KnowledgeSearchArguments

    def __init__(self, knowledge: RunKnowledge) -> None:
        self._knowledge = knowledge

    async def run(self, arguments: KnowledgeSearchArguments) -> ToolResult:
        found, note = await self._knowledge.search(arguments.query, arguments.count)
        if not found:
            said = "No document speaks of this. Try other words, or search the web."
            return ToolResult({"passages": [], "note": f"{said} {note}".strip()}, "nothing")
        content = {"passages": [_told(each) for each in found], "cite_as": "[source number]"}
        if note:
            content["note"] = note
        count = len(found)
        return ToolResult(content, f"{count} passage{'s' if count > 1 else ''}")


def _told(found: Found) -> dict[str, object]:
    hit = found.hit
    told: dict[str, object] = {"source": found.source.number, "title": hit.document.title}
    where = place_words(hit.place)
    if where:
        told["place"] = where
    if hit.document.date:
        told["date"] = hit.document.date[:10]
    told["untrusted_document_text"] = hit.text
    return told
