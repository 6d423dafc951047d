"""Commands in the field: offered while they are typed, and carried out in the place of sending."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop_agent.ui.composer.composer_bar import ComposerBar
from desktop_agent.ui.composer.note_line import NoteLine
from desktop_agent.ui.composer.question_edit import QuestionEdit
from desktop_agent.ui.composer.slash_commands import (
    STRATEGIES,
    SlashCommand,
    Typed,
    read_budget,
    typed_command,
)
from desktop_agent.ui.composer.slash_popup import SlashPopup
from desktop_agent.ui.theme import Theme

_OF_THE_WINDOW = ("offline", "online", "new", "find", "export")


class CommandLine(QObject):
    """Reads what is sent: ``questioned`` brings a strategy (or nothing) and a question.

    ``commanded`` brings a command that is the window's; ``cleared`` is the wish for an empty field.
    What is no command is said in place, and nothing is sent.
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
        note: NoteLine,
    ) -> None:
        super().__init__(frame)
        self._edit = edit
        self._model, self._budget, self._review = bar.model, bar.budget, bar.review
        self._note = note
        self.popup = SlashPopup(theme, frame)
        self.popup.chosen.connect(self._chosen)
        edit.keys_first = self.popup.take_key
        edit.focused.connect(lambda focused: None if focused else self.popup.hide())
        edit.textChanged.connect(self._follow)

    def send(self) -> None:
        """Reads the field as a command or as a question."""
        text = self._edit.toPlainText()
        typed = typed_command(text)
        if typed is None:
            self.questioned.emit("", text)
        else:
            self._carry_out(typed)

    def _carry_out(self, typed: Typed) -> None:
        own: dict[str, Callable[[str], None]] = {
            "model": self._choose_model,
            "budget": self._choose_budget,
            "review": lambda _argument: self._switch_review(),
            "clear": lambda _argument: self.cleared.emit(),
            "help": lambda _argument: self._edit.show_text("/"),
        }
        if typed.name in STRATEGIES:
            self._ask(typed)
        elif typed.name in own:
            own[typed.name](typed.argument)
        elif typed.name in _OF_THE_WINDOW:
            self._edit.clear()
            self.commanded.emit(typed.name, typed.argument)
        else:
            text = self.tr(
                "There is no command /{0}. Type / to see them all; begin with a space to send it "
                "as a question."
            )
            self._note.say(text.format(typed.name))

    def _ask(self, typed: Typed) -> None:
        if typed.argument:
            self.questioned.emit(typed.name, typed.argument)
        else:
            self._note.say(self.tr("Write the question behind /{0}.").format(typed.name))

    def _choose_model(self, name: str) -> None:
        if not name:
            self._note.say(self.tr("Write the name of a model behind /model."))
            return
        names = [str(self._model.itemData(row)) for row in range(1, self._model.count())]
        exact = [each for each in names if each.lower() == name.lower()]
        fitting = exact or [each for each in names if each.lower().startswith(name.lower())]
        if len(fitting) == 1:
            self._edit.clear()
            self._model.choose(fitting[0])
            self._note.say(self.tr("{0} answers from now on.").format(fitting[0]), "")
        elif fitting:
            self._note.say(self.tr("Which of them: {0}?").format(", ".join(fitting[:6])))
        elif names:
            told = self.tr("There is no model {0}. There are: {1}.")
            self._note.say(told.format(name, ", ".join(names[:6])))
        else:
            self._note.say(self.tr("There is no model {0}.").format(name))

    def _choose_budget(self, argument: str) -> None:
        seconds = read_budget(argument)
        if seconds is None:
            self._note.say(self.tr("Write the seconds behind /budget, like /budget 120."))
            return
        self._edit.clear()
        self._budget.choose_seconds(seconds)
        self._note.say(self.tr("A question may take {0} s.").format(f"{seconds:g}"), "")

    def _switch_review(self) -> None:
        self._edit.clear()
        self._review.toggle()
        on = self.tr("Plans wait for you from now on, before they run.")
        off = self.tr("Plans run at once from now on.")
        self._note.say(on if self._review.isChecked() else off, "")

    def _chosen(self, command: SlashCommand, at_once: bool) -> None:  # noqa: FBT001 - Qt's signal
        if at_once:
            self._carry_out(Typed(command.name))
        else:
            self._edit.show_text(f"/{command.name} " if command.takes else f"/{command.name}")
            self.popup.hide()

    def _follow(self) -> None:
        first = self._edit.document().firstBlock().text()
        alone = self._edit.blockCount() == 1 and first.startswith("/")
        self.popup.follow(first if alone else "")
