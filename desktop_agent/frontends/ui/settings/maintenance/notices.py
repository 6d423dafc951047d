"""Notices below the top bar about crashes, API keys, restored backups and updates."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QFrame, QPushButton, QWidget

from desktop_agent.core.maintenance import RestoreOutcome
from desktop_agent.core.settings import KeyDestination
from desktop_agent.frontends.ui.settings.maintenance.operations import (
    DiagnosticsOperations,
    one_line,
    tr,
)
from desktop_agent.frontends.ui.settings.page import Said, button
from desktop_agent.frontends.ui.widgets.accessibility import announce
from desktop_agent.frontends.ui.widgets.browser import open_folder
from desktop_agent.frontends.ui.widgets.buttons import icon_button
from desktop_agent.frontends.ui.widgets.labels import IconLabel
from desktop_agent.frontends.ui.widgets.layout import hbox
from desktop_agent.frontends.ui.widgets.tasks import Tasks, while_alive
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme
from desktop_agent.frontends.ui.widgets.translation import localized, localized_error
from desktop_agent.frontends.ui.wording.labels import product

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

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
        self.close_button = icon_button(theme, "cross", tr("Dismiss"), self.dismiss, side=14)
        mark = (IconLabel(theme, icon, colour), 0, Qt.AlignmentFlag.AlignVCenter)
        parts = (mark, (self.text, 1), self.close_button)
        self._row = hbox(*parts, parent=self, margins=(16, 6, 10, 6), spacing=8)
        self.hide()

    def tell(self) -> None:
        """Show a message that describes the current state."""
        raise NotImplementedError

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


# --- The program ended unexpectedly; nothing is sent


class CrashNotice(NoticeLine):
    """A notice that there are crash reports, which can be shown or deleted."""

    def __init__(
        self, theme: Theme, diagnosing: DiagnosticsOperations, show_reports: Callable[[], object]
    ) -> None:
        super().__init__(theme, "warning", "warn")
        self._diagnosing = diagnosing
        self._show_reports = show_reports

    def tell(self) -> None:
        text = tr("Desktop Agent quit unexpectedly last time. A report is kept on this computer.")
        self.say(text, [(tr("Show"), self._show), (tr("Delete"), self._forget)])

    def _show(self) -> None:
        self.dismiss()
        self._show_reports()

    def _forget(self) -> None:
        self._diagnosing.read(forget=True)
        self.dismiss()


# --- Consent before a stored key is sent to a new server


class KeyNotice(NoticeLine):
    """A notice that an API key was withheld from an unfamiliar server, with a button to send it.

    If the user dismisses the notice, the key remains withheld. ``settings_wanted`` is emitted with
    the name of the settings page that contains the server's URL.
    """

    settings_wanted = Signal(str)

    def __init__(
        self, theme: Theme, destination: KeyDestination, session: "Session", tasks: Tasks
    ) -> None:
        super().__init__(theme, "key", "warn")
        self._destination = destination
        self._session = session
        self._tasks = tasks

    def tell(self) -> None:
        """Show which key was withheld from which server, and offer to send it."""
        name, setting, there = self._destination
        text = tr("The key for {0} was not sent to {1}, a new server. Send it?")
        page = "models/servers" if setting.startswith("llm.") else "search/advanced"
        acts = [
            (tr("Send"), self._allow),
            (tr("Change the address…"), lambda: self.settings_wanted.emit(page)),
        ]
        self.say(text.format(product(name), one_line(there)), acts, "warn")

    def _allow(self) -> None:
        work = asyncio.to_thread(self._session.allow_key, self._destination)
        self._tasks.start(
            work,
            while_alive(self, lambda _none: self.dismiss()),
            while_alive(self, lambda error: self.say(localized_error(error), [], "error")),
        )


# --- The result of restoring a staged backup


class RestoreNotice(NoticeLine):
    """A notice that a backup was restored, or will be restored at the next start."""

    def __init__(self, theme: Theme, outcome: RestoreOutcome) -> None:
        super().__init__(theme, "restore", "accent" if outcome.done else "warn")
        self._outcome = outcome

    def tell(self) -> None:
        outcome = self._outcome
        if not outcome.done:
            text = tr("The backup has not been restored yet: {0}")
            self.say(text.format(localized(outcome.why)), [], "warn")
            return
        show = partial(open_folder, Path(outcome.kept))
        acts: list[Act] = [(tr("Show previous data"), show)]
        self.say(tr("Backup restored"), acts if outcome.kept else [])


# --- A newer version


class UpdateNotice(NoticeLine):
    """A notice about a newer version; ``show`` opens the settings, where it can be downloaded."""

    def __init__(self, theme: Theme, version: str, show: Callable[[], object]) -> None:
        super().__init__(theme, "download", "accent")
        self._version = one_line(version)
        self._show = show

    def tell(self) -> None:
        text = tr("Version {0} is available").format(self._version)
        self.say(text, [(tr("Show"), self._act)])

    def _act(self) -> None:
        self.dismiss()
        self._show()
