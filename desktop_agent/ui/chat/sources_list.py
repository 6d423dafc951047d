"""The numbered sources of an answer, each with what the check of its citations has found."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QPushButton, QVBoxLayout, QWidget

from desktop_agent.core.citations import best_check
from desktop_agent.core.research import CitationCheck, Claim, Source
from desktop_agent.ui import evidence_words
from desktop_agent.ui.browser import open_address
from desktop_agent.ui.markdown.inline_writer import openable
from desktop_agent.ui.parts import ElidedLabel, IconLabel, wrapped
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.turn import host_of

HEAD_HEIGHT, ROW_HEIGHT = 26, 36
"""Pixels, with the room between two rows."""
_QUOTE_MOST = 600
_AT_ONCE = 2


def parted(sources: Sequence[Source]) -> Iterator[Sequence[Source]]:
    """Gives the sources by their numbers, as many together as are added in one go."""
    ordered = sorted(sources, key=lambda each: each.number)
    for begin in range(0, len(ordered), _AT_ONCE):
        yield ordered[begin : begin + _AT_ONCE]


class SourceRow(QPushButton):
    """One source: its number, title, host and best mark; a click opens it in the browser.

    ``save`` brings the `Source` and the quote that it is cited for, to be kept as a discovery.
    """

    save = Signal(object, str)

    def __init__(self, theme: Theme, source: Source, check: CitationCheck | None = None) -> None:
        super().__init__()
        self.setObjectName("source")
        self.source = source
        self.check = check
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(source.url)
        name = self.tr("Source {0}: {1}").format(source.number, source.title or source.url)
        opens = self.tr("Opens {0} in the browser").format(source.url)
        number = QLabel(str(source.number))
        number.setObjectName("sourceNumber")
        number.setAlignment(Qt.AlignmentFlag.AlignCenter)
        number.setMinimumWidth(24)
        number.setFixedHeight(20)
        host = QLabel(host_of(source.url))
        host.setTextFormat(Qt.TextFormat.PlainText)
        host.setObjectName("meta")
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 4, 8, 4)
        row.setSpacing(10)
        row.addWidget(number)
        row.addWidget(ElidedLabel(source.title or source.url), 1)
        row.addWidget(host)
        if check is not None:
            said = evidence_words.mark(check.mark)
            mark = IconLabel(theme, *evidence_words.MARK_ICONS[check.mark], 16)
            mark.setToolTip(said)
            row.addWidget(mark)
            name = f"{name}, {said}"
        elif source.read:
            read = IconLabel(theme, "page", "faint", 16)
            read.setToolTip(self.tr("This page was read"))
            row.addWidget(read)
        self.setAccessibleName(name)
        self.setAccessibleDescription(f"{check.quote} {opens}" if check is not None else opens)
        self.setFixedHeight(34)
        self.clicked.connect(self._open)

    def ask_to_save(self) -> None:
        """Ask for the source to be saved as a discovery."""
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
    """The sources of an answer; the one that is pointed at shows what it says.

    ``save`` brings a `Source` and a quote of it, to be kept as a discovery.
    """

    save = Signal(object, str)

    def __init__(self, theme: Theme, claims: Sequence[Claim] = ()) -> None:
        super().__init__()
        self._theme = theme
        self._checks = [check for claim in claims for check in claim.checks]
        self._rows: dict[int, SourceRow] = {}
        title = QLabel(self.tr("Sources"))
        title.setObjectName("section")
        self._quote = wrapped("", "sourceQuote")
        self._quote.hide()
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 4, 0, 0)
        self._lines.setSpacing(2)
        self._lines.addWidget(title)

    def add(self, sources: Sequence[Source]) -> None:
        """Adds these below those that are there: a few at a time, a row takes two milliseconds."""
        for source in sources:
            best = best_check([each for each in self._checks if each.source == source.number])
            row = self._rows[source.number] = SourceRow(self._theme, source, best)
            row.save.connect(self.save)
            self._lines.addWidget(row)

    def source(self, number: int) -> Source | None:
        """Gives the source of a number."""
        row = self._rows.get(number)
        return row.source if row is not None else None

    def point_at(self, number: int, check: CitationCheck | None = None) -> None:
        """Puts the focus on a source, so that it is seen and Enter opens it, and shows the quote.

        The quote is that of ``check``, or of the best check of the source.
        """
        row = self._rows.get(number)
        if row is None:
            return
        row.setFocus(Qt.FocusReason.OtherFocusReason)
        chosen = check or row.check
        quote = " ".join(chosen.quote.split()) if chosen is not None else ""
        shown = quote if len(quote) <= _QUOTE_MOST else quote[: _QUOTE_MOST - 1] + "…"
        self._quote.setText(f"“{shown}”")
        self._quote.setAccessibleName(self.tr("Source {0} says: {1}").format(number, quote))
        self._lines.removeWidget(self._quote)
        self._lines.insertWidget(self._lines.indexOf(row) + 1, self._quote)
        self._quote.setVisible(bool(quote))
