"""A view on its own, and turning the event loop until it has written everything."""

import time
from collections.abc import Callable, Iterable, Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QImage, QTextCharFormat, QTextDocument
from PySide6.QtWidgets import QApplication

from desktop_agent.frontends.ui.markdown.document import MarkdownDocument
from desktop_agent.frontends.ui.markdown.markdown_view import MarkdownView
from desktop_agent.frontends.ui.markdown.text_styles import TextStyles
from desktop_agent.frontends.ui.markdown.text_styles import fragments as fragments_of


def fragments(document: QTextDocument) -> Iterator[tuple[str, QTextCharFormat]]:
    block = document.begin()
    while block.isValid():
        for each in fragments_of(block):
            yield each.text(), each.charFormat()
        block = block.next()


def render(styles: TextStyles, pieces: Iterable[str]) -> QTextDocument:
    document = QTextDocument()
    writer = MarkdownDocument(document, styles)
    for piece in pieces:
        writer.append(piece)
    writer.finish()
    if writer.stale:
        again = MarkdownDocument(document, styles, writer.known)
        again.append(writer.source)
        again.finish()
    return document


def hrefs(document: QTextDocument) -> list[str]:
    return [form.anchorHref() for _, form in fragments(document) if form.anchorHref()]


def picture(view: MarkdownView) -> QImage:
    settle(view)
    QApplication.processEvents()
    assert view.height() > 20
    return view.grab().toImage()


def stream(view: MarkdownView, *pieces: str) -> None:
    for piece in pieces:
        view.append(piece)
        settle(view)


def settle(view: MarkdownView, seconds: float = 60) -> float:
    """Waits until all is written; gives the CPU seconds of the longest turn of the event loop."""
    longest = 0.0
    end = time.monotonic() + seconds
    while not view.settled:
        began = time.thread_time()
        QApplication.processEvents()
        longest = max(longest, time.thread_time() - began)
        assert time.monotonic() < end, "it took too long"
    return longest


@pytest.fixture
def make_view(theme) -> Iterator[Callable[[], MarkdownView]]:
    made: list[MarkdownView] = []

    def make() -> MarkdownView:
        view = MarkdownView(theme)
        view.resize(700, 400)
        view.show()
        made.append(view)
        return view

    yield make
    for view in made:
        view.hide()
        view.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
