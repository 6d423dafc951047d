"""The command palette, which finds commands and chats by typed words."""

import heapq
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QFrame, QLineEdit, QListView, QWidget

from desktop_agent.frontends.ui.widgets.accessibility import announce
from desktop_agent.frontends.ui.widgets.command_registry import Commands
from desktop_agent.frontends.ui.widgets.labels import empty_note
from desktop_agent.frontends.ui.widgets.layout import vbox
from desktop_agent.frontends.ui.widgets.list_view import ENTER, ROW, GroupedModel, Index
from desktop_agent.frontends.ui.widgets.row_delegate import RowDelegate, RowLine
from desktop_agent.frontends.ui.widgets.theme import Theme


@dataclass(frozen=True, slots=True)
class Offer:
    """An item in the palette with a unique ``name``; ``keys`` is its shortcut, or ""."""

    name: str
    section: str
    title: str
    run: Callable[[], object] = field(repr=False)
    keys: str = ""


# --- Ranking

_SHOWN = 60
_RANKED = 2_000
"""Maximum number of matches that are ranked; chats beyond it are the oldest."""


def best_offers(
    typed: str, offers: Sequence[tuple[str, Offer]], recent: Sequence[str]
) -> list[Offer]:
    """Return the offers whose section and title contain all the words typed, best first.

    ``offers`` pairs each offer with its case-folded "section title". Matches at the start of the
    title rank highest, then those at the start of a word. Ties are broken by recent use, newest
    first.
    """
    words = typed.casefold().split()
    starts = [re.compile(rf"(?<!\w){re.escape(word)}") for word in words]

    def rank(found: tuple[int, tuple[str, Offer]]) -> tuple[int, int, int, int]:
        place, (_text, offer) = found
        used = recent.index(offer.name) if offer.name in recent else len(recent)
        if not words:
            return 0, used, 0, place
        title = offer.title.casefold()
        missed = 0
        for word, start in zip(words, starts, strict=True):
            if word not in title:
                missed += 10  # it is in the section's name
            elif not title.startswith(word):
                missed += 1 if start.search(title) else 2
        return missed, used, len(title), place

    matching = (each for each in offers if all(word in each[0] for word in words))
    best = heapq.nsmallest(_SHOWN, enumerate(islice(matching, _RANKED)), key=rank)
    return [offer for _place, (_text, offer) in best]


# --- List


class PaletteModel(GroupedModel):
    """A Qt list model of matching offers, best first."""

    def id_of(self, row: object) -> str:
        return row.name if isinstance(row, Offer) else ""

    def spoken(self, row: Offer) -> str:
        return ", ".join(part for part in (row.title, row.section, row.keys) if part)


class PaletteDelegate(RowDelegate):
    """Paints an offer's title and, on the right, its section and shortcut."""

    FONTS = ("plain",)
    RING = False

    def lines(self, index: Index) -> Sequence[RowLine]:
        offer: Offer = index.data(ROW)
        right = "   ".join(part for part in (offer.section, offer.keys) if part)
        return (RowLine(offer.title, "text", "plain", right=right),)


# --- Dialog

_WIDTH = 620
_ROWS = 10
_RECENT_MOST = 12


class CommandPalette(QDialog):
    """A command palette over the window; ``more`` returns further offers each time it opens."""

    def __init__(
        self,
        theme: Theme,
        commands: Commands,
        more: Callable[[], Iterable[Offer]],
        parent: QWidget,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self._over = parent
        self._commands = commands
        self._more = more
        self._offers: Sequence[tuple[str, Offer]] = ()
        self.recent: list[str] = []
        self.setObjectName("commandPalette")
        self.setWindowTitle(self.tr("Commands"))
        self.field = QLineEdit()
        self.field.setObjectName("paletteField")
        self.field.setPlaceholderText(self.tr("Search commands and chats"))
        self.field.setAccessibleName(self.tr("Command"))
        self.field.setAccessibleDescription(
            self.tr("Arrow keys to choose, Enter to run, Escape to close")
        )
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self._typed)
        self.model = PaletteModel(self)
        self.list = QListView()
        self.list.setObjectName("paletteList")
        self.list.setModel(self.model)
        self._rows = PaletteDelegate(theme, self.list)
        self.list.setItemDelegate(self._rows)
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(self.tr("Commands"))
        self.list.clicked.connect(self._run)
        self._nothing = empty_note(self.tr("No results"))
        self._inside = QFrame()
        self._inside.setObjectName("paletteFrame")
        parts = (self.field, self.list, self._nothing)
        vbox(*parts, parent=self._inside, margins=(6, 6, 6, 6), spacing=6)
        whole = vbox(self._inside, parent=self)
        whole.setSizeConstraint(whole.SizeConstraint.SetFixedSize)

    def open(self) -> None:
        """Show the palette with an empty field. Clicking outside closes it."""
        self._offers = [
            (f"{each.section} {each.title}".casefold(), each) for each in self._all_offers()
        ]
        self.field.clear()
        self._typed("")
        over = self._over.window()
        self._inside.setFixedWidth(max(320, min(_WIDTH, over.width() - 48)))
        left = (over.width() - self._inside.width()) // 2
        self.move(over.mapToGlobal(QPoint(left, over.height() // 9)))
        self.show()
        self.raise_()
        self.activateWindow()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def _all_offers(self) -> Iterator[Offer]:
        for command in self._commands:
            if command.action.isEnabled():
                run, keys = command.action.trigger, command.shown_keys
                yield Offer(command.name, command.section, command.title, run, keys)
        yield from self._more()

    def _typed(self, text: str) -> None:
        found = best_offers(text, self._offers, self.recent)
        self.model.show(found)
        self.list.setVisible(bool(found))
        self._nothing.setVisible(not found)
        height = self.list.sizeHintForRow(0) if found else 0
        self.list.setFixedHeight(height * min(len(found), _ROWS) + 4)
        if found:
            self._go_to(0)
        else:
            announce(self.field, self._nothing.text())

    # --- Keys and clicks

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        rows, row = self.model.rowCount(), self.list.currentIndex().row()
        match event.key():
            case key if key in ENTER:
                self._run(self.list.currentIndex())
            case Qt.Key.Key_Up if rows:
                self._go_to((row - 1) % rows)
            case Qt.Key.Key_Down if rows:
                self._go_to((row + 1) % rows)
            case Qt.Key.Key_PageUp if rows:
                self._go_to(max(0, row - _ROWS + 1))
            case Qt.Key.Key_PageDown if rows:
                self._go_to(min(rows - 1, row + _ROWS - 1))
            case _:
                return False
        return True

    def _go_to(self, row: int) -> None:
        index = self.model.index(row)
        self.list.setCurrentIndex(index)
        self.list.scrollTo(index)
        announce(self.field, str(index.data(Qt.ItemDataRole.AccessibleTextRole)))

    def _run(self, index: QModelIndex) -> None:
        offer: Offer | None = self.model.row_at(index)
        if offer is None:
            return
        self.recent = [offer.name, *(name for name in self.recent if name != offer.name)]
        del self.recent[_RECENT_MOST:]
        self.accept()

        def run() -> None:
            offer.run()

        # wait until the focus has returned to the window, because many commands use it
        QTimer.singleShot(0, self, run)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        gone = event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow()
        if gone and self.isVisible():
            self.reject()
