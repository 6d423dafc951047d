"""The events of a run: the contract between the agent and its watchers.

Every event is a frozen dataclass whose ``type`` is its name in JSON. The run stamps ``run_id``,
``seq`` (from 0, no gaps) and ``t`` (seconds since the start of the run); emitters leave them alone.
It also sets a ``step_id`` that was left empty to the current step. The first event of a run is
`RunStarted`, the last is always `RunFinished`.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal

from desktop_agent.core.plan import Plan
from desktop_agent.core.research import Claim, EngineAttempt, QuotedPassage, Source, Usage

# --- Current step: steps of a run work concurrently

_current: ContextVar[str] = ContextVar("current_step", default="")


def current_step() -> str:
    """Return the id of the step that this task, or the one that started it, works on; or ""."""
    return _current.get()


@contextmanager
def in_step(step_id: str) -> Iterator[None]:
    """Set the current step inside the ``with`` block, also for tasks and threads started in it."""
    before = _current.set(step_id)
    try:
        yield
    finally:
        _current.reset(before)


EVENTS_VERSION = 2
"""Increased when a reader of the older format could misread the newer one."""

Channel = Literal["draft", "critique", "final", "work"]
StepStatus = Literal["ok", "failed", "stopped", "skipped"]
RunStatus = Literal["answered", "insufficient", "stopped", "failed"]
VerdictBy = Literal["verifier", "consulter", "grounding", "claims", "numeric", "swarm"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """The common fields of all events."""

    type: ClassVar[str] = ""
    run_id: str = ""
    seq: int = -1
    t: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStarted(Event):
    """A run has started; ``strategy_reason`` says why ``auto`` chose its strategy."""

    type: ClassVar[str] = "run_started"
    question: str
    strategy: str
    provider: str
    model: str
    budget_s: float
    strategy_reason: str = ""
    conversation_id: str = ""
    version: int = EVENTS_VERSION


@dataclass(frozen=True, slots=True, kw_only=True)
class StepStarted(Event):
    """An agent starts a step described in a line; ``parent_id`` is empty at the top.

    ``part`` is the id of the part of the plan that this step works on, or empty.
    """

    type: ClassVar[str] = "step_started"
    step_id: str
    agent: str
    title: str
    parent_id: str = ""
    part: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepFinished(Event):
    """A step has ended."""

    type: ClassVar[str] = "step_finished"
    step_id: str
    status: StepStatus = "ok"
    summary: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanMade(Event):
    """The plan of the question; a later one of the same run replaces it.

    ``proposed`` is True while the run waits for the user's review. ``title`` names the template
    that it comes from, or is empty.
    """

    type: ClassVar[str] = "plan"
    plan: Plan
    step_id: str = ""
    title: str = ""
    proposed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ThinkingDelta(Event):
    """A piece of a model's thinking."""

    type: ClassVar[str] = "thinking_delta"
    step_id: str
    channel: Channel
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TextDelta(Event):
    """A piece of a model's text.

    A step whose text turned out to be the preamble of a tool call is followed by another step on
    the same channel: the text of a channel is that of its last step.
    """

    type: ClassVar[str] = "text_delta"
    step_id: str
    channel: Channel
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCall(Event):
    """A model call has ended; tokens as counted by the server, or else estimated.

    ``error`` says why it failed, or is empty; ``lost`` that the model cannot be called now.
    """

    type: ClassVar[str] = "model_call"
    agent: str
    model: str
    prompt_tokens: int
    completion_tokens: int
    ms: int
    step_id: str = ""
    stop_reason: str = ""
    context_tokens: int = 0
    provider: str = ""
    error: str = ""
    lost: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolStarted(Event):
    """A tool call has started."""

    type: ClassVar[str] = "tool_started"
    call_id: str
    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    step_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolFinished(Event):
    """A tool call has ended."""

    type: ClassVar[str] = "tool_finished"
    call_id: str
    tool: str
    ok: bool
    summary: str = ""
    ms: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchAttempt(Event):
    """One request to one search engine, or the reason why none was sent."""

    type: ClassVar[str] = "search_attempt"
    engine: str
    query: str
    outcome: str
    results: int = 0
    ms: int = 0
    detail: str = ""
    step_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchFailed(Event):
    """No engine could answer."""

    type: ClassVar[str] = "search_failed"
    attempts: tuple[EngineAttempt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRead(Event):
    """A page was read and stored; ``wall`` is as in `Page`."""

    type: ClassVar[str] = "page_read"
    url: str
    final_url: str
    title: str
    chars: int
    snapshot: str = ""
    wall: str = ""
    step_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceFound(Event):
    """The result of the web evidence layer.

    A candidate has ``value``, ``confidence`` in [0, 1], ``domains``, ``sources`` and ``why``, the
    best one first. ``sufficient`` is False if there is neither an extracted answer nor relevant
    passages; ``notes`` say in words what a reader should know.
    """

    type: ClassVar[str] = "evidence"
    intent: str
    entity: str = ""
    extracted_answer: str = ""
    confidence: float = 0.0
    sources: tuple[Source, ...] = ()
    candidates: tuple[Mapping[str, Any], ...] = ()
    passages: tuple[QuotedPassage, ...] = ()
    notes: tuple[str, ...] = ()
    question: str = ""
    sufficient: bool = True
    step_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict(Event):
    """The verdict of a check; ``details`` is JSON whose shape depends on ``by``."""

    type: ClassVar[str] = "verdict"
    by: VerdictBy
    ok: bool
    details: Mapping[str, Any] = field(default_factory=dict)
    step_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscoveryFlagged(Event):
    """A discovery was saved."""

    type: ClassVar[str] = "discovery"
    title: str
    description: str
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextTrimmed(Event):
    """The prompt was too long; ``removed`` says what was shortened or left out."""

    type: ClassVar[str] = "context_trimmed"
    removed: tuple[str, ...]
    tokens_before: int
    tokens_after: int
    limit: int
    step_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Network(Event):
    """The program contacted a host; bytes are of the HTTP bodies and headers it can see."""

    type: ClassVar[str] = "network"
    host: str
    purpose: str
    bytes_sent: int
    bytes_received: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetSpent(Event):
    """How much of the run's time is spent; ``part_s`` seconds of it were just given to ``part``."""

    type: ClassVar[str] = "budget"
    elapsed_s: float
    remaining_s: float
    part: str = ""
    part_s: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice(Event):
    """A message for the user while it happens: a model loads, a call is retried."""

    type: ClassVar[str] = "notice"
    text: str
    level: Literal["info", "warning"] = "info"
    step_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerGiven(Event):
    """The answer.

    An ``incomplete`` one was cut off by a failure of the model and is unchecked; an ``unreviewed``
    one was complete by then, but its review failed.
    """

    type: ClassVar[str] = "answer"
    text: str
    question_type: str = ""
    sources: tuple[Source, ...] = ()
    claims: tuple[Claim, ...] = ()
    grounded: bool | None = None
    from_internal_knowledge: bool = False
    offline: bool = False
    incomplete: bool = False
    unreviewed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFinished(Event):
    """The run is over; ``error`` says why it failed, ``remedy`` what to do then.

    An ``answered`` run has an ``error`` if the model failed after the answer was written, so that
    nothing reviewed it. ``cause`` says what was at fault, if known. ``pullable`` names a model that
    Ollama could pull to fix it, or is empty.
    """

    type: ClassVar[str] = "run_finished"
    status: RunStatus
    error: str = ""
    remedy: str = ""
    pullable: str = ""
    cause: Literal["", "model"] = ""
    usage: Usage = field(default_factory=Usage)


# --- Sleeps, background runs and approvals

SleepMode = Literal["timer", "event", "manual"]
"""What ends a sleep: a timer, the end of a background run, the user."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SleepStarted(Event):
    """The run waits for a timer, for the end of a background run, or for the user.

    ``seconds`` is the longest wait, ``until`` its end in seconds since 1970. ``by_person`` is True
    if the user paused it. ``task_id`` names the background run.
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
    """The run resumes, or ends; ``reason`` says why, ``slept_s`` how long it waited."""

    type: ClassVar[str] = "sleep_ended"
    reason: str
    slept_s: float
    sleep_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskStarted(Event):
    """The run has started a background run; ``task_id`` is its run id."""

    type: ClassVar[str] = "task_started"
    task_id: str
    question: str
    strategy: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalAsked(Event):
    """A tool call needs approval; the run waits for the user.

    ``server`` is empty for a tool of the program itself. ``arguments`` are those of the call, as
    JSON text. ``changed`` is True if the server describes the tool differently than when it was
    allowed. ``outside`` says where the untrusted text came from that the model read last before the
    call, empty if it had read none: such a call can only be allowed once.
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
    """A call was decided, by the user or a stored decision; ``reason`` if nobody was asked."""

    type: ClassVar[str] = "approval_given"
    call_id: str
    answer: Literal["once", "always", "never", "declined"]
    reason: str = ""


# --- Queue that joins deltas


class EventQueue:
    """First in, first out; consecutive deltas of one text are joined into one event."""

    def __init__(self) -> None:
        self._waiting: deque[_Waiting] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[Event]:
        """Iterate over the waiting events without removing them."""
        return (each.event for each in self._waiting)

    def add(self, event: Event) -> None:
        if not (self._waiting and self._waiting[-1].join(event)):
            self._waiting.append(_Waiting(event))

    def take(self) -> Event:
        """Remove and return the first event; joined deltas have number and time of the last."""
        return self._waiting.popleft().event

    def clear(self) -> None:
        self._waiting.clear()


class _Waiting:
    """An event, or several joined deltas."""

    __slots__ = ("_event", "_pieces")

    def __init__(self, event: Event) -> None:
        self._event = event
        self._pieces = [event.text] if isinstance(event, TextDelta | ThinkingDelta) else []

    def join(self, event: Event) -> bool:
        """Append a delta of the same text; return whether it is one."""
        mine = self._event
        if (
            not isinstance(event, TextDelta | ThinkingDelta)
            or not isinstance(mine, TextDelta | ThinkingDelta)
            or type(event) is not type(mine)
            or (event.step_id, event.channel) != (mine.step_id, mine.channel)
        ):
            return False
        self._event = event
        self._pieces.append(event.text)
        return True

    @property
    def event(self) -> Event:
        """The event, with all of its text."""
        if len(self._pieces) > 1:
            assert isinstance(self._event, TextDelta | ThinkingDelta)
            return replace(self._event, text="".join(self._pieces))
        return self._event
