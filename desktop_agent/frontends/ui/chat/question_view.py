"""The view of a question in the chat, with its attachments and buttons."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QBuffer, QByteArray, QMargins, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFontMetrics,
    QGuiApplication,
    QImageReader,
    QPixmap,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolButton, QWidget

from desktop_agent.core.conversations import TurnOutline
from desktop_agent.core.messages import Attachment
from desktop_agent.frontends.ui.chat.turn_actions import TurnActions, turn_button
from desktop_agent.frontends.ui.chat.widget_column import Sized, WidgetColumn
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.markdown.rich_text import RichTextView
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, IconLabel, heading
from desktop_agent.frontends.ui.widgets.layout import STRETCH, FlowLayout, hbox
from desktop_agent.frontends.ui.widgets.theme import Theme

# --- Attachment chips above the bubble

_NAME_WIDTH = 180
_PICTURE = 96
"""Longest side of a thumbnail, in pixels."""
_DATA_MOST = 4_000_000
"""Maximum size in bytes of an image that gets a thumbnail; a larger one shows only its name."""


class AttachmentChips(QWidget):
    """Right-aligned rows of attachment chips, with thumbnails decoded after construction."""

    def __init__(self, theme: Theme, attachments: Sequence[Attachment], parent: QWidget) -> None:
        super().__init__(parent)
        rows = FlowLayout(self, from_right=True)
        for each in attachments:
            rows.addWidget(self._chip(theme, each))

    def _chip(self, theme: Theme, attachment: Attachment) -> QWidget:
        chip = QWidget()
        chip.setObjectName("chip")
        chip.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        chip.setToolTip("\n".join(part for part in (attachment.name, attachment.note) if part))
        chip.setAccessibleName(self.tr("Attached: {0}").format(attachment.name))
        name = ElidedLabel(attachment.name, _NAME_WIDTH, Qt.TextElideMode.ElideMiddle)
        name.setObjectName("meta")
        if attachment.is_image:
            picture = QLabel()
            picture.hide()
            QTimer.singleShot(0, picture, partial(self._show_picture, picture, attachment))
        else:
            picture = IconLabel(theme, "page", "muted", 16)
        hbox(picture, name, parent=chip, margins=(8, 4, 10, 4), spacing=6)
        return chip

    def _show_picture(self, label: QLabel, attachment: Attachment) -> None:
        picture = _small(attachment.data, self.devicePixelRatioF())
        if picture is not None:
            label.setPixmap(picture)
            label.show()


def _small(data: bytes, ratio: float) -> QPixmap | None:
    """Decode an image at thumbnail size; return None if it is empty, too large or unreadable."""
    if not data or len(data) > _DATA_MOST:
        return None
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QBuffer.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    side = round(_PICTURE * ratio)
    reader.setScaledSize(
        reader.size().scaled(QSize(side, side), Qt.AspectRatioMode.KeepAspectRatio)
    )
    image = reader.read()
    if image.isNull():
        return None
    picture = QPixmap.fromImage(image)
    picture.setDevicePixelRatio(ratio)
    return picture


# --- Buttons, visible while the question is hovered over or has the keyboard focus

HEIGHT = 28


class QuestionBar(QWidget):
    """Buttons for copying and editing a question and switching between its versions.

    The buttons are created on demand. ``show_rest``, if given, shows the rest of a long question.
    """

    def __init__(
        self,
        theme: Theme,
        turn: Turn,
        actions: TurnActions,
        parent: QWidget,
        show_rest: Callable[[], object] | None,
    ) -> None:
        super().__init__(parent)
        self._turn = turn
        self._actions = actions
        self._theme = theme
        self._row = hbox(STRETCH, parent=self, spacing=2)
        self._offered: list[QToolButton] = []
        self._switcher: QWidget | None = None
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        if show_rest is not None:
            self._add_rest(show_rest)

    def show_siblings(self, sibling: int, siblings: int) -> None:
        if siblings > 1 and self._switcher is None:
            self._switcher = self._make_switcher()
            self._row.addWidget(self._switcher)
        if self._switcher is not None:
            self._switcher.setVisible(siblings > 1)
            self._place.setText(f"{sibling}/{siblings}")
            self._place.setAccessibleName(self.tr("Version {0} of {1}").format(sibling, siblings))
            self._back.setEnabled(sibling > 1)
            self._on.setEnabled(sibling < siblings)

    def offer(self, here: bool) -> None:  # noqa: FBT001 - a switch, named by its method
        if here and not self._offered:
            tip = self.tr("Edit and ask again")
            ask = partial(self._actions.edit.emit, self._turn.turn_id)
            self._offered = [
                turn_button(self._theme, "copy", self.tr("Copy question"), self._copy),
                turn_button(self._theme, "edit", tip, ask),
            ]
            for button in self._offered:
                self._row.insertWidget(self._row.count() - bool(self._switcher), button)
        for button in self._offered:
            button.setVisible(here)

    @property
    def buttons(self) -> list[QToolButton]:
        origin = QPoint(0, 0)
        return sorted(self.findChildren(QToolButton), key=lambda each: each.mapTo(self, origin).x())

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._turn.question)

    def _add_rest(self, show_rest: Callable[[], object]) -> None:
        button = QToolButton()
        button.setText(self.tr("Show whole question"))
        button.setObjectName("turnAction")
        self._row.addWidget(button)
        button.clicked.connect(show_rest)
        button.clicked.connect(button.hide)

    def _make_switcher(self) -> QWidget:
        switcher = QWidget()
        switch, turn_id = self._actions.switched.emit, self._turn.turn_id
        back, on = self.tr("Previous version"), self.tr("Next version")
        self._back = turn_button(self._theme, "left", back, lambda: switch(turn_id, -1))
        self._on = turn_button(self._theme, "right", on, lambda: switch(turn_id, 1))
        self._place = heading("", "meta")
        place = (self._place, 0, Qt.AlignmentFlag.AlignCenter)
        hbox(self._back, place, self._on, parent=switcher, spacing=0)
        return switcher


BUBBLE_MOST = 600
"""Maximum width of a bubble, in pixels."""
INDENT = 48
"""Minimum space beside a bubble, in pixels."""
PADDING = QMargins(16, 12, 16, 6)
SHOWN_MOST = 1_500
"""Number of characters of a question to show until the user asks for the rest."""
_WORD_MOST = 60
_SLICE = 20_000
"""Number of characters of a long question to write in one step."""
_LINE_HEIGHT = 135.0


class QuestionText(RichTextView):
    """The question as plain text; markup is shown literally."""

    def __init__(self, theme: Theme, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.managed = True
        self._theme = theme
        self._text = text
        self._written = 0
        self._rest = QTimer(self, interval=0)
        self._rest.timeout.connect(self._write_slice)
        self.document().setUndoRedoEnabled(False)
        self.setAccessibleName(self.tr("You asked: {0}").format(text[:SHOWN_MOST]))
        self._write(self._beginning())
        theme.changed.connect(self._restyle)

    @property
    def is_cut(self) -> bool:
        return self._written < len(self._text)

    def _beginning(self) -> str:
        """Return the text up to the limit, cut between words if possible."""
        if len(self._text) <= SHOWN_MOST:
            return self._text
        at = max(self._text.rfind(space, SHOWN_MOST - _WORD_MOST, SHOWN_MOST) for space in " \n")
        return self._text[: at if at > 0 else SHOWN_MOST]

    def show_rest(self) -> None:
        self._rest.start()

    def natural_width(self, most: int) -> int:
        """Return the preferred text width in pixels, at most ``most``."""
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
        # Qt does not accept a lone surrogate
        cursor.insertText(text.encode("utf-8", "replace").decode(), characters)

    def _restyle(self) -> None:
        written = self._text[: self._written]
        self._written = 0
        self.document().clear()
        self._write(written)


class Bubble(Sized):
    """A coloured bubble only as wide as the question in it."""

    resized = Signal()

    def __init__(self, theme: Theme, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("bubble")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.text = QuestionText(theme, text, self)
        self.text.height_changed.connect(self._grown)

    def set_width(self, width: int) -> None:
        inner = self.text.natural_width(text_room(width))
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


class UserMessage(WidgetColumn):
    """A column with a right-aligned question bubble, its attachments and its buttons."""

    def __init__(self, theme: Theme, turn: Turn, actions: TurnActions, parent: QWidget) -> None:
        super().__init__(4, parent)
        bubble = Bubble(theme, turn.question, self)
        bubble.resized.connect(self.place)
        self.text = bubble.text
        if turn.attachments:
            self.put(AttachmentChips(theme, turn.attachments, self))
        self.put(bubble, right=True)
        show_rest = self.text.show_rest if self.text.is_cut else None
        self.bar = QuestionBar(theme, turn, actions, self, show_rest)
        self.put(self.bar)

    def show_outline(self, outline: TurnOutline) -> None:
        self.bar.show_siblings(outline.sibling, outline.siblings)

    def show_active(self, *, active: bool) -> None:
        """Show the buttons while the turn is hovered over or focused."""
        self.bar.offer(active)
        before: QWidget = self.text
        for button in self.bar.buttons:
            QWidget.setTabOrder(before, button)
            before = button


def text_room(column: int) -> int:
    """Return the maximum width in pixels of a question's text in a column of this width."""
    return max(40, min(BUBBLE_MOST, column - INDENT) - PADDING.left() - PADDING.right())
