"""MCP servers: their page in the settings, their choice in the window, and leave for their tools."""

import json
from dataclasses import replace

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from desktop_agent.core.events import (
    AnswerGiven,
    ApprovalAsked,
    StepStarted,
    ToolFinished,
    ToolStarted,
)
from desktop_agent.core.mcp import McpServer
from desktop_agent.frontends.ui.settings.mcp_servers import McpPane, ServerDialog
from tests.ui.conftest import put_away, until
from tests.ui.manners.accessible_tree import nameless
from tests.ui.manners.activation import activated, focused
from tests.ui.scenes import press
from tests.ui.servers.scripted import CALENDAR, FILES, TIME, ScriptedServers
from tests.ui.settings.opened import settings_dialog

FAULT = (
    "The program of the server ended before it said anything.",
    "Look at its last lines, and mend the command.",
    ("npm error code E404", "npm error 404 Not Found"),
)
README = """{"mcpServers": {"time": {"command": "uvx", "args": ["mcp-server-time"]}}}"""


@pytest.fixture
async def opened(theme, stage, tasks):
    """Opens the page over some servers."""
    dialogs = []

    async def build(*servers):
        stage.servers = ScriptedServers(*servers)
        dialog = settings_dialog(theme, stage, tasks)
        dialogs.append(dialog)
        dialog.show_page("tools/mcp")
        dialog.open()
        await activated(dialog)
        await until(lambda: dialog.pages["tools"].is_whole)
        pane = dialog.findChild(McpPane)
        await until(lambda: pane.list.isVisible() or pane.empty.isVisible())
        return pane, stage.servers

    yield build
    await tasks.aclose()
    await put_away(*filter(shiboken6.isValid, dialogs))


def dialog_of(pane) -> ServerDialog:
    return pane.window().findChild(ServerDialog)


def rows(pane):
    model = pane.list.rows
    return [
        (model.index(row, 0).data(), model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole))
        for row in range(model.rowCount())
    ]


async def tried(pane, name):
    pane.list.setCurrentIndex(pane.list.rows.index_of(name))
    pane.details.attempt.click()
    await until(lambda: pane.details.pill.text() in ("Ready", "Failed"))


async def test_a_server_is_added_by_what_its_page_says_and_tried_once_that_can_be_read(opened):
    pane, held = await opened()
    assert pane.empty.isVisible()
    assert not pane.details.isVisible()
    assert not pane.list.isVisible()
    pane.add.click()
    dialog = dialog_of(pane)
    assert nameless(dialog) == []
    dialog.text.setPlainText("{")
    dialog.ok.click()
    await until(dialog.said.isVisible)
    assert dialog.said.text().startswith("What was pasted is not valid JSON")
    assert dialog.ok.isEnabled()
    assert held.done == []
    dialog.text.setPlainText(README)
    dialog.ok.click()
    await until(lambda: pane.details.pill.text() == "Ready")
    assert held.done == [("add", "time"), ("try", "time")]
    assert pane.current.server.name == "time"
    assert pane.details.tools.list.rows.rowCount() == 2
    assert [name for name, _ in rows(pane)] == ["time"]


async def test_a_server_is_changed_as_text_and_keeps_its_name_and_switches(opened):
    pane, held = await opened(CALENDAR)
    pane.details.edit.click()
    dialog = dialog_of(pane)
    text = dialog.text.toPlainText()
    assert '"url": "https://calendar.example.org/mcp"' in text
    dialog.text.setPlainText(README[:-2] + ', "other": {"command": "x"}}}')
    dialog.ok.click()
    await until(dialog.said.isVisible)
    assert dialog.said.text().startswith("This is more than one server.")
    text = text.replace('"calendar"', '"other"').replace("org/mcp", "org/v2/mcp")
    dialog.text.setPlainText(text.replace("{}", '{"Authorization": "Bearer x"}'))
    dialog.ok.click()
    await until(lambda: held.done)
    server = held.held["calendar"].server
    assert (server.url, server.headers) == (
        "https://calendar.example.org/v2/mcp",
        {"Authorization": "Bearer x"},
    )
    assert server.default is False
    await until(lambda: "/v2/" in pane.details._target.text())
    for box in (pane.details.default, pane.details.offline):
        box.click()
    await until(lambda: len(held.done) == 3)
    server = held.held["calendar"].server
    assert (server.enabled, server.default, server.offline) == (True, True, True)
    pane.details.enabled.click()
    await until(lambda: pane.details.pill.text() == "Off")
    assert not pane.details.default.isEnabled()
    assert not pane.details.attempt.isEnabled()


async def test_a_server_that_does_not_start_says_why_and_what_it_wrote(opened):
    pane, held = await opened(TIME, FILES)
    held.failing["files"] = FAULT
    await tried(pane, "files")
    details = pane.details
    assert (details.problem.text(), details.remedy.text()) == FAULT[:2]
    assert details.log.isVisible()
    assert details.log.text() == "\n".join(FAULT[2])
    assert details.attempt.text() == "Restart"
    assert nameless(pane.window()) == []
    assert "Failed" in rows(pane)[1][1]
    del held.failing["files"]
    details.attempt.click()
    await until(lambda: details.pill.text() == "Ready")
    assert details.problem.isHidden()


async def test_tools_say_what_they_are_and_each_is_decided_of(opened):
    pane, held = await opened(FILES)
    await tried(pane, "files")
    tools = pane.details.tools
    assert nameless(pane.window()) == []
    assert [tools.list.rows.index(row, 0).data() for row in range(4)] == [
        "read_text_file",
        "write_file",
        "list_directory",
        "search_files",
    ]
    tools.list.setCurrentIndex(tools.list.rows.index(3, 0))
    assert tools.said.text().startswith("Its definition contains instructions to models")
    tools.list.setCurrentIndex(tools.list.rows.index(1, 0))
    assert tools.decision.currentText() == "Never"
    tools.decision.setFocus()
    QTest.keyClick(tools.decision, Qt.Key.Key_Up)  # always
    tools.decision.activated.emit(tools.decision.currentIndex())
    await until(lambda: held.held["files"].tools[1].decision == "always")
    assert held.done[-1] == ("decide", "files", "write_file", "always")
    await until(tools.forget.isVisible)
    tools.forget.click()
    await until(tools.forget.isHidden)
    assert tools.decision.currentText() == "Ask each time"


async def test_a_server_is_removed_once_that_is_confirmed(opened):
    pane, held = await opened(TIME, CALENDAR)
    pane.list.setCurrentIndex(pane.list.rows.index(1, 0))
    await activated(pane.window())
    pane.list.setFocus()
    QTest.keyClick(pane.list, Qt.Key.Key_Delete)
    press(pane.findChild(QMessageBox), "Cancel")
    await until(lambda: pane.findChild(QMessageBox) is None)
    assert held.done == []
    pane.details.remove.click()
    press(pane.findChild(QMessageBox), "Remove")
    await until(lambda: [name for name, _ in rows(pane)] == ["time"])
    assert held.done == [("remove", "calendar")]


async def test_what_a_server_says_is_never_taken_for_markup(opened):
    pane, _ = await opened(McpServer("odd", command="<b>run</b>", args=("\u202eexe",)))
    assert "<b>run</b> \\u202eexe" in pane.details._target.text()
    assert pane.details._target.textFormat() == Qt.TextFormat.PlainText
    tip = pane.list.rows.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "&lt;b&gt;run" in tip


async def test_a_server_that_came_with_a_backup_is_off_until_it_is_confirmed(opened):
    pane, held = await opened(replace(TIME, confirmed=False))
    details = pane.details
    assert details.pill.text() == "Not confirmed"
    assert details.came_with_backup.isVisible()
    assert not details.attempt.isVisible()
    assert not details.enabled.isEnabled()
    assert held.done == []
    details.confirm.click()
    await until(lambda: details.pill.text() == "Ready")
    assert held.done == [("confirm", "time"), ("try", "time")]
    assert not details.came_with_backup.isVisible()
    assert nameless(pane.window()) == []


async def test_a_taken_name_is_replaced_only_by_a_second_click(opened):
    pane, held = await opened(FILES, replace(TIME, command="other"))
    pane.add.click()
    dialog = dialog_of(pane)
    dialog.text.setPlainText(README)
    dialog.ok.click()
    await until(lambda: "Another server" in dialog.said.text())
    assert dialog.ok.text() == "Replace"
    assert held.done == []
    dialog.text.setPlainText(README + " ")
    assert dialog.ok.text() == "Add"
    dialog.ok.click()
    await until(lambda: dialog.ok.text() == "Replace" and dialog.ok.isEnabled())
    dialog.ok.click()
    await until(lambda: ("add", "time") in held.done)
    assert held.held["time"].server.command == "uvx"


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
