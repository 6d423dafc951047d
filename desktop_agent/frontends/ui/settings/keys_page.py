"""The settings page for storing, testing and removing API keys."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from desktop_agent.core.errors import AgentError, KeyStoreError
from desktop_agent.core.settings import KEY_VARIABLES, destination, official_origin
from desktop_agent.frontends.ui.settings.page import FIELD_WIDTH, Said, SettingsPage, button
from desktop_agent.frontends.ui.widgets.buttons import icon_button
from desktop_agent.frontends.ui.widgets.labels import IconLabel, heading, label, wrapped
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.tasks import Tasks, while_alive
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized, localized_error

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

T = TypeVar("T")

_SLOW_MS = 800


class Held(NamedTuple):
    """The state of the key store; ``names`` maps each key's name to where that key is stored.

    ``unknown`` is True if these locations cannot be looked up without a password prompt.
    """

    in_memory: bool
    backend: str
    names: dict[str, str]
    unknown: bool


class KeysPage(SettingsPage):
    """The settings page for API keys, which are never written to a file.

    ``known`` is emitted after each lookup with a mapping from key names to locations.
    """

    known = Signal(object)

    def __init__(self, theme: Theme, session: "Session", tasks: Tasks) -> None:
        super().__init__(
            self.tr("Keys"),
            self.tr("For search engines and remote models. A key is never written to a file."),
        )
        self._session = session
        self._tasks = tasks
        self._theme = theme
        self._held: Held | None = None
        self._problem = ""
        self._slow = QTimer(self, singleShot=True, interval=_SLOW_MS)
        self._slow.timeout.connect(self._wait_on)
        self._where: QLabel | None = None
        self.rows: dict[str, KeyRow] = {}
        self.add_row("keyring backend", self._make_where)
        for name, title, about in (
            ("tavily", "Tavily", self.tr("Web search, the second engine")),
            ("brave", "Brave Search", self.tr("Web search, the third engine")),
            ("openai", "OpenAI", self.tr("Or any OpenAI-compatible server")),
            ("anthropic", "Anthropic", self.tr("Claude models")),
        ):
            words = f"key password token {name} {title} {about}"
            self.add_row(words, partial(self._make_row, name, title, about))

    @property
    def told(self) -> str:
        if self._problem:
            return self._problem
        if self._held is None:
            return self.tr("Looking for the keyring…")
        if self._held.in_memory:
            text = self.tr("Keys are held in {0}. They are gone when you quit.")
        elif self._held.unknown:
            text = self.tr("Keys are held by: {0}. It does not tell which without being unlocked.")
        else:
            text = self.tr("Keys are held by: {0}")
        return text.format(localized(self._held.backend))

    def refresh(self) -> None:
        """Look up which keys are stored, without prompting for a password."""
        self._look_up(lambda: None)

    def ask_keyring(self) -> None:
        """Look up which keys are stored; the keyring may prompt for a password."""
        self._look_up(self._session.keys.ask_for_names)

    def _look_up(self, before: Callable[[], object]) -> None:
        def look() -> Held:
            before()
            keys = self._session.keys
            names: dict[str, str] = {key.name: key.where for key in keys.names()}
            return Held(keys.in_memory, keys.backend, names, keys.unknown)

        self._slow.start()
        self._tasks.start(_translated(look), self._show, self._failed)

    def save(self, name: str, value: str) -> None:
        from pydantic import SecretStr

        secret = SecretStr(value)
        self._work(
            name, lambda: self._session.keys.set(name, secret), self.tr("Saved."), stored=True
        )

    def remove(self, name: str) -> None:
        self._work(name, lambda: self._session.keys.remove(name), self.tr("Removed."), stored=False)

    def check(self, name: str) -> None:
        """Test a key against its service and show the result."""
        row = self.rows[name]
        row.said.say(self.tr("Trying…"), "muted")
        self._tasks.start(
            self._session.check_key(name),
            while_alive(row, lambda text: row.said.say(text, "ok")),
            while_alive(row, lambda error: row.said.say(localized_error(error), "error")),
        )

    def _work(self, name: str, work: Callable[[], object], said: str, *, stored: bool) -> None:
        row = self.rows[name]
        slow = QTimer(row, singleShot=True, interval=_SLOW_MS)
        waiting = self.tr("Waiting for your system's password prompt…")
        slow.timeout.connect(lambda: row.said.say(waiting, "muted"))
        slow.start()

        def done(_none: object) -> None:
            slow.deleteLater()
            row.clear()
            row.said.say(said, "ok" if stored else "muted")
            self.refresh()

        def failed(error: AgentError) -> None:
            slow.deleteLater()
            row.said.say(localized_error(error), "error")

        self._tasks.start(_translated(work), while_alive(row, done), while_alive(row, failed))

    def _show(self, found: Held) -> None:
        self._slow.stop()
        self._held, self._problem = found, ""
        self._show_where()
        where = found.names
        for name, row in self.rows.items():
            row.show_stored(where.get(name, ""))
            self._show_destination(name, row)
        self.known.emit(where)

    def _failed(self, error: AgentError) -> None:
        self._slow.stop()
        self._problem = localized_error(error)
        self._show_where()

    def _wait_on(self) -> None:
        self._problem = self.tr("Waiting for your system's password prompt…")
        self._show_where()

    def _show_where(self) -> None:
        if self._where is None:
            return
        self._where.setText(self.told)
        self._ask.setVisible(self._held is not None and self._held.unknown)
        if self._problem or (self._held is not None and self._held.in_memory):
            self._where_icon.show_icon("warning", "warn")
        else:
            self._where_icon.show_icon("key", "ok" if self._held is not None else "muted")

    def _show_destination(self, name: str, row: "KeyRow") -> None:
        there = destination(self._session.settings, name).origin
        row.show_destination("" if there == official_origin(name) else there)

    # --- Construction

    def _make_where(self) -> QWidget:
        self._where = label("", "muted")
        self._where_icon = IconLabel(self._theme, "key", "muted")
        self._ask = button(self.tr("Look for stored keys"), self.ask_keyring)
        self._ask.setToolTip(self.tr("Your system may ask for a password"))
        self._show_where()
        held, top = QWidget(), Qt.AlignmentFlag.AlignTop
        parts = ((self._where_icon, 0, top), (self._where, 1), (self._ask, 0, top))
        hbox(*parts, parent=held, margins=(0, 0, 0, 14), spacing=10)
        return held

    def _make_row(self, name: str, title: str, about: str) -> "KeyRow":
        row = KeyRow(self._theme, name, title, about, self)
        self._show_destination(name, row)
        if self._held is not None:
            row.show_stored(self._held.names.get(name, ""))
        self.rows[name] = row
        return row


async def _translated(work: Callable[[], T]) -> T:
    """Run a keyring operation in a thread, converting unexpected errors to `KeyStoreError`."""
    try:
        return await asyncio.to_thread(work)
    except AgentError:
        raise
    except Exception as error:  # keyrings are plug-ins, which may raise any exception
        text = QCoreApplication.translate("KeysPage", "The keyring is broken: {0}")
        raise KeyStoreError(text.format(str(error) or type(error).__name__)) from error


class KeyRow(QWidget):
    """A password field for one API key, with buttons to save, test and remove it."""

    def __init__(self, theme: Theme, name: str, title: str, about: str, page: KeysPage) -> None:
        super().__init__()
        self._variable = KEY_VARIABLES[name]
        self.field = QLineEdit()
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setAccessibleName(self.tr("Key for {0}").format(title))
        name_shown, tip = self.tr("Show the key for {0}"), self.tr("Show what is typed")
        self.show_key = icon_button(theme, "eye", name_shown.format(title), tip=tip, side=18)
        self.show_key.setCheckable(True)
        self.save = button(self.tr("Save"), lambda: page.save(name, self.field.text()))
        self.save.setToolTip(self.tr("Store the key for {0}").format(title))
        self.test = button(self.tr("Test"), lambda: page.check(name))
        self.test.setToolTip(self.tr("Try the stored key at {0}").format(title))
        self.remove = button(self.tr("Remove"), lambda: page.remove(name))
        self.remove.setToolTip(self.tr("Forget the key for {0}").format(title))
        self.said = Said("hint")
        self.goes = wrapped("", "hint")
        self.goes.setProperty("tone", "warn")
        self.goes.hide()
        self.field.returnPressed.connect(lambda: page.save(name, self.field.text()))
        self.show_key.toggled.connect(self._show_typed)
        self.field.textChanged.connect(self._typed)
        self._lay_out(title, about)
        self._typed("")
        self.show_stored("")

    def _lay_out(self, title: str, about: str) -> None:
        name = heading(title, "section")
        name.setBuddy(self.field)
        head = hbox(name, heading(about, "hint"), STRETCH, spacing=8)
        self.field.setMinimumWidth(140)
        self.field.setMaximumWidth(FIELD_WIDTH)
        line = hbox((self.field, 1), self.show_key, self.save, self.test, self.remove, spacing=8)
        line.addStretch(0)
        lines = (head, line, self.goes, self.said)
        vbox(*lines, parent=self, margins=(0, 0, 0, 16), spacing=6)

    def _typed(self, text: str) -> None:
        self.save.setEnabled(bool(text.strip()))
        self.show_key.setEnabled(bool(text))

    def show_destination(self, there: str) -> None:
        """Show which server receives the key, or hide this line if ``there`` is ""."""
        self.goes.setText(self.tr("Sent to {0}").format(there))
        self.goes.setVisible(bool(there))

    def show_stored(self, where: str) -> None:
        self.field.setPlaceholderText(
            {
                "": self.tr("No key stored"),
                "keyring": self.tr("Stored in the keyring"),
                "memory": self.tr("In memory until you quit"),
                "environment": self.tr("Set by {0}, which wins").format(self._variable),
            }.get(where, where)
        )
        self.field.setAccessibleDescription(self.field.placeholderText())
        self.field.setToolTip(self.field.placeholderText())
        self.test.setEnabled(bool(where))
        self.remove.setEnabled(where in ("keyring", "memory"))

    def clear(self) -> None:
        self.field.clear()
        self.show_key.setChecked(False)

    def _show_typed(self, shown: bool) -> None:  # noqa: FBT001 - Qt's signal
        mode = QLineEdit.EchoMode.Normal if shown else QLineEdit.EchoMode.Password
        self.field.setEchoMode(mode)
