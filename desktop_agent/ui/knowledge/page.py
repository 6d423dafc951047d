"""The page of the person's own documents: puts its parts together and lets them talk."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout

from desktop_agent.core.errors import AgentError
from desktop_agent.core.knowledge import CollectionInfo, KnowledgeStatus
from desktop_agent.ui.column import SIDE
from desktop_agent.ui.knowledge.adding import Adding
from desktop_agent.ui.knowledge.base import Knowledge
from desktop_agent.ui.knowledge.collections_pane import CollectionsPane
from desktop_agent.ui.knowledge.drop_area import DropArea
from desktop_agent.ui.knowledge.embedding_place import remote_host
from desktop_agent.ui.knowledge.empty_state import EmptyState
from desktop_agent.ui.knowledge.indexing import Indexing
from desktop_agent.ui.knowledge.notices import Notices, leaves_to
from desktop_agent.ui.knowledge.page_head import PageHead
from desktop_agent.ui.knowledge.progress_bar import IngestBar
from desktop_agent.ui.knowledge.results_model import Found
from desktop_agent.ui.knowledge.results_pane import ResultsPane
from desktop_agent.ui.knowledge.search_bar import SearchBar
from desktop_agent.ui.knowledge.words import model_words, tr
from desktop_agent.ui.localized import localized_error
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.toast import Toast

if TYPE_CHECKING:
    from desktop_agent.app import Session

_WIDTH = 88
"""Widest column, in points of the font times this."""


class KnowledgePage(DropArea):
    """Reads what there is when it is shown, and follows the indexing as long as it is seen.

    ``left`` asks for the chat, ``models_wanted`` and ``settings_wanted`` for settings; ``ask_wanted`` brings
    the beginning of a question, ``failed`` an `AgentError`.
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

    # --- what is there

    def refresh(self) -> None:
        """Reads what there is anew; a hidden page waits until it is shown."""
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
        """Takes the keyboard: at the search, or at what is to be done first."""
        if self._shown is None:
            self.head.leave.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif self.search.isHidden():
            self.empty.folder.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.search.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.search.field.selectAll()

    def add_folder(self) -> None:
        """Asks for a folder, and adds it to the collection that the keyboard is at."""
        self.adding.choose_folder(self._target())

    def add_files(self) -> None:
        """Asks for files, and adds them."""
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

    # --- what is shown

    @property
    def _is_empty(self) -> bool:
        return all(each.kind == "pages" and not each.documents for each in self._shown or ())

    def _turn(self) -> None:
        """Shows what there is to show now."""
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

    # --- what Qt tells

    def event(self, event: QEvent) -> bool:
        # the window has commands on the same keys, which are for the chat
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

    # --- building

    def _knowledge(self) -> Knowledge:
        knowledge: Knowledge = self._session.knowledge
        return knowledge

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
