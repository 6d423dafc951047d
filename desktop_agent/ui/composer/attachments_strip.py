"""The attached files as chips above the field."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QPixmap
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLabel, QToolButton, QWidget

from desktop_agent.ui import icons
from desktop_agent.ui.composer.attachments import AttachedItem, Attachments
from desktop_agent.ui.composer.elided_label import ElidedLabel
from desktop_agent.ui.composer.flow_layout import FlowLayout
from desktop_agent.ui.theme import Theme

_NAME_WIDTH = 170
_PICTURE = 24


class AttachmentsStrip(QWidget):
    """Shows what is attached, each with a button that takes it away; hidden when there is none."""

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
        while (taken := self._flow.takeAt(0)) is not None:
            widget = taken.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for item in self._attachments.items:
            self._flow.addWidget(_Chip(self._theme, item, self._attachments))
        self.setVisible(bool(self._attachments.items))
        if focused and self._flow.count():  # the focus goes on to the next chip
            self.findChildren(QToolButton)[-1].setFocus()


class _Chip(QFrame):
    def __init__(self, theme: Theme, item: AttachedItem, attachments: Attachments) -> None:
        super().__init__()
        self.setObjectName("chip")
        self._key = item.key
        self._attachments = attachments
        picture = QLabel()
        picture.setFixedSize(_PICTURE, _PICTURE)
        picture.setPixmap(_picture(theme, item))
        name = ElidedLabel(item.name, _NAME_WIDTH)
        about = QLabel(_about(self, item))
        about.setObjectName("hint")
        remove = QToolButton()
        remove.setObjectName("chipButton")
        remove.setAccessibleName(self.tr("Remove {0}").format(item.name))
        remove.setToolTip(self.tr("Remove (Delete)"))
        remove.clicked.connect(self._remove)
        theme.bind_icon(remove, "cross", side=14)
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 3, 3, 3)
        row.setSpacing(6)
        for part in (picture, name, about, remove):
            row.addWidget(part)
        self.setAccessibleName(f"{item.name}, {about.text()}")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._remove()
        else:
            super().keyPressEvent(event)

    def _remove(self) -> None:
        self._attachments.remove(self._key)


def _picture(theme: Theme, item: AttachedItem) -> QPixmap:
    if item.thumbnail is None:
        shown = item.ready is not None and item.ready.is_image
        return icons.pixmap("image" if shown else "page", theme.colours.muted, _PICTURE)
    ratio = icons.pixmap("page", theme.colours.muted, 1).devicePixelRatio()
    side = QSize(_PICTURE, _PICTURE) * ratio
    picture = QPixmap.fromImage(item.thumbnail).scaled(
        side,
        Qt.AspectRatioMode.KeepAspectRatioByExpanding,
        Qt.TransformationMode.SmoothTransformation,
    )
    left = (picture.width() - side.width()) // 2
    top = (picture.height() - side.height()) // 2
    cut = picture.copy(left, top, side.width(), side.height())
    cut.setDevicePixelRatio(ratio)
    return cut


def _about(chip: QWidget, item: AttachedItem) -> str:
    if item.ready is None:
        return chip.tr("reading…")
    count = len(item.ready.data) or len(item.ready.text.encode("utf-8", "surrogatepass"))
    if count < 1024:
        size = f"{count} B"
    elif count < 1024 * 1024:
        size = f"{count / 1024:.0f} kB"
    else:
        size = f"{count / 1024 / 1024:.1f} MB"
    return f"{size} · {item.ready.note}" if item.ready.note else size
