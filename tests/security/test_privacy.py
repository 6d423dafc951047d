"""What the privacy page says of a start, and of what a session leaves on the disk."""

import json
import re
import stat
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from pydantic import SecretStr

from desktop_agent.app.session import Session
from desktop_agent.core.mcp import McpServer
from desktop_agent.core.models import SEARCH_MODEL
from desktop_agent.core.research import Question
from desktop_agent.core.settings import KnowledgeSettings, LlmSettings
from desktop_agent.llm.pool import provider_url
from tests.end2end.world import World, build_world, play
from tests.security.socket_audit import ROOT, Call, audited
from tests.servers.loopback import serve
from tests.servers.model_hub import model_hub
from tests.servers.model_reply import Reply
from tests.servers.ollama import FakeOllama
from tests.servers.pages import Document, PagesServer
from tests.servers.search_replies import Result

PAGE = ROOT / "resources" / "docs" / "privacy.md"

OPENED = """
import json, sys
from dataclasses import asdict
from desktop_agent.__main__ import main
from tests.end2end.window_program import Hands
from tests.security.socket_audit import recorded

hands = Hands("rest", "2.5")
with recorded() as calls:
    status = main([])
print(json.dumps([asdict(call) for call in calls]))
sys.exit(status)
"""
"""Opens the window, leaves it alone for some seconds, and closes it."""


def opened(home: Path, **environ: str) -> list[Call]:
    """Gives what the sockets of a window did that was opened and left alone."""
    lines = audited("-c", OPENED, home=home, **environ)
    return [Call(**each) for each in json.loads(lines[-1])]


def unnamed(home: Path) -> set[str]:
    """Gives what lies in the folders of the program and has no line in the page's table of files."""
    rows = re.findall(r"^\| (settings|data|cache|logs) \| (.+?) \|", PAGE.read_text(), re.MULTILINE)
    named = {
        (folder, name.rstrip("/"))
        for folder, names in rows
        for name in re.findall(r"`(.+?)`", names)
    }
    folders = {"config": "settings", "data": "data", "cache": "cache", "logs": "logs"}
    left = {
        (folders[path.parent.name], re.sub(r"(-wal|-shm|\.lock|\.1)$", "", path.name.lstrip(".")))
        for path in home.glob("*/*")
    }
    return {"/".join(each) for each in left - named}


def test_an_opened_window_asks_the_model_s_server_and_nobody_else(tmp_path):
    with serve(FakeOllama(models=["m"]).app, host="127.0.0.2") as url:
        calls = opened(tmp_path / "home", DESKTOP_AGENT_LLM__OLLAMA_URL=url)
    assert [call for call in calls if call.leaves] == []
    spoken = {call.host for call in calls if call.event == "socket.connect" and not call.local}
    assert spoken == {"127.0.0.2"}


def test_an_opened_window_without_a_model_asks_nobody_and_leaves_what_the_page_names(tmp_path):
    home = tmp_path / "home"
    calls = opened(home, DESKTOP_AGENT_LLM__PROVIDER="none")
    assert [call for call in calls if not call.local] == []
    assert list(home.glob("*/*"))
    assert unnamed(home) == set()


def test_unless_it_is_set_otherwise_every_model_is_on_this_machine():
    settings = LlmSettings()
    assert urlsplit(provider_url(settings, settings.provider)).hostname == "127.0.0.1"
    assert KnowledgeSettings().embedding_provider == "built-in"


@pytest.fixture
def world(home) -> Iterator[World]:
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
    await play(
        session,
        Question(
            "When was the mill built? Flag what is worth keeping.", strategy="quick", model="m"
        ),
    )
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
    with model_hub(b"weights"):
        assert [step async for step in session.models.pull(SEARCH_MODEL)]
    session.ledger.flush()


async def test_a_session_leaves_what_the_page_names_and_for_its_owner_alone(world, tmp_path):
    session = world.session()
    await use_everything(session, tmp_path)
    await session.aclose()
    left = sorted(world.home.rglob("*"))
    names = {path.name for path in left}
    assert names >= {"settings.toml", "mcp.json", "conversations.db", "runs", "snapshots"}
    assert names >= {"discoveries.jsonl", "knowledge", "ledger.jsonl", "desktop-agent.jsonl"}
    assert names >= {"schedules.json", "runs.db", "mine.json", "search-model"}
    assert unnamed(world.home) == set()
    if sys.platform != "win32":  # where a home is one's own
        files = [path for path in left if path.is_file()]
        assert [path for path in files if stat.S_IMODE(path.stat().st_mode) & 0o077] == []
