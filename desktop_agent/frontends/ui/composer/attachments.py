"""The attachments of a question: reading files, preparing images, and the widgets for attaching."""

import asyncio
import itertools
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QCoreApplication,
    QEvent,
    QIODevice,
    QMimeData,
    QObject,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QColorSpace,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QImage,
    QImageReader,
    QPainter,
    QPixmap,
)
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QFrame,
    QLabel,
    QToolButton,
    QWidget,
)

from desktop_agent.core.errors import AgentError, Unreadable
from desktop_agent.core.messages import Attachment
from desktop_agent.core.text import display_name
from desktop_agent.frontends.ui.composer.question_edit import QuestionEdit, has_files
from desktop_agent.frontends.ui.widgets import icons
from desktop_agent.frontends.ui.widgets.buttons import Chip
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, IconLabel, heading, label
from desktop_agent.frontends.ui.widgets.layout import STRETCH, FlowLayout, hbox, remove_all, vbox
from desktop_agent.frontends.ui.widgets.tasks import Tasks, ignore
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized_error

# --- Images prepared for a model: upright, small enough, without camera metadata

LONGEST_SIDE = 1568
"""Maximum side length of an image in pixels, following Anthropic's advice on images.

Models scale down larger images themselves.
"""

_THUMBNAIL = 64
_MOST_PIXELS = 200_000_000
_LARGE_PNG = 3 * 1024 * 1024


PreparedImage = tuple[Attachment, QImage]
"""An image ready for the model, and its thumbnail."""


def prepare_file(attachment: Attachment) -> PreparedImage:
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


def prepare_image(image: QImage, attachment: Attachment, *, photo: bool) -> PreparedImage:
    """Scale down and encode an image; return a copy of ``attachment`` with it and a thumbnail.

    Opaque images become JPEGs if they are photos or if their PNG would exceed 3 MiB. All other
    images become PNGs. Thread-safe.
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
    return made, clean.scaled(side, _GROWING, _SMOOTH)


def _redrawn(image: QImage) -> QImage:
    """Return a scaled-down copy in sRGB, without metadata such as comments or the location."""
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


MOST_FILES = 10
_MOST_CHARACTERS = 200_000

FileReader = Callable[[Path], Coroutine[Any, Any, Attachment]]
"""Reads a file without blocking, as `Session.read_file` does; raises `AgentError`."""


@dataclass(slots=True)
class AttachedItem:
    """An attachment; ``ready`` is None while the file is being read."""

    key: int
    name: str
    ready: Attachment | None = None
    thumbnail: QImage | None = None


_Made = tuple[Attachment, QImage | None]


class Attachments(QObject):
    """The attachments of the question being written, ten at most.

    ``changed`` is emitted after each change, and ``refused`` with the reason if a file is rejected.
    """

    changed = Signal()
    refused = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.items: list[AttachedItem] = []
        self.image_refusal: Callable[[], str] = str
        """Returns the reason why no image can be attached now, or ""."""
        self._keys = itertools.count(1)
        self._read: FileReader | None = None
        self._tasks: Tasks | None = None

    def use(self, read: FileReader, tasks: Tasks) -> None:
        """Set the file reader. Files cannot be attached before this is called."""
        self._read, self._tasks = read, tasks

    @property
    def reading(self) -> bool:
        return any(item.ready is None for item in self.items)

    @property
    def all(self) -> tuple[Attachment, ...]:
        return tuple(item.ready for item in self.items if item.ready is not None)

    def add_files(self, paths: Sequence[Path]) -> None:
        for path in paths:
            if self._read is not None:
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
            self.items.append(AttachedItem(next(self._keys), name, cut))
            self.changed.emit()

    def put(self, attachments: Sequence[Attachment]) -> None:
        """Replace all attachments with others that are already prepared."""
        self.items = [AttachedItem(next(self._keys), each.name, each) for each in attachments]
        self.changed.emit()
        for item in self.items:
            if item.ready is not None and item.ready.is_image and self._tasks is not None:
                self._tasks.start(
                    asyncio.to_thread(prepare_file, item.ready),
                    partial(self._made, item.key, item.ready),
                    ignore,  # an icon is shown instead of a thumbnail
                )

    def remove(self, key: int) -> None:
        self.items = [item for item in self.items if item.key != key]
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

    def _start(self, name: str, work: Coroutine[Any, Any, _Made]) -> None:
        if self._tasks is None or not self._has_room():
            work.close()
            return
        item = AttachedItem(next(self._keys), name)
        self.items.append(item)
        self.changed.emit()
        self._tasks.start(
            work,
            lambda made: self._made(item.key, made[0], made),
            lambda error: self._failed(item.key, error),
        )

    async def _file(self, path: Path) -> _Made:
        assert self._read is not None
        read = await self._read(path)
        if not read.is_image:
            return read, None
        self._refuse_image()
        return await asyncio.to_thread(prepare_file, read)

    async def _image(self, name: str, image: QImage) -> _Made:
        self._refuse_image()
        bare = Attachment(name, "image/png")
        return await asyncio.to_thread(prepare_image, image, bare, photo=False)

    def _refuse_image(self) -> None:
        if reason := self.image_refusal():
            raise AgentError(reason)

    def _made(self, key: int, attachment: Attachment, made: _Made) -> None:
        for item in self.items:
            if item.key == key:
                item.ready, item.thumbnail = attachment, made[1]
                self.changed.emit()

    def _failed(self, key: int, error: AgentError) -> None:
        known = any(item.key == key for item in self.items)
        self.remove(key)
        if known:
            self.refused.emit(localized_error(error))


# --- Chips above the field

_NAME_WIDTH = 170
_PICTURE = 24


class AttachmentsStrip(QWidget):
    """A row of attachment chips with remove buttons. It is hidden if there are none."""

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
        theme.changed.connect(self._show)
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
        chip.removed.connect(lambda: self._attachments.remove(item.key))
        picture = QLabel()
        picture.setFixedSize(_PICTURE, _PICTURE)
        picture.setPixmap(_picture(self._theme, item))
        about = heading(_about(self, item), "hint")
        chip.setAccessibleName(f"{item.name}, {about.text()}")
        name = ElidedLabel(item.name, _NAME_WIDTH, Qt.TextElideMode.ElideMiddle)
        hbox(picture, name, about, chip.remove, parent=chip, margins=(6, 3, 3, 3), spacing=6)
        return chip


def _picture(theme: Theme, item: AttachedItem) -> QPixmap:
    if item.thumbnail is None:
        shown = item.ready is not None and item.ready.is_image
        return icons.pixmap("image" if shown else "page", theme.colours.muted, _PICTURE)
    ratio = icons.pixmap("page", theme.colours.muted, 1).devicePixelRatio()
    side = QSize(_PICTURE, _PICTURE) * ratio
    picture = QPixmap.fromImage(item.thumbnail).scaled(side, _GROWING, _SMOOTH)
    left = (picture.width() - side.width()) // 2
    top = (picture.height() - side.height()) // 2
    cut = picture.copy(left, top, side.width(), side.height())
    cut.setDevicePixelRatio(ratio)
    return cut


def _about(strip: AttachmentsStrip, item: AttachedItem) -> str:
    if item.ready is None:
        return strip.tr("reading…")
    count = len(item.ready.data) or len(item.ready.text.encode("utf-8", "surrogatepass"))
    if count < 1024:
        size = f"{count} B"
    elif count < 1024 * 1024:
        size = f"{count / 1024:.0f} kB"
    else:
        size = f"{count / 1024 / 1024:.1f} MB"
    return f"{size} · {item.ready.note}" if item.ready.note else size


# --- File dialog


def choose_files(parent: QWidget, chosen: Callable[[Sequence[Path]], object]) -> None:
    """Open the file dialog without blocking. Unless cancelled, call ``chosen`` with the files."""
    title = QCoreApplication.translate("Composer", "Attach files")
    dialog = QFileDialog(parent, title)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    dialog.filesSelected.connect(lambda names: chosen([Path(name) for name in names]))
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


# --- Drag and drop, on the composer and on the whole window

Kind = Literal["files", "text", "other"]
_INSET = 8


class DropFrame(QFrame):
    """A frame that forwards dropped data to its question field."""

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self.edit = QuestionEdit()

    def leave_files_to_window(self) -> None:
        """Leave all drops to the window's `DropTarget`, except text dragged within the field."""
        self.setAcceptDrops(False)
        self.edit.leaves_files = True

    def take(self, data: QMimeData) -> None:
        """Handle dropped data: attach files and images, and insert text and links."""
        self.edit.insertFromMimeData(data)
        self.edit.setFocus()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self.edit.canInsertFromMimeData(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.take(event.mimeData())
        event.acceptProposedAction()


class DropTarget(QFrame):
    """An overlay on ``window``, shown while data that ``takes`` accepts is dragged over it.

    ``dropped`` is emitted with the `QMimeData`. If the data is rejected, ``refused`` is emitted
    with the reason.
    """

    dropped = Signal(QMimeData)
    refused = Signal(str)

    def __init__(self, theme: Theme, window: QWidget, takes: Callable[[], bool]) -> None:
        super().__init__(window)
        self.setObjectName("dropTarget")
        self.setAcceptDrops(True)
        self._takes = takes
        self._entered = False
        centre = Qt.AlignmentFlag.AlignCenter
        self._text = label(align=centre)
        icon = (IconLabel(theme, "attach", "accent", 32), 0, centre)
        vbox(STRETCH, icon, 8, self._text, STRETCH, parent=self, margins=(9, 9, 9, 9))
        window.setAcceptDrops(True)
        window.installEventFilter(self)
        self._over = window
        self.hide()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDragLeaveEvent):
            # the drag left the window, or entered this overlay
            QTimer.singleShot(0, self, lambda: self.setVisible(self._entered))
        elif isinstance(event, QDropEvent):  # a base class of enter and move events
            if event.type() == QEvent.Type.DragEnter:
                self._offer(event)
            elif event.type() == QEvent.Type.Drop and self.isVisible():
                self._drop(event)
            elif self.isVisible():
                event.acceptProposedAction()
            return True
        return False

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._entered = True
        event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self._uncover()

    def dropEvent(self, event: QDropEvent) -> None:
        self._drop(event)

    def _offer(self, event: QDropEvent) -> None:
        if event.source() is not None or not self._takes():
            event.ignore()  # dragged within this program, or not accepted now
            return
        self._text.setText(
            {
                "files": self.tr("Drop files to attach them to your question"),
                "text": self.tr("Drop text to add it to your question"),
                "other": self.tr("This can't be attached"),
            }[_kind(event.mimeData())]
        )
        self.setGeometry(self._over.rect().adjusted(_INSET, _INSET, -_INSET, -_INSET))
        self.raise_()
        self.show()
        event.acceptProposedAction()

    def _drop(self, event: QDropEvent) -> None:
        self._uncover()
        event.acceptProposedAction()
        if _kind(event.mimeData()) == "other":
            self.refused.emit(self.tr("You can attach files, images and text."))
        else:
            self.dropped.emit(event.mimeData())

    def _uncover(self) -> None:
        self._entered = False
        self.hide()


def _kind(data: QMimeData) -> Kind:
    if has_files(data):
        return "files"
    return "text" if data.hasText() or data.hasUrls() else "other"
