"""A run: a question, its events from first to last, and their listeners."""

import asyncio
import logging
import time
import uuid
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from desktop_agent.core.codec import event_from_json, event_to_json, to_json
from desktop_agent.core.errors import (
    AgentError,
    ModelError,
    ModelNotFound,
    StorageError,
    describe_unexpected,
)
from desktop_agent.core.events import (
    AnswerGiven,
    ApprovalAsked,
    ApprovalGiven,
    BudgetSpent,
    Event,
    EventQueue,
    ModelCall,
    Network,
    Notice,
    PlanMade,
    RunFinished,
    RunStarted,
    RunStatus,
    SearchAttempt,
    StepStarted,
    TextDelta,
    ThinkingDelta,
    current_step,
)
from desktop_agent.core.messages import JsonObject
from desktop_agent.core.network import OutboundRequest
from desktop_agent.core.research import Answer, Discovery, Question, Usage
from desktop_agent.core.runs import RunOrigin, RunRecord, RunState, Sleeping
from desktop_agent.core.settings import Settings
from desktop_agent.core.text import short_line
from desktop_agent.runs.approvals import Approvals, PlanReviews
from desktop_agent.runs.services import Services
from desktop_agent.storage.conversations.store import ConversationStore
from desktop_agent.storage.runs import RunRecorder, UnfinishedFile
from desktop_agent.storage.templates import LoadedTemplates
from desktop_agent.tools.background_runs import Tasks
from desktop_agent.tools.recorded_results import RecordedResult, RecordedResults
from desktop_agent.tools.sleep import RunSleep, WakeUp
from desktop_agent.web.ledger import network_scope

if TYPE_CHECKING:
    from desktop_agent.knowledge.knowledge_base import KnowledgeBase
    from desktop_agent.runs.mcp_servers import Servers

logger = logging.getLogger(__name__)

_NOTIFY_S = 0.25
"""Minimum seconds between two progress notifications; state changes are reported immediately."""

_DOING = 120
_ANSWER = 4000
"""Maximum length of an answer in the list of runs; the turn holds the complete answer."""

# --- What the runs of a session share

_FRESH_S = 900.0
"""Seconds for which the results of a failed run may be quoted in place of an answer."""


@dataclass(slots=True)
class FailedRunResults:
    """The results of the last run whose model failed, kept for reuse without a new search."""

    _question: str = ""
    _results: tuple[RecordedResult, ...] = ()
    _at: float = 0.0

    def keep(self, question: Question, memory: RecordedResults) -> None:
        self._question, self._results = question.text, memory.found()
        self._at = time.monotonic()

    def take(self, question: Question) -> tuple[RecordedResult, ...]:
        """Return recent results if the same question is now asked without a model, or ()."""
        same = question.strategy == "evidence" and question.text == self._question
        return self._results if same and time.monotonic() - self._at < _FRESH_S else ()


@dataclass(frozen=True, slots=True)
class RunEnvironment:
    """The services and stores that a session's runs use.

    The callables are called anew for each run, because their results may change. ``documents`` and
    ``servers`` return None if there are none or they may not be used. ``runs`` is the folder of
    recordings.
    """

    settings: Callable[[], Settings]
    is_offline: Callable[[], bool]
    services: Callable[[], Services]
    documents: Callable[[], Awaitable["KnowledgeBase | None"]]
    conversations: ConversationStore
    runs: Path
    redact: Callable[[str], str]
    keep_discovery: Callable[[Discovery], None]
    plans: PlanReviews
    approvals: Callable[[], Approvals]
    servers: Callable[[], Awaitable["Servers | None"]]
    load_templates: Callable[[], LoadedTemplates]
    failed_results: FailedRunResults = field(default_factory=FailedRunResults)

    async def chat_is_offline(self, question: Question) -> bool:
        """Load a question's conversation, and return whether it is in offline mode."""
        if question.conversation_id:
            with suppress(StorageError):  # reported where the file is written to
                await self.conversations.get(question.conversation_id)
        return self.conversations.known_offline(question.conversation_id)

    def keeps_offline(self, question: Question) -> bool:
        """Return whether the settings, the question or its conversation forbid network access."""
        return (
            question.offline
            or self.is_offline()
            or self.conversations.known_offline(question.conversation_id)
        )


# --- A run to resume


@dataclass(frozen=True, slots=True)
class ResumedRun:
    """A run that an earlier process did not finish, with everything recorded about it.

    ``began_at`` is a Unix timestamp. ``results`` are the recorded results, ``past`` the finished
    sleeps, and ``sleeping`` the current sleep, if any. ``finished`` is the last event of a run that
    ended without removing its file.
    """

    record: RunRecord
    question: Question
    events: tuple[Event, ...]
    began_at: float
    results: tuple[RecordedResult, ...] = ()
    past: tuple[WakeUp, ...] = ()
    sleeping: Sleeping | None = None
    finished: RunFinished | None = None

    def restore_sleep(self, sleep: RunSleep, memory: RecordedResults) -> None:
        """Restore the run's past and current sleeps.

        A current sleep requested by a tool is requested again by the replay. A pause by the user is
        restored after the replay.
        """
        sleeping = self.sleeping
        if sleeping is not None and not sleeping.sleep_id.startswith("z"):
            memory.goes_live.append(lambda: sleep.restore(sleeping))
            sleep.restore(None, self.past)
        else:
            sleep.restore(sleeping, self.past)


# --- One run

Listener = Callable[[Event | None], object]


class Recorder(Protocol):
    """An interface for recording a run's events."""

    def write(self, event: Event) -> None: ...

    def close(self) -> None: ...


class Run:
    """A run that answers one question. Listeners may be added and removed at any time.

    ``carry_out`` answers the question and emits events, starting with `RunStarted`. ``children``
    returns the interface to the run's background runs. Without ``can_wait``, the run cannot sleep,
    wait for the user or start other runs. A ``resumed`` run is replayed from the beginning, and
    emits no events until the replay has caught up. ``reuses`` is True if the run uses the results
    of a failed earlier run.

    ``background`` is True if no chat is waiting for the run. ``file``, if set, is the file for
    resuming the run. ``on_change`` is called when the record has changed, at most a few times per
    second. ``on_sleep`` is called with the sleep when the run falls asleep, and with None when it
    wakes up. ``give_way`` is awaited before each model call, so that other runs can go first.
    """

    def __init__(
        self,
        record: RunRecord,
        question: Question,
        environment: RunEnvironment,
        carry_out: Callable[["Run"], Awaitable[Answer]],
        *,
        can_wait: bool = False,
        children: Callable[["Run"], Tasks] | None = None,
        resumed: ResumedRun | None = None,
    ) -> None:
        self.record = record
        self.question = question
        self.environment = environment
        self.can_wait = can_wait
        self.background = can_wait and (question.background or resumed is not None)
        self.file: UnfinishedFile | None = None
        self.on_change: Callable[[Run], object] = lambda _run: None
        self.on_sleep: Callable[[Run, Sleeping | None], object] = lambda _run, _sleeping: None
        self.give_way: Callable[[], Awaitable[None]] | None = None
        self.resumed = resumed
        reused = environment.failed_results.take(question) if resumed is None else ()
        self.reuses = bool(reused)
        self.memory = (
            RecordedResults(reused)
            if resumed is None
            else RecordedResults(resumed.results, self._go_live)
        )
        self.children = children(self) if children is not None else None
        self.sleep = RunSleep(
            self.emit,
            environment.settings().sleep.max_s,
            self.children,
            resumable=question.approval_cards and not question.background,
        )
        self.sleep.on_asleep = self._fell_asleep
        if resumed is not None:
            resumed.restore_sleep(self.sleep, self.memory)
        self._carry_out = carry_out
        self._open: list[Recorder] = []
        self._queue: asyncio.Queue[Event | None] = asyncio.Queue()
        self._work: asyncio.Task[None] | None = None
        self._stopping = self._suspending = self._at_work = self._finished = False
        self._muted = resumed is not None
        before = resumed.events if resumed is not None else ()
        self._seq = before[-1].seq + 1 if before else 0
        self._usage = _used(before)
        self._began = 0.0
        self._early: list[Event] = []
        self._events = EventQueue()
        for event in before:
            self._events.add(event)
        self._listeners: list[Listener] = []
        self._over = asyncio.Event()
        self._notified_at = 0.0
        self._notify_later: asyncio.TimerHandle | None = None

    @property
    def run_id(self) -> str:
        return self.record.run_id

    # --- Watching

    def listen(self, listener: Listener) -> tuple[Event, ...]:
        """Return the events so far, and pass all later ones to ``listener``.

        Consecutive text deltas of a step are joined in the returned events. The last event is
        `RunFinished`, unless the program is closing; the listener is then called with None.
        """
        if self._over.is_set():
            asyncio.get_running_loop().call_soon(listener, None)
        else:
            self._listeners.append(listener)
        return tuple(self._events)

    def leave(self, listener: Listener) -> None:
        if listener in self._listeners:
            self._listeners.remove(listener)

    async def events(self) -> AsyncGenerator[Event, None]:
        """Yield all events from first to last as they arrive; see `listen`.

        Closing the generator early stops the run. Its recording still ends with `RunFinished`.
        """
        waiting: asyncio.Queue[Event | None] = asyncio.Queue()
        so_far = self.listen(waiting.put_nowait)
        try:
            for event in so_far:
                yield event
            while (coming := await waiting.get()) is not None:
                yield coming
        finally:
            self.leave(waiting.put_nowait)
            if not self._over.is_set():
                self.stop()
                await self._over.wait()

    # --- Control

    def stop(self) -> None:
        """Ask the run to stop. More events may arrive before it ends with status ``stopped``."""
        self._stopping = True
        self._cancel()

    def pause(self) -> None:
        """Pause the run before its next model call, until `resume` is called."""
        if self.memory.recalls:
            self.memory.goes_live.append(self.sleep.pause)
        else:
            self.sleep.pause()

    def resume(self) -> None:
        self.sleep.resume()

    def suspend(self) -> None:
        """Stop the run without a result, so that it can be resumed from its file."""
        self.memory.close()
        self._suspending = self._muted = True
        self.sleep.suspend()
        self._cancel()

    def keep_in(self, file: UnfinishedFile) -> None:
        """Write everything needed to resume the run to ``file``, now and as results arrive."""
        self.file = file
        self.memory.keep(lambda result: self._write({"learnt": to_json(RecordedResult, result)}))
        if self.record.sleeping is not None:
            self.write_sleep(self.record.sleeping)

    def write_sleep(self, sleeping: Sleeping | None) -> None:
        """Record that the run has fallen asleep, or has woken up if ``sleeping`` is None."""
        self._write({"sleeping": None if sleeping is None else to_json(Sleeping, sleeping)})

    def _write(self, line: JsonObject) -> None:
        """Append a line to the run's file; if that fails, the run is no longer resumable."""
        if self.file is not None:
            try:
                self.file.write(line)
            except StorageError as fault:
                logger.warning("a run would not go on", extra={"fault": str(fault)})
                self.file = None

    # --- Execution

    async def play(self) -> RunFinished | None:
        """Execute the run; return its last event, or None if the run was suspended."""
        self._began = self._begin()
        await asyncio.to_thread(self._open_recordings)
        self._work = asyncio.create_task(self._carry_out_safely(), name=f"run {self.run_id}")
        try:
            while (event := await self._queue.get()) is not None:
                self._deliver(event)
                if isinstance(event, RunFinished):
                    return event
            return None
        finally:
            self.stop()
            await asyncio.wait([self._work])
            await asyncio.to_thread(self._close_recordings)
            self._over.set()
            listeners, self._listeners = self._listeners, []
            for listener in listeners:
                listener(None)
            if self._notify_later is not None:
                self._notify_later.cancel()

    def _begin(self) -> float:
        now = time.monotonic()
        if self.resumed is None or not self.resumed.events:
            return now
        # the clock of a run continues while the program is closed, and never goes back
        return now - max(time.time() - self.resumed.began_at, self.resumed.events[-1].t)

    async def _carry_out_safely(self) -> None:
        status: RunStatus = "stopped"
        fault: AgentError | None = None
        self._at_work = True
        try:
            if self._stopping or self._suspending:
                raise asyncio.CancelledError  # noqa: TRY301 - as if cancelled while at work
            offline = partial(self.environment.keeps_offline, self.question)
            web = self.question.web
            with network_scope(self._saw_network, offline=offline, web=web, run_id=self.run_id):
                answer = await self._carry_out(self)
            self._go_live()
            self.emit(_given(answer))
            status = "answered" if answer.sufficient else "insufficient"
            if answer.failure is not None:
                fault = answer.failure
                status = "failed" if answer.incomplete or not answer.sufficient else "answered"
        except AgentError as failed:
            status, fault = "failed", failed
        except asyncio.CancelledError:
            pass  # only this task was cancelled; the last event is emitted below
        except Exception as unexpected:
            # one of two places that catch everything, because every run must end with an event
            logger.exception("a run failed unexpectedly", extra={"run_id": self.run_id})
            status, fault = "failed", AgentError(*describe_unexpected(unexpected))
        self.sleep.end()
        if self._suspending:
            self._queue.put_nowait(None)
            return
        self._muted = False
        if self._seq == 0:
            self.emit(_unprepared(self.question))
        self.emit(_finished(status, fault, self._usage))

    def _cancel(self) -> None:
        # a task that is cancelled before its first step never reports how it ended
        if self._work is not None and self._at_work:
            self._work.cancel()

    def _go_live(self) -> None:
        """Emit events again after the replay, unless the run is being suspended."""
        self._muted = self._suspending

    def emit(self, event: Event) -> None:
        """Add the run ID, number and time to an event, record it and queue it for listeners."""
        if self._finished or self._muted:
            return  # for example, of a connection that closes after the end of the run
        if self._seq == 0 and not isinstance(event, RunStarted):
            self._early.append(event)
            return
        self._finished = isinstance(event, RunFinished)
        if isinstance(event, ModelCall):
            self._usage += Usage(1, event.prompt_tokens, event.completion_tokens)
        stamped = replace(
            _in_its_step(event),
            run_id=self.run_id,
            seq=self._seq,
            t=round(time.monotonic() - self._began, 4),
        )
        self._seq += 1
        stamped = self._without_keys(stamped)
        self._record(stamped)
        self._queue.put_nowait(stamped)
        early, self._early = self._early, []
        for held in early:
            self.emit(held)

    def _without_keys(self, event: Event) -> Event:
        """Redact API keys that a service echoed, except in deltas, which are mere fragments."""
        if isinstance(event, TextDelta | ThinkingDelta):
            return event
        text = event_to_json(event)
        clean = self.environment.redact(text)
        return event if clean == text else event_from_json(clean)

    def _saw_network(self, use: OutboundRequest) -> None:
        self.emit(
            Network(
                host=use.host,
                purpose=use.purpose,
                bytes_sent=use.bytes_sent,
                bytes_received=use.bytes_received,
            )
        )

    def _deliver(self, event: Event) -> None:
        self._events.add(event)
        for listener in tuple(self._listeners):
            listener(event)
        before, self.record = self.record, record_after(self.record, event)
        if self.record.state != before.state or isinstance(event, RunStarted):
            self._notify()
        elif self.record != before and self._notify_later is None:
            wait = max(0.0, self._notified_at + _NOTIFY_S - time.monotonic())
            self._notify_later = asyncio.get_running_loop().call_later(wait, self._notify)

    def _fell_asleep(self, sleeping: Sleeping | None) -> None:
        state: RunState = "running" if sleeping is None else "asleep"
        self.record = replace(self.record, state=state, sleeping=sleeping)
        self._notify()
        self.on_sleep(self, sleeping)

    def _notify(self) -> None:
        if self._notify_later is not None:
            self._notify_later.cancel()
            self._notify_later = None
        self._notified_at = time.monotonic()
        self.on_change(self)

    # --- Recording

    def _open_recordings(self) -> None:
        resumed, turn_id = self.resumed, self.question.turn_id
        before = resumed.events if resumed is not None else ()
        makes: list[Callable[[], Recorder]] = [
            partial(RunRecorder, self.environment.runs, self.run_id, resumed=resumed is not None)
        ]
        if turn_id:
            conversations = self.environment.conversations
            makes.append(partial(conversations.recorder, turn_id, self.run_id, before))
        for make in makes:
            try:
                self._open.append(make())
            except StorageError as fault:
                self._not_recorded(fault)

    def _record(self, event: Event) -> None:
        """Record an event; if that fails, the recording is lost but the run continues."""
        for recorder in tuple(self._open):
            try:
                recorder.write(event)
            except StorageError as fault:
                self._open.remove(recorder)
                _close(recorder)
                self._not_recorded(fault)

    def _close_recordings(self) -> None:
        while self._open:
            _close(self._open.pop())

    def _not_recorded(self, fault: StorageError) -> None:
        logger.warning("a run is not recorded", extra={"run_id": self.run_id, "fault": str(fault)})
        self._early.append(Notice(text=f"This run is not recorded: {fault}", level="warning"))


# --- Records


def new_record(question: Question, origin: RunOrigin) -> RunRecord:
    """Return a record for a new run, in the state "queued"."""
    return RunRecord(
        uuid.uuid4().hex[:12],
        question.text,
        "queued",
        origin,
        now(),
        strategy=question.strategy,
        model=question.model,
        conversation_id=question.conversation_id,
        turn_id=question.turn_id,
    )


def now() -> str:
    """Return the current time as an ISO 8601 string in UTC, as stored in records."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def record_after(record: RunRecord, event: Event) -> RunRecord:
    """Return a run's record, updated to reflect an event."""
    match event:
        case RunStarted():
            began = {"strategy": event.strategy, "model": event.model, "budget_s": event.budget_s}
            return replace(record, **began)  # type: ignore[arg-type]  # each of its own type
        case StepStarted(title=doing) | SearchAttempt(query=doing):
            return replace(record, doing=short_line(doing, _DOING))
        case BudgetSpent(elapsed_s=elapsed):
            return replace(record, elapsed_s=elapsed)
        case ApprovalAsked() | PlanMade(proposed=True):
            return replace(record, state="asking")
        case ApprovalGiven() | PlanMade() if record.state == "asking":
            return replace(record, state="running")
        case AnswerGiven(text=text):
            return replace(record, answer=text[:_ANSWER])
        case RunFinished(status=status, error=error):
            ended = now()
            return replace(record, state=status, error=error, sleeping=None, doing="", ended=ended)
    return record


# --- Events


def _in_its_step(event: Event) -> Event:
    """Assign an event without a step, such as a search, page or verdict, to the current step."""
    if getattr(event, "step_id", None) == "" and (step_id := current_step()):
        return replace(event, step_id=step_id)  # type: ignore[call-arg]  # it has one, as was seen
    return event


def _used(events: Sequence[Event]) -> Usage:
    calls = (event for event in events if isinstance(event, ModelCall))
    each = (Usage(1, call.prompt_tokens, call.completion_tokens) for call in calls)
    return sum(each, Usage())


def _close(recorder: Recorder) -> None:
    try:
        recorder.close()
    except StorageError as fault:
        logger.warning("a recording was not closed", extra={"fault": str(fault)})


def _given(answer: Answer) -> AnswerGiven:
    return AnswerGiven(
        text=answer.text,
        question_type=answer.question_type,
        sources=answer.sources,
        claims=answer.claims,
        offline=answer.offline,
        grounded=answer.grounded,
        from_internal_knowledge=answer.from_internal_knowledge,
        incomplete=answer.incomplete,
        unreviewed=answer.failure is not None and not answer.incomplete,
        computed=answer.computed,
    )


def _finished(status: RunStatus, fault: AgentError | None, usage: Usage) -> RunFinished:
    if fault is None:
        return RunFinished(status=status, usage=usage)
    return RunFinished(
        status=status,
        error=fault.message,
        remedy=fault.remedy,
        pullable=fault.pullable if isinstance(fault, ModelNotFound) else "",
        cause="model" if isinstance(fault, ModelError) else "",
        usage=usage,
    )


def _unprepared(question: Question) -> RunStarted:
    return RunStarted(
        question=question.text,
        strategy=question.strategy,
        provider=question.provider,
        model=question.model,
        budget_s=question.budget_s or 0.0,
        conversation_id=question.conversation_id,
    )
