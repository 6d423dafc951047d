"""A button at the top right of the code block or table under the mouse."""

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QTextBrowser, QToolButton

from desktop_agent.frontends.ui.widgets.theme import Theme


class HoverButton(QObject):
    """The base class of such buttons, which are for the mouse; the context menu offers the same."""

    def __init__(self, theme: Theme, view: QTextBrowser, icon: str, text: str, tip: str) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self.button = button = QToolButton(view.viewport())
        button.setText(text)
        button.setToolTip(tip)
        button.setAccessibleName(text)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setCursor(Qt.CursorShape.ArrowCursor)
        button.hide()
        button.clicked.connect(self.press)
        theme.bind_icon(button, icon, side=14)
        view.viewport().installEventFilter(self)

    def top_at(self, at: QPoint) -> float | None:
        """Return the top of what the button is for at a point, or None if there is nothing."""
        raise NotImplementedError

    def press(self) -> None:
        raise NotImplementedError

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            if not event.buttons():
                self._offer(event.position().toPoint())
        elif event.type() == QEvent.Type.Leave:
            self.button.hide()
        return False

    def _offer(self, at: QPoint) -> None:
        top = self.top_at(at)
        if top is None:
            self.button.hide()
            return
        self.button.adjustSize()
        self.button.move(self._view.viewport().width() - self.button.width() - 6, round(top + 5))
        self.button.show()
