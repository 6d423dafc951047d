"""The list of conversations itself: clicks, what moves in it, and an editor that is waited for."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QMouseEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QListView, QWidget

from desktop_agent.ui.conversations.delegate import ConversationDelegate
from desktop_agent.ui.conversations.grouping import Entry
from desktop_agent.ui.conversations.model import ConversationModel
from desktop_agent.ui.grouped_list.view import GroupedView
from desktop_agent.ui.theme import Theme

_BREATH_MS = 80
_BATCH = 1_000


class ConversationView(GroupedView[ConversationModel]):
    """Shows conversations; ``chosen`` also brings the one that was clicked."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(ConversationModel(), parent)
        self._theme = theme
        self._delegate = ConversationDelegate(theme, self)
        self._waiting: Sequence[object] | None = None
        self.setObjectName("conversationView")
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setBatchSize(_BATCH)
        self.setAccessibleName(self.tr("Conversations"))
        self.setAccessibleDescription(
            self.tr("Enter opens, F2 renames, Delete deletes, the menu key shows more")
        )
        self._breath = QTimer(self)
        self._breath.setInterval(_BREATH_MS)
        self._breath.timeout.connect(self._breathe)
        self._delegate.closeEditor.connect(self._editor_closed)
        theme.changed.connect(self._theme_changed)

    def show_rows(self, rows: Sequence[object]) -> None:
        """Takes other rows as every list does; while a title is edited, when that is over."""
        if self.state() == QAbstractItemView.State.EditingState:
            self._waiting = rows
            return
        # at the top the rows far below can be laid out a moment later
        modes = QListView.LayoutMode
        scrolled = self.verticalScrollBar().value()
        self.setLayoutMode(modes.SinglePass if scrolled else modes.Batched)
        super().show_rows(rows)

    @property
    def current(self) -> Entry | None:
        """The row that the keyboard is at."""
        return self.rows.entry(self.currentIndex())

    def set_running(self, conversation_id: str, running: bool) -> None:  # noqa: FBT001 - as Qt's setters
        """Says whether an answer is being written in it."""
        self.rows.set_running(conversation_id, running)
        self._start_breathing()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index == self.currentIndex():
            self.choose(index)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._start_breathing()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._breath.stop()

    def _start_breathing(self) -> None:
        if self.rows.running and self.isVisible() and not self._theme.reduced_motion:
            self._breath.start()
        else:
            self._breath.stop()

    def _breathe(self) -> None:
        for each in self.rows.running:
            index = self.rows.index_of(each)
            if index.isValid():
                self.update(index)

    def _editor_closed(
        self, _editor: QWidget, _hint: QAbstractItemDelegate.EndEditHint | None = None
    ) -> None:
        QTimer.singleShot(0, self, self._show_waiting)

    def _show_waiting(self) -> None:
        rows, self._waiting = self._waiting, None
        if rows is not None:
            self.show_rows(rows)

    def _theme_changed(self) -> None:
        self._delegate.read_fonts()
        self._start_breathing()
        self.doItemsLayout()
        self.viewport().update()
