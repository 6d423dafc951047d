"""Small labels and banners for answers, panels and pages."""

from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from desktop_agent.core.errors import AgentError
from desktop_agent.frontends.ui.widgets.layout import hbox
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme
from desktop_agent.frontends.ui.widgets.translation import localized_error


def label(text: str = "", name: str = "", align: Qt.AlignmentFlag | None = None) -> QLabel:
    """Return a plain-text label that wraps between words; ``name`` selects its style."""
    made = QLabel(text)
    made.setObjectName(name)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(True)
    if align is not None:
        made.setAlignment(align)
    return made


def heading(text: str, name: str = "heading") -> QLabel:
    """Return a single-line label; ``name`` selects its style."""
    made = QLabel(text)
    made.setObjectName(name)
    return made


class IconLabel(QLabel):
    """A label that shows an icon."""

    def __init__(self, theme: Theme, name: str, colour: ColourName, side: int = 18) -> None:
        super().__init__()
        self._theme = theme
        self.setFixedSize(side, side)
        self.show_icon(name, colour)

    def show_icon(self, name: str, colour: ColourName) -> None:
        self._icon = self._theme.icon(name, colour)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        self._icon.paint(QPainter(self), self.rect())


class ElidedLabel(QLabel):
    """A single-line label that elides its text to fit, with the full text in a tooltip.

    The label adapts to any width. If ``most`` is given, it prefers to be at most that many pixels
    wide.
    """

    def __init__(
        self, text: str = "", most: int = 0, mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight
    ) -> None:
        super().__init__()
        self._whole = ""
        self._most = most
        self._mode = mode
        self.setTextFormat(Qt.TextFormat.PlainText)
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Preferred if most else policy.Ignored, policy.Preferred)
        self.show_text(text)

    def show_text(self, text: str) -> None:
        self._whole = " ".join(text.split())
        self.updateGeometry()
        self._elide()

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        if self._most:
            whole = QFontMetrics(self.font()).horizontalAdvance(self._whole) + 1
            hint.setWidth(min(whole, self._most))
        return hint

    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        return QSize(40, hint.height()) if self._most else hint

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        shown = QFontMetrics(self.font()).elidedText(self._whole, self._mode, self.width())
        self.setText(shown)
        tip = self._whole if shown != self._whole else ""
        self.setToolTip(f"<qt>{escape(tip)}</qt>" if "<" in tip else tip)
        self.setAccessibleName(self._whole)


class Banner(QFrame):
    """A banner with a warning icon and text."""

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__()
        self.setObjectName("banner")
        icon = (IconLabel(theme, "warning", "warn"), 0, Qt.AlignmentFlag.AlignTop)
        hbox(icon, (label(text), 1), parent=self, margins=(14, 10, 14, 10), spacing=10)


SELECTABLE = (
    Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
)


def wrapped(text: str, name: str = "") -> QLabel:
    """Return a plain-text label that wraps between words and whose text can be selected."""
    made = label(text, name)
    made.setTextInteractionFlags(SELECTABLE)
    return made


def empty_note(text: str = "") -> QLabel:
    """Return a centred label to show in place of an empty list."""
    made = label(text, "muted", Qt.AlignmentFlag.AlignCenter)
    made.setContentsMargins(32, 32, 32, 32)
    return made


class Said(QLabel):
    """A selectable plain-text label, hidden while empty."""

    def __init__(self, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setTextInteractionFlags(SELECTABLE)
        self.setWordWrap(True)
        self.hide()

    def say(self, text: str, tone: str = "") -> None:
        """Show ``text``; ``tone`` is "ok", "warn", "error", "muted" or ""."""
        tone = tone if text else ""
        if tone != self.property("tone"):
            self.setProperty("tone", tone)
            self.style().polish(self)
        self.setText(text)
        self.setVisible(bool(text))

    def fail(self, error: AgentError) -> None:
        """Show why an action failed, and what the user can do."""
        self.say(localized_error(error), "error")


class Pill(Said):
    """A short status label."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("pill", parent)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        self.setWordWrap(False)
