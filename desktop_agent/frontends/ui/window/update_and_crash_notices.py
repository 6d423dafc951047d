"""Notices below the top bar about restored backups, withheld keys, crashes and newer versions."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QFrame, QPushButton, QWidget

from desktop_agent.core.maintenance import RestoreOutcome
from desktop_agent.core.settings import KeyDestination
from desktop_agent.frontends.ui.settings.maintenance.operations import one_line
from desktop_agent.frontends.ui.settings.page import Said, button
from desktop_agent.frontends.ui.widgets.accessibility import announce
from desktop_agent.frontends.ui.widgets.browser import open_folder
from desktop_agent.frontends.ui.widgets.buttons import icon_button
from desktop_agent.frontends.ui.widgets.labels import IconLabel
from desktop_agent.frontends.ui.widgets.layout import hbox
from desktop_agent.frontends.ui.widgets.tasks import while_alive
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme
from desktop_agent.frontends.ui.widgets.translation import localized, localized_error
from desktop_agent.frontends.ui.window.dialogs import Dialogs
from desktop_agent.frontends.ui.window.layout import WindowLayout
from desktop_agent.frontends.ui.wording.labels import product

if TYPE_CHECKING:
    from desktop_agent.frontends.ui.window.window_state import WindowState

AT_REST_S = 30.0
"""Seconds between the first paint and the first check for updates."""

_SETTLED_S = 3.0
_AGAIN_S = 3_600.0
"""Interval in seconds at which the program checks whether a day has passed."""
_tr = partial(QCoreApplication.translate, "Upkeep")
Act = tuple[str, Callable[[], object]]
"""A button's text and action."""


class NoticeLine(QFrame):
    """A notice that never takes the focus. Emits ``dismissed`` when it is closed."""

    dismissed = Signal()

    def __init__(self, theme: Theme, icon: str, colour: ColourName) -> None:
        super().__init__()
        self.setObjectName("noticeLine")
        self.text = Said()
        self.buttons: tuple[QPushButton, ...] = ()
        self.close_button = icon_button(theme, "cross", _tr("Dismiss"), self.dismiss, side=14)
        mark = (IconLabel(theme, icon, colour), 0, Qt.AlignmentFlag.AlignVCenter)
        parts = (mark, (self.text, 1), self.close_button)
        self._row = hbox(*parts, parent=self, margins=(16, 6, 10, 6), spacing=8)
        self.hide()

    def say(self, text: str, acts: Sequence[Act], tone: str = "") -> None:
        """Show a message with a button for each action, and announce it to screen readers."""
        self.text.say(text, tone)
        self.setAccessibleName(text)
        for old in self.buttons:
            old.hide()
            old.deleteLater()
        self.buttons = tuple(button(title, act) for title, act in acts)
        before: QWidget = self.text
        for place, each in enumerate(self.buttons):
            self._row.insertWidget(2 + place, each, 0, Qt.AlignmentFlag.AlignVCenter)
            self.setTabOrder(before, each)
            before = each
        self.setTabOrder(before, self.close_button)
        self.show()
        announce(self, text)

    def dismiss(self) -> None:
        """Hide the notice; if it has the focus, move the focus elsewhere first."""
        at_keys = QApplication.focusWidget()
        if at_keys is not None and self.isAncestorOf(at_keys):
            self.focusNextChild()
        self.hide()
        self.dismissed.emit()


class UpdateAndCrashNotifier(QObject):
    """Notifies the user once about each restored backup, withheld key, crash and newer version."""

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
            self._tell_of_restored(session.restored)
        await self._ask_about_keys()
        if await asyncio.to_thread(_has_died, session.paths.crashes):
            diagnosing = self._dialogs.upkeep.diagnosing
            diagnosing.reading.changed.connect(self._tell_of_crashes)
            diagnosing.read()

    async def _look_daily(self, at_rest_s: float) -> None:
        await asyncio.sleep(at_rest_s)
        session = self._window.session
        while True:
            now = session.settings
            if now.updates.check and not now.network.offline:
                updating = self._dialogs.upkeep.updating
                if await updating.is_due():
                    updating.look(self._tell_of_update)
            await asyncio.sleep(_AGAIN_S)

    async def _ask_about_keys(self) -> None:
        withheld = set(await asyncio.to_thread(self._window.session.withheld_keys))
        for each in sorted(withheld - self._told_keys):
            self._told_keys.add(each)
            self._ask_about_key(each)

    def _ask_about_key(self, destination: KeyDestination) -> None:
        """Ask whether a key may go to an unfamiliar server; it is withheld until it may."""
        notice = self._notice("key", "warn")
        name, setting, there = destination
        page = "models/servers" if setting.startswith("llm.") else "search/advanced"

        def allow() -> None:
            self._window.tasks.start(
                asyncio.to_thread(self._window.session.allow_key, destination),
                while_alive(notice, lambda _none: notice.dismiss()),
                while_alive(notice, lambda error: notice.say(localized_error(error), [], "error")),
            )

        change = partial(self._dialogs.open_settings, page)
        text = _tr("The key for {0} was not sent to {1}, a new server. Send it?")
        acts: list[Act] = [(_tr("Send"), allow), (_tr("Change the address…"), change)]
        notice.say(text.format(product(name), one_line(there)), acts, "warn")

    def _tell_of_restored(self, outcome: RestoreOutcome) -> None:
        notice = self._notice("restore", "accent" if outcome.done else "warn")
        if outcome.done:
            show = (_tr("Show previous data"), partial(open_folder, Path(outcome.kept)))
            notice.say(_tr("Backup restored"), [show] if outcome.kept else [])
        else:
            text = _tr("The backup has not been restored yet: {0}")
            notice.say(text.format(localized(outcome.why)), [], "warn")

    def _tell_of_crashes(self) -> None:
        diagnosing = self._dialogs.upkeep.diagnosing
        if diagnosing.reading.active:
            return
        diagnosing.reading.changed.disconnect(self._tell_of_crashes)
        if not diagnosing.crashes:
            return
        notice = self._notice("warning", "warn")

        def show() -> None:
            from desktop_agent.frontends.ui.settings.maintenance.panes import CrashDialog

            notice.dismiss()
            CrashDialog(diagnosing, self._window.window()).open()

        def forget() -> None:
            diagnosing.read(forget=True)
            notice.dismiss()

        text = _tr("Desktop Agent quit unexpectedly last time. A report is kept on this computer.")
        notice.say(text, [(_tr("Show"), show), (_tr("Delete"), forget)])

    def _tell_of_update(self) -> None:
        release = self._dialogs.upkeep.updating.release
        if release is None or release.version == self._told_version:
            return
        self._told_version = release.version
        self._touch()
        notice = self._notice("download", "accent")

        def show() -> None:
            notice.dismiss()
            self._dialogs.open_settings("privacy/updates")

        text = _tr("Version {0} is available").format(one_line(release.version))
        notice.say(text, [(_tr("Show"), show)])

    def _notice(self, icon: str, colour: ColourName) -> NoticeLine:
        """Return a notice above the page, which stays until the user dismisses it."""
        notice = NoticeLine(self._window.theme, icon, colour)
        column = self._window.column
        column.insertWidget(column.indexOf(self._window.middle), notice)
        notice.dismissed.connect(notice.deleteLater)
        return notice


def _has_died(crashes: Path) -> bool:
    """Return whether there is an unread crash report; a clean exit leaves an empty file."""
    try:
        return (crashes / "signals.txt").stat().st_size > 0
    except OSError:
        return False
