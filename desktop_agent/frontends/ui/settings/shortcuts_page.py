"""The settings page for changing keyboard shortcuts."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeySequence, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QTreeView, QWidget

from desktop_agent.core.errors import SettingsError
from desktop_agent.frontends.ui.dialogs.keyboard_shortcuts import (
    KEYS,
    NAME_ROLE,
    CommandsFilter,
    CommandsModel,
    KeysDelegate,
    commands_tree,
)
from desktop_agent.frontends.ui.settings.page import button
from desktop_agent.frontends.ui.widgets.accessibility import announce
from desktop_agent.frontends.ui.widgets.command_registry import Commands
from desktop_agent.frontends.ui.widgets.labels import heading, label
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.list_view import edit_in_place
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized_error

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

_SETTING = "shortcuts.keys"
_FOR_MOVING = frozenset(
    {"Tab", "Backtab", "Return", "Enter", "Up", "Down", "Left", "Right", "Home", "End"}
)


class ShortcutsPage(QWidget):
    """A page for changing shortcuts. Changes apply immediately; conflicts must be confirmed."""

    changed = Signal(str)

    def __init__(self, _theme: Theme, commands: Commands, session: "Session") -> None:
        super().__init__()
        self.title = self.tr("Shortcuts")
        self.setObjectName("page")
        self._commands = commands
        self._session = session
        self._waiting: tuple[str, str] | None = None
        self._shown = CommandsFilter(CommandsModel(commands, parent=self), self.title, self)
        self.is_whole = False

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self.is_whole:
            self._lay_out()
            self._show_all()
            self.is_whole = True

    def look_for(self, words: Sequence[str]) -> int:
        """Show only the commands that contain every word, and return their number."""
        found = self._shown.look_for(words)
        if self.is_whole:
            self.tree.expandAll()
        return found

    def choose(self, name: str, keys: str) -> None:
        """Set a command's shortcut; if another command already has it, ask the user first."""
        self._quiet()
        problem = self._problem(keys)
        if problem:
            self._say(problem, "error")
            return
        other = self._commands.holder(keys, name)
        if other is None:
            self._take([(name, keys)])
            return
        self._waiting = (name, keys)
        text = self.tr("{0} belongs to “{1}”.").format(_native(keys), other.title)
        self._say(text, "warn")
        self.move_here.setText(self.tr("Use it for “{0}” instead").format(self._title(name)))
        self.move_here.show()
        self.keep.show()
        self.move_here.setFocus()

    def reset(self) -> None:
        name = self._current()
        if name:
            self.choose(name, self._commands[name].usual)

    def reset_all(self) -> None:
        self._quiet()
        self._take([(command.name, command.usual) for command in self._commands])
        self._say(self.tr("All commands have their usual keys."), "ok")

    # --- Events

    def _problem(self, keys: str) -> str:
        bare = keys.removeprefix("Shift+")
        if len(bare) == 1 or bare == "Space":
            return self.tr("{0} writes text; add Ctrl or Alt.").format(_native(keys))
        if bare in _FOR_MOVING:
            return self.tr("{0} is needed to move about.").format(_native(keys))
        return ""

    def _move(self) -> None:
        assert self._waiting is not None
        name, keys = self._waiting
        self._quiet()
        self.tree.setFocus()
        taken = []
        while (other := self._commands.holder(keys, name)) is not None:
            taken.append((other.name, other.keys))
            self._commands.rebind(other.name, "")
        if not self._take([(name, keys)]):
            for each, before in taken:
                self._commands.rebind(each, before)

    def _take(self, wanted: Sequence[tuple[str, str]]) -> bool:
        before = [(name, self._commands[name].keys) for name, _ in wanted]
        for name, keys in wanted:
            self._commands.rebind(name, keys)
        try:
            self._session.change_setting(_SETTING, self._commands.chosen() or None)
        except SettingsError as error:
            for name, keys in before:
                self._commands.rebind(name, keys)
            self._say(localized_error(error), "error")
            return False
        if len(wanted) == 1:
            name, keys = wanted[0]
            text = self.tr("“{0}” is {1} now.") if keys else self.tr("“{0}” has no keys now.")
            self._say(text.format(self._title(name), _native(keys)), "ok")
        self.changed.emit(_SETTING)
        return True

    def _edit(self, index: QModelIndex) -> None:
        if index.data(NAME_ROLE):
            self._quiet()
            edit_in_place(self.tree, index.siblingAtColumn(KEYS))

    def _show_current(self, *_changed: object) -> None:
        name = self._current()
        command = self._commands[name] if name else None
        self.change.setEnabled(command is not None)
        self.reset_one.setEnabled(command is not None and not command.is_usual)
        self.reset_every.setEnabled(bool(self._commands.chosen()))

    def _current(self) -> str:
        return str(self.tree.currentIndex().data(NAME_ROLE) or "")

    def _title(self, name: str) -> str:
        return self._commands[name].title

    def _say(self, text: str, tone: str) -> None:
        self.said.setText(text)
        self.said.setProperty("tone", tone)
        self.said.style().polish(self.said)
        announce(self.tree, text, polite=tone == "ok")

    def _leave(self) -> None:
        self._quiet()
        self.tree.setFocus()

    def _quiet(self) -> None:
        self._waiting = None
        self.said.setText("")
        self.move_here.hide()
        self.keep.hide()

    # --- Construction

    def _lay_out(self) -> None:
        about = self.tr("Press Enter or double-click to give a command other keys.")
        self.tree = self._make_tree()
        above = (heading(self.title), label(about, "muted"), 10)
        lines = (*above, (self.tree, 1), 8, self._said_row(), 8, self._button_row())
        vbox(*lines, parent=self, margins=(32, 26, 32, 24), spacing=4)
        self.tree.selectionModel().currentChanged.connect(self._show_current)
        self._commands.rebound.connect(self._show_current)
        self._show_current()

    def _show_all(self) -> None:
        """Show new widgets immediately rather than in the next iteration of the event loop."""
        here = Qt.FindChildOption.FindDirectChildrenOnly
        for widget in self.findChildren(QWidget, options=here):
            if not widget.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide):
                widget.show()

    def _make_tree(self) -> QTreeView:
        tree = commands_tree(self._shown)
        tree.setAccessibleName(self.tr("Commands and their keys"))
        tree.setEditTriggers(QTreeView.EditTrigger.NoEditTriggers)
        delegate = KeysDelegate(tree)
        delegate.chosen.connect(self.choose)
        tree.setItemDelegateForColumn(KEYS, delegate)
        tree.activated.connect(self._edit)
        return tree

    def _said_row(self) -> QHBoxLayout:
        self.said = label("", "shortcutSaid")
        self.said.setMinimumHeight(40)
        tip = self.tr("Takes the keys from the other command")
        self.move_here = button("", self._move, tip=tip)
        self.move_here.hide()
        tip = self.tr("Leaves both commands as they are")
        self.keep = button(self.tr("Leave it"), self._leave, tip=tip)
        self.keep.hide()
        return hbox((self.said, 1), self.move_here, self.keep, spacing=8)

    def _button_row(self) -> QHBoxLayout:
        self.change = button(self.tr("Change…"), lambda: self._edit(self.tree.currentIndex()))
        self.change.setToolTip(self.tr("Give the command other keys (Enter)"))
        tip = self.tr("Give the command its usual keys")
        self.reset_one = button(self.tr("Reset"), self.reset, tip=tip)
        tip = self.tr("Give every command its usual keys")
        self.reset_every = button(self.tr("Reset all"), self.reset_all, tip=tip)
        return hbox(self.change, self.reset_one, STRETCH, self.reset_every, spacing=8)


def _native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
