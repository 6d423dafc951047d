"""The card for a failed or interrupted answer, with buttons for remedies."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFrame, QMenu, QWidget

from desktop_agent.core.events import RunFinished
from desktop_agent.core.models import ModelInfo
from desktop_agent.frontends.ui.chat.turn_actions import TurnActions
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.labels import IconLabel, wrapped
from desktop_agent.frontends.ui.widgets.layout import FlowLayout, hbox, remove_all, vbox
from desktop_agent.frontends.ui.widgets.model_download import Downloads, DownloadView
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording.labels import product


class ErrorCard(QFrame):
    """A card that explains why a run failed or ended early.

    If a model is missing, ``pullable`` is its name, and the card offers to download it. To list
    other models that can answer, the card emits ``look_for_models`` and waits for a call to
    `offer`.
    """

    def __init__(
        self, theme: Theme, turn: Turn, event: RunFinished, actions: TurnActions, title: str
    ) -> None:
        super().__init__()
        self._theme = theme
        self._turn = turn
        self._actions = actions
        self._needed_model = not turn.is_from_evidence
        self._was_stopped = event.status == "stopped"
        self._other_model = self._needed_model and event.cause == "model"
        message = localized(event.error) or self.tr("This question could not be answered.")
        remedy = localized(event.remedy)
        tone: ColourName = "error" if event.status == "failed" else "warn"
        self.pullable = event.pullable
        self.setProperty("tone", tone)
        self.setObjectName("errorCard")
        self.setAccessibleName(self.tr("Interrupted") if self._was_stopped else self.tr("Error"))
        self.setAccessibleDescription(f"{title} {message} {remedy}".strip())
        head, *rest = (each for each in (title, message, remedy) if each)
        self._progress = vbox()
        texts = (wrapped(head, "section"), *map(wrapped, rest))
        lines = vbox(*texts, 6, self._make_buttons(), self._progress, spacing=6)
        icon = IconLabel(theme, "failed" if tone == "error" else "warning", tone, 20)
        top = Qt.AlignmentFlag.AlignTop
        hbox((icon, 0, top), (lines, 1), parent=self, margins=(16, 14, 16, 16), spacing=12)

    def ask_again(self) -> None:
        self._actions.regenerate.emit(self._turn.turn_id)

    def follow(self, downloads: Downloads) -> None:
        """Download the missing model, showing progress, then ask the question again."""
        name = self.pullable
        downloads.start(name)
        self._button.hide()
        self._progress.addWidget(DownloadView(self._theme, downloads, name, name))
        downloads.finished.connect(self._downloaded)
        downloads.removed.connect(self._removed)

    def _downloaded(self, name: str) -> None:
        if name == self.pullable and self._progress.count():
            remove_all(self._progress)
            self.ask_again()

    def _removed(self, name: str) -> None:
        if name == self.pullable and self._progress.count():
            remove_all(self._progress)
            self._button.show()

    def offer(self, models: Sequence[tuple[str, ModelInfo]]) -> None:
        self._other.setEnabled(True)
        menu = QMenu(self._other)
        menu.setAccessibleName(self._other.text())
        for provider, model in models:
            name = f"{model.name} · {product(provider)}"
            chosen = (self._turn.turn_id, "", provider, model.name)
            choose = partial(self._actions.ask_again.emit, *chosen)
            menu.addAction(name.replace("&", "&&")).triggered.connect(choose)
        if not models:
            menu.addAction(self.tr("No model available")).setEnabled(False)
        menu.addSeparator()
        menu.addAction(self.tr("Model settings…")).triggered.connect(self._actions.settings)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self._other.mapToGlobal(QPoint(0, self._other.height() + 2)))

    def _look_for_models(self) -> None:
        self._other.setEnabled(False)
        self._actions.look_for_models.emit(self)

    def _make_buttons(self) -> QWidget:
        tip = self.tr("Ask the same question again")
        again = push_button(self.tr("Try again"), self.ask_again, tip=tip)
        self._button = push_button(
            self.tr("Download {0}").format(self.pullable),
            lambda: self._actions.pull.emit(self),
            tip=self.tr("Download this model with Ollama, then ask again"),
        )
        self._button.setVisible(bool(self.pullable))
        self._other = push_button(
            self.tr("Use another model"),
            self._look_for_models,
            tip=self.tr("Ask a model that is available"),
        )
        self._other.setVisible(self._other_model)
        sources = push_button(
            self.tr("Show quotes instead"),
            partial(self._actions.ask_again.emit, self._turn.turn_id, "evidence", "", ""),
            tip=self.tr("Answer with quotes, without a model"),
        )
        sources.setVisible(self._needed_model and not self._was_stopped)
        buttons = QWidget()
        FlowLayout(buttons, self._button, again, self._other, sources, gap=8)
        return buttons
