"""The events of a run: the contract between the agents and the run's observers.

Every event is a frozen dataclass whose ``type`` is its name in JSON. Emitters leave ``run_id``,
``seq`` and ``t`` unset, and the run fills them in: ``seq`` counts from 0 without gaps, and ``t`` is
the number of seconds since the start of the run. An empty ``step_id`` is set to the current step.
The first event of a run is `RunStarted`, and the last is always `RunFinished`.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal

from desktop_agent.core.plan import Plan
from desktop_agent.core.research import Claim, EngineAttempt, Passage, ShownHit, Source, Usage

# --- Current step: a run's steps work concurrently

_current: ContextVar[str] = ContextVar("current_step", default="")


def current_step() -> str:
    """Return the ID of the current step, or "" if there is none.

    A task inherits the current step of the task that started it.
    """
    return _current.get()


@contextmanager
def in_step(step_id: str) -> Iterator[None]:
    """Set the current step for the ``with`` block and for tasks and threads started in it."""
    before = _current.set(step_id)
    try:
        yield
    finally:
        _current.reset(before)


EVENTS_VERSION = 2
"""Incremented when code for the previous format could misinterpret the new one."""

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
    """A run has started. ``strategy_reason`` says why ``auto`` chose the strategy."""

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
    """An agent has started a step.

    ``parent_id`` is empty for a top-level step. ``part`` is the ID of the step's part of the plan,
    if any.
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
    """A plan has been made, replacing any earlier plan of the run.

    ``proposed`` is True while the plan awaits the user's review. ``title`` is the title of the
    template on which the plan is based, if any.
    """

    type: ClassVar[str] = "plan"
    plan: Plan
    step_id: str = ""
    title: str = ""
    proposed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ThinkingDelta(Event):
    """A chunk of a model's streamed thinking."""

    type: ClassVar[str] = "thinking_delta"
    step_id: str
    channel: Channel
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TextDelta(Event):
    """A chunk of a model's streamed text.

    A step's text may turn out to be the preamble of a tool call. Another step on the same channel
    then follows, so the text of a channel is that of its last step.
    """

    type: ClassVar[str] = "text_delta"
    step_id: str
    channel: Channel
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCall(Event):
    """A model call has ended.

    Token counts come from the server, or are estimates if it sent none. Speeds are in tokens per
    second, for reading the prompt (excluding ``cached_tokens``) and writing the reply; 0 if
    unknown. ``error`` says why the call failed, if it did. ``lost`` is True if the model is
    unavailable for now.
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
    cached_tokens: int = 0
    prompt_speed: float = 0.0
    speed: float = 0.0


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
    """The outcome of a request to a search engine, or the reason why none was sent.

    ``hits`` holds at most five results.
    """

    type: ClassVar[str] = "search_attempt"
    engine: str
    query: str
    outcome: str
    results: int = 0
    ms: int = 0
    detail: str = ""
    hits: tuple[ShownHit, ...] = ()
    step_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchFailed(Event):
    """No search engine returned a result list."""

    type: ClassVar[str] = "search_failed"
    attempts: tuple[EngineAttempt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRead(Event):
    """A page was read and stored. See `Page` for the meaning of ``wall``."""

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
    """Evidence was gathered from the web and the user's documents.

    Each candidate has ``value``, ``confidence`` in [0, 1], ``domains``, ``sources`` and ``why``;
    the best comes first. ``sufficient`` is False if there is neither an extracted answer nor a
    relevant passage.

    ``notes`` are remarks for the user. ``text`` is the evidence to show, as Markdown with
    citations, or "" if the evidence is not sufficient. Up to three ``preliminary`` events report
    the findings before the search has ended.
    """

    type: ClassVar[str] = "evidence"
    intent: str
    entity: str = ""
    extracted_answer: str = ""
    confidence: float = 0.0
    sources: tuple[Source, ...] = ()
    candidates: tuple[Mapping[str, Any], ...] = ()
    passages: tuple[Passage, ...] = ()
    notes: tuple[str, ...] = ()
    question: str = ""
    sufficient: bool = True
    text: str = ""
    preliminary: bool = False
    step_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict(Event):
    """The verdict of a check.

    ``details`` is a JSON object whose structure depends on ``by``.
    """

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
    """A prompt was too long; ``removed`` describes what was shortened or omitted."""

    type: ClassVar[str] = "context_trimmed"
    removed: tuple[str, ...]
    tokens_before: int
    tokens_after: int
    limit: int
    step_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Network(Event):
    """The program contacted a host; the byte counts cover HTTP headers and bodies."""

    type: ClassVar[str] = "network"
    host: str
    purpose: str
    bytes_sent: int
    bytes_received: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetSpent(Event):
    """The time that a run has used and has left.

    ``part`` has just been allotted ``part_s`` seconds of the remaining time.
    """

    type: ClassVar[str] = "budget"
    elapsed_s: float
    remaining_s: float
    part: str = ""
    part_s: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice(Event):
    """A transient message for the user, for example that a model is being loaded.

    ``question`` is set if a follow-up was reworded to stand on its own; it is the new wording.
    """

    type: ClassVar[str] = "notice"
    text: str
    level: Literal["info", "warning"] = "info"
    step_id: str = ""
    question: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerGiven(Event):
    """The run has produced its answer.

    ``incomplete`` is True if the model failed while writing; the answer is cut off and unchecked.
    ``unreviewed`` is True if the answer is complete but its review failed. ``computed`` is True if
    the program worked it out itself, without a model or a source.
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
    computed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFinished(Event):
    """The run is over. ``error`` says why it failed, and ``remedy`` what the user can do about it.

    A run with the status ``answered`` also has an ``error`` if the model failed after writing the
    answer, which was then not reviewed. ``cause`` is the cause of the error, if known. ``pullable``
    is the name of a model that Ollama could pull to fix the problem, if any.
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
"""What ends a sleep: a timer, the end of a background run, or the user."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SleepStarted(Event):
    """The run has started to wait for a timer, the end of a background run, or the user.

    ``seconds`` is the maximum wait, and ``until`` the Unix timestamp of its end. ``by_person`` is
    True if the user paused the run. ``task_id`` is the ID of the background run.
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
    """A sleep has ended. ``reason`` says why, and ``slept_s`` is how long it lasted."""

    type: ClassVar[str] = "sleep_ended"
    reason: str
    slept_s: float
    sleep_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskStarted(Event):
    """The run has started a background run; ``task_id`` is its ID."""

    type: ClassVar[str] = "task_started"
    task_id: str
    question: str
    strategy: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalAsked(Event):
    """A tool call needs approval, and the run waits for the user.

    ``server`` is empty for the program's own tools. ``arguments`` is JSON text. ``changed`` is True
    if the server has changed the tool's description since the user allowed it.

    ``outside`` is the origin of the last untrusted text that the model read before the call, or
    empty if it read none. If set, the user can allow only this one call.
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
    """A tool call was approved or declined. If the user was not asked, ``reason`` says why."""

    type: ClassVar[str] = "approval_given"
    call_id: str
    answer: Literal["once", "always", "never", "declined"]
    reason: str = ""


# --- A queue that joins deltas

Delta = TextDelta | ThinkingDelta


def continues(first: Delta, event: Delta) -> bool:
    """Return whether two deltas are chunks of the same text."""
    same_text = (first.step_id, first.channel) == (event.step_id, event.channel)
    return same_text and type(first) is type(event)


class EventQueue:
    """A FIFO queue of events that joins consecutive deltas of the same text.

    Deltas count as consecutive even with `Network` and `BudgetSpent` events between them. A joined
    delta has the ``seq`` and ``t`` of its first part.
    """

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self._waiting: deque[tuple[Event, list[str]]] = deque()  # with the texts that are joined
        self._growing: tuple[Delta, list[str]] | None = None
        for event in events:
            self.add(event)

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[Event]:
        return (_joined(event, pieces) for event, pieces in self._waiting)

    def add(self, event: Event) -> None:
        if not isinstance(event, Delta):
            if not isinstance(event, BudgetSpent | Network):
                self._growing = None
            self._waiting.append((event, []))
        elif self._growing is not None and continues(self._growing[0], event):
            self._growing[1].append(event.text)
        else:
            self._growing = (event, [event.text])
            self._waiting.append(self._growing)

    def take(self) -> Event:
        """Remove and return the first event."""
        first = self._waiting.popleft()
        if first is self._growing:
            self._growing = None
        return _joined(*first)

    def clear(self) -> None:
        self._waiting.clear()
        self._growing = None


def _joined(event: Event, pieces: list[str]) -> Event:
    if len(pieces) > 1 and isinstance(event, Delta):
        return replace(event, text="".join(pieces))
    return event
