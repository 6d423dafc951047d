"""A view that displays streamed Markdown and paints its backgrounds."""

import time
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any

from PySide6.QtCore import QMimeData, QPoint, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QContextMenuEvent,
    QFont,
    QPainter,
    QPaintEvent,
    QPen,
    QTextBlock,
    QTextDocument,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from desktop_agent.core.research import CitationCheck, Claim
from desktop_agent.frontends.ui.markdown.citation_chips import CitationChips, words_of
from desktop_agent.frontends.ui.markdown.code_blocks import (
    code_at,
    colour,
    copy_act,
    copy_run,
    run_of,
    without_painting,
)
from desktop_agent.frontends.ui.markdown.document import MarkdownDocument
from desktop_agent.frontends.ui.markdown.formulas import FORMULA_KIND, FormulaObject, plain_text
from desktop_agent.frontends.ui.markdown.hover_button import HoverAct, HoverButton
from desktop_agent.frontends.ui.markdown.mathematics import readable
from desktop_agent.frontends.ui.markdown.rich_text import RichTextView
from desktop_agent.frontends.ui.markdown.tables import TableNumbers
from desktop_agent.frontends.ui.markdown.text_styles import (
    CODE_GAP,
    CODE_HEADER,
    CODE_LANGUAGE,
    CODE_PADDING,
    CODE_RUN,
    QUOTE_INDENT,
    QUOTE_LEVEL,
    RULE,
    TextStyles,
)
from desktop_agent.frontends.ui.widgets.appearance import Palette
from desktop_agent.frontends.ui.widgets.theme import Theme

# --- Slice size: a long text must not block the UI

FRAME_S = 1 / 30
"""Interval in seconds at which the displayed text is updated, as long as writing keeps up."""
BUDGET_S = 0.004
"""CPU seconds per slice in the GUI thread; painting the slice takes about as long again."""
_LEAST, _FIRST, _MOST = 48, 300, 6_000


class SliceSize:
    """The number of characters per slice, adapted to the time budget."""

    def __init__(self) -> None:
        self.chars = _FIRST

    def learn(self, chars: int, cost_s: float) -> None:
        """Adapt the size to the CPU time of a slice; a short slice can only reduce it."""
        if cost_s > BUDGET_S:
            shrunk = int(min(chars, self.chars) * max(BUDGET_S / cost_s, 0.5))
            self.chars = max(_LEAST, shrunk)
        elif chars >= self.chars // 2:
            grown = min(BUDGET_S / max(cost_s, 1e-6), 1.25)
            self.chars = min(_MOST, int(self.chars * grown) + 1)


def first_slice(text: str, most: int) -> str:
    """Return up to ``most`` characters of the text, ending after a line break if possible."""
    if most >= len(text):
        return text
    return text[: (text.rfind("\n", most // 2, most) + 1) or most]


# --- Backgrounds: code boxes, quote bars, rules

_RADIUS = 8
_MARGIN = 2 * _RADIUS + CODE_HEADER
"""Distance by which boxes extend beyond the painted area, so that their corners are hidden."""


def paint_backgrounds(view: QTextBrowser, palette: Palette, exposed: QRect) -> None:
    """Paint code boxes, quote bars and horizontal rules on a view's viewport."""
    seen = list(_seen_blocks(view.document(), exposed.top(), exposed.bottom()))
    forms = [(block.blockFormat(), box) for block, box in seen]
    properties = (CODE_RUN, QUOTE_LEVEL, RULE)
    if not any(form.hasProperty(each) for form, _ in forms for each in properties):
        return
    width = view.viewport().width()
    painter = QPainter(view.viewport())
    painter.setClipRect(exposed)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(palette.border), 1))
    painter.setBrush(QColor(palette.code))
    for box in _code_boxes(seen, width):
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
    painter.setPen(QColor(palette.muted))
    font = QFont(view.font())
    font.setPointSizeF(font.pointSizeF() * 0.85)
    painter.setFont(font)
    for form, box in forms:
        if form.topMargin() > CODE_HEADER and form.hasProperty(CODE_LANGUAGE):
            top = box.top() - CODE_HEADER
            line = QRectF(form.leftMargin(), top, width, CODE_HEADER - 6)
            painter.drawText(
                line, Qt.AlignmentFlag.AlignVCenter, form.stringProperty(CODE_LANGUAGE)
            )
    painter.setPen(Qt.PenStyle.NoPen)
    for form, box in forms:
        if form.boolProperty(RULE):
            line = QRectF(box.left(), box.top() + 12, width, 1)
            painter.fillRect(line, QColor(palette.border))
        for step in range(min(form.intProperty(QUOTE_LEVEL), 12)):
            bar = QRectF(step * QUOTE_INDENT, box.top(), 3, box.height())
            painter.fillRect(bar, QColor(palette.border_strong))
    painter.end()


def _seen_blocks(
    document: QTextDocument, top: int, bottom: int
) -> Iterator[tuple[QTextBlock, QRectF]]:
    layout = document.documentLayout()

    def end_of(number: int) -> float:
        return layout.blockBoundingRect(document.findBlockByNumber(number)).bottom()

    last = document.blockCount() - 1
    first = bisect_left(range(last), float(top - _MARGIN), key=end_of)
    block = document.findBlockByNumber(max(0, first - 1))
    while block.isValid():
        box = layout.blockBoundingRect(block)
        if box.top() > bottom + _MARGIN:
            return
        yield block, box
        block = block.next()


def _code_boxes(seen: list[tuple[QTextBlock, QRectF]], width: float) -> Iterator[QRectF]:
    """Yield a rectangle around the visible part of each code block."""
    run, box = 0, QRectF()
    for block, lines in seen:
        form = block.blockFormat()
        here = form.intProperty(CODE_RUN)
        if here != run:
            if run:
                yield box
            run, box = here, QRectF()
        if here:
            left = form.leftMargin() - CODE_PADDING
            top = lines.top() - max(0, form.topMargin() - CODE_GAP)
            bottom = lines.bottom() + (CODE_PADDING if form.bottomMargin() else 0)
            line = QRectF(left, top, width - left, bottom - top)
            box = box.united(line) if box.isValid() else line
    if run:
        yield box


_ABOVE = 24
"""Pixels above rewritten text that may look different afterwards, such as the end of a code box."""
_REST_MS = 1
"""Milliseconds between two slices of a long text, which leaves time for input and painting."""


class MarkdownView(RichTextView):
    """A view of Markdown, streamed with `append` and `finish` or set with `show_markdown`.

    These methods return immediately; the text is written in slices that take a few milliseconds
    each.
    """

    wrote = Signal()
    """Emitted when the full text is written, highlighted and marked."""
    chart_wanted = Signal(object)
    """Emitted with the `ChartData` of a table that is to be shown as a chart."""
    save_selection = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._styles = TextStyles(theme.colours, theme.font, theme.mono)
        self._formulas = theme.formulas
        self._writer = MarkdownDocument(self.document(), self._styles, None, self._formulas)
        self._queue = ""
        self._slice = SliceSize()
        self._whole = False
        self._unfinished = False
        self._last_write = 0.0
        self._last_fit = 0.0
        self._fit_due = False
        self._least_height = 0
        self._claims: Sequence[Claim] = ()
        self._chips: CitationChips | None = None
        self._colours: Iterator[None] = iter(())
        self._marks: Iterator[None] = iter(())
        self._looks_due = False
        self.settled = True
        """True once the full text is written, highlighted and marked."""
        self._work = QTimer(self, singleShot=True)
        self._work.timeout.connect(self._go_on)
        self.save_offered = False
        """Whether the context menu offers to save the selection."""
        self._numbers = TableNumbers(self)
        self._hovering = HoverButton(theme, self, self._act_at)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Text"))
        theme.changed.connect(self._restyle)
        if self._formulas is not None:
            handler = FormulaObject(self._formulas, self)
            self.document().documentLayout().registerHandler(FORMULA_KIND, handler)
            self._formulas.arrived.connect(self._formulas_arrived)

    # --- Text

    @property
    def markdown(self) -> str:
        """The full Markdown text, including the part not yet written."""
        return self._writer.source + self._queue

    def append(self, text: str) -> None:
        self._queue += text
        self._due()

    def finish(self) -> None:
        """Mark the text as complete."""
        self._whole = self._unfinished = True
        self._due()

    def show_markdown(self, text: str, *, whole: bool = True) -> None:
        """Replace the text; ``whole`` is False if more text follows."""
        self._least_height = 0
        self._write_anew(text, whole=whole)

    def show_claims(self, claims: Sequence[Claim]) -> None:
        """Mark each citation in the text with the result of its check."""
        self._claims = claims
        if self._chips is not None:
            self._rewrite()
        elif self._whole and not self._unfinished:
            self._mark_anew()
            self._due()

    def check(self, place: int) -> CitationCheck | None:
        """Return the citation check at the given index, or None if there is none."""
        checks = self._chips.checks if self._chips is not None else ()
        return checks[place] if 0 <= place < len(checks) else None

    # --- Writing in slices

    def _write_anew(self, text: str, *, whole: bool, known: dict[str, Any] | None = None) -> None:
        self._marks = self._colours = iter(())
        self._chips = None
        self._writer = MarkdownDocument(self.document(), self._styles, known, self._formulas)
        self._queue = text
        self._whole = self._unfinished = whole
        self.settled = False
        self._go_on()

    def _rewrite(self, known: dict[str, Any] | None = None) -> None:
        # widgets below must not jump up and down
        self._least_height = self.wanted_height
        self._write_anew(self.markdown, whole=self._whole, known=known)

    def _due(self) -> None:
        """Schedule the pending work, either now or for the next frame."""
        self.settled = False
        if not self._work.isActive():
            wait = self._last_write + FRAME_S - time.monotonic()
            self._work.start(max(0, round(wait * 1000)))

    def _go_on(self) -> None:
        began = time.thread_time()
        if self._fit_due and time.monotonic() - self._last_fit >= FRAME_S:
            # painting the new text takes as long as writing it, so each gets its own tick
            self._grow()
            self._work.start(_REST_MS)
            return
        while self._step():
            if time.thread_time() - began > BUDGET_S:
                self._work.start(_REST_MS)
                return
        self._least_height = 0
        self.fit()
        if not self.settled:
            self.settled = True
            self._describe_formulas()
            self.wrote.emit()

    def _describe_formulas(self) -> None:
        """Describe the formulas to screen readers, which otherwise see only objects."""
        if self._writer.typeset and QAccessible.isActive():
            spoken = "; ".join(readable(key.latex) for key in self._writer.typeset)
            self.setAccessibleDescription(self.tr("Formulas: {0}").format(spoken))

    def _step(self) -> bool:
        """Perform the next step: write, finish, highlight or mark; return False when done."""
        if self._queue:
            self._write_slice()
        elif self._unfinished:
            self._finish()
        elif self._looks_due:
            done = object()
            self._looks_due = next(chain(self._colours, self._marks), done) is not done
        else:
            return False
        return True

    def _write_slice(self) -> None:
        piece = first_slice(self._queue, self._slice.chars)
        self._queue = self._queue[len(piece) :]
        began = time.thread_time()
        self._write_quietly(partial(self._writer.append, piece, show_tail=not self._queue))
        self._slice.learn(len(piece), time.thread_time() - began)
        self._last_write = time.monotonic()

    def _write_quietly(self, write: Callable[[], None]) -> None:
        """Call ``write`` and repaint only the new part, because Qt might repaint much more."""
        top = self._writer.tail_top
        with without_painting(self.document()):
            write()
        view = self.viewport()
        view.update(0, round(top) - _ABOVE, view.width(), view.height())
        for code in self._writer.take_closed_code():
            self._colours = chain(self._colours, colour(code, self._styles))
            self._looks_due = True

    def _finish(self) -> None:
        self._unfinished = False
        self._write_quietly(self._writer.finish)
        if self._writer.stale:
            # a link was used before its definition
            self._rewrite(known=self._writer.known)
        elif self._claims:
            self._mark_anew()
        self._formulas_arrived()

    def _formulas_arrived(self) -> None:
        """Rewrite the completed text if formulas in it have since been typeset."""
        awaited = self._writer.awaited
        if self._formulas is None or not awaited or not self._whole or self._unfinished:
            return
        if not any(map(self._formulas.is_coming, awaited)):
            self._rewrite()

    def _mark_anew(self) -> None:
        self._chips = CitationChips(self.document(), self._styles)
        self._marks = self._chips.mark(self._claims)
        self._looks_due = True

    def _restyle(self) -> None:
        self._styles = TextStyles(self._theme.colours, self._theme.font, self._theme.mono)
        self._rewrite()

    def createMimeDataFromSelection(self) -> QMimeData:
        copied = super().createMimeDataFromSelection()
        text = plain_text(self.textCursor())
        if text != copied.text():  # it has formulas, which only the plain text holds
            copied = QMimeData()
            copied.setText(text)
        return copied

    # --- Appearance

    def fit(self) -> None:
        """Apply the new height immediately, or on the next frame if more text is pending."""
        self._fit_due = bool(self._queue)
        if not self._fit_due:
            self._grow()

    def _grow(self) -> None:
        self._fit_due = False
        self._last_fit = time.monotonic()
        shown = self.height()
        super().fit()
        # requested here so that it is painted together with the written text
        self.viewport().update(0, shown, self.width(), self.height() - shown)

    def room_below(self) -> float:
        room = CODE_PADDING if run_of(self.document().lastBlock()) else 0.0
        missing = self._least_height - 1 - self.document().size().height()
        return max(room, missing)

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_backgrounds(self, self._styles.palette, event.rect())
        super().paintEvent(event)

    def _act_at(self, at: QPoint) -> HoverAct | None:
        return copy_act(self, at) or self._numbers.chart_act(at, self.chart_wanted.emit)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.createStandardContextMenu(event.pos())
        first = code_at(self, event.pos())
        if first is not None:
            menu.addAction(self.tr("Copy code block"), lambda: copy_run(first))
        data = self._numbers.data_at(event.pos())
        if data is not None:
            menu.addAction(self.tr("Show as chart…"), lambda: self.chart_wanted.emit(data))
        if self.save_offered and words_of(self.textCursor()):
            menu.addSeparator()
            menu.addAction(self.tr("Save as discovery"), self.save_selection.emit)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())
