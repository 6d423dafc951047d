"""The page of the settings dialog where keys are stored, tried and removed."""

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from desktop_agent.core.errors import AgentError
from desktop_agent.ui.chat.message_parts import IconLabel
from desktop_agent.ui.settings.page import FIELD_WIDTH, SettingsPage
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme

if TYPE_CHECKING:
    from desktop_agent.app import Session


class KeysPage(SettingsPage):
    """Keys go to the keyring and nowhere else; the keyring is asked in a thread."""

    def __init__(self, theme: Theme, session: "Session", tasks: Tasks) -> None:
        super().__init__(
            self.tr("Keys"),
            self.tr("For search engines and remote models. A key is never written to a file."),
            (),
            lambda _key: None,
            lambda _key, _value: None,
        )
        self._session = session
        self._tasks = tasks
        self._where = QLabel(self.tr("Looking for the keyring…"))
        self._where.setObjectName("muted")
        self._where.setWordWrap(True)
        self._where_icon = IconLabel(theme, "key", "muted")
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(self._where_icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._where, 1)
        self.lines.takeAt(self.lines.count() - 1)  # the stretch goes below the keys
        self.lines.addLayout(row)
        self.lines.addSpacing(14)
        self.rows = {
            "tavily": KeyRow("tavily", "Tavily", self.tr("Web search, the second engine"), self),
            "brave": KeyRow("brave", "Brave Search", self.tr("Web search, the third engine"), self),
            "openai": KeyRow("openai", "OpenAI", self.tr("Or any OpenAI-compatible server"), self),
            "anthropic": KeyRow("anthropic", "Anthropic", self.tr("Claude models"), self),
        }
        for name, key_row in self.rows.items():
            self.add_row(f"key {name} {key_row.title}", key_row)
        self.lines.addStretch(1)

    def refresh(self) -> None:
        """Asks the keyring which keys are at hand."""

        def look() -> tuple[bool, str, dict[str, str]]:
            keys = self._session.keys
            return keys.in_memory, keys.backend, {key.name: key.where for key in keys.names()}

        self._tasks.start(asyncio.to_thread(look), self._show, self._failed)

    def save(self, name: str, value: str) -> None:
        """Stores a key."""
        from pydantic import SecretStr

        secret = SecretStr(value)
        self._work(
            name, lambda: self._session.keys.set(name, secret), self.tr("Saved."), stored=True
        )

    def remove(self, name: str) -> None:
        """Forgets a key."""
        self._work(name, lambda: self._session.keys.remove(name), self.tr("Removed."), stored=False)

    def check(self, name: str) -> None:
        """Tries a key at its service."""
        row = self.rows[name]
        row.say(self.tr("Trying…"), "muted")
        self._tasks.start(
            self._session.check_key(name),
            lambda text: row.say(text, "ok"),
            lambda error: row.say(str(error), "error"),
        )

    def _work(self, name: str, work: object, said: str, *, stored: bool) -> None:
        assert callable(work)
        row = self.rows[name]

        def done(_none: object) -> None:
            row.clear()
            row.say(said, "ok" if stored else "muted")
            self.refresh()

        self._tasks.start(asyncio.to_thread(work), done, lambda error: row.say(str(error), "error"))

    def _show(self, found: tuple[bool, str, dict[str, str]]) -> None:
        in_memory, backend, where = found
        if in_memory:
            self._where_icon.show_icon("warning", "warn")
            self._where.setText(self.tr("Keys are held in {0}.").format(backend))
        else:
            self._where_icon.show_icon("key", "ok")
            self._where.setText(self.tr("Keys are held by: {0}").format(backend))
        for name, row in self.rows.items():
            row.show_stored(where.get(name, ""))

    def _failed(self, error: AgentError) -> None:
        self._where_icon.show_icon("warning", "warn")
        self._where.setText(str(error))


class KeyRow(QWidget):
    """One key: a field that hides what is typed, and what can be done with it."""

    def __init__(self, name: str, title: str, about: str, page: KeysPage) -> None:
        super().__init__()
        self.title = title
        self._head = QLabel(title)
        self._head.setObjectName("section")
        note = QLabel(about)
        note.setObjectName("hint")
        self.field = QLineEdit()
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setAccessibleName(self.tr("Key for {0}").format(title))
        self.save = _button(self.tr("Save"), self.tr("Store the key for {0}").format(title))
        self.test = _button(self.tr("Test"), self.tr("Try the stored key at {0}").format(title))
        self.remove = _button(self.tr("Remove"), self.tr("Forget the key for {0}").format(title))
        self._said = QLabel()
        self._said.setObjectName("hint")
        self._said.setWordWrap(True)
        self._said.setTextFormat(Qt.TextFormat.PlainText)
        self._said.hide()
        self.save.clicked.connect(lambda: page.save(name, self.field.text()))
        self.field.returnPressed.connect(lambda: page.save(name, self.field.text()))
        self.test.clicked.connect(lambda: page.check(name))
        self.remove.clicked.connect(lambda: page.remove(name))
        self.field.textChanged.connect(lambda text: self.save.setEnabled(bool(text.strip())))
        head = QHBoxLayout()
        head.addWidget(self._head)
        head.addWidget(note)
        head.addStretch(1)
        row = QHBoxLayout()
        row.setSpacing(8)
        self.field.setFixedWidth(FIELD_WIDTH - 80)
        row.addWidget(self.field)
        for button in (self.save, self.test, self.remove):
            row.addWidget(button)
        row.addStretch(1)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 16)
        lines.setSpacing(6)
        lines.addLayout(head)
        lines.addLayout(row)
        lines.addWidget(self._said)
        self.save.setEnabled(False)
        self.show_stored("")

    def show_stored(self, where: str) -> None:
        """Says where a key is, if there is one."""
        self.field.setPlaceholderText(
            {
                "": self.tr("No key stored"),
                "keyring": self.tr("Stored in the keyring"),
                "memory": self.tr("In memory until you quit"),
                "environment": self.tr("Set by an environment variable, which wins"),
            }.get(where, where)
        )
        self.test.setEnabled(bool(where))
        self.remove.setEnabled(where in ("keyring", "memory"))

    def clear(self) -> None:
        """Takes what was typed away."""
        self.field.clear()

    def say(self, text: str, tone: str) -> None:
        """Tells how it went."""
        self._said.setText(text)
        self._said.setProperty("tone", tone)
        self._said.style().polish(self._said)
        self._said.setVisible(bool(text))


def _button(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setAccessibleDescription(tip)
    button.setAutoDefault(False)
    return button
