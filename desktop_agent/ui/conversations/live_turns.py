"""The turns that are being answered: that of the chat, and those in the background."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop_agent.core.events import Event, RunFinished
from desktop_agent.ui.run_controller import RunController
from desktop_agent.ui.turn import Turn

if TYPE_CHECKING:
    from desktop_agent.ui.background_runs.background_turns import BackgroundTurns


@dataclass(slots=True)
class _Live:
    """The turn of the chat, and where it belongs; no conversation where it is not kept."""

    conversation_id: str
    turn: Turn


class LiveTurns(QObject):
    """Applies what happens to the turns that it happens to.

    ``happened`` then brings the id of the turn and the event; ``answered`` the conversation in which
    the run of the chat has ended, or which it has left for the background; ``appeared`` a turn of the
    open conversation that has begun in the background.
    """

    happened = Signal(int, object)
    answered = Signal(str)
    appeared = Signal(object)

    def __init__(self, runs: RunController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._live: _Live | None = None
        self._background: BackgroundTurns | None = None
        runs.happened.connect(self._take)

    def begin(self, conversation_id: str, turn: Turn) -> None:
        """Takes the turn that the chat is to answer next."""
        self._live = _Live(conversation_id, turn)

    def answers_in(self, conversation_id: str) -> bool:
        """True while the chat answers in a conversation."""
        return self._live is not None and self._live.conversation_id == conversation_id

    def of(self, conversation_id: str) -> tuple[Turn, ...]:
        """Gives the turn of the chat, and those in the background of the conversation that is open."""
        live = (self._live.turn,) if self._live is not None else ()
        return (
            live if self._background is None else live + self._background.turns_of(conversation_id)
        )

    def follow(self, background: "BackgroundTurns", conversation_id: str) -> tuple[Turn, ...]:
        """Follows what goes on in the background; gives the turns of the open conversation."""
        self._background = background
        background.happened.connect(self.happened)
        background.appeared.connect(self.appeared)
        return background.turns_of(conversation_id)

    def hand_over(self, run_id: str) -> None:
        """Leaves the run of the chat to the background, with the turn that shows it."""
        live, self._live = self._live, None
        if live is None:
            return
        if self._background is not None:
            self._background.adopt(run_id, live.turn, live.conversation_id)
        if live.conversation_id:
            self.answered.emit(live.conversation_id)

    def _take(self, event: Event) -> None:
        live = self._live
        if live is None:
            return
        live.turn.apply(event)
        self.happened.emit(live.turn.turn_id, event)
        if isinstance(event, RunFinished):
            self._live = None
            if live.conversation_id:
                self.answered.emit(live.conversation_id)
