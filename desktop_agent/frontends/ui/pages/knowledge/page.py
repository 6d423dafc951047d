"""The page for managing and searching the user's documents."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from PySide6.QtCore import QMimeData, Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QMenu,
    QProgressBar,
    QPushButton,
    QToolButton,
    QWidget,
)

from desktop_agent.core.errors import AgentError
from desktop_agent.core.knowledge import CollectionInfo, IngestProgress, KnowledgeStatus, SourceInfo
from desktop_agent.core.network import is_loopback
from desktop_agent.core.settings import Settings
from desktop_agent.frontends.ui.export.save_dialog import ask_paths
from desktop_agent.frontends.ui.pages.knowledge.collections import (
    CollectionsPane,
    progress_line,
    tr,
)
from desktop_agent.frontends.ui.pages.knowledge.search_results import Found, ResultsPane
from desktop_agent.frontends.ui.widgets.accessibility import announce
from desktop_agent.frontends.ui.widgets.buttons import icon_button, push_button
from desktop_agent.frontends.ui.widgets.error_dialog import confirm
from desktop_agent.frontends.ui.widgets.labels import Said, heading
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.page import EmptyState, ListPage, Notice, PageHead
from desktop_agent.frontends.ui.widgets.plain_text import one_line
from desktop_agent.frontends.ui.widgets.tasks import Tasks, ignore, while_alive
from desktop_agent.frontends.ui.widgets.text_fields import LineDialog
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized_error
from desktop_agent.frontends.ui.wording.reasoning import count

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

# --- Where the text of documents is sent


def remote_host(settings: Settings) -> str:
    """Return the embedding server's host, or "" if no text leaves this machine."""
    wanted = settings.knowledge
    if wanted.embedding_provider in {"built-in", "none"} or settings.network.offline:
        return ""
    ollama = wanted.embedding_provider == "ollama"
    address = settings.llm.ollama_url if ollama else settings.llm.openai_url
    host = urlsplit(address).hostname or ""
    return "" if is_loopback(host) else host or address


# --- Notice, empty state and progress


class NoDocuments(EmptyState):
    """An introduction with buttons for adding documents, shown when there are none."""

    def __init__(self, theme: Theme) -> None:
        about = tr(
            "Add folders with papers, notes or reports. Search them here, and let answers quote "
            "them. Files stay where they are, and changes are picked up automatically."
        )
        formats = tr(
            "PDF, Word, PowerPoint, Excel, EPUB, Markdown, text, HTML, email, notebooks and code. "
            "You can also drop them here."
        )
        texts = [(tr("Search your own documents"), "heading"), (about, "muted"), (formats, "hint")]
        self.folder = push_button(tr("Add folder…"), name="primary")
        self.files = push_button(tr("Add files…"))
        buttons = hbox(STRETCH, self.folder, self.files, STRETCH, spacing=8)
        super().__init__(theme, "knowledge", texts, 8, buttons, width=46)
        theme.bind_icon(self.folder, "folder", "on_accent", side=16)
        theme.bind_icon(self.files, "page", "muted", side=16)


_STALE_MS = 1_500
"""Milliseconds between updates of the page's other numbers during indexing."""


class IngestBar(QWidget):
    """A bar that shows indexing progress; ``stale`` is emitted when the page may be out of date."""

    stale = Signal()

    def __init__(self, theme: Theme, session: "Session") -> None:
        super().__init__()
        self._theme = theme
        self._session = session
        self._state = "idle"
        self._soon = QTimer(self, singleShot=True, interval=_STALE_MS)
        self._soon.timeout.connect(self.stale)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setRange(0, 1000)
        self._bar.setAccessibleName(tr("Indexing"))
        self.said = heading("", "meta")
        self.pause = icon_button(theme, "pause", tr("Pause indexing"), self._switch)
        below = hbox((self.said, 1), self.pause, spacing=12)
        vbox(self._bar, below, parent=self, spacing=0)
        self.hide()
        stop = session.knowledge.watch_progress(while_alive(self, self._progressed))
        self.destroyed.connect(stop)

    def look_again(self) -> None:
        """Check for changed files now, and retry files that could not be read."""
        self._session.knowledge.update(again=True)
        self._progressed(self._session.knowledge.progress)

    def show_progress(self, progress: IngestProgress) -> None:
        self._state = state = progress.state
        self.setVisible(state != "idle")
        line = progress_line(progress)
        self.said.setText(line)
        reading = state != "embedding" and progress.done < progress.total
        done = progress.done if reading else progress.embedded
        whole = progress.total if reading else progress.to_embed
        self._bar.setValue(round(1000 * min(1.0, done / whole)) if whole else 0)
        self._bar.setAccessibleDescription(line)
        self.pause.setVisible(state != "waiting")
        said = tr("Resume indexing") if state == "paused" else tr("Pause indexing")
        if said != self.pause.toolTip():
            self.pause.setAccessibleName(said)
            self.pause.setToolTip(said)
            self._theme.bind_icon(self.pause, "play" if state == "paused" else "pause", side=16)

    def _progressed(self, progress: IngestProgress) -> None:
        before = self._state
        if progress.state == "idle" and before in ("reading", "embedding") and self.isVisible():
            announce(self, tr("Indexing finished"))
        self.show_progress(progress)
        if progress.state != before:
            self._soon.stop()
            self.stale.emit()
        elif progress.state != "idle" and not self._soon.isActive():
            self._soon.start()

    def _switch(self) -> None:
        knowledge = self._session.knowledge
        (knowledge.resume if self._state == "paused" else knowledge.pause)()
        self._progressed(knowledge.progress)


# --- The page


class KnowledgePage(ListPage):
    """A page for managing and searching the user's documents, updated while visible.

    Files can be dropped on it. ``models_wanted`` and ``settings_wanted`` are emitted when the user
    asks for the model settings or the document settings, and ``ask_wanted`` with the beginning of a
    question for the user to complete.
    """

    models_wanted = Signal()
    settings_wanted = Signal()
    ask_wanted = Signal(str)

    def __init__(self, theme: Theme, session: "Session", tasks: Tasks) -> None:
        super().__init__(theme, "knowledgePage", tr("Search your documents"))
        self.setAcceptDrops(True)
        self.column.setObjectName("knowledgeColumn")
        self._session = session
        self._tasks = tasks
        self._shown: tuple[CollectionInfo, ...] | None = None
        self._reading: asyncio.Task[KnowledgeStatus] | None = None
        self._again = False
        self._model = ""
        self._agreed = ""
        """The host to which the user has agreed to send text."""
        self.folder = self._button("folder", tr("Add folder"), self.add_folder)
        self.files = self._button("page", tr("Add files"), self.add_files)
        self.ingest = IngestBar(theme, session)
        self.notice = Notice(theme, "info", "muted", closable=False)
        self.privacy = Said("hint")
        self.search.setObjectName("knowledgeSearch")
        self.search.setAccessibleDescription(tr("Press Down for the results"))
        self.search.setAcceptDrops(False)  # files are dropped on the page
        self.note.setText(tr("Loading…"))
        self.empty = NoDocuments(theme)
        self.collections = CollectionsPane(theme, session, tasks)
        self.results = ResultsPane(theme, session, tasks)
        self.head = PageHead(theme, tr("Documents"), self.folder, self.files, self._menu_button())
        for page in (self.empty, self.collections, self.results):
            self.body.addWidget(page)
        notices = vbox(self.notice, self.privacy, spacing=6)
        self.lay_out(self.head, self.ingest, notices, self.search, (self.body, 1))
        self._turn()
        self._connect()

    # --- Contents

    def refresh(self) -> None:
        """Reload the contents if the page is visible; otherwise, they are reloaded when shown."""
        if not self.isVisible():
            return
        self._again = self._reading is not None
        if self._again:
            return
        knowledge = self._session.knowledge
        self._reading = self._tasks.start(knowledge.status(), self._show, self._could_not)
        if self._shown is None:  # the status waits for the embedding model, maybe for seconds
            self._tasks.start(knowledge.collections(), self._show_early, ignore)

    def enter(self) -> None:
        """Focus the search field, or a button if the page is still loading or has no documents."""
        if self._shown is None:
            self.head.leave.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif self._is_empty:
            self.empty.folder.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.search.selectAll()

    def _show(self, status: KnowledgeStatus) -> None:
        self._reading = None
        self._model = one_line(status.embedding_model or status.wanted_model)
        self._show_collections(status.collections)
        self.ingest.show_progress(self._session.knowledge.progress)  # newer than in the status
        self._show_notice(status)
        if self._again:
            self.refresh()

    def _show_early(self, collections: Sequence[CollectionInfo]) -> None:
        if self._shown is None:
            self._show_collections(collections)

    def _show_collections(self, collections: Sequence[CollectionInfo]) -> None:
        first, self._shown = self._shown is None, tuple(collections)
        number = sum(each.documents for each in collections)
        host = remote_host(self._session.settings)
        here = "" if host or not self._is_empty else tr("Everything stays on this computer.")
        parts = (count("documents", number), self._model) if number else (here,)
        self.head.state.show_text(" · ".join(part for part in parts if part))
        self.collections.show_collections(collections)
        self.results.show_collections(collections)
        sent = tr("The text of your documents is sent to {0} for embedding.").format(host)
        self.privacy.say(sent if host else "")
        self._turn()
        focused = QApplication.focusWidget()
        if first and focused is not None and self.isAncestorOf(focused):
            self.enter()

    def _could_not(self, error: AgentError) -> None:
        self._reading = None
        if self._shown is None:
            self.note.setText(localized_error(error))
        else:
            self.notice.say(localized_error(error), [(tr("Try again"), self.refresh)])
        if self._again:
            self.refresh()

    def _show_notice(self, status: KnowledgeStatus) -> None:
        wants_model = self._session.settings.knowledge.embedding_provider != "none"
        self.results.shows_notes = bool(status.wanted_model)
        if status.needs_rebuild:
            said = tr("Indexed with {0}, but {1} is selected now.")
            said = said.format(status.embedding_model, status.wanted_model)
            self.notice.say(said, [(tr("Rebuild"), self._rebuild)])
        elif wants_model and not status.wanted_model:
            said = tr("Keyword search only. Install an embedding model for better results.")
            self.notice.say(said, [(tr("Get a model"), self.models_wanted.emit)])
        else:
            self.notice.hide()

    def _rebuild(self) -> None:
        rebuild = self._session.knowledge.rebuild()
        self._tasks.start(rebuild, lambda _none: self.refresh(), self._tasks.report)

    @property
    def _is_empty(self) -> bool:
        return all(each.kind == "pages" and not each.documents for each in self._shown or ())

    def _turn(self) -> None:
        is_filled = self._shown is not None and not self._is_empty
        for each in (self.search, self.folder, self.files):  # the empty state has its own
            each.setVisible(is_filled)
        if self._shown is None:
            self.body.setCurrentWidget(self.note)
        elif not is_filled:
            self.body.setCurrentWidget(self.empty)
        else:
            is_searching = bool(self.search.words)
            self.body.setCurrentWidget(self.results if is_searching else self.collections)

    # --- Search

    def _search(self) -> None:
        words = self.search.words
        if words:
            self.results.search(words)
        else:
            self.results.cancel()
        self._turn()

    def _go_down(self) -> None:
        if not (self.search.words and self.results.view.enter()):
            self.collections.view.setFocus(Qt.FocusReason.TabFocusReason)

    def _ask(self, row: Found) -> None:
        place = f" ({row.place})" if row.place else ""
        self.ask_wanted.emit(tr("About my document “{0}”{1}: ").format(row.title, place))

    # --- Adding folders and files, with undo

    def add_folder(self) -> None:
        self._choose_folder("")

    def _choose_folder(self, collection: str) -> None:
        add = partial(self.add, collection=collection)
        ask_paths(self, tr("Add folder"), add, QFileDialog.FileMode.Directory)

    def add_files(self) -> None:
        ask_paths(self, tr("Add files"), self.add)

    def add_collection(self) -> None:
        """Ask for the name and first folder of a new collection."""

        def choose(name: str) -> None:
            self._choose_folder(" ".join(name.split()))

        about = tr("Collection name. You'll choose its first folder next.")
        LineDialog(self, tr("New collection"), about, "", choose).open()

    def add(self, paths: Sequence[Path], collection: str = "") -> None:
        """Add paths to the collection with this id or name, or to the current one if it is "".

        If their text would be sent to another machine, the user must agree first.
        """
        host = remote_host(self._session.settings)
        if not paths:
            return
        target = self.collections.view.target if self.collections.isVisible() else None
        collection = collection or (target.id if target is not None else "")
        if not host or host == self._agreed:
            self._add(paths, collection)
            return

        def agreed() -> None:
            self._agreed = host
            self._add(paths, collection)

        about = tr(
            "The embedding model runs there. To keep your documents on this computer, use a local model."
        )
        asked = tr("Send the text of your documents to {0}?").format(host)
        confirm(self, asked, about, tr("Add and send"), agreed)

    def _add(self, paths: Sequence[Path], collection: str) -> None:
        work = self._session.knowledge.add(paths, collection)
        self._tasks.start(work, self._added, self._tasks.report)

    def _added(self, sources: tuple[SourceInfo, ...]) -> None:
        self._session.knowledge.update()
        known = {source.id for each in self._shown or () for source in each.sources}
        is_new = any(source.id not in known for source in sources)
        self.toast.show_message(tr("Added") if is_new else tr("Already added"))
        self.refresh()

    # --- Qt events

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.ingest.show_progress(self._session.knowledge.progress)
        self.refresh()

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
        self.add(_paths_in(event.mimeData()))

    def _frame(self, *, shown: bool) -> None:
        self.column.setProperty("dropping", shown)
        self.column.style().polish(self.column)

    # --- Construction

    def _button(self, icon: str, name: str, act: Callable[[], None]) -> QPushButton:
        button = push_button(name, act)
        self._theme.bind_icon(button, icon, side=16)
        return button

    def _menu_button(self) -> QToolButton:
        button = icon_button(self._theme, "more", tr("More"), side=18)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(button)
        menu.addAction(tr("New collection…"), self.add_collection)
        menu.addAction(tr("Check for changes"), self.ingest.look_again)
        menu.addSeparator()
        menu.addAction(tr("Settings…"), self.settings_wanted.emit)
        button.setMenu(menu)
        return button

    def _connect(self) -> None:
        self.head.back.connect(self.left)
        for signal in (self.collections.add_folder, self.empty.folder.clicked):
            signal.connect(self.add_folder)
        for signal in (self.collections.add_files, self.empty.files.clicked):
            signal.connect(self.add_files)
        self.collections.changed.connect(self.refresh)
        self.ingest.stale.connect(self.refresh)
        self.search.wanted.connect(self._search)
        self.search.left_downwards.connect(self._go_down)
        self.search.entered.connect(self.results.open_first)
        self.results.view.left_upwards.connect(self.search.setFocus)
        self.results.view.ask_wanted.connect(self._ask)


def _paths_in(data: QMimeData) -> list[Path]:
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
