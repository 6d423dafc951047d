"""The main window's widgets, their layout, and the saved window state."""

from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QByteArray, QEvent, QObject, QSettings, QThreadPool, QTimer, Signal
from PySide6.QtWidgets import QWidget

from desktop_agent.core.errors import AgentError
from desktop_agent.core.text import display_name
from desktop_agent.frontends.ui.conversation.run_controller import RunController
from desktop_agent.frontends.ui.pages.chat import ChatPage
from desktop_agent.frontends.ui.settings.dialog import SettingsDialog
from desktop_agent.frontends.ui.sidebar.conversation_list import ConversationList
from desktop_agent.frontends.ui.widgets.browser import open_folder
from desktop_agent.frontends.ui.widgets.command_registry import Commands
from desktop_agent.frontends.ui.widgets.error_dialog import show_error
from desktop_agent.frontends.ui.widgets.layout import vbox
from desktop_agent.frontends.ui.widgets.model_download import Downloads
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.toast import Toast
from desktop_agent.frontends.ui.window.page_stack import PageStack
from desktop_agent.frontends.ui.window.shell import LEAST, place
from desktop_agent.frontends.ui.window.side_panels import Panes, WorkPanel

if TYPE_CHECKING:
    from desktop_agent.app.session import Session
    from desktop_agent.frontends.ui.settings.maintenance import Upkeep


# --- The window's geometry and layout, stored in a file

_SETTLED_MS = 1_500
_MOVES = (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.WindowStateChange)

Value = str | QByteArray
T = TypeVar("T", str, QByteArray)


class WindowState(QObject):
    """The window state saved in ``folder/window.ini``: geometry, and values registered with `keep`.

    The file is replaced atomically, in a thread, shortly after the window moves or `touch` is
    called.
    """

    def __init__(self, folder: Path, window: QWidget) -> None:
        super().__init__(window)
        self._path = folder / "window.ini"
        self._window = window
        self._parts: dict[str, tuple[Callable[[], Value], Callable[[Any], object]]] = {}
        self._written: dict[str, Value] = {}
        self._writer = QThreadPool(self)
        self._writer.setMaxThreadCount(1)
        self._timer = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._timer.timeout.connect(self._write)

    def keep(
        self,
        name: str,
        read: Callable[[], T],
        restore: Callable[[T], object] = lambda _stored: None,
    ) -> None:
        """Register a value (text or bytes) to save with ``read`` and to restore with ``restore``.

        A stored value of the wrong type is ignored.
        """
        self._parts[name] = (read, restore)

    def restore(self) -> frozenset[str]:
        """Restore the geometry and the registered values; return the names of those restored.

        A window that is already visible keeps its position.
        """
        there = set()
        store = QSettings(str(self._path), QSettings.Format.IniFormat)
        if not self._window.isVisible():
            place(self._window, store)
        for name, (read, restore) in self._parts.items():
            value = store.value(name)
            if isinstance(value, type(read())):
                restore(value)
                there.add(name)
        self._written = self._read()
        self._window.installEventFilter(self)
        return frozenset(there)

    def touch(self) -> None:
        self._timer.start()

    def remember(self) -> None:
        """Save the state immediately, blocking until it is written."""
        self._timer.stop()
        self._writer.waitForDone()
        _save(self._path, self._read())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _MOVES:
            self.touch()
        return super().eventFilter(watched, event)

    def _read(self) -> dict[str, Value]:
        values: dict[str, Value] = {name: read() for name, (read, _) in self._parts.items()}
        return {"geometry": self._window.saveGeometry()} | values

    def _write(self) -> None:
        values = self._read()
        if values != self._written:
            self._written = values
            self._writer.start(partial(_save, self._path, values))


def _save(path: Path, values: dict[str, Value]) -> None:
    store = QSettings(str(path), QSettings.Format.IniFormat)
    for name, value in values.items():
        store.setValue(name, value)
    store.sync()


# --- The widgets


class WindowLayout(QWidget):
    """The base class of `MainWindow`, which controllers use to avoid importing `MainWindow`.

    ``setting_changed`` is emitted with the key of a setting changed in the dialog, and
    ``models_changed`` when models have been installed or removed there.
    """

    setting_changed = Signal(str)
    models_changed = Signal()

    def __init__(self, theme: Theme, session: "Session", frame: QWidget | None) -> None:
        super().__init__()
        self.setObjectName("page")
        self.setWindowTitle("Desktop Agent")
        self.setMinimumSize(*LEAST)
        self.theme = theme
        self.session = session
        self.tasks = Tasks(self.show_failure)
        self.leaving = False
        """True once the user has quit, so that the window is not kept in the tray."""
        self.state = WindowState(session.paths.config, frame or self)
        self.commands = Commands(self, session.settings.shortcuts.keys)
        self.runs = RunController(session, self)
        self.downloads = Downloads(session, self.tasks, self)
        self.page = ChatPage(theme, session, self.tasks, self.runs, self.downloads)
        self.chat, self.composer = self.page.chat, self.page.composer
        self.toast = Toast(self.page.pages, theme)
        self.sidebar = ConversationList(
            theme, session.conversations, self.tasks, self.toast, self.composer.model
        )
        self.middle = PageStack(self.tasks, self.page)
        self.side = WorkPanel(theme, session, self.tasks)
        centre = QWidget()
        self.column = vbox(parent=centre, spacing=0)
        self.panes = Panes(self, self.sidebar, centre, self.side)

    def lay_out(self, top: QWidget) -> None:
        """Arrange the widgets, with ``top`` above the pages.

        The chat is added last, because moving a widget restyles all its children.
        """
        self.column.addWidget(top)
        self.column.addWidget(self.middle, 1)
        self.middle.take_chat()
        self.page_toast = Toast(self.middle, self.theme)
        vbox((self.panes, 1), parent=self, spacing=0)

    @cached_property
    def upkeep(self) -> "Upkeep":
        """The maintenance operations, loaded on first use."""
        from desktop_agent.frontends.ui.settings.maintenance import Upkeep

        made = Upkeep(self.session, self.tasks, self)
        made.quit_wanted.connect(self.quit)
        return made

    def open_settings(self, page: str = "models") -> SettingsDialog:
        """Open the settings at a page, such as "privacy", or a section, such as "privacy/log"."""
        shared = (self.theme, self.session, self.tasks, self.commands, self.downloads)
        dialog = SettingsDialog(*shared, lambda: self.upkeep, self)
        dialog.changed.connect(self.setting_changed)
        dialog.models_changed.connect(self.models_changed)
        dialog.show_page(page)
        dialog.open()
        return dialog

    def show_panel(self, panel: QWidget) -> None:
        """Open the side panel and select the given panel."""
        self.side.turn_to(panel)
        self.panes.open_side(True)

    def say(
        self, text: str, action_text: str = "", act: Callable[[], object] | None = None
    ) -> None:
        """Show a toast. The action, if any, is not bound to the undo shortcut."""
        toast = self.page_toast if self.middle.shown else self.toast
        toast.show_message(text, action_text, act, undoes=False)

    def show_exported(self, path: str) -> None:
        file = Path(path)
        said = self.tr("Exported to {0}").format(display_name(file.name))
        self.say(said, self.tr("Show in folder"), partial(open_folder, file))

    def show_failure(self, error: AgentError) -> None:
        show_error(self, error.message, error.remedy)

    def quit(self) -> None:
        """Exit the program, never keeping it in the tray."""
        self.leaving = True
        self.window().close()
