"""All keys on one sheet."""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.ui.clear_button import add_clear_button
from desktop_agent.ui.commands.commands_filter import CommandsFilter
from desktop_agent.ui.commands.commands_model import KEYS, CommandsModel, LocalKeys
from desktop_agent.ui.commands.keys_delegate import KeysDelegate
from desktop_agent.ui.commands.registry import Commands
from desktop_agent.ui.theme import Theme


class CheatSheet(QDialog):
    """The commands by section with their keys, and the keys that parts of the window have."""

    def __init__(self, theme: Theme, commands: Commands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self.resize(560, 660)
        head = QLabel(self.tr("Keyboard shortcuts"))
        head.setObjectName("heading")
        note = QLabel(self.tr("The settings give a command other keys."))
        note.setObjectName("hint")
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search by what it does or by its keys"))
        self.search.setAccessibleName(self.tr("Search shortcuts"))
        add_clear_button(self.search)
        self.search.textChanged.connect(self._look)
        self._shown = CommandsFilter(CommandsModel(commands, local_keys(), self), parent=self)
        self.tree = commands_tree(self._shown)
        self.tree.setEditTriggers(QTreeView.EditTrigger.NoEditTriggers)
        self.tree.setAccessibleName(self.tr("Shortcuts"))
        self.tree.setItemDelegateForColumn(KEYS, KeysDelegate(theme, self.tree))
        self._nothing = QLabel(self.tr("No command holds these words."))
        self._nothing.setObjectName("muted")
        self._nothing.hide()
        lines = QVBoxLayout(self)
        lines.setContentsMargins(24, 20, 24, 20)
        lines.setSpacing(8)
        for each in (head, note, self.search, self._nothing):
            lines.addWidget(each)
        lines.addWidget(self.tree, 1)
        self.search.setFocus()

    def _look(self, text: str) -> None:
        found = self._shown.look_for(text.split())
        self._nothing.setVisible(not found)
        self.tree.expandAll()


def commands_tree(shown: CommandsFilter) -> QTreeView:
    """Gives a tree of commands: titles at the left, keys at the right, all sections open."""
    tree = QTreeView()
    tree.setObjectName("commandsTree")
    tree.setModel(shown)
    tree.setRootIsDecorated(False)
    tree.setItemsExpandable(False)
    tree.setUniformRowHeights(True)
    tree.setIndentation(10)
    tree.setTabKeyNavigation(False)
    header = tree.header()
    header.hide()
    header.setStretchLastSection(False)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    header.setSectionResizeMode(KEYS, QHeaderView.ResizeMode.ResizeToContents)
    tree.expandAll()
    return tree


def local_keys() -> tuple[LocalKeys, ...]:
    """Gives the keys that only one part of the window knows, by that part."""
    translate = QCoreApplication.translate
    writing = translate("CheatSheet", "While writing a question")
    listed = translate("CheatSheet", "In the list of conversations")
    reading = translate("CheatSheet", "While reading")
    finding = translate("CheatSheet", "While finding in a conversation")
    return (
        LocalKeys(writing, translate("CheatSheet", "Send"), "Return"),
        LocalKeys(writing, translate("CheatSheet", "Begin a new line"), "Shift+Return"),
        LocalKeys(writing, translate("CheatSheet", "An earlier question"), "Up"),
        LocalKeys(writing, translate("CheatSheet", "A later question"), "Down"),
        LocalKeys(writing, translate("CheatSheet", "Slash commands"), "/"),
        LocalKeys(listed, translate("CheatSheet", "Open"), "Return"),
        LocalKeys(listed, translate("CheatSheet", "Rename"), "F2"),
        LocalKeys(listed, translate("CheatSheet", "Delete; it can be undone"), "Del"),
        LocalKeys(reading, translate("CheatSheet", "A line down, a line up"), "Down, Up"),
        LocalKeys(reading, translate("CheatSheet", "A page down, a page up"), "PgDown, PgUp"),
        LocalKeys(reading, translate("CheatSheet", "To the beginning, to the end"), "Home, End"),
        LocalKeys(
            reading, translate("CheatSheet", "Next citation, previous one"), "Tab, Shift+Tab"
        ),
        LocalKeys(finding, translate("CheatSheet", "Next place, previous one"), "F3, Shift+F3"),
        LocalKeys(finding, translate("CheatSheet", "End finding"), "Esc"),
    )
