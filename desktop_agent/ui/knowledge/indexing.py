"""Follows the indexing while the page is seen, and holds it or lets it go on."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_agent.core.knowledge import IngestProgress
from desktop_agent.ui.announce import announce
from desktop_agent.ui.knowledge.base import Knowledge
from desktop_agent.ui.knowledge.progress_bar import IngestBar
from desktop_agent.ui.knowledge.words import tr
from desktop_agent.ui.while_alive import while_alive

_STALE_MS = 1_500
"""While something is being indexed the numbers of the page are read anew this often."""


class Indexing(QObject):
    """Shows the progress in ``bar``; ``stale`` tells that other numbers may have changed with it."""

    stale = Signal()

    def __init__(self, knowledge: Callable[[], Knowledge], bar: IngestBar) -> None:
        super().__init__(bar)
        self._knowledge = knowledge
        self._bar = bar
        self._state = ""
        self._unwatch: Callable[[], None] | None = None
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_STALE_MS)
        self._soon.timeout.connect(self.stale)
        bar.pause_wanted.connect(self.pause)

    def follow(self) -> None:
        """Begins to follow; nothing happens where that is so already."""
        if self._unwatch is None:
            knowledge = self._knowledge()
            self._unwatch = knowledge.watch_progress(while_alive(self, self._progressed))
            self.show(knowledge.progress)

    def leave(self) -> None:
        """Follows it no longer."""
        self._soon.stop()
        if self._unwatch is not None:
            self._unwatch()
            self._unwatch = None

    def show(self, progress: IngestProgress) -> None:
        """Shows how far it is."""
        self._state = progress.state
        self._bar.show_progress(progress)

    def pause(self, held: bool) -> None:  # noqa: FBT001 - a signal's argument
        """Holds it, or lets it go on."""
        knowledge = self._knowledge()
        (knowledge.pause if held else knowledge.resume)()
        self._progressed(knowledge.progress)

    def look_again(self) -> None:
        """Looks for changed files now, and tries those again that could not be read."""
        self._knowledge().update(again=True)
        self._progressed(self._knowledge().progress)

    def _progressed(self, progress: IngestProgress) -> None:
        changed = progress.state != self._state
        if progress.state == "idle" and self._state in ("reading", "embedding"):
            announce(self._bar, tr("The indexing has ended"))
        self.show(progress)
        if changed:
            self._soon.stop()
            self.stale.emit()
        elif progress.state != "idle" and not self._soon.isActive():
            self._soon.start()
