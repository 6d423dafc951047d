"""The pages that can stand in the place of the chat, in one table."""

from functools import partial
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from desktop_agent.ui.background import NEEDED, Background
from desktop_agent.ui.chat_page import ChatPage
from desktop_agent.ui.conversations.conversation_list import ConversationList
from desktop_agent.ui.dialogs import Dialogs
from desktop_agent.ui.looking_back import LookingBack
from desktop_agent.ui.middle import Middle, PageKind
from desktop_agent.ui.runs_pages import RunsPages
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.top_bar import TopBar

if TYPE_CHECKING:
    from desktop_agent.app import Session


class PagedWindow(Protocol):
    """The parts of the window that pages are made of, and speak to."""

    theme: Theme
    session: "Session"
    tasks: Tasks
    page: ChatPage
    middle: Middle
    dialogs: Dialogs
    background: Background
    looking_back: LookingBack
    runs_pages: RunsPages


def _tr(text: str) -> str:
    return QCoreApplication.translate("Pages", text)


def window_pages(window: PagedWindow) -> tuple[PageKind, ...]:
    """Gives the window's pages; a page's parts of the window are there when it is built."""
    return (
        PageKind(
            "knowledge",
            _tr("Knowledge"),
            partial(_knowledge, window),
            needed=("desktop_agent.documents", "desktop_agent.ui.knowledge.page"),
            waiting=_tr("Looking at your documents…"),
        ),
        PageKind(
            "runs",
            _tr("Runs"),
            window.runs_pages.build_page,
            needed=(
                "desktop_agent.ui.runs.page",
                "desktop_agent.ui.schedules.missed_bar",
                "desktop_agent.ui.schedules.schedules_pane",
                *NEEDED,
            ),
            waiting=_tr("Looking for runs…"),
        ),
        *window.looking_back.pages(),
    )


def follow_pages(
    middle: Middle, chat: ChatPage, sidebar: ConversationList, top: TopBar, dialogs: Dialogs
) -> None:
    """Shows what is chosen in the sidebar, and says there and at the top what is shown."""
    for chosen in (sidebar.opened, sidebar.hit_opened, sidebar.new_chat):
        chosen.connect(middle.show_chat)
    sidebar.foot.wanted.connect(middle.switch)
    middle.titled.connect(top.show_instead)
    middle.turned.connect(sidebar.foot.show_page)
    middle.turned.connect(lambda name: sidebar.select("" if name else chat.conversation.id))

    def refresh_documents() -> None:
        if middle.is_built("knowledge"):
            middle.page("knowledge").refresh()

    dialogs.setting_changed.connect(refresh_documents)
    dialogs.models_changed.connect(refresh_documents)


def _knowledge(window: PagedWindow) -> QWidget:
    from desktop_agent.ui.knowledge.page import KnowledgePage

    page = KnowledgePage(window.theme, window.session, window.tasks)
    page.models_wanted.connect(lambda: window.dialogs.open_settings("models"))
    page.settings_wanted.connect(lambda: window.dialogs.open_settings("knowledge"))
    page.ask_wanted.connect(window.middle.ask)
    return page
