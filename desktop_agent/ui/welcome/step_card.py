"""The card with the one thing to do next, and the buttons that do it."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.ui.browser import open_address
from desktop_agent.ui.composer.flow_layout import FlowLayout
from desktop_agent.ui.models.download_view import DownloadView
from desktop_agent.ui.models.downloads import Downloads
from desktop_agent.ui.models.suggestions import suggestions
from desktop_agent.ui.models.words import bytes_text
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.welcome.next_step import NextStep

_COPIED_MS = 1500


class StepCard(QFrame):
    """Shows a step. ``look_again`` and ``settings`` are buttons."""

    look_again = Signal()
    settings = Signal()

    def __init__(self, theme: Theme, downloads: Downloads | None) -> None:
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        self._downloads = downloads
        self.step = NextStep("none")
        self.title = QLabel()
        self.title.setObjectName("section")
        self.title.setWordWrap(True)
        self.text = QLabel()
        self.text.setObjectName("muted")
        self.text.setWordWrap(True)
        self.command = QLineEdit()
        self.command.setReadOnly(True)
        self.command.setObjectName("command")
        self.command.setAccessibleName(self.tr("Command for a terminal"))
        self.copy = QToolButton()
        self.copy.setToolTip(self.tr("Copy the command"))
        self.copy.setAccessibleName(self.tr("Copy the command"))
        self.copy.clicked.connect(self._copy)
        theme.bind_icon(self.copy, "copy")
        self.act = QPushButton()
        self.act.setObjectName("primary")
        self.act.clicked.connect(self._do)
        self.again = QPushButton(self.tr("Look again"))
        self.again.setToolTip(self.tr("Look for a model once more"))
        self.again.clicked.connect(self.look_again)
        self.open_settings = QPushButton(self.tr("Use another service"))
        self.open_settings.setToolTip(self.tr("Choose a provider and store a key (Ctrl+,)"))
        self.open_settings.clicked.connect(self.settings)
        self._loading = QVBoxLayout()
        self._view: DownloadView | None = None
        self._lay_out()

    def show_step(self, step: NextStep) -> None:
        """Shows what to do next."""
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
        self.act.setToolTip(step.url or label)
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
        if self.step.kind == "get_model" and self._downloads is not None:
            self._downloads.start(self.step.model)
            self._show_download()
        elif self.step.kind == "install":
            open_address(self.step.url)
        else:
            self.settings.emit()

    def _show_download(self) -> None:
        name, downloads = self.step.model, self._downloads
        there = downloads is not None and bool(name) and downloads.get(name) is not None
        if self._view is not None and (not there or self._view.name != name):
            self._view.hide()
            self._view.deleteLater()
            self._view = None
        if there and self._view is None and downloads is not None:
            self._view = DownloadView(self._theme, downloads, name)
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
        line = QHBoxLayout(self._row)
        line.setContentsMargins(0, 2, 0, 2)
        line.setSpacing(6)
        line.addWidget(self.command, 1)
        line.addWidget(self.copy)
        buttons = QWidget()
        in_rows = FlowLayout(buttons, 8)
        for button in (self.act, self.again, self.open_settings):
            in_rows.addWidget(button)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(18, 14, 18, 16)
        lines.setSpacing(8)
        lines.addWidget(self.title)
        lines.addWidget(self.text)
        lines.addWidget(self._row)
        lines.addLayout(self._loading)
        lines.addWidget(buttons)
