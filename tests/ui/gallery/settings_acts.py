"""What is done to the window before a picture of MCP servers, updates, backups and notices."""

import asyncio
import json
from typing import Any

from desktop_agent.core.events import ApprovalAsked, StepStarted, ToolStarted
from desktop_agent.frontends.ui.settings.mcp_servers import McpPane
from desktop_agent.frontends.ui.window.main_window import MainWindow
from tests.ui.servers.scripted import CALENDAR, FILES, TIME, ScriptedServers
from tests.ui.stage import Step
from tests.ui.upkeep.scripted import CRASHES, RELEASE


def asking() -> list[Step]:
    arguments = {"source_timezone": "Europe/Berlin", "time": "16:30", "target": "Asia/Tokyo"}
    return [
        StepStarted(step_id="s1", agent="main", title="Think and gather evidence"),
        ToolStarted(call_id="c1", tool="time_convert_time", arguments=arguments, step_id="s1"),
        ApprovalAsked(
            call_id="c1",
            server="time",
            tool="convert_time",
            arguments=json.dumps(arguments),
            description="Convert time between timezones",
        ),
    ]


async def servers(window: MainWindow) -> None:
    servers = window.stage.servers  # type: ignore[attr-defined]
    assert isinstance(servers, ScriptedServers)
    for server in (TIME, FILES, CALENDAR):
        await servers.change(server)
    for name in ("time", "files"):
        await servers.try_server(name)
    dialog = window.open_settings("tools/mcp")
    await asyncio.sleep(0.4)
    pane = dialog.findChild(McpPane)
    assert pane is not None
    pane.list.setCurrentIndex(pane.list.rows.index_of("time"))
    await asyncio.sleep(0.2)


async def asked(window: MainWindow) -> None:
    window.show_panel(window.side.reasoning)
    window.ask("What time is it in Tokyo when the meeting begins?", "quick")
    await asyncio.sleep(1.0)
    window.side.reasoning.tree.expandAll()


def _stage(window: MainWindow) -> Any:
    return window.stage  # type: ignore[attr-defined]


async def updates(window: MainWindow) -> None:
    _stage(window).updates.release = RELEASE
    window.check_for_updates()
    await asyncio.sleep(0.6)


async def backup(window: MainWindow) -> None:
    _stage(window).diagnostics.reports = CRASHES
    window.open_settings("privacy/backup")
    await asyncio.sleep(0.6)
