"""The settings: a page a section, made from the settings table, and the keys."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.core.errors import SettingsError
from desktop_agent.ui.settings.field import options, value_of
from desktop_agent.ui.settings.keys_page import KeysPage
from desktop_agent.ui.settings.page import SettingsPage
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme

if TYPE_CHECKING:
    from desktop_agent.app import Session

PAGES = ("llm", "keys", "search", "fetch", "agent", "network", "appearance")


class SettingsDialog(QDialog):
    """Opened with ``open()``, never ``exec()``: a nested loop would stall the run.

    ``changed`` brings the key of a setting after the session took it.
    """

    changed = Signal(str)

    def __init__(
        self, theme: Theme, session: "Session", tasks: Tasks, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self.setWindowTitle(self.tr("Settings"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(860, 620)
        self.keys = KeysPage(theme, session, tasks)
        self._pages = [self.keys if name == "keys" else self._page(name) for name in PAGES]
        self._stack = QStackedWidget()
        for page in self._pages:
            self._stack.addWidget(page)
        self._names = QStandardItemModel(self)
        for page in self._pages:
            item = QStandardItem(page.title)
            item.setSizeHint(QSize(0, 36))
            self._names.appendRow(item)
        self.list = self._make_list()
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search settings"))
        self.search.setAccessibleName(self.tr("Search settings"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._look)
        self._error = QLabel()
        self._error.setObjectName("hint")
        self._error.setProperty("tone", "error")
        self._error.setWordWrap(True)
        self._error.setTextFormat(Qt.TextFormat.PlainText)
        self._error.setContentsMargins(32, 8, 32, 12)
        self._error.hide()
        self._lay_out()
        self.show_page("llm")
        self.keys.refresh()

    def show_page(self, name: str) -> None:
        """Turns to a page, one of `PAGES`."""
        self.list.setCurrentIndex(self._names.index(PAGES.index(name), 0))

    def _lay_out(self) -> None:
        side = QFrame()
        side.setObjectName("settingsSide")
        side.setFixedWidth(216)
        left = QVBoxLayout(side)
        left.setContentsMargins(12, 16, 12, 12)
        left.setSpacing(10)
        left.addWidget(self.search)
        left.addWidget(self.list, 1)
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self._stack, 1)
        right.addWidget(self._error)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(side)
        row.addLayout(right, 1)

    def _make_list(self) -> QListView:
        view = QListView()
        view.setObjectName("pages")
        view.setModel(self._names)
        view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        view.setAccessibleName(self.tr("Pages"))
        view.selectionModel().currentChanged.connect(self._turned)
        return view

    def _turned(self, index: QModelIndex, _before: QModelIndex) -> None:
        self._stack.setCurrentIndex(index.row())

    def _look(self, text: str) -> None:
        words = text.casefold().split()
        found = [page.look_for(words) for page in self._pages]
        for row, count in enumerate(found):
            self.list.setRowHidden(row, count == 0)
        here = self.list.currentIndex().row()
        if any(found) and not found[here]:
            first = next(row for row, count in enumerate(found) if count)
            self.list.setCurrentIndex(self._names.index(first, 0))

    def _page(self, section: str) -> SettingsPage:
        title, about = {
            "llm": (self.tr("Model"), self.tr("Who answers, and how it is spoken to.")),
            "search": (
                self.tr("Web search"),
                self.tr("Which engines are asked, in which order, and how gently."),
            ),
            "fetch": (self.tr("Pages"), self.tr("How pages are read.")),
            "agent": (self.tr("Answers"), self.tr("How a question is carried out.")),
            "network": (self.tr("Privacy"), self.tr("What may leave this computer.")),
            "appearance": (self.tr("Appearance"), self.tr("How the window looks.")),
        }[section]
        rows = [option for option in options() if option.key.startswith(f"{section}.")]
        return SettingsPage(
            title, about, rows, lambda key: value_of(self._session.settings, key), self._edited
        )

    def _edited(self, key: str, value: object) -> None:
        now = value_of(self._session.settings, key)
        if value == (list(now) if isinstance(now, tuple) else now):
            return
        try:
            self._session.change_setting(key, value)
        except SettingsError as error:
            self._error.setText(str(error))
            self._error.show()
        else:
            self._error.hide()
            self.changed.emit(key)
