"""The composer with its saved drafts, and the row that contains it and the cards above it."""

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
from desktop_agent.frontends.ui.composer.question_queue import QuestionQueue
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
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.labels import heading
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.page import Notice
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

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
        """The strategy that the chosen mode stands for."""
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
        """Replace the text and attachments with the text that was left unsent in a conversation."""
        self._end_editing()
        self.attachments.clear()
        self.edit.show_text(text)
        self.edit.document().clearUndoRedoStacks()  # undo must not restore the text of another chat
        self._save.stop()

    def save_draft(self) -> None:
        """If ``draft_changed`` is pending, emit it now. Call this before changing conversations."""
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
        """Mark the frame while data that can be dropped is dragged over the window."""
        self.setProperty("dropping", possible)
        self.style().polish(self)

    def attach(self) -> None:
        ask_paths(self, self.tr("Attach files"), self.attachments.add_files)

    # --- Runs

    def note_end(self, status: RunStatus) -> None:
        """Record the final status of a run, which `set_running` needs. Call this first."""
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
        """Send the text as a question, or put it into the queue while a run is active.

        If ``background`` is True, the question is to be answered in the background.
        """
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
        """Send the text to be answered in the background. Blank text is not sent."""
        if self.edit.has_words:
            self.send(background=True)

    def stop(self) -> None:
        """Emit ``stopped``. When the run has ended, the queue is held."""
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

        Text that is typed before the draft is loaded, or before the first conversation is opened,
        is appended to the draft.
        """
        if self._opened:
            self._composer.show_draft("")
        self._here, self._opened, self._read = conversation_id, True, False
        put_back = partial(self._put_back, conversation_id)
        self._tasks.start(self._store.draft(conversation_id), put_back)

    def go_on(self, conversation_id: str) -> None:
        """Assign the current text to the conversation that was just created from the open chat."""
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
