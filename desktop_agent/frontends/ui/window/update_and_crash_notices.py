"""Notices below the top bar about restored backups, withheld keys, crashes and new versions."""

import asyncio
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject

from desktop_agent.core.maintenance import RestoreOutcome
from desktop_agent.core.settings import KeyDestination
from desktop_agent.frontends.ui.settings.maintenance import one_line
from desktop_agent.frontends.ui.widgets.browser import open_folder
from desktop_agent.frontends.ui.widgets.page import Notice, NoticeAct
from desktop_agent.frontends.ui.widgets.tasks import ignore, while_alive
from desktop_agent.frontends.ui.widgets.theme import ColourName
from desktop_agent.frontends.ui.widgets.translation import localized, localized_error
from desktop_agent.frontends.ui.window.layout import WindowLayout
from desktop_agent.frontends.ui.wording.labels import product

AT_REST_S = 30.0
"""Seconds between the first paint and the first check for updates."""

_SETTLED_S = 3.0
_AGAIN_S = 3_600.0
"""Interval in seconds at which the program checks whether a day has passed."""
_tr = partial(QCoreApplication.translate, "Upkeep")


class UpdateAndCrashNotifier(QObject):
    """Notifies the user once about each restored backup, withheld key, crash and new version."""

    def __init__(self, window: WindowLayout) -> None:
        super().__init__(window)
        self._window = window
        self.told_version = ""
        """The version that was last announced, which the window keeps."""
        self._told_keys: set[KeyDestination] = set()
        self._begun = False

    def restore_version(self, version: str) -> None:
        self.told_version = version

    def begin(self, at_rest_s: float = AT_REST_S, settled_s: float = _SETTLED_S) -> None:
        """Start the startup and periodic checks. Call this once the window is painted."""
        if not self._begun:
            self._begun = True
            for rounds in (self._tell_of_the_start(settled_s), self._look_daily(at_rest_s)):
                self._window.tasks.start(rounds, failed=ignore)

    def look_at_keys(self) -> None:
        """Ask the user, once per server, about keys withheld from new servers."""
        self._window.tasks.start(self._ask_about_keys(), failed=ignore)

    async def _tell_of_the_start(self, settled_s: float) -> None:
        await asyncio.sleep(settled_s)
        session = self._window.session
        if session.restored is not None:
            self._tell_of_restored(session.restored)
        await self._ask_about_keys()
        if await asyncio.to_thread(_has_died, session.paths.crashes):
            upkeep = self._window.upkeep
            upkeep.reading.changed.connect(self._tell_of_crashes)
            upkeep.read_crashes()

    async def _look_daily(self, at_rest_s: float) -> None:
        await asyncio.sleep(at_rest_s)
        session = self._window.session
        while True:
            now = session.settings
            if now.updates.check and not now.network.offline:
                upkeep = self._window.upkeep
                if await upkeep.is_due():
                    upkeep.check(self._tell_of_update)
            await asyncio.sleep(_AGAIN_S)

    async def _ask_about_keys(self) -> None:
        withheld = set(await asyncio.to_thread(self._window.session.withheld_keys))
        for each in sorted(withheld - self._told_keys):
            self._told_keys.add(each)
            self._ask_about_key(each)

    def _ask_about_key(self, destination: KeyDestination) -> None:
        """Ask whether to send a key to a new server; it is withheld until allowed."""
        notice = self._notice("key", "warn")
        name, setting, there = destination
        page = "models/servers" if setting.startswith("llm.") else "search/advanced"

        def allow() -> None:
            self._window.tasks.start(
                asyncio.to_thread(self._window.session.allow_key, destination),
                while_alive(notice, lambda _none: notice.dismiss()),
                while_alive(notice, lambda error: notice.say(localized_error(error), [], "error")),
            )

        change = partial(self._window.open_settings, page)
        text = _tr("The key for {0} was not sent to {1}, a new server. Send it?")
        acts: list[NoticeAct] = [(_tr("Send"), allow), (_tr("Change the address…"), change)]
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
        upkeep = self._window.upkeep
        if upkeep.reading.active:
            return
        upkeep.reading.changed.disconnect(self._tell_of_crashes)
        if not upkeep.reading.result:
            return
        notice = self._notice("warning", "warn")

        def show() -> None:
            from desktop_agent.frontends.ui.settings.maintenance import CrashDialog

            notice.dismiss()
            CrashDialog(upkeep, self._window.window()).open()

        def forget() -> None:
            upkeep.read_crashes(forget=True)
            notice.dismiss()

        text = _tr("Desktop Agent quit unexpectedly last time. A report is kept on this computer.")
        notice.say(text, [(_tr("Show"), show), (_tr("Delete"), forget)])

    def _tell_of_update(self) -> None:
        release = self._window.upkeep.release
        if release is None or release.version == self.told_version:
            return
        self.told_version = release.version
        self._window.state.touch()
        notice = self._notice("download", "accent")

        def show() -> None:
            notice.dismiss()
            self._window.open_settings("privacy/updates")

        text = _tr("Version {0} is available").format(one_line(release.version))
        notice.say(text, [(_tr("Show"), show)])

    def _notice(self, icon: str, colour: ColourName) -> Notice:
        notice = Notice(self._window.theme, icon, colour)
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
