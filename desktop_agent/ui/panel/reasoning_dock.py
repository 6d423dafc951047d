"""The reasoning panel: every step of a run, as it happens or as it was."""

from PySide6.QtCore import QModelIndex, Qt, QTimer, QUrl
from PySide6.QtGui import QDesktopServices, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QStackedWidget,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.ui.chat.message_parts import ElidedLabel
from desktop_agent.ui.markdown.inline_writer import openable
from desktop_agent.ui.panel.node import Node
from desktop_agent.ui.panel.reasoning_delegate import ReasoningDelegate
from desktop_agent.ui.panel.reasoning_model import ReasoningModel
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.turn import Turn
from desktop_agent.ui.words import ms, strategy_name

_CATCH_UP_MS = 120


class _Tree(QTreeView):
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()  # wrapped text has another height now


class ReasoningDock(QWidget):
    """Shows the work of one turn. While it is hidden it does nothing; it catches up when shown."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._turn: Turn | None = None
        self._applied = 0
        self.model = ReasoningModel(self)
        self.model.rowsInserted.connect(self._unfold)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_CATCH_UP_MS)
        self._soon.timeout.connect(self.catch_up)
        self._summary = ElidedLabel()
        self._summary.setObjectName("meta")
        self.tree = self._make_tree()
        self._fold = self._button("right", self.tr("Fold all"))
        self._fold.clicked.connect(self.tree.collapseAll)
        self._open = self._button("down", self.tr("Unfold all"))
        self._open.clicked.connect(self.tree.expandAll)
        theme.changed.connect(self.tree.viewport().update)
        row = QHBoxLayout()
        row.setContentsMargins(14, 4, 8, 4)
        row.addWidget(self._summary, 1)
        row.addWidget(self._fold)
        row.addWidget(self._open)
        shown = QWidget()
        lines = QVBoxLayout(shown)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        lines.addLayout(row)
        lines.addWidget(self.tree, 1)
        self._pages = QStackedWidget()
        self._pages.addWidget(_empty(self.tr("The steps of the next answer appear here.")))
        self._pages.addWidget(shown)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._pages)

    def show_turn(self, turn: Turn | None) -> None:
        """Shows another turn, live or finished."""
        self._turn = turn
        self._applied = 0
        self.model.clear()
        self._pages.setCurrentIndex(0 if turn is None else 1)
        self.catch_up()

    def catch_up_soon(self) -> None:
        """Takes what has happened in a turn of the event loop of its own, some times a second."""
        if not self._soon.isActive():
            self._soon.start()

    def catch_up(self) -> None:
        """Takes what has happened since; a hidden panel leaves it for later."""
        if self._turn is None or not self.isVisible():
            return
        bar = self.tree.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - 4
        for event in self._turn.events[self._applied :]:
            self.model.apply(event)
        self._applied = len(self._turn.events)
        self._summary.show_text(self._told(self._turn))
        if at_end and self._turn.running:
            self.tree.scrollToBottom()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.catch_up()

    def _told(self, turn: Turn) -> str:
        parts = []
        if turn.started is not None:
            parts.append(strategy_name(turn.started.strategy))
        if turn.attempts:
            parts.append(self.tr("searches: {0}").format(turn.attempts))
        if turn.pages:
            parts.append(self.tr("pages: {0}").format(turn.pages))
        if turn.finished is not None:
            parts.append(ms(turn.elapsed_s * 1000))
        else:
            parts.append(self.tr("working…"))
        return " · ".join(parts)

    def _make_tree(self) -> QTreeView:
        tree = _Tree()
        tree.setModel(self.model)
        tree.setObjectName("reasoningTree")
        tree.setHeaderHidden(True)
        tree.setIndentation(16)
        tree.setItemDelegate(ReasoningDelegate(self._theme, tree))
        tree.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        tree.setExpandsOnDoubleClick(False)
        tree.setAccessibleName(self.tr("Reasoning"))
        tree.setAccessibleDescription(self.tr("Every step of the run; Enter opens details"))
        tree.activated.connect(self._activated)
        return tree

    def _button(self, icon: str, text: str) -> QToolButton:
        button = QToolButton()
        button.setToolTip(text)
        button.setAccessibleName(text)
        self._theme.bind_icon(button, icon, side=16)
        return button

    def _unfold(self, parent: QModelIndex, _first: int, _last: int) -> None:
        node = self.model.node(parent)
        if parent.isValid() and not node.folded and len(node.children) == 1:
            self.tree.setExpanded(parent, True)

    def _activated(self, index: QModelIndex) -> None:
        node = self.model.node(index)
        if openable(node.url):
            QDesktopServices.openUrl(QUrl(node.url))
        else:
            self._show_details(node)

    def _show_details(self, node: Node) -> None:
        dialog = QDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        head = node.parent if node.kind == "body" and node.parent is not None else node
        dialog.setWindowTitle(head.title)
        dialog.resize(640, 480)
        text = QPlainTextEdit(_details(node))
        text.setReadOnly(True)
        text.setAccessibleName(head.title)
        lines = QVBoxLayout(dialog)
        lines.setContentsMargins(16, 16, 16, 16)
        lines.addWidget(text)
        dialog.open()


def _details(node: Node) -> str:
    if node.kind == "body":
        return node.body
    lines = [node.title, node.detail, *(child.body or child.title for child in node.children)]
    return "\n\n".join(line for line in lines if line)


def _empty(text: str) -> QLabel:
    label = QLabel(text)
    label.setObjectName("muted")
    label.setWordWrap(True)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    label.setContentsMargins(32, 32, 32, 32)
    return label
