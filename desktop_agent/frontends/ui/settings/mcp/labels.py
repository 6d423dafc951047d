"""Translatable texts of the MCP server settings."""

from functools import partial

from PySide6.QtCore import QCoreApplication

from desktop_agent.core.mcp import McpServer, McpServerState
from desktop_agent.frontends.ui.widgets.theme import ColourName
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.widgets.untrusted_text import visible

tr = partial(QCoreApplication.translate, "McpServers")

DOTS: dict[str, ColourName] = {
    "off": "faint",
    "idle": "muted",
    "starting": "accent",
    "ready": "ok",
    "failed": "error",
}


def status(state: McpServerState) -> str:
    """Return the state of a server as text."""
    if not state.server.confirmed:
        return tr("not confirmed")
    if not state.server.enabled:
        return tr("switched off")
    return {
        "off": tr("switched off"),
        "idle": tr("not started"),
        "starting": tr("starting…"),
        "ready": tr("ready"),
        "failed": tr("does not work"),
    }[state.status]


def tools(count: int) -> str:
    """Return the number of tools as text."""
    return tr("1 tool") if count == 1 else tr("{0} tools").format(count)


def facts(state: McpServerState) -> str:
    """Return the line below the name of a server."""
    if state.problem:
        return localized(visible(state.problem))
    server = state.server
    parts = [tools(len(state.tools)) if state.tools else "", target(server)]
    return " · ".join(part for part in parts if part)


def target(server: McpServer) -> str:
    """Return the command line or the address of a server."""
    return visible(server.target)


def decisions() -> dict[str, str]:
    """Return the possible permissions with their texts."""
    return {"ask": tr("Ask each time"), "always": tr("Always allow"), "never": tr("Never")}
