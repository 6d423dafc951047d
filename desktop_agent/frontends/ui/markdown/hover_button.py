"""A button at the top right of the code block or table under the mouse."""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QTextBrowser, QToolButton

from desktop_agent.frontends.ui.widgets.theme import Theme


class HoverAct(NamedTuple):
    """The button's look and action for a block of text that starts at ``top``, in pixels."""

    top: float
    icon: str
    text: str
    tip: str
    act: Callable[[], object]


class HoverButton(QToolButton):
    """A button for mouse users; the context menu offers the same action.

    ``find`` is called with a point in the view and returns None if there is nothing to act on.
    """

    def __init__(
        self, theme: Theme, view: QTextBrowser, find: Callable[[QPoint], HoverAct | None]
    ) -> None:
        super().__init__(view.viewport())
        self._theme = theme
        self._view = view
        self._find = find
        self._act: Callable[[], object] = lambda: None
        self.setObjectName("hoverButton")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.hide()
        self.clicked.connect(self._press)
        view.viewport().installEventFilter(self)

    def _press(self) -> None:
        self._act()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            if not event.buttons():
                self._offer(self._find(event.position().toPoint()))
        elif event.type() == QEvent.Type.Leave:
            self.hide()
        return False

    def _offer(self, found: HoverAct | None) -> None:
        self.setVisible(found is not None)
        if found is None:
            return
        self._act = found.act
        if found.text != self.text():
            self.setText(found.text)
            self.setAccessibleName(found.text)
            self.setToolTip(found.tip)
            self._theme.bind_icon(self, found.icon, side=14)
        self.adjustSize()
        self.move(self._view.viewport().width() - self.width() - 6, round(found.top + 5))
