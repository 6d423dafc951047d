"""Lay out HTML on numbered pages, in short steps."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QGuiApplication,
    QPagedPaintDevice,
    QPainter,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
)

from desktop_agent.core.errors import StorageError
from desktop_agent.frontends.ui.export import conversation

_FONT_POINTS = 10.0
_FOOT_POINTS = 8.0
_PART_CHARS = 3_000
_LOWEST = 0.86
"""Fraction of the page height below which a question starts on the next page instead."""


@dataclass(slots=True)
class _Part:
    """A document on pages ``first`` to ``last``. It may start below the top of the first page."""

    document: QTextDocument
    first: int
    last: int


@dataclass(slots=True)
class _Sheet:
    """The device, the page size in device pixels and the text style, shared by all parts."""

    device: QPagedPaintDevice
    size: QSizeF
    style: str
    family: str

    def document(self, html: str, top: float) -> tuple[QTextDocument, float]:
        """Lay out HTML from ``top`` on the first page; return the document and its end position."""
        document = QTextDocument()
        document.setUndoRedoEnabled(False)
        document.documentLayout().setPaintDevice(self.device)
        document.setDefaultFont(_font(self.family, _FONT_POINTS))
        document.setDefaultStyleSheet(self.style)
        document.setDocumentMargin(0)
        # an empty line fills the space; a margin would be dropped, or repeated on every page
        document.setHtml(f"<p>&nbsp;</p>{html}" if top else html)
        if top:
            form, kind = QTextBlockFormat(), QTextBlockFormat.LineHeightTypes.FixedHeight
            form.setLineHeight(top / self._scale, kind.value)
            QTextCursor(document.begin()).setBlockFormat(form)
        document.setPageSize(self.size)  # after the text, or blocks at its end get no room
        document.pageCount()  # lays out the whole text, which would otherwise need an event loop
        last = document.lastBlock()
        box = document.documentLayout().blockBoundingRect(last)
        return document, box.bottom() + last.blockFormat().bottomMargin() * self._scale

    @property
    def _scale(self) -> float:
        """Device pixels per screen pixel; Qt measures margins in screen pixels."""
        return self.device.logicalDpiY() / QGuiApplication.primaryScreen().logicalDotsPerInchY()


def write_pages(
    device: QPagedPaintDevice, title: str, pieces: Iterable[str], style: str, family: str
) -> Iterator[None]:
    """Paint HTML fragments on numbered pages of ``device``, yielding after each step.

    A step lays out a few thousand characters or paints one page. It takes only a few milliseconds,
    so that the UI stays responsive. ``style`` is a style sheet in Qt's subset of CSS.

    Raises:
        StorageError: the device cannot be written to, for example because the printer is offline.
    """
    painter = QPainter()
    if not painter.begin(device):
        raise StorageError(
            conversation.tr("The pages cannot be written."),
            conversation.tr("Choose another file or printer."),
        )
    try:
        foot = 2.5 * _FOOT_POINTS / 72 * device.logicalDpiY()
        sheet = _Sheet(device, QSizeF(device.width(), device.height() - foot), style, family)
        parts: list[_Part] = []
        for part in _parts(sheet, pieces):
            parts.append(part)
            yield
        pages = parts[-1].last + 1 if parts else 1
        for page in range(pages):
            if page:
                device.newPage()
            while parts and parts[0].last < page:
                parts.pop(0)
            for part in parts:
                if part.first > page:
                    break
                _paint(painter, part.document, page - part.first)
            _paint_foot(painter, sheet, f"{title} · {page + 1} / {pages}")
            yield
    finally:
        painter.end()


def _parts(sheet: _Sheet, pieces: Iterable[str]) -> Iterator[_Part]:
    page, top = 0, 0.0
    height = sheet.size.height()
    for html in _joined(pieces):
        if html.startswith("<h2 class") and top > _LOWEST * height:
            page, top = page + 1, 0.0
        document, end = sheet.document(html, top)
        pages = int(end // height)
        yield _Part(document, page, page + pages)
        page, top = page + pages, end - pages * height


def _joined(pieces: Iterable[str]) -> Iterator[str]:
    """Join short fragments, except at questions, which may have to start on a new page."""
    part = ""
    for piece in pieces:
        if part and (len(part) + len(piece) > _PART_CHARS or piece.startswith("<h2 class")):
            yield part
            part = ""
        part += piece
    if part:
        yield part


def _paint(painter: QPainter, document: QTextDocument, page: int) -> None:
    size = document.pageSize()
    clip = QRectF(0, page * size.height(), size.width(), size.height())
    context = QAbstractTextDocumentLayout.PaintContext()
    context.clip = clip
    context.palette.setColor(context.palette.ColorRole.Text, QColor("#111111"))
    painter.save()
    painter.translate(0, -clip.top())
    painter.setClipRect(clip)
    document.documentLayout().draw(painter, context)
    painter.restore()


def _paint_foot(painter: QPainter, sheet: _Sheet, text: str) -> None:
    painter.setFont(_font(sheet.family, _FOOT_POINTS))
    painter.setPen(QColor("#666666"))
    width, top = sheet.size.width(), sheet.size.height()
    below = QRectF(0, top, width, sheet.device.height() - top)
    line = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, int(width))
    painter.drawText(below, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignHCenter, line)


def _font(family: str, points: float) -> QFont:
    result = QFont(family) if family else QFont()
    result.setPointSizeF(points)
    return result
