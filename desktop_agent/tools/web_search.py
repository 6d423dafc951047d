"""The tool ``web_search``: the search service as a model sees it."""

from pydantic import Field

from desktop_agent.core.research import EngineAttempt, Outcome, SearchReport
from desktop_agent.tools.run_web import RunWeb
from desktop_agent.tools.toolbox import Arguments, Tool, ToolResult


class WebSearchArguments(Arguments):
    """What to search for."""

    query: str = Field(min_length=1, max_length=500, description="A short query of key words")
    count: int = Field(8, ge=1, le=20, description="How many results")


class WebSearch(Tool[WebSearchArguments]):
    """Searches the web and numbers what it finds."""

    name = "web_search"
    description = (
        "Search the web. Gives numbered results with title, url, snippet and date. Use short "
        "keyword queries; search again with other words when the results do not hold the answer."
    )
    takes = WebSearchArguments

    def __init__(self, web: RunWeb) -> None:
        self._web = web

    async def run(self, arguments: WebSearchArguments) -> ToolResult:
        report, sources = await self._web.search(arguments.query, arguments.count)
        if report.failed:
            return _failure(report)
        if not report.hits:
            return ToolResult(
                {"results": [], "note": "No engine has a result for this query. Try other words."},
                "no results",
            )
        results = []
        for source, hit in zip(sources, report.hits, strict=True):
            entry = {"source": source.number, "title": hit.title, "url": hit.url}
            entry |= {"snippet": hit.snippet}
            if hit.date:
                entry["date"] = hit.date
            results.append(entry)
        return ToolResult(
            {"results": results, "cite_as": "[source number]"}, f"{len(results)} results"
        )


def _failure(report: SearchReport) -> ToolResult:
    attempts = [
        {"engine": a.engine, "outcome": a.outcome.value, "detail": a.detail}
        for a in report.attempts
    ]
    return ToolResult(
        {
            "error": "web search failed",
            "attempts": attempts,
            "do": "Do not retry or rephrase. Say in your answer that web search failed, then "
            "answer from your own knowledge and say that it was not checked.",
        },
        "web search failed",
        ok=False,
    )


def failure_line(attempts: tuple[EngineAttempt, ...]) -> str:
    """Tells in a line why no engine answered, each engine once.

    That is the last thing that happened to it: that it was left out afterwards, because it rests
    or for want of a key, is told only where nothing else happened.
    """
    tried = [attempt for attempt in attempts if attempt.outcome is not Outcome.SKIPPED]
    last = {attempt.engine: attempt for attempt in attempts}
    last |= {attempt.engine: attempt for attempt in tried}
    return "; ".join(
        f"{a.engine}: {a.outcome.value.replace('_', ' ')}" + (f" ({a.detail})" if a.detail else "")
        for a in last.values()
    )
