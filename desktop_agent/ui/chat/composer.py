"""Where a question is written, with how and by which model it is to be answered."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.core.models import ModelInfo, ProviderState
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.words import strategies

_LINES_MOST = 8


class QuestionEdit(QPlainTextEdit):
    """Grows with its text up to a few lines. Enter sends, Shift+Enter begins a new line."""

    sent = Signal()
    focused = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabChangesFocus(True)
        self.setPlaceholderText(self.tr("Ask anything that you want to check"))
        self.setAccessibleName(self.tr("Question"))
        self.setAccessibleDescription(self.tr("Enter sends, Shift+Enter begins a new line"))
        self.document().setDocumentMargin(2)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = not event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and plain:
            self.sent.emit()
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focused.emit(False)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self._fit()

    def _fit(self) -> None:
        lines = max(1, int(self.document().size().height()))  # a plain text counts in lines
        height = min(lines, _LINES_MOST) * self.fontMetrics().lineSpacing() + 8
        bars = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            bars.ScrollBarAsNeeded if lines > _LINES_MOST else bars.ScrollBarAlwaysOff
        )
        if height != self.height():
            self.setFixedHeight(height)


class Composer(QFrame):
    """``asked`` brings the question when it is sent, ``stopped`` the wish to end the run."""

    asked = Signal(str)
    stopped = Signal()

    def __init__(self, theme: Theme, strategy: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("composer")
        self._theme = theme
        self._running = False
        self.edit = QuestionEdit()
        self.edit.sent.connect(self._send)
        self.edit.textChanged.connect(self._enable)
        self.edit.focused.connect(self._frame)
        self.strategy = self._make_strategy(strategy)
        self.model = self._make_model()
        self.button = QToolButton()
        self.button.setObjectName("send")
        self.button.setFixedSize(QSize(34, 34))
        self.button.clicked.connect(self._pressed)
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(self.strategy)
        row.addWidget(self.model)
        row.addStretch(1)
        row.addWidget(self.button)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(16, 12, 10, 10)
        lines.setSpacing(6)
        lines.addWidget(self.edit)
        lines.addLayout(row)
        self.set_running(False)

    @property
    def chosen_strategy(self) -> str:
        """The strategy for the next question."""
        return str(self.strategy.currentData())

    @property
    def chosen_model(self) -> str:
        """The model for the next question; empty leaves it to the settings."""
        return str(self.model.currentData() or "")

    def show_models(self, models: Sequence[ModelInfo]) -> None:
        """Offers these models; the choice stays where it can."""
        chosen = self.chosen_model
        self.model.clear()
        self.model.addItem(self.tr("Automatic model"), "")
        for model in models:
            if "embedding" in model.capabilities and "completion" not in model.capabilities:
                continue
            self.model.addItem(model.name, model.name)
            note = " · ".join(part for part in (model.parameters, model.quantisation) if part)
            self.model.setItemData(self.model.count() - 1, note, Qt.ItemDataRole.ToolTipRole)
        self.model.setCurrentIndex(max(0, self.model.findData(chosen)))

    def show_state(self, state: ProviderState) -> None:
        """Says in the place of the model whether there is one."""
        found = state.ok and state.provider != "none"
        if not found:
            self.model.clear()
            self.model.addItem("", "")
        automatic = self.tr("Automatic model") if found else self.tr("No model")
        self.model.setItemText(0, automatic)

    def set_running(self, running: bool) -> None:  # noqa: FBT001 - a switch, named by its method
        """Makes the button send or stop."""
        self._running = running
        text = self.tr("Stop (Esc)") if running else self.tr("Send (Enter)")
        self.button.setToolTip(text)
        self.button.setAccessibleName(self.tr("Stop") if running else self.tr("Send"))
        self._theme.bind_icon(self.button, "stop" if running else "send", "on_accent", side=20)
        self._enable()

    def put(self, text: str) -> None:
        """Writes a text into the field and puts the cursor behind it."""
        self.edit.setPlainText(text)
        self.edit.moveCursor(self.edit.textCursor().MoveOperation.End)
        self.edit.setFocus()

    def _send(self) -> None:
        text = self.edit.toPlainText().strip()
        if text and not self._running:
            self.edit.clear()
            self.asked.emit(text)

    def _pressed(self) -> None:
        if self._running:
            self.stopped.emit()
        else:
            self._send()

    def _enable(self) -> None:
        self.button.setEnabled(self._running or bool(self.edit.toPlainText().strip()))

    def _frame(self, focused: bool) -> None:  # noqa: FBT001 - Qt's signal
        self.setProperty("focused", focused)
        self.style().polish(self)

    def _make_strategy(self, strategy: str) -> QComboBox:
        box = _picker(self.tr("Strategy"), self.tr("How the question is carried out"))
        for each in strategies():
            box.addItem(each.title, each.name)
            for role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
                box.setItemData(box.count() - 1, each.tip, role)
        box.currentIndexChanged.connect(lambda: box.setToolTip(_chosen_tip(box)))
        box.setCurrentIndex(max(0, box.findData(strategy)))
        box.setToolTip(_chosen_tip(box))
        return box

    def _make_model(self) -> QComboBox:
        box = _picker(self.tr("Model"), self.tr("Which model answers"))
        box.addItem(self.tr("Automatic model"), "")
        return box


def _chosen_tip(box: QComboBox) -> str:
    return str(box.currentData(Qt.ItemDataRole.ToolTipRole) or "")


def _picker(name: str, tip: str) -> QComboBox:
    box = QComboBox()
    box.setObjectName("picker")
    box.setAccessibleName(name)
    box.setAccessibleDescription(tip)
    box.setToolTip(tip)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    box.view().setMinimumWidth(170)
    return box
