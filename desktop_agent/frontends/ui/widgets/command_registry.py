"""The registry of named commands and their shortcuts, and functions that paint shortcuts."""

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QAction, QColor, QFont, QFontMetrics, QKeySequence, QPainter, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from desktop_agent.frontends.ui.widgets.theme import Theme

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

    ``chosen`` maps the names of commands to the shortcuts that the user has set. ``rebound`` is
    emitted with the name of a command whose shortcut has changed.
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
        """Add a window-wide command whose default shortcut is ``keys``, or "" for none.

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

        If two commands have the same shortcut, Qt runs neither of them. A shortcut that the user
        has chosen is therefore removed from any command that has it only by default. Names of
        unknown commands are skipped.
        """
        for name in self._chosen.keys() - self._commands.keys():
            logger.warning("there is no command %r to give keys to", name)
        chosen = [self._commands[name] for name in self._chosen if name in self._commands]
        for command in chosen:
            other = self.holder(command.keys, command.name)
            if other is not None:
                logger.warning("%r takes %s from %r", command.name, command.keys, other.name)
                self.rebind(other.name, "")

    def holder(self, keys: str, besides: str = "") -> Command | None:
        """Return a command whose shortcut conflicts with ``keys``, or None if there is none.

        The command named ``besides`` is not considered.
        """
        wanted = QKeySequence(keys)
        if wanted.isEmpty():
            return None
        none = QKeySequence.SequenceMatch.NoMatch
        for command in self:
            has = command.action.shortcut()
            clash = wanted.matches(has) != none or has.matches(wanted) != none
            if clash and not has.isEmpty() and command.name != besides:
                return command
        return None

    def chosen(self) -> dict[str, str]:
        """Return the shortcuts to store, by command name: those that differ from the default.

        Stored shortcuts of unknown commands are included.
        """
        kept = {name: keys for name, keys in self._chosen.items() if name not in self._commands}
        return kept | {each.name: each.keys for each in self if not each.is_usual}

    def rebind(self, name: str, keys: str) -> None:
        self._commands[name].action.setShortcut(QKeySequence(keys))
        self.rebound.emit(name)

    def tip(self, name: str, text: str = "") -> str:
        """Return the command's title, or ``text`` if given, followed by its shortcut."""
        command = self._commands[name]
        said, keys = text or command.title, command.shown_keys
        return f"{said} ({keys})" if keys else said

    def explain(self, button: QAbstractButton, name: str, text: str = "") -> None:
        """Set a button's accessible name and tooltip. The tooltip is updated with the shortcut."""

        def show(changed: str = name) -> None:
            if changed == name:
                button.setToolTip(self.tip(name, text))

        button.setAccessibleName(text or self._commands[name].title)
        show()
        self.rebound.connect(show)


# --- Painting of shortcuts

_INSIDE = 7
_BETWEEN = 6


def small(font: QFont) -> QFont:
    """Return a smaller version of a font, for shortcuts and for the text beside a title."""
    lesser = QFont(font)
    lesser.setPointSizeF(font.pointSizeF() * 0.88)
    return lesser


def keys_width(keys: str, font: QFont) -> int:
    """Return the width in pixels that `draw_keys` needs, or 0 if ``keys`` is empty."""
    metrics = QFontMetrics(small(font))
    chords = [chord for chord in keys.split(", ") if chord]
    wide = sum(metrics.horizontalAdvance(chord) + 2 * _INSIDE for chord in chords)
    return wide + _BETWEEN * max(0, len(chords) - 1)


def draw_keys(painter: QPainter, box: QRect, keys: str, font: QFont, theme: Theme) -> None:
    """Draw a shortcut at the right end of ``box``, with a frame around each key combination."""
    lesser = small(font)
    metrics = QFontMetrics(lesser)
    high = metrics.height() + 4
    right = float(box.right())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(lesser)
    for chord in reversed([chord for chord in keys.split(", ") if chord]):
        wide = metrics.horizontalAdvance(chord) + 2 * _INSIDE
        frame = QRectF(QPointF(right - wide, box.center().y() - high / 2 + 0.5), QPointF(right, 0))
        frame.setHeight(high)
        painter.setPen(QPen(QColor(theme.colours.border_strong), 1))
        painter.setBrush(QColor(theme.colours.surface))
        painter.drawRoundedRect(frame, 5, 5)
        painter.setPen(QColor(theme.colours.muted))
        painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, chord)
        right -= wide + _BETWEEN
    painter.restore()
