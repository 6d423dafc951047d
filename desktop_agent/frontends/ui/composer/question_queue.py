"""The queue of questions sent while a run is active."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame

from desktop_agent.core.events import RunStatus
from desktop_agent.core.research import Question
from desktop_agent.frontends.ui.widgets.buttons import Chip, icon_button, push_button
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, heading
from desktop_agent.frontends.ui.widgets.layout import STRETCH, Part, hbox, remove_all, vbox
from desktop_agent.frontends.ui.widgets.theme import Theme

MOST_QUEUED = 10


class QuestionQueue(QFrame):
    """A list of up to ten queued questions, with the next one first. It is hidden when empty.

    ``released`` is emitted with the next `Question` to ask, after a successful run or when the user
    requests it. ``edited`` is emitted with one that the user wants to rewrite. The queue is
    held while another conversation is open.
    """

    edited = Signal(object)
    released = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("queue")
        self.setAccessibleName(self.tr("Queued questions"))
        self._theme = theme
        self.questions: list[Question] = []
        self._running = False
        self.held = False
        self._home = self._here = ""
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.release)
        self._title = ElidedLabel("", 400)
        self._title.setObjectName("meta")
        tip = self.tr("Send the next one (Enter in an empty field)")
        self._send = push_button(self.tr("Send the next one"), self.release, name="flat", tip=tip)
        self._rows = vbox(spacing=2)
        vbox(hbox(self._title, self._send, STRETCH), self._rows, parent=self, spacing=4)
        self._show()

    @property
    def full(self) -> bool:
        return len(self.questions) >= MOST_QUEUED

    def add(self, question: Question) -> None:
        self.questions.append(question)
        self._show()

    def run_began(self) -> None:
        self._running = True
        self._send.hide()  # nothing can be sent during a run

    def run_ended(self, status: RunStatus) -> None:
        """Release the next question, or hold the queue if the run failed or was stopped."""
        self._running = False
        if status in ("answered", "insufficient") and not self.held:
            self._soon.start()  # other receivers handle the end of the run first
        else:
            self.held = bool(self.questions)
            self._show()

    def is_at(self, conversation_id: str) -> bool:
        """Return whether ``conversation_id`` is the open conversation; always False for ""."""
        return bool(conversation_id) and conversation_id == self._here

    def go_to(self, here: str, *, begun: bool) -> None:
        """Set the open conversation. ``begun`` is True if it was created from the open chat."""
        if begun:
            self._home = here
        elif self.questions and not self.held:
            self._home = self._here
        self._here = here
        self.held = here != self._home and bool(self.questions)
        self._show()

    def release(self) -> None:
        """Release the next question, unless a run is active."""
        if self.questions and not self._running:
            question = self.questions.pop(0)
            self.held = False
            self._show()
            self.released.emit(question)

    def clear(self) -> None:
        self.questions = []
        self.held = False
        self._show()

    def remove(self, question: Question) -> None:
        self.questions = [each for each in self.questions if each is not question]
        self.held = self.held and bool(self.questions)
        self._show()

    def _edit(self, question: Question) -> None:
        self.remove(question)
        self.edited.emit(question)

    def _show(self) -> None:
        remove_all(self._rows)
        for question in self.questions:
            self._rows.addWidget(self._row(question))
        count = len(self.questions)
        if self.held:
            one = self.tr("Queued, not sent yet")
            title = one if count == 1 else self.tr("{0} queued, not sent yet").format(count)
        else:
            title = self.tr("Next") if count == 1 else self.tr("Next, {0} queued").format(count)
        self._title.show_text(title)
        self._send.setVisible(self.held and not self._running)
        self.setVisible(bool(count))

    def _row(self, question: Question) -> Chip:
        chip = Chip(self._theme, self.tr("Remove the queued question"))
        chip.setAccessibleName(question.text)
        chip.removed.connect(lambda: self.remove(question))
        name, tip = self.tr("Edit the queued question"), self.tr("Edit")
        edit = icon_button(
            self._theme, "edit", name, lambda: self._edit(question), tip=tip, side=14
        )
        edit.setObjectName("chipButton")
        parts: list[Part] = [(ElidedLabel(question.text), 1)]
        if question.attachments:
            files = self.tr("{0} attached").format(len(question.attachments))
            parts.append(heading(files, "hint"))
        hbox(*parts, edit, chip.remove, parent=chip, margins=(10, 3, 3, 3), spacing=4)
        return chip
