"""The bar at the top: the panes, the name of the conversation, and what is done most."""

from collections.abc import Mapping

from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton

from desktop_agent.core.conversations import Conversation
from desktop_agent.ui.commands.registry import Commands
from desktop_agent.ui.parts import ElidedLabel
from desktop_agent.ui.shell import TOP_BAR
from desktop_agent.ui.theme import Theme

_BUTTONS: Mapping[str, str] = {
    "view.sidebar": "sidebar",
    "chat.new": "plus",
    "chat.find": "search",
    "program.settings": "settings",
    "view.side": "panel",
}
_PANES = ("view.sidebar", "view.side")


class TopBar(QFrame):
    """Its buttons do what the commands do, and say so."""

    def __init__(self, theme: Theme, commands: Commands) -> None:
        super().__init__()
        self.setObjectName("topBar")
        self.setFixedHeight(TOP_BAR)
        self._buttons = {name: QToolButton() for name in _BUTTONS}
        for name, button in self._buttons.items():
            commands.explain(button, name)
            theme.bind_icon(button, _BUTTONS[name], side=20)
            button.setCheckable(name in _PANES)
            button.clicked.connect(commands[name].action.trigger)
        self._name = self._instead = ""
        self._title = ElidedLabel()
        self._title.setObjectName("productName")
        self.show_conversation(None)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 0, 10, 0)
        row.setSpacing(4)
        row.addWidget(self._buttons["view.sidebar"])
        row.addSpacing(6)
        row.addWidget(self._title, 1)
        for name in ("chat.new", "chat.find", "program.settings", "view.side"):
            row.addWidget(self._buttons[name])

    def show_conversation(self, conversation: Conversation | None) -> None:
        """Names the conversation that is open."""
        self._name = conversation.title if conversation is not None else "Desktop Agent"
        self._title.show_text(self._instead or self._name)

    def show_instead(self, name: str) -> None:
        """Names what is shown in place of the chat; nothing names the conversation again."""
        self._instead = name
        self._title.show_text(self._instead or self._name)

    def show_pane(self, name: str, is_open: bool) -> None:  # noqa: FBT001 - a signal's argument
        """Shows whether a pane is folded out: ``view.sidebar`` or ``view.side``."""
        self._buttons[name].setChecked(is_open)
        if name == "view.sidebar":  # which has a button for a new chat of its own
            self._buttons["chat.new"].setVisible(not is_open)
