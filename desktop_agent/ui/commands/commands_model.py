"""All commands by section, with their keys, as a tree of two columns."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QKeySequence, QStandardItem, QStandardItemModel

from desktop_agent.ui.commands.registry import Command, Commands

NAME_ROLE = Qt.ItemDataRole.UserRole + 1
KEYS = 1
"""The column of the keys."""


@dataclass(frozen=True, slots=True)
class LocalKeys:
    """Keys that one part of the window takes itself, and that do not change."""

    section: str
    title: str
    keys: str


class CommandsModel(QStandardItemModel):
    """A section a branch, a command a row; follows when keys change."""

    def __init__(
        self, commands: Commands, local: Sequence[LocalKeys] = (), parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._commands = commands
        self._branches: dict[str, QStandardItem] = {}
        self._cells: dict[str, QStandardItem] = {}
        translate = QCoreApplication.translate
        self.setHorizontalHeaderLabels(
            [translate("Commands", "Command"), translate("Commands", "Keys")]
        )
        for command in commands:
            self._add(command)
        for each in local:
            keys = QKeySequence(each.keys).toString(QKeySequence.SequenceFormat.NativeText)
            self._row(each.section, each.title, keys)
        commands.rebound.connect(self.refresh)

    def refresh(self, name: str) -> None:
        """Shows the keys that a command has now."""
        if name in self._cells:
            _show_keys(self._cells[name], self._commands[name].shown_keys)

    def _add(self, command: Command) -> None:
        title, keys = self._row(command.section, command.title, command.shown_keys)
        for item in (title, keys):
            item.setData(command.name, NAME_ROLE)
        keys.setEditable(True)
        self._cells[command.name] = keys

    def _row(self, section: str, title: str, keys: str) -> tuple[QStandardItem, QStandardItem]:
        cells = (QStandardItem(title), QStandardItem())
        _show_keys(cells[1], keys)
        for cell in cells:
            cell.setEditable(False)
        self._branch(section).appendRow(cells)
        return cells

    def _branch(self, section: str) -> QStandardItem:
        if section not in self._branches:
            branch, beside = QStandardItem(section), QStandardItem()
            beside.setData(section, Qt.ItemDataRole.AccessibleTextRole)
            for cell in (branch, beside):
                cell.setEditable(False)
                cell.setFlags(Qt.ItemFlag.ItemIsEnabled)
            font = branch.font()
            font.setBold(True)
            branch.setFont(font)
            self.appendRow((branch, beside))
            self._branches[section] = branch
        return self._branches[section]


def _show_keys(cell: QStandardItem, keys: str) -> None:
    cell.setText(keys)
    spoken = keys or QCoreApplication.translate("Commands", "no keys")
    cell.setData(spoken, Qt.ItemDataRole.AccessibleTextRole)
