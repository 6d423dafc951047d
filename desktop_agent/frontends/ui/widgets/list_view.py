"""Models and views for lists with headings, and actions with shortcuts."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
    Signal,
    SignalInstance,
)
from PySide6.QtGui import QAction, QColor, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QMenu, QTreeView, QWidget

from desktop_agent.frontends.ui.widgets.theme import Theme

# --- Actions with shortcuts

Keys = str | QKeySequence | QKeySequence.StandardKey | Qt.Key


def own_action(
    widget: QWidget, text: str, keys: Keys, act: Callable[..., object] | SignalInstance
) -> QAction:
    """Add an action to a widget. Its shortcut works only while the widget has the focus."""
    action = QAction(text, widget)
    action.setShortcut(QKeySequence(keys))
    action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    action.triggered.connect(act)
    widget.addAction(action)
    return action


# --- In-place editor


def edit_in_place(view: QAbstractItemView, index: QModelIndex) -> None:
    """Open a row's editor, unless one is already open (Qt would then log a warning)."""
    if view.state() != QAbstractItemView.State.EditingState:
        view.edit(index)


# --- Context menus


def context_menu(view: QAbstractItemView) -> QMenu:
    """Return an empty context menu that is deleted when closed. Show it with `popup_at_row`."""
    menu = QMenu(view)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu


def popup_at_row(view: QAbstractItemView, menu: QMenu, at: QPoint) -> None:
    """Open a menu at a point, or in the centre of the current row if the point is outside it."""
    if view.indexAt(at) != view.currentIndex():
        at = view.visualRect(view.currentIndex()).center()
    menu.popup(view.viewport().mapToGlobal(at))


# --- Model

ROW = Qt.ItemDataRole.UserRole.value
"""Item data role of the row or heading itself."""
Index = QModelIndex | QPersistentModelIndex
_TEXT_ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
_NOWHERE = QModelIndex()


class GroupedModel(QAbstractListModel):
    """A list model whose rows have ids and are grouped under headings.

    Its rows have the attributes ``id``, ``title``, ``spoken`` and optionally ``tip``. Subclasses
    list other rows, and say what these are.
    """

    ROW_FLAGS = (
        Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
    )

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: Sequence[object] = ()
        self._places: dict[str, int] = {}

    def id_of(self, row: Any) -> str:
        """Return the id of a row, or "" for a heading."""
        return str(row.id) if row is not None else ""

    def heading(self, row: object) -> str:
        """Return the text of a heading, which by default is the row itself."""
        return str(row)

    def title(self, row: Any) -> str:
        return str(row.title)

    def spoken(self, row: Any) -> str:
        """Return a row's text for screen readers."""
        return str(row.spoken)

    def tip(self, row: Any) -> str:
        """Return a row's tooltip, or "" for none."""
        tip: str = getattr(row, "tip", "")
        return tip

    def of_row(self, row: Any, role: int) -> object:
        """Return a row's data for an item data role."""
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.title(row)
            case Qt.ItemDataRole.ToolTipRole:
                return self.tip(row) or None
            case Qt.ItemDataRole.AccessibleTextRole:
                return self.spoken(row)
        return None

    # --- Rows

    def show(self, rows: Sequence[object]) -> bool:
        """Replace the rows and return whether any row was added, removed or moved."""
        places = {known: at for at, row in enumerate(rows) if (known := self.id_of(row))}
        same = len(rows) == len(self._rows) and places == self._places
        if not same:
            self.beginResetModel()
        old, self._rows, self._places = self._rows, rows, places
        if not same:
            self.endResetModel()
            return True
        for at, (before, after) in enumerate(zip(old, rows, strict=True)):
            if before != after:
                self.tell(at)
        return False

    def row_at(self, index: Index) -> Any:
        """Return the row or heading at an index, or None for an invalid index."""
        return self._rows[index.row()] if index.isValid() else None

    def id_at(self, index: Index) -> str:
        """Return the id of the row at an index, or "" for a heading or an invalid index."""
        return self.id_of(self.row_at(index))

    def index_of(self, row_id: str) -> QModelIndex:
        """Return the index of the row with this id, or an invalid index if it is not listed."""
        return self.index(self._places.get(row_id, -1), 0)

    def near(self, place: int) -> QModelIndex:
        """Return the index of the first non-heading row at or after ``place``, or the last one."""
        places = sorted(self._places.values())
        below = (each for each in places if each >= place)
        return self.index(next(below, places[-1] if places else -1), 0)

    def tell(self, place: int) -> None:
        """Notify the views that the row at ``place`` has changed; ignore negative positions."""
        if place >= 0:
            index = self.index(place, 0)
            self.dataChanged.emit(index, index)

    # --- Qt

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        return self.ROW_FLAGS if self.id_at(index) else Qt.ItemFlag.ItemNeverHasChildren

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row_at(index)
        if row is None or role == ROW:
            return row
        if not self.id_of(row):
            return self.heading(row) if role in _TEXT_ROLES else None
        return self.of_row(row, role)


# --- View

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
Rows = TypeVar("Rows", bound=GroupedModel)


class GroupedView(QListView, Generic[Rows]):
    """A list of rows, grouped under headings.

    ``chosen`` is emitted with the row on which Enter is pressed, and ``left_upwards`` when Up is
    pressed in the first row.
    """

    chosen = Signal(object)
    left_upwards = Signal()

    def __init__(self, rows: Rows) -> None:
        super().__init__()
        self.rows = rows
        rows.setParent(self)
        self.setModel(rows)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setMouseTracking(True)

    def show_rows(self, rows: Sequence[object]) -> None:
        """Replace the rows, keeping the current row and the scroll position."""
        current, place = self.current_id, self.currentIndex().row()
        top, offset = self._top()
        bar = self.verticalScrollBar()
        if not self.rows.show(rows):
            return
        self.doItemsLayout()
        index = self.rows.index_of(current)
        if current and not index.isValid():
            index = self.rows.near(place)
        if index.isValid():
            self.setCurrentIndex(index)
        kept = self.rows.index_of(top)
        if kept.isValid() and bar.value() + offset != 0:
            bar.setValue(bar.value() + self.visualRect(kept).top() - offset)

    @property
    def current_id(self) -> str:
        """The id of the current row, or "" if there is none."""
        return self.rows.id_at(self.currentIndex())

    def go_to(self, row_id: str) -> bool:
        """Select a row and scroll to it; return False if it is not listed."""
        index = self.rows.index_of(row_id)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)
        return index.isValid()

    def select_any(self) -> bool:
        """Select the first row if none is selected; return False if there are no rows."""
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self.rows.near(0))
        return self.currentIndex().isValid()

    def enter(self) -> bool:
        """Take the focus, selecting the first row if needed; return False if there are no rows."""
        has_rows = self.select_any()
        if has_rows:
            self.setFocus(Qt.FocusReason.TabFocusReason)
        return has_rows

    def choose(self, index: QModelIndex) -> None:
        """Emit ``chosen`` for a row; ignore headings."""
        if self.rows.id_at(index):
            self.chosen.emit(index.data(ROW))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in ENTER and not event.modifiers():
            self.choose(index)
        elif event.key() == Qt.Key.Key_Up and index.row() <= self.rows.near(0).row():
            self.left_upwards.emit()
        else:
            super().keyPressEvent(event)

    def _top(self) -> tuple[str, int]:
        """Return the first visible row's id and its distance in pixels from the top."""
        height = self.sizeHintForRow(0) if self.rows.rowCount() else 0
        for step in range(3):  # a heading or a gap may be at the top
            index = self.indexAt(QPoint(20, step * height // 2 + 2))
            if known := self.rows.id_at(index):
                return known, self.visualRect(index).top()
        return "", 0


class PlainBranches(QTreeView):
    """A tree that does not highlight the indentation before the selected row."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._colours_of = theme

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        painter.fillRect(rect, QColor(self._colours_of.colours.window))
        super().drawBranches(painter, rect, index)
