"""The list of sources below an answer, and the preview card for citations."""

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QUrl, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QHelpEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QMenu, QPushButton, QWidget

from desktop_agent.core.citations import best_check
from desktop_agent.core.research import CitationCheck, Claim, Source
from desktop_agent.core.text import clipped, short_line
from desktop_agent.frontends.ui.conversation.turn import host_of
from desktop_agent.frontends.ui.markdown.citation_chips import chip_of
from desktop_agent.frontends.ui.markdown.inline_writer import openable
from desktop_agent.frontends.ui.markdown.markdown_view import MarkdownView
from desktop_agent.frontends.ui.widgets.browser import open_address
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, IconLabel, heading, wrapped
from desktop_agent.frontends.ui.widgets.layout import hbox, vbox
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording import evidence

# --- Source list

HEAD_HEIGHT, ROW_HEIGHT = 26, 36
"""Heights of the title and of a source in pixels, including the space below."""
_QUOTE_MOST = 600
_AT_ONCE = 2


def parted(sources: Sequence[Source]) -> Iterator[Sequence[Source]]:
    """Yield the sources, sorted by number, in batches small enough to add without a delay."""
    ordered = sorted(sources, key=lambda each: each.number)
    for begin in range(0, len(ordered), _AT_ONCE):
        yield ordered[begin : begin + _AT_ONCE]


class SourceRow(QPushButton):
    """A row with a source's number, title and host, and the best of its citation marks.

    Clicking the row opens the source in the browser. When the user saves the source as a discovery,
    ``save`` is emitted with the `Source` and its cited quote, or "" if it has none.
    """

    save = Signal(object, str)

    def __init__(self, theme: Theme, source: Source, check: CitationCheck | None = None) -> None:
        super().__init__()
        self.setObjectName("source")
        self.source = source
        self.check = check
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(source.url)
        title = source.title or source.url
        name = self.tr("Source {0}: {1}").format(source.number, title)
        opens = self.tr("Opens {0} in the browser").format(source.url)
        number = heading(str(source.number), "sourceNumber")
        number.setAlignment(Qt.AlignmentFlag.AlignCenter)
        number.setMinimumWidth(24)
        number.setFixedHeight(20)
        host = heading(host_of(source.url), "meta")
        host.setTextFormat(Qt.TextFormat.PlainText)
        line = hbox(
            number, (ElidedLabel(title), 1), host, parent=self, margins=(8, 4, 8, 4), spacing=10
        )
        if check is not None:
            said = evidence.mark(check.mark)
            mark = IconLabel(theme, *evidence.MARK_ICONS[check.mark], 16)
            mark.setToolTip(said)
            line.addWidget(mark)
            name = f"{name}, {said}"
        elif source.read:
            read = IconLabel(theme, "page", "faint", 16)
            read.setToolTip(self.tr("This page was read"))
            line.addWidget(read)
        self.setAccessibleName(name)
        self.setAccessibleDescription(f"{check.quote} {opens}" if check is not None else opens)
        self.setFixedHeight(34)
        self.clicked.connect(self._open)

    def ask_to_save(self) -> None:
        self.save.emit(self.source, self.check.quote if self.check is not None else "")

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        url = self.source.url
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Open in browser"), self._open).setEnabled(openable(url))
        menu.addAction(
            self.tr("Copy the address"), lambda: QGuiApplication.clipboard().setText(url)
        )
        menu.addAction(self.tr("Save as discovery"), self.ask_to_save)
        menu.popup(event.globalPos())

    def _open(self) -> None:
        if openable(self.source.url):
            open_address(self.source.url)


class SourcesList(QWidget):
    """A list of an answer's sources. `point_at` shows the quote of one source below its row.

    ``save`` is emitted with a `Source` and its cited quote when the user saves it as a discovery.
    """

    save = Signal(object, str)

    def __init__(self, theme: Theme, claims: Sequence[Claim] = ()) -> None:
        super().__init__()
        self._theme = theme
        self._checks = [check for claim in claims for check in claim.checks]
        self._rows: dict[int, SourceRow] = {}
        title = heading(self.tr("Sources"), "section")
        self._quote = wrapped("", "sourceQuote")
        self._quote.hide()
        self._lines = vbox(title, parent=self, margins=(0, 4, 0, 0), spacing=2)

    def add(self, sources: Sequence[Source]) -> None:
        """Append sources. Each row takes 2 ms to build, so add only a few at a time."""
        for source in sources:
            best = best_check([each for each in self._checks if each.source == source.number])
            row = self._rows[source.number] = SourceRow(self._theme, source, best)
            row.save.connect(self.save)
            self._lines.addWidget(row)

    def point_at(self, number: int, check: CitationCheck | None = None) -> None:
        """Focus a source's row and show its quote below it.

        Focusing makes the row visible and lets Enter open the source. The quote is taken from
        ``check`` if it is not None, and otherwise from the source's best check.
        """
        row = self._rows.get(number)
        if row is None:
            return
        row.setFocus(Qt.FocusReason.OtherFocusReason)
        chosen = check or row.check
        quote = " ".join(chosen.quote.split()) if chosen is not None else ""
        self._quote.setText(f"“{clipped(quote, _QUOTE_MOST)}”")
        self._quote.setAccessibleName(self.tr("Source {0} says: {1}").format(number, quote))
        self._lines.removeWidget(self._quote)
        self._lines.insertWidget(self._lines.indexOf(row) + 1, self._quote)
        self._quote.setVisible(bool(quote))


_WIDTH = 380
_CITATION_CARD_QUOTE_MOST = 420
_AWAY = (
    QEvent.Type.Leave,
    QEvent.Type.Wheel,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.FocusOut,
    QEvent.Type.Hide,
)


class CitationCard(QFrame):
    """A preview card for one citation. It shows plain text, so that pages cannot inject markup."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.ToolTip | Qt.WindowType.FramelessWindowHint)
        self.setObjectName("citationCard")
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setFixedWidth(_WIDTH)
        self._icon = IconLabel(theme, "unchecked", "muted")
        self._mark = heading("", "section")
        self._title = wrapped("", "section")
        self._host = wrapped("", "meta")
        self._quote = wrapped("", "cardQuote")
        self._reason = wrapped("", "meta")
        self._head = QWidget()
        hbox(self._icon, (self._mark, 1), parent=self._head, margins=(0, 0, 0, 4), spacing=8)
        parts = (self._head, self._title, self._host, self._quote, self._reason)
        self._lines = vbox(*parts, parent=self, margins=(14, 12, 14, 12), spacing=4)

    def show_citation(
        self, number: int, source: Source, check: CitationCheck | None, beside: QRect
    ) -> None:
        """Show a citation below ``beside`` (global coordinates), or above it if space is short."""
        self._fill(number, source, check)
        # the height of wrapped text for a width is known only after the layout has run
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
            self._icon.show_icon(*evidence.MARK_ICONS[check.mark])
            self._mark.setText(evidence.mark(check.mark))
            quote = short_line(check.quote, _CITATION_CARD_QUOTE_MOST)
            reason = localized(check.reason) or evidence.mark_meaning(check.mark)
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
    """Shows the citation card for a citation under the mouse or selected with Tab."""

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
        return self._card if self._card is not None and self._card.isVisible() else None

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            href = self._view.anchorAt(event.pos())
            if chip_of(href) is not None:
                self._show(href, self._view.cursorForPosition(event.pos()))
                return True
        elif event.type() in _AWAY:
            self._put_away()
        return False

    def _selected(self) -> None:
        """Show the card for the citation selected with Tab."""
        cursor = self._view.textCursor()
        href = _selected_href(cursor)
        if href == self._href:
            return
        self._put_away()
        cursor.setPosition(cursor.selectionStart())
        self._show(href, cursor)

    def _left(self, url: QUrl) -> None:
        if url.isEmpty():
            self._put_away()

    def _show(self, href: str, at: QTextCursor) -> None:
        cited = chip_of(href)
        source = self._source(cited[0]) if cited is not None else None
        if cited is None or source is None:
            return
        if self._card is None:
            self._card = CitationCard(self._theme, self._view)
        self._href = href
        line = self._view.cursorRect(at)
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
    """Return the target of the link that covers the selection, or "" if there is none."""
    if not cursor.hasSelection():
        return ""
    end = cursor.charFormat().anchorHref()
    first = QTextCursor(cursor)
    first.setPosition(cursor.selectionStart() + 1)
    return end if end == first.charFormat().anchorHref() else ""
