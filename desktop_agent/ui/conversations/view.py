"""The list itself: keys, clicks, what moves in it, and its place when the rows change."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QMouseEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QListView, QWidget

from desktop_agent.ui.conversations.delegate import ConversationDelegate
from desktop_agent.ui.conversations.grouping import Entry, Row
from desktop_agent.ui.conversations.model import ConversationModel
from desktop_agent.ui.theme import Theme

_BREATH_MS = 80
_BATCH = 1_000


class ConversationView(QListView):
    """Shows rows; ``chosen`` tells the one that was clicked, or on which Enter was pressed."""

    chosen = Signal(object)
    left_upwards = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows = ConversationModel(self)
        self._delegate = ConversationDelegate(theme, self)
        self._waiting: Sequence[Row] | None = None
        self.setObjectName("conversationView")
        self.setModel(self.rows)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setBatchSize(_BATCH)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Conversations"))
        self.setAccessibleDescription(
            self.tr("Enter opens, F2 renames, Delete deletes, the menu key shows more")
        )
        self._breath = QTimer(self)
        self._breath.setInterval(_BREATH_MS)
        self._breath.timeout.connect(self._breathe)
        self._delegate.closeEditor.connect(self._editor_closed)
        theme.changed.connect(self._theme_changed)

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Takes other rows; current row and scroll position stay, an open editor is waited for."""
        if self.state() == QAbstractItemView.State.EditingState:
            self._waiting = rows
            return
        current = self.current_id
        place = self.currentIndex().row()
        top, offset = self._top()
        bar = self.verticalScrollBar()
        # at the top the rows far below can be laid out a moment later
        modes = QListView.LayoutMode
        self.setLayoutMode(modes.SinglePass if bar.value() else modes.Batched)
        if not self.rows.show(rows):
            return
        self.doItemsLayout()
        index = self.rows.index_of(current)
        if current and not index.isValid():
            index = self.rows.near(place)
        if index.isValid() and index != self.currentIndex():
            self.setCurrentIndex(index)
        kept = self.rows.index_of(top)
        if kept.isValid() and bar.value() + offset != 0:
            bar.setValue(bar.value() + self.visualRect(kept).top() - offset)

    @property
    def current(self) -> Entry | None:
        """The row that the keyboard is at."""
        return self.rows.entry(self.currentIndex())

    @property
    def current_id(self) -> str:
        """The conversation in that row; empty for none."""
        entry = self.current
        return entry.conversation.id if entry is not None else ""

    def go_to(self, conversation_id: str) -> bool:
        """Makes it the current row and brings it into view; False where it is not in the list."""
        index = self.rows.index_of(conversation_id)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)
        return index.isValid()

    def enter(self) -> bool:
        """Takes the keyboard, at the first row where none is current; False for an empty list."""
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self.rows.near(0))
        if not self.currentIndex().isValid():
            return False
        self.setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def set_running(self, conversation_id: str, running: bool) -> None:  # noqa: FBT001 - as Qt's setters
        """Says whether an answer is being written in it."""
        self.rows.set_running(conversation_id, running)
        self._start_breathing()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self._choose(index)
            return
        if event.key() == Qt.Key.Key_Up and index.row() <= self.rows.near(0).row():
            self.left_upwards.emit()
            return
        super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index == self.currentIndex():
            self._choose(index)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._start_breathing()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._breath.stop()

    def _choose(self, index: QModelIndex) -> None:
        entry = self.rows.entry(index)
        if entry is not None:
            self.chosen.emit(entry)

    def _top(self) -> tuple[str, int]:
        """Gives the first conversation in view and how far it is from the top, in pixels."""
        height = self.sizeHintForRow(0) if self.rows.rowCount() else 0
        for step in range(3):  # a heading, or the gap, may be at the very top
            index = self.indexAt(QPoint(20, step * height // 2 + 2))
            entry = self.rows.entry(index)
            if entry is not None:
                return entry.conversation.id, self.visualRect(index).top()
        return "", 0

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
