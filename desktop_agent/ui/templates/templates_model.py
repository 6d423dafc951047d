"""The templates as two groups, the person's own first."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QSize, QSortFilterProxyModel, Qt
from PySide6.QtGui import QFont, QStandardItem, QStandardItemModel

from desktop_agent.core.template import Template

TEMPLATE = Qt.ItemDataRole.UserRole.value
"""Role: the `Template`; None for a group."""
_WORDS = TEMPLATE + 1
_ROW = QSize(0, 30)


class TemplatesModel(QSortFilterProxyModel):
    """Can be looked through: `look_for` leaves the templates that hold some words."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._items = QStandardItemModel(self)
        self.setSourceModel(self._items)
        self.setFilterRole(_WORDS)
        self.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setRecursiveFilteringEnabled(True)

    def show(self, templates: Sequence[Template]) -> None:
        """Takes other templates."""
        self._items.clear()
        ordered = sorted(templates, key=lambda each: each.title.casefold())
        own = [each for each in ordered if each.own]
        built_in = [each for each in ordered if not each.own]
        for title, group in ((self.tr("Your own"), own), (self.tr("Built in"), built_in)):
            if group:
                self._items.appendRow(_group(title, group))

    def look_for(self, text: str) -> None:
        """Leaves the templates whose title, description or tags hold the text."""
        self.setFilterFixedString(text.strip())


def _group(title: str, templates: Sequence[Template]) -> QStandardItem:
    head = QStandardItem(title)
    head.setFlags(Qt.ItemFlag.NoItemFlags)  # the keys pass it over
    bold = QFont()
    bold.setWeight(QFont.Weight.DemiBold)
    head.setFont(bold)
    head.setSizeHint(_ROW)
    for each in templates:
        item = QStandardItem(each.title)
        item.setEditable(False)
        item.setSizeHint(_ROW)
        item.setData(each, TEMPLATE)
        item.setData(" ".join((each.title, each.description, *each.domains)), _WORDS)
        item.setToolTip(each.description)
        head.appendRow(item)
    return head
