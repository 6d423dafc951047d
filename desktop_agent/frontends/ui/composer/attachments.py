"""The attachments of a question: reading files, preparing images, and widgets."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QCoreApplication,
    QIODevice,
    QObject,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColorSpace, QImage, QImageReader, QPainter
from PySide6.QtWidgets import QApplication, QToolButton, QWidget

from desktop_agent.core.errors import AgentError, Unreadable
from desktop_agent.core.messages import Attachment
from desktop_agent.core.text import display_name
from desktop_agent.frontends.ui.composer.options import ModelChoice
from desktop_agent.frontends.ui.widgets.buttons import Chip
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, IconLabel, heading
from desktop_agent.frontends.ui.widgets.layout import FlowLayout, hbox, remove_all
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized_error
from desktop_agent.frontends.ui.wording.reasoning import size

# --- Images prepared for a model: upright, small enough, without camera metadata

LONGEST_SIDE = 1568
"""Maximum side length of an image in pixels, following Anthropic's advice on images.

Models scale down larger images themselves.
"""

_MOST_PIXELS = 200_000_000
_LARGE_PNG = 3 * 1024 * 1024


def prepare_file(attachment: Attachment) -> Attachment:
    """Scale down and re-encode an attached image file. Thread-safe.

    Raises:
        Unreadable: the image is broken or has too many pixels.
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
        raise Unreadable(_tr("The image {0} is damaged.").format(attachment.name))
    return prepare_image(image, attachment, photo=attachment.media_type != "image/png")


def prepare_image(image: QImage, attachment: Attachment, *, photo: bool) -> Attachment:
    """Scale down and encode an image, and return a copy of ``attachment`` that contains it.

    Opaque images become JPEGs if they are photos or if their PNG would exceed 3 MiB; all others
    become PNGs. Thread-safe.
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
    return replace(attachment, media_type=f"image/{kind}", data=data, note=note)


def _redrawn(image: QImage) -> QImage:
    """Return a scaled-down sRGB copy without metadata such as comments or the location."""
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


_SMOOTH = Qt.TransformationMode.SmoothTransformation


MOST_FILES = 10
_MOST_CHARACTERS = 200_000

FileReader = Callable[[Path], Coroutine[Any, Any, Attachment]]
"""Reads a file without blocking, as `Session.read_file` does; raises `AgentError`."""


@dataclass(slots=True, eq=False)
class AttachedItem:
    """An attachment; ``ready`` is None while the file is being read."""

    name: str
    ready: Attachment | None = None


class Attachments(QObject):
    """The attachments of the question being written, at most ten.

    ``changed`` is emitted after each change, and ``refused`` with the reason if a file is rejected.
    """

    changed = Signal()
    refused = Signal(str)

    def __init__(self, read: FileReader, tasks: Tasks, model: ModelChoice, parent: QObject) -> None:
        super().__init__(parent)
        self.items: list[AttachedItem] = []
        self._model = model
        self._read = read
        self._tasks = tasks

    @property
    def reading(self) -> bool:
        return any(item.ready is None for item in self.items)

    @property
    def all(self) -> tuple[Attachment, ...]:
        return tuple(item.ready for item in self.items if item.ready is not None)

    def add_files(self, paths: Iterable[Path]) -> None:
        for path in paths:
            self._start(display_name(path.name), self._file(path))

    def add_image(self, image: QImage) -> None:
        name = self.tr("Pasted image {0}.png").format(len(self.items) + 1)
        if image.isNull():
            self.refused.emit(self.tr("The image can't be read."))
        else:
            self._start(name, self._image(name, QImage(image)))

    def add_text(self, text: str) -> None:
        name = self.tr("Pasted text {0}.txt").format(len(self.items) + 1)
        note = ""
        if len(text) > _MOST_CHARACTERS:
            note = self.tr("cut off at {0} of {1} characters").format(
                f"{_MOST_CHARACTERS:,}", f"{len(text):,}"
            )
        if self._has_room():
            cut = Attachment(name, "text/plain", text[:_MOST_CHARACTERS], note=note)
            self.items.append(AttachedItem(name, cut))
            self.changed.emit()

    def put(self, attachments: Sequence[Attachment]) -> None:
        """Replace all attachments with ones that are already prepared."""
        self.items = [AttachedItem(each.name, each) for each in attachments]
        self.changed.emit()

    def remove(self, item: AttachedItem) -> None:
        self.items = [each for each in self.items if each is not item]
        self.changed.emit()

    def clear(self) -> None:
        if self.items:
            self.items = []
            self.changed.emit()

    def _has_room(self) -> bool:
        if len(self.items) < MOST_FILES:
            return True
        self.refused.emit(self.tr("You can attach up to {0} files.").format(MOST_FILES))
        return False

    def _start(self, name: str, work: Coroutine[Any, Any, Attachment]) -> None:
        if not self._has_room():
            work.close()
            return
        item = AttachedItem(name)
        self.items.append(item)
        self.changed.emit()
        self._tasks.start(work, partial(self._made, item), partial(self._failed, item))

    async def _file(self, path: Path) -> Attachment:
        read = await self._read(path)
        if not read.is_image:
            return read
        self._refuse_image()
        return await asyncio.to_thread(prepare_file, read)

    async def _image(self, name: str, image: QImage) -> Attachment:
        self._refuse_image()
        bare = Attachment(name, "image/png")
        return await asyncio.to_thread(prepare_image, image, bare, photo=False)

    def _refuse_image(self) -> None:
        if reason := self._model.image_refusal():
            raise AgentError(reason)

    def _made(self, item: AttachedItem, attachment: Attachment) -> None:
        item.ready = attachment
        self.changed.emit()

    def _failed(self, item: AttachedItem, error: AgentError) -> None:
        if item in self.items:
            self.remove(item)
            self.refused.emit(localized_error(error))


# --- Chips above the field

_NAME_WIDTH = 170
_PICTURE = 24


class AttachmentsStrip(QWidget):
    """A row of attachment chips with remove buttons, hidden while empty."""

    def __init__(self, theme: Theme, attachments: Attachments) -> None:
        super().__init__()
        self._theme = theme
        self._attachments = attachments
        self._flow = FlowLayout(self)
        self.setAccessibleName(self.tr("Attached files"))
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        attachments.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        focus = QApplication.focusWidget()
        focused = focus is not None and self.isAncestorOf(focus)
        remove_all(self._flow)
        for item in self._attachments.items:
            self._flow.addWidget(self._chip(item))
        self.setVisible(bool(self._attachments.items))
        if focused and self._flow.count():
            self.findChildren(QToolButton)[-1].setFocus()

    def _chip(self, item: AttachedItem) -> Chip:
        chip = Chip(self._theme, self.tr("Remove {0}").format(item.name))
        chip.removed.connect(lambda: self._attachments.remove(item))
        is_image = item.ready is not None and item.ready.is_image
        picture = IconLabel(self._theme, "image" if is_image else "page", "muted", _PICTURE)
        about = heading(_about(self, item), "hint")
        chip.setAccessibleName(f"{item.name}, {about.text()}")
        name = ElidedLabel(item.name, _NAME_WIDTH, Qt.TextElideMode.ElideMiddle)
        hbox(picture, name, about, chip.remove, parent=chip, margins=(6, 3, 3, 3), spacing=6)
        return chip


def _about(strip: AttachmentsStrip, item: AttachedItem) -> str:
    if item.ready is None:
        return strip.tr("reading…")
    count = len(item.ready.data) or len(item.ready.text.encode("utf-8", "surrogatepass"))
    return " · ".join(filter(None, (size(count), item.ready.note)))
