"""Servers in a whole window: chosen for a conversation, asked about in a run, told of afterwards."""

import json

from PySide6.QtWidgets import QApplication

from desktop_agent.core.events import (
    AnswerGiven,
    ApprovalAsked,
    StepStarted,
    ToolFinished,
    ToolStarted,
)
from tests.ui.conftest import until
from tests.ui.manners.activation import activated, focused
from tests.ui.servers.scripted import CALENDAR, FILES, TIME

ARGUMENTS = {"time": "12:30", "target_timezone": "Asia/Tokyo"}
CALL = [
    StepStarted(step_id="s1", agent="main", title="Think and gather evidence"),
    ToolStarted(call_id="c1", tool="time_convert_time", arguments=ARGUMENTS, step_id="s1"),
    ApprovalAsked(
        call_id="c1",
        server="time",
        tool="convert_time",
        arguments=json.dumps(ARGUMENTS),
        description="Convert time between timezones",
    ),
    ToolFinished(call_id="c1", tool="time_convert_time", ok=True, summary="19:30", ms=12),
    AnswerGiven(text="Half past seven in the evening."),
]
SAID = [AnswerGiven(text="Yes.")]


async def with_servers(window, *servers):
    for server in servers:
        await window.stage.servers.change(server)
    tools = window.page.tools
    await until(lambda: tools.menuAction().isVisible() and len(ticks(tools)) == len(servers))
    return tools


def ticks(tools):
    return {each.text(): each.isChecked() for each in tools.actions() if each.isCheckable()}


def waits(window):
    card = window.page._row.approval
    return card is not None and card.isVisible() and not card._settling.isActive()


async def asked(window, text):
    before = len(window.stage.asked)
    window.ask(text, "quick")
    await until(lambda: len(window.stage.asked) > before)
    await until(lambda: not window.page.conversation.busy)
    return window.stage.asked[-1]


async def test_each_conversation_keeps_its_own_servers(open_window):
    window = open_window(SAID)
    window.refresh()
    await until(lambda: window.stage.servers._watchers)
    assert (await asked(window, "one")).servers is None
    assert not window.page.tools.menuAction().isVisible()
    window.page.begin_new()
    tools = await with_servers(window, TIME, FILES, CALENDAR)
    assert ticks(tools) == {"time": True, "files": True, "calendar": False}
    assert window.composer.options.toolTip() == "Tools: time, files"
    for each in tools.actions()[1:3]:
        each.trigger()
    assert (await asked(window, "first")).servers == ("time", "calendar")
    first = window.page.conversation.id
    window.page.begin_new()
    assert ticks(tools) == {"time": True, "files": True, "calendar": False}
    assert (await asked(window, "second")).servers is None
    window.page.open(first)
    await until(lambda: ticks(tools) == {"time": True, "files": False, "calendar": True})
    for each in tools.actions()[1:3]:
        each.trigger()
    await until(lambda: window.page.conversation.conversation.servers is None)
    for each in tools.actions()[:2]:
        each.trigger()
    await until(lambda: window.page.conversation.conversation.servers == ())
    assert (await asked(window, "third")).servers == ()
    assert "Tools" not in window.composer.options.accessibleDescription()


async def test_a_run_waits_for_the_leave_and_goes_on_with_it_or_is_stopped(open_window):
    window = open_window(CALL)
    await activated(window)
    window.composer.edit.setFocus()
    window.show_panel(window.side.reasoning)
    window.ask("What time is it in Tokyo?", "quick")
    await until(lambda: waits(window))
    card, turn = window.page._row.approval, window.page.conversation.history.last
    assert turn.doing == ("approve", "time: convert_time")
    assert focused(window.composer.edit)
    card.once.click()
    await until(lambda: not window.page.conversation.busy)
    assert card.isHidden()
    assert [each[1:] for each in window.stage.approvals.answers] == [("c1", "once")]
    window.side.reasoning.tree.copy_all()
    copied = QApplication.clipboard().text()
    assert "Asked for your permission" in copied
    assert "Allowed once" in copied
    window.ask("What time is it in Tokyo?", "quick")
    await until(lambda: waits(window))
    window.page.conversation.stop()
    await until(lambda: not window.page.conversation.busy)
    assert card.isHidden()
    assert len(window.stage.approvals.answers) == 1
