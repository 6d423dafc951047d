"""What the window needs of the desk at which runs are carried out."""

from collections.abc import Callable, Sequence
from typing import Protocol

from desktop_agent.core.background import KnownRun, RunOrigin
from desktop_agent.core.events import Event
from desktop_agent.core.research import Question


class Live(Protocol):
    """A run that is not over."""

    @property
    def run_id(self) -> str: ...

    @property
    def question(self) -> Question: ...

    @property
    def background(self) -> bool: ...

    def listen(self, listener: Callable[[Event | None], object]) -> Sequence[Event]:
        """Gives what has happened, and tells what comes; None where nothing comes any more."""

    def leave(self, listener: Callable[[Event | None], object]) -> None: ...


class Desk(Protocol):
    """Runs by id. What it does not know any more it passes over."""

    async def enqueue(
        self,
        question: Question,
        origin: RunOrigin,
        *,
        parent_run_id: str = "",
        parent_conversation_id: str = "",
        schedule_id: str = "",
        conversation_id: str = "",
    ) -> KnownRun: ...

    def live(self, run_id: str) -> Live | None: ...

    async def question(self, run_id: str) -> Question | None: ...

    async def list(self, most: int = 200) -> tuple[KnownRun, ...]: ...

    def watch(self, watcher: Callable[[KnownRun], None]) -> Callable[[], None]: ...

    def pause(self, run_id: str) -> object: ...

    def resume(self, run_id: str) -> object: ...

    async def stop(self, run_id: str) -> None: ...

    async def forget(self, run_id: str) -> None: ...

    def background(self, run_id: str) -> object: ...
