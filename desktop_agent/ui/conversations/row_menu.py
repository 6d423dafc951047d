"""The menu of a row of the sidebar."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from desktop_agent.core.conversations import Conversation
from desktop_agent.ui import icons
from desktop_agent.ui.conversations.actions import ConversationActions, tags_of
from desktop_agent.ui.conversations.line_dialog import LineDialog
from desktop_agent.ui.theme import Theme


class RowMenu(QMenu):
    """All that can be done to one conversation; it deletes itself when it closes.

    ``rename`` and ``export`` are done by others; ``folders`` are the names in use.
    """

    def __init__(
        self,
        theme: Theme,
        conversation: Conversation,
        actions: ConversationActions,
        folders: Sequence[str],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._over = parent
        self._theme = theme
        self._conversation = conversation
        self._actions = actions
        self.aboutToHide.connect(self.deleteLater)
        self.open_it = self._add("external", self.tr("Open"), QKeySequence("Return"))
        self.rename = self._add("rename", self.tr("Rename"), QKeySequence("F2"))
        pin = self._add("pin", self.tr("Unpin") if conversation.pinned else self.tr("Pin"))
        pin.triggered.connect(partial(actions.pin, conversation))
        self._add_folders(folders)
        tags = self._add("tag", self.tr("Tags…"))
        tags.triggered.connect(self._ask_tags)
        offline = self._add("offline", self.tr("Keep this chat offline"))
        offline.setCheckable(True)
        offline.setChecked(conversation.offline is True)
        switch = partial(actions.set_offline, conversation.id, offline=not offline.isChecked())
        offline.triggered.connect(switch)
        self.addSeparator()
        self.export = self._add("export", self.tr("Export…"))
        self.print_it = self._add("print", self.tr("Print…"))
        self.addSeparator()
        delete = self._add("trash", self.tr("Delete"), QKeySequence("Del"))
        delete.triggered.connect(partial(actions.delete, conversation))

    def _add(self, icon: str, text: str, keys: QKeySequence | None = None) -> QAction:
        action = self.addAction(icons.icon(icon, self._theme.colours.muted), text)
        if keys is not None:
            action.setShortcut(keys)
            action.setShortcutVisibleInContextMenu(True)
        return action

    def _add_folders(self, folders: Sequence[str]) -> None:
        menu = self.addMenu(
            icons.icon("folder", self._theme.colours.muted), self.tr("Move to folder")
        )
        here = self._conversation.folder
        for name in folders:
            action = menu.addAction(name.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(name == here)
            action.triggered.connect(partial(self._move, name))
        if folders:
            menu.addSeparator()
        if here:
            menu.addAction(self.tr("No folder")).triggered.connect(partial(self._move, ""))
        menu.addAction(self.tr("New folder…")).triggered.connect(self._ask_folder)

    def _move(self, folder: str, _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - of `triggered`
        self._actions.move(self._conversation.id, folder)

    def _ask_folder(self) -> None:
        self._ask(
            self.tr("New folder"),
            self.tr("Name of the folder"),
            "",
            partial(self._actions.move, self._conversation.id),
        )

    def _ask_tags(self) -> None:
        actions, conversation_id = self._actions, self._conversation.id
        self._ask(
            self.tr("Tags"),
            self.tr("Tags, with commas between them"),
            ", ".join(self._conversation.tags),
            lambda text: actions.tag(conversation_id, tags_of(text)),
            may_be_empty=True,
        )

    def _ask(
        self,
        title: str,
        question: str,
        text: str,
        done: Callable[[str], object],
        *,
        may_be_empty: bool = False,
    ) -> None:
        LineDialog(self._over, title, question, text, done, may_be_empty=may_be_empty).open()
