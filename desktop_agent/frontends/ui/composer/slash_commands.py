"""Slash commands in the question field: parsing, completion and execution."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QListView, QWidget

from desktop_agent.frontends.ui.composer.options import ModelChoice
from desktop_agent.frontends.ui.composer.question_edit import QuestionEdit
from desktop_agent.frontends.ui.composer.toolbar import ComposerBar, ComposerNotice
from desktop_agent.frontends.ui.widgets.row_delegate import Index, RowDelegate, RowLine
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.wording.labels import labels

STRATEGIES = ("evidence", "quick", "verified", "team", "deep", "auto")
"""Commands that select the mode of the question that follows them."""

_COMMAND = re.compile(r"/(?P<name>\w+)(?:\s+(?P<argument>.*))?\s*", re.DOTALL)
_DURATION = re.compile(r"(?P<number>\d+(?:\.\d+)?)\s*(?P<unit>s|sec|seconds?|m|min|minutes?)?")


@dataclass(frozen=True, slots=True)
class SlashCommand:
    """A slash command. ``takes`` is the name of its argument, or "" if it takes none."""

    name: str
    about: str
    takes: str = ""


def commands() -> tuple[SlashCommand, ...]:
    """Return the commands in display order."""
    return tuple(SlashCommand(name, *texts) for name, texts in labels("SlashCommands").items())


def typed_command(text: str) -> tuple[str, str] | None:
    """Return the name and the argument of a command, or None if the text is a question.

    Paths such as ``/etc/hosts`` and text that starts with a space are not commands.
    """
    found = _COMMAND.fullmatch(text)
    return (found["name"].lower(), (found["argument"] or "").strip()) if found else None


def read_duration(argument: str) -> float | None:
    """Parse ``90``, ``90 s`` or ``2 min`` as seconds; return None for anything else."""
    found = _DURATION.fullmatch(argument.strip().lower())
    if found is None:
        return None
    seconds = float(found["number"]) * (60 if (found["unit"] or "").startswith("m") else 1)
    return seconds if seconds > 0 else None


# --- Completion list

_ROW = 32
_WIDTH = 560
_MOST_ROWS = 8
_FRAME = 12


class SlashPopup(QListView):
    """A completion list for slash commands. The question field keeps the keyboard focus.

    ``chosen`` is emitted with a `SlashCommand`, and with True to execute it or False to insert it
    into the field. A command that was clicked or chosen with Enter is executed if it takes no
    argument.
    """

    chosen = Signal(object, bool)

    def __init__(self, theme: Theme, field: QWidget) -> None:
        super().__init__(field)
        self.setObjectName("slashPopup")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Commands"))
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self._field = field
        self._shown: list[SlashCommand] = []
        self._rows = QStandardItemModel(self)
        self.setModel(self._rows)
        self.setItemDelegate(_CommandRows(theme, self))
        self.clicked.connect(lambda _index: self._choose(at_once=True))
        self.entered.connect(self.setCurrentIndex)
        self.hide()

    def follow(self, text: str) -> None:
        """Show the commands that match the typed prefix, or hide the list if there are none."""
        prefix = text[1:].lower()
        wanted = text.startswith("/") and (prefix.isalnum() or not prefix)
        known = commands() if wanted else ()
        self._shown = [each for each in known if each.name.startswith(prefix)]
        if not self._shown:
            self.hide()
            return
        self._rows.clear()
        for command in self._shown:
            item = QStandardItem(f"/{command.name} {command.takes}".rstrip())
            item.setData(command.about, Qt.ItemDataRole.UserRole)
            item.setAccessibleDescription(command.about)
            self._rows.appendRow(item)
        self.setCurrentIndex(self._rows.index(0, 0))
        self._place(len(self._shown))
        self.show()
        self.raise_()

    def take_key(self, event: QKeyEvent) -> bool:
        """Handle a key press if the list is visible. Return False if the field should handle it."""
        if not self.isVisible():
            return False
        key = event.key()
        keys = Qt.Key
        if key in (keys.Key_Up, keys.Key_Down):
            step = 1 if key == keys.Key_Down else -1
            row = (self.currentIndex().row() + step) % len(self._shown)
            self.setCurrentIndex(self._rows.index(row, 0))
        elif key in (keys.Key_Return, keys.Key_Enter):
            self._choose(at_once=True)
        elif key == keys.Key_Tab:
            self._choose(at_once=False)
        elif key == keys.Key_Escape:
            self.hide()
        else:
            return False
        return True

    def _choose(self, *, at_once: bool) -> None:
        command = self._shown[max(0, self.currentIndex().row())]
        self.hide()
        self.chosen.emit(command, at_once and not command.takes)

    def _place(self, rows: int) -> None:
        window = self._field.window()
        if self.parentWidget() is not window:
            self.setParent(window)
        corner = self._field.mapTo(window, QPoint(0, 0))
        height = min(rows, _MOST_ROWS, max(1, (corner.y() - 24) // _ROW)) * _ROW + _FRAME
        width = min(_WIDTH, self._field.width())
        self.setGeometry(QRect(corner.x(), corner.y() - height - 6, width, height))


class _CommandRows(RowDelegate):
    """Paints a command with its argument and its description."""

    PAD = (10, 5)
    FONTS = ("plain",)

    def lines(self, index: Index) -> Sequence[RowLine]:
        about = str(index.data(Qt.ItemDataRole.UserRole))
        return (RowLine(str(index.data()), "text", "plain", right=about),)


# --- Execution

_OF_THE_WINDOW = ("offline", "online", "new", "find", "export")


class CommandLine(QObject):
    """Sends the text of the question field as a question, or executes it as a command.

    ``questioned`` is emitted with a strategy, or "" for the selected one, and a question.
    ``commanded`` is emitted with the name of a command for the window and its argument. ``cleared``
    is emitted when the field should be cleared.
    """

    questioned = Signal(str, str)
    commanded = Signal(str, str)
    cleared = Signal()

    def __init__(
        self,
        theme: Theme,
        frame: QWidget,
        edit: QuestionEdit,
        bar: ComposerBar,
        model: ModelChoice,
        note: ComposerNotice,
    ) -> None:
        super().__init__(frame)
        self._edit = edit
        self._model, self._limit, self._review = model, bar.options.limit, bar.options.review
        self._note = note
        self.popup = SlashPopup(theme, frame)
        self.popup.chosen.connect(self._chosen)
        edit.keys_first = self.popup.take_key
        edit.focused.connect(lambda focused: None if focused else self.popup.hide())
        edit.textChanged.connect(self._follow)

    def send(self) -> None:
        text = self._edit.toPlainText()
        typed = typed_command(text)
        if typed is None:
            self.questioned.emit("", text)
        else:
            self._carry_out(*typed)

    def _carry_out(self, name: str, argument: str = "") -> None:
        own: dict[str, Callable[[str], None]] = {
            "model": self._choose_model,
            "time": self._choose_limit,
            "budget": self._choose_limit,
            "review": lambda _argument: self._switch_review(),
            "clear": lambda _argument: self.cleared.emit(),
            "help": lambda _argument: self._edit.show_text("/"),
        }
        if name in STRATEGIES and argument:
            self.questioned.emit(name, argument)
        elif name in STRATEGIES:
            self._note.say(self.tr("Type your question after /{0}.").format(name))
        elif name in own:
            own[name](argument)
        elif name in _OF_THE_WINDOW:
            self._edit.clear()
            self.commanded.emit(name, argument)
        else:
            text = self.tr(
                "Unknown command /{0}. Type / to list all commands, or start with a space to send "
                "it as a question."
            )
            self._note.say(text.format(name))

    def _choose_model(self, name: str) -> None:
        if not name:
            self._note.say(self.tr("Type a model name after /model."))
            return
        names = self._model.names
        exact = [each for each in names if each.lower() == name.lower()]
        fitting = exact or [each for each in names if each.lower().startswith(name.lower())]
        if len(fitting) == 1:
            self._edit.clear()
            self._model.choose(fitting[0], by_user=True)
            self._note.say(self.tr("Now using {0}.").format(fitting[0]), "")
        elif fitting:
            self._note.say(self.tr("Did you mean {0}?").format(", ".join(fitting[:6])))
        elif names:
            text = self.tr("There is no model called {0}. Available: {1}.")
            self._note.say(text.format(name, ", ".join(names[:6])))
        else:
            self._note.say(self.tr("There is no model called {0}.").format(name))

    def _choose_limit(self, argument: str) -> None:
        seconds = read_duration(argument)
        if seconds is None:
            self._note.say(self.tr("Type the number of seconds after /time, as in /time 120."))
            return
        self._edit.clear()
        self._limit.choose(seconds)
        self._note.say(self.tr("Time limit set to {0} s.").format(f"{seconds:g}"), "")

    def _switch_review(self) -> None:
        self._edit.clear()
        self._review.toggle()
        on, off = self.tr("Plan review is on."), self.tr("Plan review is off.")
        self._note.say(on if self._review.isChecked() else off, "")

    def _chosen(self, command: SlashCommand, at_once: bool) -> None:  # noqa: FBT001 - Qt's signal
        if at_once:
            self._carry_out(command.name)
        else:
            self._edit.show_text(f"/{command.name} " if command.takes else f"/{command.name}")
            self.popup.hide()

    def _follow(self) -> None:
        first = self._edit.document().firstBlock().text()
        alone = self._edit.blockCount() == 1 and first.startswith("/")
        self.popup.follow(first if alone else "")
