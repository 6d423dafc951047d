"""The worker process that converts HTML to PDFs with numbered pages.

Laying out long text holds the GIL for seconds, so doing it in a thread would block the window. The
body of a request is a `PdfRequest` as JSON, and the reply has one part, the PDF.
"""

import json
import sys
from typing import TypedDict

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, Qt, QUrl
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QGuiApplication,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextDocument,
)

from desktop_agent.core.conversations import PDF_CREATOR
from desktop_agent.system.worker_protocol import Reply, serve

PDF_ARGUMENT = "--pdf-worker"
"""Argument with which a frozen app starts itself as the worker; see ``__main__``."""
POINTS = 10.0
"""Size of the body text."""
_FOOT_POINTS = 8.0
_DPI = 600
_MARGIN_MM = 20.0


class PdfRequest(TypedDict):
    """HTML to typeset, with a style sheet, in the subsets that Qt supports.

    ``family`` is the body font, and ``page`` is "a4" or "letter". Images are not shown.
    """

    title: str
    html: str
    style: str
    family: str
    page: str


def main(memory_mb: int) -> None:
    """Create PDFs on request; see `system.worker_protocol.serve`."""
    # the offscreen platform of Windows has no fonts
    platform = [] if sys.platform == "win32" else ["-platform", "offscreen"]
    app = QGuiApplication(["desktop-agent-pdf", *platform])
    serve(memory_mb, lambda _request, body: Reply({}, [pdf_of(json.loads(body))]))
    del app


class _Document(QTextDocument):
    """A document that loads no resources."""

    def loadResource(self, kind: int, url: QUrl | str) -> object:  # noqa: ARG002 - Qt's signature
        return None


def pdf_of(request: PdfRequest) -> bytes:
    """Return the PDF for a request. Requires a `QGuiApplication`."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(_DPI)
    writer.setTitle(request["title"])
    writer.setCreator(PDF_CREATOR)
    size = QPageSize.PageSizeId.Letter if request["page"] == "letter" else QPageSize.PageSizeId.A4
    writer.setPageSize(QPageSize(size))
    margin = QMarginsF(_MARGIN_MM, _MARGIN_MM, _MARGIN_MM, _MARGIN_MM)
    writer.setPageMargins(margin, QPageLayout.Unit.Millimeter)
    painter = QPainter(writer)
    foot = 2.5 * _FOOT_POINTS / 72 * _DPI
    text = QRectF(0, 0, writer.width(), writer.height() - foot)
    document = _Document()
    document.setUndoRedoEnabled(False)
    document.documentLayout().setPaintDevice(writer)
    document.setDefaultFont(_font(request["family"], POINTS))
    document.setDefaultStyleSheet(request["style"])
    document.setDocumentMargin(0)
    document.setHtml(request["html"])
    document.setPageSize(text.size())  # after the text, or blocks at its end get no room
    count = document.pageCount()
    for page in range(count):
        if page:
            writer.newPage()
        _paint(painter, document, text.translated(0, page * text.height()))
        painter.setFont(_font(request["family"], _FOOT_POINTS))
        painter.setPen(QColor("#666666"))
        below = QRectF(0, text.height(), text.width(), foot)
        line = f"{request['title']} · {page + 1} / {count}"
        line = painter.fontMetrics().elidedText(
            line, Qt.TextElideMode.ElideMiddle, int(text.width())
        )
        painter.drawText(below, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignHCenter, line)
    painter.end()
    buffer.close()
    del writer
    return bytes(buffer.data().data())


def _paint(painter: QPainter, document: QTextDocument, clip: QRectF) -> None:
    context = QAbstractTextDocumentLayout.PaintContext()
    context.clip = clip
    context.palette.setColor(context.palette.ColorRole.Text, QColor("#111111"))
    painter.save()
    painter.translate(0, -clip.top())
    painter.setClipRect(clip)
    document.documentLayout().draw(painter, context)
    painter.restore()


def _font(family: str, points: float) -> QFont:
    result = QFont(family) if family else QFont()
    result.setPointSizeF(points)
    return result


if __name__ == "__main__":
    main(int(sys.argv[1]))
