"""The welcome page, with the model's state, the next setup step and example questions."""

import asyncio
import sys
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.core.errors import AgentError
from desktop_agent.core.models import ModelInfo, ProviderState
from desktop_agent.core.network import is_loopback
from desktop_agent.frontends.ui.widgets.appearance import SIDE, column_width
from desktop_agent.frontends.ui.widgets.browser import open_address
from desktop_agent.frontends.ui.widgets.buttons import icon_button, push_button
from desktop_agent.frontends.ui.widgets.labels import IconLabel, heading, label
from desktop_agent.frontends.ui.widgets.layout import STRETCH, FlowLayout, hbox, vbox
from desktop_agent.frontends.ui.widgets.model_download import (
    Downloads,
    DownloadView,
    bytes_text,
    suggestions,
)
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording.labels import product

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

# --- The next step towards a working model

DOWNLOAD_PAGE = "https://ollama.com/download"
_INSTALL = "curl -fsSL https://ollama.com/install.sh | sh"

Kind = Literal["none", "install", "start", "get_model", "settings", "switch_on"]


@dataclass(frozen=True, slots=True)
class NextStep:
    """The user's next setup step, with the command to run or the model to download."""

    kind: Kind
    command: str = ""
    model: str = ""


def next_step(state: ProviderState, platform: str, *, installed: bool, offline: bool) -> NextStep:
    """Return the setup step that the user should take next.

    ``platform`` is the value of `sys.platform`, and ``installed`` tells whether Ollama is
    installed. If ``offline`` is True, a step that needs the internet is replaced by switching the
    network on.
    """
    if state.ok:
        return NextStep("none") if state.provider != "none" else NextStep("settings")
    if state.provider != "ollama":
        return NextStep("switch_on" if offline else "settings")
    if state.pullable:
        return NextStep("switch_on") if offline else NextStep("get_model", model=state.pullable)
    if installed:
        return NextStep("start", "open -a Ollama" if platform == "darwin" else "ollama serve")
    if offline:
        return NextStep("switch_on")
    return NextStep("install", _INSTALL if platform.startswith("linux") else "")


# --- Example questions

_NARROWEST = 150
"""Minimum width in pixels."""


class ExampleCard(QPushButton):
    """A button with an example question, as tall as its text requires."""

    def __init__(self, head: str, question: str) -> None:
        super().__init__()
        self.setObjectName("example")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(question)
        self.setAccessibleDescription(self.tr("Asks this question"))
        self.setToolTip(self.tr("Ask this"))
        title, text = heading(head, "meta"), label(question)
        vbox(title, text, STRETCH, parent=self, margins=(16, 13, 16, 14), spacing=5)
        for part in (title, text):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def heightForWidth(self, width: int) -> int:
        layout = self.layout()
        return layout.heightForWidth(width) if layout is not None else -1

    def sizeHint(self) -> QSize:
        layout = self.layout()
        return layout.sizeHint() if layout is not None else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        return QSize(_NARROWEST, self.sizeHint().height())


# --- The card of the next step

_COPIED_MS = 1500


class StepCard(QFrame):
    """A card that shows the next setup step.

    Its buttons emit ``look_again`` and ``settings``.
    """

    look_again = Signal()
    settings = Signal()

    def __init__(self, theme: Theme, downloads: Downloads) -> None:
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        self._downloads = downloads
        self.step = NextStep("none")
        self.title = label("", "section")
        self.text = label("", "muted")
        self.command = QLineEdit()
        self.command.setReadOnly(True)
        self.command.setObjectName("command")
        self.command.setAccessibleName(self.tr("Command for a terminal"))
        self.copy = icon_button(theme, "copy", self.tr("Copy the command"), self._copy, side=18)
        self.act = push_button("", self._do, name="primary")
        self.again = push_button(
            self.tr("Look again"), self.look_again, tip=self.tr("Look for a model once more")
        )
        self.open_settings = push_button(
            self.tr("Use another service"),
            self.settings,
            tip=self.tr("Choose a provider and store a key (Ctrl+,)"),
        )
        self._loading = QVBoxLayout()
        self._view: DownloadView | None = None
        self._lay_out()

    def show_step(self, step: NextStep) -> None:
        self.step = step
        self.title.setText(self._title())
        self.text.setText(self._text())
        self.text.setVisible(bool(self.text.text()))
        self.command.setText(step.command)
        self.command.setCursorPosition(0)
        self._row.setVisible(bool(step.command))
        label = {
            "get_model": self.tr("Get {0}").format(self._sized(step.model)),
            "install": self.tr("Open ollama.com/download"),
            "settings": self.tr("Open settings"),
        }.get(step.kind, "")
        self.act.setText(label)
        self.act.setToolTip(DOWNLOAD_PAGE if step.kind == "install" else label)
        self.act.setVisible(bool(label))
        self.open_settings.setVisible(step.kind != "settings")
        self._show_download()

    def _title(self) -> str:
        return {
            "none": "",
            "install": self.tr("To have a model answer: install Ollama"),
            "start": self.tr("Ollama is installed. Start it"),
            "get_model": self.tr("Ollama runs. It needs a model"),
            "settings": self.tr("To have a model answer: choose who runs it"),
            "switch_on": self.tr("The network is switched off"),
        }[self.step.kind]

    def _text(self) -> str:
        if self.step.kind == "install" and self.step.command:
            return self.tr("It runs models on this computer. In a terminal:")
        return {
            "install": self.tr("It runs models on this computer."),
            "settings": self.tr("Ollama, OpenAI, Anthropic or any compatible server."),
            "switch_on": self.tr(
                "You can still ask about documents you attach and read earlier conversations. The "
                "switch is at the bottom of the window."
            ),
        }.get(self.step.kind, "")

    def _sized(self, model: str) -> str:
        size = next((each.size_bytes for each in suggestions() if each.name == model), 0)
        return f"{model} ({bytes_text(size)})" if size else model

    def _do(self) -> None:
        if self.step.kind == "get_model":
            self._downloads.start(self.step.model)
            self._show_download()
        elif self.step.kind == "install":
            open_address(DOWNLOAD_PAGE)
        else:
            self.settings.emit()

    def _show_download(self) -> None:
        name = self.step.model
        there = bool(name) and self._downloads.get(name) is not None
        if self._view is not None and (not there or self._view.name != name):
            self._view.hide()
            self._view.deleteLater()
            self._view = None
        if there and self._view is None:
            self._view = DownloadView(self._theme, self._downloads, name)
            self._loading.addWidget(self._view)
        if there:
            self.act.hide()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.step.command)
        self._theme.bind_icon(self.copy, "check", "ok")
        self.copy.setToolTip(self.tr("Copied"))
        QTimer.singleShot(_COPIED_MS, self.copy, self._ready_to_copy)

    def _ready_to_copy(self) -> None:
        self._theme.bind_icon(self.copy, "copy")
        self.copy.setToolTip(self.tr("Copy the command"))

    def _lay_out(self) -> None:
        self._row = QWidget()
        hbox((self.command, 1), self.copy, parent=self._row, margins=(0, 2, 0, 2), spacing=6)
        buttons = QWidget()
        in_rows = FlowLayout(buttons, 8)
        for button in (self.act, self.again, self.open_settings):
            in_rows.addWidget(button)
        parts = (self.title, self.text, self._row, self._loading, buttons)
        vbox(*parts, parent=self, margins=(18, 14, 18, 16), spacing=8)


class Welcome(QScrollArea):
    """The welcome page; ``asked`` is emitted with the example question that the user clicked."""

    asked = Signal(str)

    def __init__(self, theme: Theme, downloads: Downloads, platform: str = sys.platform) -> None:
        super().__init__()
        self._platform = platform
        self._provider: ProviderState | None = None
        self._models = 0
        self._offline = False
        self._installed = False
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._theme = theme
        self._icon = IconLabel(theme, "clock", "muted", 20)
        self._state = label()
        self._fault = label("", "meta")
        self._ideas = self._examples()
        self.step = StepCard(theme, downloads)
        self._lay_out()
        self.verticalScrollBar().rangeChanged.connect(self._keep_in_the_middle)
        self.show_looking()

    @property
    def waiting(self) -> bool:
        """True if Ollama is configured but has no usable model."""
        state = self._provider
        return state is not None and not state.ok and state.provider == "ollama"

    @property
    def needs_model(self) -> bool:
        """True if Ollama responds but a model has to be downloaded."""
        return self.waiting and self._provider is not None and bool(self._provider.pullable)

    def show_looking(self) -> None:
        """Show that models are being searched for, unless an earlier result is already shown."""
        if self._provider is not None:
            return
        self._icon.show_icon("clock", "muted")
        self._state.setText(self.tr("Looking for a model…"))
        for part in (self._fault, self._ideas, self.step):
            part.hide()

    def show_state(self, state: ProviderState, models: int) -> None:
        """Show the state of the provider and the number of its models."""
        self._provider, self._models = state, models
        self._show()

    def show_installed(self, *, installed: bool) -> None:
        self._installed = installed
        self._show()

    def show_offline(self, *, offline: bool) -> None:
        self._offline = offline
        self._show()

    def _show(self) -> None:
        state = self._provider
        if state is None:
            return
        found = state.ok and state.provider != "none"
        self._icon.show_icon(*(("ok", "ok") if found else ("evidence", "accent")))
        self._state.setText(self._found(state) if found else self._without_model(state))
        self._fault.setText("" if found else localized(state.problem))
        self._fault.setVisible(bool(self._fault.text()))
        self._ideas.setVisible(found or not self._offline)  # the examples need the web
        self.step.show_step(
            next_step(state, self._platform, installed=self._installed, offline=self._offline)
        )
        self.step.setVisible(not found)

    def _without_model(self, state: ProviderState) -> str:
        chosen = state.ok or state.provider == "none"
        head = self.tr("No model is in use.") if chosen else self.tr("No model was found.")
        if self._offline:
            return head
        how = self.tr("You can ask now without one: evidence mode searches and quotes its sources.")
        return f"{head} {how}"

    def _found(self, state: ProviderState) -> str:
        name = product(state.provider)
        if self._models > 1:
            return self.tr("{0} is ready with {1} models; {2} answers.").format(
                name, self._models, state.model
            )
        return self.tr("{0} is ready; {1} answers.").format(name, state.model)

    def _keep_in_the_middle(self, _least: int, most: int) -> None:
        bar = self.verticalScrollBar().sizeHint().width() if most else 0
        if self.viewportMargins().left() != bar:
            self.setViewportMargins(bar, 0, 0, 0)
            self._fit_column()  # keeps the text aligned with the composer
            self._lines.setContentsMargins(SIDE - bar, 24, SIDE - bar, 24)

    def _fit_column(self) -> None:
        bar = self.viewportMargins().left()
        self._column.setMaximumWidth(column_width(self._theme.points) - 2 * bar)

    # --- Construction

    def _lay_out(self) -> None:
        page = QWidget()
        page.setObjectName("page")
        self._column = QWidget()
        self._fit_column()
        self._theme.changed.connect(self._fit_column)
        title = label(self.tr("Ask, and check the answer"), "title")
        about = self.tr("It searches, reads, drafts, criticises, and shows every step.")
        head = vbox(title, label(about, "muted"), spacing=8)
        told = vbox(self._state, self._fault, spacing=4)
        state = hbox((self._icon, 0, Qt.AlignmentFlag.AlignTop), (told, 1), spacing=10)
        self._lines = vbox(
            (STRETCH, 2),
            head,
            6,
            state,
            self.step,
            6,
            self._ideas,
            (STRETCH, 3),
            parent=self._column,
            margins=(SIDE, 24, SIDE, 24),
            spacing=14,
        )
        hbox((STRETCH, 0), (self._column, 1), (STRETCH, 0), parent=page)
        self.setWidget(page)

    def _examples(self) -> QWidget:
        box = QWidget()
        grid = QGridLayout(box)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(12)
        for index, (head, question) in enumerate(
            (
                (self.tr("Check a fact"), self.tr("Who is the current world chess champion?")),
                (self.tr("Follow the news"), self.tr("What is new in the latest Python release?")),
                (
                    self.tr("Compare"),
                    self.tr("How do heat pumps compare with gas boilers in cold winters?"),
                ),
                (self.tr("Understand"), self.tr("Why is the sky blue, and why is sunset red?")),
            )
        ):
            card = ExampleCard(head, question)
            card.clicked.connect(partial(self.asked.emit, question))
            grid.addWidget(card, index // 2, index % 2)
        grid.setRowStretch(2, 1)
        for side in (0, 1):
            grid.setColumnStretch(side, 1)
        return box


# --- Polling for a model

_EVERY_MS = 4000


class ModelWatch(QObject):
    """Polls local model servers every few seconds.

    Ollama is polled while the welcome page is visible and has no usable model. The configured
    provider is polled after a call to `watch_failure`. ``appeared`` is emitted when the state of
    the provider may have changed.
    """

    appeared = Signal()

    def __init__(
        self, welcome: Welcome, session: "Session", tasks: Tasks, every_ms: int = _EVERY_MS
    ) -> None:
        super().__init__(welcome)
        self._welcome = welcome
        self._session = session
        self._tasks = tasks
        self._asking = self._failed = False
        self._timer = QTimer(self, interval=every_ms)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def find_program(self) -> None:
        """Check in a background thread whether Ollama is installed, and update the welcome page."""
        self._tasks.start(
            asyncio.to_thread(self._session.models.find_ollama),
            lambda found: self._welcome.show_installed(installed=found is not None),
        )

    def watch_failure(self) -> None:
        """Poll the configured provider until it is available again, even if the page is hidden."""
        self._failed = True

    def show_state(self, state: ProviderState) -> None:
        """Stop polling the configured provider if it is available again."""
        self._failed = self._failed and not state.ok

    def _look(self) -> None:
        llm = self._session.settings.llm
        provider = llm.provider if self._failed else "ollama"
        url = getattr(llm, f"{provider}_url", "")
        waits = self._welcome.isVisible() and self._welcome.waiting
        if self._asking or not (waits or (self._failed and self._welcome.window().isVisible())):
            return
        if not is_loopback(urlsplit(url).hostname or ""):
            return
        self._asking = True
        self._tasks.start(self._session.models.list(provider), self._answered, self._silent)
        self.find_program()

    def _answered(self, models: tuple[ModelInfo, ...]) -> None:
        self._asking = False
        waits = self._failed or self._welcome.waiting
        if waits and (models or not self._welcome.needs_model):
            self.appeared.emit()

    def _silent(self, _error: AgentError) -> None:
        self._asking = False
        if self._welcome.needs_model:  # the server responded before
            self.appeared.emit()
