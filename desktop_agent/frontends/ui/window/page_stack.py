"""The central area of the window, which shows the chat or another page."""

import asyncio
import importlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QLabel, QStackedWidget, QWidget

from desktop_agent.frontends.ui.pages.chat import ChatPage
from desktop_agent.frontends.ui.widgets.tasks import Tasks


@dataclass(slots=True)
class PageKind:
    """A page that can replace the chat.

    ``build`` creates the page, a `Page`, when it is first shown, after the modules in ``needed`` have been
    imported in a thread. The page emits ``left`` when the user leaves it. Leaving it shows the chat or, if ``returns`` is
    set, the page from which it was opened. The last two fields are set by `PageStack`.
    """

    name: str
    title: str
    build: Callable[[], QWidget]
    needed: tuple[str, ...] = ()
    returns: bool = False
    page: QWidget | None = field(default=None, init=False)
    back: str = field(default="", init=False)


class PageStack(QStackedWidget):
    """The chat and the pages that can replace it, each created when it is first shown.

    ``turned`` is emitted with the name of the shown page and its title; both are "" for the chat.
    """

    turned = Signal(str, str)

    def __init__(self, tasks: Tasks, chat: ChatPage) -> None:
        super().__init__()
        self._tasks = tasks
        self._chat = chat
        self._places: dict[str, PageKind] = {}
        self._shown = ""
        self._wait = QLabel()
        self._wait.setObjectName("muted")
        self._wait.setAlignment(Qt.AlignmentFlag.AlignCenter)

    def take_chat(self) -> None:
        """Add the chat as the first page."""
        self.addWidget(self._chat)
        self.addWidget(self._wait)

    def add(self, kind: PageKind) -> None:
        self._places[kind.name] = kind

    @property
    def shown(self) -> str:
        """The name of the current page, or "" for the chat."""
        return self._shown

    def page(self, name: str) -> Any:
        """Return a page by name, creating it if necessary."""
        place = self._places[name]
        if place.page is None:
            page: Any = place.build()
            page.left.connect(partial(self._leave, name))
            place.page = page
            self.addWidget(page)
        return place.page

    def is_built(self, name: str) -> bool:
        return self._places[name].page is not None

    def open(self, name: str, then: Callable[[Any], object] | None = None) -> None:
        """Show and focus a page, and call ``then`` with it once built, if it is still shown."""
        place = self._places[name]
        if name != self._shown:
            place.back = self._shown if place.returns else ""
        self._turn(name)
        if place.page is not None:
            self._loaded(name, then)
        else:
            load = asyncio.to_thread(_load, place.needed)
            self._tasks.start(load, lambda _none: self._loaded(name, then))

    def show_chat(self) -> None:
        if self._shown:
            self._turn("")
            self._chat.composer.edit.setFocus()

    def switch(self, name: str) -> None:
        """Show a page, or return to the chat if the page is already shown."""
        if self._shown == name:
            self.show_chat()
        else:
            self.open(name)

    def stop(self) -> None:
        """Leave the current page or, if the chat is shown, stop the answer."""
        if self._shown:
            self._leave(self._shown)
        else:
            self._chat.composer.stop()

    def ask(self, text: str) -> None:
        self.show_chat()
        self._chat.composer.put(text)

    def _leave(self, name: str) -> None:
        if name != self._shown:
            return
        if self._places[name].back:
            self.open(self._places[name].back)
        else:
            self.show_chat()

    def _loaded(self, name: str, then: Callable[[Any], object] | None) -> None:
        if self._shown != name:  # the user has left the page meanwhile
            return
        page = self.page(name)
        self.setCurrentWidget(page)
        page.enter()
        if then is not None:
            then(page)

    def _turn(self, name: str) -> None:
        if name == self._shown:
            return
        self._shown = name
        if not name:
            self.setCurrentWidget(self._chat)
            self.turned.emit("", "")
        else:
            place = self._places[name]
            self._wait.setText(QCoreApplication.translate("Middle", "One moment…"))
            self.setCurrentWidget(place.page or self._wait)
            self.turned.emit(name, place.title)


def _load(modules: Iterable[str]) -> None:
    for module in modules:
        importlib.import_module(module)
