"""The chat page: the welcome page or a conversation, with the composer below."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from desktop_agent.core.conversations import Conversation, ConversationHit, TurnPart
from desktop_agent.core.events import Event, ModelCall, RunFinished
from desktop_agent.core.models import ModelInfo, ProviderState
from desktop_agent.core.research import Question
from desktop_agent.frontends.ui.chat.chat_view import ChatView
from desktop_agent.frontends.ui.chat.error_card import ErrorCard
from desktop_agent.frontends.ui.chat.find_bar import FindBar
from desktop_agent.frontends.ui.composer.composer import Composer, ComposerRow, ConversationDrafts
from desktop_agent.frontends.ui.conversation.open_conversation import OpenConversation
from desktop_agent.frontends.ui.conversation.run_controller import RunController
from desktop_agent.frontends.ui.pages.welcome import Welcome
from desktop_agent.frontends.ui.widgets.layout import vbox
from desktop_agent.frontends.ui.widgets.model_download import Downloads
from desktop_agent.frontends.ui.widgets.tasks import Tasks, ignore, while_alive
from desktop_agent.frontends.ui.widgets.theme import Theme

if TYPE_CHECKING:
    from desktop_agent.app.session import Session


class ChatPage(QWidget):
    """The page for asking questions and reading answers.

    ``turn_shown`` is emitted with the turn that the panels should show, or with None, and
    ``offline_changed`` when the open chat may have been switched offline or online.
    """

    turn_shown = Signal(object)
    offline_changed = Signal()

    def __init__(
        self,
        theme: Theme,
        session: "Session",
        tasks: Tasks,
        runs: RunController,
        downloads: Downloads,
    ) -> None:
        super().__init__()
        self.setObjectName("page")
        self._session = session
        self._tasks = tasks
        self._runs = runs
        self._downloads = downloads
        self.offline = False
        """True if the open chat is offline, regardless of the global setting."""
        self.conversation = OpenConversation(session, tasks, runs, self)
        self.welcome = Welcome(theme, downloads)
        self.chat = ChatView(theme, self.conversation.history)
        self.composer = Composer(theme, session.settings.agent.strategy, session.read_file, tasks)
        self._row = ComposerRow(theme, self.composer, session, runs, self.conversation)
        self.banner, self.sleep = self._row.offline, self._row.sleep
        self.tools = self.composer.options.tools
        self.drafts = ConversationDrafts(session, tasks, self.composer)
        self.finding = FindBar(theme, session, tasks, self.chat)
        self._jump: tuple[int, TurnPart, Sequence[str]] | None = None
        """The turn and its part to go to once they are shown, and the words to highlight there."""
        self._bar = self.chat.viewportMargins().left()
        self.pages = QStackedWidget()
        self._lay_out()
        self._connect()

    # --- Asking

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Focus the composer and forward printable keys to it."""
        keys = event.modifiers() & ~(
            Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
        )
        typed = event.text().strip()
        if keys or not typed.isprintable() or not typed:
            super().keyPressEvent(event)
            return
        self.composer.edit.setFocus()
        QApplication.sendEvent(self.composer.edit, event)

    def ask(self, text: str, strategy: str = "") -> None:
        """Ask a question with the composer's options, or queue it if a run is active."""
        question = self.composer.question(text, strategy)
        if self.conversation.busy:
            self.composer.queue.add(question)
        else:
            self._ask(question)

    def _ask(self, question: Question, instead_of: int | None = None) -> None:
        question = replace(question, offline=self.offline)
        self.conversation.ask(question, instead_of=instead_of)

    def ask_again(
        self, turn_id: int, strategy: str = "", provider: str = "", model: str = ""
    ) -> None:
        """Ask a turn's question again, by default with the composer's mode and model."""
        if self.conversation.busy:
            self.composer.note.say(self.tr("Wait for the answer or stop it."))
            return
        question = replace(self.composer.question("", strategy), offline=self.offline)
        if model:
            question = replace(question, provider=provider, model=model)
        self.conversation.ask_again(turn_id, question)

    def set_offline(self, *, offline: bool) -> None:
        """Switch the open chat offline or online, even if it has no questions yet."""
        self.conversation.change(offline=offline)
        self._note_offline(offline=offline)

    def take_changed(self, conversation: Conversation) -> None:
        """Apply changes made elsewhere to a conversation, if it is the open one."""
        if conversation.id == self.conversation.id:
            self.conversation.conversation = conversation
            self._note_offline(offline=conversation.offline is True)

    def _note_offline(self, *, offline: bool) -> None:
        self.offline = offline  # the next question may be asked before this is stored
        self.offline_changed.emit()

    def look_for_documents(self) -> None:
        """Show the switch for searching documents if the user has any."""
        shown = self.composer.bar.documents.setVisible
        self._tasks.start(self._session.has_documents(), shown, ignore)

    def ask_last_again(self) -> None:
        if len(self.conversation.history):
            self.ask_again(self.conversation.history.outlines[-1].id)

    def _offer_models(self, card: ErrorCard) -> None:
        nothing = while_alive(card, lambda _error: card.offer(()))
        self._tasks.start(self._session.models.offered(), card.offer, nothing)

    def _edit(self, turn_id: int) -> None:
        turn = self.conversation.history.find(turn_id)
        if turn is not None:
            self.composer.save_draft()
            self.composer.edit_question(turn_id, turn.question, turn.attachments)

    # --- The open conversation

    def begin_new(self) -> None:
        """Show the welcome page and focus the composer, without stopping an active run."""
        self.leave()
        self.composer.edit.setFocus()

    def leave(self) -> None:
        """Save the draft and show the welcome page, without moving the focus."""
        self.composer.save_draft()
        self.conversation.begin_new()

    def open_first(self, conversation_id: str) -> None:
        """Open the last session's conversation, or show the welcome page if there is none."""
        if not conversation_id:
            self.drafts.show("")
            return
        self.conversation.open(conversation_id, otherwise=lambda _gone: self.open_first(""))

    def open(
        self,
        conversation_id: str,
        turn_id: int | None = None,
        part: TurnPart = "question",
        words: Sequence[str] = (),
    ) -> None:
        """Open a conversation, at one part of a turn unless ``turn_id`` is 0 or None.

        There, ``words`` are highlighted.
        """
        if turn_id:
            self._jump = (turn_id, part, words)
        elif conversation_id == self.conversation.coming_id:
            return
        self.composer.save_draft()
        self.conversation.open(conversation_id, turn_id or None)

    def open_hit(self, conversation_id: str, hit: ConversationHit | None) -> None:
        """Open a conversation, at a search hit with the matched words highlighted if it is one."""
        if hit is None or hit.turn_id is None:
            self.open(conversation_id)
            return
        found = {hit.snippet.text[start:end] for start, end in hit.snippet.found}
        words = sorted(found, key=len, reverse=True)
        self.open(conversation_id, hit.turn_id, hit.part, words)

    def _go_to_jump(self) -> None:
        jump, self._jump = self._jump, None
        self.chat.clear_hit()
        index = self.conversation.history.index_of(jump[0]) if jump is not None else None
        if jump is None or index is None:
            return
        _turn_id, part, words = jump
        if words:
            self.chat.show_hit(words, index, part)
        else:
            self.chat.go_to(index, part)

    def _shown(self, conversation: Conversation | None) -> None:
        here = conversation.id if conversation is not None else ""
        bar = self.composer.bar
        bar.web.setChecked(conversation is None or conversation.web)
        bar.documents.setChecked(conversation is None or conversation.documents)
        # a chat gets its id with its first question; keep text written since then
        begun = self.conversation.just_begun
        if begun or self.composer.queue.is_at(here):  # the composer shows this conversation
            self.drafts.go_on(here)
            self.finding.look_in(here)
        else:
            self.drafts.show(here)
            self.composer.options.review.setChecked(self._session.settings.agent.review_plan)
            self.composer.context.forget_use()
            self._note_offline(offline=conversation is not None and conversation.offline is True)
        self.composer.queue.go_to(here, begun=begun)
        self.pages.setCurrentWidget(self.chat if conversation is not None else self.welcome)
        self.follow_settings()
        self._go_to_jump()
        self._show_last()

    def follow_settings(self) -> None:
        """Select the open conversation's mode and model, or the defaults if it has none."""
        own, usual = self.conversation.conversation, self._session.settings.agent
        strategy, model = (own.strategy, own.model) if own is not None else ("", "")
        self.composer.choose(strategy or usual.strategy, model)

    def put(self, text: str) -> None:
        if text:
            self.composer.put(text)

    def _show_last(self) -> None:
        self.turn_shown.emit(self.conversation.history.last)

    def _loaded(self, index: int) -> None:
        if index == len(self.conversation.history) - 1:
            self._show_last()

    def _appended(self, _index: int) -> None:
        self.pages.setCurrentWidget(self.chat)
        self._show_last()

    def _replaced(self) -> None:
        self.finding.look_in(self.conversation.id)  # another branch has different text
        self._show_last()

    def _switched(self, index: int) -> None:
        if index == 0:  # below a turn that stays, the view stays where it is
            self.chat.go_to(0)

    def _happened(self, _index: int, event: Event) -> None:
        if isinstance(event, RunFinished):
            self.finding.look_in(self.conversation.id)

    def _run_happened(self, event: Event) -> None:
        match event:
            case ModelCall():
                used = event.prompt_tokens + event.completion_tokens
                self.composer.context.set_context(event.context_tokens, used)
            case RunFinished():
                self.composer.note_end(event.status)

    # --- Models

    def show_state(self, state: ProviderState, models: tuple[ModelInfo, ...]) -> None:
        self.composer.model.show_state(state, models)
        self.welcome.show_state(state)

    # --- Construction

    def _lay_out(self) -> None:
        self.pages.addWidget(self.welcome)
        self.pages.addWidget(self.chat)
        find = (self.finding, 0, Qt.AlignmentFlag.AlignRight)
        vbox(find, (self.pages, 1), self._row, parent=self, spacing=0)
        self.chat.bar_width.connect(self._line_up)
        self.pages.currentChanged.connect(lambda _page: self._line_up(self._bar))
        self.finding.hide()

    def _line_up(self, bar: int) -> None:
        """Align the composer with the text column, which a scroll bar narrows."""
        self._bar = bar
        self._row.leave_out(bar if self.pages.currentWidget() is self.chat else 0)

    def _connect(self) -> None:
        history = self.conversation.history
        self.composer.asked.connect(self._ask)
        self.composer.stopped.connect(self.conversation.stop)
        self.composer.mode.activated.connect(self._keep_choice)
        bar = self.composer.bar
        bar.web.clicked.connect(lambda on: self.conversation.change(web=on))
        bar.documents.clicked.connect(lambda on: self.conversation.change(documents=on))
        self.composer.model.activated.connect(self._keep_choice)
        self.turn_shown.connect(self.sleep.show_turn)
        self._runs.happened.connect(self._run_happened)
        self._runs.password_wait.connect(self.chat.show_password_wait)
        self.conversation.busy_changed.connect(self.composer.set_running)
        # the queue stops after a question that could not be asked
        self.conversation.not_asked.connect(lambda _question: self.composer.note_end("failed"))
        self.conversation.not_kept.connect(self.composer.note.say)
        self.welcome.asked.connect(self.ask)
        self.chat.wishes.pull.connect(lambda card: card.follow(self._downloads))
        self.chat.wishes.regenerate.connect(self.ask_again)
        self.chat.wishes.ask.connect(self.ask)
        self.chat.wishes.offers_follow_ups = lambda: self._session.settings.agent.follow_ups
        self.chat.wishes.edit.connect(self._edit)
        self.chat.wishes.switched.connect(self.conversation.switch)
        self.chat.wishes.ask_again.connect(self.ask_again)
        self.chat.wishes.look_for_models.connect(self._offer_models)
        self.conversation.switched.connect(self._switched)
        self.conversation.shown.connect(self._shown)
        history.loaded.connect(self._loaded)
        history.appended.connect(self._appended)
        history.replaced.connect(self._replaced)
        history.happened.connect(self._happened)

    def _keep_choice(self) -> None:
        chosen = self.composer
        self.conversation.change(strategy=chosen.chosen_mode, model=chosen.model.chosen)
