"""Temporary messages about completed actions, with a button to undo the action."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from desktop_agent.frontends.ui.widgets.accessibility import announce
from desktop_agent.frontends.ui.widgets.buttons import icon_button, push_button
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel
from desktop_agent.frontends.ui.widgets.layout import hbox
from desktop_agent.frontends.ui.widgets.theme import Theme

_MARGIN = 20
_MOST_WIDTH = 520


class Toast(QFrame):
    """Shows one message at a time over ``parent``, without taking the focus.

    A message stays while the mouse is over it or it has the focus. ``ended`` is emitted when it is
    removed.
    """

    ended = Signal()

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self.setObjectName("toast")
        self._act: Callable[[], object] | None = None
        self._undoes = True
        self._over = parent
        self._text = ""
        self._label = ElidedLabel("", _MOST_WIDTH, Qt.TextElideMode.ElideMiddle)
        self.action = push_button("", self._pressed, name="toastAction")
        dismiss, tip = self.tr("Dismiss"), self.tr("Dismiss (Esc)")
        close = icon_button(theme, "cross", dismiss, self.dismiss, tip=tip, side=14)
        close.setObjectName("toastClose")
        theme.bind_icon(close, "cross", "on_accent", side=14)
        hbox((self._label, 1), self.action, close, parent=self, margins=(16, 7, 8, 7), spacing=8)
        self._clock = QTimer(self, singleShot=True)
        self._clock.timeout.connect(self._time_is_up)
        parent.installEventFilter(self)
        self.hide()

    def show_message(
        self,
        text: str,
        action_text: str = "",
        act: Callable[[], object] | None = None,
        ms: int = 10_000,
        *,
        undoes: bool = True,
    ) -> None:
        """Show a message for ``ms`` milliseconds; screen readers announce it.

        ``act`` is called by a button labelled ``action_text`` and, if ``undoes`` is set, by the
        undo shortcut.
        """
        if self.isVisibleTo(self._over):
            self._end()
        self._act = act
        self._text = text
        self.action.setText(action_text)
        self.action.setVisible(act is not None)
        self._undoes = undoes
        tip = self.tr("{0} (Ctrl+Z)").format(action_text) if undoes else ""
        self.action.setToolTip(tip)
        self._place()
        self.show()
        self.raise_()
        self._clock.start(ms)
        said = f"{text}. {action_text}" if action_text else text
        announce(self, said)
        self.setAccessibleName(said)

    @property
    def text(self) -> str:
        """The current message, or "" if there is none."""
        return self._text if self.isVisibleTo(self._over) else ""

    @property
    def can_act(self) -> bool:
        return bool(self.text) and self._act is not None and self._undoes

    def act(self) -> None:
        """Perform the current message's undo action, if there is one."""
        if self.can_act:
            self._pressed()

    def dismiss(self) -> None:
        if self.text:
            self._end()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._over:
            self._place()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)

    def _pressed(self) -> None:
        act = self._act
        if act is not None:
            self._end()
            act()

    def _end(self) -> None:
        self._clock.stop()
        self._act = None
        had_keys = self._has_keys()
        self.hide()
        if had_keys:
            self._over.setFocus()
        self.ended.emit()

    def _time_is_up(self) -> None:
        if self.underMouse() or self._has_keys():
            self._clock.start()
        else:
            self._end()

    def _has_keys(self) -> bool:
        at_keys = QApplication.focusWidget()
        return at_keys is not None and self.isAncestorOf(at_keys)

    def _place(self) -> None:
        parent = self._over
        self._label.show_text(self._text)
        self.setMaximumWidth(min(_MOST_WIDTH, parent.width() - 2 * _MARGIN))
        self.adjustSize()
        left = (parent.width() - self.width()) // 2
        self.move(max(0, left), max(0, parent.height() - self.height() - _MARGIN))
