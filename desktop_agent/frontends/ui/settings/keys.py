"""API keys: the keyring's contents, and a field to store, test and remove a key."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop_agent.core.errors import AgentError, KeyStoreError
from desktop_agent.core.settings import KEY_VARIABLES, destination, official_origin
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.labels import IconLabel, Said, label
from desktop_agent.frontends.ui.widgets.layout import hbox, vbox
from desktop_agent.frontends.ui.widgets.tasks import Tasks, while_alive
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized, localized_error
from desktop_agent.frontends.ui.wording.labels import product

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

T = TypeVar("T")
tr = partial(QCoreApplication.translate, "Keys")
_SLOW_MS = 800


class KeyStore(QObject):
    """The state of the key store, shared by all fields; ``changed`` is emitted after lookups.

    ``where`` maps the name of each stored key to "keyring", "memory" or "environment". ``locked``
    is True if the keyring will not reveal these names without a password prompt. ``told`` describes
    the state in words, and ``tone`` is the style of that text.
    """

    changed = Signal()

    def __init__(self, session: "Session", tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self.session = session
        self.tasks = tasks
        self.where: dict[str, str] = {}
        self.locked = False
        self.told, self.tone = tr("Opening the keyring…"), "muted"

    def refresh(self, *, unlock: bool = False) -> None:
        """Look up which keys are stored. A password prompt appears only if ``unlock`` is True."""

        def look() -> tuple[dict[str, str], bool, bool, str]:
            keys = self.session.keys
            if unlock:
                keys.ask_for_names()
            where: dict[str, str] = {key.name: key.where for key in keys.names()}
            return where, keys.in_memory, keys.unknown, keys.backend

        self.run(self, look, self._show, self._say)

    def run(
        self,
        owner: QObject,
        work: Callable[[], T],
        done: Callable[[T], object],
        say: Callable[[str, str], object],
    ) -> None:
        """Run a keyring operation in a thread, unless Qt deletes ``owner`` in the meantime.

        ``say`` shows what the operation waits for, or why it failed, in a given tone.
        """
        slow = QTimer(owner, singleShot=True, interval=_SLOW_MS)
        slow.timeout.connect(lambda: say(tr("Waiting for your system's password prompt…"), "warn"))
        slow.start()

        def ended(result: T) -> None:
            slow.deleteLater()
            done(result)

        def failed(error: AgentError) -> None:
            slow.deleteLater()
            say(localized_error(error), "error")

        self.tasks.start(_translated(work), while_alive(slow, ended), while_alive(slow, failed))

    def _show(self, found: tuple[dict[str, str], bool, bool, str]) -> None:
        self.where, in_memory, self.locked, backend = found
        text = tr("Keys are stored in: {0}")
        if in_memory:
            text = tr("Keys are held in {0}.")
        elif self.locked:
            text = tr("Keys are stored in {0}. It is locked, so their names can't be shown.")
        self._say(text.format(localized(backend)), "warn" if in_memory else "ok")

    def _say(self, text: str, tone: str) -> None:
        self.told, self.tone = text, tone
        self.changed.emit()


async def _translated(work: Callable[[], T]) -> T:
    """Run a keyring operation in a thread, converting unexpected errors to `KeyStoreError`."""
    try:
        return await asyncio.to_thread(work)
    except AgentError:
        raise
    except Exception as error:  # keyrings are plug-ins, which may raise any exception
        text = tr("The keyring is broken: {0}").format(str(error) or type(error).__name__)
        raise KeyStoreError(text) from error


class KeyringPane(QWidget):
    """Shows where keys are stored, with a button to list the keys of a locked keyring."""

    def __init__(self, theme: Theme, store: KeyStore) -> None:
        super().__init__()
        self._store = store
        self._icon = IconLabel(theme, "key", "muted")
        self.said = label("", "muted")
        self.ask = push_button(tr("Unlock"), lambda: store.refresh(unlock=True))
        self.ask.setToolTip(tr("Your system may ask for a password"))
        top = Qt.AlignmentFlag.AlignTop
        parts = ((self._icon, 0, top), (self.said, 1), (self.ask, 0, top))
        hbox(*parts, parent=self, spacing=10)
        store.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        self.said.setText(self._store.told)
        self.ask.setVisible(self._store.locked)
        is_well = self._store.tone == "ok"
        self._icon.show_icon("key" if is_well else "warning", "ok" if is_well else "warn")


class KeyField(QWidget):
    """A field for an API key, shown as dots and cleared once the key is stored."""

    def __init__(self, store: KeyStore, name: str, *, testable: bool = True) -> None:
        super().__init__()
        self._store = store
        self._keys = store.session.keys
        self._name = name
        title = product(name)
        self.field = QLineEdit()
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setAccessibleName(tr("Key for {0}").format(title))
        self.field.setMinimumWidth(120)
        self.field.textChanged.connect(self._show)
        self.field.returnPressed.connect(self._save)
        self.save = push_button(tr("Save"), self._save)
        self.save.setAccessibleName(tr("Save the key for {0}").format(title))
        self.test = push_button(tr("Test"), self._test)
        self.test.setAccessibleName(tr("Test the key for {0}").format(title))
        self.remove = push_button(tr("Remove"), self._remove)
        self.remove.setAccessibleName(tr("Remove the key for {0}").format(title))
        self._testable = testable
        self.goes = Said("hint")
        self.said = Said("hint")
        line = hbox((self.field, 1), self.save, self.test, self.remove, spacing=8)
        vbox(line, self.goes, self.said, parent=self, spacing=4)
        store.changed.connect(self._show)
        self._show()

    def _save(self) -> None:
        from pydantic import SecretStr

        value = self.field.text()
        if value.strip():
            self._change(partial(self._keys.set, self._name, SecretStr(value)), tr("Saved"), "ok")

    def _remove(self) -> None:
        self._change(partial(self._keys.remove, self._name), tr("Removed"), "muted")

    def _change(self, work: Callable[[], object], said: str, tone: str) -> None:
        def done(_none: object) -> None:
            self.field.clear()
            self.said.say(said, tone)
            self._store.refresh()

        self._store.run(self, work, done, self.said.say)

    def _test(self) -> None:
        self.said.say(tr("Testing…"), "muted")
        test = self._store.session.check_key(self._name)
        self._store.tasks.start(test, self._passed, self.said.fail)

    def _passed(self, text: str) -> None:
        self.said.say(text, "ok")

    def _show(self) -> None:
        where = self._store.where.get(self._name, "")
        placeholder = {
            "": tr("API key"),
            "keyring": tr("Key stored in the keyring"),
            "memory": tr("Key kept until you quit"),
            "environment": tr("Key set by {0}").format(KEY_VARIABLES[self._name]),
        }.get(where, where)
        self.field.setPlaceholderText(placeholder)
        self.field.setAccessibleDescription(placeholder)
        is_typed = bool(self.field.text().strip())
        self.save.setVisible(is_typed)
        self.test.setVisible(self._testable and bool(where) and not is_typed)
        self.remove.setVisible(where in ("keyring", "memory") and not is_typed)
        there = destination(self._store.session.settings, self._name).origin
        is_elsewhere = there != official_origin(self._name)
        self.goes.say(tr("Sent to {0}").format(there) if is_elsewhere else "", "warn")
