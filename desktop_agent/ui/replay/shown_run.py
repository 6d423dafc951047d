"""A recorded run as a conversation of one turn, at any of its moments."""

import time
from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_agent.core.attachments import Attachment
from desktop_agent.core.conversations import TurnOutline
from desktop_agent.ui.chat.history import History
from desktop_agent.ui.replay.joined_events import JoinedEvents
from desktop_agent.ui.turn import Turn

SLICE_S = 0.004
"""CPU time after which the rest waits for the next turn of the event loop."""
_BRIEF_S = 0.0005
"""After folding for so long the widgets of the turn are made in the next turn of the event loop."""
_UNSEEN = 50
"""Events that are folded out of sight before the time is looked at."""
_NEAR = 40
"""Events that are shown one after another although one has jumped over them."""


class ShownRun(QObject):
    """Folds events into a `Turn` that ``history`` shows, a few milliseconds at a time.

    ``turn_shown`` brings the turn whenever it is another one: one goes back by folding a new turn
    from the beginning. ``happened`` tells that it has taken more. ``arrived`` is sent when all that
    was asked for is shown.
    """

    turn_shown = Signal(object)
    happened = Signal()
    arrived = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.history = History(self)
        self._events = JoinedEvents()
        self._about: tuple[str, int, Sequence[Attachment]] = ("", 0, ())
        self._turn = self._coming = Turn("")
        self._position = 0
        """Events that the turn has taken which is being folded: ``_coming``."""
        self._target = 0
        self._work = QTimer(self)
        self._work.setInterval(0)
        self._work.timeout.connect(self._go_on)

    @property
    def turn(self) -> Turn:
        """The turn that is shown."""
        return self._turn

    @property
    def busy(self) -> bool:
        """True until what was asked for is shown."""
        return self._work.isActive()

    def load(
        self,
        events: JoinedEvents,
        question: str,
        turn_id: int = 0,
        attachments: Sequence[Attachment] = (),
    ) -> None:
        """Shows another run, before its first event."""
        self._events = events
        self._about = (question, turn_id, attachments)
        self._begin_anew()
        self._target = 0
        self._go_on()

    def go_to(self, position: int, *, played: bool = False) -> None:
        """Shows what is there after so many events.

        What is ``played`` comes one after another; else a way that is longer than a few events, or
        that leads back, is gone out of sight, and its end is shown.
        """
        self._target = position
        ahead = position - self._position
        seen = self._coming is self._turn
        if ahead < 0 or (seen and not played and ahead > _NEAR):
            self._begin_anew()
        self._go_on()

    def _begin_anew(self) -> None:
        question, turn_id, attachments = self._about
        self._coming = Turn(question, turn_id, attachments)
        self._position = 0

    def _go_on(self) -> None:
        began = time.thread_time()
        seen = self._coming is self._turn
        at_once = 1 if seen else _UNSEEN
        while self._position < self._target and time.thread_time() - began < SLICE_S:
            for _ in range(at_once):
                self._take_next()
                if self._position == self._target:
                    break
        there = self._position == self._target
        if seen:
            self.happened.emit()
        elif there and time.thread_time() - began < _BRIEF_S:
            self._show()
        else:
            there = False  # its widgets take a slice of their own
        if there:
            self._work.stop()
            self.arrived.emit()
        elif not self._work.isActive():
            self._work.start()

    def _take_next(self) -> None:
        self._position, event = self._events.next(self._position, self._target)
        self._coming.apply(event)
        if self._coming is self._turn:
            self.history.tell(self._turn.turn_id, event)

    def _show(self) -> None:
        turn = self._turn = self._coming
        self.history.show([_outline(turn)], [turn])
        self.turn_shown.emit(turn)


def _outline(turn: Turn) -> TurnOutline:
    status = turn.finished.status if turn.finished is not None else "running"
    return TurnOutline(turn.turn_id, len(turn.question), len(turn.text), status)
