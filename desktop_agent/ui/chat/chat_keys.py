"""The keyboard in a chat: the same keys scroll and copy wherever in it the focus is."""

from typing import Protocol

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QScrollBar, QTextEdit

from desktop_agent.ui.chat.turn_pool import TurnPool

_LINE = 40


class Scrollable(Protocol):
    """What the keys act on: see `ChatView`."""

    @property
    def has_selection(self) -> bool: ...
    def verticalScrollBar(self) -> QScrollBar: ...
    def scroll_by(self, pixels: int) -> None: ...
    def go_to_latest(self) -> None: ...
    def select_all(self) -> None: ...
    def copy_selection(self, markdown: bool = False) -> None: ...  # noqa: FBT001, FBT002 - as there


class ChatKeys(QObject):
    """Watches the texts of a chat for keys that are the chat's own."""

    def __init__(self, chat: Scrollable, pool: TurnPool) -> None:
        super().__init__(pool)
        self._chat = chat
        self._pool = pool
        pool.built.connect(self._built)

    def pressed(self, event: QKeyEvent) -> bool:
        """Does what a key stands for; False leaves it to others."""
        if event.matches(QKeySequence.StandardKey.SelectAll):
            self._chat.select_all()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self._chat.copy_selection()
        else:
            return self._scroll(event)
        return True

    def copy_in_text(self) -> None:
        """Copies what is selected within the text that has the focus, or in any one."""
        focus = QApplication.focusWidget()
        texts = [view.text(part) for _, view in self._pool for part in (0, 1)]
        texts.sort(key=lambda text: text is not focus)
        for text in texts:
            cursor = text.textCursor()
            if cursor.hasSelection():
                QGuiApplication.clipboard().setText(cursor.selection().toPlainText())
                return

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.matches(QKeySequence.StandardKey.SelectAll):
            return self._select_all(watched)
        if event.matches(QKeySequence.StandardKey.Copy) and not self._chat.has_selection:
            return False
        return self.pressed(event)

    def _select_all(self, text: QObject) -> bool:
        """The first time selects the text that one is in, the second time the conversation."""
        if isinstance(text, QTextEdit):
            cursor = text.textCursor()
            whole = abs(cursor.position() - cursor.anchor())
            if whole < text.document().characterCount() - 1:
                return False
        self._chat.select_all()
        return True

    def _scroll(self, event: QKeyEvent) -> bool:
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        bar = self._chat.verticalScrollBar()
        page = max(_LINE, bar.pageStep() - _LINE)
        steps = {
            Qt.Key.Key_Up: -_LINE,
            Qt.Key.Key_Down: _LINE,
            Qt.Key.Key_PageUp: -page,
            Qt.Key.Key_PageDown: page,
            Qt.Key.Key_Home: -bar.maximum(),
        }
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_End:
            self._chat.go_to_latest()
        elif key in steps:
            self._chat.scroll_by(steps[key])
        else:
            return False
        return True

    def _built(self, index: int) -> None:
        view = self._pool.get(index)
        if view is not None:
            view.text(0).installEventFilter(self)
            view.text(1).installEventFilter(self)
