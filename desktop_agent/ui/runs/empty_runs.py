"""What is seen while there are no runs: what they are for, and how to begin one."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from desktop_agent.ui.parts import IconLabel
from desktop_agent.ui.runs.words import tr
from desktop_agent.ui.theme import Theme

_WIDTH = 42
"""How wide the text is at most, in points of the font times this."""


class EmptyRuns(QWidget):
    """An icon, a heading, and a few lines."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._heading = QLabel(tr("Nothing runs in the background"))
        self._heading.setObjectName("heading")
        self._hint = QLabel(
            tr(
                "Questions that take long can be asked in the background: write one in the chat and "
                "press Ctrl+Alt+Return. What models begin by themselves and what is scheduled is "
                "listed here too."
            )
        )
        self._hint.setObjectName("muted")
        lines = QVBoxLayout(self)
        lines.setSpacing(10)
        lines.addStretch(2)
        centre = Qt.AlignmentFlag.AlignHCenter
        lines.addWidget(IconLabel(theme, "runs", "accent", 40), 0, centre)
        for label in (self._heading, self._hint):
            label.setAlignment(centre)
            label.setWordWrap(True)
            lines.addWidget(label, 0, centre)
        lines.addStretch(3)
        theme.changed.connect(self._fit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        width = min(round(_WIDTH * self._theme.points), self.width() - 20)
        for label in (self._heading, self._hint):
            label.ensurePolished()
            label.setFixedSize(width, max(0, label.heightForWidth(width)))
