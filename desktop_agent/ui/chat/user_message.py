"""What the person asked."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QMargins, QObject, Qt, QTimer, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QEnterEvent,
    QFontMetrics,
    QGuiApplication,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QApplication, QWidget

from desktop_agent.core.attachments import Attachment
from desktop_agent.core.conversations import TurnOutline
from desktop_agent.ui.chat.attachment_chips import AttachmentChips
from desktop_agent.ui.chat.question_bar import QuestionBar
from desktop_agent.ui.chat.stack import Sized, Stack
from desktop_agent.ui.markdown.growing_text import GrowingText
from desktop_agent.ui.theme import Theme

BUBBLE_MOST = 600
"""Widest bubble in pixels."""
INDENT = 48
"""Room that is always left free beside a bubble."""
PADDING = QMargins(16, 12, 16, 6)
SHOWN_MOST = 3_000
"""Characters of a question that are shown before one asks for the rest."""
_SLICE = 20_000
"""Characters of a long question that are written in one go."""
_LINE_HEIGHT = 135.0


class QuestionText(GrowingText):
    """The words of a question, plain: nothing in them is read as markup."""

    def __init__(self, theme: Theme, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.managed = True
        self._theme = theme
        self._text = text
        self._written = 0
        self._rest = QTimer(self)
        self._rest.setInterval(0)
        self._rest.timeout.connect(self._write_slice)
        self.document().setUndoRedoEnabled(False)
        self.setAccessibleName(self.tr("You asked: {0}").format(text[:SHOWN_MOST]))
        self._write(text[:SHOWN_MOST])
        theme.changed.connect(self._restyle)

    @property
    def is_cut(self) -> bool:
        """True while there is more than is shown."""
        return self._written < len(self._text)

    def show_rest(self) -> None:
        """Writes what is still missing, in slices."""
        self._rest.start()

    def natural_width(self, most: int) -> int:
        """Gives the width that the text likes to have, ``most`` pixels or less."""
        if len(self._text) > most:
            return most
        metrics = QFontMetrics(self._theme.font)
        widest = max(metrics.horizontalAdvance(line) for line in self._text.split("\n"))
        return min(most, widest + 4)

    def _write_slice(self) -> None:
        self._write(self._text[self._written : self._written + _SLICE])
        if not self.is_cut:
            self._rest.stop()

    def _write(self, text: str) -> None:
        self._written += len(text)
        form = QTextBlockFormat()
        form.setLineHeight(_LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        characters = QTextCharFormat()
        characters.setFont(self._theme.font)
        characters.setForeground(QBrush(QColor(self._theme.colours.text)))
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.setBlockFormat(form)
        # a lone surrogate cannot be handed to Qt
        cursor.insertText(text.encode("utf-8", "replace").decode(), characters)

    def _restyle(self) -> None:
        written = self._text[: self._written]
        self._written = 0
        self.document().clear()
        self._write(written)


class Bubble(Sized):
    """A coloured box as wide as the question in it needs."""

    resized = Signal()

    def __init__(self, theme: Theme, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("bubble")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.text = QuestionText(theme, text, self)
        self.text.height_changed.connect(self._grown)

    def set_width(self, width: int) -> None:
        sides = PADDING.left() + PADDING.right()
        room = min(BUBBLE_MOST, width - INDENT) - sides
        inner = self.text.natural_width(max(40, room))
        self.text.setGeometry(PADDING.left(), PADDING.top(), inner, self.text.wanted_height)
        self._take_height()

    def _take_height(self) -> None:
        height = self.text.wanted_height
        self.text.resize(self.text.width(), height)
        width = self.text.width() + PADDING.left() + PADDING.right()
        self.resize(width, height + PADDING.top() + PADDING.bottom())

    def _grown(self) -> None:
        before = self.height()
        self._take_height()
        if self.height() != before:
            self.resized.emit()


class UserMessage(Stack):
    """The question in a bubble on the right, what went with it, and what can be done with it.

    ``edit`` asks to change the question, ``switched`` for the version of it that is -1 or +1 away,
    ``compare`` for the answers to two of them side by side.
    """

    edit = Signal()
    switched = Signal(int)
    compare = Signal()

    def __init__(
        self, theme: Theme, text: str, attachments: Sequence[Attachment], parent: QWidget
    ) -> None:
        super().__init__(4, parent)
        self._question = text
        bubble = Bubble(theme, text, self)
        bubble.resized.connect(self.place)
        self.text = bubble.text
        self.text.installEventFilter(self)
        self._chips: AttachmentChips | None = None
        if attachments:
            self._chips = AttachmentChips(theme, attachments, self)
            self.put(self._chips)
            self.align_right(self._chips)
        self.put(bubble)
        self.align_right(bubble)
        self.bar = QuestionBar(theme, self, cut=self.text.is_cut)
        self.bar.copy.connect(self.copy_text)
        self.bar.edit.connect(self.edit)
        self.bar.switched.connect(self.switched)
        self.bar.compare.connect(self.compare)
        self.bar.rest.connect(self.text.show_rest)
        self.put(self.bar)

    def show_outline(self, outline: TurnOutline) -> None:
        """Shows how many versions of this question there are."""
        self.bar.show_siblings(outline.sibling, outline.siblings)

    def copy_text(self) -> None:
        """Puts the question on the clipboard."""
        QGuiApplication.clipboard().setText(self._question)

    def dress(self) -> None:
        """Shows what may come after the text: the pictures that went with the question."""
        if self._chips is not None:
            self._chips.show_pictures()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.bar.offer(True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._offer_while_here()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            self._offer_to_keyboard()
        elif event.type() == QEvent.Type.FocusOut:
            QTimer.singleShot(0, self, self._offer_while_here)
        return False

    def _offer_to_keyboard(self) -> None:
        self.bar.offer(True)
        before: QWidget = self.text
        for button in self.bar.buttons:  # they may just have been made
            QWidget.setTabOrder(before, button)
            before = button

    def _offer_while_here(self) -> None:
        focus = QApplication.focusWidget()
        inside = focus is not None and (focus is self or self.isAncestorOf(focus))
        self.bar.offer(inside or self.underMouse())


def text_room(column: int) -> int:
    """Gives the widest line of a question in a column, in pixels."""
    return max(40, min(BUBBLE_MOST, column - INDENT) - PADDING.left() - PADDING.right())
