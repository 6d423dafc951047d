"""Find in the open conversation: the find bar and its controller."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit

from desktop_agent.core.conversations import TextHit
from desktop_agent.frontends.ui.chat.chat_view import ChatView
from desktop_agent.frontends.ui.widgets.buttons import icon_button
from desktop_agent.frontends.ui.widgets.labels import heading
from desktop_agent.frontends.ui.widgets.layout import hbox
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme

if TYPE_CHECKING:
    from desktop_agent.app.session import Session


class FindBar(QFrame):
    """A text field with the number of matches and buttons for the previous and the next match.

    ``looked_for`` is emitted with the text on every change, ``stepped`` with +1 or -1, and
    ``closed`` when the user dismisses the bar. The bar does not search by itself, so typing never
    blocks.
    """

    looked_for = Signal(str)
    stepped = Signal(int)
    closed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("findBar")
        self.setAccessibleName(self.tr("Find in this conversation"))
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Find in this conversation"))
        self.field.setAccessibleName(self.tr("Find in this conversation"))
        self.field.setFixedWidth(220)
        self.field.installEventFilter(self)
        self.count = heading("", "meta")
        self.count.setMinimumWidth(76)
        step = self.stepped.emit
        back, on = self.tr("Previous place (Shift+F3)"), self.tr("Next place (F3)")
        self.back = icon_button(theme, "up", back, lambda: step(-1))
        self.on = icon_button(theme, "down", on, lambda: step(1))
        close = icon_button(theme, "cross", self.tr("Close (Esc)"), self.close_bar)
        parts = (self.field, 6, self.count, self.back, self.on, close)
        hbox(*parts, parent=self, margins=(10, 6, 6, 6), spacing=4)
        self.field.textChanged.connect(self.looked_for)
        self.show_count(0, 0)

    def open(self, text: str = "") -> None:
        """Show the bar with ``text`` or the last search, selected so that typing replaces it."""
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if text and text != self.field.text():
            self.field.setText(text)
        else:
            self.looked_for.emit(self.field.text())
        self.field.selectAll()

    def close_bar(self) -> None:
        self.hide()
        self.closed.emit()

    def show_count(self, current: int, total: int) -> None:
        """Show the number of the current match, counted from 1, and the total."""
        if total:
            said = self.tr("{0} of {1}").format(f"{current:,}", f"{total:,}")
        else:
            said = self.tr("No match") if self.field.text() else ""
        self.count.setText(said)
        self.count.setAccessibleName(said)
        self.count.setProperty("tone", "warn" if self.field.text() and not total else "")
        self.count.style().polish(self.count)
        self.back.setEnabled(total > 0)
        self.on.setEnabled(total > 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._pressed(event):
            super().keyPressEvent(event)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        # Esc is also a shortcut of the window; claim it here
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_F3):
                event.accept()
            return False
        is_key = event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent)
        return is_key and self._pressed(event)  # type: ignore[arg-type]  # a key, as was asked

    def _pressed(self, event: QKeyEvent) -> bool:
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        match event.key():
            case Qt.Key.Key_Escape:
                self.close_bar()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_F3:
                self.stepped.emit(-1 if back else 1)
            case _:
                return False
        return True


# --- Controller: searches the store and shows the matches in the view

_PAUSE_MS = 120
"""Milliseconds without typing before a search starts."""


class Finding(QObject):
    """Connects a find bar to a chat view. `look_in` sets the conversation to search."""

    def __init__(self, session: "Session", tasks: Tasks, chat: ChatView, bar: FindBar) -> None:
        super().__init__(bar)
        self._store = session.conversations
        self._tasks = tasks
        self._chat = chat
        self._bar = bar
        self._conversation = ""
        self._text = ""
        self._shown_text = ""
        self._hits: Sequence[TextHit] = ()
        self._current = 0
        self._search: asyncio.Task[tuple[TextHit, ...]] | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._look)
        bar.looked_for.connect(self._typed)
        bar.stepped.connect(self._step)
        bar.closed.connect(self.close)

    def open(self, text: str = "") -> None:
        self._bar.open(text)

    def close(self) -> None:
        self._forget()
        self._text = ""
        self._bar.hide()
        self._chat.clear_found()
        self._chat.setFocus()

    def look_in(self, conversation_id: str) -> None:
        """Repeat the search after the conversation or branch has changed or has grown.

        If the current match still exists, the view does not scroll.
        """
        if conversation_id != self._conversation:
            self._hits = ()
        self._conversation = conversation_id
        if self._bar.isVisible():
            self._look()

    def _typed(self, text: str) -> None:
        self._text = text
        self._pause.start()

    def _look(self) -> None:
        self._forget()
        if not self._text or not self._conversation:
            self._show(())
            return
        self._search = self._tasks.start(
            self._store.find(self._conversation, self._text), self._show, lambda _e: self._show(())
        )

    def _forget(self) -> None:
        self._pause.stop()
        if self._search is not None:
            self._search.cancel()
            self._search = None

    def _show(self, hits: Sequence[TextHit]) -> None:
        self._search = None
        here = self._hits[self._current] if self._hits else None
        same = self._text == self._shown_text and here in hits
        self._hits, self._shown_text = hits, self._text
        self._current = hits.index(here) if same and here is not None else 0
        self._show_current(go=not same)

    def _step(self, by: int) -> None:
        if self._hits:
            self._current = (self._current + by) % len(self._hits)
            self._show_current()

    def _show_current(self, *, go: bool = True) -> None:
        self._bar.show_count(self._current + 1 if self._hits else 0, len(self._hits))
        if self._hits:
            self._chat.show_found(self._text, self._hits, self._current, go=go)
        else:
            self._chat.clear_found()
