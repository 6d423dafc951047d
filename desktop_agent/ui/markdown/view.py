"""A piece of markdown in the chat, that grows while it streams."""

import time
from collections.abc import Iterator, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, QTimer
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QGuiApplication,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTextBlock,
)
from PySide6.QtWidgets import QToolButton, QWidget

from desktop_agent.core.research import CitationCheck, Claim
from desktop_agent.ui.markdown.citation_chips import CitationChips
from desktop_agent.ui.markdown.document import MarkdownDocument
from desktop_agent.ui.markdown.growing_text import GrowingText
from desktop_agent.ui.markdown.text_styles import (
    CODE_PADDING,
    CODE_RUN,
    QUOTE_INDENT,
    QUOTE_LEVEL,
    RULE,
    TextStyles,
)
from desktop_agent.ui.theme import Theme

_SLICE = 300
"""Characters that are written in one go when a whole text is shown."""
_MARKING_S = 0.005
"""CPU time after which marking citations waits for the next slice."""
_RADIUS = 8
_MARGIN = 2 * _RADIUS
"""How far above and below of what is to be painted boxes are drawn, so that corners are hidden."""


class MarkdownView(GrowingText):
    """Shows markdown: piece by piece by ``append`` and ``finish``, or whole by ``show_markdown``."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._styles = TextStyles(theme.colours, theme.font, theme.mono)
        self._writer = MarkdownDocument(self.document(), self._styles)
        self._rest = ""
        self._whole = False
        self._slices = QTimer(self)
        self._slices.setInterval(10)  # lets input through between two slices
        self._slices.timeout.connect(self._write_slice)
        self._claims: Sequence[Claim] = ()
        self._chips: CitationChips | None = None
        self._steps: Iterator[None] = iter(())
        self._marking = QTimer(self)
        self._marking.setInterval(10)
        self._marking.timeout.connect(self._mark_slice)
        self.setMouseTracking(True)
        self._copy_button = self._make_copy_button()
        theme.changed.connect(self._restyle)

    # --- text

    @property
    def markdown(self) -> str:
        """The whole text, also what is not yet written."""
        return self._writer.source + self._rest

    @property
    def settled(self) -> bool:
        """True when all of the text is written and marked."""
        return not self._rest and not self._marking.isActive()

    def append(self, text: str) -> None:
        """Adds a piece to the end."""
        if self._rest:
            self._rest += text
        else:
            self._writer.append(text)

    def finish(self) -> None:
        """Says that the text is whole."""
        self._whole = True
        if not self._rest:
            self._finish()

    def show_markdown(self, text: str, *, whole: bool = True) -> None:
        """Replaces the text, in slices where it is long; ``whole`` is False when more will come."""
        self._write_anew(text, whole=whole)

    def show_claims(self, claims: Sequence[Claim]) -> None:
        """Gives each citation of the whole text the mark that the check of it found."""
        self._claims = claims
        if self._chips is not None:
            self._write_anew(self.markdown, whole=self._whole)
        elif self._whole and not self._rest:
            self._mark_anew()

    def check(self, place: int) -> CitationCheck | None:
        """Gives the check of the citation whose link has this place; None where there is none."""
        checks = self._chips.checks if self._chips is not None else ()
        return checks[place] if 0 <= place < len(checks) else None

    def _write_anew(
        self, text: str, *, whole: bool, references: dict[str, Any] | None = None
    ) -> None:
        self._forget_marks()
        self._writer = MarkdownDocument(self.document(), self._styles, references)
        self._whole = whole
        self._rest = text
        if len(text) > _SLICE:
            self._slices.start()
        self._write_slice()

    def _write_slice(self) -> None:
        piece, self._rest = _split(self._rest)
        if piece:
            self._writer.append(piece)
        if not self._rest:
            self._slices.stop()
            if self._whole:
                self._finish()

    def _finish(self) -> None:
        self._writer.finish()
        if self._writer.stale:
            # a link was defined after it was used: once more, now that it is known
            self._write_anew(self._writer.source, whole=True, references=self._writer.references)
        elif self._claims:
            self._mark_anew()

    def _mark_anew(self) -> None:
        self._forget_marks()
        self._chips = CitationChips(self.document(), self._styles)
        self._steps = self._chips.mark(self._claims)
        self._marking.start()
        self._mark_slice()

    def _mark_slice(self) -> None:
        began = time.thread_time()
        for _ in self._steps:
            if time.thread_time() - began > _MARKING_S:
                return
        self._marking.stop()

    def _forget_marks(self) -> None:
        self._marking.stop()
        self._steps = iter(())
        self._chips = None

    def _restyle(self) -> None:
        self._styles = TextStyles(self._theme.colours, self._theme.font, self._theme.mono)
        self._write_anew(self.markdown, whole=self._whole)

    # --- code blocks

    def _make_copy_button(self) -> QToolButton:
        button = QToolButton(self.viewport())
        button.setObjectName("copyCode")
        button.setToolTip(self.tr("Copy this code (also in the context menu)"))
        button.setAccessibleName(self.tr("Copy code"))
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setCursor(Qt.CursorShape.ArrowCursor)
        button.hide()
        button.clicked.connect(lambda: self._copy_run(int(button.property("run"))))
        self._theme.bind_icon(button, "copy", side=14)
        return button

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._offer_copy(event.position().toPoint())

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._copy_button.hide()

    def _offer_copy(self, at: QPoint) -> None:
        run = self._run_at(at)
        if not run:
            self._copy_button.hide()
            return
        first = self.cursorForPosition(at).block()
        while first.previous().blockFormat().intProperty(CODE_RUN) == run:
            first = first.previous()
        top = self.document().documentLayout().blockBoundingRect(first).top() - CODE_PADDING
        self._copy_button.setProperty("run", run)
        self._copy_button.adjustSize()
        self._copy_button.move(
            self.viewport().width() - self._copy_button.width() - 6, round(top + 6)
        )
        self._copy_button.show()

    def _run_at(self, at: QPoint) -> int:
        block = self.cursorForPosition(at).block()
        box = self.document().documentLayout().blockBoundingRect(block)
        inside = box.top() - CODE_PADDING <= at.y() <= box.bottom() + CODE_PADDING
        return block.blockFormat().intProperty(CODE_RUN) if inside else 0

    def _copy_run(self, run: int) -> None:
        lines = []
        block = self.document().begin()
        while block.isValid():
            if block.blockFormat().intProperty(CODE_RUN) == run:
                lines.append(block.text())
            block = block.next()
        QGuiApplication.clipboard().setText("\n".join(lines))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.createStandardContextMenu(event.pos())
        run = self._run_at(event.pos())
        if run:
            menu.addAction(self.tr("Copy code block"), lambda: self._copy_run(run))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    # --- painting: boxes behind code, bars beside quotes, rules

    def room_below(self) -> float:
        is_code = self.document().lastBlock().blockFormat().intProperty(CODE_RUN)
        return CODE_PADDING if is_code else 0.0

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self._styles.palette
        seen = list(self._seen_blocks(event.rect().top(), event.rect().bottom()))
        painter.setPen(QPen(QColor(palette.border), 1))
        painter.setBrush(QColor(palette.code))
        for box in self._code_boxes(seen):
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
        for block, box in seen:
            form = block.blockFormat()
            if form.boolProperty(RULE):
                line = QRectF(box.left(), box.top() + 12, self.viewport().width(), 1)
                painter.fillRect(line, QColor(palette.border))
            for step in range(form.intProperty(QUOTE_LEVEL)):
                bar = QRectF(step * QUOTE_INDENT, box.top(), 3, box.height())
                painter.fillRect(bar, QColor(palette.border_strong))
        painter.end()
        super().paintEvent(event)

    def _seen_blocks(self, top: int, bottom: int) -> Iterator[tuple[QTextBlock, QRectF]]:
        layout = self.document().documentLayout()
        block = self.cursorForPosition(QPoint(0, max(0, top - _MARGIN))).block()
        if block.previous().isValid():
            block = block.previous()
        while block.isValid():
            box = layout.blockBoundingRect(block)
            if box.top() > bottom + _MARGIN:
                return
            yield block, box
            block = block.next()

    def _code_boxes(self, seen: list[tuple[QTextBlock, QRectF]]) -> Iterator[QRectF]:
        """Gives the box around each run of code, as far as it is among the blocks that are seen."""
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
                top = lines.top() - (CODE_PADDING if form.topMargin() else 0)
                bottom = lines.bottom() + (CODE_PADDING if form.bottomMargin() else 0)
                line = QRectF(left, top, self.viewport().width() - left, bottom - top)
                box = box.united(line) if box.isValid() else line
        if run:
            yield box


def _split(text: str) -> tuple[str, str]:
    """Cuts a slice off the beginning, at the end of a line where there is one."""
    if len(text) <= _SLICE:
        return text, ""
    cut = text.rfind("\n", 0, _SLICE) + 1 or _SLICE
    return text[:cut], text[cut:]
