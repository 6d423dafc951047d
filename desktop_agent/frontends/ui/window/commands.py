"""The table of all window commands, and the text zoom."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QObject, QTimer
from PySide6.QtWidgets import QWidget

from desktop_agent.frontends.ui.pages.chat import ChatPage
from desktop_agent.frontends.ui.sidebar.conversation_list import ConversationList
from desktop_agent.frontends.ui.widgets.command_registry import Commands
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.window.background_runs import BackgroundRuns, RunsPageController
from desktop_agent.frontends.ui.window.dialogs import Dialogs
from desktop_agent.frontends.ui.window.page_stack import PageStack
from desktop_agent.frontends.ui.window.replay_and_compare import ReplayController
from desktop_agent.frontends.ui.window.side_panels import PaneSplitter, SidePanels, WorkPanel
from desktop_agent.frontends.ui.window.status_bar import StatusBar
from desktop_agent.frontends.ui.window.update_and_crash_notices import UpdateAndCrashNotifier

# --- Text zoom

_KEEP_MS = 600


class Zoom(QObject):
    """Changes the text size immediately and saves it shortly after the last step.

    ``keep`` is called with the new size in points and writes ``appearance.font_size``; 0 stands for
    the system's size.
    """

    def __init__(self, theme: Theme, keep: Callable[[int], object], parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._keep = keep
        self._size = 0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_KEEP_MS)
        self._timer.timeout.connect(lambda: self._keep(self._size))

    def larger(self) -> None:
        self._step(1)

    def smaller(self) -> None:
        self._step(-1)

    def reset(self) -> None:
        """Return to the system's text size."""
        self._step(0)

    def _step(self, points: int) -> None:
        self._size = self._theme.zoom(points)
        self._timer.start()


Row = tuple[str, str, str, Callable[[], object]]
"""The name, title, default keys and action of a command."""


class CommandedWindow(Protocol):
    """The parts of the window that the commands use."""

    page: ChatPage
    middle: PageStack
    sidebar: ConversationList
    side: WorkPanel
    panes: PaneSplitter
    beside: SidePanels
    looking_back: ReplayController
    runs_pages: RunsPageController
    status: StatusBar
    zoom: Zoom
    dialogs: Dialogs
    background: BackgroundRuns
    caretaker: UpdateAndCrashNotifier

    def export(self) -> None: ...

    def save_discovery(self) -> None: ...

    def print(self) -> None: ...

    def search_conversations(self) -> None: ...

    def switch_theme(self) -> None: ...

    def look_for_models(self) -> None: ...

    def quit(self) -> None: ...

    def window(self) -> QWidget: ...


def _tr(text: str) -> str:
    return QCoreApplication.translate("Commands", text)


def add_commands(commands: Commands, window: CommandedWindow) -> None:
    """Add the window's commands, grouped into the sections of the shortcut list."""
    for section, rows in (
        (_tr("Chat"), _in_chat(window)),
        (_tr("Conversations"), _conversations(window)),
        (_tr("Knowledge"), _knowledge(window)),
        (_tr("Runs"), _runs(window)),
        (_tr("View"), _view(window)),
        (_tr("Program"), _program(window)),
    ):
        for name, title, keys, act in rows:
            commands.add(section, name, title, keys, act)
    commands.settle()


def _in_chat(window: CommandedWindow) -> tuple[Row, ...]:
    """Return the chat's commands, each of which shows the chat first."""

    def shown(act: Callable[[], object]) -> Callable[[], object]:
        def first_show() -> None:
            window.middle.show_chat()
            act()

        return first_show

    return tuple(
        (name, title, keys, act if name == "chat.stop" else shown(act))
        for name, title, keys, act in _chat(window)
    )


def _chat(window: CommandedWindow) -> tuple[Row, ...]:
    page = window.page
    return (
        ("chat.new", _tr("New chat"), "Ctrl+N", page.begin_new),
        ("chat.focus", _tr("Go to the question field"), "Ctrl+L", page.composer.edit.setFocus),
        ("chat.stop", _tr("Stop answering"), "Esc", window.middle.stop),
        (
            "chat.ask_background",
            _tr("Ask in the background"),
            "Ctrl+Alt+Return",
            page.composer.send_to_background,
        ),
        (
            "chat.background",
            _tr("Continue in the background"),
            "",
            window.background.hand_over,
        ),
        (
            "chat.offline",
            _tr("Keep this chat offline, or no longer"),
            "",
            lambda: page.set_offline(offline=not page.offline),
        ),
        ("chat.attach", _tr("Attach files"), "Ctrl+Shift+A", page.composer.attach),
        ("chat.again", _tr("Ask again"), "Ctrl+Shift+Return", page.ask_last_again),
        ("chat.find", _tr("Find in this conversation"), "Ctrl+F", page.finding.open),
        ("chat.latest", _tr("Jump to the latest text"), "Ctrl+End", page.chat.go_to_latest),
        ("chat.copy", _tr("Copy as text"), "", page.chat.copy_selection),
        (
            "chat.copy_markdown",
            _tr("Copy as Markdown"),
            "Ctrl+Shift+C",
            lambda: page.chat.copy_selection(markdown=True),
        ),
        ("chat.export", _tr("Export this conversation"), "Ctrl+Shift+S", window.export),
        ("chat.print", _tr("Print this conversation"), "Ctrl+P", window.print),
    )


def _conversations(window: CommandedWindow) -> tuple[Row, ...]:
    sidebar = window.sidebar
    return (
        (
            "conversations.search",
            _tr("Search conversations"),
            "Ctrl+Shift+F",
            window.search_conversations,
        ),
        ("conversations.undo", _tr("Undo the deletion"), "Ctrl+Z", sidebar.undo_delete),
        (
            "conversations.rename",
            _tr("Rename this conversation"),
            "",
            sidebar.rename_current,
        ),
        (
            "conversations.delete",
            _tr("Delete this conversation"),
            "",
            sidebar.delete_current,
        ),
    )


def _knowledge(window: CommandedWindow) -> tuple[Row, ...]:
    middle = window.middle
    return (
        ("view.knowledge", _tr("Knowledge"), "Ctrl+Shift+K", partial(middle.switch, "knowledge")),
        (
            "knowledge.add_folder",
            _tr("Add a folder to the documents"),
            "",
            lambda: middle.open("knowledge", lambda page: page.add_folder()),
        ),
        (
            "knowledge.add_files",
            _tr("Add files to the documents"),
            "",
            lambda: middle.open("knowledge", lambda page: page.add_files()),
        ),
    )


def _runs(window: CommandedWindow) -> tuple[Row, ...]:
    back, pages = window.looking_back, window.runs_pages
    asked = window.page.composer.edit.toPlainText
    return (
        (
            "runs.regularly",
            _tr("Ask regularly…"),
            "",
            lambda: pages.ask_regularly(asked()),
        ),
        ("runs.open_recording", _tr("Open a recording"), "", back.open_recording),
        ("runs.import", _tr("Import a run"), "", back.import_run),
        ("runs.export", _tr("Export this run"), "", back.export_last),
        ("program.servers", _tr("MCP servers"), "", lambda: window.dialogs.open_settings("mcp")),
    )


def _view(window: CommandedWindow) -> tuple[Row, ...]:
    side, sidebar = window.side, window.sidebar
    return (
        (
            "view.sidebar",
            _tr("Conversations"),
            "Ctrl+B",
            lambda: window.panes.open_sidebar(sidebar.isHidden()),
        ),
        (
            "view.side",
            _tr("Side panel"),
            "Ctrl+Shift+P",
            lambda: window.panes.open_side(side.isHidden()),
        ),
        ("view.reasoning", _tr("Reasoning"), "Ctrl+R", lambda: window.beside.show(side.reasoning)),
        (
            "view.sources",
            _tr("Sources"),
            "Ctrl+Shift+R",
            lambda: window.beside.show(side.sources),
        ),
        (
            "view.discoveries",
            _tr("Discoveries"),
            "Ctrl+D",
            lambda: window.beside.show(side.discoveries),
        ),
        (
            "discoveries.save",
            _tr("Save as discovery"),
            "Ctrl+Shift+D",
            window.save_discovery,
        ),
        (
            "discoveries.export",
            _tr("Export all discoveries"),
            "Ctrl+Shift+E",
            side.discoveries.choose_file,
        ),
        ("view.ledger", _tr("Ledger"), "Ctrl+Shift+L", lambda: window.beside.show(side.ledger)),
        ("view.larger", _tr("Larger text"), "Ctrl++", window.zoom.larger),
        ("view.smaller", _tr("Smaller text"), "Ctrl+-", window.zoom.smaller),
        ("view.usual", _tr("Usual size of text"), "Ctrl+0", window.zoom.reset),
        ("view.runs", _tr("Runs"), "Ctrl+Shift+B", partial(window.middle.switch, "runs")),
        ("view.theme", _tr("Switch between light and dark"), "", window.switch_theme),
    )


def _program(window: CommandedWindow) -> tuple[Row, ...]:
    return (
        ("program.palette", _tr("Command palette"), "Ctrl+K", window.dialogs.open_palette),
        ("program.shortcuts", _tr("Keyboard shortcuts"), "F1", window.dialogs.open_cheat_sheet),
        ("program.settings", _tr("Settings"), "Ctrl+,", window.dialogs.open_settings),
        ("program.models", _tr("Models"), "Ctrl+M", lambda: window.dialogs.open_settings("models")),
        ("program.templates", _tr("Reasoning templates"), "", window.dialogs.templates.open_all),
        (
            "program.network",
            _tr("Switch the network on or off"),
            "Ctrl+Shift+O",
            window.status.network.click,
        ),
        ("program.look", _tr("Look for a model again"), "", window.look_for_models),
        ("program.updates", _tr("Check for updates"), "", window.caretaker.check),
        ("program.backup", _tr("Make a backup…"), "", window.caretaker.make_backup),
        ("program.restore", _tr("Restore a backup…"), "", window.caretaker.restore),
        (
            "program.diagnostics",
            _tr("Save diagnostics…"),
            "",
            window.caretaker.save_diagnostics,
        ),
        ("program.quit", _tr("Quit"), "Ctrl+Q", window.quit),
    )
