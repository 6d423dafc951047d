"""The settings page of model servers: their addresses, keys, and a connection test."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout

from desktop_agent.core.errors import AgentError
from desktop_agent.core.models import Diagnosis
from desktop_agent.frontends.ui.settings.field import options
from desktop_agent.frontends.ui.settings.page import OptionRow, SettingsPage
from desktop_agent.frontends.ui.widgets.labels import IconLabel, Pill, wrapped
from desktop_agent.frontends.ui.widgets.model_download import Downloads
from desktop_agent.frontends.ui.widgets.tasks import Tasks, while_alive
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme
from desktop_agent.frontends.ui.widgets.translation import localized

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

# --- Test results and remedies as text

PROVIDERS = {"ollama": "Ollama", "openai": "OpenAI", "anthropic": "Anthropic"}


def found_text(found: Diagnosis) -> str:
    """Describe the result in one sentence."""
    tr = partial(QCoreApplication.translate, "Diagnosis")
    if found.ok:
        if found.models == 1:
            return tr("It works: one model is there.")
        return tr("It works: {0} models are there.").format(found.models)
    text = {
        "offline": tr("The network is switched off, and this server is not on this computer."),
        "bad_address": tr("“{0}” is no address of a server.").format(found.url),
        "unknown_name": tr("No computer of that name is known: {0}").format(found.url),
        "refused": tr("Nothing listens at {0}.").format(found.url),
        "no_route": tr("The network does not lead to {0}.").format(found.url),
        "tls": tr("No safe connection (TLS) to {0} could be made.").format(found.url),
        "no_key": tr("This server wants a key, and none is stored."),
        "key_refused": tr("The server answers, but does not accept the key."),
        "wrong_path": tr("The server answers, but not at this path."),
        "other_server": tr("Something answers there, but not {0}.").format(_kind(found.provider)),
        "timeout": tr("{0} does not answer in time.").format(found.url),
        "no_models": tr("It works, but there is no model that can chat."),
        "model_missing": tr("It works, but the model {0} is not installed.").format(found.model),
        "busy": tr("The key is accepted, but the server takes no more requests now."),
    }.get(found.finding)
    return text or found.detail


def remedy_text(found: Diagnosis) -> str:
    """Return the remedy, or "" if there is none or nothing is wrong."""
    tr = partial(QCoreApplication.translate, "Diagnosis")
    if found.better_url:
        kind = _kind(found.better_provider)
        return tr("{0} answers at {1}").format(kind, found.better_url)
    local = found.provider == "ollama"
    return {
        "offline": tr("Switch the network on, or use a model on this computer."),
        "bad_address": tr("Write it like http://127.0.0.1:11434"),
        "unknown_name": tr("Check the spelling, and whether you are connected."),
        "refused": tr("Is Ollama running? Start it with: ollama serve")
        if local
        else tr("Is the server running, and is the port right?"),
        "no_route": tr("Check your network connection."),
        "tls": tr("Check http or https and the name. Do not send a key there."),
        "no_key": tr("Store one on the page Keys."),
        "key_refused": tr("Copy the key again, or check its rights and credit."),
        "wrong_path": tr("An OpenAI-compatible address mostly ends with /v1."),
        "other_server": tr("Check the address and the port."),
        "timeout": tr("Is it busy, or is a firewall between?"),
        "busy": tr("Wait a while."),
    }.get(found.finding, "")


def _kind(provider: str) -> str:
    openai = QCoreApplication.translate("Diagnosis", "an OpenAI-compatible server")
    return openai if provider == "openai" else PROVIDERS.get(provider, provider)


SERVERS = ("ollama", "openai", "anthropic")


def address_key(server: str) -> str:
    """Return the key of the setting for a server's address."""
    return f"llm.{server}_url"


class ServersPage(SettingsPage):
    """A page with a card for each server.

    ``edited`` is emitted to change a setting, and ``page`` to show another page.
    """

    edited = Signal(str, object)
    page = Signal(str)

    def __init__(
        self,
        theme: Theme,
        session: "Session",
        tasks: Tasks,
        downloads: Downloads,
        make_row: Callable[[str], OptionRow],
    ) -> None:
        super().__init__(
            QCoreApplication.translate("Settings", "Servers"),
            QCoreApplication.translate("Settings", "Where models are asked, and whether it works."),
            spacing=12,
        )
        self._session = session
        self._tasks = tasks
        self._downloads = downloads
        self._theme = theme
        self._make_row = make_row
        self._keys: Mapping[str, str] = {}
        self.cards: dict[str, ServerCard] = {}
        self._titles = {
            "ollama": ("Ollama", self.tr("Models on this computer, or on another of yours")),
            "openai": (
                self.tr("OpenAI-compatible"),
                self.tr("OpenAI, OpenRouter, LM Studio, llama.cpp, vLLM and others"),
            ),
            "anthropic": ("Anthropic", self.tr("Claude models")),
        }
        addresses = {option.key: option.words for option in options()}
        for name in SERVERS:
            words = f"server address test connection {name} {' '.join(self._titles[name])}"
            self.add_row(f"{words} {addresses[address_key(name)]}", partial(self._make, name))

    def _make(self, name: str) -> "ServerCard":
        card = ServerCard(self._theme, name, self._titles[name], self._make_row(address_key(name)))
        card.test.clicked.connect(lambda: self.test(name))
        card.act.connect(self._mend)
        card.show_key(self._keys.get(name, ""))
        card.show_in_use(in_use=name == self._session.settings.llm.provider)
        self.cards[name] = card
        return card

    def show_choice(self) -> None:
        """Mark the server in use."""
        for name, card in self.cards.items():
            card.show_in_use(in_use=name == self._session.settings.llm.provider)

    def show_keys(self, where: Mapping[str, str]) -> None:
        """Show which keys exist; ``where`` maps each key to its location."""
        self._keys = where
        for name, card in self.cards.items():
            card.show_key(where.get(name, ""))

    def test(self, provider: str) -> None:
        """Test a server and show the result below it."""
        card = self.cards[provider]
        card.show_trying()
        self._tasks.start(
            self._session.models.test(provider),
            while_alive(card, card.show_found),
            while_alive(card, card.show_failed),
        )

    def _mend(self, found: Diagnosis) -> None:
        """Apply the remedy of a diagnosis."""
        if found.better_url:
            self.edited.emit(address_key(found.better_provider), found.better_url)
            if found.better_provider != found.provider:
                self.edited.emit("llm.provider", found.better_provider)
            self.test(found.better_provider)
        elif found.pullable:
            self._downloads.start(found.pullable)
            self.page.emit("models")
        else:
            self.page.emit("keys")


class ServerCard(QFrame):
    """One server; ``act`` is emitted with a diagnosis whose remedy the user requests."""

    act = Signal(object)

    def __init__(self, theme: Theme, name: str, title: tuple[str, str], address: OptionRow) -> None:
        super().__init__()
        self.setObjectName("card")
        self._name = name
        self._found: Diagnosis | None = None
        self.address = address
        head = QLabel(title[0])
        head.setObjectName("section")
        note = QLabel(title[1])
        note.setObjectName("hint")
        note.setWordWrap(True)
        self._pill = Pill()
        self.key = QLabel()
        self.key.setObjectName("hint")
        self.test = QPushButton(self.tr("Test connection"))
        self.test.setAutoDefault(False)
        self.test.setToolTip(self.tr("Ask the server for its models"))
        self.test.setAccessibleName(self.tr("Test the connection to {0}").format(title[0]))
        self._icon = IconLabel(theme, "ok", "ok", 16)
        self.said = wrapped("")
        self.advice = wrapped("", "hint")
        self.mend = QPushButton()
        self.mend.setAutoDefault(False)
        self.mend.clicked.connect(self._wanted)
        self._lay_out(head, note)
        self._show_result(None)
        self.show_key("")

    def show_in_use(self, *, in_use: bool) -> None:
        """Mark the card of the provider in use."""
        self._pill.show_text(self.tr("in use") if in_use else "")

    def show_key(self, where: str) -> None:
        """Show where the key is stored."""
        text = {
            "": self.tr("No key is stored."),
            "keyring": self.tr("The key is in the keyring."),
            "memory": self.tr("The key is held until you quit."),
            "environment": self.tr("The key comes from an environment variable."),
        }.get(where, where)
        self.key.setText(self.tr("Needs no key.") if self._name == "ollama" else text)

    def show_trying(self) -> None:
        """Show that the test is running."""
        self.test.setEnabled(False)
        self._found = None
        self._show_result("clock", self.tr("Asking…"))

    def show_found(self, found: Diagnosis) -> None:
        """Show the result of the test."""
        self.test.setEnabled(True)
        self._found = found
        usable = found.ok or found.finding in ("no_models", "model_missing", "busy")
        icon = "ok" if found.ok else "warning" if usable else "failed"
        self._show_result(icon, found_text(found), remedy_text(found))
        button = self._mending(found)
        self.mend.setText(button)
        self.mend.setVisible(bool(button))

    def show_failed(self, error: AgentError) -> None:
        """Show why the test itself failed."""
        self.test.setEnabled(True)
        self._show_result("failed", localized(error.message), localized(error.remedy))

    def _mending(self, found: Diagnosis) -> str:
        if found.better_url:
            return self.tr("Use that address")
        if found.pullable:
            return self.tr("Get {0}").format(found.pullable)
        if found.finding in ("no_key", "key_refused") and self._name != "ollama":
            return self.tr("Open keys")
        return ""

    def _wanted(self) -> None:
        if self._found is not None:
            self.act.emit(self._found)

    def _show_result(self, icon: str | None, text: str = "", advice: str = "") -> None:
        if icon is not None:
            self._icon.show_icon(icon, _COLOURS[icon])
        self._icon.setVisible(icon is not None)
        for label, words in ((self.said, text), (self.advice, advice)):
            label.setText(words)
            label.setVisible(bool(words))
        self.mend.hide()

    def _lay_out(self, head: QLabel, note: QLabel) -> None:
        top = QHBoxLayout()
        top.setSpacing(10)
        top.addWidget(head)
        top.addWidget(self._pill)
        top.addStretch(1)
        below = QHBoxLayout()
        below.setSpacing(10)
        below.addWidget(self.test)
        below.addWidget(self.key, 1)
        told = QVBoxLayout()
        told.setSpacing(4)
        told.addWidget(self.said)
        told.addWidget(self.advice)
        result = QHBoxLayout()
        result.setSpacing(8)
        result.addWidget(self._icon)
        result.addLayout(told, 1)
        result.addWidget(self.mend)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(16, 14, 16, 14)
        lines.setSpacing(8)
        lines.addLayout(top)
        lines.addWidget(note)
        lines.addWidget(self.address)
        lines.addLayout(below)
        lines.addLayout(result)


_COLOURS: dict[str, ColourName] = {
    "ok": "ok",
    "warning": "warn",
    "failed": "error",
    "clock": "muted",
}
