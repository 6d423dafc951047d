"""The list of keyboard shortcuts, which the settings show, and its editor."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import (
    QAbstractItemModel,
    QCoreApplication,
    QEvent,
    QObject,
    QRegularExpression,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QKeySequence, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QHeaderView,
    QKeySequenceEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from desktop_agent.frontends.ui.widgets.command_registry import Commands
from desktop_agent.frontends.ui.widgets.list_view import ROW, Index
from desktop_agent.frontends.ui.wording.labels import translated
from desktop_agent.system.resources import toml_resource

# --- Commands by section as a tree of two columns

_SEARCHED = ROW
"""Item data role of the text in which `CommandsFilter` searches."""
NAME_ROLE = _SEARCHED + 1
"""Item data role of a command's name."""
KEYS = 1
"""Index of the column that shows the keys."""


LocalKeys = tuple[str, str, str]
"""A part of the window, an action, and the fixed keys for the action."""


class CommandsModel(QStandardItemModel):
    """A Qt tree model of the commands and the fixed shortcuts, updated when keys change."""

    def __init__(self, commands: Commands, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._commands = commands
        self._sections: dict[str, QStandardItem] = {}
        self._cells: dict[str, tuple[QStandardItem, QStandardItem]] = {}
        translate = partial(QCoreApplication.translate, "Commands")
        self.setHorizontalHeaderLabels([translate("Command"), translate("Shortcut")])
        for command in commands:
            cells = self._row(command.section, command.title, command.shown_keys)
            for cell in cells:
                cell.setData(command.name, NAME_ROLE)
            cells[KEYS].setEditable(True)
            self._cells[command.name] = cells
        for section, title, keys in local_keys():
            native = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
            self._row(section, title, native)
        commands.rebound.connect(self.refresh)

    def refresh(self, name: str) -> None:
        if name in self._cells:
            command = self._commands[name]
            _show_keys(self._cells[name], command.section, command.shown_keys)

    def _row(self, section: str, title: str, keys: str) -> tuple[QStandardItem, QStandardItem]:
        cells = (QStandardItem(title), QStandardItem())
        _show_keys(cells, section, keys)
        for cell in cells:
            cell.setEditable(False)
        self._section(section).appendRow(cells)
        return cells

    def _section(self, name: str) -> QStandardItem:
        if name not in self._sections:
            head, second = QStandardItem(name), QStandardItem()
            second.setData(name, Qt.ItemDataRole.AccessibleTextRole)
            for cell in (head, second):
                cell.setFlags(Qt.ItemFlag.ItemIsEnabled)
            font = head.font()
            font.setBold(True)
            head.setFont(font)
            self.appendRow((head, second))
            self._sections[name] = head
        return self._sections[name]


def _show_keys(cells: tuple[QStandardItem, QStandardItem], section: str, keys: str) -> None:
    title, shown = cells
    shown.setText(keys)
    spoken = keys or QCoreApplication.translate("Commands", "no shortcut")
    shown.setData(spoken, Qt.ItemDataRole.AccessibleTextRole)
    title.setData(f"{section} {title.text()} {keys}", _SEARCHED)


class CommandsFilter(QSortFilterProxyModel):
    """Searches the section, title and keys of each command; words in ``extra`` match them all."""

    def __init__(
        self, model: CommandsModel, extra: str = "", parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._extra = extra.casefold()
        self.setFilterRole(_SEARCHED)
        self.setRecursiveFilteringEnabled(True)
        self.setSourceModel(model)

    def look_for(self, words: Sequence[str]) -> int:
        """Show only commands that match every word, and return their number."""
        wanted = [word for word in words if word.casefold() not in self._extra]
        pattern = "".join(f"(?=.*{QRegularExpression.escape(word)})" for word in wanted)
        how = QRegularExpression.PatternOption.CaseInsensitiveOption
        self.setFilterRegularExpression(QRegularExpression(pattern and f"^{pattern}", how))
        return sum(self.rowCount(self.index(row, 0)) for row in range(self.rowCount()))


# --- Editing keys

_NAME = "command"


class KeysDelegate(QStyledItemDelegate):
    """Lets the user press new keys for a command.

    ``chosen`` is emitted with the name of the command and its new keys. While waiting for keys,
    Escape cancels, and Backspace or Delete without modifiers removes the current keys.
    """

    chosen = Signal(str, str)

    def createEditor(
        self,
        parent: QWidget,
        option: QStyleOptionViewItem,  # noqa: ARG002 - Qt's signature
        index: Index,
    ) -> QWidget:
        name = str(index.data(NAME_ROLE))
        edit = QKeySequenceEdit(parent)
        edit.setMaximumSequenceLength(1)
        edit.setAccessibleName(self.tr("Press the new shortcut"))
        edit.setToolTip(
            self.tr("Press the new shortcut, Escape to cancel, or Backspace to remove it")
        )
        edit.setProperty(_NAME, name)
        edit.editingFinished.connect(lambda: self._pressed(edit, name))
        return edit

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Leave the field empty, because the pressed keys replace the old ones."""

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Do nothing: the receiver of ``chosen`` changes the keys, which updates the model."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            isinstance(watched, QKeySequenceEdit)
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and not event.modifiers()
        ):
            if event.key() == Qt.Key.Key_Escape:
                self._close(watched)
                return True
            if event.key() in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
                name = watched.property(_NAME)
                self._close(watched)
                self.chosen.emit(name, "")
                return True
        return super().eventFilter(watched, event)

    def _pressed(self, edit: QKeySequenceEdit, name: str) -> None:
        keys = edit.keySequence().toString()
        self._close(edit)
        if keys:  # empty if the field was left without pressing a key
            self.chosen.emit(name, keys)

    def _close(self, edit: QKeySequenceEdit) -> None:
        edit.editingFinished.disconnect()  # closing would emit the signal again
        self.closeEditor.emit(edit, QStyledItemDelegate.EndEditHint.NoHint)


def commands_tree(shown: CommandsFilter) -> QTreeView:
    """Return a tree view of commands and their keys, with all sections expanded."""
    tree = QTreeView()
    tree.setObjectName("commandsTree")
    tree.setModel(shown)
    tree.setRootIsDecorated(False)
    tree.setItemsExpandable(False)
    tree.setUniformRowHeights(True)
    tree.setIndentation(10)
    tree.setTabKeyNavigation(False)
    header = tree.header()
    header.hide()
    header.setStretchLastSection(False)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    header.setSectionResizeMode(KEYS, QHeaderView.ResizeMode.ResizeToContents)
    tree.expandAll()
    return tree


def local_keys() -> list[LocalKeys]:
    """Return the shortcuts that cannot be changed, grouped by context."""
    places = toml_resource("labels.toml")["CheatSheet"].values()
    return [
        (translated("CheatSheet", place["section"]), translated("CheatSheet", title), keys)
        for place in places
        for keys, title in place.items()
        if keys != "section"
    ]
