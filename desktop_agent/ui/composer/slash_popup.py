"""The list of commands above the field while one is typed."""

from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop_agent.ui.composer.slash_commands import SlashCommand, commands
from desktop_agent.ui.theme import Theme

_ROW = 32
_WIDTH = 560
_MOST_ROWS = 8
_FRAME = 12

Index = QModelIndex | QPersistentModelIndex


class SlashPopup(QListView):
    """Driven by the keys of the field, which keeps the focus; ``chosen`` brings a `SlashCommand`.

    ``chosen`` has True when the command is to be carried out at once, as Enter does with one that
    takes nothing; else it is only to be written out.
    """

    chosen = Signal(object, bool)

    def __init__(self, theme: Theme, field: QWidget) -> None:
        super().__init__(field)
        self.setObjectName("slashPopup")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Commands"))
        self._field = field
        self._commands = _CommandsModel(self)
        self.setModel(self._commands)
        self.setItemDelegate(_CommandDelegate(theme, self))
        self.clicked.connect(lambda _index: self._choose(at_once=True))
        self.entered.connect(self.setCurrentIndex)
        self.hide()

    def follow(self, text: str) -> None:
        """Shows the commands that begin with what is typed, or goes away."""
        word = text[1:]
        wanted = text.startswith("/") and (word.isalnum() or not word)
        found = self._commands.narrow(word.lower()) if wanted else 0
        if not found:
            self.hide()
            return
        self.setCurrentIndex(self._commands.index(0, 0))
        self._place(found)
        self.show()
        self.raise_()

    def take_key(self, event: QKeyEvent) -> bool:
        """Carries out a key while the list is there; False leaves it to the field."""
        if not self.isVisible():
            return False
        key = event.key()
        keys = Qt.Key
        if key in (keys.Key_Up, keys.Key_Down):
            step = 1 if key == keys.Key_Down else -1
            row = (self.currentIndex().row() + step) % self._commands.rowCount()
            self.setCurrentIndex(self._commands.index(row, 0))
        elif key in (keys.Key_Return, keys.Key_Enter):
            self._choose(at_once=True)
        elif key == keys.Key_Tab:
            self._choose(at_once=False)
        elif key == keys.Key_Escape:
            self.hide()
        else:
            return False
        return True

    def _choose(self, *, at_once: bool) -> None:
        command = self._commands.command(self.currentIndex().row())
        self.hide()
        self.chosen.emit(command, at_once and not command.takes)

    def _place(self, rows: int) -> None:
        window = self._field.window()
        if self.parentWidget() is not window:
            self.setParent(window)
        corner = self._field.mapTo(window, QPoint(0, 0))
        height = min(rows, _MOST_ROWS, max(1, (corner.y() - 24) // _ROW)) * _ROW + _FRAME
        width = min(_WIDTH, self._field.width())
        self.setGeometry(QRect(corner.x(), corner.y() - height - 6, width, height))


class _CommandsModel(QAbstractListModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._all = commands()
        self._shown = self._all

    def narrow(self, prefix: str) -> int:
        self.beginResetModel()
        self._shown = tuple(each for each in self._all if each.name.startswith(prefix))
        self.endResetModel()
        return len(self._shown)

    def command(self, row: int) -> SlashCommand:
        return self._shown[max(0, row)]

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        command = self._shown[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return f"/{command.name} {command.takes}".rstrip()
        if role in (Qt.ItemDataRole.UserRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            return command.about
        return None


class _CommandDelegate(QStyledItemDelegate):
    """Paints the command, what it takes, and what it does in a muted colour behind it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(100, _ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        option = QStyleOptionViewItem(option)
        rect: QRect = option.rect
        about = str(index.data(Qt.ItemDataRole.UserRole))
        name, _, takes = str(index.data()).partition(" ")
        self.initStyleOption(option, index)
        option.text = ""
        widget: QWidget = option.widget
        style = widget.style()
        style.drawControl(style.ControlElement.CE_ItemViewItem, option, painter, widget)
        colours = self._theme.colours
        inside = rect.adjusted(10, 0, -10, 0)
        metrics: QFontMetrics = painter.fontMetrics()
        x = inside.x()
        for text, colour in ((name, colours.text), (takes, colours.faint)):
            painter.setPen(colour)
            painter.drawText(QRect(x, inside.y(), 200, inside.height()), _MIDDLE, text)
            x += metrics.horizontalAdvance(f"{text} ")
        left = max(x, inside.x() + 150)
        room = inside.right() - left
        painter.setPen(colours.muted)
        shown = metrics.elidedText(about, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRect(left, inside.y(), room, inside.height()), _MIDDLE, shown)


_MIDDLE = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
