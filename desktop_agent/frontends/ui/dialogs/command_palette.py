"""The command palette, which finds a command from a few typed letters."""

import heapq
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    QTimer,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QHideEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QLabel,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop_agent.frontends.ui.widgets.accessibility import announce
from desktop_agent.frontends.ui.widgets.command_registry import (
    Commands,
    draw_keys,
    keys_width,
    small,
)
from desktop_agent.frontends.ui.widgets.layout import vbox
from desktop_agent.frontends.ui.widgets.theme import Theme

# --- Fuzzy matching: whole words first, then letters in order

_PREFIX = 120
_WORD = 90
_INSIDE = 60
_SCATTERED = 20
_START_OF_WORD = 6
_TOGETHER = 4
_LONGEST = 300
"""Maximum number of characters of a text that are searched for a match."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The result of matching a text. A higher ``score`` is better.

    ``places`` are the indexes of the matched characters.
    """

    score: float
    places: tuple[int, ...]


Matcher = Callable[[str], Fit | None]


def fitter(typed: str) -> Matcher:
    """Return a function that matches a text against ``typed`` and returns a `Fit` or None.

    Each word of ``typed`` must occur in the text: at the start of the text, at the start of a word,
    anywhere else, or as letters in the same order. Earlier kinds of match usually score higher.
    Case is ignored, and short texts rank above long ones.
    """
    matchers = [_word_fitter(word) for word in _folded(typed).split()]

    def fit(text: str) -> Fit | None:
        folded = _folded(text[:_LONGEST])
        score = 0.0
        places: set[int] = set()
        for matcher in matchers:
            found = matcher(folded)
            if found is None:
                return None
            score += found.score
            places.update(found.places)
        return Fit(score - len(folded) / 50, tuple(sorted(places)))

    return fit


def _folded(text: str) -> str:
    """Casefold the text, except for characters whose length would change, to keep indexes valid."""
    return "".join(each.casefold() if len(each.casefold()) == 1 else each for each in text)


def _word_fitter(word: str) -> Matcher:
    # there is only one way to match each letter, so this takes one pass over the text
    in_order = re.compile("".join(f"[^{re.escape(c)}]*{re.escape(c)}" for c in word))

    def fit(text: str) -> Fit | None:
        if not in_order.match(text):
            return None
        at = _best_place(word, text)
        if at < 0:
            return _scattered(word, text)
        score = _PREFIX if at == 0 else _WORD if _starts_word(text, at) else _INSIDE
        return Fit(score, tuple(range(at, at + len(word))))

    return fit


def _scattered(word: str, text: str) -> Fit:
    places: list[int] = []
    at = -1
    score = float(_SCATTERED)
    for letter in word:
        at = text.index(letter, at + 1)
        if _starts_word(text, at):
            score += _START_OF_WORD
        elif places and at == places[-1] + 1:
            score += _TOGETHER
        places.append(at)
    return Fit(score - (places[-1] - places[0]) / 10, tuple(places))


def _best_place(word: str, text: str) -> int:
    first = at = text.find(word)
    while at > 0 and not _starts_word(text, at):
        at = text.find(word, at + 1)
    return at if at >= 0 else first


def _starts_word(text: str, at: int) -> bool:
    return at == 0 or not text[at - 1].isalnum()


# --- A line of the palette


@dataclass(frozen=True, slots=True)
class Offer:
    """An item in the palette, identified by ``name``, which is unique.

    ``section`` is shown next to the title. ``keys`` is the shortcut to show, or "" if there is
    none.
    """

    name: str
    section: str
    title: str
    run: Callable[[], object] = field(repr=False)
    keys: str = ""


# --- Ranking, in time slices

_BY_NAME_ONLY = frozenset({"program.templates"})
"""Commands that are found only when something is typed, because hardly anyone needs them."""
SHOWN_MOST = 60
_RECENT_BONUS = 30.0
_SECTION_SHARE = 0.5
"""Weight of a match in the section's name, relative to a match in the title."""

Ranked = tuple[Offer, tuple[int, ...]]


class Ranking:
    """Ranks ``offers`` by how well they match the typed text. Call `work` until it returns True.

    ``recent`` lists the names of recently used offers, newest first. If nothing is typed, these
    come first, followed by the others in the given order.
    """

    def __init__(self, typed: str, offers: Sequence[Offer], recent: Sequence[str]) -> None:
        self._fit = fitter(typed)
        self._offers = offers
        self._recent = {name: place for place, name in enumerate(recent)}
        self._words = typed.casefold().split()
        self._found: list[tuple[float, int, Offer, tuple[int, ...]]] = []
        self._steps = self._walk()

    def work(self, seconds: float, clock: Callable[[], float] = time.perf_counter) -> bool:
        """Rank offers for about ``seconds``; return True once all are ranked."""
        end = clock() + seconds
        return all(clock() < end for _ in self._steps)

    def best(self) -> list[Ranked]:
        """Return the best offers so far, at most `SHOWN_MOST`, with the matched characters."""
        best = heapq.nsmallest(SHOWN_MOST, self._found, key=lambda each: each[:2])
        return [(offer, places) for _, _, offer, places in best]

    def _walk(self) -> Iterator[int]:
        for place, offer in enumerate(self._offers):
            found = self._score(offer)
            if found is not None:
                self._found.append((-found.score, place, offer, found.places))
            yield place

    def _score(self, offer: Offer) -> Fit | None:
        place = self._recent.get(offer.name)
        newness = 1 / (1 + place) if place is not None else 0.0
        if not self._words:
            hidden = offer.name in _BY_NAME_ONLY and place is None
            return None if hidden else Fit(newness, ())
        found = self._fit(offer.title)
        if found is not None:
            return Fit(found.score + newness * _RECENT_BONUS, found.places)
        whole = f"{offer.section} {offer.title}"
        folded = whole.casefold()  # letters in order within both would match nearly everything
        found = self._fit(whole) if all(word in folded for word in self._words) else None
        if found is None:
            return None
        shift = len(offer.section) + 1
        places = tuple(place - shift for place in found.places if place >= shift)
        return Fit(found.score * _SECTION_SHARE + newness * _RECENT_BONUS, places)


# --- The list model

Index = QModelIndex | QPersistentModelIndex
OFFER = Qt.ItemDataRole.UserRole.value
"""Item data role of the `Offer`."""
PLACES = OFFER + 1
"""Item data role of the matched positions in the title."""


class PaletteModel(QAbstractListModel):
    """A Qt list model of the ranked offers, best first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: Sequence[Ranked] = ()

    def show(self, lines: Sequence[Ranked]) -> None:
        """Replace the rows unless they are unchanged."""
        if list(lines) == list(self._lines):
            return
        self.beginResetModel()
        self._lines = lines
        self.endResetModel()

    def offer(self, index: Index) -> Offer:
        return self._lines[index.row()][0]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        offer, places = self._lines[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return offer.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(part for part in (offer.title, offer.section, offer.keys) if part)
        return {OFFER: offer, PLACES: places}.get(role)


# --- Painting: title with matches in bold, section, keys

_MARGIN = 12
_GAP = 14
_RADIUS = 7


def row_height(metrics: QFontMetrics) -> int:
    """Return the height of a row in pixels."""
    return metrics.height() + 18


class PaletteDelegate(QStyledItemDelegate):
    """Paints an offer's title, section and keys in a row of uniform height."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - Qt's signature
        return QSize(200, row_height(option.fontMetrics))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        colours = self._theme.colours
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        if chosen or hovered:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.accent_soft if chosen else colours.hover))
            painter.drawRoundedRect(option.rect.adjusted(2, 1, -2, -1), _RADIUS, _RADIUS)
        box = option.rect.adjusted(_MARGIN, 0, -_MARGIN, 0)
        offer: Offer = index.data(OFFER)
        if offer.keys:
            draw_keys(painter, box, offer.keys, option.font, self._theme)
            box.setRight(box.right() - keys_width(offer.keys, option.font) - _GAP)
        lesser = small(option.font)
        wide = min(QFontMetrics(lesser).horizontalAdvance(offer.section), box.width() // 3)
        painter.setFont(lesser)
        painter.setPen(QColor(colours.muted))
        beside = QRect(box.right() - wide, box.top(), wide + 1, box.height())
        elide = Qt.TextElideMode.ElideRight
        shown = QFontMetrics(lesser).elidedText(offer.section, elide, wide + 1)
        painter.drawText(beside, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, shown)
        box.setRight(box.right() - wide - _GAP)
        painter.setPen(QColor(colours.text))
        _draw_title(painter, box, offer.title, index.data(PLACES), option.font)
        painter.restore()


def _draw_title(
    painter: QPainter, box: QRect, title: str, places: tuple[int, ...], font: QFont
) -> None:
    """Draw a title, shortened if necessary, with matched characters in bold if it is ASCII."""
    bold = QFont(font)
    bold.setWeight(QFont.Weight.Bold)
    shown = QFontMetrics(bold).elidedText(title, Qt.TextElideMode.ElideRight, box.width())
    left = box.left()
    # letters of other scripts may be joined, so such a title is drawn as a whole
    runs = _runs(shown, places) if title.isascii() else [(shown, False)]
    for text, typed in runs:
        used = bold if typed else font
        painter.setFont(used)
        place = QRect(left, box.top(), box.right() - left + 2, box.height())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        left += QFontMetrics(used).horizontalAdvance(text)


def _runs(text: str, places: tuple[int, ...]) -> list[tuple[str, bool]]:
    runs: list[tuple[str, bool]] = []
    typed = set(places)
    for place, letter in enumerate(text):
        is_typed = place in typed
        if runs and runs[-1][1] == is_typed:
            runs[-1] = (runs[-1][0] + letter, is_typed)
        else:
            runs.append((letter, is_typed))
    return runs


_WIDTH = 620
_ROWS = 10
_SLICE_S = 0.004
_RECENT_MOST = 12
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class CommandPalette(QDialog):
    """The command palette, a dialog shown over the window.

    Ranking runs in short slices between key presses, so it never delays typing.
    """

    def __init__(self, theme: Theme, commands: Commands, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self._over = parent
        self._commands = commands
        self._sources: list[Callable[[], Iterable[Offer]]] = []
        self._offers: Sequence[Offer] = ()
        self.recent: list[str] = []
        self.setObjectName("commandPalette")
        self.setWindowTitle(self.tr("Commands"))
        self.field = QLineEdit()
        self.field.setObjectName("paletteField")
        self.field.setPlaceholderText(self.tr("What do you want to do?"))
        self.field.setAccessibleName(self.tr("Command"))
        self.field.setAccessibleDescription(self.tr("Arrow keys choose, Enter runs, Escape closes"))
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self._typed)
        self.model = PaletteModel(self)
        self.list = self._make_list(theme)
        self._nothing = QLabel(self.tr("Nothing is called that."))
        self._nothing.setObjectName("paletteNothing")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._inside = QFrame()
        self._inside.setObjectName("paletteFrame")
        parts = (self.field, self.list, self._nothing)
        vbox(*parts, parent=self._inside, margins=(6, 6, 6, 6), spacing=6)
        whole = vbox(self._inside, parent=self)
        whole.setSizeConstraint(whole.SizeConstraint.SetFixedSize)
        self._ranking: Ranking | None = None
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._go_on)

    def add_source(self, source: Callable[[], Iterable[Offer]]) -> None:
        """Add a function that returns offers; it is called whenever the palette opens."""
        self._sources.append(source)

    def open(self) -> None:
        """Show the palette with an empty field. A click outside closes it."""
        self._offers = tuple(self._all())
        self.field.clear()
        self._typed("")
        self._place()
        self.show()
        self.raise_()
        self.activateWindow()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    # --- Contents

    def _all(self) -> Iterator[Offer]:
        for command in self._commands:
            if command.action.isEnabled():
                run, keys = command.action.trigger, command.shown_keys
                yield Offer(command.name, command.section, command.title, run, keys)
        for source in self._sources:
            yield from source()

    def _typed(self, text: str) -> None:
        self._ranking = Ranking(text, self._offers, self.recent)
        self._go_on()

    def _go_on(self) -> None:
        assert self._ranking is not None
        if not self._ranking.work(_SLICE_S):
            self._timer.start()
            return
        self._timer.stop()
        self.model.show(self._ranking.best())
        rows = self.model.rowCount()
        self.list.setVisible(rows > 0)
        self._nothing.setVisible(rows == 0)
        self.list.setFixedHeight(row_height(self.list.fontMetrics()) * min(rows, _ROWS) + 4)
        if rows:
            self.list.setCurrentIndex(self.model.index(0))
            self.list.scrollToTop()
        else:
            announce(self.field, self._nothing.text())

    # --- Keys and clicks

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._key(event)
        return super().eventFilter(watched, event)

    def _key(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if key in _MOVES:
            self._move(key)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._run(self.list.currentIndex())
        else:
            return False
        return True

    def _move(self, key: Qt.Key) -> None:
        rows = self.model.rowCount()
        if not rows:
            return
        row = self.list.currentIndex().row()
        targets = {
            Qt.Key.Key_Up: (row - 1) % rows,
            Qt.Key.Key_Down: (row + 1) % rows,
            Qt.Key.Key_PageUp: max(0, row - _ROWS + 1),
            Qt.Key.Key_PageDown: min(rows - 1, row + _ROWS - 1),
        }
        index = self.model.index(targets[key])
        self.list.setCurrentIndex(index)
        announce(self.field, str(index.data(Qt.ItemDataRole.AccessibleTextRole)))

    def _run(self, index: QModelIndex) -> None:
        if self._timer.isActive() and self._ranking is not None:
            self._ranking.work(float("inf"))  # Enter was pressed before the ranking ended
            self._go_on()
            index = self.list.currentIndex()
        if not index.isValid():
            return
        offer = self.model.offer(index)
        self.recent = [offer.name, *(name for name in self.recent if name != offer.name)]
        del self.recent[_RECENT_MOST:]
        self.accept()
        # wait until the focus has returned to the window, because many commands use it
        QTimer.singleShot(0, self, partial(self._ran, offer))

    def _ran(self, offer: Offer) -> None:
        offer.run()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        gone = event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow()
        if gone and self.isVisible():
            self.reject()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    # --- Construction

    def _place(self) -> None:
        over = self._over.window()
        self._inside.setFixedWidth(max(320, min(_WIDTH, over.width() - 48)))
        left = (over.width() - self._inside.width()) // 2
        corner = over.mapToGlobal(QPoint(left, over.height() // 9))
        self.move(corner)

    def _make_list(self, theme: Theme) -> QListView:
        view = QListView()
        view.setObjectName("paletteList")
        view.setModel(self.model)
        view.setItemDelegate(PaletteDelegate(theme, view))
        view.setUniformItemSizes(True)
        view.setMouseTracking(True)
        view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setAccessibleName(self.tr("Commands"))
        view.clicked.connect(self._run)
        return view
