"""The execution of one question, from its first event to the last."""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from desktop_agent.core.codec import event_from_json, event_to_json
from desktop_agent.core.errors import (
    AgentError,
    ModelError,
    ModelNotFound,
    StorageError,
    describe_unexpected,
)
from desktop_agent.core.events import (
    AnswerGiven,
    Event,
    ModelCall,
    Network,
    Notice,
    RunFinished,
    RunStarted,
    RunStatus,
    TextDelta,
    ThinkingDelta,
    current_step,
)
from desktop_agent.core.research import Answer, Question, Usage
from desktop_agent.tools.sleep import RunSleep
from desktop_agent.tools.toolbox import Emit
from desktop_agent.web.ledger import NetworkUse, network_scope

logger = logging.getLogger(__name__)


class Recorder(Protocol):
    """Records the events of one run."""

    def write(self, event: Event) -> None: ...

    def close(self) -> None: ...

    def suspend(self) -> None: ...


@dataclass(frozen=True, slots=True)
class EarlierEvents:
    """Events that a run emitted before a restart; ``began_at`` is in seconds since 1970."""

    events: tuple[Event, ...]
    began_at: float


class Run:
    """The run of one question.

    ``carry_out`` does the work and emits events; its first one is `RunStarted`, apart from network
    events before the model is known. Each of ``recorders`` creates a recorder. ``redact`` removes
    keys from a text. A resumed run does not repeat the events ``before``: events are dropped until
    `go_live`.
    """

    def __init__(
        self,
        run_id: str,
        question: Question,
        carry_out: Callable[[Emit], Awaitable[Answer]],
        recorders: Sequence[Callable[[], Recorder]],
        *,
        offline: Callable[[], bool],
        redact: Callable[[str], str] = str,
        before: EarlierEvents | None = None,
    ) -> None:
        self.run_id = run_id
        self.question = question
        self._carry_out = carry_out
        self._recorders = recorders
        self._offline = offline
        self._redact = redact
        self._queue: asyncio.Queue[Event | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._stopping = self._suspending = self._at_work = False
        self._began = 0.0
        self._before = before
        self._muted = before is not None
        self._seq = before.events[-1].seq + 1 if before is not None and before.events else 0
        self._finished = False
        self._early: list[Event] = []
        self._usage = _used(before.events) if before is not None else Usage()
        self._kept: list[Recorder] = []
        self._sleep: RunSleep | None = None

    async def events(self) -> AsyncGenerator[Event, None]:
        """Execute the question and yield its events; the last one is `RunFinished`.

        Closing the generator early stops the run; its recording still ends with `RunFinished`. Only
        the events of a suspended run end without it.
        """
        self._began = self._begin()
        await asyncio.to_thread(self._open_recordings)
        self._task = asyncio.create_task(self._work(), name=f"run {self.run_id}")
        try:
            while True:
                event = await self._queue.get()
                if event is None:
                    return
                yield event
                if isinstance(event, RunFinished):
                    return
        finally:
            self.stop()
            await asyncio.wait([self._task])
            await asyncio.to_thread(self._close_recordings)

    def stop(self) -> None:
        """Ask the run to stop; its events continue up to ``run_finished: stopped``."""
        self._stopping = True
        self._cancel()

    def sleep_with(self, sleep: RunSleep) -> None:
        """Allow the user to pause this run."""
        self._sleep = sleep

    def pause(self) -> None:
        """Pause the run before its next model call, until `resume`."""
        if self._sleep is not None:
            self._sleep.pause()

    def resume(self) -> None:
        """Resume the run if it sleeps or is paused."""
        if self._sleep is not None:
            self._sleep.resume()

    def suspend(self) -> None:
        """Stop without a result; the run can be resumed from its recorded events."""
        self._suspending = self._muted = True
        if self._sleep is not None:
            self._sleep.suspend()
        self._cancel()

    def _cancel(self) -> None:
        # a task that is cancelled before its first step never reports how it ended
        if self._task is not None and self._at_work:
            self._task.cancel()

    def go_live(self) -> None:
        """Stop dropping events: from now on they are new."""
        self._muted = self._suspending

    def _begin(self) -> float:
        now = time.monotonic()
        if self._before is None or not self._before.events:
            return now
        # the clock of a run continues while the program is closed, and never goes back
        return now - max(time.time() - self._before.began_at, self._before.events[-1].t)

    async def _work(self) -> None:
        status: RunStatus = "stopped"
        fault: AgentError | None = None
        self._at_work = True
        try:
            if self._stopping or self._suspending:
                raise asyncio.CancelledError  # noqa: TRY301 - as if it came while it worked
            with network_scope(self._saw_network, offline=self._offline, run_id=self.run_id):
                answer = await self._carry_out(self.tell)
            self.go_live()
            self.tell(_given(answer))
            status = "answered" if answer.sufficient else "insufficient"
            if answer.failure is not None:
                fault = answer.failure
                status = "failed" if answer.incomplete or not answer.sufficient else "answered"
        except AgentError as failed:
            status, fault = "failed", failed
        except asyncio.CancelledError:
            pass  # this task is the run's own; what it still has to say is said below
        except Exception as unexpected:  # one of the two places that may: no run ends unsaid
            logger.exception("a run failed unexpectedly", extra={"run_id": self.run_id})
            status, fault = "failed", AgentError(*describe_unexpected(unexpected))
        if self._sleep is not None:
            self._sleep.end()
        if self._suspending:
            self._queue.put_nowait(None)
            return
        self._muted = False
        if self._seq == 0:
            self.tell(_unprepared(self.question))
        self.tell(_finished(status, fault, self._usage))

    def tell(self, event: Event) -> None:
        """Stamp an event, record it and pass it to the reader."""
        if self._finished or self._muted:
            return  # a connection that closes late has nothing to add to a run that is over
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
            self.tell(held)

    def _without_keys(self, event: Event) -> Event:
        """Redact API keys from every event, whatever a service echoes.

        Deltas are skipped: each is a word, and the whole text comes again in the answer.
        """
        if isinstance(event, TextDelta | ThinkingDelta):
            return event
        text = event_to_json(event)
        clean = self._redact(text)
        return event if clean == text else event_from_json(clean)

    def _record(self, event: Event) -> None:
        """Record an event; a full disk costs the recording, not the answer."""
        for kept in tuple(self._kept):
            try:
                kept.write(event)
            except StorageError as fault:
                self._kept.remove(kept)
                _close(kept)
                self._not_recorded(fault)

    def _open_recordings(self) -> None:
        for make in self._recorders:
            try:
                self._kept.append(make())
            except StorageError as fault:
                self._not_recorded(fault)

    def _close_recordings(self) -> None:
        while self._kept:
            _close(self._kept.pop(), suspended=self._suspending)

    def _not_recorded(self, fault: StorageError) -> None:
        logger.warning("a run is not recorded", extra={"run_id": self.run_id, "fault": str(fault)})
        self._early.append(Notice(text=f"This run is not recorded: {fault}", level="warning"))

    def _saw_network(self, use: NetworkUse) -> None:
        self.tell(
            Network(
                host=use.host,
                purpose=use.purpose,
                bytes_sent=use.bytes_sent,
                bytes_received=use.bytes_received,
            )
        )


def _in_its_step(event: Event) -> Event:
    """Assign an event without a step (a search, a page, a verdict) to the current step."""
    if getattr(event, "step_id", None) == "" and (step_id := current_step()):
        return replace(event, step_id=step_id)  # type: ignore[call-arg]  # it has one, as was seen
    return event


def _used(events: Sequence[Event]) -> Usage:
    calls = (event for event in events if isinstance(event, ModelCall))
    each = (Usage(1, call.prompt_tokens, call.completion_tokens) for call in calls)
    return sum(each, Usage())


def _close(kept: Recorder, *, suspended: bool = False) -> None:
    try:
        (kept.suspend if suspended else kept.close)()
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
    """Return the start event of a run that ended before its model was known."""
    return RunStarted(
        question=question.text,
        strategy=question.strategy,
        provider=question.provider,
        model=question.model,
        budget_s=question.budget_s or 0.0,
        conversation_id=question.conversation_id,
    )
