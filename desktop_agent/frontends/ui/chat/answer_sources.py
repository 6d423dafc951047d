"""Source cards shown above an answer, and citation previews."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from html import escape

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QHelpEvent,
    QPainter,
    QPaintEvent,
    QTextCursor,
    QTextDocumentFragment,
)
from PySide6.QtWidgets import QAbstractButton, QMenu, QPushButton, QToolTip, QWidget

from desktop_agent.core.citations import SIGNS, best_check
from desktop_agent.core.research import CitationCheck, Claim, Mark, Source
from desktop_agent.core.text import short_line
from desktop_agent.frontends.ui.chat.turn_actions import TurnActions
from desktop_agent.frontends.ui.chat.widget_column import Sized
from desktop_agent.frontends.ui.conversation.turn import Turn, host_of
from desktop_agent.frontends.ui.markdown.citation_chips import chip_of
from desktop_agent.frontends.ui.markdown.inline_writer import openable
from desktop_agent.frontends.ui.markdown.markdown_view import MarkdownView
from desktop_agent.frontends.ui.markdown.rich_text import address_tip
from desktop_agent.frontends.ui.widgets import icons
from desktop_agent.frontends.ui.widgets.browser import open_address
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.row_delegate import AT_END, TextLine
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording import labels

# --- Source cards

_SHOWN = 3
"""Number of sources shown until the user asks for the others."""
_LEAST_WIDTH = 176
_MORE_WIDTH = 76
_BESIDE, _PADDING, _SQUARE = 8, 12, 16
_SITE_COLOURS = ("#3d4fc4", "#0f6e62", "#a8480f", "#7a3fa8", "#a02458", "#2f6b2f", "#1f6391")


def mark_of(checks: Sequence[CitationCheck]) -> Mark | None:
    """Return one mark for all citation checks of a source, or None if there are none.

    A single "contradicted" check makes the result "contradicted"; otherwise, differing marks result
    in "partly".
    """
    marks = {check.mark for check in checks}
    if "contradicted" in marks or len(marks) == 1:
        return "contradicted" if "contradicted" in marks else marks.pop()
    return "partly" if marks else None


class SourceCard(QAbstractButton):
    """A card with the site, number and title of a source of a turn, and the mark of its citations.

    Everything on it is drawn here, and nothing is loaded from the site. Clicking the card shows the
    source in the panel.
    """

    def __init__(
        self,
        theme: Theme,
        turn: Turn,
        source: Source,
        checks: Sequence[CitationCheck],
        actions: TurnActions,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._turn = turn
        self._actions = actions
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.source = source
        self.check = best_check(checks)
        self.mark = mark_of(checks)
        self._theme = theme
        self._site = host_of(source.url)
        self._title = " ".join((source.title or source.url).split())
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        said = labels.mark(self.mark) if self.mark is not None else ""
        self.setToolTip(address_tip(source.url))
        name = self.tr("Source {0}: {1}") if source.number else self.tr("Page: {1}")
        name = name.format(source.number, self._title)
        self.setAccessibleName(f"{name}, {said}" if said else name)
        quote = self.check.quote if self.check is not None else ""
        shows = self.tr("Show this source in the panel")
        self.setAccessibleDescription(" ".join(filter(None, (self._site, quote, shows))))
        self.clicked.connect(lambda: actions.cited.emit(turn, source.number, None))

    def save(self) -> None:
        """Save the source as a discovery, with its cited quote if there is one."""
        quote = self.check.quote if self.check is not None else ""
        title = self.source.title or self.source.url
        self._actions.save.emit(self._turn.discovery(quote, self.source.url, title))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        url = self.source.url
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        opens = menu.addAction(self.tr("Open in browser"), lambda: open_address(url))
        opens.setEnabled(openable(url))
        menu.addAction(self.tr("Copy address"), lambda: QGuiApplication.clipboard().setText(url))
        menu.addAction(self.tr("Save as discovery"), self.save)
        menu.popup(event.globalPos())

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = self._theme.colours
        small, base = TextLine(small_font(self._theme)), TextLine(self._theme.font)
        room = self.rect().adjusted(_PADDING, _PADDING - 2, -_PADDING, 2 - _PADDING)
        top = QRect(room.left(), room.top(), room.width(), small.height)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focus = self.hasFocus()
        painter.setPen(QColor(colours.accent if focus else colours.border))
        painter.setBrush(QColor(colours.hover if self.underMouse() else colours.surface))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 12, 12)
        square = QRect(top.left(), top.center().y() - _SQUARE // 2 + 1, _SQUARE, _SQUARE)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_site_colour(self._site))
        painter.drawRoundedRect(square, 4, 4)
        letter = QFont(small.font)
        letter.setBold(True)
        painter.setFont(letter)
        painter.setPen(QColor("#ffffff"))
        painter.drawText(square, Qt.AlignmentFlag.AlignCenter, self._site[:1].upper())
        if self.mark is not None:
            name, colour = labels.MARK_ICONS[self.mark]
            shade = getattr(colours, colour)
            mark = icons.pixmap(name, shade, _SQUARE, self.devicePixelRatioF())
            painter.drawPixmap(top.right() - _SQUARE + 1, square.top(), mark)
            top.setRight(top.right() - _SQUARE - 4)
        top.setLeft(square.right() + 7)
        number = f" · {self.source.number}" if self.source.number else ""
        left = top.width() - small.metrics.horizontalAdvance(number)
        site = small.metrics.elidedText(self._site, AT_END, left)
        painter.setPen(QColor(colours.muted))
        small.draw(painter, top, site + number)
        painter.setPen(QColor(colours.text))
        below = QRect(room.left(), top.bottom() + 5, room.width(), base.height)
        base.draw(painter, below, self._title)
        painter.end()


def small_font(theme: Theme) -> QFont:
    """Return the font for secondary text, matching ``@small`` in the style sheet."""
    font = theme.font
    font.setPointSizeF(font.pointSizeF() * 0.9)
    return font


def _site_colour(site: str) -> QColor:
    return QColor(_SITE_COLOURS[sha256(site.encode()).digest()[0] % len(_SITE_COLOURS)])


class SourceCards(Sized):
    """Cards of the sources in as many columns as fit, and a button that shows the rest of them."""

    def __init__(self, theme: Theme, turn: Turn, actions: TurnActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._turn = turn
        self._actions = actions
        self._sources: Sequence[Source] = ()
        self._claims: Sequence[Claim] = ()
        self._cards: list[SourceCard] = []
        self._all = False
        self._more: QPushButton | None = None
        self.setAccessibleName(self.tr("Sources"))
        self.hide()

    def show_sources(self, sources: Sequence[Source], claims: Sequence[Claim] = ()) -> None:
        if (sources, claims) != (self._sources, self._claims):
            self._sources, self._claims = sources, claims
            self._build()

    def show_all(self) -> None:
        self._all = True
        self._build()
        self._cards[_SHOWN].setFocus(Qt.FocusReason.OtherFocusReason)

    def _build(self) -> None:
        focused = next((n for n, card in enumerate(self._cards) if card.hasFocus()), None)
        for old in (*self._cards, self._more):
            if old is not None:
                old.hide()
                old.deleteLater()
        checks = [check for claim in self._claims for check in claim.checks]
        shown = self._sources if self._all else self._sources[:_SHOWN]
        self._cards = [
            SourceCard(
                self._theme,
                self._turn,
                source,
                [each for each in checks if each.source == source.number],
                self._actions,
                self,
            )
            for source in shown
        ]
        before: QWidget = self
        for card in self._cards:
            card.show()
            QWidget.setTabOrder(before, card)
            before = card
        if focused is not None and self._cards:
            self._cards[min(focused, len(self._cards) - 1)].setFocus()
        left = len(self._sources) - len(shown)
        self._more = self._make_more(left) if left else None
        self.setVisible(bool(self._cards))
        self.set_width(self.width())
        self.updateGeometry()

    def _make_more(self, left: int) -> QPushButton:
        more = push_button(self.tr("{0} more").format(left), self.show_all, name="flat")
        more.setAccessibleName(self.tr("Show {0} more sources").format(left))
        more.setParent(self)
        more.show()
        return more

    def set_width(self, width: int) -> None:
        columns = max(1, min(_SHOWN, (width + _BESIDE) // (_LEAST_WIDTH + _BESIDE)))
        more = [self._more] if self._more is not None else []
        beside = _MORE_WIDTH + _BESIDE if more and columns == _SHOWN else 0
        wide = (width - beside + _BESIDE) // columns - _BESIDE
        fonts = (small_font(self._theme), self._theme.font)
        lines = sum(QFontMetrics(font).height() for font in fonts)
        tall = lines + 2 * _PADDING + 4
        places = [*self._cards, *([] if beside else more)]
        for number, part in enumerate(places):
            row, column = divmod(number, columns)
            part.setGeometry(column * (wide + _BESIDE), row * (tall + _BESIDE), wide, tall)
        if beside:
            more[0].setGeometry(width - _MORE_WIDTH, 0, _MORE_WIDTH, tall)
        rows = -(-len(places) // columns)
        self.resize(width, rows * (tall + _BESIDE))


# --- Preview of a citation

_QUOTE_MOST = 420


def citation_preview(theme: Theme, number: int, source: Source, check: CitationCheck | None) -> str:
    """Return a citation's preview as HTML. All text is escaped because pages are untrusted."""
    title, host = source.title or source.url, f"[{number}] {host_of(source.url)}"
    lines = [f"<b>{escape(title)}</b>", f"<small>{escape(host)}</small>"]
    if check is not None:
        colour = getattr(theme.colours, labels.MARK_ICONS[check.mark][1])
        mark = f"{SIGNS[check.mark]} {labels.mark(check.mark)}"
        lines.insert(0, f'<b style="color: {colour}">{escape(mark)}</b>')
        if quote := short_line(check.quote, _QUOTE_MOST):
            lines.append(f"<i>“{escape(quote)}”</i>")
        lines.append(escape(localized(check.reason) or labels.mark_meaning(check.mark)))
    return "".join(f'<p style="margin: 4px 0">{line}</p>' for line in lines)


class CitationPreview(QObject):
    """Shows a tooltip preview of the citation under the mouse or selected with Tab."""

    def __init__(
        self, theme: Theme, view: MarkdownView, source: Callable[[int], Source | None]
    ) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._source = source
        self._href = ""
        self._name = view.accessibleDescription()
        view.viewport().installEventFilter(self)
        view.tabbed.connect(self._selected)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            href = self._view.anchorAt(event.pos())
            return self._show(href, self._view.cursorForPosition(event.pos()))
        return False

    def _selected(self) -> None:
        cursor = self._view.textCursor()
        href = cursor.charFormat().anchorHref() if cursor.hasSelection() else ""
        if href == self._href:
            return
        self._href = href
        cursor.setPosition(cursor.selectionStart())
        if not self._show(href, cursor):
            QToolTip.hideText()
            self._view.setAccessibleDescription(self._name)

    def _show(self, href: str, at: QTextCursor) -> bool:
        cited = chip_of(href)
        source = self._source(cited[0]) if cited is not None else None
        if cited is None or source is None:
            return False
        text = citation_preview(self._theme, cited[0], source, self._view.check(cited[1]))
        line = self._view.cursorRect(at)
        corner = self._view.viewport().mapToGlobal(line.bottomLeft())
        QToolTip.showText(corner, text, self._view.viewport(), line.adjusted(-40, -4, 40, 4))
        spoken = QTextDocumentFragment.fromHtml(text).toPlainText()
        self._view.setAccessibleDescription(spoken.replace("\n", ". "))
        return True
