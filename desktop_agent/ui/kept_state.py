"""What the window remembers of itself besides its place: panes, tab, conversation, colours."""

from collections.abc import Callable

from PySide6.QtCore import QByteArray

from desktop_agent.ui.chat_page import ChatPage
from desktop_agent.ui.panel.side_panel import SidePanel
from desktop_agent.ui.panes import Panes
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.translation import language
from desktop_agent.ui.window_state import Value, WindowState


def keep_state(
    state: WindowState, page: ChatPage, panes: Panes, side: SidePanel, theme: Theme
) -> None:
    """Says what is kept and puts back what was; to be called before the window is shown."""

    def put_back_widths(value: Value) -> None:
        if isinstance(value, QByteArray):
            panes.restoreState(value)

    def put_back_tab(tab: str) -> None:
        if tab.isdecimal():
            side.tab = int(tab)

    state.keep("panes", panes.saveState, put_back_widths)
    # the frame that is painted before the window reads the width and the looks
    state.keep(
        "sidebar", lambda: str(panes.sidebar_width), _text(lambda v: panes.open_sidebar(v != "0"))
    )
    state.keep(
        "side", lambda: str(int(panes.side_open)), _text(lambda v: panes.open_side(v == "1"))
    )
    state.keep("tab", lambda: str(side.tab), _text(put_back_tab))
    state.keep("conversation", lambda: page.conversation.id, _text(page.open_first))
    state.keep("shade", lambda: theme.shade, lambda _value: None)
    state.keep("points", lambda: str(round(theme.points)), lambda _value: None)
    state.keep("language", language, lambda _value: None)
    if "conversation" not in state.restore():
        page.open_first("")  # the text that was begun is there, whatever became of the file


def _text(restore: Callable[[str], object]) -> Callable[[Value], None]:
    def put_back(value: Value) -> None:
        if isinstance(value, str):
            restore(value)

    return put_back
