"""The tray icon, and notifications about runs that have ended or need the user."""

import time
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon, QWidget

from desktop_agent.core.events import ApprovalAsked, Event, PlanMade, RunFinished, RunStarted
from desktop_agent.core.runs import ENDED, RunRecord
from desktop_agent.core.text import clipped
from desktop_agent.frontends.ui.widgets.plain_text import one_line
from desktop_agent.frontends.ui.window.main_window import MainWindow
from desktop_agent.frontends.ui.window.single_instance import bring_to_front
from desktop_agent.system.resources import resource_path

_Reason = QSystemTrayIcon.ActivationReason
_SHOWING = (_Reason.Trigger, _Reason.DoubleClick)
_tr = partial(QCoreApplication.translate, "Tray")


_CHARS_MOST = 120
_AWAY_MS = 120_000
"""Duration in milliseconds of a message in an unfocused window if there is no tray."""
_WAIT_MOST = 3
"""Maximum number of queued messages, because only the newest matter after an absence."""

_notifier_tr = partial(QCoreApplication.translate, "Notifier")
_presence_tr = partial(QCoreApplication.translate, "Presence")


class TrayController(QObject):
    """The tray icon with its menu, and the notifications about runs.

    ``available`` is False if the system has no tray. ``told`` is emitted with the text of each
    notification.
    """

    told = Signal(str)

    def __init__(self, window: MainWindow, frame: QWidget) -> None:
        super().__init__(frame)
        self._window = window
        self._frame = frame
        self._next: list[tuple[str, Callable[[], object], int]] = []
        self._began = time.monotonic()
        self._question = ""
        self._act: Callable[[], object] = lambda: None
        self.available = QSystemTrayIcon.isSystemTrayAvailable()
        self.menu = QMenu()
        self.destroyed.connect(self.menu.deleteLater)
        self.icon = QSystemTrayIcon(QIcon(str(resource_path("icons", "logo.svg"))), self)
        self.icon.setContextMenu(self.menu)
        self.icon.activated.connect(self._activated)
        self.icon.messageClicked.connect(self._clicked)
        for toast in (window.toast, window.page_toast):
            toast.ended.connect(lambda: QTimer.singleShot(0, self, self._show_next))
        self._connect()

    def stays(self) -> bool:
        """Return whether the program stays in the tray when closed; explain this the first time."""
        background, window = self._window.background, self._window
        wanted = window.session.settings.background.keep_in_tray and not window.leaving
        to_come = background.active > 0 or background.has_schedules()
        if not (wanted and to_come and self.available):
            return False
        if not background.tray_explained:
            background.tray_explained = True
            text = _presence_tr("Still running. To quit, use this icon's menu.")
            self.show_in_tray("Desktop Agent", text, self.come_back)
        return True

    def come_back(self) -> None:
        bring_to_front(self._frame)

    def leave(self) -> None:
        self.icon.hide()

    def is_away(self) -> bool:
        """Return whether the window is hidden or the program has no active window."""
        return not (self._frame.isVisible() and QApplication.activeWindow() is not None)

    def tell(self, title: str, text: str, act: Callable[[], object]) -> None:
        """Show a notification in the window or, if the user is away, from the tray if possible."""
        away = self.is_away()

        def come_and_act() -> None:
            self.come_back()
            act()

        said = f"{title}: {text}".replace("\n", " · ")
        self.told.emit(said)
        if away and self.available and QSystemTrayIcon.supportsMessages():
            self.show_in_tray(title, text, come_and_act)
            return
        self._next.append((said, come_and_act, _AWAY_MS if away else 10_000))
        del self._next[:-_WAIT_MOST]
        self._show_next()
        if away:
            QApplication.alert(self._frame)

    def show_in_tray(self, title: str, text: str, act: Callable[[], object]) -> None:
        """Show a system notification; ``act`` is called when it is clicked."""
        self._act = act
        self.icon.showMessage(title, text, self.icon.icon())

    def _show_next(self) -> None:
        window = self._window
        toast = window.page_toast if window.middle.shown else window.toast
        if self._next and not toast.text:  # a message with an undo button stays first
            said, act, ms = self._next.pop(0)
            toast.show_message(said, _presence_tr("Open"), act, ms, undoes=False)

    # --- The run in the chat

    def _happened(self, event: Event) -> None:
        settings = self._window.session.settings.background
        if isinstance(event, RunStarted):
            self._began, self._question = time.monotonic(), event.question
        if not (settings.notify and self.is_away()):
            return
        if isinstance(event, RunFinished):
            lasted = time.monotonic() - self._began
            if event.status != "stopped" and lasted >= settings.notify_after_s:
                self._tell_of_chat(event.status)
        elif isinstance(event, ApprovalAsked) or (isinstance(event, PlanMade) and event.proposed):
            self._tell_of_chat("asking")

    def _tell_of_chat(self, state: str) -> None:
        self.tell(_title(state), _short(self._question), self._window.middle.show_chat)

    # --- Background runs

    def _turned(self, run: RunRecord) -> None:
        notify = self._window.session.settings.background.notify
        # a stopped run is no news: the user stopped it
        news = run.state != "stopped" and (run.state == "asking" or run.state in ENDED)
        if notify and news and not self._sees(run):
            show = partial(self._window.background.show_run, run)
            self.tell(_title(run.state), _short(run.question), show)

    def _sees(self, run: RunRecord) -> bool:
        if self.is_away():
            return False
        if self._window.middle.shown:
            return self._window.middle.shown == "tasks"
        here = self._window.page.conversation.id
        return bool(here) and here in (run.conversation_id, run.parent_conversation_id)

    def _show_active(self) -> None:
        count = self._window.background.active
        one, many = _tr("1 task in progress"), _tr("{0} tasks in progress").format(count)
        told = f" · {one if count == 1 else many}" if count else ""
        self.icon.setToolTip(f"Desktop Agent{told}")
        self._runs.setText(_tr("Tasks ({0} active)").format(count) if count else _tr("Tasks"))

    # --- The menu of the tray icon

    def _connect(self) -> None:
        menu, window = self.menu, self._window
        menu.addAction(_tr("Show the window"), self.come_back)
        menu.addAction(_tr("New question"), self._begin_new)
        self._runs = menu.addAction(_tr("Tasks"), self._open_runs)
        menu.addSeparator()
        menu.addAction(window.commands["program.network"].action)
        menu.addSeparator()
        menu.addAction(window.commands["program.quit"].action)
        window.runs.happened.connect(self._happened)
        window.background.turned.connect(self._turned)
        window.background.changed.connect(self._show_active)
        self._show_active()
        if self.available:
            self.icon.show()

    def _clicked(self) -> None:
        self._act()

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in _SHOWING:
            self.come_back()

    def _begin_new(self) -> None:
        self.come_back()
        self._window.middle.show_chat()
        self._window.page.begin_new()

    def _open_runs(self) -> None:
        self.come_back()
        self._window.middle.open("tasks")


def _title(state: str) -> str:
    return {
        "asking": _notifier_tr("A task needs your input"),
        "insufficient": _notifier_tr("A task found too little evidence"),
        "failed": _notifier_tr("A task failed"),
    }.get(state, _notifier_tr("Answer ready"))


def _short(question: str) -> str:
    return clipped(one_line(question), _CHARS_MOST)
