"""The queue of questions sent while a run is active."""

from dataclasses import dataclass

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame

from desktop_agent.core.events import RunStatus
from desktop_agent.core.messages import Attachment
from desktop_agent.frontends.ui.widgets.buttons import Chip, icon_button, push_button
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, heading
from desktop_agent.frontends.ui.widgets.layout import STRETCH, Part, hbox, remove_all, vbox
from desktop_agent.frontends.ui.widgets.theme import Theme

# --- Draft


@dataclass(frozen=True, slots=True)
class Draft:
    """A question and its options. An option that is empty or None is taken from the settings.

    ``editing`` is True if the question replaces an earlier one.
    """

    text: str
    strategy: str = ""
    model: str = ""
    budget_s: float | None = None
    attachments: tuple[Attachment, ...] = ()
    editing: bool = False


MOST_QUEUED = 10


class QuestionQueue(QFrame):
    """A list of up to ten queued questions, with the next one first. It is hidden when empty.

    ``released`` is emitted with the next `Draft` to ask, after a successful run or when the user
    requests it. ``edited`` is emitted with a draft that the user wants to rewrite. The queue is
    held while another conversation is open.
    """

    edited = Signal(object)
    released = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("queue")
        self.setAccessibleName(self.tr("Queued questions"))
        self._theme = theme
        self._drafts: list[Draft] = []
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
    def drafts(self) -> tuple[Draft, ...]:
        return tuple(self._drafts)

    @property
    def full(self) -> bool:
        return len(self._drafts) >= MOST_QUEUED

    def add(self, draft: Draft) -> None:
        self._drafts.append(draft)
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
            self.held = bool(self._drafts)
            self._show()

    def is_at(self, conversation_id: str) -> bool:
        """Return whether ``conversation_id`` is the open conversation; always False for ""."""
        return bool(conversation_id) and conversation_id == self._here

    def go_to(self, here: str, *, begun: bool) -> None:
        """Set the open conversation. ``begun`` is True if it was created from the open chat."""
        if begun:
            self._home = here
        elif self._drafts and not self.held:
            self._home = self._here
        self._here = here
        self.held = here != self._home and bool(self._drafts)
        self._show()

    def release(self) -> None:
        """Release the next question, unless a run is active."""
        if self._drafts and not self._running:
            draft = self._drafts.pop(0)
            self.held = False
            self._show()
            self.released.emit(draft)

    def clear(self) -> None:
        self._drafts = []
        self.held = False
        self._show()

    def remove(self, draft: Draft) -> None:
        self._drafts = [each for each in self._drafts if each is not draft]
        self.held = self.held and bool(self._drafts)
        self._show()

    def _edit(self, draft: Draft) -> None:
        self.remove(draft)
        self.edited.emit(draft)

    def _show(self) -> None:
        remove_all(self._rows)
        for draft in self._drafts:
            self._rows.addWidget(self._row(draft))
        count = len(self._drafts)
        if self.held:
            one = self.tr("Queued, not sent yet")
            title = one if count == 1 else self.tr("{0} queued, not sent yet").format(count)
        else:
            title = self.tr("Next") if count == 1 else self.tr("Next, {0} queued").format(count)
        self._title.show_text(title)
        self._send.setVisible(self.held and not self._running)
        self.setVisible(bool(count))

    def _row(self, draft: Draft) -> Chip:
        chip = Chip(self._theme, self.tr("Remove the queued question"))
        chip.setAccessibleName(draft.text)
        chip.removed.connect(lambda: self.remove(draft))
        name, tip = self.tr("Edit the queued question"), self.tr("Edit")
        edit = icon_button(self._theme, "edit", name, lambda: self._edit(draft), tip=tip, side=14)
        edit.setObjectName("chipButton")
        parts: list[Part] = [(ElidedLabel(draft.text), 1)]
        if draft.attachments:
            files = self.tr("{0} attached").format(len(draft.attachments))
            parts.append(heading(files, "hint"))
        hbox(*parts, edit, chip.remove, parent=chip, margins=(10, 3, 3, 3), spacing=4)
        return chip
