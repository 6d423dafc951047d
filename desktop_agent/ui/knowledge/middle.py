"""The middle of the window: the chat, or the person's own documents in its place."""

import asyncio
import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QStackedWidget

from desktop_agent.ui.chat_page import ChatPage
from desktop_agent.ui.knowledge.words import tr
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme

if TYPE_CHECKING:
    from desktop_agent.app import Session
    from desktop_agent.ui.conversations.conversation_list import ConversationList
    from desktop_agent.ui.dialogs import Dialogs
    from desktop_agent.ui.knowledge.page import KnowledgePage
    from desktop_agent.ui.top_bar import TopBar


_NEEDED = ("desktop_agent.documents", "desktop_agent.ui.knowledge.page")
"""What takes long to import and few starts need."""


class Middle(QStackedWidget):
    """``failed`` brings an `AgentError` of the page."""

    _named = Signal(str)
    _settings_wanted = Signal(str)
    failed = Signal(object)

    def __init__(self, theme: Theme, session: "Session", tasks: Tasks, chat: ChatPage) -> None:
        super().__init__()
        self._theme = theme
        self._session = session
        self._tasks = tasks
        self._chat = chat
        self._page: KnowledgePage | None = None
        self._loading: asyncio.Task[None] | None = None
        self._then: Callable[[KnowledgePage], object] = _nothing
        self._wait = QLabel(tr("Looking at your documents…"))
        self._wait.setObjectName("muted")
        self._wait.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.addWidget(chat)
        self.addWidget(self._wait)

    @property
    def knowledge(self) -> "KnowledgePage":
        """The page of the documents, which is made when it is first asked for."""
        if self._page is None:
            from desktop_agent.ui.knowledge.page import KnowledgePage

            page = self._page = KnowledgePage(self._theme, self._session, self._tasks)
            page.left.connect(self.show_chat)
            page.models_wanted.connect(lambda: self._settings_wanted.emit("models"))
            page.settings_wanted.connect(lambda: self._settings_wanted.emit("knowledge"))
            page.ask_wanted.connect(self._ask)
            page.failed.connect(self.failed)
            self.addWidget(page)
        return self._page

    @property
    def shows_knowledge(self) -> bool:
        """Whether the documents are shown."""
        return self.currentWidget() is not self._chat

    def follow(self, sidebar: "ConversationList", top: "TopBar", dialogs: "Dialogs") -> None:
        """Shows what is chosen in the sidebar, and says there and at the top what is shown."""
        for chosen in (sidebar.opened, sidebar.hit_opened, sidebar.new_chat):
            chosen.connect(self.show_chat)
        sidebar.foot.button.clicked.connect(self.switch)
        here = self._chat.conversation
        self._named.connect(top.show_instead)
        self._named.connect(lambda name: sidebar.foot.button.setChecked(bool(name)))
        self._named.connect(lambda name: sidebar.select("" if name else here.id))
        self._settings_wanted.connect(dialogs.open_settings)
        dialogs.setting_changed.connect(self._refresh)
        dialogs.models_changed.connect(self._refresh)

    def show_knowledge(self) -> None:
        """Shows the documents, with the keyboard at their search; the first time takes a moment."""
        self._open(_nothing)

    def show_chat(self) -> None:
        """Shows the chat again, with the keyboard at the question."""
        if self.shows_knowledge:
            self._turn(knowledge=False)
            self._chat.composer.edit.setFocus()

    def switch(self) -> None:
        """Shows the other of the two."""
        if self.shows_knowledge:
            self.show_chat()
        else:
            self.show_knowledge()

    def stop(self) -> None:
        """Leaves the documents; where they are not shown, stops the answer."""
        if self.shows_knowledge:
            self.show_chat()
        else:
            self._chat.composer.stop()

    def add_folder(self) -> None:
        """Shows the documents, and asks for a folder to add."""
        self._open(lambda page: page.add_folder())

    def add_files(self) -> None:
        """Shows the documents, and asks for files to add."""
        self._open(lambda page: page.add_files())

    def _open(self, then: "Callable[[KnowledgePage], object]") -> None:
        self._turn(knowledge=True)
        self._then = then
        if self._loading is not None and self._loading.done():
            self._loaded()
        elif self._loading is None:
            self._loading = self._tasks.start(
                asyncio.to_thread(_load), lambda _none: self._loaded(), self.failed.emit
            )

    def _loaded(self) -> None:
        if self.shows_knowledge:  # nobody has left meanwhile
            self.setCurrentWidget(self.knowledge)
            self.knowledge.enter()
            self._then(self.knowledge)

    def _refresh(self) -> None:
        if self._page is not None:
            self._page.refresh()

    def _turn(self, *, knowledge: bool) -> None:
        if knowledge != self.shows_knowledge:
            self.setCurrentWidget((self._page or self._wait) if knowledge else self._chat)
            self._named.emit(tr("Knowledge") if knowledge else "")

    def _ask(self, text: str) -> None:
        self.show_chat()
        self._chat.composer.put(text)


def _load() -> None:
    for module in _NEEDED:
        importlib.import_module(module)


def _nothing(_page: "KnowledgePage") -> None:
    """What is done after the documents are shown, where nothing is."""
