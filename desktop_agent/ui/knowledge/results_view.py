"""The list of passages: keys, clicks and the menu of a row."""

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QMenu, QWidget

from desktop_agent.ui.knowledge.openers import can_open, open_document, show_in_folder
from desktop_agent.ui.knowledge.results_delegate import ResultsDelegate
from desktop_agent.ui.knowledge.results_model import Found, ResultsModel
from desktop_agent.ui.knowledge.words import is_file
from desktop_agent.ui.own_action import own_action
from desktop_agent.ui.theme import Theme

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ResultsView(QListView):
    """``chosen`` brings the `Found` that was clicked or entered, ``ask_wanted`` one to ask about."""

    chosen = Signal(object)
    ask_wanted = Signal(object)
    left_upwards = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows = ResultsModel(self)
        self._delegate = ResultsDelegate(theme, self)
        self.setObjectName("knowledgeResults")
        self.setModel(self.rows)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAccessibleName(self.tr("Passages found"))
        self.setAccessibleDescription(
            self.tr("Enter opens the text at the passage, the menu key shows more")
        )
        self._open_file = own_action(self, self.tr("Open the file"), "Ctrl+O", self._open)
        self._folder = own_action(
            self, self.tr("Show in folder"), "Ctrl+Shift+Return", self._show_folder
        )
        self._ask = own_action(self, self.tr("Ask about this"), "Ctrl+Return", self._ask_about)
        self._copy = own_action(self, self.tr("Copy the passage"), "Ctrl+C", self._copy_passage)
        self.customContextMenuRequested.connect(self._menu)
        self.clicked.connect(self._choose)
        theme.changed.connect(self._theme_changed)

    @property
    def current(self) -> Found | None:
        """The passage that the keyboard is at."""
        return self.rows.found(self.currentIndex())

    def enter(self) -> bool:
        """Takes the keyboard, at the first row; False for an empty list."""
        if self.rows.rowCount() == 0:
            return False
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self.rows.index(0))
        self.setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER and not event.modifiers():
            self._choose(self.currentIndex())
        elif event.key() == Qt.Key.Key_Up and self.currentIndex().row() <= 0:
            self.left_upwards.emit()
        else:
            super().keyPressEvent(event)

    def _choose(self, index: QModelIndex) -> None:
        found = self.rows.found(index)
        if found is not None:
            self.chosen.emit(found)

    def _menu(self, at: QPoint) -> None:
        found = self.current
        if found is None:
            return
        document = found.hit.document
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Open the text here"), lambda: self.chosen.emit(found))
        menu.addSeparator()
        self._open_file.setText(
            self.tr("Open the file") if is_file(document) else self.tr("Open in browser")
        )
        self._open_file.setEnabled(can_open(document))
        self._folder.setEnabled(is_file(document))
        menu.addActions([self._open_file, self._folder])
        menu.addSeparator()
        menu.addActions([self._ask, self._copy])
        menu.aboutToHide.connect(self._enable)
        if self.indexAt(at) != self.currentIndex():
            at = self.visualRect(self.currentIndex()).center()
        menu.popup(self.viewport().mapToGlobal(at))

    def _enable(self) -> None:
        # a key works for whatever row is the current one then
        for action in (self._open_file, self._folder):
            action.setEnabled(True)

    def _open(self) -> None:
        if self.current is not None:
            open_document(self.current.hit.document)

    def _show_folder(self) -> None:
        if self.current is not None:
            show_in_folder(self.current.hit.document)

    def _ask_about(self) -> None:
        if self.current is not None:
            self.ask_wanted.emit(self.current)

    def _copy_passage(self) -> None:
        found = self.current
        if found is not None:
            from_where = " · ".join(part for part in (found.title, found.place) if part)
            QGuiApplication.clipboard().setText(f"{found.passage.text}\n({from_where})")

    def _theme_changed(self) -> None:
        self._delegate.read_fonts()
        self.doItemsLayout()
        self.viewport().update()
