"""The pane for changing keyboard shortcuts."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from desktop_agent.core.errors import SettingsError
from desktop_agent.frontends.ui.widgets.accessibility import announce
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.command_registry import Commands
from desktop_agent.frontends.ui.widgets.error_dialog import confirm
from desktop_agent.frontends.ui.widgets.labels import Said
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.list_view import Index, edit_in_place
from desktop_agent.frontends.ui.widgets.translation import localized_error
from desktop_agent.frontends.ui.wording.labels import translated
from desktop_agent.system.resources import toml_resource

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

_SETTING = "shortcuts.keys"
_FOR_MOVING = frozenset(
    {"Tab", "Backtab", "Return", "Enter", "Up", "Down", "Left", "Right", "Home", "End"}
)
KEYS = 1
"""Index of the column that shows the keys."""
NAME_ROLE = Qt.ItemDataRole.UserRole.value
"""Item data role of a command's name."""

# --- Editing keys


class KeysDelegate(QStyledItemDelegate):
    """A delegate whose editor records the keys pressed for the current command.

    ``chosen`` is emitted with the new keys. While waiting for keys, Escape cancels, and Backspace
    or Delete without modifiers removes the current keys.
    """

    chosen = Signal(str)

    def createEditor(
        self, parent: QWidget, _option: QStyleOptionViewItem, _index: Index
    ) -> QWidget:
        edit = QKeySequenceEdit(parent)
        edit.setMaximumSequenceLength(1)
        edit.setAccessibleName(self.tr("Press the new shortcut"))
        edit.setToolTip(
            self.tr("Press the new shortcut, Escape to cancel, or Backspace to remove it")
        )
        edit.editingFinished.connect(lambda: self._close(edit, edit.keySequence().toString()))
        return edit

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Leave the editor empty, because the pressed keys replace the old ones."""

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Do nothing; the receiver of ``chosen`` changes the keys, which updates the model."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        removes = (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete)
            and not event.modifiers()
        )
        if removes and isinstance(watched, QKeySequenceEdit):
            self._close(watched, None)
            return True
        return super().eventFilter(watched, event)

    def _close(self, edit: QKeySequenceEdit, keys: str | None) -> None:
        """Close the editor, and set the keys. If they are empty, none has been pressed."""
        edit.editingFinished.disconnect()  # closing would emit the signal again
        self.closeEditor.emit(edit, QStyledItemDelegate.EndEditHint.NoHint)
        if keys != "":
            self.chosen.emit(keys or "")


_HEIGHT = 380


class ShortcutsPane(QWidget):
    """A list for changing shortcuts. Changes apply immediately; conflicts must be confirmed."""

    changed = Signal(str)

    def __init__(self, commands: Commands, session: "Session") -> None:
        super().__init__()
        self._commands = commands
        self._session = session
        self._items: dict[str, QTreeWidgetItem] = {}
        self.tree = self._make_tree()
        self.said = Said()
        vbox(self.tree, self.said, self._button_row(), parent=self, spacing=8)
        self.tree.selectionModel().currentChanged.connect(self._show_current)
        commands.rebound.connect(self._rebound)
        self._show_current()

    def choose(self, name: str, keys: str) -> None:
        """Set a command's shortcut; if another command already has it, ask the user first."""
        problem = self._problem(keys)
        others = self._commands.holders(keys, name)
        title, native = self._commands[name].title, _native(keys)
        said = self.tr("{0} is now {1}") if keys else self.tr("{0} no longer has a shortcut")
        wanted = {**{each.name: "" for each in others}, name: keys}
        take = partial(self._take, wanted, said.format(title, native))
        if problem:
            self._say(problem, "error")
        elif not others:
            take()
        else:
            text = self.tr("{0} is already the shortcut for {1}.").format(native, others[0].title)
            about = self.tr("Use it for {0}?").format(title)
            confirm(self, text, about, self.tr("Use it"), take)

    def reset(self) -> None:
        name = self._current()
        if name:
            self.choose(name, self._commands[name].usual)

    def reset_all(self) -> None:
        wanted = {command.name: command.usual for command in self._commands}
        self._take(wanted, self.tr("Shortcuts reset"))

    # --- Events

    def _problem(self, keys: str) -> str:
        bare = keys.removeprefix("Shift+")
        if len(bare) == 1 or bare == "Space":
            return self.tr("{0} is used for typing. Add Ctrl or Alt.").format(_native(keys))
        if bare in _FOR_MOVING:
            return self.tr("{0} is needed to move the focus.").format(_native(keys))
        return ""

    def _take(self, wanted: Mapping[str, str], said: str) -> None:
        """Give commands other shortcuts and store them, or change nothing if that fails."""
        before = {name: self._commands[name].keys for name in wanted}
        self._rebind(wanted)
        try:
            self._session.change_setting(_SETTING, self._commands.chosen() or None)
        except SettingsError as error:
            self._rebind(before)
            self._say(localized_error(error), "error")
            return
        self._say(said, "ok")
        self.changed.emit(_SETTING)

    def _rebind(self, wanted: Mapping[str, str]) -> None:
        for name, keys in wanted.items():
            self._commands.rebind(name, keys)

    def _edit(self) -> None:
        if self._current():
            self._say("", "ok")
            edit_in_place(self.tree, self.tree.currentIndex().siblingAtColumn(KEYS))

    def _rebound(self, name: str) -> None:
        if name in self._items:
            _show_keys(self._items[name], self._commands[name].shown_keys)
        self._show_current()

    def _show_current(self, *_changed: object) -> None:
        name = self._current()
        command = self._commands[name] if name else None
        self.change.setEnabled(command is not None)
        self.reset_one.setEnabled(command is not None and not command.is_usual)
        self.reset_every.setEnabled(bool(self._commands.chosen()))

    def _current(self) -> str:
        return str(self.tree.currentIndex().siblingAtColumn(0).data(NAME_ROLE) or "")

    def _say(self, text: str, tone: str) -> None:
        self.said.say(text, tone)
        if text:
            announce(self.tree, text, polite=tone == "ok")

    # --- Construction

    def _make_tree(self) -> QTreeWidget:
        tree = QTreeWidget()
        tree.setObjectName("commandsTree")
        tree.setAccessibleName(self.tr("Commands and their shortcuts"))
        translate = partial(QCoreApplication.translate, "Commands")
        tree.setHeaderLabels([translate("Command"), translate("Shortcut")])
        tree.setRootIsDecorated(False)
        tree.setItemsExpandable(False)
        tree.setUniformRowHeights(True)
        tree.setIndentation(10)
        tree.setEditTriggers(QTreeWidget.EditTrigger.NoEditTriggers)
        tree.setFixedHeight(_HEIGHT)
        header = tree.header()
        header.hide()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(KEYS, QHeaderView.ResizeMode.ResizeToContents)
        self._fill(tree)
        tree.expandAll()
        delegate = KeysDelegate(tree)
        delegate.chosen.connect(lambda keys: self.choose(self._current(), keys))
        tree.setItemDelegateForColumn(KEYS, delegate)
        tree.activated.connect(self._edit)
        return tree

    def _fill(self, tree: QTreeWidget) -> None:
        sections: dict[str, QTreeWidgetItem] = {}

        def add(section: str, title: str, keys: str) -> QTreeWidgetItem:
            if section not in sections:
                head = sections[section] = QTreeWidgetItem(tree, [section])
                head.setData(KEYS, Qt.ItemDataRole.AccessibleTextRole, section)
                head.setFlags(Qt.ItemFlag.ItemIsEnabled)
                font = head.font(0)
                font.setBold(True)
                head.setFont(0, font)
            item = QTreeWidgetItem(sections[section], [title])
            _show_keys(item, keys)
            return item

        for command in self._commands:
            item = add(command.section, command.title, command.shown_keys)
            item.setData(0, NAME_ROLE, command.name)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            self._items[command.name] = item
        for place in toml_resource("labels.toml")["CheatSheet"].values():
            section = translated("CheatSheet", place["section"])
            for keys, title in place.items():
                if keys != "section":
                    add(section, translated("CheatSheet", title), _native(keys))

    def _button_row(self) -> QHBoxLayout:
        self.change = push_button(self.tr("Change…"), self._edit)
        self.change.setToolTip(self.tr("Change the shortcut (Enter)"))
        tip = self.tr("Reset this shortcut")
        self.reset_one = push_button(self.tr("Reset"), self.reset, tip=tip)
        tip = self.tr("Reset all shortcuts")
        self.reset_every = push_button(self.tr("Reset all"), self.reset_all, tip=tip)
        return hbox(self.change, self.reset_one, STRETCH, self.reset_every, spacing=8)


def _native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def _show_keys(item: QTreeWidgetItem, keys: str) -> None:
    item.setText(KEYS, keys)
    spoken = keys or QCoreApplication.translate("Commands", "no shortcut")
    item.setData(KEYS, Qt.ItemDataRole.AccessibleTextRole, spoken)
