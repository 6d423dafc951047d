"""What a session leaves on the disk: for whom, and whether the privacy page names it."""

import stat
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import SecretStr

from desktop_agent.app.session import Session
from desktop_agent.core.mcp import McpServer
from desktop_agent.core.research import Question
from tests.end2end.world import World, build_world, play
from tests.security.privacy_page import unnamed
from tests.servers.loopback import serve
from tests.servers.model_reply import Reply
from tests.servers.pages import Document, PagesServer
from tests.servers.search_replies import Result


@pytest.fixture
def world(home: Path) -> Iterator[World]:
    pages = PagesServer(documents={"/a": Document(b"<html><p>The mill is of 1904.</p></html>")})
    with serve(pages) as url:
        found = {"title": "The mill", "description": "It is of 1904."}
        replies = [
            Reply(
                tool_calls=[
                    ("web_search", {"query": "mill"}),
                    ("web_fetch", {"url": f"{url}/a"}),
                    ("flag_discovery", found),
                ]
            ),
            "The mill is of 1904 [1].",
            "Nothing is new.",
        ]
        hits = [Result("The mill", f"{url}/a", "A mill.")]
        with build_world(home, replies=replies, duckduckgo=[hits]) as built:
            yield built


async def use_everything(session: Session, folder: Path) -> None:
    """Does what leaves something behind: asks, keeps, indexes, adds, changes."""
    (folder / "mill.md").write_text("# The mill\n\nThe mill of the village is of 1904.\n")
    await play(session, Question("When was the mill built?", strategy="quick", model="m"))
    session.change_setting("search.count", 5)
    session.keys.set("brave", SecretStr("BSA-77hQe81kPzXv0Lr"))
    await session.knowledge.add([folder / "mill.md"])
    await session.knowledge.wait()
    await session.servers.add(McpServer("far", url="http://127.0.0.1:9/mcp"))
    conversation = await session.conversations.create("The mill")
    await session.conversations.save_draft(conversation.id, "And the")
    session.templates.save(replace(session.templates.load().templates[0], id="mine"))
    when = session.schedules.read_when("every Monday 8:00")
    schedule = await session.schedules.add("What is new?", when, strategy="quick")
    await session.schedules.run_now(schedule.id)
    await session.runs.idle()
    session.ledger.flush()


async def test_a_session_leaves_what_the_page_names_and_for_its_owner_alone(
    world: World, tmp_path: Path
) -> None:
    session = world.session()
    await use_everything(session, tmp_path)
    await session.aclose()
    left = sorted(world.home.rglob("*"))
    names = {path.name for path in left}
    assert names >= {"settings.toml", "mcp.json", "conversations.db", "runs", "snapshots"}
    assert names >= {"discoveries.jsonl", "knowledge", "ledger.jsonl", "desktop-agent.jsonl"}
    assert names >= {"schedules.json", "runs.db", "mine.json"}
    assert unnamed(world.home) == set()
    if sys.platform != "win32":  # where a home is one's own
        files = [path for path in left if path.is_file()]
        assert [path for path in files if stat.S_IMODE(path.stat().st_mode) & 0o077] == []
