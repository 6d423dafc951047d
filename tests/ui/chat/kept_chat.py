"""A conversation of any length behind a history, and a chat view on it: no store, no window."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer

from desktop_agent.core.conversations import TurnOutline
from desktop_agent.core.events import AnswerGiven, Event, RunFinished, RunStarted
from desktop_agent.frontends.ui.conversation.history import History
from desktop_agent.frontends.ui.conversation.turn import Turn
from tests.ui import scenes

_WORDS = (
    "A heat pump moves heat instead of making it, so that one part of electricity gives two to "
    "four parts of heat, **even in a cold winter**, as long as the flow is not too hot. "
)


def started(strategy: str = "quick") -> RunStarted:
    return scenes.started("q", strategy, budget_s=60)


def prose(index: int, chars: int) -> str:
    text = f"Number {index}. " + _WORDS * (chars // 2 // len(_WORDS) + 1)
    head = text[: chars // 2]
    return (head + "\n\n- one thing\n- another `thing`\n\n" + _WORDS * (chars // len(_WORDS)))[
        :chars
    ]


def ended(question: str, answer: str, turn_id: int = 1) -> Turn:
    events = (started(), AnswerGiven(text=answer), RunFinished(status="answered"))
    return Turn(question, turn_id, events=events)


def answered(index: int, chars: int = 800, *, question: str = "") -> Turn:
    question = question or f"Question {index}? " + prose(index, chars)[: chars - 20]
    return ended(question, prose(index, chars), index + 1)


class Loader(QObject):
    """Delivers the turns that a history wants in the next round of the event loop."""

    def __init__(self, history: History, *, chars: int = 800) -> None:
        super().__init__(history)
        self.history = history
        self.chars = chars
        self.wanted: list[int] = []
        self.most_at_once = 0
        self._waiting: list[int] = []
        history.wanted.connect(self._want)

    def fill(self, turns: int) -> None:
        self.history.show(
            [TurnOutline(index + 1, self.chars, self.chars) for index in range(turns)]
        )

    def _want(self, ids: Sequence[int]) -> None:
        self.wanted += ids
        self.most_at_once = max(self.most_at_once, len(ids))
        self._waiting += ids
        QTimer.singleShot(0, self, self._deliver)

    def _deliver(self) -> None:
        ids, self._waiting = self._waiting, []
        self.history.deliver([answered(each - 1, self.chars) for each in ids])


def play(history: History, turn: Turn, *events: Event) -> None:
    for event in events:
        turn.apply(event)
        history.tell(turn.turn_id, event)
