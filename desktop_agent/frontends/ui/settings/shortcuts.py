"""The pane for changing keyboard shortcuts."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtGui import QKeySequence
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
from desktop_agent.frontends.ui.widgets.accessibility import announce
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.command_registry import Commands
from desktop_agent.frontends.ui.widgets.error_dialog import confirm
from desktop_agent.frontends.ui.widgets.labels import Said
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.list_view import edit_in_place
from desktop_agent.frontends.ui.widgets.translation import localized_error

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

_SETTING = "shortcuts.keys"
_FOR_MOVING = frozenset(
    {"Tab", "Backtab", "Return", "Enter", "Up", "Down", "Left", "Right", "Home", "End"}
)


_HEIGHT = 380


class ShortcutsPane(QWidget):
    """A list for changing shortcuts. Changes apply immediately; conflicts must be confirmed."""

    changed = Signal(str)

    def __init__(self, commands: Commands, session: "Session") -> None:
        super().__init__()
        self._commands = commands
        self._session = session
        shown = CommandsFilter(CommandsModel(commands, parent=self), parent=self)
        self.tree = self._make_tree(shown)
        self.said = Said()
        vbox(self.tree, self.said, self._button_row(), parent=self, spacing=8)
        self.tree.selectionModel().currentChanged.connect(self._show_current)
        commands.rebound.connect(self._show_current)
        self._show_current()

    def choose(self, name: str, keys: str) -> None:
        """Set a command's shortcut; if another command already has it, ask the user first."""
        self._say("", "ok")
        problem = self._problem(keys)
        other = self._commands.holder(keys, name)
        if problem:
            self._say(problem, "error")
        elif other is None:
            self._take([(name, keys)])
        else:
            text = self.tr("{0} is already the shortcut for {1}.").format(
                _native(keys), other.title
            )
            about = self.tr("Use it for {0}?").format(self._commands[name].title)
            confirm(
                self,
                text,
                about,
                self.tr("Use it"),
                lambda: self._move(name, keys),
                self.tr("Cancel"),
            )

    def reset(self) -> None:
        name = self._current()
        if name:
            self.choose(name, self._commands[name].usual)

    def reset_all(self) -> None:
        self._take([(command.name, command.usual) for command in self._commands])
        self._say(self.tr("Shortcuts reset"), "ok")

    # --- Events

    def _problem(self, keys: str) -> str:
        bare = keys.removeprefix("Shift+")
        if len(bare) == 1 or bare == "Space":
            return self.tr("{0} types text. Add Ctrl or Alt.").format(_native(keys))
        if bare in _FOR_MOVING:
            return self.tr("{0} is needed to move the focus.").format(_native(keys))
        return ""

    def _move(self, name: str, keys: str) -> None:
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
            text = self.tr("{0} is now {1}") if keys else self.tr("{0} no longer has a shortcut")
            self._say(text.format(self._commands[name].title, _native(keys)), "ok")
        self.changed.emit(_SETTING)
        return True

    def _edit(self, index: QModelIndex) -> None:
        if index.data(NAME_ROLE):
            self._say("", "ok")
            edit_in_place(self.tree, index.siblingAtColumn(KEYS))

    def _show_current(self, *_changed: object) -> None:
        name = self._current()
        command = self._commands[name] if name else None
        self.change.setEnabled(command is not None)
        self.reset_one.setEnabled(command is not None and not command.is_usual)
        self.reset_every.setEnabled(bool(self._commands.chosen()))

    def _current(self) -> str:
        return str(self.tree.currentIndex().data(NAME_ROLE) or "")

    def _say(self, text: str, tone: str) -> None:
        self.said.say(text, tone)
        if text:
            announce(self.tree, text, polite=tone == "ok")

    # --- Construction

    def _make_tree(self, shown: CommandsFilter) -> QTreeView:
        tree = commands_tree(shown)
        tree.setAccessibleName(self.tr("Commands and their shortcuts"))
        tree.setEditTriggers(QTreeView.EditTrigger.NoEditTriggers)
        delegate = KeysDelegate(tree)
        delegate.chosen.connect(self.choose)
        tree.setItemDelegateForColumn(KEYS, delegate)
        tree.setFixedHeight(_HEIGHT)
        tree.activated.connect(self._edit)
        return tree

    def _button_row(self) -> QHBoxLayout:
        self.change = push_button(self.tr("Change…"), lambda: self._edit(self.tree.currentIndex()))
        self.change.setToolTip(self.tr("Change the shortcut (Enter)"))
        tip = self.tr("Reset this shortcut")
        self.reset_one = push_button(self.tr("Reset"), self.reset, tip=tip)
        tip = self.tr("Reset all shortcuts")
        self.reset_every = push_button(self.tr("Reset all"), self.reset_all, tip=tip)
        return hbox(self.change, self.reset_one, STRETCH, self.reset_every, spacing=8)


def _native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
