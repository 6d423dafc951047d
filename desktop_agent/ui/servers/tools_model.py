"""The tools of a server as rows."""

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop_agent.core.mcp import RemoteTool
from desktop_agent.ui.localized import localized
from desktop_agent.ui.servers import words
from desktop_agent.ui.servers.two_lines import COLOUR, FAULT, MARK, SECOND
from desktop_agent.ui.theme import ColourName
from desktop_agent.ui.untrusted_text import visible

_Index = QModelIndex | QPersistentModelIndex
_ROLES = Qt.ItemDataRole
_COLOURS: dict[str, ColourName] = {"ask": "muted", "always": "ok", "never": "warn"}


class ToolsModel(QAbstractListModel):
    """Each with what the server says of it, and what is decided."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tools: tuple[RemoteTool, ...] = ()

    def show(self, tools: Sequence[RemoteTool]) -> None:
        """Shows others; where they have the same names the rows stay, and what is chosen with them."""
        same = [(each.server, each.name) for each in tools] == [
            (each.server, each.name) for each in self._tools
        ]
        if same:
            self._tools = tuple(tools)
            if tools:
                self.dataChanged.emit(self.index(0), self.index(len(tools) - 1))
            return
        self.beginResetModel()
        self._tools = tuple(tools)
        self.endResetModel()

    def at(self, index: _Index) -> RemoteTool | None:
        """Gives the tool of a row."""
        return self._tools[index.row()] if index.isValid() else None

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._tools)

    def data(self, index: _Index, role: int = _ROLES.DisplayRole) -> Any:
        tool = self.at(index)
        if tool is None:
            return None
        warning = localized(visible(tool.warning))
        second = warning or " ".join(visible(tool.description).split())
        decided = words.decision(tool)
        answers: dict[int, Callable[[], Any]] = {
            _ROLES.DisplayRole: lambda: visible(tool.name),
            _ROLES.AccessibleTextRole: lambda: ", ".join(
                filter(None, (tool.name, decided, second))
            ),
            _ROLES.ToolTipRole: lambda: f"<qt>{escape(second[:500])}</qt>",
            SECOND: lambda: second,
            MARK: lambda: decided,
            COLOUR: lambda: "error" if warning else _COLOURS[tool.decision],
            FAULT: lambda: bool(warning),
        }
        answer = answers.get(role)
        return None if answer is None else answer()
