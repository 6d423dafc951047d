"""The field above the page: what to look for in the documents, and in which collection."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSizePolicy, QWidget

from desktop_agent.core.knowledge import CollectionInfo
from desktop_agent.ui.knowledge.words import collection_name, tr
from desktop_agent.ui.search_field import SearchField
from desktop_agent.ui.theme import Theme

_WAIT_MS = 200
_WITHIN_MOST = 220


class SearchBar(QWidget):
    """``wanted`` tells of other words or another collection, a moment after the typing stops.

    ``left_downwards`` is the Down key, ``entered`` Enter.
    """

    wanted = Signal()
    left_downwards = Signal()
    entered = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._told = ("", "")
        self.field = SearchField(theme, self.tr("Search your documents"), _WAIT_MS)
        self.field.setObjectName("knowledgeSearch")
        self.field.setAccessibleDescription(self.tr("Down goes to what was found"))
        self.field.setToolTip(self.tr("Search your documents; Down goes to what was found"))
        self.field.setAcceptDrops(False)  # files are dropped on the page
        self.within = QComboBox()
        self.within.setAccessibleName(self.tr("Which collection is searched"))
        self.within.setToolTip(self.tr("Which collection is searched"))
        self.within.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.within.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.within.setMinimumContentsLength(4)
        self.within.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        row.addWidget(self.within)
        self.field.wanted.connect(self._tell)
        self.field.left_downwards.connect(self.left_downwards)
        self.field.entered.connect(self.entered)
        self.within.currentIndexChanged.connect(self._tell)

    @property
    def words(self) -> str:
        """What is looked for."""
        return self.field.words

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
            self._tell()
        self.within.setVisible(len(offered) > 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.within.setMaximumWidth(min(_WITHIN_MOST, round(0.4 * self.width())))

    def _tell(self) -> None:
        now = (self.words, self.collection if self.words else "")
        if now != self._told:
            self._told = now
            self.wanted.emit()
