"""A piece of markdown in the chat, that grows while it streams."""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any

from PySide6.QtCore import QRect, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QWidget

from desktop_agent.core.research import CitationCheck, Claim
from desktop_agent.ui.markdown.block_painter import BlockPainter
from desktop_agent.ui.markdown.citation_chips import (
    CitationChips,
    nearest_citation,
    words_between,
)
from desktop_agent.ui.markdown.code_copy import CodeCopy, copy_run, run_of
from desktop_agent.ui.markdown.colouring import colour
from desktop_agent.ui.markdown.document import MarkdownDocument
from desktop_agent.ui.markdown.footnotes import note_target, note_text
from desktop_agent.ui.markdown.growing_text import GrowingText
from desktop_agent.ui.markdown.own_painting import unpainted
from desktop_agent.ui.markdown.pacing import BUDGET_S, FRAME_S, SliceSize, TextQueue
from desktop_agent.ui.markdown.text_styles import CODE_PADDING, TextStyles
from desktop_agent.ui.theme import Theme

_ABOVE = 24
"""Pixels above what is written anew that may look different then: the end of a box around code."""
_PAINTED_MS = 12
"""Until what was written has been painted."""
_REST_MS = 1
"""Between two slices of much work, so that input and painting get their turn."""


class MarkdownView(GrowingText):
    """Shows markdown: piece by piece by ``append`` and ``finish``, or whole by ``show_markdown``.

    All of them return at once: the view writes at its own pace, a few milliseconds at a time.
    """

    wrote = Signal()
    """Everything is written, coloured and marked: ``settled`` has become true."""
    reveal = Signal(QRect)
    """This part of the view is to be scrolled to: a link within the text was followed."""
    save_selection = Signal()
    save_whole = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._styles = TextStyles(theme.colours, theme.font, theme.mono)
        self._writer = MarkdownDocument(self.document(), self._styles)
        self._painter = BlockPainter(self)
        self._queue = TextQueue()
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
        self._settled = True
        self._work = QTimer(self)
        self._work.setSingleShot(True)
        self._work.timeout.connect(self._go_on)
        self._selecting = False
        self.save_offered = False
        """Offer in the context menu to save what is selected, or else the whole text."""
        self.copyAvailable.connect(self._selected)
        self._code = CodeCopy(theme, self)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Text"))
        theme.changed.connect(self._restyle)

    # --- text

    @property
    def markdown(self) -> str:
        """The whole text, also what is not yet written."""
        return self._writer.source + self._queue.rest()

    @property
    def settled(self) -> bool:
        """True when all of the text is written, coloured and marked."""
        return self._settled

    def append(self, text: str) -> None:
        """Adds a piece to the end."""
        self._queue.push(text)
        self._due()

    def finish(self) -> None:
        """Says that the text is whole."""
        self._whole = self._unfinished = True
        self._due()

    def show_markdown(self, text: str, *, whole: bool = True) -> None:
        """Replaces the text; ``whole`` is False when more will come."""
        self._least_height = 0
        self._write_anew(text, whole=whole)

    def show_claims(self, claims: Sequence[Claim]) -> None:
        """Gives each citation of the whole text the mark that the check of it found."""
        self._claims = claims
        if self._chips is not None:
            self._rewrite()
        elif self._whole and not self._unfinished:
            self._mark_anew()
            self._due()

    def check(self, place: int) -> CitationCheck | None:
        """Gives the check of the citation whose link has this place; None where there is none."""
        checks = self._chips.checks if self._chips is not None else ()
        return checks[place] if 0 <= place < len(checks) else None

    def words(self) -> str:
        """Return the whole text as it reads, without the numbers of citations."""
        return words_between(self.document(), 0, self.document().characterCount() - 1)

    def selected_words(self) -> str:
        """Return the selected text as it reads, without the numbers of citations."""
        cursor = self.textCursor()
        return words_between(self.document(), cursor.selectionStart(), cursor.selectionEnd())

    def first_cited(self) -> int | None:
        """Return the number of the source that the text cites first; None where it cites none."""
        return nearest_citation(self.document(), 0, 0)

    def cited_near_selection(self) -> int | None:
        """Return the number of the source that is cited nearest to the selection, if any is."""
        cursor = self.textCursor()
        return nearest_citation(self.document(), cursor.selectionStart(), cursor.selectionEnd())

    # --- writing, a slice at a time

    def _write_anew(self, text: str, *, whole: bool, known: dict[str, Any] | None = None) -> None:
        self._marks = self._colours = iter(())
        self._chips = None
        self._writer.rest()
        self._writer = MarkdownDocument(self.document(), self._styles, known)
        self._queue = TextQueue()
        self._queue.push(text)
        self._whole = self._unfinished = whole
        self._settled = False
        self._go_on()

    def _rewrite(self, known: dict[str, Any] | None = None) -> None:
        # what stands below must not jump up and down again
        self._least_height = self.wanted_height
        self._write_anew(self.markdown, whole=self._whole, known=known)

    def _due(self) -> None:
        """Sees to it that what is to do is done: at once, or when the next frame is due."""
        self._settled = False
        if not self._work.isActive():
            wait = self._last_write + FRAME_S - time.monotonic()
            self._work.start(max(0, round(wait * 1000)))

    def _go_on(self) -> None:
        began = time.thread_time()
        if self._fit_due and time.monotonic() - self._last_fit >= FRAME_S:
            # painting what has come since takes as long as writing it: each has a turn of its own
            self._grow()
            self._work.start(_REST_MS)
            return
        while self._step():
            if self._next_is_long():
                self.fit()
                self._work.start(_PAINTED_MS)
                return
            if time.thread_time() - began > BUDGET_S:
                self._work.start(_REST_MS)
                return
        self._least_height = 0
        self.fit()
        if not self._settled:
            self._settled = True
            self.wrote.emit()

    def _step(self) -> bool:
        """Does a bit of what is next: writes, finishes, colours, marks; False when all is done."""
        if self._queue:
            self._write_slice()
        elif self._unfinished:
            self._finish()
        elif self._wants_spare():
            with unpainted(self.document()):
                self._writer.spare.make()
        elif self._looks_due:
            self._writer.edit.close()
            done = object()
            self._looks_due = next(chain(self._colours, self._marks), done) is not done
        else:
            return False
        return True

    def _wants_spare(self) -> bool:
        return not self._whole and self._writer.spare.is_wanted and not self._selecting

    def _next_is_long(self) -> bool:
        """Tells whether what is next goes through all of the text, and wants a turn of its own."""
        if self._queue or self._unfinished:
            return False
        return self._wants_spare() or (self._looks_due and self._writer.edit.is_open)

    def _write_slice(self) -> None:
        piece = self._queue.take(self._slice.chars)
        began = time.thread_time()
        self._write_quietly(partial(self._writer.append, piece, show_tail=not self._queue))
        self._slice.learn(len(piece), time.thread_time() - began)
        self._last_write = time.monotonic()
        for code in self._writer.take_closed_code():
            self._colours = chain(self._colours, colour(code, self._styles))
            self._looks_due = True

    def _write_quietly(self, write: Callable[[], None]) -> None:
        """Writes at the end, and has painted what is new and no more.

        Qt would have painted everything from the last of its own marks on, which may be a screen
        further up.
        """
        top = self._writer.tail_top
        with unpainted(self.document()):
            write()
        view = self.viewport()
        view.update(0, round(top) - _ABOVE, view.width(), view.height())

    def _finish(self) -> None:
        self._unfinished = False
        self._write_quietly(self._writer.finish)
        for code in self._writer.take_closed_code():
            self._colours = chain(self._colours, colour(code, self._styles))
            self._looks_due = True
        if self._writer.stale:
            # something was defined after its use: once more, now that it is known
            self._rewrite(known=self._writer.known)
        elif self._claims:
            self._mark_anew()

    def _mark_anew(self) -> None:
        self._chips = CitationChips(self.document(), self._styles)
        self._marks = self._chips.mark(self._claims)
        self._looks_due = True

    def _restyle(self) -> None:
        self._styles = TextStyles(self._theme.colours, self._theme.font, self._theme.mono)
        self._rewrite()

    def _selected(self, something: bool) -> None:  # noqa: FBT001 - Qt's signature
        self._selecting = something
        if something:
            self._writer.rest()

    # --- looks

    def fit(self) -> None:
        """Takes the new height at once, or while more is waiting, when the next frame is due."""
        self._fit_due = bool(self._queue)
        if not self._fit_due:
            self._grow()

    def _grow(self) -> None:
        self._fit_due = False
        self._last_fit = time.monotonic()
        shown = self.height()
        super().fit()
        # it is painted anyway, but apart from what was written, where this is not said
        self.viewport().update(0, shown, self.width(), self.height() - shown)

    def room_below(self) -> float:
        spare = self._writer.spare
        room = (CODE_PADDING if run_of(spare.last_block) else 0.0) - spare.height
        missing = self._least_height - 1 - self.document().size().height()
        return max(room, missing)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._painter.paint(self._styles.palette, event.rect())
        super().paintEvent(event)

    def tip_at(self, href: str) -> str:
        return note_text(self.document(), href) or super().tip_at(href)

    def follow_link(self, href: str) -> None:
        target = note_target(self.document(), href)
        if target is None:
            super().follow_link(href)
            return
        self.setTextCursor(target)
        self.reveal.emit(self.cursorRect(target))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._writer.rest()
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.createStandardContextMenu(event.pos())
        first = self._code.first_line_at(event.pos())
        if first is not None:
            menu.addAction(self.tr("Copy code block"), lambda: copy_run(first))
        if self.save_offered and self.selected_words():
            menu.addSeparator()
            menu.addAction(self.tr("Save as discovery"), self.save_selection.emit)
        elif self.save_offered and self._whole:
            menu.addSeparator()
            menu.addAction(self.tr("Save the answer as discovery"), self.save_whole.emit)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())
