"""The welcome page, with the next setup step and example questions."""

import sys
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFrame, QListWidget, QScrollArea, QSizePolicy, QWidget

from desktop_agent.core.models import ProviderState
from desktop_agent.frontends.ui.widgets.appearance import SIDE, column_width
from desktop_agent.frontends.ui.widgets.browser import open_address
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.labels import label
from desktop_agent.frontends.ui.widgets.layout import STRETCH, FlowLayout, hbox, vbox
from desktop_agent.frontends.ui.widgets.list_view import ENTER
from desktop_agent.frontends.ui.widgets.model_download import (
    Downloads,
    DownloadView,
    bytes_text,
    suggestions,
)
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording.labels import label as label_of

# --- The next step towards a working model

DOWNLOAD_PAGE = "https://ollama.com/download"
_INSTALL = "curl -fsSL https://ollama.com/install.sh | sh"

Kind = Literal["none", "install", "start", "get_model", "settings", "switch_on"]


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next setup step, with the command to run or the model to download."""

    kind: Kind
    command: str = ""
    model: str = ""


def next_step(state: ProviderState, platform: str, *, installed: bool, offline: bool) -> NextStep:
    """Return the next setup step.

    ``platform`` is the value of `sys.platform`, and ``installed`` is True if Ollama is installed.
    If ``offline`` is True, a step that needs the internet is replaced by one that switches the
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


class Examples(QListWidget):
    """A list of example questions; ``asked`` is emitted with the chosen one."""

    asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("examples")
        self.setAccessibleName(self.tr("Example questions"))
        self.addItem(self.tr("Who is the current world chess champion?"))
        self.addItem(self.tr("What is new in the latest Python release?"))
        self.addItem(self.tr("Why is the sky blue, and why are sunsets red?"))
        self.setSizeAdjustPolicy(QListWidget.SizeAdjustPolicy.AdjustToContents)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.itemClicked.connect(lambda item: self.asked.emit(item.text()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if event.key() in ENTER and item is not None:
            self.asked.emit(item.text())
        else:
            super().keyPressEvent(event)


# --- The card of the next step

_COPIED_MS = 1500


class StepCard(QFrame):
    """A card with the next setup step; ``settings`` is emitted by its last button."""

    settings = Signal()

    def __init__(self, theme: Theme, downloads: Downloads) -> None:
        super().__init__()
        self.setObjectName("card")
        self._downloads = downloads
        self.step = NextStep("none")
        self.title = label("", "section")
        self.text = label("", "muted")
        self.command = label("", "command")
        self.command.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.command.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.act = push_button("", self._do, name="primary")
        other = self.tr("Use a different provider")
        self.open_settings = push_button(other, self.settings, tip=self.tr("Open settings"))
        self._view = DownloadView(theme, downloads)
        buttons = QWidget()
        FlowLayout(buttons, self.act, self.open_settings, gap=8)
        parts = (self.title, self.text, self.command, self._view, buttons)
        vbox(*parts, parent=self, margins=(18, 14, 18, 16), spacing=8)

    def show_step(self, step: NextStep, problem: str = "") -> None:
        """Show a step; ``problem`` says what is wrong with the configured provider, or is ""."""
        self.step = step
        text = label_of("Welcome", "text", step.kind, "")
        self.title.setText(label_of("Welcome", "title", step.kind, ""))
        self.text.setText(f"{problem} {text}".strip() if step.kind == "settings" else text)
        self.text.setVisible(bool(self.text.text()))
        self.command.setText(step.command)
        self.command.setVisible(bool(step.command))
        self.act.setText(self._action())
        self.act.setToolTip(DOWNLOAD_PAGE if self.act.text() and step.kind == "install" else "")
        self.act.setVisible(bool(self.act.text()))
        self.open_settings.setVisible(step.kind != "settings")
        self._follow_download()

    def _action(self) -> str:
        model, kind = self.step.model, "command" if self.step.command else self.step.kind
        size = next((each.size_bytes for each in suggestions() if each.name == model), 0)
        sized = f"{model} ({bytes_text(size)})" if size else model
        return label_of("Welcome", "action", kind, "").format(sized)

    def _do(self) -> None:
        if self.step.command:
            QGuiApplication.clipboard().setText(self.step.command)
            self.act.setText(self.tr("Copied"))
            QTimer.singleShot(_COPIED_MS, self.act, lambda: self.act.setText(self._action()))
        elif self.step.kind == "get_model":
            self._downloads.start(self.step.model)
            self._follow_download()
        elif self.step.kind == "install":
            open_address(DOWNLOAD_PAGE)
        else:
            self.settings.emit()

    def _follow_download(self) -> None:
        self._view.follow(self.step.model)
        if self._downloads.get(self.step.model) is not None:
            self.act.hide()


class Welcome(QScrollArea):
    """The welcome page; ``asked`` is emitted with the example question chosen by the user."""

    asked = Signal(str)

    def __init__(self, theme: Theme, downloads: Downloads) -> None:
        super().__init__()
        self._provider: ProviderState | None = None
        self._offline = False
        self._installed = False
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._theme = theme
        self.examples = Examples()
        self.examples.asked.connect(self.asked)
        self.step = StepCard(theme, downloads)
        self.step.hide()
        self._lay_out()
        self.verticalScrollBar().rangeChanged.connect(self._keep_in_the_middle)

    @property
    def waiting(self) -> bool:
        """True if Ollama is configured but has no usable model."""
        state = self._provider
        return state is not None and not state.ok and state.provider == "ollama"

    def show_state(self, state: ProviderState) -> None:
        self._provider = state
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
        self.examples.setVisible(found or not self._offline)  # the examples need the web
        step = next_step(state, sys.platform, installed=self._installed, offline=self._offline)
        self.step.show_step(step, "" if found else localized(state.problem))
        self.step.setVisible(not found)

    def _keep_in_the_middle(self, _least: int, most: int) -> None:
        bar = self.verticalScrollBar().sizeHint().width() if most else 0
        if self.viewportMargins().left() != bar:
            self.setViewportMargins(bar, 0, 0, 0)
            self._fit_column()  # keeps the text aligned with the composer
            self._lines.setContentsMargins(SIDE - bar, 24, SIDE - bar, 24)

    def _fit_column(self) -> None:
        bar = self.viewportMargins().left()
        self._column.setMaximumWidth(column_width(self._theme.points) - 2 * bar)

    def _lay_out(self) -> None:
        page = QWidget()
        page.setObjectName("page")
        self._column = QWidget()
        self._fit_column()
        self._theme.changed.connect(self._fit_column)
        title = label(self.tr("Ask anything. See the proof."), "title")
        about = self.tr("Searches the web, reads the pages and shows its sources.")
        head = vbox(title, label(about, "muted"), spacing=6)
        parts = ((STRETCH, 2), head, 10, self.step, self.examples, (STRETCH, 3))
        margins = (SIDE, 24, SIDE, 24)
        self._lines = vbox(*parts, parent=self._column, margins=margins, spacing=16)
        hbox((STRETCH, 0), (self._column, 1), (STRETCH, 0), parent=page)
        self.setWidget(page)
