"""The main window: puts the parts together and lets them talk."""

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_agent.core.conversations import Conversation
from desktop_agent.core.errors import AgentError, SettingsError, StorageError
from desktop_agent.core.events import Event, RunFinished
from desktop_agent.core.models import ModelInfo, ProviderState
from desktop_agent.core.research import CitationCheck
from desktop_agent.ui.announce import AnswerAnnouncer
from desktop_agent.ui.chat_page import ChatPage
from desktop_agent.ui.commands.offer import Offer
from desktop_agent.ui.commands.registry import Commands
from desktop_agent.ui.commands.zoom import Zoom
from desktop_agent.ui.conversations.conversation_list import ConversationList
from desktop_agent.ui.dialogs import Dialogs
from desktop_agent.ui.export.conversation_export import ConversationExport
from desktop_agent.ui.kept_state import keep_state
from desktop_agent.ui.knowledge.middle import Middle
from desktop_agent.ui.models.downloads import Downloads
from desktop_agent.ui.notice import show_error
from desktop_agent.ui.panes import Panes
from desktop_agent.ui.run_controller import RunController
from desktop_agent.ui.shell import LEAST
from desktop_agent.ui.status_bar import StatusBar
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.toast import Toast
from desktop_agent.ui.top_bar import TopBar
from desktop_agent.ui.turn import Turn
from desktop_agent.ui.window_commands import add_commands
from desktop_agent.ui.window_state import WindowState
from desktop_agent.ui.work_panel import WorkPanel

if TYPE_CHECKING:
    from desktop_agent.app import Session


class MainWindow(QWidget):
    """The window of one session, in a frame or on its own.

    ``closing`` is sent once, when the person closes a window that stands on its own.
    """

    closing = Signal()

    def __init__(self, theme: Theme, session: "Session", frame: QWidget | None = None) -> None:
        super().__init__()
        self.setObjectName("page")
        self.setWindowTitle("Desktop Agent")
        self.setMinimumSize(*LEAST)
        self._theme = theme
        self._session = session
        self._models: tuple[ModelInfo, ...] = ()
        self._left = ""  # the conversation that was deleted while it was open
        self.tasks = Tasks()
        self.runs = RunController(session, self)
        self.downloads = Downloads(session, self.tasks, self)
        self.status = StatusBar(
            theme, session.resting_engines, offline=session.settings.network.offline
        )
        self.page = ChatPage(
            theme, session, self.tasks, self.runs, self.downloads, lambda: self.status.offline
        )
        self.chat, self.composer = self.page.chat, self.page.composer
        self.middle = Middle(theme, session, self.tasks, self.page)
        toast = Toast(self.page.pages, theme)
        self.sidebar = ConversationList(theme, session.conversations, self.tasks, toast)
        self.side = WorkPanel(theme, session, self.tasks)
        self.exports = ConversationExport(theme, session.conversations, self.tasks, self)
        self.zoom = Zoom(theme, partial(self._set, "appearance.font_size"), self)
        self.commands = Commands(self, session.settings.shortcuts.keys)
        self.dialogs = Dialogs(
            theme, session, self.tasks, self.commands, self.downloads, self, self._offers
        )
        centre = QWidget()
        self.panes = Panes(self.sidebar, centre, self.side)
        add_commands(self.commands, self)
        self._top = TopBar(theme, self.commands)
        self._lay_out(centre)
        self._announcer = AnswerAnnouncer(self)
        self._connect()
        self.state = WindowState(session.paths.config, frame or self)
        keep_state(self.state, self.page, self.panes, self.side, theme)
        self.composer.edit.setFocus()

    # --- what the parts ask for

    def refresh(self) -> None:
        """Reads what is kept: to be called when the window has been painted."""
        self.sidebar.refresh()
        self.side.discoveries.refresh()
        self.page.watch.find_program()

    def look_for_models(self) -> None:
        """Asks who would answer now, and which models there are."""
        self.page.welcome.show_looking()
        self.tasks.start(self._session.models.state(), self._provider_known, self._tell)

    def ask(self, text: str, strategy: str = "") -> None:
        """Asks a question in the open conversation, unless one is being answered."""
        self.page.ask(text, strategy)

    def search_conversations(self) -> None:
        """Folds the sidebar out and goes to its search field."""
        self.panes.open_sidebar(True)
        self.sidebar.focus_search()

    def show_side(self, panel: QWidget) -> None:
        """Unfolds the side panel at one of its tabs."""
        self.side.turn_to(panel)
        self.panes.open_side(True)

    def switch_theme(self) -> None:
        """Takes the other of light and dark."""
        self._set("appearance.theme", "light" if self._theme.colours.dark else "dark")
        self._theme.use(self._session.settings.appearance)

    def export(self) -> None:
        """Saves the open conversation as a file."""
        if self.page.conversation.id:
            self.exports.export(self.page.conversation.id)

    def print(self) -> None:
        """Prints the open conversation."""
        if self.page.conversation.id:
            self.exports.print(self.page.conversation.id)

    async def aclose(self) -> None:
        """Ends all that the window has started: the run to its last event, then the rest."""
        self.state.remember()
        await self.runs.aclose()
        with suppress(StorageError):  # there is no window any more to tell it in
            await self.page.drafts.aclose()
        await self.tasks.aclose()

    # --- answers

    def _provider_known(self, state: ProviderState) -> None:
        self.status.show_state(state)
        self.page.show_state(state, self._models)
        if state.ok:
            self.tasks.start(
                self._session.models.list(),
                lambda models: self._models_known(state, models),
                lambda _error: None,  # the state has told already what is wrong
            )

    def _models_known(self, state: ProviderState, models: tuple[ModelInfo, ...]) -> None:
        self._models = models
        self.page.show_state(state, models)

    def _happened(self, event: Event) -> None:
        self.status.show_event(event)
        self.side.show_event(event)
        if isinstance(event, RunFinished) and event.status == "failed":
            self.look_for_models()

    def _setting_changed(self, key: str) -> None:
        settings = self._session.settings
        if key.startswith("appearance."):
            self._theme.use(settings.appearance)
            self.state.touch()
        elif key.startswith("llm."):
            self.look_for_models()
        elif key == "network.offline":
            self._show_network(self.page.conversation.conversation)
        elif key in ("agent.strategy", "agent.review_plan"):
            self.page.follow_settings()

    def _shown(self, conversation: Conversation | None) -> None:
        self._top.show_conversation(conversation)
        self.sidebar.select(conversation.id if conversation is not None else "")
        self._show_network(conversation)
        self.state.touch()

    def _show_network(self, conversation: Conversation | None) -> None:
        own = conversation.offline if conversation is not None else None
        offline = self._session.settings.network.offline if own is None else own
        self.status.network.setChecked(offline)
        self.page.welcome.show_offline(offline=offline)

    def _network_switched(self, offline: bool) -> None:  # noqa: FBT001 - a signal's argument
        self.page.conversation.change(offline=offline)
        self.page.welcome.show_offline(offline=offline)

    def _changed(self, conversation: Conversation) -> None:
        if conversation.id == self.page.conversation.id:
            self._top.show_conversation(conversation)
        self.sidebar.refresh()

    def _removed(self, conversation_id: str) -> None:
        if conversation_id == self.page.conversation.id:
            self._left = conversation_id
            self.page.leave()  # from the list Ctrl+Z takes the deletion back

    def _restored(self, conversation_id: str) -> None:
        if conversation_id == self._left and not self.page.conversation.coming_id:
            self.page.open(conversation_id)

    def _command(self, name: str) -> None:
        """Carries out a command that was typed into the composer."""
        if name in ("offline", "online"):
            if self.status.offline != (name == "offline"):
                self.status.network.click()
        else:
            self.commands[f"chat.{name}"].action.trigger()

    def _show_reasoning(self, turn: Turn) -> None:
        self.side.show_turn(turn)
        self.show_side(self.side.reasoning)

    def _show_source(self, turn: Turn, number: int, check: CitationCheck | None) -> None:
        if self.panes.side_open:
            self.side.point_at(turn, number, check)

    def _set(self, key: str, value: object) -> None:
        try:
            self._session.change_setting(key, value)
        except SettingsError as error:
            self._tell(error)

    def _offers(self) -> list[Offer]:
        section = self.tr("Open")
        return [
            Offer(f"open.{each.id}", section, each.title, partial(self.page.open, each.id))
            for each in self.sidebar.conversations
        ]

    def _tell(self, error: AgentError) -> None:
        show_error(self, error.message, error.remedy)

    # --- building

    def _lay_out(self, centre: QWidget) -> None:
        middle = QVBoxLayout(centre)
        outer = QVBoxLayout(self)
        for lines in (middle, outer):
            lines.setContentsMargins(0, 0, 0, 0)
            lines.setSpacing(0)
        middle.addWidget(self._top)
        middle.addWidget(self.middle, 1)
        outer.addWidget(self.panes, 1)
        outer.addWidget(self.status)
        self.panes.sidebar_shown.connect(partial(self._top.show_pane, "view.sidebar"))
        self.panes.side_shown.connect(partial(self._top.show_pane, "view.side"))
        self.panes.open_sidebar(True)
        self.commands.explain(self.composer.attach_button, "chat.attach")
        self.commands.explain(self.sidebar.foot.button, "view.knowledge")
        self.commands.explain(self.status.network, "program.network", self.tr("Network switch"))

    def _connect(self) -> None:
        here = self.page.conversation
        self.runs.happened.connect(self._happened)
        here.shown.connect(self._shown)
        here.kept.connect(self._changed)
        here.answering.connect(lambda each: self.sidebar.set_running(each, True))
        here.answered.connect(lambda each: self.sidebar.set_running(each, False))
        here.history.happened.connect(self._announcer.tell)
        self.page.turn_shown.connect(self.side.show_turn)
        self.page.commanded.connect(self._command)
        self.page.welcome.settings.connect(self.dialogs.open_settings)
        finders = (self.page.welcome.look_again, self.page.watch.appeared, self.downloads.finished)
        for each in (*finders, self.dialogs.models_changed):
            each.connect(self.look_for_models)
        self.chat.reasoning.connect(self._show_reasoning)
        self.chat.keep_template.connect(self.dialogs.templates.keep)
        self.chat.cited.connect(self._show_source)
        self.middle.follow(self.sidebar, self._top, self.dialogs)
        self.status.documents.follow(self._session, self.tasks, self.page, self.middle)
        self.sidebar.opened.connect(self.page.open)
        self.sidebar.hit_opened.connect(self.page.open_hit)
        self.sidebar.new_chat.connect(self.page.begin_new)
        self.sidebar.removed.connect(self._removed)
        self.sidebar.restored.connect(self._restored)
        self.sidebar.changed.connect(self._changed)
        self.sidebar.export_wanted.connect(self.exports.export)
        self.sidebar.print_wanted.connect(self.exports.print)
        self.side.closed.connect(lambda: self.panes.open_side(False))
        self.side.discoveries.conversation.connect(self.page.open)
        self.panes.splitterMoved.connect(self.state_changed)
        self.status.offline_changed.connect(self._network_switched)
        self.dialogs.setting_changed.connect(self._setting_changed)
        panels = (self.middle, self.sidebar, self.side.discoveries, self.side.ledger, self.exports)
        for part in (here, *panels):
            part.failed.connect(self._tell)

    def state_changed(self) -> None:
        """Says that something which is remembered is other now."""
        self.state.touch()

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closing.emit()
