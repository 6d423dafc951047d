"""What went wrong, what to do about it, and the buttons that do it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.ui.models.downloads import Download
from desktop_agent.ui.models.words import progress_text
from desktop_agent.ui.parts import IconLabel, wrapped
from desktop_agent.ui.theme import Theme


class ErrorCard(QFrame):
    """A failure in the place of an answer.

    ``retry`` asks for the question once more, ``from_sources`` for an answer without a model. Where a missing model is all that is wrong, ``pull``
    asks with this card for ``pullable``, or to break its download off; the card shows how that goes.
    """

    retry = Signal()
    from_sources = Signal()
    pull = Signal(object)

    def __init__(
        self,
        theme: Theme,
        message: str,
        remedy: str,
        pullable: str = "",
        *,
        without_model: bool = False,
    ) -> None:
        super().__init__()
        self.pullable = pullable
        self._without_model = without_model
        self.setObjectName("errorCard")
        self.setAccessibleName(self.tr("Error"))
        self.setAccessibleDescription(f"{message} {remedy}".strip())
        lines = QVBoxLayout()
        lines.setSpacing(6)
        lines.addWidget(wrapped(message, "section"))
        if remedy:
            lines.addWidget(wrapped(remedy))
        lines.addSpacing(6)
        lines.addLayout(self._make_buttons())
        self._progress = self._make_progress()
        lines.addWidget(self._progress)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 14, 16, 16)
        row.setSpacing(12)
        row.addWidget(IconLabel(theme, "failed", "error", 20), 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(lines, 1)

    def show_download(self, download: Download) -> None:
        """Shows how far a download is; the same button goes on with what was broken off."""
        meter = download.meter
        get = self.tr("Pull {0}").format(self.pullable)
        self._button.setText(self.tr("Stop pulling") if download.active else get)
        self._told.setText(progress_text(download))
        self._bar.setRange(0, 1000 if meter.total else 0)
        self._bar.setValue(round(1000 * meter.completed / max(1, meter.total)))
        self._bar.setVisible(download.active)
        self._progress.show()

    def _make_buttons(self) -> QHBoxLayout:
        again = QPushButton(self.tr("Try again"))
        again.setAccessibleDescription(self.tr("Asks the same question once more"))
        again.setToolTip(self.tr("Ask the same question once more"))
        again.clicked.connect(self.retry)
        self._button = QPushButton(self.tr("Pull {0}").format(self.pullable))
        self._button.setToolTip(self.tr("Download this model with Ollama, then ask again"))
        self._button.setAccessibleDescription(self._button.toolTip())
        self._button.clicked.connect(lambda: self.pull.emit(self))
        self._button.setVisible(bool(self.pullable))
        sources = QPushButton(self.tr("Answer from sources without a model"))
        sources.setToolTip(
            self.tr("Ask the same question in evidence mode: it quotes what pages say")
        )
        sources.setAccessibleDescription(sources.toolTip())
        sources.clicked.connect(self.from_sources)
        sources.setVisible(self._without_model)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._button)
        row.addWidget(sources)
        row.addWidget(again)
        row.addStretch(1)
        return row

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
