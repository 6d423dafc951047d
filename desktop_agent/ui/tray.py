"""The icon in the system's tray: whether runs go on, and the way back to the window."""

from collections.abc import Callable
from functools import cache, lru_cache, partial

from PySide6.QtCore import QCoreApplication, QObject, QRectF, Qt, Signal, SignalInstance
from PySide6.QtGui import QAction, QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from desktop_agent.resources import resource_path
from desktop_agent.ui.theme import Theme

_SIDES = (16, 22, 32, 48, 64)
_DOT = 0.42
"""Width of the dot that tells of activity, as a part of the icon's."""
_Reason = QSystemTrayIcon.ActivationReason
_SHOWING = (_Reason.Trigger, _Reason.DoubleClick)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Tray", text)


class Tray(QObject):
    """Signals say what was chosen in its menu; ``offline_wanted`` brings the network switch.

    Where the system has no tray nothing is shown, and `available` is False.
    """

    shown = Signal()
    new_wanted = Signal()
    runs_wanted = Signal()
    offline_wanted = Signal(bool)
    quit_wanted = Signal()

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._active: int | None = None
        self._act: Callable[[], object] = _nothing
        self.available = QSystemTrayIcon.isSystemTrayAvailable()
        self.menu = QMenu()
        self.destroyed.connect(self.menu.deleteLater)
        self.runs = QAction(self.menu)
        self.network = QAction(_tr("Offline"), self.menu)
        self._fill()
        self._icon = QSystemTrayIcon(self)
        self._icon.setContextMenu(self.menu)
        self._icon.activated.connect(self._activated)
        self._icon.messageClicked.connect(self._clicked)
        theme.changed.connect(self._draw)
        self.show_active(0)
        if self.available:
            self._icon.show()

    def show_active(self, count: int) -> None:
        """Says how many runs are not over."""
        if count != self._active:
            self._active = count
            self.runs.setText(_tr("Runs ({0} active)").format(count) if count else _tr("Runs"))
            self._draw()

    def show_offline(self, offline: bool) -> None:  # noqa: FBT001 - a switch, named by its method
        """Says how the network switch stands."""
        self.network.setChecked(offline)

    def tell(self, title: str, text: str, act: Callable[[], object]) -> None:
        """Lets the system show a message; ``act`` is called when it is clicked."""
        self._act = act
        self._icon.showMessage(title, text, self._icon.icon())

    @property
    def tip(self) -> str:
        """What the icon says when the mouse is over it."""
        return self._icon.toolTip()

    def hide(self) -> None:
        """Takes the icon away."""
        self._icon.hide()

    def _fill(self) -> None:
        self._add(_tr("Show the window"), self.shown)
        self._add(_tr("New question"), self.new_wanted)
        self.runs.triggered.connect(lambda _on: self.runs_wanted.emit())
        self.menu.addAction(self.runs)
        self.menu.addSeparator()
        self.network.setCheckable(True)
        self.network.triggered.connect(self.offline_wanted)
        self.menu.addAction(self.network)
        self.menu.addSeparator()
        self._add(_tr("Quit"), self.quit_wanted)

    def _add(self, text: str, signal: SignalInstance) -> None:
        self.menu.addAction(text).triggered.connect(partial(_emit, signal))

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in _SHOWING:
            self.shown.emit()

    def _clicked(self) -> None:
        self._act()

    def _draw(self) -> None:
        active = self._active or 0
        name = "Desktop Agent"
        about = _tr("1 run goes on") if active == 1 else _tr("{0} runs go on").format(active)
        self._icon.setToolTip(f"{name} · {about}" if active else name)
        colours = self._theme.colours
        self._icon.setIcon(_dotted(colours.surface, colours.ok) if active else _logo())


@cache
def _logo() -> QIcon:
    return QIcon(str(resource_path("icons", "logo.svg")))


@lru_cache(maxsize=4)
def _dotted(rim: str, dot: str) -> QIcon:
    """Gives the icon with a dot in its corner; it takes milliseconds to draw."""
    plain = _logo()
    result = QIcon()
    for side in _SIDES:
        image = QPixmap(side, side)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        plain.paint(painter, 0, 0, side, side)
        across = side * _DOT
        painter.setPen(QColor(rim))
        painter.setBrush(QColor(dot))
        painter.drawEllipse(QRectF(side - across - 0.5, side - across - 0.5, across, across))
        painter.end()
        result.addPixmap(image)
    return result


def _emit(signal: SignalInstance, _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - of `triggered`
    signal.emit()


def _nothing() -> None:
    """There was no message yet."""
