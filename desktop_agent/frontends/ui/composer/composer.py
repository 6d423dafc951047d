"""The composer with its queue and saved drafts, and its row with the cards above it."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, QTimer, Signal
from PySide6.QtWidgets import QFrame, QWidget

from desktop_agent.core.events import RunStatus
from desktop_agent.core.messages import Attachment
from desktop_agent.core.research import Question
from desktop_agent.frontends.ui.composer.attachments import (
    Attachments,
    AttachmentsStrip,
    FileReader,
)
from desktop_agent.frontends.ui.composer.decision_cards import ApprovalCard, PlanReview
from desktop_agent.frontends.ui.composer.options import ModelChoice
from desktop_agent.frontends.ui.composer.question_edit import QuestionEdit
from desktop_agent.frontends.ui.composer.toolbar import (
    ComposerBar,
    ComposerNotice,
    ContextLabel,
    SleepLine,
)
from desktop_agent.frontends.ui.conversation.open_conversation import OpenConversation
from desktop_agent.frontends.ui.conversation.run_controller import RunController
from desktop_agent.frontends.ui.export.save_dialog import ask_paths
from desktop_agent.frontends.ui.widgets.appearance import SIDE, column_width
from desktop_agent.frontends.ui.widgets.buttons import Chip, icon_button, push_button
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, heading
from desktop_agent.frontends.ui.widgets.layout import STRETCH, Part, hbox, remove_all, vbox
from desktop_agent.frontends.ui.widgets.page import Notice
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

# --- Queued questions

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


# --- The composer

_SAVE_MS = 400


class Composer(QFrame):
    """The question field with its options and actions. Questions are queued while a run is active.

    ``asked`` is emitted with a `Question` to be answered in the chat, and with the id of the turn
    whose question it replaces, or None. ``background`` is emitted with a question to be answered in
    the background. ``stopped`` is emitted when the user stops the run. ``draft_changed`` is emitted
    with the unsent text, 400 ms after a change.
    """

    asked = Signal(object, object)
    background = Signal(object)
    stopped = Signal()
    draft_changed = Signal(str)

    def __init__(self, theme: Theme, mode: str, read: FileReader, tasks: Tasks) -> None:
        super().__init__()
        self.setObjectName("composer")
        self._running = False
        self._ended: RunStatus = "answered"
        self.model = ModelChoice(self)
        self.attachments = Attachments(read, tasks, self.model, self)
        self.edit = QuestionEdit(self.attachments)
        self.note = ComposerNotice("composerNote")
        self.queue = QuestionQueue(theme)
        self.editing: int | None = None
        """The id of the turn whose question is being edited."""
        self._set_aside: tuple[str, tuple[Attachment, ...]] = ("", ())
        """The unsent text and attachments from before the editing."""
        self.editing_bar = self._make_editing_bar()
        self.context = ContextLabel(self.edit, self.attachments)
        bar = self.bar = ComposerBar(theme, mode)
        self.mode, self.options = bar.mode, bar.options
        self.button, self.stop_button = bar.button, bar.stop_button
        self._save = QTimer(self, singleShot=True, interval=_SAVE_MS)
        strip = AttachmentsStrip(theme, self.attachments)
        parts = (self.queue, self.editing_bar, self.note, strip, self.edit, self.context, bar)
        vbox(*parts, parent=self, margins=(16, 12, 10, 10), spacing=6)
        self._connect()
        self.set_running(False)

    # --- Options

    @property
    def chosen_mode(self) -> str:
        """The strategy of the chosen mode."""
        return str(self.mode.currentData())

    def choose(self, mode: str, model: str) -> None:
        """Select a mode and a model if they are available."""
        self.mode.choose(mode)
        self.model.choose(model)

    def question(self, text: str, strategy: str = "") -> Question:
        """Return a question with the chosen options; ``strategy`` is "" for the chosen mode."""
        strategy, bar = strategy or self.chosen_mode, self.bar
        return Question(
            text=text,
            strategy=strategy,
            model=self.model.chosen,
            budget_s=self.options.limit.chosen,
            web=bar.web.isChecked(),
            documents=bar.documents.isChecked(),
            servers=self.options.tools.chosen,
            review_plan=self.options.review_wanted(strategy),
            approval_cards=True,
        )

    # --- Text

    def show_draft(self, text: str) -> None:
        """Replace the text and attachments with a conversation's unsent text."""
        self._end_editing()
        self.attachments.clear()
        self.edit.show_text(text)
        self.edit.document().clearUndoRedoStacks()  # undo must not restore the text of another chat
        self._save.stop()

    def save_draft(self) -> None:
        """Emit a pending ``draft_changed`` now. Call this before changing conversations."""
        if self._save.isActive():
            self._save.stop()
            self.draft_changed.emit(self.edit.toPlainText())

    def put(self, text: str) -> None:
        self.edit.show_text(text)
        self.edit.setFocus()

    def edit_question(
        self, turn_id: int, text: str, attachments: Sequence[Attachment] = ()
    ) -> None:
        """Edit the question of a turn; what is not sent yet is restored afterwards."""
        if self.editing is None:
            self._set_aside = (self.edit.toPlainText(), self.attachments.all)
        self.editing = turn_id
        self.editing_bar.show()
        self.attachments.put(attachments)
        self.put(text)

    def cancel_edit(self) -> None:
        if self.editing is not None:
            text, attachments = self._set_aside
            self._end_editing()
            self.attachments.put(attachments)
            self.put(text)

    def _end_editing(self) -> None:
        self.editing = None
        self.editing_bar.hide()

    def take(self, data: QMimeData) -> None:
        """Handle dropped data: attach files and images, and insert text and links."""
        self.edit.insertFromMimeData(data)
        self.edit.setFocus()

    def show_drop(self, *, possible: bool) -> None:
        """Highlight the frame while droppable data is dragged over the window."""
        self.setProperty("dropping", possible)
        self.style().polish(self)

    def attach(self) -> None:
        ask_paths(self, self.tr("Attach files"), self.attachments.add_files)

    # --- Runs

    def note_end(self, status: RunStatus) -> None:
        """Record a run's final status. Call this before `set_running`, which uses the status."""
        self._ended = status

    def set_running(self, running: bool) -> None:  # noqa: FBT001 - a switch, named by its method
        """Set whether a run is active. When one ends, release or hold the queued questions."""
        ended = self._running and not running
        self._running = running
        if running:
            self._ended = "answered"
            self.queue.run_began()
        elif ended:
            self.queue.run_ended(self._ended)
        self._show_state()

    def send(self, *, background: bool = False) -> None:
        """Send the text as a question, or queue it while a run is active."""
        text, editing = self.edit.toPlainText().strip(), self.editing
        if not text:
            self._send_nothing()
            return
        question = replace(self.question(text), attachments=self.attachments.all)
        obstacle = self._obstacle(question)
        if obstacle:
            self.note.say(obstacle)
            return
        self.note.say("")
        (self._empty if editing is None else self.cancel_edit)()
        if background:
            self.background.emit(question)
        elif self._running:
            self.queue.add(question)
        else:
            self.asked.emit(question, editing)

    def send_to_background(self) -> None:
        """Send the text, unless blank, to be answered in the background."""
        if self.edit.has_words:
            self.send(background=True)

    def stop(self) -> None:
        """Emit ``stopped``. The queue is held once the run has ended."""
        self._ended = "stopped"
        self.stopped.emit()

    def _send_nothing(self) -> None:
        if self.queue.held:
            self.queue.release()
        elif self.attachments.items:
            self.note.say(self.tr("Add a question about it."))

    def _obstacle(self, question: Question) -> str:
        if self.attachments.reading:
            return self.tr("Wait until the file has been read.")
        if self.editing is not None and self._running:
            return self.tr("Wait for the answer or stop it.")
        if self._running and self.queue.full:
            return self.tr("The queue is full.")
        images = any(each.is_image for each in question.attachments)
        if images and question.strategy != "evidence":
            return self.model.image_refusal()
        return ""

    def _empty(self) -> None:
        self.attachments.clear()
        self.edit.clear()
        self._save.stop()
        self.draft_changed.emit("")

    def _requeue(self, question: Question) -> None:
        self.put(question.text)
        self.attachments.put(question.attachments)
        self.mode.choose(question.strategy)

    def _pressed(self) -> None:
        if self._running and not self.edit.has_words:
            self.stop()
        else:
            self.send()

    def _escaped(self) -> None:
        if self.editing is not None:
            self.cancel_edit()
        elif self._running:
            self.stop()

    def _typed(self) -> None:
        self.note.say("")
        if self.editing is None:
            self._save.start()
        self._show_state()

    def _show_state(self) -> None:
        words = self.edit.has_words
        if self._running:
            self.bar.show_state("queue" if words else "stop", enabled=True, stoppable=words)
        else:
            enabled = words or self.queue.held
            self.bar.show_state("send", enabled=enabled, stoppable=False)

    def _frame(self, focused: bool) -> None:  # noqa: FBT001 - Qt's signal
        self.setProperty("focused", focused)
        self.style().polish(self)

    def _connect(self) -> None:
        edit = self.edit
        edit.sent.connect(self.send)
        edit.escaped.connect(self._escaped)
        edit.wants_escape = lambda: self.editing is not None
        edit.textChanged.connect(self._typed)
        edit.focused.connect(self._frame)
        self.attachments.refused.connect(self.note.say)
        self.queue.edited.connect(self._requeue)
        self.queue.released.connect(lambda question: self.asked.emit(question, None))
        self.button.clicked.connect(self._pressed)
        self.stop_button.clicked.connect(self.stop)
        self.options.attach.triggered.connect(self.attach)
        self._save.timeout.connect(lambda: self.draft_changed.emit(self.edit.toPlainText()))

    def _make_editing_bar(self) -> QWidget:
        bar, title = QWidget(), heading(self.tr("Editing an earlier question"), "meta")
        bar.setObjectName("editingBar")
        tip = self.tr("Keep the question unchanged (Esc)")
        cancel = push_button(self.tr("Cancel (Esc)"), self.cancel_edit, name="flat", tip=tip)
        cancel.setAccessibleName(self.tr("Cancel editing"))
        hbox(title, cancel, STRETCH, parent=bar, spacing=4)
        bar.hide()
        return bar


# --- Row of the composer and the cards

_ABOVE, _BELOW = 8, 16


class ComposerRow(QWidget):
    """A row that centres the composer below the cards that ask the user for a decision."""

    def __init__(
        self,
        theme: Theme,
        composer: Composer,
        session: "Session",
        runs: RunController,
        conversation: OpenConversation,
    ) -> None:
        super().__init__()
        self._theme = theme
        self.plan = PlanReview(session, runs.happened, conversation)
        self.plan.stopped.connect(composer.stop)
        self.approval = ApprovalCard(theme, session, runs.happened, conversation)
        for card in (self.plan, self.approval):
            card.left.connect(composer.edit.setFocus)
        self.offline = Notice(theme, "offline", "warn", closable=False)
        self.offline.setObjectName("banner")
        self.sleep = SleepLine(theme, runs)
        self._column = QWidget()
        margins = (SIDE, _ABOVE, SIDE, _BELOW)
        parts = (self.plan, self.sleep, self.offline, self.approval, composer)
        vbox(*parts, parent=self._column, margins=margins, spacing=_ABOVE)
        self._row = hbox((STRETCH, 0), (self._column, 1), (STRETCH, 0), parent=self)
        self.leave_out(0)
        self._fit()
        theme.changed.connect(self._fit)

    def leave_out(self, bar: int) -> None:
        """Set both side margins to ``bar``, the width of the chat's scroll bar in pixels."""
        self._row.setContentsMargins(bar, 0, bar, 0)

    def _fit(self) -> None:
        self._column.setMaximumWidth(column_width(self._theme.points))


# --- Drafts


class ConversationDrafts(QObject):
    """Saves and restores the unsent text of each conversation."""

    def __init__(self, session: "Session", tasks: Tasks, composer: Composer) -> None:
        super().__init__(composer)
        self._store = session.conversations
        self._tasks = tasks
        self._composer = composer
        self._here = ""
        self._opened = False
        self._read = False
        self._saving: set[asyncio.Task[None]] = set()
        composer.draft_changed.connect(self._keep)

    def show(self, conversation_id: str) -> None:
        """Load the unsent text of the open conversation; ``conversation_id`` is "" for a new one.

        Text typed before the draft is loaded, or before the first conversation is opened, is
        appended to the draft.
        """
        if self._opened:
            self._composer.show_draft("")
        self._here, self._opened, self._read = conversation_id, True, False
        put_back = partial(self._put_back, conversation_id)
        self._tasks.start(self._store.draft(conversation_id), put_back)

    def go_on(self, conversation_id: str) -> None:
        """Assign the current text to the conversation just created from the open chat."""
        self._here, self._opened, self._read = conversation_id, True, True

    async def aclose(self) -> None:
        """Save the current text, unless the user is editing an earlier question.

        Raises:
            StorageError: the text could not be saved.
        """
        if self._saving:  # the window's tasks are cancelled next
            await asyncio.wait(self._saving)
        if self._composer.editing is not None:
            return
        text = self._composer.edit.toPlainText()
        if not self._read:  # the field may lack a draft that is not loaded yet
            kept = await self._store.draft(self._here)
            text = f"{kept}\n{text}" if kept and text.strip() else kept or text
        await self._store.save_draft(self._here, text)

    def _put_back(self, conversation_id: str, text: str) -> None:
        typed = self._composer.edit.toPlainText()
        if conversation_id != self._here:
            return
        self._read = True
        if not text or text == typed:
            return
        if not typed.strip():
            self._composer.show_draft(text)
            return
        self._composer.show_draft(f"{text}\n{typed}")
        self._keep(f"{text}\n{typed}")

    def _keep(self, text: str) -> None:
        keep = self._store.save_draft(self._here, text)
        saving = self._tasks.start(keep)
        self._saving.add(saving)
        saving.add_done_callback(self._saving.discard)
