"""Questions that wait for their turn, so that nobody who asks much keeps the others waiting."""

from collections import Counter

from desktop_agent.core.background import KnownRun
from desktop_agent.core.research import Question

Waiting = tuple[KnownRun, Question]


class FairQueue:
    """Whose questions were served least comes first; of one, the one asked first.

    Who asks is a conversation, a schedule, or the person.
    """

    def __init__(self) -> None:
        self._waiting: list[Waiting] = []
        self._served: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._waiting)

    def __contains__(self, run_id: object) -> bool:
        return any(known.run_id == run_id for known, _ in self._waiting)

    def add(self, waiting: Waiting) -> None:
        """Adds a question at the end."""
        who = _asker(waiting[0])
        if who not in self._served and self._served:
            # who comes later is not owed what the others had before
            self._served[who] = min(self._served.values())
        self._waiting.append(waiting)

    def take(self) -> Waiting:
        """Gives the question whose turn it is; there must be one."""
        at = min(
            range(len(self._waiting)),
            key=lambda each: (self._served[_asker(self._waiting[each][0])], each),
        )
        waiting = self._waiting.pop(at)
        self._served[_asker(waiting[0])] += 1
        if not self._waiting:
            self._served.clear()
        return waiting

    def remove(self, run_id: str) -> Waiting | None:
        """Takes a question out; None where it does not wait."""
        for at, waiting in enumerate(self._waiting):
            if waiting[0].run_id == run_id:
                return self._waiting.pop(at)
        return None


def _asker(known: KnownRun) -> str:
    return known.schedule_id or known.parent_conversation_id or known.parent_run_id
