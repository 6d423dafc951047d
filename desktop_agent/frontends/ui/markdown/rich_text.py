"""Text views that are as tall as their content and load no resources, including a diff view."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Literal
from urllib.parse import urlsplit

from PySide6.QtCore import QEvent, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QHelpEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QToolTip, QWidget

from desktop_agent.frontends.ui.markdown.citation_chips import chip_of
from desktop_agent.frontends.ui.markdown.inline_writer import clean, openable
from desktop_agent.frontends.ui.markdown.text_styles import TextStyles
from desktop_agent.frontends.ui.widgets.browser import open_address
from desktop_agent.frontends.ui.widgets.theme import Theme

_ADDRESS_MOST = 300
"""Maximum number of characters of an address in a tooltip."""


class RichTextView(QTextBrowser):
    """A text browser without scroll bars that loads no resources.

    Clicking a web link opens it in the browser. Clicking a citation emits ``cited`` with its source
    number and citation index, which is -1 if the citation has no mark.

    The view sets its own height unless ``managed`` is True. Its owner then applies the height
    emitted by ``height_changed``, which avoids invalidating the layout.
    """

    cited = Signal(int, int)
    tabbed = Signal()
    """Emitted when Tab has selected another link, or has moved the focus away."""
    height_changed = Signal(int)
    """Emitted with the new preferred height of the text in pixels."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.managed = False
        self.wanted_height = 0
        """The preferred height of the text in pixels, as it was last emitted."""
        self.setObjectName("growingText")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().setDocumentMargin(0)
        self.viewport().setAutoFillBackground(False)
        for part in (self, self.viewport()):
            # paint only the new part when it grows
            part.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        self.document().documentLayout().documentSizeChanged.connect(self.fit)
        self.anchorClicked.connect(self._clicked)

    def sizeHint(self) -> QSize:
        return QSize(480, max(self.wanted_height, 1))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self.managed or event.oldSize().width() != event.size().width():
            self.fit()

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002, FBT001 - Qt's signature
        moved = super().focusNextPrevChild(next)
        self.tabbed.emit()  # Qt has no such signal
        return moved

    def viewportEvent(self, event: QEvent) -> bool:
        """Show the tooltip of a link. Citation previews are left to the view's owner."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            href = self.anchorAt(event.pos())
            if openable(href):
                QToolTip.showText(event.globalPos(), address_tip(href), self.viewport())
                return True
        return super().viewportEvent(event)

    def loadResource(self, kind: int, name: QUrl | str) -> object:  # noqa: ARG002 - Qt's signature
        """Load nothing, because content from a model or web page is untrusted."""
        return None

    def doSetSource(
        self,
        name: QUrl | str,
        type: QTextDocument.ResourceType = QTextDocument.ResourceType.UnknownResource,  # noqa: A002 - Qt's own name
    ) -> None:
        """Do nothing, so that the view cannot navigate."""

    def room_below(self) -> float:
        """Return the height in pixels to leave below the last line."""
        return 0.0

    def fit(self) -> None:
        """Fit the height to the text, or leave this to the owner if ``managed`` is True."""
        height = round(self.document().size().height() + 1 + self.room_below())
        changed = height != self.wanted_height
        self.wanted_height = height
        if not self.managed and height != self.height():
            self.setFixedHeight(height)
        if changed:
            self.height_changed.emit(height)

    def _clicked(self, url: QUrl) -> None:
        href = url.toString()
        cited = chip_of(href)
        if cited is not None:
            self.cited.emit(*cited)
        elif openable(href):
            open_address(href)


def address_tip(href: str) -> str:
    """Return the host that a URL really leads to and, on a second line, the URL.

    The part before an ``@`` is a login name, not a host. A host with non-ASCII letters, which may
    imitate another host, is shown both IDNA-encoded (RFC 3490) and as written.
    """
    try:
        host = urlsplit(href).hostname or ""
        shown = host.encode("idna").decode("ascii")
    except (UnicodeError, ValueError):
        host, shown = "", QUrl(href).host(QUrl.ComponentFormattingOption.FullyEncoded)
    also = f" ({host})" if host and host != shown else ""
    address = href if len(href) <= _ADDRESS_MOST else f"{href[:_ADDRESS_MOST]}…"
    # Qt treats a tooltip that looks like HTML as such, so < is percent-encoded
    return f"{shown}{also}\n{address.replace('<', '%3C')}"


# --- Word diff: removed words struck through, added ones highlighted


class DrawnTextView(RichTextView):
    """A text view written by `draw`, initially and whenever the theme changes."""

    styles: TextStyles

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.writing = QTextCursor(self.document())
        theme.changed.connect(self.redraw)

    def redraw(self) -> None:
        self.styles = TextStyles(self.theme.colours, self.theme.font, self.theme.mono)
        self.document().setUndoRedoEnabled(False)
        self.document().clear()
        self.writing.beginEditBlock()
        self.draw()
        self.writing.endEditBlock()

    def draw(self) -> None:
        """Write the full text at the cursor ``writing``."""
        raise NotImplementedError

    def begin_block(self, *, left: float = 0, top: float = 0, bottom: float = 8) -> None:
        """Begin a paragraph with the given margins in pixels."""
        form = self.styles.block(left=left, top=top, bottom=bottom)
        if self.writing.atStart():
            self.writing.setBlockFormat(form)
        else:
            self.writing.insertBlock(form)


class DiffView(DrawnTextView):
    """A view of the word-level differences between two versions of the same text."""

    _texts = ("", "")

    def show_diff(self, before: str, after: str) -> None:
        self._texts = (before.strip(), after.strip())
        self.redraw()

    def draw(self) -> None:
        body, colours = self.styles.body, self.theme.colours
        removed = self._form(colours.error, colours.error_soft)
        removed.setFontStrikeOut(True)
        forms = {"same": body, "removed": removed, "added": self._form(colours.ok, colours.ok_soft)}
        self.writing.setBlockFormat(self.styles.block(bottom=4))
        for change, text in word_diff(*self._texts):
            first, *more = text.split("\n")
            self.writing.insertText(clean(first), forms[change])
            for line in more:
                self.writing.insertBlock()
                self.writing.insertText(clean(line), forms[change])

    def _form(self, colour: str, ground: str) -> QTextCharFormat:
        form = QTextCharFormat(self.styles.body)
        form.setForeground(QBrush(QColor(colour)))
        form.setBackground(QBrush(QColor(ground)))
        return form


Change = Literal["same", "removed", "added"]

_WORD = re.compile(r"\s+|[^\s]+")
_ALIKE = 0.5
_MOST_WORDS = 600
"""Maximum number of words to compare, which may take quadratic time; more are shown as replaced."""


def word_diff(before: str, after: str) -> Iterator[tuple[Change, str]]:
    """Yield the parts of a word diff in reading order.

    The ``same`` and ``added`` parts together make up ``after``. For speed, words are compared only
    within lines that differ.
    """
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    # comparing all copies of a frequently repeated line would take seconds
    for same, a, b in _passages(old, new, autojunk=True):
        if same:
            yield "same", b
            continue
        words, others = _WORD.findall(a), _WORD.findall(b)
        if len(words) + len(others) > _MOST_WORDS or not _alike(words, others):
            words, others = [a] if a else [], [b] if b else []
        for alike, left, right in _passages(words, others):
            if alike:
                yield "same", right
                continue
            if left:
                yield "removed", left
            if right:
                yield "added", right


def _alike(words: list[str], others: list[str]) -> bool:
    """Return whether two passages are similar enough for a readable word diff."""
    old, new = ([word for word in each if not word.isspace()] for each in (words, others))
    return SequenceMatcher(None, old, new, autojunk=False).ratio() >= _ALIKE


def _passages(
    old: list[str], new: list[str], *, autojunk: bool = False
) -> Iterator[tuple[bool, str, str]]:
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=autojunk).get_opcodes():
        yield kind == "equal", "".join(old[a:b]), "".join(new[c:d])
