"""The configured servers as rows."""

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop_agent.core.mcp import McpServerState
from desktop_agent.ui.servers import words
from desktop_agent.ui.servers.two_lines import COLOUR, FAULT, MARK, SECOND
from desktop_agent.ui.untrusted_text import visible

_Index = QModelIndex | QPersistentModelIndex
_ROLES = Qt.ItemDataRole


class ServersModel(QAbstractListModel):
    """In the order in which they are configured."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._states: tuple[McpServerState, ...] = ()

    @property
    def states(self) -> tuple[McpServerState, ...]:
        """What is shown."""
        return self._states

    def show(self, states: Sequence[McpServerState]) -> None:
        """Shows others; where they have the same names the rows stay, and what is chosen with them."""
        same = [each.server.name for each in states] == [each.server.name for each in self._states]
        if same:
            self._states = tuple(states)
            if states:
                self.dataChanged.emit(self.index(0), self.index(len(states) - 1))
            return
        self.beginResetModel()
        self._states = tuple(states)
        self.endResetModel()

    def row_of(self, name: str) -> int:
        """Gives the row of a server, -1 where there is none."""
        names = [each.server.name for each in self._states]
        return names.index(name) if name in names else -1

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._states)

    def data(self, index: _Index, role: int = _ROLES.DisplayRole) -> Any:
        if not index.isValid():
            return None
        state = self._states[index.row()]
        said = words.status(state)
        answers: dict[int, Callable[[], Any]] = {
            _ROLES.DisplayRole: lambda: visible(state.server.name),
            _ROLES.AccessibleTextRole: lambda: ", ".join(
                (state.server.name, said, words.facts(state))
            ),
            _ROLES.ToolTipRole: lambda: f"<qt>{escape(words.facts(state)[:500])}</qt>",
            SECOND: lambda: words.facts(state),
            MARK: lambda: said,
            COLOUR: lambda: words.DOTS[state.status if state.server.enabled else "off"],
            FAULT: lambda: bool(state.problem),
        }
        answer = answers.get(role)
        return None if answer is None else answer()
