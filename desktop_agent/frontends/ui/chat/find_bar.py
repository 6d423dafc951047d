"""The bar for finding text in the open conversation."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
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

_PAUSE_MS = 120
"""Milliseconds without typing before a search starts."""


class FindBar(QFrame):
    """A search field with a match count and navigation buttons. `ChatView` shows the matches."""

    def __init__(self, theme: Theme, session: "Session", tasks: Tasks, chat: ChatView) -> None:
        super().__init__()
        self._store = session.conversations
        self._tasks = tasks
        self._chat = chat
        self._conversation = ""
        self._shown_text = ""
        self._hits: Sequence[TextHit] = ()
        self._current = 0
        self._search: asyncio.Task[tuple[TextHit, ...]] | None = None
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._look)
        self.setObjectName("findBar")
        self.setAccessibleName(self.tr("Find in chat"))
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Find in chat"))
        self.field.setAccessibleName(self.tr("Find in chat"))
        self.field.setFixedWidth(220)
        self.field.installEventFilter(self)
        self.count = heading("", "meta")
        self.count.setMinimumWidth(76)
        back, on = self.tr("Previous match (Shift+F3)"), self.tr("Next match (F3)")
        self.back = icon_button(theme, "up", back, lambda: self._step(-1))
        self.on = icon_button(theme, "down", on, lambda: self._step(1))
        close = icon_button(theme, "cross", self.tr("Close (Esc)"), self.close_bar)
        parts = (self.field, 6, self.count, self.back, self.on, close)
        hbox(*parts, parent=self, margins=(10, 6, 6, 6), spacing=4)
        self.field.textChanged.connect(lambda _text: self._pause.start())
        self._show_count(0, 0)

    def open(self, text: str = "") -> None:
        """Show the bar with ``text`` or the last search, selected so that typing replaces it."""
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if text:
            self.field.setText(text)
        self.field.selectAll()
        self._pause.start()

    def close_bar(self) -> None:
        self._cancel_search()
        self.hide()
        self._chat.highlight(())
        self._chat.setFocus()

    def look_in(self, conversation_id: str) -> None:
        """Set the conversation to search.

        If the bar is visible, the search is repeated; the view does not scroll if the current match
        still exists.
        """
        if conversation_id != self._conversation:
            self._hits = ()
        self._conversation = conversation_id
        if self.isVisible():
            self._look()

    # --- Keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._pressed(event):
            super().keyPressEvent(event)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent):
            return False
        # Esc is also a shortcut of the window; claim it here
        if event.type() == QEvent.Type.ShortcutOverride:
            if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_F3):
                event.accept()
            return False
        return event.type() == QEvent.Type.KeyPress and self._pressed(event)

    def _pressed(self, event: QKeyEvent) -> bool:
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        match event.key():
            case Qt.Key.Key_Escape:
                self.close_bar()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_F3:
                self._step(-1 if back else 1)
            case _:
                return False
        return True

    # --- Search

    def _look(self) -> None:
        self._cancel_search()
        text = self.field.text()
        if not text or not self._conversation:
            self._show_hits(())
            return
        self._search = self._tasks.start(
            self._store.find(self._conversation, text),
            self._show_hits,
            lambda _error: self._show_hits(()),
        )

    def _cancel_search(self) -> None:
        self._pause.stop()
        if self._search is not None:
            self._search.cancel()
            self._search = None

    def _show_hits(self, hits: Sequence[TextHit]) -> None:
        self._search = None
        here = self._hits[self._current] if self._hits else None
        same = self.field.text() == self._shown_text and here in hits
        self._hits, self._shown_text = hits, self.field.text()
        self._current = hits.index(here) if same and here is not None else 0
        self._show_current(go=not same)

    def _step(self, by: int) -> None:
        if self._hits:
            self._current = (self._current + by) % len(self._hits)
            self._show_current(go=True)

    def _show_current(self, *, go: bool) -> None:
        self._show_count(self._current + 1 if self._hits else 0, len(self._hits))
        hit = self._hits[self._current] if self._hits else None
        self._chat.highlight((self._shown_text,) if hit is not None else (), hit)
        if hit is not None and go:
            self._chat.go_to(hit.turn, hit.part, hit.nth)

    def _show_count(self, current: int, total: int) -> None:
        if total:
            said = self.tr("{0} of {1}").format(f"{current:,}", f"{total:,}")
        else:
            said = self.tr("No matches") if self.field.text() else ""
        self.count.setText(said)
        self.count.setAccessibleName(said)
        self.count.setProperty("tone", "warn" if self.field.text() and not total else "")
        self.count.style().polish(self.count)
        self.back.setEnabled(total > 0)
        self.on.setEnabled(total > 0)
