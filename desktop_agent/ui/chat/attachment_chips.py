"""What went with a question, as small chips above its bubble."""

from collections.abc import Sequence

from PySide6.QtCore import QBuffer, QByteArray, QSize, Qt
from PySide6.QtGui import QFontMetrics, QImageReader, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from desktop_agent.core.attachments import Attachment
from desktop_agent.ui.chat.stack import Sized
from desktop_agent.ui.parts import IconLabel
from desktop_agent.ui.theme import Theme

_NAME_WIDTH = 180
_PICTURE = 96
"""Longest side of a small picture, in pixels."""
_GAP = 6
_DATA_MOST = 4_000_000
"""Bytes of an image that are decoded for a small picture; for more its name must do."""


class AttachmentChips(Sized):
    """Chips in rows, aligned at the right; an image shows itself, small, once it is asked to."""

    def __init__(self, theme: Theme, attachments: Sequence[Attachment], parent: QWidget) -> None:
        super().__init__(parent)
        self._waiting: list[tuple[QLabel, Attachment]] = []
        self._chips = [self._chip(theme, each) for each in attachments]

    def set_width(self, width: int) -> None:
        rows: list[list[QWidget]] = [[]]
        used = 0
        for chip in self._chips:
            size = chip.sizeHint()
            if rows[-1] and used + size.width() > width:
                rows.append([])
                used = 0
            rows[-1].append(chip)
            used += size.width() + _GAP
        top = 0
        for row in rows:
            tall = max(chip.sizeHint().height() for chip in row)
            left = width
            for chip in reversed(row):
                size = chip.sizeHint()
                left -= size.width()
                chip.setGeometry(left, top + tall - size.height(), size.width(), size.height())
                left -= _GAP
            top += tall + _GAP
        self.resize(width, max(0, top - _GAP))

    def show_pictures(self) -> None:
        """Decodes one image that still waits; called when there is time for it."""
        if not self._waiting:
            return
        label, attachment = self._waiting.pop(0)
        picture = _small(attachment.data, self.devicePixelRatioF())
        if picture is not None:
            label.setPixmap(picture)
            label.show()
            self.updateGeometry()

    def _chip(self, theme: Theme, attachment: Attachment) -> QWidget:
        chip = QWidget(self)
        chip.setObjectName("chip")
        chip.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        chip.setToolTip("\n".join(part for part in (attachment.name, attachment.note) if part))
        chip.setAccessibleName(self.tr("Attached: {0}").format(attachment.name))
        name = QLabel()
        name.setTextFormat(Qt.TextFormat.PlainText)
        name.setObjectName("meta")
        metrics = QFontMetrics(theme.font)
        shown = " ".join(attachment.name.split())
        name.setText(metrics.elidedText(shown, Qt.TextElideMode.ElideMiddle, _NAME_WIDTH))
        row = QHBoxLayout(chip)
        row.setContentsMargins(8, 4, 10, 4)
        row.setSpacing(6)
        if attachment.is_image:
            picture = QLabel()
            picture.hide()
            row.addWidget(picture)
            self._waiting.append((picture, attachment))
        else:
            row.addWidget(IconLabel(theme, "page", "muted", 16))
        row.addWidget(name)
        chip.show()
        return chip


def _small(data: bytes, ratio: float) -> QPixmap | None:
    """Decodes an image at the size that it is shown in; None where it cannot be read."""
    if not data or len(data) > _DATA_MOST:
        return None
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QBuffer.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    side = round(_PICTURE * ratio)
    reader.setScaledSize(
        reader.size().scaled(QSize(side, side), Qt.AspectRatioMode.KeepAspectRatio)
    )
    image = reader.read()
    if image.isNull():
        return None
    picture = QPixmap.fromImage(image)
    picture.setDevicePixelRatio(ratio)
    return picture
