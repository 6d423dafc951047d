"""The tools ``web_search`` and ``web_fetch``."""

import asyncio

from desktop_agent.core.errors import AgentError
from desktop_agent.core.research import EngineAttempt, Page, SearchHit, SearchReport
from desktop_agent.core.short_line import short_line
from desktop_agent.mcp_server.arguments import FetchArguments, SearchArguments
from desktop_agent.mcp_server.reply import Call, Reply, fenced
from desktop_agent.mcp_server.results import AttemptItem, FetchResult, HitItem, SearchResult


async def web_search(call: Call, asked: SearchArguments) -> Reply:
    """Gives what was found; raises `AgentError` with the report of all attempts if none answered."""
    await call.session.warm_up()
    telling: set[asyncio.Task[None]] = set()

    def tell(attempt: EngineAttempt) -> None:
        telling.add(asyncio.ensure_future(call.progress.tell(_attempt_line(attempt))))

    try:
        report = await call.session.search(asked.query, asked.count, tell)
    finally:
        if telling:
            await asyncio.wait(telling)
    lines = "\n".join(f"- {_attempt_line(attempt)}" for attempt in report.attempts)
    if report.failed:
        raise AgentError(
            f"The search failed: none of {len(report.attempts)} attempts was answered.\n{lines}",
            "\nTry again later; desktop-agent doctor says what could be set up.",
        )
    head = f"The search gave {_counted(len(report.hits))}.\n{lines}"
    hits = "\n\n".join(_hit_text(number, hit) for number, hit in enumerate(report.hits, 1))
    return Reply(fenced(head, hits, "web search") if hits else head, _search_result(report))


def _search_result(report: SearchReport) -> SearchResult:
    return SearchResult(
        query=report.query,
        hits=tuple(
            HitItem(
                title=hit.title,
                url=hit.url,
                snippet=hit.snippet,
                engine=hit.engine,
                date=hit.date,
            )
            for hit in report.hits
        ),
        attempts=tuple(
            AttemptItem(
                engine=each.engine,
                outcome=each.outcome.value,
                results=each.results,
                ms=each.ms,
                detail=each.detail,
            )
            for each in report.attempts
        ),
    )


def _attempt_line(attempt: EngineAttempt) -> str:
    detail = f" ({short_line(attempt.detail, 200)})" if attempt.detail else ""
    outcome = attempt.outcome.value.replace("_", " ")
    return f"{attempt.engine}: {outcome}, {_counted(attempt.results)}{detail}"


def _counted(results: int) -> str:
    return "1 result" if results == 1 else f"{results} results"


def _hit_text(number: int, hit: SearchHit) -> str:
    date = f" ({hit.date})" if hit.date else ""
    lines = [f"{number}. {short_line(hit.title, 300)}{date}", f"   {hit.url}"]
    if hit.snippet:
        lines.append(f"   {short_line(hit.snippet, 600)}")
    return "\n".join(lines)


async def web_fetch(call: Call, asked: FetchArguments) -> Reply:
    """Gives a page; raises `FetchError`, also where the guard does not let us connect."""
    await call.session.warm_up()
    page = await call.session.fetch(asked.url, asked.format, asked.max_length)
    value = FetchResult(
        url=page.url,
        final_url=page.final_url,
        title=page.title,
        text=page.text,
        media_type=page.media_type,
        published=page.published,
        fetched_at=page.fetched_at,
        total_chars=page.total_chars,
        truncated=page.truncated,
        preview_only=bool(page.wall),
    )
    return Reply(fenced(_page_head(page), f"{page.title}\n\n{page.text}", page.final_url), value)


def _page_head(page: Page) -> str:
    whole = f"{len(page.text):,} of {page.total_chars:,} characters"
    parts = [f"A page was read: {whole}, {page.media_type}."]
    if page.truncated:
        parts.append("It was cut; ask with a larger max_length for more.")
    if page.wall:
        parts.append("It is a preview: the rest is paid for.")
    return " ".join(parts)
