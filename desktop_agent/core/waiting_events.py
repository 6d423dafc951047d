"""What happens in a run that waits, or that has others work for it."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from desktop_agent.core.events import Event

SleepMode = Literal["timer", "event", "manual"]
"""What ends a sleep: the time, the end of a background run, the person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SleepStarted(Event):
    """The run waits for a timer, for the end of a background run, or for the person.

    ``seconds`` is the most that it waits, ``until`` the moment of that in seconds since 1970.
    ``by_person`` is True where the person has paused it. ``task_id`` names the background run.
    """

    type: ClassVar[str] = "sleep_started"
    mode: SleepMode
    seconds: float = 0.0
    task_id: str = ""
    sleep_id: str = ""
    reason: str = ""
    until: float = 0.0
    by_person: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SleepEnded(Event):
    """The run goes on, or ends; ``reason`` says in words why, ``slept_s`` how long it has waited."""

    type: ClassVar[str] = "sleep_ended"
    reason: str
    slept_s: float
    sleep_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskStarted(Event):
    """The run has begun a background run; ``task_id`` is the id of that run."""

    type: ClassVar[str] = "task_started"
    task_id: str
    question: str
    strategy: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalAsked(Event):
    """A tool wants to be called; the run waits for the user.

    ``server`` is empty for a tool of the program itself. ``arguments`` is what it would be called
    with, as JSON text. ``changed`` is True where the server tells other things of the tool than when
    it was allowed. ``outside`` says where the text from outside came from that the model read last
    before the call, empty where it had read none: such a call can only be allowed once.
    """

    type: ClassVar[str] = "approval_asked"
    call_id: str
    server: str
    tool: str
    arguments: str = ""
    description: str = ""
    changed: bool = False
    outside: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalGiven(Event):
    """The user, or what they said before, has decided of a call; ``reason`` where nobody was asked."""

    type: ClassVar[str] = "approval_given"
    call_id: str
    answer: Literal["once", "always", "never", "declined"]
    reason: str = ""
