"""A button that says which parts come before one, and lets them be chosen."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from desktop_agent.core.plan import Subtask
from desktop_agent.ui import plan_words as words
from desktop_agent.ui.theme import Theme

_TITLE_MOST = 60


class NeedsButton(QToolButton):
    """``chosen`` brings the id of a part, and whether it comes before; ``opening`` is sent first."""

    opening = Signal()
    chosen = Signal(str, bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("needs")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setToolTip(self.tr("Which parts have to be done before this one"))
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the arrow stands behind the words
        theme.bind_icon(self, "down", "muted", side=12)
        self._menu = _StayingMenu(self)
        self._menu.aboutToShow.connect(self.opening)
        self.setMenu(self._menu)

    def show_choice(self, part: Subtask, others: Sequence[Subtask]) -> None:
        """Offers all other parts, as they are now."""
        self._menu.clear()
        for each in others:
            title = (
                each.question
                if len(each.question) <= _TITLE_MOST
                else each.question[:_TITLE_MOST] + "…"
            )
            action = self._menu.addAction(f"{each.id} · {title}".replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(each.id in part.needs)
            action.toggled.connect(lambda on, name=each.id: self.chosen.emit(name, on))

    def show_needs(self, part: Subtask) -> None:
        """Says which parts come before."""
        after = words.after(part.needs)
        self.setText(after or self.tr("at once"))
        said = self.tr("Part {0} runs {1}").format(part.id, self.text())
        self.setAccessibleName(said)


class _StayingMenu(QMenu):
    """Stays open while things are ticked, so that several can be."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(parent.tr("Parts that come before"))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self._tick():
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        ticks = event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if not (ticks and self._tick()):
            super().keyPressEvent(event)

    def _tick(self) -> bool:
        action: QAction | None = self.activeAction()
        if action is None or not action.isCheckable():
            return False
        action.toggle()
        return True
