"""Makes all text larger and smaller from the keyboard, and has the size kept."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from desktop_agent.ui.theme import Theme

_KEEP_MS = 600


class Zoom(QObject):
    """Each step is shown at once; ``keep`` gets the points a while after the last one.

    ``keep`` writes ``appearance.font_size``; 0 is the system's size.
    """

    def __init__(self, theme: Theme, keep: Callable[[int], object], parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._keep = keep
        self._size = 0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_KEEP_MS)
        self._timer.timeout.connect(lambda: self._keep(self._size))

    def larger(self) -> None:
        """Makes text one point larger."""
        self._step(1)

    def smaller(self) -> None:
        """Makes text one point smaller."""
        self._step(-1)

    def reset(self) -> None:
        """Goes back to the system's size."""
        self._step(0)

    def _step(self, points: int) -> None:
        self._size = self._theme.zoom(points)
        self._timer.start()
