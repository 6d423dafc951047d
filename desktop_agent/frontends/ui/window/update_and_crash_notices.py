"""Notices about crashes and newer versions, and the maintenance commands."""

import asyncio
import importlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QVBoxLayout

from desktop_agent.core.maintenance import RestoreOutcome
from desktop_agent.core.settings import KeyDestination
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.window.dialogs import Dialogs
from desktop_agent.frontends.ui.window.page_stack import PageStack

if TYPE_CHECKING:
    from desktop_agent.app.session import Session
    from desktop_agent.frontends.ui.settings.maintenance.notices import NoticeLine
    from desktop_agent.frontends.ui.settings.maintenance.operations import Upkeep
    from desktop_agent.frontends.ui.window.window_state import WindowState

AT_REST_S = 30.0
"""Seconds between the first paint and the first check for updates."""

_SETTLED_S = 3.0
_AGAIN_S = 3_600.0
"""Interval in seconds at which the program checks whether a day has passed."""

_NEEDED = (
    "desktop_agent.frontends.ui.settings.maintenance.operations",
    "desktop_agent.frontends.ui.settings.maintenance.notices",
    "desktop_agent.frontends.ui.settings.maintenance.diagnostics_pane",
)


class NotifiedWindow(Protocol):
    """The parts of the window that show maintenance notices."""

    theme: Theme
    session: "Session"
    tasks: Tasks
    middle: PageStack
    dialogs: Dialogs

    def quit(self) -> None: ...


class UpdateAndCrashNotifier(QObject):
    """Notifies the user of crashes and newer versions.

    The maintenance code is loaded only when it is needed. ``upkeep`` is shared with `Dialogs`. Each
    version and each crash is announced once; a crash report is read only when it is announced.
    """

    def __init__(self, window: NotifiedWindow, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._told_version = ""
        self._told_keys: set[KeyDestination] = set()
        self._begun = False
        self._touch: Callable[[], object] = lambda: None
        window.dialogs.quit_wanted.connect(window.quit)

    def remember_in(self, state: "WindowState") -> None:
        """Store the announced version in the window's state."""
        self._touch = state.touch
        state.keep("told-version", lambda: self._told_version, self._put_back_version)

    def begin(self, at_rest_s: float = AT_REST_S, settled_s: float = _SETTLED_S) -> None:
        """Start the periodic checks. Call this once the window is painted."""
        if not self._begun:
            self._begun = True
            for rounds in (self._tell_of_the_start(settled_s), self._look_daily(at_rest_s)):
                self._window.tasks.start(rounds, _nothing, _nothing)

    # --- Commands

    def check(self) -> None:
        """Show the updates page and check for a newer version."""
        self._window.dialogs.open_settings("updates")
        self._upkeep.updating.look()

    def make_backup(self) -> None:
        """Show the backup page and ask where to write a backup."""
        self._window.dialogs.open_upkeep(lambda page: page.make_backup())

    def restore(self) -> None:
        """Show the backup page and ask which backup to restore."""
        self._window.dialogs.open_upkeep(lambda page: page.restore())

    def save_diagnostics(self) -> None:
        """Show the diagnostics page and ask where to write the file."""
        self._window.dialogs.open_upkeep(lambda page: page.save_diagnostics())

    def look_at_keys(self) -> None:
        """Ask once about each key that is withheld because its server is new."""
        self._window.tasks.start(self._ask_about_keys(), _nothing, _nothing)

    # --- Checks

    @property
    def _upkeep(self) -> "Upkeep":
        return self._window.dialogs.upkeep

    async def _tell_of_the_start(self, settled_s: float) -> None:
        await asyncio.sleep(settled_s)
        session = self._window.session
        if session.restored is not None:
            await _load()
            self._show_outcome(session.restored)
        await self._ask_about_keys()
        folder = session.paths.crashes
        if await asyncio.to_thread(_has_died, folder):
            await _load()
            diagnosing = self._upkeep.diagnosing
            diagnosing.reading.changed.connect(self._show_crashes)
            diagnosing.read()

    async def _look_daily(self, at_rest_s: float) -> None:
        await asyncio.sleep(at_rest_s)
        session = self._window.session
        while True:
            now = session.settings
            if now.updates.check and not now.network.offline:
                await _load()
                updating = self._upkeep.updating
                if await updating.is_due():
                    updating.look(self._found)
            await asyncio.sleep(_AGAIN_S)

    def _show_outcome(self, outcome: RestoreOutcome) -> None:
        from desktop_agent.frontends.ui.settings.maintenance.notices import RestoreNotice

        notice = RestoreNotice(self._window.theme, outcome)
        self._put(notice)
        notice.tell()

    async def _ask_about_keys(self) -> None:
        session = self._window.session
        new = set(await asyncio.to_thread(session.withheld_keys)) - self._told_keys
        if not new:
            return
        await _load()
        from desktop_agent.frontends.ui.settings.maintenance.notices import KeyNotice

        self._told_keys |= new
        for each in sorted(new):
            notice = KeyNotice(self._window.theme, each, session, self._window.tasks)
            notice.settings_wanted.connect(self._window.dialogs.open_settings)
            self._put(notice)
            notice.tell()

    def _show_crashes(self) -> None:
        from desktop_agent.frontends.ui.settings.maintenance.notices import CrashNotice

        diagnosing = self._upkeep.diagnosing
        if diagnosing.reading.active:
            return
        diagnosing.reading.changed.disconnect(self._show_crashes)
        if diagnosing.crashes:
            notice = CrashNotice(self._window.theme, diagnosing, self._show_reports)
            self._put(notice)
            notice.tell()

    def _show_reports(self) -> None:
        from desktop_agent.frontends.ui.settings.maintenance.diagnostics_pane import CrashDialog

        CrashDialog(self._upkeep.diagnosing, self._window.middle.window()).open()

    def _found(self) -> None:
        from desktop_agent.frontends.ui.settings.maintenance.notices import UpdateNotice

        release = self._upkeep.updating.release
        if release is None or release.version == self._told_version:
            return
        self._told_version = release.version
        self._touch()
        notice = UpdateNotice(
            self._window.theme,
            self._upkeep.updating,
            lambda: self._window.dialogs.open_settings("updates"),
        )
        self._put(notice)
        notice.tell()

    def _put(self, notice: "NoticeLine") -> None:
        """Show a notice above the page until the user dismisses it."""
        around = self._window.middle.parentWidget()
        column = around.layout() if around is not None else None
        assert isinstance(column, QVBoxLayout)
        column.insertWidget(column.indexOf(self._window.middle), notice)
        notice.dismissed.connect(notice.deleteLater)

    def _put_back_version(self, version: str) -> None:
        self._told_version = version


async def _load() -> None:
    for name in _NEEDED:
        await asyncio.to_thread(importlib.import_module, name)


def _has_died(crashes: Path) -> bool:
    """Return whether there is an unread crash report.

    Each process keeps such a file open, and leaves it empty if it exits cleanly.
    """
    try:
        return any(each.stat().st_size for each in crashes.glob("hard-*.txt"))
    except OSError:
        return False


def _nothing(_result: object) -> None:
    """Ignore the result, because automatic checks only report findings."""
