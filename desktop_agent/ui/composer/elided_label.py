"""A line of text that is shortened in the middle where there is too little room for it."""

from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy


class ElidedLabel(QLabel):
    """Shows one line; the whole text is in the tooltip and for screen readers."""

    def __init__(
        self,
        text: str,
        most: int = 0,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle,
    ) -> None:
        super().__init__(" ".join(text[:2000].split()))
        self._most = most
        self._mode = mode
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setToolTip(f"<qt>{escape(text[:500])}</qt>")  # a file may be called <b>
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Preferred if most else policy.Ignored, policy.Fixed)

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(min(hint.width(), self._most), hint.height()) if self._most else hint

    def minimumSizeHint(self) -> QSize:
        return QSize(40, super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        shown = self.fontMetrics().elidedText(self.text(), self._mode, self.width())
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignVCenter), shown)
        painter.end()
