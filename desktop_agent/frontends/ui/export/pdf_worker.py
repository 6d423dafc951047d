"""The worker process that turns HTML fragments into a PDF.

Laying out long text holds the GIL for seconds, so doing it in a thread would block the window. The
worker reads a JSON object (``title``, ``pieces``, ``style``, ``family``, ``page``) from standard
input. It writes either the complete PDF or nothing to standard output.
"""

import json
import sys
from typing import Any

PDF_ARGUMENT = "--pdf-worker"
"""Argument with which a frozen app starts itself as the worker; see ``__main__``."""
_DPI = 600
_MARGIN_MM = 20.0


def main() -> int:
    """Read the request from standard input, write the PDF to standard output and return 0."""
    request = json.loads(sys.stdin.buffer.read())
    sys.stdout.buffer.write(pdf_of(request))
    sys.stdout.buffer.flush()
    return 0


def pdf_of(request: dict[str, Any]) -> bytes:
    """Return the PDF for a request, creating a `QGuiApplication` if there is none."""
    from PySide6.QtCore import QBuffer, QIODevice, QMarginsF
    from PySide6.QtGui import QGuiApplication, QPageLayout, QPageSize, QPdfWriter

    from desktop_agent.core.conversations import PDF_CREATOR
    from desktop_agent.frontends.ui.export.pages import write_pages

    app = QGuiApplication.instance() or QGuiApplication(["desktop-agent-pdf"])
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
    for _step in write_pages(
        writer, request["title"], request["pieces"], request["style"], request["family"]
    ):
        pass
    buffer.close()
    data = bytes(buffer.data().data())
    del writer, app
    return data


if __name__ == "__main__":
    sys.exit(main())
