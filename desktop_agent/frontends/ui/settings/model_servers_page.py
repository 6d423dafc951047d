"""The settings page for model servers, with their URLs, keys and connection tests."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QFrame, QLabel

from desktop_agent.core.errors import AgentError
from desktop_agent.core.models import Diagnosis
from desktop_agent.frontends.ui.settings.field import options
from desktop_agent.frontends.ui.settings.page import OptionRow, SettingsPage, button
from desktop_agent.frontends.ui.widgets.labels import IconLabel, Pill, heading, label, wrapped
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.model_download import Downloads
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording.labels import labels, product

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

# --- Test results and remedies as text


def _found_text(found: Diagnosis) -> str:
    tr = partial(QCoreApplication.translate, "Diagnosis")
    if found.ok:
        if found.models == 1:
            return tr("It works: one model is there.")
        return tr("It works: {0} models are there.").format(found.models)
    values = {"other_server": _kind(found.provider), "model_missing": found.model}
    texts = labels("Diagnosis").get(found.finding)
    return texts[0].format(values.get(found.finding, found.url)) if texts else found.detail


def _remedy_text(found: Diagnosis) -> str:
    if found.better_url:
        text = QCoreApplication.translate("Diagnosis", "{0} answers at {1}")
        return text.format(_kind(found.better_provider), found.better_url)
    is_ollama = found.finding == "refused" and found.provider == "ollama"
    texts = labels("Diagnosis").get("refused_ollama" if is_ollama else found.finding, ())
    return texts[1] if len(texts) > 1 else ""


def _kind(provider: str) -> str:
    openai = QCoreApplication.translate("Diagnosis", "an OpenAI-compatible server")
    return openai if provider == "openai" else product(provider)


SERVERS = ("ollama", "openai", "anthropic")


def address_key(server: str) -> str:
    """Return the key of the setting that holds a server's URL."""
    return f"llm.{server}_url"


class ServersPage(SettingsPage):
    """A page with a card for each model server.

    ``edited`` is emitted with the key of a setting and its new value, and ``page`` with the name of
    a settings page to show.
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
        card.tested.connect(lambda: self.test(name))
        card.act.connect(self._mend)
        card.show_key(self._keys.get(name, ""))
        card.show_in_use(in_use=name == self._session.settings.llm.provider)
        self.cards[name] = card
        return card

    def show_choice(self) -> None:
        for name, card in self.cards.items():
            card.show_in_use(in_use=name == self._session.settings.llm.provider)

    def show_keys(self, where: Mapping[str, str]) -> None:
        """Show where each server's key is stored; ``where`` maps server names to locations."""
        self._keys = where
        for name, card in self.cards.items():
            card.show_key(where.get(name, ""))

    def test(self, provider: str) -> None:
        card = self.cards[provider]
        card.show_trying()
        self._tasks.start(self._session.models.test(provider), card.show_found, card.show_failed)

    def _mend(self, found: Diagnosis) -> None:
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
    """A card for one server.

    ``act`` is emitted with the `Diagnosis` whose remedy the user chose.
    """

    act = Signal(object)
    tested = Signal()

    def __init__(self, theme: Theme, name: str, title: tuple[str, str], address: OptionRow) -> None:
        super().__init__()
        self.setObjectName("card")
        self._name = name
        self._found: Diagnosis | None = None
        self.address = address
        head, note = heading(title[0], "section"), label(title[1], "hint")
        self._pill = Pill()
        self.key = heading("", "hint")
        self.test = button(self.tr("Test connection"), self.tested.emit)
        self.test.setToolTip(self.tr("Ask the server for its models"))
        self.test.setAccessibleName(self.tr("Test the connection to {0}").format(title[0]))
        self._icon = IconLabel(theme, "ok", "ok", 16)
        self.said = wrapped("")
        self.advice = wrapped("", "hint")
        self.mend = button("", lambda: self.act.emit(self._found))
        self._lay_out(head, note)
        self._show_result(None)
        self.show_key("")

    def show_in_use(self, *, in_use: bool) -> None:
        self._pill.show_text(self.tr("in use") if in_use else "")

    def show_key(self, where: str) -> None:
        text = {
            "": self.tr("No key is stored."),
            "keyring": self.tr("The key is in the keyring."),
            "memory": self.tr("The key is held until you quit."),
            "environment": self.tr("The key comes from an environment variable."),
        }.get(where, where)
        self.key.setText(self.tr("Needs no key.") if self._name == "ollama" else text)

    def show_trying(self) -> None:
        self.test.setEnabled(False)
        self._found = None
        self._show_result("clock", self.tr("Asking…"))

    def show_found(self, found: Diagnosis) -> None:
        self.test.setEnabled(True)
        self._found = found
        usable = found.ok or found.finding in ("no_models", "model_missing", "busy")
        icon = "ok" if found.ok else "warning" if usable else "failed"
        self._show_result(icon, _found_text(found), _remedy_text(found))
        text = self._mending(found)
        self.mend.setText(text)
        self.mend.setVisible(bool(text))

    def show_failed(self, error: AgentError) -> None:
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

    def _show_result(self, icon: str | None, text: str = "", advice: str = "") -> None:
        if icon is not None:
            self._icon.show_icon(icon, _COLOURS[icon])
        self._icon.setVisible(icon is not None)
        for line, words in ((self.said, text), (self.advice, advice)):
            line.setText(words)
            line.setVisible(bool(words))
        self.mend.hide()

    def _lay_out(self, head: QLabel, note: QLabel) -> None:
        below = hbox(self.test, (self.key, 1), spacing=10)
        told = vbox(self.said, self.advice, spacing=4)
        result = hbox(self._icon, (told, 1), self.mend, spacing=8)
        top = hbox(head, self._pill, STRETCH, spacing=10)
        lines = (top, note, self.address, below, result)
        vbox(*lines, parent=self, margins=(16, 14, 16, 14), spacing=8)


_COLOURS: dict[str, ColourName] = {
    "ok": "ok",
    "warning": "warn",
    "failed": "error",
    "clock": "muted",
}
