"""What a citation stands for, in a card beside it: the source, the mark, and the quoted words."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QUrl
from PySide6.QtGui import QHelpEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_agent.core.research import CitationCheck, Source
from desktop_agent.ui import evidence_words
from desktop_agent.ui.localized import localized
from desktop_agent.ui.markdown.citation_chips import chip_of
from desktop_agent.ui.markdown.view import MarkdownView
from desktop_agent.ui.parts import IconLabel, wrapped
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.turn import host_of

_WIDTH = 380
_QUOTE_MOST = 420
_AWAY = (
    QEvent.Type.Leave,
    QEvent.Type.Wheel,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.FocusOut,
    QEvent.Type.Hide,
)


class CitationCard(QFrame):
    """Shows one citation. All of its texts are plain: a page cannot put markup in here."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.ToolTip | Qt.WindowType.FramelessWindowHint)
        self.setObjectName("citationCard")
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setFixedWidth(_WIDTH)
        self._icon = IconLabel(theme, "unchecked", "muted")
        self._mark = QLabel()
        self._mark.setObjectName("section")
        self._title = wrapped("", "section")
        self._host = wrapped("", "meta")
        self._quote = wrapped("", "cardQuote")
        self._reason = wrapped("", "meta")
        self._head = QWidget()
        row = QHBoxLayout(self._head)
        row.setContentsMargins(0, 0, 0, 4)
        row.setSpacing(8)
        row.addWidget(self._icon)
        row.addWidget(self._mark, 1)
        self._lines = lines = QVBoxLayout(self)
        lines.setContentsMargins(14, 12, 14, 12)
        lines.setSpacing(4)
        for part in (self._head, self._title, self._host, self._quote, self._reason):
            lines.addWidget(part)

    def show_citation(
        self, number: int, source: Source, check: CitationCheck | None, beside: QRect
    ) -> None:
        """Shows a citation below ``beside`` (global), or above it where there is no room."""
        self._fill(number, source, check)
        # the height of wrapped text is known for a width only once the layout has been there
        self.setFixedHeight(self._lines.totalHeightForWidth(_WIDTH))
        at = beside.bottomLeft() + QPoint(-12, 6)
        room = self.screen().availableGeometry()
        if at.y() + self.height() > room.bottom():
            at.setY(beside.top() - 6 - self.height())
        at.setX(max(room.left(), min(at.x(), room.right() - _WIDTH)))
        self.move(at)
        self.show()

    def _fill(self, number: int, source: Source, check: CitationCheck | None) -> None:
        quote = reason = ""
        if check is not None:
            self._icon.show_icon(*evidence_words.MARK_ICONS[check.mark])
            self._mark.setText(evidence_words.mark(check.mark))
            quote = " ".join(check.quote.split())
            reason = localized(check.reason) or evidence_words.mark_meaning(check.mark)
        quote = quote if len(quote) <= _QUOTE_MOST else quote[: _QUOTE_MOST - 1] + "…"
        texts = (
            (self._title, source.title or source.url),
            (self._host, f"[{number}] {host_of(source.url)}"),
            (self._quote, f"“{quote}”" if quote else ""),
            (self._reason, reason),
        )
        for label, text in texts:
            label.setText(text)
            label.setVisible(bool(text))
        self._head.setVisible(check is not None)
        said = [self._mark.text()] if check is not None else []
        self.setAccessibleName(". ".join([*said, *(text for _, text in texts if text)]))


class CitationPreview(QObject):
    """Shows the card where the mouse rests on a citation, or the keyboard has come to one."""

    def __init__(
        self, theme: Theme, view: MarkdownView, source: Callable[[int], Source | None]
    ) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._source = source
        self._card: CitationCard | None = None
        self._href = ""
        self._name = view.accessibleDescription()
        view.viewport().installEventFilter(self)
        view.installEventFilter(self)
        view.tabbed.connect(self._selected)
        view.highlighted.connect(self._left)

    @property
    def card(self) -> CitationCard | None:
        """The card while it is shown."""
        return self._card if self._card is not None and self._card.isVisible() else None

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            href = self._view.anchorAt(event.pos())
            if chip_of(href) is not None:
                line = self._view.cursorRect(self._view.cursorForPosition(event.pos()))
                self._show(href, line)
                return True
        elif event.type() in _AWAY:
            self._put_away()
        return False

    def _selected(self) -> None:
        """Tab goes from link to link by selecting it."""
        cursor = self._view.textCursor()
        href = _selected_href(cursor)
        if href == self._href:
            return
        self._put_away()
        if chip_of(href) is not None:
            cursor.setPosition(cursor.selectionStart())
            self._show(href, self._view.cursorRect(cursor))

    def _left(self, url: QUrl) -> None:
        if url.isEmpty():
            self._put_away()

    def _show(self, href: str, line: QRect) -> None:
        cited = chip_of(href)
        source = self._source(cited[0]) if cited is not None else None
        if cited is None or source is None:
            return
        if self._card is None:
            self._card = CitationCard(self._theme, self._view)
        self._href = href
        corner = self._view.viewport().mapToGlobal(line.topLeft())
        check = self._view.check(cited[1])
        self._card.show_citation(cited[0], source, check, QRect(corner, line.size()))
        self._view.setAccessibleDescription(self._card.accessibleName())

    def _put_away(self) -> None:
        self._href = ""
        if self._card is not None and self._card.isVisible():
            self._card.hide()
            self._view.setAccessibleDescription(self._name)


def _selected_href(cursor: QTextCursor) -> str:
    """Gives the link that the selection lies in, or nothing."""
    if not cursor.hasSelection():
        return ""
    end = cursor.charFormat().anchorHref()
    first = QTextCursor(cursor)
    first.setPosition(cursor.selectionStart() + 1)
    return end if end == first.charFormat().anchorHref() else ""
