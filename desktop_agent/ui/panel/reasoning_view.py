"""The tree of a run's steps: unfolds as it grows, and copies what is chosen with all below it."""

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QTreeView, QWidget

from desktop_agent.ui.browser import open_address
from desktop_agent.ui.markdown.inline_writer import openable
from desktop_agent.ui.own_action import own_action
from desktop_agent.ui.panel.node import Node
from desktop_agent.ui.panel.node_text import outline
from desktop_agent.ui.panel.reasoning_delegate import ReasoningDelegate
from desktop_agent.ui.panel.reasoning_model import ReasoningModel
from desktop_agent.ui.theme import Theme

_MOST_UNFOLDED = 200
"""Rows up to which what comes is unfolded by itself: Qt lays all unfolded rows out anew each time."""


class ReasoningView(QTreeView):
    """Shows the rows of a `ReasoningModel`, all of one height."""

    def __init__(self, theme: Theme, rows: ReasoningModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = rows
        self.setModel(rows)
        rows.rowsInserted.connect(self._unfold)
        self.setObjectName("reasoningTree")
        self.setHeaderHidden(True)
        self.setIndentation(16)
        self.setUniformRowHeights(True)
        self.setItemDelegate(ReasoningDelegate(theme, self))
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setExpandsOnDoubleClick(False)
        self.setAccessibleName(self.tr("Reasoning"))
        self.setAccessibleDescription(self.tr("Every step of the run; Enter opens details"))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        own_action(self, self.tr("Copy with what is below"), "Ctrl+C").triggered.connect(
            self.copy_chosen
        )
        own_action(self, self.tr("Open the page in the browser"), "Ctrl+Return").triggered.connect(
            self.open_page
        )
        own_action(self, self.tr("Copy all steps"), "Ctrl+Shift+C").triggered.connect(self.copy_all)
        theme.changed.connect(self.viewport().update)

    @property
    def current(self) -> Node | None:
        """The chosen row."""
        index = self.currentIndex()
        return self._rows.node(index) if index.isValid() else None

    def copy_chosen(self) -> None:
        """Copies the chosen row with all below it, indented; without a choice all rows."""
        QGuiApplication.clipboard().setText(outline(self.current or self._rows.root))

    def copy_all(self) -> None:
        """Copies all rows, indented."""
        QGuiApplication.clipboard().setText(outline(self._rows.root))

    def open_page(self) -> None:
        """Opens the address of the chosen row in the browser, where it has one."""
        node = self.current
        if node is not None and openable(node.url):
            open_address(node.url)

    def _unfold(self, parent: QModelIndex, _first: int, _last: int) -> None:
        if not parent.isValid() or self._rows.count > _MOST_UNFOLDED:
            return
        node = self._rows.node(parent)
        if not node.folded and len(node.children) == 1:
            self.setExpanded(parent, True)
