"""The top of the page: the way back, what there is, and adding more."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.core.knowledge import CollectionInfo
from desktop_agent.ui.knowledge.words import all_together, tr
from desktop_agent.ui.parts import ElidedLabel
from desktop_agent.ui.theme import Theme

_NARROW = 46
"""Below this width, in points of the font times this, the buttons are icons alone."""


class PageHead(QWidget):
    """Its buttons are signals; who uses it says what they do."""

    back = Signal()
    add_folder = Signal()
    add_files = Signal()
    new_collection = Signal()
    look_again = Signal()
    problems = Signal()
    settings = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._counted = self._model = ""
        self.leave = self._tool("back", tr("Back to the chat"), tr("Back to the chat (Esc)"))
        self.leave.clicked.connect(self.back)
        title = QLabel(tr("Your documents"))
        title.setObjectName("heading")
        self.state = ElidedLabel()
        self.state.setObjectName("meta")
        self.folder = self._button("folder", tr("Add folder"), tr("Add a folder"))
        self.folder.clicked.connect(self.add_folder)
        self.files = self._button("page", tr("Add files"), tr("Add files"))
        self.files.clicked.connect(self.add_files)
        self.more = self._tool("more", tr("More about the documents"))
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.problems_action = QAction(tr("Show problems"), self)
        self.problems_action.triggered.connect(self.problems)
        self.more.setMenu(self._menu())
        texts = QVBoxLayout()
        texts.setSpacing(1)
        texts.addWidget(title)
        texts.addWidget(self.state)
        theme.changed.connect(self._fit)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.leave)
        row.addSpacing(4)
        row.addLayout(texts, 1)
        row.addWidget(self.folder)
        row.addWidget(self.files)
        row.addWidget(self.more)

    def show_collections(self, collections: Sequence[CollectionInfo]) -> None:
        """Says how much there is."""
        self._counted = all_together(collections)
        self.problems_action.setEnabled(any(each.problems for each in collections))
        self._say()

    def show_model(self, words: str) -> None:
        """Says by what it is searched, behind how much there is."""
        self._model = words
        self._say()

    def _say(self) -> None:
        parts = [self._counted, self._model] if self._counted else [tr("Nothing is indexed yet")]
        self.state.show_text(" · ".join(part for part in parts if part))

    def show_buttons(self, shown: bool) -> None:  # noqa: FBT001 - as Qt's setters
        """Shows or hides what adds: the empty page has buttons of its own."""
        for each in (self.folder, self.files):
            each.setVisible(shown)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        narrow = self.width() < _NARROW * self._theme.points
        for button, text in ((self.folder, tr("Add folder")), (self.files, tr("Add files"))):
            button.setText("" if narrow else text)

    def _menu(self) -> QMenu:
        menu = QMenu(self.more)
        self._entry(menu, tr("New collection…"), self.new_collection.emit)
        self._entry(menu, tr("Look for changed files"), self.look_again.emit)
        menu.addAction(self.problems_action)
        menu.addSeparator()
        self._entry(menu, tr("Settings…"), self.settings.emit)
        return menu

    def _entry(self, menu: QMenu, text: str, act: Callable[[], None]) -> None:
        action = QAction(text, menu)
        action.triggered.connect(lambda _on: act())
        menu.addAction(action)

    def _button(self, icon: str, text: str, tip: str) -> QPushButton:
        button = QPushButton(text)
        button.setAccessibleName(tip)
        button.setToolTip(tip)
        self._theme.bind_icon(button, icon, side=16)
        return button

    def _tool(self, icon: str, text: str, tip: str = "") -> QToolButton:
        button = QToolButton()
        button.setAccessibleName(text)
        button.setToolTip(tip or text)
        self._theme.bind_icon(button, icon)
        return button
