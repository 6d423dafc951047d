"""Python's cycle collector, kept in the window's thread.

The collector runs in whichever thread happens to allocate. When that is a worker thread and a cycle
holds a Qt object, its destructor runs there while the window paints: a crash, rare and seen.
"""

import gc
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

_EVERY_MS = 500
_BUSY_MS = 100
"""The more often it is looked, the less there is to look through each time."""
_OLDEST = 2
_PUT_OFF_MOST = 500
"""Collections of the middle generation after which a whole one is put off no longer: ten minutes."""


class WindowThreadGarbage(QObject):
    """Collects from a timer instead, by the collector's own thresholds, until ``stop``.

    A whole collection takes 20 to 50 ms: it waits while ``is_busy`` says that an answer streams.
    """

    def __init__(self, parent: QObject, is_busy: Callable[[], bool] = lambda: False) -> None:
        super().__init__(parent)
        self._is_busy = is_busy
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setInterval(_EVERY_MS)
        self._timer.timeout.connect(self._collect)
        self._timer.start()

    def stop(self) -> None:
        """Gives the collector back."""
        self._timer.stop()
        gc.enable()

    @staticmethod
    def leave_out_what_is_loaded() -> None:
        """Takes all that lives now out of later collections.

        Modules stay, and looking through the libraries again costs tens of milliseconds.
        """
        gc.freeze()

    def _collect(self) -> None:
        busy = self._is_busy()
        self._timer.setInterval(_BUSY_MS if busy else _EVERY_MS)
        counts, thresholds = gc.get_count(), gc.get_threshold()
        for generation in (_OLDEST, 1, 0):
            if counts[generation] <= thresholds[generation]:
                continue
            put_off = generation == _OLDEST and counts[_OLDEST] <= _PUT_OFF_MOST
            if not (put_off and busy):
                gc.collect(generation)
                return
