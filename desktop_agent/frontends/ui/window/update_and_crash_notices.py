"""Notices about restored backups, withheld keys, crashes and newer versions."""

import asyncio
import importlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from desktop_agent.core.settings import KeyDestination
from desktop_agent.frontends.ui.window.dialogs import Dialogs
from desktop_agent.frontends.ui.window.layout import WindowLayout

if TYPE_CHECKING:
    from desktop_agent.frontends.ui.settings.maintenance.notices import NoticeLine
    from desktop_agent.frontends.ui.window.window_state import WindowState

AT_REST_S = 30.0
"""Seconds between the first paint and the first check for updates."""

_SETTLED_S = 3.0
_AGAIN_S = 3_600.0
"""Interval in seconds at which the program checks whether a day has passed."""

_NEEDED = (
    "desktop_agent.frontends.ui.settings.maintenance.operations",
    "desktop_agent.frontends.ui.settings.maintenance.notices",
    "desktop_agent.frontends.ui.settings.maintenance.panes",
)


class UpdateAndCrashNotifier(QObject):
    """Notifies the user once about each restored backup, withheld key, crash and newer version.

    The maintenance code is loaded only when it is needed.
    """

    def __init__(self, window: WindowLayout, dialogs: Dialogs) -> None:
        super().__init__(window)
        self._window = window
        self._dialogs = dialogs
        self._told_version = ""
        self._told_keys: set[KeyDestination] = set()
        self._begun = False
        self._touch: Callable[[], object] = lambda: None

    def remember_in(self, state: "WindowState") -> None:
        """Make ``state`` store the version that was last announced."""

        def put_back(version: str) -> None:
            self._told_version = version

        self._touch = state.touch
        state.keep("told-version", lambda: self._told_version, put_back)

    def begin(self, at_rest_s: float = AT_REST_S, settled_s: float = _SETTLED_S) -> None:
        """Begin the startup and periodic checks. Call this once the window is painted."""
        if not self._begun:
            self._begun = True
            for rounds in (self._tell_of_the_start(settled_s), self._look_daily(at_rest_s)):
                self._window.tasks.start(rounds)

    def look_at_keys(self) -> None:
        """Ask the user, once per server, about keys that are withheld because the server is new."""
        self._window.tasks.start(self._ask_about_keys())

    async def _tell_of_the_start(self, settled_s: float) -> None:
        await asyncio.sleep(settled_s)
        session = self._window.session
        if session.restored is not None:
            await _load()
            from desktop_agent.frontends.ui.settings.maintenance.notices import RestoreNotice

            self._show(RestoreNotice(self._window.theme, session.restored))
        await self._ask_about_keys()
        folder = session.paths.crashes
        if await asyncio.to_thread(_has_died, folder):
            await _load()
            diagnosing = self._dialogs.upkeep.diagnosing
            diagnosing.reading.changed.connect(self._show_crashes)
            diagnosing.read()

    async def _look_daily(self, at_rest_s: float) -> None:
        await asyncio.sleep(at_rest_s)
        session = self._window.session
        while True:
            now = session.settings
            if now.updates.check and not now.network.offline:
                await _load()
                updating = self._dialogs.upkeep.updating
                if await updating.is_due():
                    updating.look(self._found)
            await asyncio.sleep(_AGAIN_S)

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
            notice.settings_wanted.connect(self._dialogs.open_settings)
            self._show(notice)

    def _show_crashes(self) -> None:
        from desktop_agent.frontends.ui.settings.maintenance.notices import CrashNotice

        diagnosing = self._dialogs.upkeep.diagnosing
        if diagnosing.reading.active:
            return
        diagnosing.reading.changed.disconnect(self._show_crashes)
        if diagnosing.crashes:
            self._show(CrashNotice(self._window.theme, diagnosing, self._show_reports))

    def _show_reports(self) -> None:
        from desktop_agent.frontends.ui.settings.maintenance.panes import CrashDialog

        CrashDialog(self._dialogs.upkeep.diagnosing, self._window.window()).open()

    def _found(self) -> None:
        from desktop_agent.frontends.ui.settings.maintenance.notices import UpdateNotice

        release = self._dialogs.upkeep.updating.release
        if release is None or release.version == self._told_version:
            return
        self._told_version = release.version
        self._touch()
        show = partial(self._dialogs.open_settings, "privacy/updates")
        self._show(UpdateNotice(self._window.theme, release.version, show))

    def _show(self, notice: "NoticeLine") -> None:
        """Show a notice above the page until the user dismisses it."""
        column = self._window.column
        column.insertWidget(column.indexOf(self._window.middle), notice)
        notice.dismissed.connect(notice.deleteLater)
        notice.tell()


async def _load() -> None:
    for name in _NEEDED:
        await asyncio.to_thread(importlib.import_module, name)


def _has_died(crashes: Path) -> bool:
    """Return whether there is an unread crash report; a clean exit leaves an empty file."""
    try:
        return any(each.stat().st_size for each in crashes.glob("hard-*.txt"))
    except OSError:
        return False
