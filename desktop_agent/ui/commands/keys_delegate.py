"""Draws the keys of a command as on a keyboard, and takes others in their place."""

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QKeySequenceEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop_agent.ui.commands.commands_model import NAME_ROLE
from desktop_agent.ui.commands.key_caps import draw_keys, keys_width
from desktop_agent.ui.commands.offers_model import Index
from desktop_agent.ui.theme import Theme

_MARGIN = 10
_NAME = "command"


class KeysDelegate(QStyledItemDelegate):
    """``chosen`` brings the name of a command and the keys that were pressed for it.

    While it listens Escape gives up, and Backspace or Delete alone take the keys away.
    """

    chosen = Signal(str, str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        wide = keys_width(str(index.data() or ""), option.font) + 2 * _MARGIN
        return QSize(max(wide, 150), option.fontMetrics.height() + 16)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        style = QApplication.style()
        background = QStyleOptionViewItem(option)
        self.initStyleOption(background, index)
        background.text = ""
        background.state &= (
            ~QStyle.StateFlag.State_HasFocus
        )  # the row shows already that it is chosen
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, background, painter, option.widget)
        box = option.rect.adjusted(_MARGIN, 0, -_MARGIN, 0)
        draw_keys(painter, box, str(index.data() or ""), option.font, self._theme)

    def createEditor(
        self,
        parent: QWidget,
        option: QStyleOptionViewItem,  # noqa: ARG002 - Qt's signature
        index: Index,
    ) -> QWidget:
        name = str(index.data(NAME_ROLE))
        edit = QKeySequenceEdit(parent)
        edit.setMaximumSequenceLength(1)
        edit.setAccessibleName(self.tr("Press the new keys"))
        edit.setToolTip(self.tr("Press the new keys; Escape gives up, Backspace takes them away"))
        edit.setProperty(_NAME, name)
        edit.editingFinished.connect(lambda: self._pressed(edit, name))
        return edit

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """The field begins empty: what is pressed takes the place of what was."""

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """The keys are changed by who hears ``chosen``; the model follows."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            isinstance(watched, QKeySequenceEdit)
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and not event.modifiers()
        ):
            if event.key() == Qt.Key.Key_Escape:
                self._close(watched)
                return True
            if event.key() in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
                name = watched.property(_NAME)
                self._close(watched)
                self.chosen.emit(name, "")
                return True
        return super().eventFilter(watched, event)

    def _pressed(self, edit: QKeySequenceEdit, name: str) -> None:
        keys = edit.keySequence().toString()
        self._close(edit)
        if keys:  # a field that is only left has changed nothing
            self.chosen.emit(name, keys)

    def _close(self, edit: QKeySequenceEdit) -> None:
        edit.editingFinished.disconnect()  # closing sends it once more
        self.closeEditor.emit(edit, QStyledItemDelegate.EndEditHint.NoHint)
