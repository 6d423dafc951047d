"""How tall a turn may be that nobody has laid out yet."""

from collections.abc import Iterable, Iterator

from PySide6.QtGui import QFont, QFontMetricsF

from desktop_agent.core.conversations import TurnOutline
from desktop_agent.ui.chat.message_footer import FOOTER_HEIGHT
from desktop_agent.ui.chat.message_view import SPACING
from desktop_agent.ui.chat.question_bar import HEIGHT as BAR_HEIGHT
from desktop_agent.ui.chat.turn_view import GAP
from desktop_agent.ui.chat.user_message import PADDING, SHOWN_MOST, text_room

_SAMPLE = "the quick brown fox jumps over the lazy dog, and so it goes on in 12 of 30 cases; "
_QUESTION_LINE = 1.35
_ANSWER_LINE = 1.4
_FILLED = 0.94
"""How much of a line words fill on average, until the next one has no room."""
_PARAGRAPH = 400
"""Characters after which an answer is thought to begin a new paragraph."""
_PARAGRAPH_GAP = 16


class HeightEstimate:
    """Reckons heights from counts of characters, for one font and one width of the column."""

    def __init__(self, font: QFont, column: int) -> None:
        metrics = QFontMetricsF(font)
        character = metrics.horizontalAdvance(_SAMPLE) / len(_SAMPLE)
        self._line = metrics.height()
        self._column = column
        self._question_room = max(1.0, text_room(column) / character * _FILLED)
        self._answer_room = max(1.0, column / character * _FILLED)
        self._fixed = PADDING.top() + PADDING.bottom() + BAR_HEIGHT + 4 + GAP
        self._fixed += FOOTER_HEIGHT + SPACING

    def heights(self, outlines: Iterable[TurnOutline]) -> Iterator[int]:
        """Gives the height of each turn, in pixels."""
        known: dict[tuple[int, int], int] = {}
        for outline in outlines:
            size = (outline.question_chars, outline.answer_chars)
            height = known.get(size)
            if height is None:
                height = known[size] = self.height(*size)
            yield height

    def height(self, question_chars: int, answer_chars: int) -> int:
        """Gives the height of one turn, in pixels."""
        asked = 1 + min(question_chars, SHOWN_MOST) // self._question_room
        said = (answer_chars + self._answer_room - 1) // self._answer_room
        gaps = answer_chars // _PARAGRAPH * _PARAGRAPH_GAP
        lines = asked * _QUESTION_LINE + said * _ANSWER_LINE
        return round(lines * self._line + gaps + self._fixed)
