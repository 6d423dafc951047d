"""Cards for failed and interrupted answers, with buttons that address the cause."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.core.events import RunFinished
from desktop_agent.core.models import ModelInfo
from desktop_agent.frontends.ui.chat.turn_actions import TurnActions
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.widgets.labels import IconLabel, wrapped
from desktop_agent.frontends.ui.widgets.layout import FlowLayout
from desktop_agent.frontends.ui.widgets.model_download import Download, progress_text
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme
from desktop_agent.frontends.ui.widgets.translation import localized

PROVIDER_NAMES = {"ollama": "Ollama", "openai": "OpenAI", "anthropic": "Anthropic"}


class ErrorCard(QFrame):
    """Shows a failure in place of an answer or below a partial one.

    If only a model is missing, the card offers to download ``pullable`` and shows the progress. On
    ``look_for_models``, pass the models that could answer instead to `offer`.
    """

    def __init__(
        self, theme: Theme, turn: Turn, event: RunFinished, actions: TurnActions, title: str
    ) -> None:
        super().__init__()
        self._turn = turn
        self._actions = actions
        self._needed_model = not turn.is_from_evidence
        self._other_model = self._needed_model and event.cause == "model"
        message = localized(event.error) or QCoreApplication.translate(
            "AssistantMessage", "The run failed."
        )
        remedy = localized(event.remedy)
        tone: ColourName = "error" if event.status == "failed" else "warn"
        self.pullable = event.pullable
        self.setProperty("tone", tone)
        self.setObjectName("errorCard")
        self.setAccessibleName(self.tr("Error"))
        self.setAccessibleDescription(f"{title} {message} {remedy}".strip())
        lines = QVBoxLayout()
        lines.setSpacing(6)
        head, *rest = (each for each in (title, message, remedy) if each)
        lines.addWidget(wrapped(head, "section"))
        for each in rest:
            lines.addWidget(wrapped(each))
        lines.addSpacing(6)
        lines.addWidget(self._make_buttons())
        self._progress = self._make_progress()
        lines.addWidget(self._progress)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 14, 16, 16)
        row.setSpacing(12)
        row.addWidget(
            IconLabel(theme, "failed" if tone == "error" else "warning", tone, 20),
            0,
            Qt.AlignmentFlag.AlignTop,
        )
        row.addLayout(lines, 1)

    def ask_again(self) -> None:
        self._actions.regenerate.emit(self._turn.turn_id)

    def show_download(self, download: Download) -> None:
        """Show the progress of a download. The same button resumes a cancelled download."""
        meter = download.meter
        get = self.tr("Pull {0}").format(self.pullable)
        self._button.setText(self.tr("Stop pulling") if download.active else get)
        self._told.setText(progress_text(download))
        self._bar.setRange(0, 1000 if meter.total else 0)
        self._bar.setValue(round(1000 * meter.completed / max(1, meter.total)))
        self._bar.setVisible(download.active)
        self._progress.show()

    def offer(self, models: Sequence[tuple[str, ModelInfo]]) -> None:
        """Show a menu of models, grouped by provider."""
        self._other.setEnabled(True)
        menu = QMenu(self._other)
        menu.setAccessibleName(self._other.text())
        providers = list(dict.fromkeys(provider for provider, _ in models))
        for provider in providers:
            if len(providers) > 1:
                menu.addAction(PROVIDER_NAMES.get(provider, provider)).setEnabled(False)
            for each, model in models:
                if each == provider:
                    chosen = (self._turn.turn_id, provider, model.name)
                    choose = partial(self._actions.model_chosen.emit, *chosen)
                    menu.addAction(model.name).triggered.connect(choose)
        if not models:
            menu.addAction(self.tr("No model answers now")).setEnabled(False)
        menu.addSeparator()
        menu.addAction(self.tr("Model settings…")).triggered.connect(self._actions.settings)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self._other.mapToGlobal(QPoint(0, self._other.height() + 2)))

    def _look_for_models(self) -> None:
        self._other.setEnabled(False)
        self._actions.look_for_models.emit(self)

    def _make_buttons(self) -> QWidget:
        again = QPushButton(self.tr("Try again"))
        again.setToolTip(self.tr("Ask the same question once more"))
        again.setAccessibleDescription(again.toolTip())
        again.clicked.connect(self.ask_again)
        self._button = QPushButton(self.tr("Pull {0}").format(self.pullable))
        self._button.setToolTip(self.tr("Download this model with Ollama, then ask again"))
        self._button.setAccessibleDescription(self._button.toolTip())
        self._button.clicked.connect(lambda: self._actions.pull.emit(self))
        self._button.setVisible(bool(self.pullable))
        self._other = QPushButton(self.tr("Use another model"))
        self._other.setToolTip(self.tr("Ask the same question of a model that answers now"))
        self._other.setAccessibleDescription(self._other.toolTip())
        self._other.clicked.connect(self._look_for_models)
        self._other.setVisible(self._other_model)
        sources = QPushButton(self.tr("Show quotes instead"))
        sources.setToolTip(self.tr("Answer with what the pages say, without a model"))
        sources.setAccessibleDescription(sources.toolTip())
        sources.clicked.connect(lambda: self._actions.from_sources.emit(self._turn.turn_id))
        sources.setVisible(self._needed_model)
        buttons = QWidget()
        in_rows = FlowLayout(buttons, 8)
        for button in (self._button, again, self._other, sources):
            in_rows.addWidget(button)
        return buttons

    def _make_progress(self) -> QWidget:
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(self.tr("Download"))
        self._told = QLabel()
        self._told.setTextFormat(Qt.TextFormat.PlainText)
        self._told.setWordWrap(True)
        shown = QWidget()
        lines = QVBoxLayout(shown)
        lines.setContentsMargins(0, 6, 0, 0)
        lines.addWidget(self._bar)
        lines.addWidget(self._told)
        shown.hide()
        return shown


# --- Interrupted answer, with an offer to ask again


class InterruptedNote(QFrame):
    """Explains why an answer is incomplete."""

    def __init__(self, theme: Theme, turn_id: int, actions: TurnActions, reason: str) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setAccessibleName(self.tr("Interrupted"))
        self.setAccessibleDescription(reason)
        again = QPushButton(self.tr("Ask again"))
        again.setToolTip(self.tr("Ask the same question once more"))
        again.setAccessibleDescription(again.toolTip())
        again.clicked.connect(lambda: actions.regenerate.emit(turn_id))
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 10, 12, 10)
        row.setSpacing(12)
        row.addWidget(IconLabel(theme, "warning", "warn"), 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(wrapped(reason, "muted"), 1)
        row.addWidget(again)
