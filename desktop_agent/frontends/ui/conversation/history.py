"""The turns of the open conversation, only some of which are loaded.

A view requests turns with `want`, and the owner of the store supplies them with `deliver`. Turns
that are being answered or could not be stored (their ids are negative) are always loaded.
"""

from collections import OrderedDict
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QObject, Signal

from desktop_agent.core.conversations import TurnOutline
from desktop_agent.core.events import Event
from desktop_agent.frontends.ui.conversation.turn import Turn

_KEPT_MOST = 64
"""Maximum number of loaded turns; a view shows about ten."""


class History(QObject):
    """The turns on the current path through the open conversation, oldest first.

    ``replaced`` is emitted when any turn may have changed, ``appended`` with the index of a turn
    added at the end, and ``loaded`` with the index of a turn that has been loaded. ``happened`` is
    emitted with the index of a turn and an event that it has applied, and ``wanted`` with the ids
    of turns to load.
    """

    replaced = Signal()
    appended = Signal(int)
    loaded = Signal(int)
    happened = Signal(int, object)
    wanted = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.outlines: list[TurnOutline] = []
        """The outlines of the turns: their sizes, and their positions among other versions."""
        self._places: dict[int, int] = {}
        self._turns: OrderedDict[int, Turn] = OrderedDict()
        self._asked: set[int] = set()

    def __len__(self) -> int:
        return len(self.outlines)

    def index_of(self, turn_id: int) -> int | None:
        """Return a turn's index, or None if the turn is not on the current path."""
        return self._places.get(turn_id)

    def turn(self, index: int) -> Turn | None:
        turn_id = self.outlines[index].id
        found = self._turns.get(turn_id)
        if found is not None:
            self._turns.move_to_end(turn_id)
        return found

    def find(self, turn_id: int) -> Turn | None:
        """Return a turn by its id, or None if it is not loaded."""
        return self._turns.get(turn_id)

    @property
    def loaded_turns(self) -> list[Turn]:
        """The turns that are loaded, oldest first."""
        turns = (self._turns.get(each.id) for each in self.outlines)
        return [each for each in turns if each is not None]

    @property
    def last(self) -> Turn | None:
        return self.turn(len(self) - 1) if self.outlines else None

    def want(self, indexes: Iterable[int]) -> None:
        """Request turns by index. ``loaded`` is emitted for each turn not already loaded."""
        ids = (self.outlines[index].id for index in indexes)
        missing = [each for each in ids if each not in self._turns and each not in self._asked]
        if missing:
            self._asked.update(missing)
            self.wanted.emit(missing)

    # --- For the owner of the turns

    def show(self, outlines: Sequence[TurnOutline], turns: Iterable[Turn] = ()) -> None:
        """Show another conversation, or another path through the same one.

        ``turns`` are already loaded. Previously loaded turns are kept if they are on the new path.
        """
        self.outlines = list(outlines)
        self._places = {outline.id: index for index, outline in enumerate(outlines)}
        for turn_id in [each for each in self._turns if each not in self._places]:
            del self._turns[turn_id]
        for turn in turns:
            if turn.turn_id in self._places:
                self._turns[turn.turn_id] = turn
        self._asked.clear()
        self.replaced.emit()

    def deliver(self, turns: Iterable[Turn]) -> None:
        """Add requested turns, ignoring those that are not on the current path."""
        for turn in turns:
            self._asked.discard(turn.turn_id)
            index = self._places.get(turn.turn_id)
            if index is not None and turn.turn_id not in self._turns:
                self._turns[turn.turn_id] = turn
                self._forget()
                self.loaded.emit(index)

    def give_up(self, ids: Iterable[int]) -> None:
        """Record that turns failed to load, so that they can be requested again."""
        self._asked.difference_update(ids)

    def append(self, turn: Turn, *, sibling: int = 1, siblings: int = 1) -> None:
        self._places[turn.turn_id] = len(self.outlines)
        chars = len(turn.question)
        self.outlines.append(TurnOutline(turn.turn_id, chars, 0, "running", sibling, siblings))
        self._turns[turn.turn_id] = turn
        self.appended.emit(len(self.outlines) - 1)

    def tell(self, turn_id: int, event: Event) -> None:
        """Emit ``happened`` for an event applied by a turn, if the turn is on the current path."""
        index = self._places.get(turn_id)
        if index is not None:
            self.happened.emit(index, event)

    def _forget(self) -> None:
        for turn_id in list(self._turns):
            if len(self._turns) <= _KEPT_MOST:
                return
            if turn_id > 0 and not self._turns[turn_id].running:
                del self._turns[turn_id]
