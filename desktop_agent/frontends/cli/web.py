"""The ``search`` and ``fetch`` commands."""

from argparse import Namespace
from dataclasses import asdict

from desktop_agent.app.session import Session
from desktop_agent.core.event_lines import describe_attempt, search_hit_text
from desktop_agent.core.research import EngineAttempt
from desktop_agent.core.terminal_text import plain_line
from desktop_agent.frontends.cli.output import Exit, complain, note, result, result_json


async def search(session: Session, options: Namespace) -> Exit:
    """Print the results of a web search, and a line for each engine request as it completes."""

    def tell(attempt: EngineAttempt) -> None:
        note(describe_attempt(attempt).text.strip())

    report = await session.search(options.query, options.count, tell)
    if options.json:
        result_json({**asdict(report), "failed": report.failed})
    elif report.hits:
        result(
            "\n\n".join(search_hit_text(number, hit) for number, hit in enumerate(report.hits, 1))
        )
    if report.failed:
        complain(
            f"The search failed: none of the {len(report.attempts)} attempts got an answer.",
            "The lines above say why. To see what you can set up, run desktop-agent doctor.",
        )
        return Exit.FAILED
    if not report.hits:
        note("Nothing was found.")
        return Exit.INSUFFICIENT
    return Exit.ANSWERED


async def fetch(session: Session, options: Namespace) -> Exit:
    """Print the content of a page, with its metadata on standard error."""
    page = await session.fetch(options.url, options.format, options.max_length)
    note(f"{plain_line(page.title) or '(no title)'} <{plain_line(page.final_url, 2000)}>")
    about = [plain_line(text) for text in (page.author, page.site, page.published) if text]
    if about:
        note(" \u00b7 ".join(about))
    if page.wall:
        note("preview only: the rest of the page is paid for")
    if page.cut:
        note(f"cut: {page.cut}")
    result(page.text)
    return Exit.ANSWERED
