"""The field above the page: what to look for in the documents, and in which collection."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from desktop_agent.core.knowledge import CollectionInfo
from desktop_agent.ui import icons
from desktop_agent.ui.clear_button import add_clear_button
from desktop_agent.ui.knowledge.words import collection_name, tr
from desktop_agent.ui.theme import Theme

_WAIT_MS = 200
_WITHIN_MOST = 220
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class SearchBar(QWidget):
    """``wanted`` tells of other words or another collection, a moment after the typing stops.

    ``left_downwards`` is the Down key, ``entered`` Enter.
    """

    wanted = Signal()
    left_downwards = Signal()
    entered = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._told = ("", "")
        self.field = _Field(self)
        self.field.setObjectName("knowledgeSearch")
        self.field.setPlaceholderText(self.tr("Search your documents"))
        self.field.setAccessibleName(self.tr("Search your documents"))
        self.field.setAccessibleDescription(self.tr("Down goes to what was found"))
        self.field.setToolTip(self.tr("Search your documents; Down goes to what was found"))
        self.field.setAcceptDrops(False)  # files are dropped on the page
        add_clear_button(self.field)
        self._lens = QAction(self.tr("Search your documents"), self.field)
        self.field.addAction(self._lens, QLineEdit.ActionPosition.LeadingPosition)
        self.within = QComboBox()
        self.within.setAccessibleName(self.tr("Which collection is searched"))
        self.within.setToolTip(self.tr("Which collection is searched"))
        self.within.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.within.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.within.setMinimumContentsLength(4)
        self.within.hide()
        self._due = QTimer(self)
        self._due.setSingleShot(True)
        self._due.setInterval(_WAIT_MS)
        self._due.timeout.connect(self.tell)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        row.addWidget(self.within)
        self.field.textChanged.connect(self._changed)
        self.within.currentIndexChanged.connect(lambda _index: self.tell())
        theme.changed.connect(self._draw)
        self._draw()

    @property
    def words(self) -> str:
        """What is looked for."""
        return self.field.text().strip()

    @property
    def collection(self) -> str:
        """The id of the collection that is searched; empty for all."""
        return str(self.within.currentData() or "")

    def show_collections(self, collections: Sequence[CollectionInfo]) -> None:
        """Offers the collections that hold something; the chosen one stays where it is there."""
        offered = [(tr("Everywhere"), "")]
        offered += [(collection_name(each), each.id) for each in collections if each.documents]
        shown = [
            (self.within.itemText(at), self.within.itemData(at))
            for at in range(self.within.count())
        ]
        if offered != shown:
            chosen = self.collection
            self.within.blockSignals(True)
            self.within.clear()
            for name, key in offered:
                self.within.addItem(name, key)
            self.within.setCurrentIndex(max(0, self.within.findData(chosen)))
            self.within.blockSignals(False)
            self.tell()
        self.within.setVisible(len(offered) > 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.within.setMaximumWidth(min(_WITHIN_MOST, round(0.4 * self.width())))

    def tell(self) -> None:
        """Tells at once what is wanted, if that is something else than before."""
        self._due.stop()
        now = (self.words, self.collection if self.words else "")
        if now != self._told:
            self._told = now
            self.wanted.emit()

    def _changed(self) -> None:
        if self.words:
            self._due.start()
        else:
            self.tell()

    def _draw(self) -> None:
        self._lens.setIcon(icons.icon("search", self._theme.colours.faint))


class _Field(QLineEdit):
    """Its keys are those of the bar."""

    def __init__(self, bar: SearchBar) -> None:
        super().__init__()
        self._bar = bar

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self._bar.left_downwards.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif event.key() in _ENTER:
            self._bar.tell()
            self._bar.entered.emit()
        else:
            super().keyPressEvent(event)
