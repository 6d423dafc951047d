"""The page of the user's documents, which creates its parts and connects them."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QHideEvent, QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.core.errors import AgentError
from desktop_agent.core.knowledge import CollectionInfo, KnowledgeStatus
from desktop_agent.core.network import is_loopback
from desktop_agent.core.settings import Settings
from desktop_agent.frontends.ui.pages.knowledge.collections import CollectionsPane
from desktop_agent.frontends.ui.pages.knowledge.indexing import (
    Adding,
    DropArea,
    Indexing,
    IngestBar,
)
from desktop_agent.frontends.ui.pages.knowledge.labels import (
    all_together,
    collection_name,
    model_words,
    tr,
)
from desktop_agent.frontends.ui.pages.knowledge.search_results import Found, ResultsPane
from desktop_agent.frontends.ui.widgets.appearance import SIDE
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, IconLabel
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.text_fields import SearchField
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.toast import Toast
from desktop_agent.frontends.ui.widgets.translation import localized_error

if TYPE_CHECKING:
    from desktop_agent.app.documents import KnowledgeBase
    from desktop_agent.app.session import Session

# --- Remote embedding


def remote_host(settings: Settings) -> str:
    """Return the host that receives the text of documents, or "" if it stays on this machine."""
    wanted = settings.knowledge
    if wanted.embedding_provider == "none" or settings.network.offline:
        return ""
    ollama = wanted.embedding_provider == "ollama"
    address = settings.llm.ollama_url if ollama else settings.llm.openai_url
    host = urlsplit(address).hostname or ""
    return "" if is_loopback(host) else host or address


# --- A notice bar with an action


class NoticeBar(QFrame):
    """A bar for notices that is visible only while it has text."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("banner")
        self._act: Callable[[], object] = _nothing
        self._label = QLabel()
        self._label.setWordWrap(True)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self.button = QPushButton()
        self.button.clicked.connect(self._pressed)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 10, 8)
        row.setSpacing(10)
        row.addWidget(IconLabel(theme, "warning", "warn"), 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self._label, 1)
        row.addWidget(self.button)
        self.hide()

    @property
    def text(self) -> str:
        """The displayed text, which is empty while the bar is hidden."""
        return "" if self.isHidden() else self._label.text()

    def say(self, text: str, button: str = "", act: Callable[[], object] | None = None) -> None:
        """Show a text with an action button, or hide the bar if the text is empty."""
        self._act = act or _nothing
        self._label.setText(text)
        self.button.setText(button)
        self.button.setVisible(act is not None)
        self.setVisible(bool(text))

    def _pressed(self) -> None:
        self._act()


def _nothing() -> None:
    """Do nothing; this is the action if there is no button."""


# --- Notices about the embedding model: missing, changed or remote


class Notices(QWidget):
    """Shows the notice that applies to the state of the knowledge base.

    ``models_wanted``, ``rebuild_wanted`` and ``look_again`` are emitted by its buttons.
    """

    models_wanted = Signal()
    rebuild_wanted = Signal()
    look_again = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.bar = NoticeBar(theme)
        self.privacy = QLabel()
        self.privacy.setObjectName("hint")
        self.privacy.setWordWrap(True)
        self.privacy.setTextFormat(self.privacy.textFormat().PlainText)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(6)
        lines.addWidget(self.bar)
        lines.addWidget(self.privacy)
        self.hide()

    def show_status(self, status: KnowledgeStatus, host: str, *, wants_model: bool) -> None:
        """Show the notice that applies; ``host`` is the remote machine that receives the text."""
        if status.needs_rebuild:
            said = tr("The passages were embedded with {0}; {1} is chosen now.")
            said = said.format(status.embedding_model, status.wanted_model)
            self.bar.say(said, tr("Rebuild"), self.rebuild_wanted.emit)
        elif wants_model and not status.wanted_model:
            said = tr("Searching by words alone: there is no embedding model.")
            self.bar.say(said, tr("Get a model"), self.models_wanted.emit)
        else:
            self.bar.say("")
        self.privacy.setText(leaves_to(host) if host else "")
        self.privacy.setVisible(bool(host))
        self.setVisible(bool(host or self.bar.text))

    def show_fault(self, text: str) -> None:
        """Show why the contents could not be read."""
        self.bar.say(text, tr("Try again"), self.look_again.emit)
        self.show()


def leaves_to(host: str) -> str:
    """Return the notice that the text of documents is sent to another machine."""
    return tr("The text of your documents is sent to {0} to be embedded.").format(host)


# --- The empty state

_EMPTY_STATE_WIDTH = 46
"""Maximum width of the text, in multiples of the font's point size."""


class EmptyState(QScrollArea):
    """Shown if there are no documents; its buttons emit ``add_folder`` and ``add_files``."""

    add_folder = Signal()
    add_files = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._heading = self._text(tr("Ask your own documents"), "heading")
        self._about = self._text(
            tr(
                "Add folders with your papers, notes and reports. They can then be searched here, "
                "by words and by meaning, and answers can quote them with page and heading. "
                "Files stay where they are, and what changes in them is noticed."
            ),
            "muted",
        )
        self._formats = self._text(
            tr(
                "PDF, Word, PowerPoint, Excel, EPUB, Markdown, text, HTML, e-mail, notebooks and "
                "code. You can also drop them here."
            ),
            "hint",
        )
        self.privacy = self._text("", "meta")
        self.folder = QPushButton(tr("Add a folder…"))
        self.folder.setObjectName("primary")
        self.folder.clicked.connect(self.add_folder)
        theme.bind_icon(self.folder, "folder", "on_accent", side=16)
        self.files = QPushButton(tr("Add files…"))
        self.files.clicked.connect(self.add_files)
        theme.bind_icon(self.files, "page", "muted", side=16)
        self._lay_out()
        theme.changed.connect(self._fit)

    def show_privacy(self, text: str) -> None:
        """Show who can see the documents."""
        self.privacy.setText(text)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        buttons.addWidget(self.folder)
        buttons.addWidget(self.files)
        buttons.addStretch(1)
        page = QWidget()
        page.setObjectName("page")
        lines = QVBoxLayout(page)
        lines.setContentsMargins(0, 8, 0, 24)
        lines.setSpacing(10)
        lines.addStretch(2)
        centre = Qt.AlignmentFlag.AlignHCenter
        lines.addWidget(IconLabel(self._theme, "knowledge", "accent", 40), 0, centre)
        for part in (self._heading, self._about, self._formats):
            lines.addWidget(part, 0, centre)
        lines.addSpacing(8)
        lines.addLayout(buttons)
        lines.addSpacing(8)
        lines.addWidget(self.privacy, 0, centre)
        lines.addStretch(3)
        self.setWidget(page)
        self._fit()

    def _fit(self) -> None:
        width = min(round(_EMPTY_STATE_WIDTH * self._theme.points), self.viewport().width())
        for part in (self._heading, self._about, self._formats, self.privacy):
            part.ensurePolished()
            part.setFixedSize(width, max(0, part.heightForWidth(width)))

    def _text(self, text: str, name: str) -> QLabel:
        label = QLabel(text)
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        return label


# --- The search field and the choice of collection

_WAIT_MS = 200
_WITHIN_MOST = 220


class SearchBar(QWidget):
    """The search field and the choice of a collection.

    ``wanted`` is emitted when the query or the collection has changed, shortly after typing stops.
    ``left_downwards`` is emitted for the Down key, and ``entered`` for Enter.
    """

    wanted = Signal()
    left_downwards = Signal()
    entered = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._told = ("", "")
        self.field = SearchField(theme, self.tr("Search your documents"), _WAIT_MS)
        self.field.setObjectName("knowledgeSearch")
        self.field.setAccessibleDescription(self.tr("Down goes to what was found"))
        self.field.setToolTip(self.tr("Search your documents; Down goes to what was found"))
        self.field.setAcceptDrops(False)  # files are dropped on the page
        self.within = QComboBox()
        self.within.setAccessibleName(self.tr("Which collection is searched"))
        self.within.setToolTip(self.tr("Which collection is searched"))
        self.within.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.within.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.within.setMinimumContentsLength(4)
        self.within.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        row.addWidget(self.within)
        self.field.wanted.connect(self._tell)
        self.field.left_downwards.connect(self.left_downwards)
        self.field.entered.connect(self.entered)
        self.within.currentIndexChanged.connect(self._tell)

    @property
    def words(self) -> str:
        """The query."""
        return self.field.words

    @property
    def collection(self) -> str:
        """The id of the collection to search, or "" for all."""
        return str(self.within.currentData() or "")

    def show_collections(self, collections: Sequence[CollectionInfo]) -> None:
        """Offer the collections that are not empty, keeping the choice if possible."""
        offered = [(tr("Everywhere"), "")]
        offered += [(collection_name(each), each.id) for each in collections if each.documents]
        shown = [
            (self.within.itemText(at), self.within.itemData(at))
            for at in range(self.within.count())
        ]
        if offered != shown:
            chosen = self.collection
            self.within.blockSignals(True)
            self.within.clear()
            for name, key in offered:
                self.within.addItem(name, key)
            self.within.setCurrentIndex(max(0, self.within.findData(chosen)))
            self.within.blockSignals(False)
            self._tell()
        self.within.setVisible(len(offered) > 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.within.setMaximumWidth(min(_WITHIN_MOST, round(0.4 * self.width())))

    def _tell(self) -> None:
        now = (self.words, self.collection if self.words else "")
        if now != self._told:
            self._told = now
            self.wanted.emit()


# --- The head: back, totals, and buttons to add

_NARROW = 46
"""Width, in multiples of the font's point size, below which buttons show only icons."""


class PageHead(QWidget):
    """The head of the page; its buttons emit signals, which the owner connects."""

    back = Signal()
    add_folder = Signal()
    add_files = Signal()
    new_collection = Signal()
    look_again = Signal()
    problems = Signal()
    settings = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._counted = self._model = ""
        self.leave = self._tool("back", tr("Back to the chat"), tr("Back to the chat (Esc)"))
        self.leave.clicked.connect(self.back)
        title = QLabel(tr("Your documents"))
        title.setObjectName("heading")
        self.state = ElidedLabel()
        self.state.setObjectName("meta")
        self.folder = self._button("folder", tr("Add folder"), tr("Add a folder"))
        self.folder.clicked.connect(self.add_folder)
        self.files = self._button("page", tr("Add files"), tr("Add files"))
        self.files.clicked.connect(self.add_files)
        self.more = self._tool("more", tr("More about the documents"))
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.problems_action = QAction(tr("Show problems"), self)
        self.problems_action.triggered.connect(self.problems)
        self.more.setMenu(self._menu())
        texts = QVBoxLayout()
        texts.setSpacing(1)
        texts.addWidget(title)
        texts.addWidget(self.state)
        theme.changed.connect(self._fit)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.leave)
        row.addSpacing(4)
        row.addLayout(texts, 1)
        row.addWidget(self.folder)
        row.addWidget(self.files)
        row.addWidget(self.more)

    def show_collections(self, collections: Sequence[CollectionInfo]) -> None:
        """Show the totals."""
        self._counted = all_together(collections)
        self.problems_action.setEnabled(any(each.problems for each in collections))
        self._say()

    def show_model(self, words: str) -> None:
        """Show the search model after the totals."""
        self._model = words
        self._say()

    def _say(self) -> None:
        parts = [self._counted, self._model] if self._counted else [tr("Nothing is indexed yet")]
        self.state.show_text(" · ".join(part for part in parts if part))

    def show_buttons(self, shown: bool) -> None:  # noqa: FBT001 - as Qt's setters
        """Show or hide the add buttons; the empty page has its own."""
        for each in (self.folder, self.files):
            each.setVisible(shown)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        narrow = self.width() < _NARROW * self._theme.points
        for button, text in ((self.folder, tr("Add folder")), (self.files, tr("Add files"))):
            button.setText("" if narrow else text)

    def _menu(self) -> QMenu:
        menu = QMenu(self.more)
        self._entry(menu, tr("New collection…"), self.new_collection.emit)
        self._entry(menu, tr("Look for changed files"), self.look_again.emit)
        menu.addAction(self.problems_action)
        menu.addSeparator()
        self._entry(menu, tr("Settings…"), self.settings.emit)
        return menu

    def _entry(self, menu: QMenu, text: str, act: Callable[[], None]) -> None:
        action = QAction(text, menu)
        action.triggered.connect(lambda _on: act())
        menu.addAction(action)

    def _button(self, icon: str, text: str, tip: str) -> QPushButton:
        button = QPushButton(text)
        button.setAccessibleName(tip)
        button.setToolTip(tip)
        self._theme.bind_icon(button, icon, side=16)
        return button

    def _tool(self, icon: str, text: str, tip: str = "") -> QToolButton:
        button = QToolButton()
        button.setAccessibleName(text)
        button.setToolTip(tip or text)
        self._theme.bind_icon(button, icon)
        return button


_WIDTH = 88
"""Maximum column width, in multiples of the font's point size."""


class KnowledgePage(DropArea):
    """Shows the user's documents. It is loaded when shown, and follows indexing while visible.

    ``left`` is emitted to return to the chat, and ``models_wanted`` and ``settings_wanted`` to open
    settings. ``ask_wanted`` is emitted with the beginning of a question, and ``failed`` with an
    `AgentError`.
    """

    left = Signal()
    models_wanted = Signal()
    settings_wanted = Signal()
    ask_wanted = Signal(str)
    failed = Signal(object)

    def __init__(self, theme: Theme, session: "Session", tasks: Tasks) -> None:
        super().__init__()
        self.setObjectName("knowledgePage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self._session = session
        self._tasks = tasks
        self._shown: tuple[CollectionInfo, ...] | None = None
        self._reading: asyncio.Task[KnowledgeStatus] | None = None
        self._again = False
        self.toast = Toast(self, theme)
        self.adding = Adding(self._knowledge, tasks, self._host_of_texts, self.toast, self)
        self.head = PageHead(theme)
        self.ingest = IngestBar(theme)
        self.indexing = Indexing(self._knowledge, self.ingest)
        self.notices = Notices(theme)
        self.search = SearchBar(theme)
        self.note = QLabel(tr("Looking at your documents…"))
        self.empty = EmptyState(theme)
        self.collections = CollectionsPane(theme, self._knowledge, tasks)
        self.results = ResultsPane(theme, self._knowledge, tasks)
        self._body = QStackedWidget()
        self._lay_out()
        self._connect()

    # --- Contents

    def refresh(self) -> None:
        """Reload the contents. A hidden page reloads when it is shown."""
        if not self.isVisible():
            return
        if self._reading is not None:
            self._again = True
            return
        self._again = False
        knowledge = self._knowledge()
        self._reading = self._tasks.start(knowledge.status(), self._show, self._could_not)
        if self._shown is None:  # who embeds may take seconds to answer
            self._tasks.start(knowledge.collections(), self._show_early, lambda _error: None)

    def enter(self) -> None:
        """Focus the search field, or the first thing to do if there are no documents."""
        if self._shown is None:
            self.head.leave.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif self.search.isHidden():
            self.empty.folder.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.search.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.search.field.selectAll()

    def add_folder(self) -> None:
        """Let the user choose a folder and add it to the current collection."""
        self.adding.choose_folder(self._target())

    def add_files(self) -> None:
        """Let the user choose files and add them to the current collection."""
        self.adding.choose_files(self._target())

    def _show(self, status: KnowledgeStatus) -> None:
        self._reading = None
        self._show_collections(status.collections)
        self.head.show_model(model_words(status))
        self.indexing.show(self._knowledge().progress)  # that of the status is older
        self._show_notices(status)
        if self._again:
            self.refresh()

    def _show_early(self, collections: Sequence[CollectionInfo]) -> None:
        if self._shown is None:
            self._show_collections(collections)

    def _show_collections(self, collections: Sequence[CollectionInfo]) -> None:
        first, self._shown = self._shown is None, tuple(collections)
        self.head.show_collections(collections)
        self.search.show_collections(collections)
        self.adding.know(collections)
        self.collections.show_collections(collections)
        self.results.show_collections(collections)
        self._show_privacy()
        self._turn()
        at_keys = QApplication.focusWidget()
        if first and at_keys is not None and self.isAncestorOf(at_keys):
            self.enter()

    def _could_not(self, error: AgentError) -> None:
        self._reading = None
        if self._shown is None:
            self.note.setText(localized_error(error))
        else:
            self.notices.show_fault(localized_error(error))
        if self._again:
            self.refresh()

    def _show_notices(self, status: KnowledgeStatus) -> None:
        host = self._host_of_texts()
        wants_model = self._session.settings.knowledge.embedding_provider != "none"
        self.notices.show_status(status, "" if self._is_empty else host, wants_model=wants_model)

    def _show_privacy(self) -> None:
        host = self._host_of_texts()
        here = tr("Nothing leaves this machine: documents are read, indexed and searched here.")
        self.empty.show_privacy(leaves_to(host) if host else here)

    def _rebuild(self) -> None:
        self._tasks.start(
            self._knowledge().rebuild(), lambda _none: self.refresh(), self.failed.emit
        )

    # --- State

    @property
    def _is_empty(self) -> bool:
        return all(each.kind == "pages" and not each.documents for each in self._shown or ())

    def _turn(self) -> None:
        """Show the part of the page that fits the state."""
        known = self._shown is not None
        empty = self._is_empty
        self.search.setVisible(known and not empty)
        self.head.show_buttons(known and not empty)
        if not known:
            self._body.setCurrentWidget(self.note)
        elif empty:
            self._body.setCurrentWidget(self.empty)
        else:
            searching = bool(self.search.words)
            self._body.setCurrentWidget(self.results if searching else self.collections)

    def _search(self) -> None:
        if self.search.words:
            self.results.search(self.search.words, self.search.collection)
        else:
            self.results.clear()
        self._turn()

    def _go_down(self) -> None:
        if not (self.search.words and self.results.view.enter()):
            self.collections.view.setFocus(Qt.FocusReason.TabFocusReason)

    def _ask(self, found: Found) -> None:
        place = f" ({found.place})" if found.place else ""
        said = tr("About my document “{0}”{1}: ").format(found.title, place)
        self.ask_wanted.emit(said)

    def _target(self) -> str:
        target = self.collections.view.target
        return target.id if target is not None and self.collections.isVisible() else ""

    # --- Qt events

    def event(self, event: QEvent) -> bool:
        # the window has commands on the same keys, meant for the chat
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            undo = event.matches(QKeySequence.StandardKey.Undo) and self.toast.can_act
            if undo or event.key() == Qt.Key.Key_Escape:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Undo):
            self.toast.act()
        elif event.key() == Qt.Key.Key_Escape and self.search.words:
            self.search.field.clear()
            self.enter()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.indexing.follow()
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.indexing.leave()

    # --- Construction

    def _knowledge(self) -> "KnowledgeBase":
        return self._session.knowledge

    def _host_of_texts(self) -> str:
        return remote_host(self._session.settings)

    def _connect(self) -> None:
        self.head.back.connect(self.left)
        self.head.new_collection.connect(self.adding.choose_new_collection)
        self.head.look_again.connect(self.indexing.look_again)
        self.head.problems.connect(self.collections.show_problems)
        self.head.settings.connect(self.settings_wanted)
        for each in (self.head, self.empty, self.collections.view):
            each.add_folder.connect(self.add_folder)
            each.add_files.connect(self.add_files)
        self.dropped.connect(lambda paths: self.adding.add(paths, self._target()))
        self.adding.changed.connect(self.refresh)
        self.notices.models_wanted.connect(self.models_wanted)
        self.notices.rebuild_wanted.connect(self._rebuild)
        self.notices.look_again.connect(self.refresh)
        self.indexing.stale.connect(self.refresh)
        self.search.wanted.connect(self._search)
        self.search.left_downwards.connect(self._go_down)
        self.search.entered.connect(self.results.open_first)
        self.results.view.left_upwards.connect(self.search.field.setFocus)
        self.results.view.ask_wanted.connect(self._ask)
        self.collections.changed.connect(self.refresh)
        for part in (self.adding, self.collections, self.results):
            part.failed.connect(self.failed)
        self._theme.changed.connect(self._fit)

    def _lay_out(self) -> None:
        self.note.setObjectName("muted")
        self.note.setWordWrap(True)
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for page in (self.note, self.empty, self.collections, self.results):
            self._body.addWidget(page)
        lines = QVBoxLayout(self.column)
        lines.setContentsMargins(SIDE, 16, SIDE, 12)
        lines.setSpacing(10)
        for part in (self.head, self.ingest, self.notices, self.search):
            lines.addWidget(part)
        lines.addWidget(self._body, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(self.column, 1_000)
        row.addStretch(1)
        self._fit()
        self._turn()

    def _fit(self) -> None:
        self.column.setMaximumWidth(round(_WIDTH * self._theme.points) + 2 * SIDE)
