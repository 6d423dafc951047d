"""The main window, which creates and connects its parts; the top bar and the table of pages."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from desktop_agent.core.conversations import Conversation
from desktop_agent.core.errors import AgentError, SettingsError, StorageError
from desktop_agent.core.events import Event, RunFinished
from desktop_agent.core.research import Discovery
from desktop_agent.core.text import display_name
from desktop_agent.frontends.ui.chat.answer_sources import SourceRow
from desktop_agent.frontends.ui.chat.chat_view import ChatView
from desktop_agent.frontends.ui.composer.attachments import DropTarget
from desktop_agent.frontends.ui.conversation.run_controller import RunController
from desktop_agent.frontends.ui.dialogs.command_palette import Offer
from desktop_agent.frontends.ui.export.conversation_export import ConversationExport
from desktop_agent.frontends.ui.pages.chat import ChatPage
from desktop_agent.frontends.ui.sidebar.conversation_list import ConversationList
from desktop_agent.frontends.ui.widgets.accessibility import AnswerAnnouncer
from desktop_agent.frontends.ui.widgets.browser import open_folder
from desktop_agent.frontends.ui.widgets.command_registry import Commands
from desktop_agent.frontends.ui.widgets.error_dialog import show_error
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel
from desktop_agent.frontends.ui.widgets.model_download import Downloads
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.toast import Toast
from desktop_agent.frontends.ui.window.background_runs import (
    NEEDED,
    BackgroundRuns,
    RunsPageController,
)
from desktop_agent.frontends.ui.window.commands import Zoom, add_commands
from desktop_agent.frontends.ui.window.dialogs import Dialogs
from desktop_agent.frontends.ui.window.page_stack import PageKind, PageStack
from desktop_agent.frontends.ui.window.replay_and_compare import ReplayController
from desktop_agent.frontends.ui.window.run_status import ModelStatusLookup
from desktop_agent.frontends.ui.window.shell import LEAST, TOP_BAR
from desktop_agent.frontends.ui.window.side_panels import PaneSplitter, SidePanels, WorkPanel
from desktop_agent.frontends.ui.window.single_instance import bring_to_front
from desktop_agent.frontends.ui.window.status_bar import StatusBar
from desktop_agent.frontends.ui.window.update_and_crash_notices import UpdateAndCrashNotifier
from desktop_agent.frontends.ui.window.window_state import WindowState, remember_state

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

# --- The top bar: panes, title, and the most used commands

_BUTTONS: Mapping[str, str] = {
    "view.sidebar": "sidebar",
    "chat.new": "plus",
    "chat.find": "search",
    "program.settings": "settings",
    "view.side": "panel",
}
_PANES = ("view.sidebar", "view.side")


class TopBar(QFrame):
    """A bar of buttons that mirror commands."""

    def __init__(self, theme: Theme, commands: Commands) -> None:
        super().__init__()
        self.setObjectName("topBar")
        self.setFixedHeight(TOP_BAR)
        self._buttons = {name: QToolButton() for name in _BUTTONS}
        for name, button in self._buttons.items():
            commands.explain(button, name)
            theme.bind_icon(button, _BUTTONS[name], side=20)
            button.setCheckable(name in _PANES)
            button.clicked.connect(commands[name].action.trigger)
        self._name = self._instead = ""
        self._title = ElidedLabel()
        self._title.setObjectName("productName")
        self.show_conversation(None)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 0, 10, 0)
        row.setSpacing(4)
        row.addWidget(self._buttons["view.sidebar"])
        row.addSpacing(6)
        row.addWidget(self._title, 1)
        for name in ("chat.new", "chat.find", "program.settings", "view.side"):
            row.addWidget(self._buttons[name])

    def show_conversation(self, conversation: Conversation | None) -> None:
        """Show the title of the open conversation."""
        self._name = conversation.title if conversation is not None else "Desktop Agent"
        self._title.show_text(self._instead or self._name)

    def show_instead(self, name: str) -> None:
        """Show a page's title in place of the conversation's; "" restores the latter."""
        self._instead = name
        self._title.show_text(self._instead or self._name)

    def show_pane(self, name: str, is_open: bool) -> None:  # noqa: FBT001 - a signal's argument
        """Show whether a pane (``view.sidebar`` or ``view.side``) is open."""
        self._buttons[name].setChecked(is_open)
        if name == "view.sidebar":  # which has a button for a new chat of its own
            self._buttons["chat.new"].setVisible(not is_open)


# --- The table of pages


class PagedWindow(Protocol):
    """The parts of the window that the pages use."""

    theme: Theme
    session: "Session"
    tasks: Tasks
    page: ChatPage
    middle: PageStack
    dialogs: Dialogs
    background: BackgroundRuns
    looking_back: ReplayController
    runs_pages: RunsPageController


def _tr(text: str) -> str:
    return QCoreApplication.translate("Pages", text)


def window_pages(window: PagedWindow) -> tuple[PageKind, ...]:
    """Return the window's pages. They are built later, once the parts of the window exist."""
    return (
        PageKind(
            "knowledge",
            _tr("Knowledge"),
            partial(_knowledge, window),
            needed=(
                "desktop_agent.app.documents",
                "desktop_agent.frontends.ui.pages.knowledge.page",
            ),
            waiting=_tr("Looking at your documents…"),
        ),
        PageKind(
            "runs",
            _tr("Runs"),
            window.runs_pages.build_page,
            needed=(
                "desktop_agent.frontends.ui.pages.runs.page",
                "desktop_agent.frontends.ui.pages.schedules.page",
                *NEEDED,
            ),
            waiting=_tr("Looking for runs…"),
        ),
        *window.looking_back.pages(),
    )


def follow_pages(
    middle: PageStack, chat: ChatPage, sidebar: ConversationList, top: TopBar, dialogs: Dialogs
) -> None:
    """Show what the user chooses in the sidebar, and mark the current page in both bars."""
    for chosen in (sidebar.opened, sidebar.hit_opened, sidebar.new_chat):
        chosen.connect(middle.show_chat)
    sidebar.foot.wanted.connect(middle.switch)
    middle.titled.connect(top.show_instead)
    middle.turned.connect(sidebar.foot.show_page)
    middle.turned.connect(lambda name: sidebar.select("" if name else chat.conversation.id))

    def refresh_documents() -> None:
        if middle.is_built("knowledge"):
            middle.page("knowledge").refresh()

    dialogs.setting_changed.connect(refresh_documents)
    dialogs.models_changed.connect(refresh_documents)


def _knowledge(window: PagedWindow) -> QWidget:
    from desktop_agent.frontends.ui.pages.knowledge.page import KnowledgePage

    page = KnowledgePage(window.theme, window.session, window.tasks)
    page.models_wanted.connect(lambda: window.dialogs.open_settings("models"))
    page.settings_wanted.connect(lambda: window.dialogs.open_settings("knowledge"))
    page.ask_wanted.connect(window.middle.ask)
    return page


class MainWindow(QWidget):
    """The window of one session, either inside a frame or standalone.

    ``closing`` is emitted once, when the user closes a standalone window.
    """

    closing = Signal()
    leaving = False

    def __init__(self, theme: Theme, session: "Session", frame: QWidget | None = None) -> None:
        super().__init__()
        self.setObjectName("page")
        self.setWindowTitle("Desktop Agent")
        self.setMinimumSize(*LEAST)
        self.theme = theme
        self.session = session
        self._left = ""  # the conversation that was deleted while it was open
        self.tasks = Tasks()
        self.runs = RunController(session, self)
        self.downloads = Downloads(session, self.tasks, self)
        self.status = StatusBar(theme, session.resting_engines)
        self.page = ChatPage(theme, session, self.tasks, self.runs, self.downloads)
        self.chat, self.composer = self.page.chat, self.page.composer
        self.models = ModelStatusLookup(session, self.tasks, self.status, self.page, self._tell)
        self.toast = Toast(self.page.pages, theme)
        self.sidebar = ConversationList(theme, session.conversations, self.tasks, self.toast)
        self.background = BackgroundRuns(self, self)
        self.looking_back = ReplayController(self, lambda: session.archives, self)
        self.runs_pages = RunsPageController(self)
        self.middle = PageStack(self.tasks, self.page, window_pages(self))
        self.page_toast = Toast(self.middle, theme)
        self.side = WorkPanel(theme, session, self.tasks)
        self.exports = ConversationExport(theme, session.conversations, self.tasks, self)
        self.zoom = Zoom(theme, partial(self._set, "appearance.font_size"), self)
        self.commands = Commands(self, session.settings.shortcuts.keys)
        self.dialogs = Dialogs(
            theme, session, self.tasks, self.commands, self.downloads, self, self._offers
        )
        self.caretaker = UpdateAndCrashNotifier(self, self)
        centre = QWidget()
        self.panes = PaneSplitter(self.sidebar, centre, self.side)
        self.beside = SidePanels(self.panes, self.side)
        add_commands(self.commands, self)
        self._top = TopBar(theme, self.commands)
        self._lay_out(centre)
        self._announcer = AnswerAnnouncer(self)
        self._connect()
        self.state = WindowState(session.paths.config, frame or self)
        self.background.remember_in(self.state)
        self.caretaker.remember_in(self.state)
        remember_state(self.state, self.page, self.panes, self.side, theme)
        self.composer.edit.setFocus()

    # --- Requests from the parts

    def refresh(self) -> None:
        """Read the stored data. Call this once the window is painted."""
        self.sidebar.refresh()
        self.side.discoveries.refresh()
        self.page.watch.find_program()
        self.page.servers.look()

    def look_for_models(self) -> None:
        """Look up the model status and the available models."""
        self.models.look()

    def ask(self, text: str, strategy: str = "") -> None:
        """Ask a question in the open conversation.

        It is queued while another one is being answered.
        """
        self.page.ask(text, strategy)

    def search_conversations(self) -> None:
        """Open the sidebar and focus its search field."""
        self.panes.open_sidebar(True)
        self.sidebar.focus_search()

    def switch_theme(self) -> None:
        """Switch between light and dark."""
        self._set("appearance.theme", "light" if self.theme.colours.dark else "dark")
        self.theme.use(self.session.settings.appearance)

    def export(self) -> None:
        """Save the open conversation as a file."""
        if self.page.conversation.id:
            self.exports.export(self.page.conversation.id)

    def save_discovery(self) -> None:
        """Save the selected words of an answer, or the selected source, as a discovery."""
        focus, sources = self.focusWidget(), self.side.sources.view
        if isinstance(focus, SourceRow):
            focus.ask_to_save()
        elif focus is sources and sources.save_discovery():
            return
        elif not any(chat.save_selection() for chat in self._shown_chats()):
            self.say(self.tr("Select words of an answer, or choose a source, to save it"))

    def say(
        self, text: str, action_text: str = "", act: Callable[[], object] | None = None
    ) -> None:
        """Show a short message in the middle of the window, without an undo button."""
        toast = self.page_toast if self.middle.shown else self.toast
        toast.show_message(text, action_text, act, undoes=False)

    def print(self) -> None:
        """Print the open conversation."""
        if self.page.conversation.id:
            self.exports.print(self.page.conversation.id)

    def quit(self) -> None:
        """Exit the program, even if closing the window would keep it in the tray."""
        self.leaving = True
        self.window().close()

    async def aclose(self) -> None:
        """Stop everything that the window has started.

        The active run is recorded up to its last event.
        """
        self.state.remember()
        await self.runs.aclose()
        with suppress(StorageError):  # there is no window any more to tell it in
            await self.page.drafts.aclose()
        await self.tasks.aclose()

    # --- Responses

    def _happened(self, event: Event) -> None:
        self.status.show_event(event)
        self.side.show_event(event)
        if isinstance(event, RunFinished):
            self.caretaker.look_at_keys()
        self.models.show_event(event)

    def _page_changed(self, _index: int) -> None:
        if self.page.pages.currentWidget() is self.page.welcome:
            self.models.look_again()

    def _setting_changed(self, key: str) -> None:
        settings = self.session.settings
        if key.startswith("appearance."):
            self.theme.use(settings.appearance)
            self.state.touch()
        elif key.startswith("llm."):
            self.look_for_models()
        elif key == "network.offline":
            self._network_switched()
        elif key in ("agent.strategy", "agent.review_plan"):
            self.page.follow_settings()

    def _shown(self, conversation: Conversation | None) -> None:
        self._top.show_conversation(conversation)
        self.sidebar.select(conversation.id if conversation is not None else "")
        if not self.page.conversation.just_begun:
            self.status.show_chat(answering=self.page.conversation.is_answering)
        self._show_network()
        self.state.touch()

    def _show_network(self) -> None:
        """Show whether the next question will be answered offline, and why."""
        everywhere, chat = self.session.is_offline(), self.page.offline
        forced_by = self.session.setting_origin("network.offline")
        self.status.show_network(offline=everywhere, forced_by=forced_by)
        self.page.banner.show_network(everywhere=everywhere, chat=chat, forced_by=forced_by)
        self.page.welcome.show_offline(offline=everywhere or chat)

    def _switch_network(self, offline: bool) -> None:  # noqa: FBT001 - a signal's argument
        """Switch the network off or on for the whole program."""
        forced_by = self.session.setting_origin("network.offline")
        if forced_by:
            text = self.tr("The network switch is set by {0}, which wins over the window.")
            show_error(self, text.format(forced_by), self.tr("Take it away and start again."))
        elif self._set("network.offline", offline):
            self._network_switched()

    def _network_switched(self) -> None:
        self._show_network()
        self.tasks.start(self.session.obey_network_switch(), lambda _none: None, self._tell)
        self.look_for_models()  # one that is not on this computer can be asked again, or no longer

    def _go_online(self, for_chat: bool) -> None:  # noqa: FBT001 - a signal's argument
        if for_chat:
            self.page.set_offline(offline=False)
        else:
            self._switch_network(offline=False)

    def _shown_chats(self) -> Sequence[ChatView]:
        if not self.middle.shown:
            return (self.chat,)
        chats: Sequence[ChatView] = getattr(self.middle.currentWidget(), "chats", ())
        return chats

    def _saved(self, discovery: Discovery) -> None:
        def show() -> None:
            bring_to_front(self.window())
            self.beside.show(self.side.discoveries)
            self.side.discoveries.show_saved(discovery)

        said, viewer = self.tr("Saved to discoveries"), self.side.sources.view.viewer
        if viewer is not None and viewer.isActiveWindow():
            viewer.toast.show_message(said, self.tr("Show"), show, undoes=False)
        else:
            self.say(said, self.tr("Show"), show)

    def _exported(self, path: str) -> None:
        file = Path(path)
        said = self.tr("Exported to {0}").format(display_name(file.name))
        self.say(said, self.tr("Show in folder"), partial(open_folder, file))

    def _dropped(self, data: QMimeData) -> None:
        self.middle.show_chat()
        self.composer.take(data)

    def _drop_refused(self, reason: str) -> None:
        self.middle.show_chat()
        self.composer.note.say(reason)

    def _open_conversation(self, conversation_id: str) -> None:
        self.middle.show_chat()
        self.page.open(conversation_id)

    def _changed(self, conversation: Conversation) -> None:
        if conversation.id == self.page.conversation.id:
            self._top.show_conversation(conversation)
            self.page.take_changed(conversation)
        self.sidebar.refresh()

    def _removed(self, conversation_id: str) -> None:
        if conversation_id == self.page.conversation.id:
            self._left = conversation_id
            self.page.leave()  # from the list Ctrl+Z takes the deletion back

    def _restored(self, conversation_id: str) -> None:
        if conversation_id == self._left and not self.page.conversation.coming_id:
            self.page.open(conversation_id)

    def _command(self, name: str) -> None:
        """Run a command typed into the composer."""
        if name in ("offline", "online"):
            self.page.set_offline(offline=name == "offline")
        else:
            self.commands[f"chat.{name}"].action.trigger()

    def _set(self, key: str, value: object) -> bool:
        """Change a setting and return whether it was written. If not, show the reason."""
        try:
            self.session.change_setting(key, value)
        except (SettingsError, StorageError) as error:
            self._tell(error)
            return False
        return True

    def _offers(self) -> list[Offer]:
        section = self.tr("Open")
        return [
            Offer(f"open.{each.id}", section, each.title, partial(self.page.open, each.id))
            for each in self.sidebar.conversations
        ]

    def _tell(self, error: AgentError) -> None:
        show_error(self, error.message, error.remedy)

    # --- Construction

    def _lay_out(self, centre: QWidget) -> None:
        middle = QVBoxLayout(centre)
        outer = QVBoxLayout(self)
        for lines in (middle, outer):
            lines.setContentsMargins(0, 0, 0, 0)
            lines.setSpacing(0)
        self._drops = DropTarget(self.theme, self, lambda: self.middle.shown != "knowledge")
        self.composer.leave_files_to_window()
        middle.addWidget(self._top)
        middle.addWidget(self.middle, 1)
        outer.addWidget(self.panes, 1)
        outer.addWidget(self.status)
        self.panes.sidebar_shown.connect(partial(self._top.show_pane, "view.sidebar"))
        self.panes.side_shown.connect(partial(self._top.show_pane, "view.side"))
        self.panes.open_sidebar(True)
        self.commands.explain(self.composer.attach_button, "chat.attach")
        for name, button in self.sidebar.foot.buttons.items():
            self.commands.explain(button, f"view.{name}")
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
        for asks in (self.page.welcome.settings, self.page.servers.settings):
            asks.connect(self.dialogs.open_settings)
        finders = (self.page.welcome.look_again, self.page.watch.appeared, self.downloads.finished)
        for each in (*finders, self.dialogs.models_changed):
            each.connect(self.look_for_models)
        self.page.pages.currentChanged.connect(self._page_changed)
        self.chat.wishes.settings.connect(self.dialogs.open_settings)
        self.chat.wishes.reasoning.connect(self.beside.show_reasoning)
        self.chat.wishes.keep_template.connect(self.dialogs.templates.keep)
        self.chat.wishes.cited.connect(self.beside.show_source)
        self.chat.wishes.repeat.connect(self.runs_pages.ask_regularly)
        follow_pages(self.middle, self.page, self.sidebar, self._top, self.dialogs)
        self.background.follow()
        self.looking_back.follow()
        self.status.documents.follow(self.session, self.tasks, self.page, self.middle)
        self.sidebar.opened.connect(self.page.open)
        self.sidebar.hit_opened.connect(self.page.open_hit)
        self.sidebar.new_chat.connect(self.page.begin_new)
        self.sidebar.removed.connect(self._removed)
        self.sidebar.restored.connect(self._restored)
        self.sidebar.changed.connect(self._changed)
        self.sidebar.export_wanted.connect(self.exports.export)
        self.sidebar.print_wanted.connect(self.exports.print)
        self.side.closed.connect(lambda: self.panes.open_side(False))
        self.panes.splitterMoved.connect(self.state_changed)
        self.status.offline_wanted.connect(self._switch_network)
        self.page.banner.online_wanted.connect(self._go_online)
        self.page.offline_changed.connect(self._show_network)
        self.dialogs.setting_changed.connect(self._setting_changed)
        self._connect_files()
        parts = (here, self.middle, self.background, self.looking_back, self.sidebar, self.exports)
        for part in (*parts, self.side.discoveries, self.side.ledger):
            part.failed.connect(self._tell)
        self._show_network()

    def _connect_files(self) -> None:
        """Connect the signals for saving, exporting and dropping files."""
        self.chat.wishes.save.connect(self.side.discoveries.save)
        self.side.discoveries.saved.connect(self._saved)
        self.side.discoveries.conversation.connect(self._open_conversation)
        for exports in (
            self.exports.done,
            self.looking_back.exported,
            self.side.discoveries.exported,
        ):
            exports.connect(self._exported)
        self._drops.dropped.connect(self._dropped)
        self._drops.refused.connect(self._drop_refused)

    def state_changed(self) -> None:
        """Schedule saving of the window state."""
        self.state.touch()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self._show_network()  # another process may have changed the setting
            if self.isVisible():
                self.models.look_again()  # a server may have come or gone

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closing.emit()
