"""Questions that are queued while another one is being answered."""

from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout

from desktop_agent.core.events import RunStatus
from desktop_agent.core.messages import Attachment
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel
from desktop_agent.frontends.ui.widgets.theme import Theme

# --- Draft


@dataclass(frozen=True, slots=True)
class Draft:
    """A question with its options. An option that is empty or None is taken from the settings.

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
    """Shows up to ten queued questions, the next one first. It is hidden when empty.

    ``released`` is emitted with the `Draft` to ask next, either after the previous run succeeded or
    when the user asks for it. ``edited`` is emitted with a draft that the user wants to rewrite.
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
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self.release)
        self._title = ElidedLabel("", 400)
        self._title.setObjectName("meta")
        self._send = QPushButton(self.tr("Send the next one"))
        self._send.setObjectName("flat")
        self._send.setToolTip(self.tr("Send the next one (Enter in the empty field)"))
        self._send.clicked.connect(self.release)
        head = QHBoxLayout()
        head.addWidget(self._title)
        head.addWidget(self._send)
        head.addStretch(1)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(2)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(4)
        lines.addLayout(head)
        lines.addLayout(self._rows)
        self._show()

    @property
    def drafts(self) -> tuple[Draft, ...]:
        """The queued questions, in order."""
        return tuple(self._drafts)

    @property
    def full(self) -> bool:
        return len(self._drafts) >= MOST_QUEUED

    def add(self, draft: Draft) -> None:
        self._drafts.append(draft)
        self._show()

    def run_began(self) -> None:
        """Keep the questions queued while the run is active."""
        self._running = True
        self._send.hide()  # it could not do anything now

    def run_ended(self, status: RunStatus) -> None:
        """Release the next question, or hold all questions if the run failed or was stopped."""
        self._running = False
        if status in ("answered", "insufficient") and not self.held:
            self._soon.start(0)  # whoever else hears of the end must have heard of it by then
        else:
            self.held = bool(self._drafts)
            self._show()

    def hold(self, hold: bool) -> None:  # noqa: FBT001 - as Qt's setters
        """Hold the queue until the user sends it, because its conversation is not open."""
        self.held = hold and bool(self._drafts)
        self._show()

    def release(self) -> None:
        """Release the next question unless a run is active."""
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
        while (taken := self._rows.takeAt(0)) is not None:
            widget = taken.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for draft in self._drafts:
            self._rows.addWidget(_Row(self._theme, draft, self))
        count = len(self._drafts)
        if self.held:
            one = self.tr("Queued, not sent yet")
            title = one if count == 1 else self.tr("{0} queued, not sent yet").format(count)
        else:
            title = self.tr("Next") if count == 1 else self.tr("Next, {0} queued").format(count)
        self._title.show_text(title)
        self._send.setVisible(self.held and not self._running)
        self.setVisible(bool(count))


class _Row(QFrame):
    def __init__(self, theme: Theme, draft: Draft, queue: QuestionQueue) -> None:
        super().__init__()
        self.setObjectName("chip")
        self.setAccessibleName(draft.text)
        self._queue, self._draft = queue, draft
        edit, remove = QToolButton(), QToolButton()
        edit.setAccessibleName(self.tr("Edit the queued question"))
        edit.setToolTip(self.tr("Edit"))
        edit.clicked.connect(lambda: queue._edit(draft))  # noqa: SLF001 - the row is its part
        theme.bind_icon(edit, "edit", side=14)
        remove.setAccessibleName(self.tr("Remove the queued question"))
        remove.setToolTip(self.tr("Remove (Delete)"))
        remove.clicked.connect(lambda: queue.remove(draft))
        theme.bind_icon(remove, "cross", side=14)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 3, 3, 3)
        row.setSpacing(4)
        row.addWidget(ElidedLabel(draft.text), 1)
        if draft.attachments:
            files = QLabel(self.tr("{0} attached").format(len(draft.attachments)))
            files.setObjectName("hint")
            row.addWidget(files)
        for button in (edit, remove):
            button.setObjectName("chipButton")
            row.addWidget(button)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._queue.remove(self._draft)
        else:
            super().keyPressEvent(event)


# --- Owner: the queue proceeds automatically only in the conversation where it was written


class QueueOwner:
    """Holds the queue while a conversation other than its own is open."""

    def __init__(self, queue: QuestionQueue) -> None:
        self._queue = queue
        self._home = ""
        self._here = ""

    def is_at(self, conversation_id: str) -> bool:
        """Return whether a newly started conversation is the one that was last open."""
        return bool(conversation_id) and conversation_id == self._here

    def move(self, here: str, *, begun: bool) -> None:
        """Set the open conversation; ``begun`` is True if the open chat has just become one."""
        if begun:
            self._home = here
        elif self._queue.drafts and not self._queue.held:
            self._home = self._here
        self._here = here
        self._queue.hold(here != self._home)
