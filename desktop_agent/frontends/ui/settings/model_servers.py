"""Model server cards, with addresses, keys and connection tests."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFrame

from desktop_agent.core.errors import AgentError
from desktop_agent.core.models import Diagnosis
from desktop_agent.frontends.ui.settings.field import choice_text
from desktop_agent.frontends.ui.settings.keys import KeyField, KeyStore
from desktop_agent.frontends.ui.settings.page import OptionRow
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.labels import IconLabel, Pill, Said, heading, label
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.model_download import Downloads
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording.labels import labels, product

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

SERVERS = ("ollama", "openai", "anthropic")
_COLOURS: dict[str, ColourName] = {
    "ok": "ok",
    "warning": "warn",
    "failed": "error",
    "clock": "muted",
}


def address_key(server: str) -> str:
    """Return the key of the setting for a server's URL."""
    return f"llm.{server}_url"


def _found_text(found: Diagnosis) -> str:
    tr = partial(QCoreApplication.translate, "Diagnosis")
    if found.ok:
        works = tr("Connected: {0} models").format(found.models)
        return tr("Connected: 1 model") if found.models == 1 else works
    values = {"other_server": _kind(found.provider), "model_missing": found.model}
    texts = labels("Diagnosis").get(found.finding)
    return texts[0].format(values.get(found.finding, found.url)) if texts else found.detail


def _remedy_text(found: Diagnosis) -> str:
    if found.better_url:
        text = QCoreApplication.translate("Diagnosis", "{0} is running at {1}")
        return text.format(_kind(found.better_provider), found.better_url)
    is_ollama = found.finding == "refused" and found.provider == "ollama"
    texts = labels("Diagnosis").get("refused_ollama" if is_ollama else found.finding, ())
    return texts[1] if len(texts) > 1 else ""


def _kind(provider: str) -> str:
    openai = QCoreApplication.translate("Diagnosis", "An OpenAI-compatible server")
    return openai if provider == "openai" else product(provider)


class ServerCard(QFrame):
    """A card for a model server.

    When the user fixes a problem found by a test, ``edited`` is emitted with a setting's key and
    new value, ``test_wanted`` with a server's name, and ``page`` with the section of the settings
    to show.
    """

    edited = Signal(str, object)
    test_wanted = Signal(str)
    page = Signal(str)

    def __init__(
        self,
        theme: Theme,
        name: str,
        address: OptionRow,
        store: KeyStore,
        tasks: Tasks,
        downloads: Downloads,
    ) -> None:
        super().__init__()
        self.setObjectName("card")
        self._name = name
        self._session: Session = store.session
        self._tasks = tasks
        self._downloads = downloads
        self._found: Diagnosis | None = None
        self.address = address
        title, about = choice_text("llm.provider", name), labels("Servers")[name][0]
        self.pill = Pill()
        self.key = None if name == "ollama" else KeyField(store, name, testable=False)
        self.test = push_button(self.tr("Test connection"), self.try_server)
        self.test.setAccessibleName(self.tr("Test the connection to {0}").format(title))
        self._icon = IconLabel(theme, "ok", "ok", 16)
        self.said, self.advice = Said(), Said("hint")
        self.repair = push_button("", self._repair)
        pill = (self.pill, 0, Qt.AlignmentFlag.AlignVCenter)
        top = hbox(heading(title, "section"), pill, STRETCH, self.test, spacing=10)
        told = vbox(self.said, self.advice, spacing=4)
        result = hbox(self._icon, (told, 1), self.repair, spacing=8)
        key = [] if self.key is None else [self.key]
        vbox(
            top,
            label(about, "hint"),
            address,
            *key,
            result,
            parent=self,
            margins=(16, 12, 16, 14),
            spacing=6,
        )
        self._show_result(None)
        self.show_choice()

    def show_choice(self) -> None:
        """Mark the server as in use if it belongs to the chosen provider."""
        in_use = self._name == self._session.settings.llm.provider
        self.pill.say(self.tr("In use") if in_use else "")

    def try_server(self) -> None:
        self.test.setEnabled(False)
        self._found = None
        self._show_result("clock", self.tr("Testing…"))
        testing = self._session.models.test(self._name)
        self._tasks.start(testing, self._show_found, self._show_failed)

    def _repair(self) -> None:
        found = self._found
        if found is None:
            return
        if found.better_url:
            self.edited.emit(address_key(found.better_provider), found.better_url)
            if found.better_provider != found.provider:
                self.edited.emit("llm.provider", found.better_provider)
            self.test_wanted.emit(found.better_provider)
        elif found.pullable:
            self._downloads.start(found.pullable)
            self.page.emit("models/installed")
        elif self.key is not None:
            self.key.field.setFocus()

    def _show_found(self, found: Diagnosis) -> None:
        self.test.setEnabled(True)
        self._found = found
        usable = found.ok or found.finding in ("no_models", "model_missing", "busy")
        icon = "ok" if found.ok else "warning" if usable else "failed"
        self._show_result(icon, _found_text(found), _remedy_text(found))
        text = self._repair_text(found)
        self.repair.setText(text)
        self.repair.setVisible(bool(text))

    def _show_failed(self, error: AgentError) -> None:
        self.test.setEnabled(True)
        self._show_result("failed", localized(error.message), localized(error.remedy))

    def _repair_text(self, found: Diagnosis) -> str:
        if found.better_url:
            return self.tr("Use this address")
        if found.pullable:
            return self.tr("Download {0}").format(found.pullable)
        needs_key = found.finding in ("no_key", "key_refused") and self.key is not None
        return self.tr("Enter a key") if needs_key else ""

    def _show_result(self, icon: str | None, text: str = "", advice: str = "") -> None:
        if icon is not None:
            self._icon.show_icon(icon, _COLOURS[icon])
        self._icon.setVisible(icon is not None)
        self.said.say(text)
        self.advice.say(advice)
        self.repair.hide()
