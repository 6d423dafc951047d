"""What stands above the list: new chat, the search field, and the way to the deleted ones."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.ui.search_field import SearchField
from desktop_agent.ui.theme import Theme


class ListHead(QWidget):
    """``deleted_toggled`` is sent when the list is to show the deleted conversations, or no longer."""

    new_chat = Signal()
    deleted_toggled = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.showing_deleted = False
        self._theme = theme
        self.new = QPushButton(self.tr("New chat"))
        self.new.setObjectName("newChat")
        self.new.setToolTip(self.tr("Begin a new chat (Ctrl+N)"))
        self.new.setAccessibleName(self.tr("New chat"))
        self.new.clicked.connect(self.new_chat)
        theme.bind_icon(self.new, "plus", "accent", side=16)
        self.more = self._make_more()
        self.search = self._make_search()
        self.back = QToolButton()
        self.back.setToolTip(self.tr("Back to all conversations"))
        self.back.setAccessibleName(self.tr("Back to all conversations"))
        self.back.clicked.connect(lambda: self.show_deleted(False))
        theme.bind_icon(self.back, "back")
        self.restore = QPushButton(self.tr("Restore"))
        self.restore.setToolTip(self.tr("Take the chosen conversation back (Ctrl+Enter)"))
        self.restore.setShortcut("Ctrl+Return")
        self._usual = self._make_usual()
        self._deleted = self._make_deleted()
        lines = QVBoxLayout(self)
        lines.setContentsMargins(12, 10, 12, 8)
        lines.addWidget(self._usual)
        lines.addWidget(self._deleted)
        self._deleted.hide()

    def show_deleted(self, deleted: bool) -> None:  # noqa: FBT001 - as Qt's setters
        """Switches between all conversations and the deleted ones."""
        if deleted == self.showing_deleted:
            return
        self.showing_deleted = deleted
        self._usual.setVisible(not deleted)
        self._deleted.setVisible(deleted)
        self.deleted_toggled.emit()

    def _make_search(self) -> SearchField:
        field = SearchField(self._theme, self.tr("Search conversations"))
        field.setObjectName("conversationSearch")
        field.setPlaceholderText(self.tr("Search"))
        field.setAccessibleDescription(
            self.tr("Looks in titles, questions and answers; Down goes to what was found")
        )
        field.setToolTip(self.tr("Search titles, questions and answers"))
        return field

    def _make_more(self) -> QToolButton:
        more = QToolButton()
        more.setToolTip(self.tr("More about conversations"))
        more.setAccessibleName(self.tr("More about conversations"))
        more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(more)
        deleted = QAction(self.tr("Recently deleted"), menu)
        deleted.triggered.connect(lambda: self.show_deleted(True))
        menu.addAction(deleted)
        more.setMenu(menu)
        self._theme.bind_icon(more, "more")
        return more

    def _make_usual(self) -> QWidget:
        box = QWidget()
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.new, 1)
        row.addWidget(self.more)
        lines = QVBoxLayout(box)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(8)
        lines.addLayout(row)
        lines.addWidget(self.search)
        return box

    def _make_deleted(self) -> QWidget:
        box = QWidget()
        title = QLabel(self.tr("Recently deleted"))
        title.setObjectName("section")
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.back)
        row.addWidget(title, 1, Qt.AlignmentFlag.AlignVCenter)
        lines = QVBoxLayout(box)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(8)
        lines.addLayout(row)
        lines.addWidget(self.restore)
        return box
