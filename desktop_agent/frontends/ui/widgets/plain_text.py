"""A view for untrusted plain text of any length."""

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QPushButton, QTextEdit, QWidget

from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.labels import SELECTABLE, wrapped
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox

_SLICE = 16 * 1024
"""Number of characters written per tick of the event loop; writing them takes 2 to 5 ms."""
_MOST_LINES = 2_000
"""Maximum number of lines per slice, since Qt takes 4 µs to create one."""
_MOST_IN_LINE = 2_000
"""Maximum length of a line; longer ones are broken, as Qt lays out 100,000 characters in 20 ms."""
_RUNS = re.compile(rf"\n|[^\n]{{0,{_MOST_IN_LINE - 1}}}[ \t]|[^\n]{{1,{_MOST_IN_LINE}}}")
_CONTROLS = re.compile(
    "\r\n|[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u2028\u2029\u202a-\u202e\u2066-\u2069"
    "\ud800-\udfff\ufdd0\ufdd1\ufff9-\ufffc\U000e0000-\U000e007f]"
)
_WIDE = re.compile("[\U00010000-\U0010ffff]")
_MOST_HITS = 10_000


def visible(text: str) -> str:
    """Replace characters that hide or reverse text with visible substitutes."""
    return _CONTROLS.sub(_shown, text)


def one_line(text: str) -> str:
    """Return untrusted text as one line, with hidden characters made visible."""
    return visible(" ".join(text.split()))


def _shown(found: re.Match[str]) -> str:
    match found[0]:
        case "\r\n":
            return " \n"
        case "\r" | "\x0b" | "\x0c" | "\x85" | "\u2028" | "\u2029":
            return "\n"
        case "\xad":
            return "-"
        case low if low < " ":
            return chr(0x2400 + ord(low))
    return "\ufffd"


class PlainText(QPlainTextEdit):
    """A view that shows text of any length without blocking the window.

    ``settled`` is emitted when the full text has been written. Positions are character offsets in
    the added text, not counting line breaks inserted by the view.
    """

    settled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTextInteractionFlags(SELECTABLE)
        self._waiting: deque[tuple[str, QTextCharFormat | None]] = deque()
        self._pieces: list[str] = []
        self._shifts: list[int] = []
        """The characters from which on positions are larger by one, because of an inserted break, or
        of a character before them that counts as two for Qt."""
        self._length = self._column = 0
        self._next = QTimer(self, interval=0)
        self._next.timeout.connect(self._write_next)

    @property
    def is_settled(self) -> bool:
        """True once the full text has been written."""
        return not self._next.isActive()

    def show_text(self, text: str) -> None:
        self._waiting.clear()
        self.clear()
        self.setExtraSelections([])
        self._pieces, self._shifts = [], []
        self._length = self._column = 0
        self._waiting.extend(_sliced(text, None))
        self._write_next()

    def add(self, text: str, form: QTextCharFormat | None = None) -> None:
        """Append text, scrolling to the new end if the end is in view."""
        bar = self.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - 1
        idle = self.is_settled
        self._waiting.extend(_sliced(text, form))
        if idle:
            self._write_next()
        if at_end:
            bar.setValue(bar.maximum())

    def place(self, at: int) -> int:
        """Convert a character offset to a position in the Qt document, in UTF-16 code units."""
        at = max(0, min(at, self._length))
        return at + bisect_right(self._shifts, at)

    def select(self, start: int, end: int) -> QTextCursor:
        """Return a cursor that selects the half-open range from ``start`` to ``end``."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(self.place(start))
        cursor.setPosition(self.place(end), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def selected_text(self) -> str:
        """Return the selected text without the breaks inserted into long lines."""
        cursor = self.textCursor()
        first, last = cursor.selectionStart(), cursor.selectionEnd()
        return self.text_between(self._character(first), self._character(last))

    def text_between(self, start: int, end: int) -> str:
        """Return the displayed characters in the half-open range from ``start`` to ``end``."""
        return "".join(self._pieces)[start:end]

    def _character(self, position: int) -> int:
        shifts = self._shifts
        return position - bisect_right(
            range(len(shifts)), position, key=lambda n: shifts[n] + n + 1
        )

    def go_to(self, start: int) -> None:
        """Scroll to a character and place the cursor there."""
        cursor = self.select(start, start)
        self.setTextCursor(cursor)
        self.centerCursor()

    def highlight(self, spans: Sequence[tuple[int, int, QTextCharFormat]]) -> None:
        """Apply formats to half-open ``(start, end)`` ranges, replacing all previous formats."""
        selections = []
        for start, end, form in spans:
            selection = QTextEdit.ExtraSelection()
            selection.cursor = self.select(start, end)
            selection.format = form
            selections.append(selection)
        self.setExtraSelections(selections)

    def hits(self, words: str) -> list[int]:
        """Return the offsets of up to 10,000 occurrences of ``words``, ignoring case."""
        text, wanted = self.text_between(0, self._length), re.escape(visible(words))
        matches = re.finditer(wanted, text, re.IGNORECASE) if wanted else iter(())
        return [match.start() for match in islice(matches, _MOST_HITS)]

    def _write_next(self) -> None:
        if self._waiting:
            self._write(*self._waiting.popleft())
        if self._waiting:
            self._next.start()
        else:
            self._next.stop()
            self.settled.emit()

    def _write(self, text: str, form: QTextCharFormat | None) -> None:
        shown = visible(text)
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        breaks = list(self._breaks(shown))
        lines = [shown[start:end] for start, end in pairwise([0, *breaks, len(shown)])]
        cursor.insertText("\n".join(lines), form or QTextCharFormat())
        wide = [found.end() for found in _WIDE.finditer(shown)]
        self._shifts += [self._length + place for place in sorted([*breaks, *wide])]
        self._pieces.append(shown)
        self._length += len(shown)

    def _breaks(self, text: str) -> Iterator[int]:
        for run in _RUNS.finditer(text):
            length = run.end() - run.start()
            if run[0] == "\n":
                self._column = 0
            elif self._column + length > _MOST_IN_LINE:
                self._column = length
                yield run.start()
            else:
                self._column += length


def _sliced(
    text: str, form: QTextCharFormat | None
) -> Iterator[tuple[str, QTextCharFormat | None]]:
    at = 0
    while at < len(text):
        end = at + _SLICE
        while (lines := text.count("\n", at, end) + text.count("\r", at, end)) > _MOST_LINES:
            end = at + max(1, (end - at) * _MOST_LINES // (lines + 1))
        if text[end - 1 : end + 1] == "\r\n":
            end += 1
        yield text[at:end], form
        at = end


def utf16_units(text: str) -> int:
    """Return the length of ``text`` in UTF-16 code units, as Qt counts it."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


class TextDialog(QDialog):
    """A dialog with a note and long text; ``buttons`` are next to the close button."""

    def __init__(
        self, parent: QWidget | None, title: str, note: str, text: str, *buttons: QPushButton
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.resize(640, 470)
        self.text = PlainText()
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(title)
        self.text.show_text(text)
        close = push_button(QCoreApplication.translate("Upkeep", "Close"), self.accept)
        row = hbox(*buttons, STRETCH, close, spacing=8)
        parts = (wrapped(note, "muted"), (self.text, 1), row)
        vbox(*parts, parent=self, margins=(20, 16, 20, 16), spacing=10)
