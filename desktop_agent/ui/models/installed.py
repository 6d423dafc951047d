"""The installed models as a list: its model, and how a row is painted."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop_agent.core.models import ModelInfo
from desktop_agent.ui.models.words import bytes_text, capability_text, context_text
from desktop_agent.ui.theme import Theme

_Index = QModelIndex | QPersistentModelIndex
_PAD = 10
_GAP = 6


class InstalledModels(QAbstractListModel):
    """The models in the server's order; ``chosen`` is the one that answers by default."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._models: tuple[ModelInfo, ...] = ()
        self._chosen = ""

    def show(self, models: Sequence[ModelInfo], chosen: str) -> None:
        """Shows other models."""
        self.beginResetModel()
        self._models, self._chosen = tuple(models), chosen
        self.endResetModel()

    def at(self, index: _Index) -> ModelInfo | None:
        """Gives the model of a row."""
        return self._models[index.row()] if index.isValid() else None

    def row_of(self, name: str) -> int:
        """Gives the row of a model, -1 where there is none."""
        return next((row for row, model in enumerate(self._models) if model.name == name), -1)

    def is_chosen(self, model: ModelInfo) -> bool:
        """Whether it is the one that is set to answer."""
        return bool(self._chosen) and model.name in (self._chosen, f"{self._chosen}:latest")

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Gives how many there are."""
        return 0 if parent.isValid() else len(self._models)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Gives the name, and for a screen reader everything that the row shows."""
        model = self.at(index)
        if model is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return model.name
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            chips = [text for text, _ in chips_of(model, chosen=self.is_chosen(model))]
            return ". ".join([model.name, facts_of(model), *chips])
        return None


def facts_of(model: ModelInfo) -> str:
    """Gives size, parameters, quantisation and context in a line."""
    parts = [
        bytes_text(model.size_bytes) if model.size_bytes else "",
        QCoreApplication.translate("Models", "{0} parameters").format(model.parameters)
        if model.parameters
        else "",
        model.quantisation,
        context_text(model.context_length) if model.context_length else "",
    ]
    return " · ".join(part for part in parts if part)


def chips_of(model: ModelInfo, *, chosen: bool) -> list[tuple[str, str]]:
    """Gives the chips of a row with their tones: accent, ok or plain."""
    chips = [(QCoreApplication.translate("Models", "answers"), "accent")] if chosen else []
    if model.loaded:
        chips.append((QCoreApplication.translate("Models", "in memory"), "ok"))
    told = (capability_text(each) for each in model.capabilities)
    return chips + [(text, "plain") for text in told if text]


class InstalledDelegate(QStyledItemDelegate):
    """Paints a model: its name and chips, and below what is known of it."""

    def __init__(self, theme: Theme, models: InstalledModels) -> None:
        super().__init__(models)
        self._theme = theme
        self._models = models

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:  # noqa: ARG002 - Qt's signature
        """Gives the height of two lines."""
        height = QFontMetrics(self._theme.font).height() + QFontMetrics(self._small).height()
        return QSize(200, height + _GAP + 2 * _PAD)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paints a row."""
        model = self._models.at(index)
        if model is None:
            return
        drawn: Any = option
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, drawn)
        inside = drawn.rect.adjusted(_PAD + 2, _PAD, -_PAD - 2, -_PAD)
        self._paint_name(painter, inside, model)
        small = QFontMetrics(self._small)
        painter.setFont(self._small)
        painter.setPen(QColor(self._theme.colours.muted))
        line = QRect(
            inside.left(), inside.bottom() - small.height() + 1, inside.width(), small.height()
        )
        facts = small.elidedText(facts_of(model), Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, facts)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: Any) -> None:
        colours = self._theme.colours
        state = QStyle.StateFlag
        ground = None
        if option.state & state.State_Selected:
            ground = colours.accent_soft
        elif option.state & state.State_MouseOver:
            ground = colours.hover
        box = QRectF(option.rect).adjusted(1, 1, -1, -1)
        if ground is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(ground))
            painter.drawRoundedRect(box, 8, 8)
        if option.state & state.State_HasFocus and option.state & state.State_KeyboardFocusChange:
            painter.setPen(QColor(colours.accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 8, 8)

    def _paint_name(self, painter: QPainter, inside: QRect, model: ModelInfo) -> None:
        bold = QFont(self._theme.font)
        bold.setBold(True)
        metrics, small = QFontMetrics(bold), QFontMetrics(self._small)
        chips = chips_of(model, chosen=self._models.is_chosen(model))
        widths = [small.horizontalAdvance(text) + 14 for text, _ in chips]
        room = inside.width() - sum(widths) - _GAP * len(widths)
        name = metrics.elidedText(model.name, Qt.TextElideMode.ElideMiddle, max(room, 60))
        line = QRect(inside.left(), inside.top(), inside.width(), metrics.height())
        painter.setFont(bold)
        painter.setPen(QColor(self._theme.colours.text))
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, name)
        left = inside.left() + metrics.horizontalAdvance(name) + _GAP + 2
        for (text, tone), width in zip(chips, widths, strict=True):
            if left + width > inside.right() + 1:
                break
            self._paint_chip(
                painter, QRect(left, inside.top(), width, metrics.height()), text, tone
            )
            left += width + _GAP

    def _paint_chip(self, painter: QPainter, box: QRect, text: str, tone: str) -> None:
        colours = self._theme.colours
        ground, ink = {
            "accent": (colours.accent, colours.on_accent),
            "ok": (colours.ok_soft, colours.ok),
        }.get(tone, (colours.hover, colours.muted))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        painter.setPen(QColor(ink))
        painter.setFont(self._small)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    @property
    def _small(self) -> QFont:
        font = QFont(self._theme.font)
        font.setPointSizeF(font.pointSizeF() * 0.88)
        return font
