"""The reasoning panel, which shows every step of a run, live or recorded."""

import time
from collections.abc import Iterator

from PySide6.QtCore import QModelIndex, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QPainter,
    QShowEvent,
    QTextCharFormat,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QSplitter,
    QStackedWidget,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from desktop_agent.core.events import (
    Event,
    ModelCall,
    PageRead,
    PlanMade,
    RunStarted,
    SearchAttempt,
    StepFinished,
    StepStarted,
)
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.markdown.inline_writer import openable
from desktop_agent.frontends.ui.markdown.text_styles import TextStyles
from desktop_agent.frontends.ui.panels.panel_delegate import ICON, Index, PanelDelegate
from desktop_agent.frontends.ui.panels.reasoning_model import (
    NODE,
    ReasoningModel,
    ReasoningNode,
    full_text,
    outline,
)
from desktop_agent.frontends.ui.widgets.browser import open_address
from desktop_agent.frontends.ui.widgets.buttons import icon_button
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, empty_note, wrapped
from desktop_agent.frontends.ui.widgets.layout import hbox, vbox
from desktop_agent.frontends.ui.widgets.list_view import own_action
from desktop_agent.frontends.ui.widgets.plain_text import PlainText
from desktop_agent.frontends.ui.widgets.text_fields import filter_field
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.word_diff import word_diff
from desktop_agent.frontends.ui.wording import plan as plan_words
from desktop_agent.frontends.ui.wording import reasoning

# --- Run summary


class RunSummaryLine:
    """Counts for the one-line summary of a run, updated with each event."""

    def __init__(self) -> None:
        self._strategy = ""
        self._searches = self._pages = self._calls = self._tokens = 0
        self._parts: frozenset[str] = frozenset()
        self._done: set[str] = set()
        self._steps: dict[str, str] = {}

    def apply(self, event: Event) -> None:
        match event:
            case RunStarted():
                self._strategy = event.strategy
            case SearchAttempt(outcome=outcome):
                self._searches += outcome != "skipped"
            case PageRead():
                self._pages += 1
            case ModelCall():
                self._calls += 1
                self._tokens += event.prompt_tokens + event.completion_tokens
            case PlanMade(plan=plan):
                self._parts = frozenset(each.id for each in plan.subtasks)
            case StepStarted(step_id=step, part=part) if part:
                self._steps[step] = part
            case StepFinished(step_id=step, status="ok") if step in self._steps:
                self._done.add(self._steps[step])

    def line(self, elapsed_s: float) -> str:
        """Format the summary, such as ``Verified · 3 searches, 5 pages · 12.4 s · 3,400 tokens``.

        If the run has a plan, the number of its finished parts follows the name of the strategy.
        """
        counts = (
            (self._searches, reasoning.searches),
            (self._pages, reasoning.pages),
            (self._calls, reasoning.model_calls),
        )
        parts = ""
        if self._parts:
            parts = plan_words.parts_done(len(self._parts & self._done), len(self._parts))
        done = ", ".join(say(count) for count, say in counts if count)
        tokens = reasoning.token_count(self._tokens) if self._tokens else ""
        name = reasoning.strategy_name(self._strategy) if self._strategy else ""
        return " · ".join(
            part for part in (name, parts, done, reasoning.ms(elapsed_s * 1000), tokens) if part
        )


# --- Row painting: icon, title and a detail on the right, or the end of a text

_PAD = 6


class ReasoningDelegate(PanelDelegate):
    """Paints nodes as rows of uniform height.

    Text that does not fit is shown in full by `NodeDetail`.
    """

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - Qt's signature
        return QSize(0, max(QFontMetrics(self.font()).height(), ICON) + 2 * _PAD)

    def paint_row(self, painter: QPainter, box: QRect, index: Index) -> None:
        node: ReasoningNode = index.data(NODE)
        metrics = painter.fontMetrics()
        if node.kind == "body":
            inside = box.adjusted(_PAD, 0, -_PAD, 0)
            text = str(index.data(Qt.ItemDataRole.DisplayRole))
            if node.size > len(text):
                text = metrics.elidedText(text, Qt.TextElideMode.ElideLeft, inside.width())
            self.draw_line(painter, inside, text, "muted")
            return
        top = box.center().y() - ICON // 2 + 1
        self.draw_icon(painter, QPoint(box.left() + 2, top), node.icon, node.colour)
        left, right = box.left() + ICON + 10, box.right() - _PAD
        if node.mark:
            self.draw_icon(painter, QPoint(left, top), node.mark, "muted")
            left += ICON + 6
        if node.detail:
            width = metrics.horizontalAdvance(node.detail)
            place = QRect(right - width, box.top(), width + 1, box.height())
            self.draw_line(painter, place, node.detail, "faint")
            right -= width + 10
        title = QRect(left, box.top(), right - left, box.height())
        self.draw_line(painter, title, node.title, "text")


# --- Tree of steps, which unfolds as it grows

_MOST_UNFOLDED = 200
"""Number of rows above which new rows stay folded, since Qt lays out all unfolded rows again."""


class ReasoningView(QTreeView):
    """A tree view for a `ReasoningModel`, with rows of uniform height."""

    def __init__(self, theme: Theme, rows: ReasoningModel) -> None:
        super().__init__()
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
        own_action(self, self.tr("Copy with what is below"), "Ctrl+C", self.copy_chosen)
        own_action(self, self.tr("Open the page in the browser"), "Ctrl+Return", self.open_page)
        own_action(self, self.tr("Copy all steps"), "Ctrl+Shift+C", self.copy_all)
        theme.changed.connect(self.viewport().update)

    @property
    def current(self) -> ReasoningNode | None:
        index = self.currentIndex()
        return self._rows.node(index) if index.isValid() else None

    def copy_chosen(self) -> None:
        """Copy the selected row as an indented outline, or all rows if none is selected."""
        QGuiApplication.clipboard().setText(outline(self.current or self._rows.root))

    def copy_all(self) -> None:
        QGuiApplication.clipboard().setText(outline(self._rows.root))

    def open_page(self) -> None:
        """Open the URL of the selected row in the browser, if it has one."""
        node = self.current
        if node is not None and openable(node.url):
            open_address(node.url)

    def _unfold(self, parent: QModelIndex, _first: int, _last: int) -> None:
        if not parent.isValid() or self._rows.count > _MOST_UNFOLDED:
            return
        node = self._rows.node(parent)
        if not node.folded and len(node.children) == 1:
            self.setExpanded(parent, True)


# --- Full text of a row

_SLICE_S = 0.006


class NodeDetail(QFrame):
    """A pane that shows a node's full text, wrapped. Emits ``closed`` when the user closes it."""

    closed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("nodeDetail")
        self._theme = theme
        self._node: ReasoningNode | None = None
        self._grown = 0
        self._writing: Iterator[tuple[str, QTextCharFormat | None]] = iter(())
        self._soon = QTimer(self, interval=0)
        self._soon.timeout.connect(self._write_more)
        self._title = ElidedLabel()
        self._title.setObjectName("section")
        self.text = PlainText()
        self.text.setAccessibleName(self.tr("Details"))
        copy = icon_button(theme, "copy", self.tr("Copy all of this"), self._copy)
        close = icon_button(theme, "cross", self.tr("Close the details (Esc)"), self.closed)
        for button in (copy, close):
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        head = hbox((self._title, 1), copy, close, margins=(14, 4, 8, 0))
        vbox(head, (self.text, 1), parent=self, spacing=0)
        theme.changed.connect(self._restyle)

    def show_node(self, node: ReasoningNode) -> None:
        titled = node.parent if node.kind == "body" and node.parent is not None else node
        self._title.show_text(titled.title)
        source = _growing(node)
        self._node, self._grown = node, len(source.pieces) if source is not None else 0
        self._soon.stop()
        if node.kind == "diff" or node.code:
            self.text.show_text("")
            self._writing = self._changes(node) if node.kind == "diff" else self._code(node)
            self._soon.start()
        else:
            self.text.show_text(full_text(node))

    def grow(self) -> None:
        """Append any text that the node has received since it was last shown."""
        source = _growing(self._node) if self._node is not None else None
        if self._soon.isActive():
            return  # the text so far is still being written
        if source is not None and len(source.pieces) > self._grown:
            self.text.add("".join(source.pieces[self._grown :]))
            self._grown = len(source.pieces)

    def _write_more(self) -> None:
        until = time.perf_counter() + _SLICE_S
        while time.perf_counter() < until:
            text, form = next(self._writing, ("", None))
            if not text:
                self._soon.stop()
                return
            self.text.add(text, form, follow=False)

    def _changes(self, node: ReasoningNode) -> Iterator[tuple[str, QTextCharFormat | None]]:
        colours = self._theme.colours
        looks = {
            "added": (colours.ok, colours.ok_soft),
            "removed": (colours.error, colours.error_soft),
        }
        for change, words in word_diff(node.before.strip(), node.body.strip()):
            form = QTextCharFormat()
            if change in looks:
                fore, back = looks[change]
                form.setForeground(QBrush(QColor(fore)))
                form.setBackground(QBrush(QColor(back)))
                form.setFontStrikeOut(change == "removed")
            yield words, form

    def _code(self, node: ReasoningNode) -> Iterator[tuple[str, QTextCharFormat | None]]:
        from desktop_agent.frontends.ui.markdown.code_highlight import highlighted

        styles = TextStyles(self._theme.colours, self._theme.font, self._theme.mono)
        for text, form in highlighted(node.code, "python", styles):
            yield text, form or styles.code
        yield from ((piece, None) for piece in node.pieces[: self._grown])

    def _restyle(self) -> None:
        if self._node is not None and (self._node.kind == "diff" or self._node.code):
            self.show_node(self._node)

    def _copy(self) -> None:
        if self._node is not None:
            QGuiApplication.clipboard().setText(full_text(self._node))


def _growing(node: ReasoningNode) -> ReasoningNode | None:
    """Return the node whose text is shown and may still grow, or None for a diff or an outline."""
    if node.kind == "diff":
        return None
    if node.pieces:
        return node
    alone = len(node.children) == 1 and node.children[0].kind == "body"
    return node.children[0] if alone else None


_CATCH_UP_MS = 120
_TYPING_MS = 150
_SLICE = 500
"""Number of events applied per tick of the event loop, since a finished run may have thousands."""


class ReasoningPanel(QWidget):
    """A panel that shows the steps of a turn's run, and is updated only while it is visible.

    ``replay`` is emitted with the `Turn` to replay.
    """

    icon_name = "thinking"
    replay = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._turn: Turn | None = None
        self._applied = 0
        self._tally = RunSummaryLine()
        self.model = ReasoningModel(self)
        self.tree = ReasoningView(theme, self.model)
        self.tree.activated.connect(self._activated)
        self.tree.selectionModel().currentChanged.connect(self._chosen)
        self.detail = NodeDetail(theme)
        self.detail.closed.connect(self.close_detail)
        self.detail.hide()
        self._summary = wrapped("", "meta")
        self.filter = filter_field(self.tr("Filter steps"))
        self._soon = QTimer(self, singleShot=True, interval=_CATCH_UP_MS)
        self._soon.timeout.connect(self.catch_up)
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._typing.timeout.connect(self._look)
        self.filter.textChanged.connect(lambda _text: self._typing.start())
        self._pages = QStackedWidget()
        self._pages.addWidget(empty_note(self.tr("The steps of the next answer appear here.")))
        self._pages.addWidget(self._shown())
        vbox(self._pages, parent=self)

    def show_turn(self, turn: Turn | None) -> None:
        self._turn = turn
        self._applied = 0
        self._tally = RunSummaryLine()
        self.close_detail()
        self.model.clear()
        self._pages.setCurrentIndex(0 if turn is None else 1)
        self.catch_up()

    def catch_up_soon(self) -> None:
        """Schedule a call to `catch_up`, at most a few times a second."""
        if self.isVisible() and not self._soon.isActive():
            self._soon.start(_CATCH_UP_MS)

    def catch_up(self) -> None:
        """Apply new events, unless the panel is hidden."""
        if self._turn is None or not self.isVisible():
            return
        bar = self.tree.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - 4
        events = self._turn.events[self._applied : self._applied + _SLICE]
        for event in events:
            self.model.apply(event)
            self._tally.apply(event)
        self._applied += len(events)
        self.model.catch_up()
        self.detail.grow()
        self._tell()
        if at_end and self._turn.running:
            self.tree.scrollToBottom()
        if self._applied < len(self._turn.events):
            self._soon.start(0)

    def offer_replay(self) -> None:
        """Show the replay button. Call this once ``replay`` is connected."""
        self.replay_button.show()

    def close_detail(self) -> None:
        had_focus = self.detail.text.hasFocus() or self.detail.isAncestorOf(self.focusWidget())
        self.detail.hide()
        if had_focus:
            self.tree.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.catch_up()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.filter.text():
            self.filter.clear()
        elif event.key() == Qt.Key.Key_Escape and self.detail.isVisible():
            self.close_detail()
        else:
            super().keyPressEvent(event)

    def _tell(self) -> None:
        turn = self._turn
        if turn is None:
            return
        self._summary.setText(self._tally.line(turn.elapsed_s))
        self.replay_button.setEnabled(not turn.running)

    def _look(self) -> None:
        words = self.filter.text()
        self.model.look_for(words)
        if words.strip():
            self.tree.expandAll()
        else:
            self.tree.expandToDepth(0)

    def _activated(self, index: QModelIndex) -> None:
        self.detail.show_node(self.model.node(index))
        self.detail.show()

    def _chosen(self, index: QModelIndex) -> None:
        if self.detail.isVisible() and index.isValid():
            self.detail.show_node(self.model.node(index))

    # --- Building

    def _shown(self) -> QWidget:
        theme, tree = self._theme, self.tree
        copy = self.tr("Copy all steps (Ctrl+Shift+C)")
        again = self.tr("Play this run again")
        self.replay_button = icon_button(
            theme, "replay", again, lambda: self.replay.emit(self._turn)
        )
        self.replay_button.hide()
        buttons = (
            icon_button(theme, "fold", self.tr("Fold all"), tree.collapseAll),
            icon_button(theme, "unfold", self.tr("Unfold all"), tree.expandAll),
            icon_button(theme, "copy", copy, tree.copy_all),
            self.replay_button,
        )
        first = hbox((self._summary, 1), margins=(14, 4, 10, 4))
        second = hbox((self.filter, 1), 4, *buttons, margins=(12, 0, 8, 6), spacing=2)
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(1)
        split.addWidget(self.tree)
        split.addWidget(self.detail)
        split.setSizes([600, 300])
        whole = QWidget()
        vbox(first, second, (split, 1), parent=whole, spacing=0)
        return whole
