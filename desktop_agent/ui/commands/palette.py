"""The command palette: everything the window can do, a few letters away."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QDialog, QFrame, QLabel, QLineEdit, QListView, QVBoxLayout, QWidget

from desktop_agent.ui.announce import announce
from desktop_agent.ui.commands.offer import Offer
from desktop_agent.ui.commands.offer_delegate import OfferDelegate, row_height
from desktop_agent.ui.commands.offers_model import OffersModel
from desktop_agent.ui.commands.ranking import Ranking
from desktop_agent.ui.commands.registry import Command, Commands
from desktop_agent.ui.theme import Theme

_WIDTH = 620
_ROWS = 10
_SLICE_S = 0.004
_RECENT_MOST = 12
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class CommandPalette(QDialog):
    """Lies over the window while it is used; `open` shows it.

    ``ran`` brings the name of what was run. Ranking goes in slices between two keys, so that
    typing never waits for it.
    """

    ran = Signal(str)

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
        self.model = OffersModel(self)
        self.list = self._make_list(theme)
        self._nothing = QLabel(self.tr("Nothing is called that."))
        self._nothing.setObjectName("paletteNothing")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._inside = QFrame()
        self._inside.setObjectName("paletteFrame")
        lines = QVBoxLayout(self._inside)
        lines.setContentsMargins(6, 6, 6, 6)
        lines.setSpacing(6)
        for each in (self.field, self.list, self._nothing):
            lines.addWidget(each)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSizeConstraint(QVBoxLayout.SizeConstraint.SetFixedSize)
        whole.addWidget(self._inside)
        self._ranking: Ranking | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)

    def add_source(self, source: Callable[[], Iterable[Offer]]) -> None:
        """Adds what else can be done; it is called each time the palette opens, and must be quick."""
        self._sources.append(source)

    def open(self) -> None:
        """Shows the palette over the window, empty; a click beside it closes it."""
        self._offers = tuple(self._all())
        self.field.clear()
        self._typed("")
        self._place()
        self.show()
        self.raise_()
        self.activateWindow()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    # --- what is there

    def _all(self) -> Iterator[Offer]:
        for command in self._commands:
            if command.action.isEnabled():
                yield self._of(command)
        for source in self._sources:
            yield from source()

    def _of(self, command: Command) -> Offer:
        return Offer(
            command.name,
            command.section,
            command.title,
            command.action.trigger,
            command.shown_keys,
        )

    def _typed(self, text: str) -> None:
        self._ranking = Ranking(text, self._offers, self.recent)
        self._go_on()

    def _go_on(self) -> None:
        assert self._ranking is not None
        done = self._ranking.work(_SLICE_S)
        if not done:
            self._timer.start()
            return
        self._timer.stop()
        self.model.show(self._ranking.best())
        empty = self.model.rowCount() == 0
        self.list.setVisible(not empty)
        self._nothing.setVisible(empty)
        self._fit_rows()
        if empty:
            announce(self.field, self._nothing.text())
        else:
            self.list.setCurrentIndex(self.model.index(0))
            self.list.scrollToTop()

    # --- keys and clicks

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            watched is self.field
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and self._key(event)
        ):
            return True
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
        if key == Qt.Key.Key_Up:
            row = (row - 1) % rows
        elif key == Qt.Key.Key_Down:
            row = (row + 1) % rows
        elif key == Qt.Key.Key_PageUp:
            row = max(0, row - _ROWS + 1)
        else:
            row = min(rows - 1, row + _ROWS - 1)
        index = self.model.index(row)
        self.list.setCurrentIndex(index)
        announce(self.field, str(index.data(Qt.ItemDataRole.AccessibleTextRole)))

    def _run(self, index: QModelIndex) -> None:
        if self._timer.isActive() and self._ranking is not None:
            self._ranking.work(float("inf"))  # Enter came before the last letter was looked for
            self._go_on()
            index = self.list.currentIndex()
        if not index.isValid():
            return
        offer = self.model.offer(index)
        self.recent = [offer.name, *(name for name in self.recent if name != offer.name)]
        del self.recent[_RECENT_MOST:]
        self.accept()
        # after the focus has gone back to the window, where many commands look for it
        QTimer.singleShot(0, self, partial(self._ran, offer))

    def _ran(self, offer: Offer) -> None:
        self.ran.emit(offer.name)
        offer.run()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        gone = event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow()
        if gone and self.isVisible():
            self.reject()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    # --- building

    def _place(self) -> None:
        over = self._over.window()
        self._inside.setFixedWidth(max(320, min(_WIDTH, over.width() - 48)))
        left = (over.width() - self._inside.width()) // 2
        corner = over.mapToGlobal(QPoint(left, over.height() // 9))
        self.move(corner)

    def _fit_rows(self) -> None:
        row = row_height(self.list.fontMetrics())
        self.list.setFixedHeight(row * min(self.model.rowCount(), _ROWS) + 4)

    def _make_list(self, theme: Theme) -> QListView:
        view = QListView()
        view.setObjectName("paletteList")
        view.setModel(self.model)
        view.setItemDelegate(OfferDelegate(theme, view))
        view.setUniformItemSizes(True)
        view.setMouseTracking(True)
        view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setAccessibleName(self.tr("Commands"))
        view.clicked.connect(self._run)
        return view
