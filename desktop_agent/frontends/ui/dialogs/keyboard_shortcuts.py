"""The dialog that lists keyboard shortcuts. The settings also use its models and its editor."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import (
    QAbstractItemModel,
    QCoreApplication,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHeaderView,
    QKeySequenceEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from desktop_agent.frontends.ui.widgets.command_registry import (
    Commands,
    draw_keys,
    keys_width,
)
from desktop_agent.frontends.ui.widgets.labels import heading
from desktop_agent.frontends.ui.widgets.layout import vbox
from desktop_agent.frontends.ui.widgets.text_fields import filter_field
from desktop_agent.frontends.ui.widgets.theme import Theme

# --- Commands by section as a tree of two columns

Index = QModelIndex | QPersistentModelIndex
NAME_ROLE = Qt.ItemDataRole.UserRole + 1
KEYS = 1
"""Index of the column that shows the keys."""


LocalKeys = tuple[str, str, str]
"""A part of the window, an action, and the fixed keys for the action."""


class CommandsModel(QStandardItemModel):
    """A Qt tree model of the commands by section, updated when their keys change."""

    def __init__(
        self, commands: Commands, local: Sequence[LocalKeys] = (), parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._commands = commands
        self._branches: dict[str, QStandardItem] = {}
        self._cells: dict[str, QStandardItem] = {}
        translate = partial(QCoreApplication.translate, "Commands")
        self.setHorizontalHeaderLabels([translate("Command"), translate("Keys")])
        for command in commands:
            cells = self._row(command.section, command.title, command.shown_keys)
            for cell in cells:
                cell.setData(command.name, NAME_ROLE)
            cells[KEYS].setEditable(True)
            self._cells[command.name] = cells[KEYS]
        for section, title, keys in local:
            native = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
            self._row(section, title, native)
        commands.rebound.connect(self.refresh)

    def refresh(self, name: str) -> None:
        if name in self._cells:
            _show_keys(self._cells[name], self._commands[name].shown_keys)

    def _row(self, section: str, title: str, keys: str) -> tuple[QStandardItem, QStandardItem]:
        cells = (QStandardItem(title), QStandardItem())
        _show_keys(cells[1], keys)
        for cell in cells:
            cell.setEditable(False)
        self._branch(section).appendRow(cells)
        return cells

    def _branch(self, section: str) -> QStandardItem:
        if section not in self._branches:
            branch, second = QStandardItem(section), QStandardItem()
            second.setData(section, Qt.ItemDataRole.AccessibleTextRole)
            for cell in (branch, second):
                cell.setFlags(Qt.ItemFlag.ItemIsEnabled)
            font = branch.font()
            font.setBold(True)
            branch.setFont(font)
            self.appendRow((branch, second))
            self._branches[section] = branch
        return self._branches[section]


def _show_keys(cell: QStandardItem, keys: str) -> None:
    cell.setText(keys)
    spoken = keys or QCoreApplication.translate("Commands", "no keys")
    cell.setData(spoken, Qt.ItemDataRole.AccessibleTextRole)


# --- Search


class CommandsFilter(QSortFilterProxyModel):
    """A proxy model that searches the section, title and keys of each command, and ``extra``."""

    def __init__(
        self, model: CommandsModel, extra: str = "", parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._words: tuple[str, ...] = ()
        self._extra = extra
        self.setRecursiveFilteringEnabled(True)
        self.setSourceModel(model)

    def look_for(self, words: Sequence[str]) -> int:
        """Show only commands that match every word, and return their number."""
        self.beginFilterChange()
        self._words = tuple(word.casefold() for word in words)
        self.endFilterChange()
        return sum(self.rowCount(self.index(row, 0)) for row in range(self.rowCount()))

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        if not source_parent.isValid():
            return False  # a section is shown only if it contains a match
        model = self.sourceModel()
        parts = (
            self._extra,
            str(source_parent.data()),
            str(model.index(source_row, 0, source_parent).data()),
            str(model.index(source_row, KEYS, source_parent).data()),
        )
        text = " ".join(parts).casefold()
        return all(word in text for word in self._words)


# --- Painting and editing keys

_MARGIN = 10
_NAME = "command"


class KeysDelegate(QStyledItemDelegate):
    """A delegate that lets the user press new keys for a command.

    ``chosen`` is emitted with the name of the command and its new keys. While waiting for keys,
    Escape cancels, and Backspace or Delete without modifiers removes the current keys.
    """

    chosen = Signal(str, str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        wide = keys_width(str(index.data() or ""), option.font) + 2 * _MARGIN
        return QSize(max(wide, 150), option.fontMetrics.height() + 16)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        style = QApplication.style()
        background = QStyleOptionViewItem(option)
        self.initStyleOption(background, index)
        background.text = ""
        # the row already shows the selection
        background.state &= ~QStyle.StateFlag.State_HasFocus
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, background, painter, option.widget)
        box = option.rect.adjusted(_MARGIN, 0, -_MARGIN, 0)
        draw_keys(painter, box, str(index.data() or ""), option.font, self._theme)

    def createEditor(
        self,
        parent: QWidget,
        option: QStyleOptionViewItem,  # noqa: ARG002 - Qt's signature
        index: Index,
    ) -> QWidget:
        name = str(index.data(NAME_ROLE))
        edit = QKeySequenceEdit(parent)
        edit.setMaximumSequenceLength(1)
        edit.setAccessibleName(self.tr("Press the new keys"))
        edit.setToolTip(self.tr("Press the new keys; Escape gives up, Backspace takes them away"))
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


class CheatSheet(QDialog):
    """A searchable dialog that lists the commands with their keys, and the fixed shortcuts."""

    def __init__(self, theme: Theme, commands: Commands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self.resize(560, 660)
        head = heading(self.tr("Keyboard shortcuts"))
        note = heading(self.tr("The settings give a command other keys."), "hint")
        self.search = filter_field(self.tr("Search by what it does or by its keys"))
        self.search.setAccessibleName(self.tr("Search shortcuts"))
        self.search.textChanged.connect(self._look)
        self._shown = CommandsFilter(CommandsModel(commands, local_keys(), self), parent=self)
        self.tree = commands_tree(self._shown)
        self.tree.setEditTriggers(QTreeView.EditTrigger.NoEditTriggers)
        self.tree.setAccessibleName(self.tr("Shortcuts"))
        self.tree.setItemDelegateForColumn(KEYS, KeysDelegate(theme, self.tree))
        self._nothing = heading(self.tr("No command holds these words."), "muted")
        self._nothing.hide()
        parts = (head, note, self.search, self._nothing, (self.tree, 1))
        vbox(*parts, parent=self, margins=(24, 20, 24, 20), spacing=8)
        self.search.setFocus()

    def _look(self, text: str) -> None:
        found = self._shown.look_for(text.split())
        self._nothing.setVisible(not found)
        self.tree.expandAll()


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


_tr = partial(QCoreApplication.translate, "CheatSheet")


def local_keys() -> tuple[LocalKeys, ...]:
    """Return the shortcuts that cannot be changed, grouped by context."""
    writing = _tr("While writing a question")
    listed = _tr("In the list of conversations")
    reading = _tr("While reading")
    finding = _tr("While finding in a conversation")
    return (
        (writing, _tr("Send"), "Return"),
        (writing, _tr("Begin a new line"), "Shift+Return"),
        (writing, _tr("An earlier question"), "Up"),
        (writing, _tr("A later question"), "Down"),
        (writing, _tr("Slash commands"), "/"),
        (listed, _tr("Open"), "Return"),
        (listed, _tr("Rename"), "F2"),
        (listed, _tr("Delete; it can be undone"), "Del"),
        (reading, _tr("A line down, a line up"), "Down, Up"),
        (reading, _tr("A page down, a page up"), "PgDown, PgUp"),
        (reading, _tr("To the beginning, to the end"), "Home, End"),
        (reading, _tr("Next citation, previous one"), "Tab, Shift+Tab"),
        (finding, _tr("Next place, previous one"), "F3, Shift+F3"),
        (finding, _tr("End finding"), "Esc"),
    )
