"""Rich text in the chat that is as tall as what it holds, and loads nothing from anywhere."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from PySide6.QtCore import QEvent, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QHelpEvent,
    QResizeEvent,
    QTextBlockFormat,
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
from desktop_agent.frontends.ui.widgets.word_diff import Change, word_diff

_ADDRESS_MOST = 300
"""Characters of an address that a tooltip shows."""


class RichTextView(QTextBrowser):
    """A text browser without scroll bars, sources or resources.

    A click opens web addresses in the browser; ``cited`` is sent with the number of a source and
    the place of the citation, which is -1 where it has no mark.

    It sets its own height, unless ``managed`` is set: then the holder gives it the height that
    ``height_changed`` told, and no layout above it is asked to think again.
    """

    cited = Signal(int, int)
    tabbed = Signal()
    """Tab has gone on to another link, which is selected now, or away."""
    height_changed = Signal(int)
    """The height in pixels that the text wants now."""
    link_opened = Signal(str)
    """A click has handed this address to the browser."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.managed = False
        self._wanted = 0
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
            # when it grows, only what is new is painted
            part.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        self.document().documentLayout().documentSizeChanged.connect(self.fit)
        self.anchorClicked.connect(self._clicked)

    @property
    def wanted_height(self) -> int:
        """The height in pixels that the text wants, as it was told last."""
        return self._wanted

    def sizeHint(self) -> QSize:
        return QSize(480, max(self._wanted, 1))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self.managed or event.oldSize().width() != event.size().width():
            self.fit()

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002, FBT001 - Qt's signature
        moved = super().focusNextPrevChild(next)
        self.tabbed.emit()  # no signal of Qt tells of it
        return moved

    def viewportEvent(self, event: QEvent) -> bool:
        """Shows where a link leads; a source's card is shown by who knows the source."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            tip = self.tip_at(self.anchorAt(event.pos()))
            if tip:
                QToolTip.showText(event.globalPos(), tip, self.viewport())
                return True
        return super().viewportEvent(event)

    def tip_at(self, href: str) -> str:
        """Gives what is said of a link before a click: its real host first, then the address."""
        return address_tip(href) if openable(href) else ""

    def loadResource(self, kind: int, name: QUrl | str) -> object:  # noqa: ARG002 - Qt's signature
        """Loads nothing, ever: what is shown came from a model or from a page."""
        return None

    def doSetSource(
        self,
        name: QUrl | str,
        type: QTextDocument.ResourceType = QTextDocument.ResourceType.UnknownResource,  # noqa: A002 - Qt's own name
    ) -> None:
        """Goes nowhere: a text in the chat is not a place to browse in."""

    def room_below(self) -> float:
        """Pixels that are painted below the last line; Qt leaves out the last block's margin."""
        return 0.0

    def fit(self) -> None:
        """Takes the height of the text, or asks the holder for it."""
        height = round(self.document().size().height() + 1 + self.room_below())
        changed = height != self._wanted
        self._wanted = height
        if not self.managed and height != self.height():
            self.setFixedHeight(height)
        if changed:
            self.height_changed.emit(height)

    def follow_link(self, href: str) -> None:
        """Does what a click on a link does: web addresses open in the browser, no others."""
        cited = chip_of(href)
        if cited is not None:
            self.cited.emit(*cited)
        elif openable(href):
            self.link_opened.emit(href)
            open_address(href)

    def _clicked(self, url: QUrl) -> None:
        self.follow_link(url.toString())


def address_tip(href: str) -> str:
    """Gives the host that an address really leads to, and the address, as plain lines.

    What stands before an ``@`` is a name to log in with and no host; letters that look like others
    are shown in the encoding that tells them apart (IDNA, RFC 3490).
    """
    try:
        host = urlsplit(href).hostname or ""
        shown = host.encode("idna").decode("ascii")
    except (UnicodeError, ValueError):
        host, shown = "", QUrl(href).host(QUrl.ComponentFormattingOption.FullyEncoded)
    also = f" ({host})" if host and host != shown else ""
    address = href if len(href) <= _ADDRESS_MOST else f"{href[:_ADDRESS_MOST]}…"
    # Qt takes a tooltip for HTML where it looks like it; an address with < in it is encoded
    return f"{shown}{also}\n{address.replace('<', '%3C')}"


# --- The draft and the refined answer in one text: what went is struck, what came is marked.


class DiffView(RichTextView):
    """Shows a word diff of two texts."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._texts = ("", "")
        theme.changed.connect(self._draw)

    def show_diff(self, before: str, after: str) -> None:
        """Compares the two."""
        self._texts = (before.strip(), after.strip())
        self._draw()

    def _draw(self) -> None:
        block, forms = diff_forms(self._theme)
        self.document().setUndoRedoEnabled(False)
        self.document().clear()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        cursor.setBlockFormat(block)
        for change, text in word_diff(*self._texts):
            write_piece(cursor, text, forms[change])
        cursor.endEditBlock()


def diff_forms(theme: Theme) -> tuple[QTextBlockFormat, Mapping[Change, QTextCharFormat]]:
    """Gives how paragraphs look in which changes are shown, and how each kind of change does."""
    styles = TextStyles(theme.colours, theme.font, theme.mono)
    colours = theme.colours
    removed = QTextCharFormat(styles.body)
    removed.setForeground(QBrush(QColor(colours.error)))
    removed.setBackground(QBrush(QColor(colours.error_soft)))
    removed.setFontStrikeOut(True)
    added = QTextCharFormat(styles.body)
    added.setForeground(QBrush(QColor(colours.ok)))
    added.setBackground(QBrush(QColor(colours.ok_soft)))
    return styles.block(bottom=4), {"same": styles.body, "removed": removed, "added": added}


def write_piece(cursor: QTextCursor, text: str, form: QTextCharFormat) -> None:
    """Writes a piece of a text; each of its lines is a paragraph."""
    for index, line in enumerate(text.split("\n")):
        if index:
            cursor.insertBlock()
        cursor.insertText(clean(line), form)
