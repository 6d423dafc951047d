"""The registry of named commands and their shortcuts."""

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QWidget

logger = logging.getLogger(__name__)

_NATIVE = QKeySequence.SequenceFormat.NativeText


@dataclass(frozen=True, slots=True)
class Command:
    """A command; ``usual`` is its default shortcut."""

    name: str
    section: str
    title: str
    usual: str
    action: QAction = field(repr=False)

    @property
    def keys(self) -> str:
        """The current shortcut in Qt's portable format, or "" if there is none."""
        return self.action.shortcut().toString()

    @property
    def shown_keys(self) -> str:
        return self.action.shortcut().toString(_NATIVE)

    @property
    def is_usual(self) -> bool:
        return self.keys == QKeySequence(self.usual).toString()


class Commands(QObject):
    """A window's commands, keyed by name.

    ``chosen`` maps command names to the user's shortcuts. ``rebound`` is emitted with the name of a
    command whose shortcut has changed.
    """

    rebound = Signal(str)

    def __init__(self, window: QWidget, chosen: Mapping[str, str]) -> None:
        super().__init__(window)
        self._window = window
        self._chosen = dict(chosen)
        self._commands: dict[str, Command] = {}

    def __iter__(self) -> Iterator[Command]:
        return iter(self._commands.values())

    def __getitem__(self, name: str) -> Command:
        return self._commands[name]

    def add(
        self, section: str, name: str, title: str, keys: str, act: Callable[[], object]
    ) -> Command:
        """Add a window-wide command with the default shortcut ``keys``, or "" for none.

        ``name`` is stored in the settings, so it must never change.
        """
        assert name not in self._commands, name
        action = QAction(title, self._window)
        action.setShortcut(QKeySequence(self._chosen.get(name, keys)))
        action.triggered.connect(lambda _checked: act())
        self._window.addAction(action)
        command = Command(name, section, title, keys, action)
        self._commands[name] = command
        return command

    def settle(self) -> None:
        """Resolve conflicts with the user's shortcuts. Call this after adding all commands.

        If two commands share a shortcut, Qt runs neither. A shortcut chosen by the user is
        therefore removed from any other command that has it by default. Unknown command names are
        skipped.
        """
        for name in self._chosen.keys() - self._commands.keys():
            logger.warning("there is no command %r to give keys to", name)
        chosen = [self._commands[name] for name in self._chosen if name in self._commands]
        for command in chosen:
            for other in self.holders(command.keys, command.name):
                logger.warning("%r takes %s from %r", command.name, command.keys, other.name)
                self.rebind(other.name, "")

    def holders(self, keys: str, besides: str) -> list[Command]:
        """Return the commands whose shortcuts conflict with ``keys``, except ``besides``."""
        wanted, none = QKeySequence(keys), QKeySequence.SequenceMatch.NoMatch

        def clashes(has: QKeySequence) -> bool:
            is_other = wanted.matches(has) == none and has.matches(wanted) == none
            return not (is_other or wanted.isEmpty() or has.isEmpty())

        return [each for each in self if each.name != besides and clashes(each.action.shortcut())]

    def chosen(self) -> dict[str, str]:
        """Return the non-default shortcuts to store, including those of unknown commands."""
        kept = {name: keys for name, keys in self._chosen.items() if name not in self._commands}
        return kept | {each.name: each.keys for each in self if not each.is_usual}

    def rebind(self, name: str, keys: str) -> None:
        self._commands[name].action.setShortcut(QKeySequence(keys))
        self.rebound.emit(name)

    def tip(self, name: str, text: str = "") -> str:
        """Return a command's title, or ``text`` if given, followed by its shortcut."""
        command = self._commands[name]
        said, keys = text or command.title, command.shown_keys
        return f"{said} ({keys})" if keys else said

    def explain(self, button: QAbstractButton, name: str, text: str = "") -> None:
        """Set a button's accessible name and a tooltip that reflects changes to the shortcut."""

        def show(changed: str = name) -> None:
            if changed == name:
                button.setToolTip(self.tip(name, text))

        button.setAccessibleName(text or self._commands[name].title)
        show()
        self.rebound.connect(show)
