"""A line below the bar at the top that tells something once, and goes when it was read."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QPushButton, QToolButton, QWidget

from desktop_agent.ui.parts import IconLabel, wrapped
from desktop_agent.ui.theme import ColourName, Theme
from desktop_agent.ui.upkeep.part import button
from desktop_agent.ui.upkeep.words import tr

Act = tuple[str, Callable[[], object]]
"""The text of a button, and what it does."""


class NoticeLine(QFrame):
    """It takes neither the keyboard nor the place of anything; ``dismissed`` tells that it was read."""

    dismissed = Signal()

    def __init__(self, theme: Theme, icon: str, colour: ColourName) -> None:
        super().__init__()
        self.setObjectName("noticeLine")
        self.text = wrapped("")
        self.buttons: tuple[QPushButton, ...] = ()
        self.close_button = QToolButton()
        self.close_button.setToolTip(tr("Dismiss (Esc)"))
        self.close_button.setAccessibleName(tr("Dismiss"))
        self.close_button.clicked.connect(self.dismiss)
        theme.bind_icon(self.close_button, "cross", "muted", side=14)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(16, 6, 10, 6)
        self._row.setSpacing(8)
        self._row.addWidget(IconLabel(theme, icon, colour), 0, Qt.AlignmentFlag.AlignVCenter)
        self._row.addWidget(self.text, 1)
        self._row.addWidget(self.close_button)
        self.hide()

    def say(self, text: str, acts: Sequence[Act], tone: str = "") -> None:
        """Says something, with a button for each that can be done; a screen reader hears a new text."""
        is_new = text != self.text.text() or self.isHidden()
        self.text.setText(text)
        self.text.setProperty("tone", tone)
        self.text.style().polish(self.text)
        self.setAccessibleName(text)
        if [title for title, _act in acts] != [each.text() for each in self.buttons]:
            self._replace(acts)
        self.show()
        if is_new:
            event = QAccessibleAnnouncementEvent(self, text)
            event.setPoliteness(QAccessible.AnnouncementPoliteness.Polite)
            QAccessible.updateAccessibility(event)

    def dismiss(self) -> None:
        """Goes away; the keyboard stays in the window."""
        at_keys = QApplication.focusWidget()
        if at_keys is not None and self.isAncestorOf(at_keys):
            self.focusNextChild()
        self.hide()
        self.dismissed.emit()

    def event(self, event: QEvent) -> bool:
        """Takes Escape before the window does, which has a command on it."""
        if event.type() == QEvent.Type.ShortcutOverride and _is_escape(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape reads it."""
        if _is_escape(event):
            self.dismiss()
        else:
            super().keyPressEvent(event)

    def _replace(self, acts: Sequence[Act]) -> None:
        had_keys = any(each.hasFocus() for each in self.buttons)
        for old in self.buttons:
            self._row.removeWidget(old)
            old.hide()
            old.deleteLater()
        self.buttons = tuple(button(title, act) for title, act in acts)
        before: QWidget = self.text
        for place, each in enumerate(self.buttons):
            self._row.insertWidget(2 + place, each, 0, Qt.AlignmentFlag.AlignVCenter)
            self.setTabOrder(before, each)
            before = each
        self.setTabOrder(before, self.close_button)
        if had_keys and self.buttons:
            self.buttons[0].setFocus()


def _is_escape(event: QEvent) -> bool:
    return isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
