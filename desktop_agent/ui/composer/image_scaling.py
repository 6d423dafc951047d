"""Images made fit for a model: upright, small enough, and without what a camera writes into them."""

from dataclasses import dataclass, replace

from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QIODevice, QSize, Qt
from PySide6.QtGui import QColorSpace, QImage, QImageReader, QPainter

from desktop_agent.core.attachments import Attachment
from desktop_agent.core.errors import Unreadable

LONGEST_SIDE = 1568
"""Pixels; beyond it models scale down themselves (Anthropic's advice on images)."""

_THUMBNAIL = 64
_MOST_PIXELS = 200_000_000
_LARGE_PNG = 3 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class PreparedImage:
    """An image as it is sent, and a small one to be shown."""

    attachment: Attachment
    thumbnail: QImage


def prepare_file(attachment: Attachment) -> PreparedImage:
    """Scales and re-encodes an image file; any thread may call it.

    Raises:
        Unreadable: it is broken, or has more pixels than can be held.
    """
    buffer = QBuffer()
    buffer.setData(QByteArray(attachment.data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    size = reader.size()
    if size.width() * size.height() > _MOST_PIXELS:
        raise Unreadable(_tr("{0} has too many pixels.").format(attachment.name))
    if max(size.width(), size.height()) > LONGEST_SIDE:
        reader.setScaledSize(_within(size))
    image = reader.read()
    if image.isNull():
        raise Unreadable(_tr("{0} is a broken image.").format(attachment.name))
    return prepare_image(image, attachment, photo=attachment.media_type != "image/png")


def prepare_image(image: QImage, attachment: Attachment, *, photo: bool) -> PreparedImage:
    """Scales and encodes an image; ``attachment`` gives its name. Any thread may call it.

    A ``photo`` without transparency becomes a JPEG, all else a PNG unless that is large.
    """
    clean = _redrawn(image)
    opaque = not image.hasAlphaChannel()
    data, kind = b"", "png"
    if not (photo and opaque):
        data = _encoded(clean, "PNG", -1)
    if opaque and (photo or len(data) > _LARGE_PNG):
        data, kind = _encoded(clean, "JPEG", 88), "jpeg"
    note = attachment.note
    if max(image.width(), image.height()) > LONGEST_SIDE:
        note = _tr("scaled to {0} by {1} pixels").format(clean.width(), clean.height())
    made = replace(attachment, media_type=f"image/{kind}", data=data, note=note)
    side = QSize(_THUMBNAIL, _THUMBNAIL)
    return PreparedImage(made, clean.scaled(side, _GROWING, _SMOOTH))


def _redrawn(image: QImage) -> QImage:
    """Draws the pixels onto a new image: comments, places and profiles stay behind."""
    if image.colorSpace().isValid():
        image = image.convertedToColorSpace(QColorSpace(QColorSpace.NamedColorSpace.SRgb))
    size = _within(image.size())
    if size != image.size():
        image = image.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, _SMOOTH)
    image.setDevicePixelRatio(1)
    forms = QImage.Format
    form = forms.Format_ARGB32 if image.hasAlphaChannel() else forms.Format_RGB32
    clean = QImage(image.size(), form)
    clean.fill(Qt.GlobalColor.transparent)
    painter = QPainter(clean)
    painter.drawImage(0, 0, image)
    painter.end()
    return clean


def _within(size: QSize) -> QSize:
    if max(size.width(), size.height()) <= LONGEST_SIDE:
        return size
    fitted = size.scaled(LONGEST_SIDE, LONGEST_SIDE, Qt.AspectRatioMode.KeepAspectRatio)
    return fitted.expandedTo(QSize(1, 1))


def _encoded(image: QImage, form: str, quality: int) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, form, quality)  # type: ignore[call-overload]  # the stub wants bytes
    return bytes(buffer.data().data())


def _tr(text: str) -> str:
    return QCoreApplication.translate("Attachments", text)


_GROWING = Qt.AspectRatioMode.KeepAspectRatioByExpanding
_SMOOTH = Qt.TransformationMode.SmoothTransformation
