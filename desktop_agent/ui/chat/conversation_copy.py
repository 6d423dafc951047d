"""Collects the text of a stretch of a conversation, however long, without blocking the window."""

import time
from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QTextDocument

from desktop_agent.ui.chat.answer_export import answer_markdown
from desktop_agent.ui.chat.history import History
from desktop_agent.ui.markdown.document import MarkdownDocument
from desktop_agent.ui.markdown.text_styles import TextStyles
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.turn import Turn

_AT_ONCE = 24
"""Turns that are asked for together; well below what the history remembers."""
_BUDGET_S = 0.005

Piece = tuple[int, int]
"""Index of a turn, and its question (0) or answer (1)."""


class ConversationCopy(QObject):
    """Collects pieces in order; ``done`` brings how many, when ``take`` was given their text.

    ``cut`` holds the text of pieces of which only a part is wanted. It deletes itself at the end.
    """

    done = Signal(int)

    def __init__(
        self,
        theme: Theme,
        history: History,
        pieces: Sequence[Piece],
        cut: Mapping[Piece, str],
        take: Callable[[str], object],
        parent: QObject,
        *,
        markdown: bool,
    ) -> None:
        super().__init__(parent)
        self._history = history
        self._pieces = pieces
        self._cut = cut
        self._take = take
        self._markdown = markdown
        self._styles = TextStyles(theme.colours, theme.font, theme.mono)
        self._texts: list[str] = []
        self._timer = QTimer(self)
        self._timer.setInterval(1)
        self._timer.timeout.connect(self._go_on)
        history.replaced.connect(self.cancel)
        history.loaded.connect(self._loaded)

    def start(self) -> None:
        """Begins; a short stretch that is loaded is collected before this returns."""
        self._timer.start()
        self._go_on()

    def cancel(self) -> None:
        """Collects no more."""
        self._timer.stop()
        self.deleteLater()

    def _loaded(self, _index: int) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def _go_on(self) -> None:
        began = time.thread_time()
        while len(self._texts) < len(self._pieces):
            if time.thread_time() - began > _BUDGET_S:
                return
            index, part = piece = self._pieces[len(self._texts)]
            turn = None
            if piece not in self._cut:
                turn = self._history.turn(index)
                if turn is None:
                    self._timer.stop()  # goes on when it is loaded
                    ahead = range(index, min(index + _AT_ONCE, self._pieces[-1][0] + 1))
                    self._history.want(ahead)
                    return
            self._texts.append(self._cut[piece] if turn is None else self._text(turn, part))
        self._timer.stop()
        self._take("\n\n".join(text for text in self._texts if text))
        self.done.emit(len(self._texts))
        self.deleteLater()

    def _text(self, turn: Turn, part: int) -> str:
        if part == 0:
            if not self._markdown:
                return turn.question
            return "\n".join(f"> {line}".rstrip() for line in turn.question.split("\n"))
        return answer_markdown(turn) if self._markdown else self._plain(turn.text)

    def _plain(self, text: str) -> str:
        """Gives the answer as it reads, the way the chat shows it."""
        document = QTextDocument()
        writer = MarkdownDocument(document, self._styles)
        writer.append(text)
        writer.finish()
        return document.toPlainText()
