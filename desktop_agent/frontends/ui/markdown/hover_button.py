"""A button at the top right of the code block or table under the mouse."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QTextBrowser, QToolButton

from desktop_agent.frontends.ui.widgets.theme import Theme

Found = tuple[float, Callable[[], object]]
"""The top of what the button is for, in pixels, and what a click does."""


class HoverButton(QObject):
    """A button for mouse users; the context menu offers the same action.

    ``find`` is called with a point in the view, and returns None if there is nothing to act on.
    """

    def __init__(
        self,
        theme: Theme,
        view: QTextBrowser,
        icon: str,
        text: str,
        tip: str,
        find: Callable[[QPoint], Found | None],
    ) -> None:
        super().__init__(view)
        self._view = view
        self._find = find
        self._act: Callable[[], object] = lambda: None
        self.button = button = QToolButton(view.viewport())
        button.setObjectName("copyCode")
        button.setText(text)
        button.setToolTip(tip)
        button.setAccessibleName(text)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setCursor(Qt.CursorShape.ArrowCursor)
        button.hide()
        button.clicked.connect(self._press)
        theme.bind_icon(button, icon, side=14)
        view.viewport().installEventFilter(self)

    def _press(self) -> None:
        self._act()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            if not event.buttons():
                self._offer(event.position().toPoint())
        elif event.type() == QEvent.Type.Leave:
            self.button.hide()
        return False

    def _offer(self, at: QPoint) -> None:
        found = self._find(at)
        if found is not None:
            top, self._act = found
            self.button.adjustSize()
            left = self._view.viewport().width() - self.button.width() - 6
            self.button.move(left, round(top + 5))
        self.button.setVisible(found is not None)
