"""Work on the window that is too long for one go: done in small steps between other events."""

from collections.abc import Callable, Iterable
from time import perf_counter

from PySide6.QtCore import QObject, QTimer, Signal

_TURN_S = 0.002
"""What is added to a window must also be laid out and painted: that comes on top of this."""


class Gradual(QObject):
    """Does steps, a few milliseconds a turn of the event loop; ``done`` is sent after the last one.

    It begins by itself in the next turn, and ends early when its parent goes.
    """

    done = Signal()

    def __init__(self, steps: Iterable[Callable[[], object]], parent: QObject) -> None:
        super().__init__(parent)
        self._steps = iter(steps)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._turn)
        self._timer.start(0)

    def _turn(self) -> None:
        end = perf_counter() + _TURN_S
        for step in self._steps:
            step()
            if perf_counter() >= end:
                return
        self._timer.stop()
        self.done.emit()
