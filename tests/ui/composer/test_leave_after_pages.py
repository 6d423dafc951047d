"""After a page was read, a background run waits for a click: a real session behind a real window."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_agent.core.events import ApprovalGiven, TaskStarted, ToolFinished
from tests.end2end.world import build_world
from tests.servers.duckduckgo import Result
from tests.servers.model_reply import Reply
from tests.ui.conftest import until, window_over
from tests.ui.manners.accessible_tree import nameless
from tests.ui.manners.activation import activated

BEGIN = Reply(tool_calls=[("start_research", {"question": "Who reads this?", "strategy": "quick"})])
ASKS = [Reply(tool_calls=[("web_search", {"query": "Ohio"})]), BEGIN, "It is a state."]
REPLIES = [*ASKS, *ASKS, "Nobody."]
HITS = [Result("Ohio", "https://en.wikipedia.org/wiki/Ohio", "A state of the United States.")]


@pytest.fixture
async def opened(theme, tmp_path):
    """Gives a window over a real session, the world around it, and the events of its runs."""
    with build_world(
        tmp_path / "home", replies=REPLIES, duckduckgo=[HITS], environ={"PATH": "/usr/bin"}
    ) as world:
        session = world.session()
        await session.runs.open()
        async with window_over(theme, session) as window:
            events = []
            window.runs.happened.connect(events.append)
            yield window, world, events


def kinds(events, kind):
    return [event for event in events if isinstance(event, kind)]


async def card_of(window):
    card = window.page._row.approval
    await until(lambda: card.isVisible() and not card._settling.isActive(), seconds=30)
    return card


async def test_a_click_decides_whether_a_background_run_begins_after_a_search(opened):
    window, world, events = opened
    await activated(window)
    for button in ("decline", "once"):
        events.clear()
        window.page.begin_new()
        window.ask("What is Ohio? Find out in the background who reads this.", "quick")
        card = await card_of(window)
        assert card.title.text() == "Start a background task?"
        assert card.outside.isVisible()
        assert card.origin.text() == "Last read: search results"
        assert json.loads(card.arguments.toPlainText())["question"] == "Who reads this?"
        assert card.always.isHidden(), "it is no leave for good"
        assert card.never.isHidden()
        assert nameless(window) == []
        assert not kinds(events, TaskStarted), "nothing has begun while it waits"

        QTest.mouseClick(getattr(card, button), Qt.MouseButton.LeftButton)
        await until(lambda: not window.page.conversation.busy, seconds=30)
        allowed = button == "once"
        (given,) = kinds(events, ApprovalGiven)
        assert given.answer == ("once" if allowed else "declined")
        assert len(kinds(events, TaskStarted)) == allowed
        (call,) = [each for each in kinds(events, ToolFinished) if each.tool == "start_research"]
        assert call.ok == allowed
        if not allowed:
            assert "the user doesn't allow it" in json.dumps(world.ollama.requests[-1])
        assert card.isHidden()
    await until(lambda: not window.session.runs.unfinished, seconds=30)
