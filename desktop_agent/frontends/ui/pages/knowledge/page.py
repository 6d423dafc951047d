"""The page for managing and searching the user's documents."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QHideEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFrame,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from desktop_agent.core.errors import AgentError
from desktop_agent.core.knowledge import CollectionInfo, KnowledgeStatus
from desktop_agent.frontends.ui.pages.knowledge.collections import CollectionsPane
from desktop_agent.frontends.ui.pages.knowledge.indexing import Adding, IngestBar, remote_host
from desktop_agent.frontends.ui.pages.knowledge.labels import (
    all_together,
    collection_name,
    model_words,
    tr,
)
from desktop_agent.frontends.ui.pages.knowledge.search_results import Found, ResultsPane
from desktop_agent.frontends.ui.widgets.appearance import SIDE
from desktop_agent.frontends.ui.widgets.buttons import icon_button, push_button
from desktop_agent.frontends.ui.widgets.labels import IconLabel, label
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.page import EmptyState, ListPage, PageHead
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.text_fields import SearchField
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized_error

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

# --- A notice that the embedding model is missing, has changed or is remote


class NoticeBar(QFrame):
    """A notice with an optional button; the bar is hidden while it has no text."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("banner")
        self._act: Callable[[], object] | None = None
        self._label = label()
        self.button = push_button("", self._pressed)
        icon = (IconLabel(theme, "warning", "warn"), 0, Qt.AlignmentFlag.AlignVCenter)
        hbox(icon, (self._label, 1), self.button, parent=self, margins=(14, 8, 10, 8), spacing=10)
        self.hide()

    @property
    def text(self) -> str:
        return "" if self.isHidden() else self._label.text()

    def say(self, text: str, button: str = "", act: Callable[[], object] | None = None) -> None:
        """Show a message, with a button if ``act`` is given. An empty message hides the bar."""
        self._act = act
        self._label.setText(text)
        self.button.setText(button)
        self.button.setVisible(act is not None)
        self.setVisible(bool(text))

    def _pressed(self) -> None:
        if self._act is not None:
            self._act()


def leaves_to(host: str) -> str:
    """Return a notice that document text is sent to ``host`` for embedding."""
    return tr("The text of your documents is sent to {0} to be embedded.").format(host)


# --- The empty state


class NoDocuments(EmptyState):
    """An introduction with buttons for adding documents, shown while there are no documents."""

    add_folder = Signal()
    add_files = Signal()

    def __init__(self, theme: Theme) -> None:
        about = tr(
            "Add folders with your papers, notes and reports. They can then be searched here, "
            "by words and by meaning, and answers can quote them with page and heading. "
            "Files stay where they are, and what changes in them is noticed."
        )
        formats = tr(
            "PDF, Word, PowerPoint, Excel, EPUB, Markdown, text, HTML, e-mail, notebooks and "
            "code. You can also drop them here."
        )
        texts = [(tr("Ask your own documents"), "heading"), (about, "muted"), (formats, "hint")]
        centre = Qt.AlignmentFlag.AlignHCenter
        privacy = label("", "meta", centre)
        folder = push_button(tr("Add a folder…"), name="primary")
        files = push_button(tr("Add files…"))
        buttons = hbox(STRETCH, folder, files, STRETCH, spacing=8)
        super().__init__(theme, "knowledge", texts, 8, buttons, 8, (privacy, 0, centre), width=46)
        self.privacy, self.folder, self.files = privacy, folder, files
        self.texts.append(privacy)
        self.folder.clicked.connect(self.add_folder)
        self.files.clicked.connect(self.add_files)
        theme.bind_icon(self.folder, "folder", "on_accent", side=16)
        theme.bind_icon(self.files, "page", "muted", side=16)

    def show_privacy(self, text: str) -> None:
        self.privacy.setText(text)
        self.fit()


# --- The search field and the choice of collection

_WAIT_MS = 200
_WITHIN_MOST = 220


class SearchBar(QWidget):
    """The search field and the collection selector.

    ``wanted`` is emitted when another collection is selected, and shortly after typing stops.
    """

    wanted = Signal()

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
        hbox((self.field, 1), self.within, parent=self, spacing=8)
        self.field.wanted.connect(self._tell)
        self.within.currentIndexChanged.connect(self._tell)

    @property
    def words(self) -> str:
        return self.field.words

    @property
    def collection(self) -> str:
        """The id of the collection to search, or "" for all."""
        return str(self.within.currentData() or "")

    def show_collections(self, collections: Sequence[CollectionInfo]) -> None:
        """Offer the collections that contain documents, keeping the selection if possible."""
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


# --- The page

_NARROW = 46
"""Width, in multiples of the font's point size, below which buttons show only icons."""


class KnowledgePage(ListPage):
    """A page for managing and searching the user's documents, updated while it is visible.

    Files can be dropped on the page. ``models_wanted`` and ``settings_wanted`` are emitted when the
    user asks for the model settings or the knowledge settings. ``ask_wanted`` is emitted with the
    beginning of a question for the user to complete.
    """

    models_wanted = Signal()
    settings_wanted = Signal()
    ask_wanted = Signal(str)

    def __init__(self, theme: Theme, session: "Session", tasks: Tasks) -> None:
        super().__init__(theme, "knowledgePage")
        self.setAcceptDrops(True)
        self.column.setObjectName("knowledgeColumn")
        self._session = session
        self._tasks = tasks
        self._shown: tuple[CollectionInfo, ...] | None = None
        self._reading: asyncio.Task[KnowledgeStatus] | None = None
        self._again = False
        self.adding = Adding(session, tasks, self.toast, self)
        self.folder = self._button("folder", tr("Add a folder"), self.add_folder)
        self.files = self._button("page", tr("Add files"), self.add_files)
        self.more = icon_button(theme, "more", tr("More about the documents"), side=18)
        self.head = PageHead(theme, tr("Your documents"), self.folder, self.files, self.more)
        self._model = ""
        self.ingest = IngestBar(theme, session)
        self.notice = NoticeBar(theme)
        self.privacy = label("", "hint")
        self.privacy.hide()
        notices = vbox(self.notice, self.privacy, spacing=6)
        self.search = SearchBar(theme)
        self.note = label(tr("Looking at your documents…"), "muted", Qt.AlignmentFlag.AlignCenter)
        self.empty = NoDocuments(theme)
        self.collections = CollectionsPane(theme, session, tasks)
        self.results = ResultsPane(theme, session, tasks)
        self._body = QStackedWidget()
        for page in (self.note, self.empty, self.collections, self.results):
            self._body.addWidget(page)
        self.lay_out(self.head, self.ingest, notices, self.search, (self._body, 1))
        self._turn()
        self._connect()

    # --- Contents

    def refresh(self) -> None:
        """Reload the contents if the page is visible; a hidden page is reloaded when shown."""
        if not self.isVisible():
            return
        if self._reading is not None:
            self._again = True
            return
        self._again = False
        knowledge = self._session.knowledge
        self._reading = self._tasks.start(knowledge.status(), self._show, self._could_not)
        if self._shown is None:  # the status waits for the embedding model, maybe for seconds
            self._tasks.start(knowledge.collections(), self._show_early)

    def enter(self) -> None:
        """Focus the search field, or the button for adding a folder if there are no documents.

        While the page is still loading, focus the back button.
        """
        if self._shown is None:
            self.head.leave.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif self.search.isHidden():
            self.empty.folder.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.search.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.search.field.selectAll()

    def add_folder(self) -> None:
        self.adding.choose_folder(self._target())

    def add_files(self) -> None:
        self.adding.choose_files(self._target())

    def _show(self, status: KnowledgeStatus) -> None:
        self._reading = None
        self._model = model_words(status)
        self._show_collections(status.collections)
        self.ingest.show_progress(self._session.knowledge.progress)  # newer than in the status
        self._show_notices(status)
        if self._again:
            self.refresh()

    def _show_early(self, collections: Sequence[CollectionInfo]) -> None:
        if self._shown is None:
            self._show_collections(collections)

    def _show_collections(self, collections: Sequence[CollectionInfo]) -> None:
        first, self._shown = self._shown is None, tuple(collections)
        counted = all_together(collections)
        self._problems.setEnabled(any(each.problems for each in collections))
        parts = [counted, self._model] if counted else [tr("Nothing is indexed yet")]
        self.head.state.show_text(" · ".join(part for part in parts if part))
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
            self.notice.say(localized_error(error), tr("Try again"), self.refresh)
        if self._again:
            self.refresh()

    def _show_notices(self, status: KnowledgeStatus) -> None:
        wants_model = self._session.settings.knowledge.embedding_provider != "none"
        if status.needs_rebuild:
            said = tr("The passages were embedded with {0}; {1} is chosen now.")
            said = said.format(status.embedding_model, status.wanted_model)
            self.notice.say(said, tr("Rebuild"), self._rebuild)
        elif wants_model and not status.wanted_model:
            said = tr("Searching by words alone: there is no embedding model.")
            self.notice.say(said, tr("Get a model"), self.models_wanted.emit)
        else:
            self.notice.say("")
        host = "" if self._is_empty else remote_host(self._session.settings)
        self.privacy.setText(leaves_to(host) if host else "")
        self.privacy.setVisible(bool(host))

    def _show_privacy(self) -> None:
        host = remote_host(self._session.settings)
        here = tr("Nothing leaves this machine: documents are read, indexed and searched here.")
        self.empty.show_privacy(leaves_to(host) if host else here)

    def _rebuild(self) -> None:
        self._tasks.start(
            self._session.knowledge.rebuild(), lambda _none: self.refresh(), self.failed.emit
        )

    # --- State

    @property
    def _is_empty(self) -> bool:
        return all(each.kind == "pages" and not each.documents for each in self._shown or ())

    def _turn(self) -> None:
        known = self._shown is not None
        empty = self._is_empty
        self.search.setVisible(known and not empty)
        for button in (self.folder, self.files):  # the empty state has its own
            button.setVisible(known and not empty)
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
        self.ask_wanted.emit(tr("About my document “{0}”{1}: ").format(found.title, place))

    def _target(self) -> str:
        target = self.collections.view.target
        return target.id if target is not None and self.collections.isVisible() else ""

    # --- Qt events

    def clear_search(self) -> bool:
        if not self.search.words:
            return False
        self.search.field.clear()
        self.enter()
        return True

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.ingest.follow()
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.ingest.leave()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _paths_in(event.mimeData()):
            event.acceptProposedAction()
            self._frame(shown=True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self._frame(shown=False)

    def dropEvent(self, event: QDropEvent) -> None:
        self._frame(shown=False)
        event.acceptProposedAction()
        self.adding.add(_paths_in(event.mimeData()), self._target())

    def _frame(self, *, shown: bool) -> None:
        self.column.setProperty("dropping", shown)
        self.column.style().polish(self.column)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        width = min(self.width(), self.column.maximumWidth()) - 2 * SIDE
        narrow = width < _NARROW * self._theme.points
        self.folder.setText("" if narrow else tr("Add folder"))
        self.files.setText("" if narrow else tr("Add files"))

    # --- Construction

    def _button(self, icon: str, tip: str, act: Callable[[], None]) -> QPushButton:
        button = push_button("", act, tip=tip)
        button.setAccessibleName(tip)
        self._theme.bind_icon(button, icon, side=16)
        return button

    def _connect(self) -> None:
        self.head.back.connect(self.left)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.more)
        menu.addAction(tr("New collection…"), self.adding.choose_new_collection)
        menu.addAction(tr("Look for changed files"), self.ingest.look_again)
        show_problems = partial(self.collections.show_problems, None)
        self._problems: QAction = menu.addAction(tr("Show problems"), show_problems)
        menu.addSeparator()
        menu.addAction(tr("Settings…"), self.settings_wanted.emit)
        self.more.setMenu(menu)
        for each in (self.empty, self.collections.view):
            each.add_folder.connect(self.add_folder)
            each.add_files.connect(self.add_files)
        self.adding.changed.connect(self.refresh)
        self.ingest.stale.connect(self.refresh)
        self.search.wanted.connect(self._search)
        self.search.field.left_downwards.connect(self._go_down)
        self.search.field.entered.connect(self.results.open_first)
        self.results.view.left_upwards.connect(self.search.field.setFocus)
        self.results.view.ask_wanted.connect(self._ask)
        self.collections.changed.connect(self.refresh)
        for part in (self.adding, self.collections, self.results):
            part.failed.connect(self.failed)
        self._theme.changed.connect(self._fit)


def _paths_in(data: QMimeData) -> list[Path]:
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
