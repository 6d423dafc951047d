"""The reasoning panel, which shows every step of a run, live or recorded."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QSplitter, QStackedWidget, QWidget

from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.export.conversation import about_turn, of_turn
from desktop_agent.frontends.ui.markdown.inline_writer import openable
from desktop_agent.frontends.ui.panels.reasoning_model import (
    ReasoningModel,
    ReasoningNode,
    end_of,
    full_text,
    outline,
    text_source,
)
from desktop_agent.frontends.ui.widgets.browser import open_address
from desktop_agent.frontends.ui.widgets.buttons import icon_button
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, empty_note, wrapped
from desktop_agent.frontends.ui.widgets.layout import hbox, vbox
from desktop_agent.frontends.ui.widgets.list_view import ROW, Index, PlainBranches, own_action
from desktop_agent.frontends.ui.widgets.plain_text import PlainText
from desktop_agent.frontends.ui.widgets.row_delegate import RowLine, StyledRowDelegate
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme

# --- Tree of steps

_MOST_UNFOLDED = 200
"""Number of rows above which new rows stay folded, since Qt lays out all unfolded rows again."""


class ReasoningDelegate(StyledRowDelegate):
    """Paints a step's icon, title and detail or, if its text is longer, the end of that text."""

    PAD = (4, 5)
    ICON = 16
    FONTS = ("small",)
    SMALL = 0.93

    def icon(self, index: Index) -> tuple[str, ColourName, int] | None:
        node: ReasoningNode = index.data(ROW)
        return None if node.kind == "body" else (node.icon, node.colour, self.ICON)

    def lines(self, index: Index) -> Sequence[RowLine]:
        node: ReasoningNode = index.data(ROW)
        if node.kind == "body":
            return (RowLine(end_of(node), mode=Qt.TextElideMode.ElideLeft),)
        return (RowLine(node.title, "text", right=node.detail),)


class ReasoningTree(PlainBranches):
    """A tree of a run's steps, which expands as it grows."""

    def __init__(self, theme: Theme, rows: ReasoningModel) -> None:
        super().__init__(theme)
        self._rows = rows
        self.setModel(rows)
        rows.rowsInserted.connect(self._inserted)
        self.setObjectName("reasoningTree")
        self.setHeaderHidden(True)
        self.setIndentation(16)
        self.setUniformRowHeights(True)
        self.setItemDelegate(ReasoningDelegate(theme, self))
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setExpandsOnDoubleClick(False)
        self.setAccessibleName(self.tr("Reasoning"))
        self.setAccessibleDescription(self.tr("Press Enter for details"))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        own_action(self, self.tr("Copy"), "Ctrl+C", self.copy_chosen)
        own_action(self, self.tr("Open page in browser"), "Ctrl+Return", self.open_page)
        own_action(self, self.tr("Copy all steps"), "Ctrl+Shift+C", self.copy_all)

    def copy_chosen(self) -> None:
        """Copy the selected row as an indented outline, or all rows if none is selected."""
        QGuiApplication.clipboard().setText(
            "\n".join(outline(self._rows.node(self.currentIndex())))
        )

    def copy_all(self) -> None:
        QGuiApplication.clipboard().setText("\n".join(outline(self._rows.root)))

    def open_page(self) -> None:
        """Open the URL of the selected row in the browser, if it has one."""
        url = self._rows.node(self.currentIndex()).url
        if openable(url):
            open_address(url)

    def _inserted(self, parent: QModelIndex, _first: int, _last: int) -> None:
        if not parent.isValid() or self._rows.count > _MOST_UNFOLDED:
            return
        node = self._rows.node(parent)
        if not node.folded and len(node.children) == 1:
            self.setExpanded(parent, True)


# --- Full text of a row


class NodeDetail(QFrame):
    """A pane that shows a node's full text, wrapped. Closing it emits ``closed``."""

    closed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("nodeDetail")
        self._theme = theme
        self._node: ReasoningNode | None = None
        self._written = 0
        self._title = ElidedLabel()
        self._title.setObjectName("section")
        self.text = PlainText()
        self.text.setAccessibleName(self.tr("Details"))
        close = icon_button(theme, "cross", self.tr("Close details (Esc)"), self.closed)
        close.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        head = hbox((self._title, 1), close, margins=(14, 4, 8, 0))
        vbox(head, (self.text, 1), parent=self, spacing=0)

    def show_node(self, node: ReasoningNode) -> None:
        titled = node.parent if node.kind == "body" and node.parent is not None else node
        self._title.show_text(titled.title)
        self._node = node
        source = text_source(node)
        self._written = len(source.pieces) if source is not None else 0
        self.text.show_text(full_text(node))

    def grow(self) -> None:
        """Append the text that the node has received since it was last shown."""
        source = text_source(self._node) if self._node is not None else None
        if source is not None and len(source.pieces) > self._written:
            self.text.add("".join(source.pieces[self._written :]))
            self._written = len(source.pieces)


# --- The panel

_SLICE = 200
"""Number of events applied per tick of the event loop, since a finished run may have thousands."""


class ReasoningPanel(QWidget):
    """A panel with the steps of a run, updated only while visible; ``replay`` carries a `Turn`."""

    replay = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._turn: Turn | None = None
        self._applied = 0
        self.model = ReasoningModel(self)
        self.tree = ReasoningTree(theme, self.model)
        self.tree.activated.connect(self._activated)
        self.tree.selectionModel().currentChanged.connect(self._chosen)
        self.detail = NodeDetail(theme)
        self.detail.closed.connect(self.close_detail)
        self.detail.hide()
        self._summary = wrapped("", "meta")
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self.catch_up)
        copy = self.tr("Copy all steps (Ctrl+Shift+C)")
        again = self.tr("Replay this task")
        self.replay_button = icon_button(
            theme, "replay", again, lambda: self.replay.emit(self._turn)
        )
        buttons = (
            icon_button(theme, "fold", self.tr("Collapse all"), self.tree.collapseAll),
            icon_button(theme, "unfold", self.tr("Expand all"), self.tree.expandAll),
            icon_button(theme, "copy", copy, self.tree.copy_all),
            self.replay_button,
        )
        head = hbox((self._summary, 1), *buttons, margins=(14, 4, 8, 4), spacing=2)
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(1)
        split.addWidget(self.tree)
        split.addWidget(self.detail)
        split.setSizes([600, 300])
        shown = QWidget()
        vbox(head, (split, 1), parent=shown, spacing=0)
        self._pages = QStackedWidget()
        self._pages.addWidget(empty_note(self.tr("Steps for the next answer will appear here.")))
        self._pages.addWidget(shown)
        vbox(self._pages, parent=self)

    def show_turn(self, turn: Turn | None) -> None:
        self._turn = turn
        self._applied = 0
        self.close_detail()
        self.model.clear()
        self._pages.setCurrentIndex(0 if turn is None else 1)
        self.catch_up()

    def catch_up(self) -> None:
        """Apply new events, unless the panel is hidden."""
        turn = self._turn
        if turn is None or not self.isVisible():
            return
        bar = self.tree.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - 4
        events = turn.events[self._applied : self._applied + _SLICE]
        for event in events:
            self.model.apply(event)
        self._applied += len(events)
        self.model.catch_up()
        self.detail.grow()
        self._summary.setText(about_turn(of_turn(turn)))
        self.replay_button.setEnabled(not turn.running)
        if at_end and turn.running:
            self.tree.scrollToBottom()
        if self._applied < len(turn.events):
            self._soon.start()

    def close_detail(self) -> None:
        had_focus = self.detail.isAncestorOf(self.focusWidget())
        self.detail.hide()
        if had_focus:
            self.tree.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.catch_up()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.detail.isVisible():
            self.close_detail()
        else:
            super().keyPressEvent(event)

    def _activated(self, index: QModelIndex) -> None:
        self.detail.show_node(self.model.node(index))
        self.detail.show()

    def _chosen(self, index: QModelIndex) -> None:
        if self.detail.isVisible() and index.isValid():
            self.detail.show_node(self.model.node(index))
