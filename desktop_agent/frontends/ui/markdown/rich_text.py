"""Text views that are as tall as their content and load no resources, including a diff view."""

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
"""Maximum number of characters of an address in a tooltip."""


class RichTextView(QTextBrowser):
    """A text browser that has no scroll bars and loads no resources.

    Clicking a web link opens it in the browser. Clicking a citation emits ``cited`` with the number
    of its source and the index of the citation, which is -1 if the citation has no mark.

    The view sets its own height unless ``managed`` is True. In that case, its owner applies the
    height emitted by ``height_changed``, which avoids invalidating the layout.
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
        """Show the tooltip of a link. Preview cards of citations are left to the view's owner."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            href = self.anchorAt(event.pos())
            if openable(href):
                QToolTip.showText(event.globalPos(), address_tip(href), self.viewport())
                return True
        return super().viewportEvent(event)

    def loadResource(self, kind: int, name: QUrl | str) -> object:  # noqa: ARG002 - Qt's signature
        """Load nothing, because the content comes from a model or a web page and is not trusted."""
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
        """Set the height to fit the text, or leave this to the owner if ``managed`` is True."""
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
    """A text view whose content is written by `draw`, initially and when the theme changes."""

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
    """A text view that shows which words differ between two texts."""

    _texts = ("", "")

    def show_diff(self, before: str, after: str) -> None:
        self._texts = (before.strip(), after.strip())
        self.redraw()

    def draw(self) -> None:
        block, forms = diff_forms(self.theme)
        self.writing.setBlockFormat(block)
        for change, text in word_diff(*self._texts):
            write_piece(self.writing, text, forms[change])


def diff_forms(theme: Theme) -> tuple[QTextBlockFormat, Mapping[Change, QTextCharFormat]]:
    """Return the paragraph format for a diff, and a character format for each kind of change."""
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
    """Write text at the cursor, one paragraph per line."""
    for index, line in enumerate(text.split("\n")):
        if index:
            cursor.insertBlock()
        cursor.insertText(clean(line), form)
