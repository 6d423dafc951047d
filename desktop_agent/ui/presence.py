"""Where the person is: at the window, elsewhere, or with the window put away into the tray."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from desktop_agent.core.background import KnownRun
from desktop_agent.ui.background import Background
from desktop_agent.ui.chat_page import ChatPage
from desktop_agent.ui.middle import Middle
from desktop_agent.ui.notifier import Notifier
from desktop_agent.ui.run_controller import RunController
from desktop_agent.ui.single_instance import bring_to_front
from desktop_agent.ui.status_bar import StatusBar
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.toast import Toast
from desktop_agent.ui.tray import Tray

if TYPE_CHECKING:
    from desktop_agent.app import Session

_AWAY_MS = 120_000
"""How long a message stands in a window that nobody looks at, where there is no tray to say it."""
_WAIT_MOST = 3
"""Messages that wait to be shown, one after the other: who comes back late wants the newest alone."""


class PresentWindow(Protocol):
    """The parts of the window that a message leads to."""

    theme: Theme
    session: "Session"
    page: ChatPage
    middle: Middle
    background: Background
    status: StatusBar
    toast: Toast
    page_toast: Toast
    runs: RunController
    leaving: bool

    def quit(self) -> None: ...


def _tr(text: str) -> str:
    return QCoreApplication.translate("Presence", text)


class Presence(QObject):
    """Has the tray's icon and tells what is worth telling, in the window or outside of it.

    ``frame`` is what is brought to the front. To be made when the window is at rest.
    """

    told = Signal(str)

    def __init__(self, window: PresentWindow, frame: QWidget) -> None:
        super().__init__(frame)
        self._window = window
        self._frame = frame
        self._next: list[tuple[str, Callable[[], object], int]] = []
        self.tray = Tray(window.theme, self)
        self.notifier = Notifier(lambda: window.session.settings.background, self, self)
        for toast in (window.toast, window.page_toast):
            toast.ended.connect(lambda _acted: QTimer.singleShot(0, self, self._show_next))
        self._connect()

    def stays(self) -> bool:
        """Says, as the window is being closed, whether the program goes on in the tray."""
        background, window = self._window.background, self._window
        wanted = window.session.settings.background.keep_in_tray and not window.leaving
        to_come = background.active > 0 or background.has_schedules()
        if not (wanted and to_come and self.tray.available):
            return False
        if not background.tray_explained:
            background.tray_explained = True
            text = _tr("Runs go on. “Quit” in the menu of this icon ends the program.")
            self.tray.tell("Desktop Agent", text, self.come_back)
        return True

    def come_back(self) -> None:
        """Brings the window to the front."""
        bring_to_front(self._frame)

    def leave(self) -> None:
        """Takes the icon away, as the program ends."""
        self.tray.hide()

    # --- what the notifier asks

    def sees(self, run: KnownRun) -> bool:
        """Whether the person has the run, or its row in the list, before their eyes."""
        if self.is_away():
            return False
        if self._window.middle.shown:
            return self._window.middle.shown == "runs"
        here = self._window.page.conversation.id
        return bool(here) and here in (run.conversation_id, run.parent_conversation_id)

    def is_away(self) -> bool:
        """Whether the window is not the one that the person works in."""
        return not (self._frame.isVisible() and QApplication.activeWindow() is not None)

    def tell(self, title: str, text: str, act: Callable[[], object]) -> None:
        """Tells in the window; outside of it where the person is elsewhere and there is a tray."""
        away = self.is_away()

        def come_and_act() -> None:
            self.come_back()
            act()

        said = f"{title}: {text}".replace("\n", " · ")
        self.told.emit(said)
        if away and self.tray.available and QSystemTrayIcon.supportsMessages():
            self.tray.tell(title, text, come_and_act)
            return
        self._next.append((said, come_and_act, _AWAY_MS if away else 10_000))
        del self._next[:-_WAIT_MOST]
        self._show_next()
        if away:
            QApplication.alert(self._frame)

    def show_chat(self) -> None:
        """Shows the chat, where an answer has just been written."""
        self._window.middle.show_chat()

    def show_run(self, run: KnownRun) -> None:
        """Opens a run."""
        self._window.background.show_run(run)

    def show_runs(self) -> None:
        """Opens the list of runs."""
        self._window.middle.open("runs")

    def _show_next(self) -> None:
        window = self._window
        toast = window.page_toast if window.middle.shown else window.toast
        if self._next and not toast.text:  # what can still be taken back goes first
            said, act, ms = self._next.pop(0)
            toast.show_message(said, _tr("Open"), act, ms, undoes=False)

    def _connect(self) -> None:
        tray, window = self.tray, self._window
        tray.shown.connect(self.come_back)
        tray.new_wanted.connect(self._begin_new)
        tray.runs_wanted.connect(self._open_runs)
        tray.offline_wanted.connect(self._switch_network)
        tray.quit_wanted.connect(window.quit)
        tray.show_offline(window.status.offline)
        window.status.network.toggled.connect(tray.show_offline)
        window.runs.happened.connect(self.notifier.happened)
        window.background.begun.connect(self._follow)
        if window.background.has_begun:
            self._follow()

    def _follow(self) -> None:
        runs = self._window.background.runs
        self.notifier.follow(runs)
        runs.listed.connect(lambda: self.tray.show_active(runs.active))
        runs.changed.connect(lambda _ids: self.tray.show_active(runs.active))
        self.tray.show_active(runs.active)

    def _begin_new(self) -> None:
        self.come_back()
        self._window.middle.show_chat()
        self._window.page.begin_new()

    def _switch_network(self, _on: bool) -> None:  # noqa: FBT001 - a signal's argument
        self._window.status.network.click()
        self.tray.show_offline(
            self._window.status.offline
        )  # which may not have let itself be switched

    def _open_runs(self) -> None:
        self.come_back()
        self.show_runs()
