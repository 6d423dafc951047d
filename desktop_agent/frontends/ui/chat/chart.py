"""Charts of a table's numbers, which can be copied or saved as SVG or PNG."""

from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QGuiApplication,
    QImage,
    QPaintDevice,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QComboBox, QDialog, QScrollArea, QWidget

from desktop_agent.core.errors import StorageError
from desktop_agent.frontends.ui.export.save_dialog import ask_save_path, write_atomically
from desktop_agent.frontends.ui.markdown.tables import ChartData
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.error_dialog import show_error
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.theme import Theme

# --- Drawing

_WIDTH = 680
_MARGIN = 16.0
_BAR = 16.0
_BETWEEN = 12.0
_LABELS_MOST = 0.38
"""Maximum share of the width for the labels of bars."""
_COLOURS = ("accent", "warn", "ok", "error", "muted", "faint")
_SERIES_MOST = len(_COLOURS)


class ChartView(QWidget):
    """A bar chart of a table's rows, with the numbers in its accessible description."""

    def __init__(self, theme: Theme, data: ChartData) -> None:
        super().__init__()
        self._theme = theme
        self.setAccessibleName(self.tr("Chart"))
        self.show_data(data)
        theme.changed.connect(self._recolour)  # not a lambda, which would outlive the chart

    def _recolour(self) -> None:
        self.show_data(self._data)

    def show_data(self, data: ChartData) -> None:
        self._data = data
        self._series = data.series[:_SERIES_MOST]
        self._palette = self._theme.colours
        self._metrics = QFontMetricsF(self._theme.font)
        self._colours = [QColor(getattr(self._palette, name)) for name in _COLOURS]
        cells = (
            f"{label}: {', '.join(series.cells[row] for series in data.series)}"
            for row, label in enumerate(data.labels)
        )
        self.setAccessibleDescription("; ".join(cells))
        row = len(self._series) * _BAR + _BETWEEN
        height = len(data.labels) * row
        self.setFixedSize(_WIDTH, round(height + self._legend_height + 2 * _MARGIN))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        self.paint(self)

    def paint(self, device: QPaintDevice) -> None:
        painter = QPainter(device)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect())
        painter.fillRect(box, QColor(self._palette.surface))
        painter.setFont(self._theme.font)
        box.adjust(_MARGIN, _MARGIN + self._legend_height, -_MARGIN, -_MARGIN)
        self._legend(painter)
        self._bars(painter, box)
        painter.end()

    @property
    def _legend_height(self) -> float:
        return self._metrics.height() + _BETWEEN

    def _legend(self, painter: QPainter) -> None:
        left, height = _MARGIN, self._metrics.height()
        for series, colour in zip(self._series, self._colours, strict=False):
            name = f"{series.name} ({series.unit})" if series.unit else series.name
            painter.fillRect(QRectF(left, _MARGIN + height / 2 - 5, 10, 10), colour)
            width = min(self._metrics.horizontalAdvance(name) + 2, _WIDTH / 2)
            self._text(painter, QRectF(left + 16, _MARGIN, width, height), name)
            left += width + 40

    def _bars(self, painter: QPainter, box: QRectF) -> None:
        labels, metrics = self._data.labels, self._metrics
        widest = max(map(metrics.horizontalAdvance, labels))
        left = box.left() + min(widest + 2, _LABELS_MOST * box.width()) + 12
        figures = [metrics.horizontalAdvance(cell) for each in self._series for cell in each.cells]
        right = box.right() - max(figures) - 8
        low, high = self._range()
        scale = (right - left) / (high - low)
        zero = left - low * scale
        row = len(self._series) * _BAR + _BETWEEN
        for number, label in enumerate(labels):
            top = box.top() + number * row
            name = QRectF(box.left(), top, left - 12 - box.left(), row - _BETWEEN)
            self._text(painter, name, label, Qt.AlignmentFlag.AlignRight)
            for place, series in enumerate(self._series):
                value = series.values[number]
                if value is None:
                    continue
                at = top + place * _BAR
                end = zero + value * scale
                bar = QRectF(min(zero, end), at + 2, max(abs(end - zero), 1), _BAR - 4)
                painter.fillRect(bar, self._colours[place])
                figure = QRectF(max(zero, end) + 6, at, max(figures) + 4, _BAR)
                self._text(painter, figure, series.cells[number], muted=True)
        painter.setPen(QPen(QColor(self._palette.border_strong), 1))
        painter.drawLine(QPointF(zero, box.top() - 4), QPointF(zero, box.bottom()))

    def _range(self) -> tuple[float, float]:
        """Return the lowest and highest values, extended to include zero."""
        values = [each for series in self._series for each in series.values if each is not None]
        low, high = min(*values, 0.0), max(*values, 0.0)
        return (low, high) if low < high else (low - 1, high + 1)

    def _text(
        self,
        painter: QPainter,
        box: QRectF,
        text: str,
        side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
        *,
        muted: bool = False,
    ) -> None:
        painter.setPen(QColor(self._palette.muted if muted else self._palette.text))
        shown = self._metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter, shown)


# --- The dialog


class ChartDialog(QDialog):
    """Shows a chart of one column, or of all columns if they share a unit."""

    def __init__(self, theme: Theme, data: ChartData, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Chart"))
        self._data = data
        self.view = ChartView(theme, data)
        self.columns = QComboBox()
        self.columns.setAccessibleName(self.tr("Columns"))
        if len({series.unit for series in data.series}) == 1 < len(data.series):
            self.columns.addItem(self.tr("All columns"), data.series)
        for series in data.series:
            self.columns.addItem(series.name, (series,))
        self.columns.setVisible(self.columns.count() > 1)
        self.columns.currentIndexChanged.connect(self._show)
        area = QScrollArea()
        area.setWidget(self.view)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        save = push_button(self.tr("Save…"), self._save)
        copy = push_button(self.tr("Copy"), self._copy, tip=self.tr("Copy as an image"))
        close = push_button(self.tr("Close"), self.close, name="primary")
        for each in (save, copy, close):
            each.setAutoDefault(True)
        row = hbox(self.columns, STRETCH, save, copy, close, spacing=8)
        vbox((area, 1), row, parent=self, margins=(16, 16, 16, 16), spacing=12)
        self._show()
        room = self.screen().availableSize().height() - 240
        area.setMinimumSize(_WIDTH + 4, min(self.view.height() + 4, room))

    def _show(self) -> None:
        series = self.columns.currentData()
        self.view.show_data(ChartData(self._data.labels, series))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setImage(self._image())

    def _save(self) -> None:
        forms = (("SVG", "svg"), ("PNG", "png"))
        ask_save_path(self, self.tr("Save chart"), self.tr("chart"), forms, self.save)

    def save(self, path: Path) -> None:
        """Save the chart as PNG if the path ends with ``.png``, otherwise as SVG."""
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        if path.suffix.lower() == ".png":
            self._image().save(buffer, "PNG")  # type: ignore[call-overload] # it takes any device
        else:
            self._draw_svg(buffer)
        try:
            write_atomically(path, bytes(buffer.data().data()))
        except StorageError as error:
            show_error(self, error.message, error.remedy)

    def _draw_svg(self, buffer: QBuffer) -> None:
        drawing = QSvgGenerator()
        drawing.setOutputDevice(buffer)
        drawing.setSize(self.view.size())
        drawing.setViewBox(self.view.rect())
        drawing.setTitle(self.windowTitle())
        self.view.paint(drawing)

    def _image(self) -> QImage:
        ratio = max(2.0, self.devicePixelRatioF())
        image = QImage(self.view.size() * ratio, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        self.view.paint(image)
        return image
