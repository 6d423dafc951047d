"""Footnotes in a written document: from a reference to its text, and back."""

from collections.abc import Iterator

from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument, QTextFragment

from desktop_agent.ui.markdown.text_styles import NOTE_BACK_SCHEME, NOTE_SCHEME

_MOST = 400
"""Characters of a footnote that its preview shows."""


def note_target(document: QTextDocument, href: str) -> QTextCursor | None:
    """Gives the place that a footnote's link leads to: the note, or the first reference to it."""
    for scheme, other in ((NOTE_SCHEME, NOTE_BACK_SCHEME), (NOTE_BACK_SCHEME, NOTE_SCHEME)):
        if href.startswith(scheme):
            return _find(document, other + href.removeprefix(scheme))
    return None


def note_text(document: QTextDocument, href: str) -> str:
    """Gives the text of the note that a reference leads to, as plain text without markup."""
    if not href.startswith(NOTE_SCHEME):
        return ""
    target = note_target(document, href)
    text = target.block().text() if target is not None else ""
    shown = text if len(text) <= _MOST else f"{text[:_MOST]}…"
    return shown.replace("<", "\u2039")  # Qt takes a tooltip for HTML where it looks like it


def _find(document: QTextDocument, href: str) -> QTextCursor | None:
    # notes stand at the end, references anywhere
    backwards = href.startswith(NOTE_BACK_SCHEME)
    block = document.lastBlock() if backwards else document.begin()
    while block.isValid():
        for fragment in _fragments(block):
            if fragment.charFormat().anchorHref() == href:
                cursor = QTextCursor(document)
                cursor.setPosition(fragment.position())
                return cursor
        block = block.previous() if backwards else block.next()
    return None


def _fragments(block: QTextBlock) -> Iterator[QTextFragment]:
    pieces = block.begin()
    while not pieces.atEnd():
        yield pieces.fragment()
        pieces += 1
