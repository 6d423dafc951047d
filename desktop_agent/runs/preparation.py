"""Prepare a run for a question so that it can sleep and survive a restart."""

import time
import uuid
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_agent.agents.context import RunContext
from desktop_agent.core.conversations import title_of
from desktop_agent.core.errors import ModelError, StorageError
from desktop_agent.core.events import Event, Notice
from desktop_agent.core.mcp import Approval, Approve, RemoteTool
from desktop_agent.core.messages import JsonObject
from desktop_agent.core.plan import Plan, ReviewPlan
from desktop_agent.core.research import Answer, Discovery, Question
from desktop_agent.core.runs import Sleeping
from desktop_agent.core.settings import Settings
from desktop_agent.runs.approvals import PlanReviews
from desktop_agent.runs.dispatch import ApproverOf, RunDependencies, ServerTools, answer
from desktop_agent.runs.run import EarlierEvents, Recorder, Run
from desktop_agent.runs.services import Services
from desktop_agent.storage.conversations.recorder import TurnRecorder
from desktop_agent.storage.conversations.store import ConversationStore
from desktop_agent.storage.runs import RunRecorder
from desktop_agent.storage.templates import LoadedTemplates
from desktop_agent.tools.background_runs import Tasks
from desktop_agent.tools.recorded_results import RecordedResult, RecordedResults
from desktop_agent.tools.sleep import RunSleep, WakeUp
from desktop_agent.tools.toolbox import AnyTool, Emit
from desktop_agent.web.ledger import is_offline

if TYPE_CHECKING:
    from desktop_agent.knowledge.base import KnowledgeBase
    from desktop_agent.runs.approvals import Approvals
    from desktop_agent.runs.mcp_servers import Servers

# --- Server tools and approvals of one run


def server_tools(servers: "Callable[[], Awaitable[Servers | None]]") -> ServerTools:
    """Return the function that provides a run with tools of MCP servers."""

    async def tools(ctx: RunContext, taken: Collection[str]) -> tuple[AnyTool, ...]:
        own = await servers()
        if own is None:
            return ()
        offered = await own.tools_for(ctx.question.servers, offline=is_offline(), taken=taken)
        for fault in (*offered.faults, *offered.left_out):
            ctx.emit(Notice(text=fault, level="warning"))
        return own.as_tools(offered.tools, ctx.web, ctx.emit, ctx.memory)

    return tools


def approver_of(
    approvals: "Callable[[], Approvals]", run_id: str, *, can_ask: bool, cards: bool
) -> ApproverOf:
    """Return the function that creates the approver of a run; see `Approvals.approver`."""

    def approver(ctx: RunContext) -> Approve:
        approve = approvals().approver(run_id, ctx.emit, ctx.budget, can_ask=can_ask, cards=cards)
        return _remembered(approve, ctx.memory)

    return approver


def _remembered(approve: Approve, memory: RecordedResults) -> Approve:
    """Wrap ``approve`` so that a resumed run reuses the decisions it got before."""

    async def approved(
        call_id: str, tool: RemoteTool, arguments: JsonObject, outside: str
    ) -> Approval:
        return await memory.once(
            "approval",
            (tool.server, tool.name, arguments),
            Approval,
            lambda: approve(call_id, tool, arguments, outside),
            lambda: Approval("declined", "the program was closed before it was allowed."),
        )

    return approved


_FRESH_S = 900.0
"""Seconds for which the results of a failed run may be quoted instead of an answer."""


class FailedRunResults:
    """Results of the last run whose model failed, to be quoted later without a new search."""

    def __init__(self) -> None:
        self._question, self._learnt = "", tuple[RecordedResult, ...]()
        self._at = 0.0

    def keep(self, question: Question, memory: RecordedResults) -> None:
        """Store the results of a failed run."""
        self._question, self._learnt = question.text, memory.found()
        self._at = time.monotonic()

    def take(self, question: Question) -> tuple[RecordedResult, ...]:
        """Return results that are still fresh if the same question is now asked without a model."""
        same = question.strategy == "evidence" and question.text == self._question
        return self._learnt if same and time.monotonic() - self._at < _FRESH_S else ()


@dataclass(frozen=True, slots=True)
class RunEnvironment:
    """The session's services and stores, as needed by its runs.

    The callables are called anew for each run, because their results may change. ``documents`` and
    ``servers`` return None if there are none or they must not be used.
    """

    settings: Callable[[], Settings]
    is_offline: Callable[[], bool]
    services: Callable[[], Services]
    documents: Callable[[], Awaitable["KnowledgeBase | None"]]
    conversations: ConversationStore
    runs: Path
    redact: Callable[[str], str]
    keep: Callable[[Discovery], None]
    plans: PlanReviews
    approvals: Callable[[], "Approvals"]
    servers: Callable[[], Awaitable["Servers | None"]]
    load_templates: Callable[[], LoadedTemplates]
    leftovers: FailedRunResults = field(default_factory=FailedRunResults)


@dataclass(frozen=True, slots=True)
class ResumeState:
    """The state of a run to resume: earlier events, results, past sleeps and any current sleep."""

    run_id: str
    before: EarlierEvents
    learnt: tuple[RecordedResult, ...] = ()
    past: tuple[WakeUp, ...] = ()
    sleeping: Sleeping | None = None


@dataclass(slots=True)
class Asked:
    """A prepared run, with what is needed to keep it from getting lost."""

    run: Run
    sleep: RunSleep
    memory: RecordedResults
    _turns: list[TurnRecorder] = field(default_factory=list)
    _unfinished: bool = False

    def keep_unfinished(self) -> None:
        """Keep the turn open if the program ends before the run, so that the run can be resumed."""
        self._unfinished = True
        for recorder in self._turns:
            recorder.keep_unfinished(self.run.run_id)

    def record(self, recorder: TurnRecorder) -> Recorder:
        """Register and return the recorder of the run's turn."""
        self._turns.append(recorder)
        if self._unfinished:
            recorder.keep_unfinished(self.run.run_id)
        return recorder


def ask(
    asker: RunEnvironment,
    question: Question,
    *,
    tasks: Callable[[str, RecordedResults], Tasks] | None = None,
    waits: bool = True,
    run_id: str = "",
    give_way: Callable[[], Awaitable[None]] | None = None,
    goes_on: ResumeState | None = None,
) -> Asked:
    """Prepare a run of the question. It starts when its events are read.

    ``give_way`` is awaited before each model call and lets other runs go first. ``tasks`` returns
    the interface to the background runs that the run may start or wait for. If ``waits`` is False,
    the model cannot put the run to sleep.
    """
    run_id = goes_on.run_id if goes_on is not None else run_id or uuid.uuid4().hex[:12]
    before = goes_on.before if goes_on is not None else None
    settings = asker.settings()
    # a resumed run is in the background: nobody may be there to see a card
    in_chat = waits and goes_on is None and not question.background
    cards = in_chat and question.approval_cards

    async def carry_out(emit: Emit) -> Answer:
        await chat_is_offline(asker, question)
        if leftovers:
            emit(Notice(text="What the earlier run found is used again."))
        belongings = RunDependencies(
            keep=asker.keep,
            documents=await asker.documents() if question.documents else None,
            review=_review(asker, run_id, memory) if question.review_plan else None,
            load_templates=asker.load_templates,
            memory=memory,
            sleep=sleep if waits else None,
            tasks=own_tasks if settings.background.per_run else None,
            give_way=give_way,
            server_tools=server_tools(asker.servers),
            approver_of=approver_of(asker.approvals, run_id, can_ask=waits, cards=cards),
        )
        try:
            with asker.services().hold() as services:
                given = await answer(services, belongings, run_id, question, emit)
        except ModelError:
            asker.leftovers.keep(question, memory)
            raise
        if given.failure is not None:
            asker.leftovers.keep(question, memory)
        return given

    def tell(event: Event) -> None:
        run.tell(event)

    def go_live() -> None:
        run.go_live()

    leftovers = asker.leftovers.take(question) if goes_on is None else ()
    memory = (
        RecordedResults(goes_on.learnt, go_live)
        if goes_on is not None
        else RecordedResults(leftovers)
    )
    recorders: list[Callable[[], Recorder]] = [
        lambda: RunRecorder(asker.runs, run_id, goes_on=before is not None)
    ]
    if question.turn_id:
        told = before.events if before is not None else ()
        recorders.append(lambda: asked.record(asker.conversations.recorder(question.turn_id, told)))
    run = Run(
        run_id,
        question,
        carry_out,
        recorders,
        # checked for each request, so that switching off takes effect at once
        offline=lambda: keeps_offline(asker, question),
        redact=asker.redact,
        before=before,
    )
    own_tasks = tasks(run_id, memory) if tasks is not None else None
    sleep = RunSleep(tell, settings.sleep.max_s, own_tasks, resumable=not question.background)
    run.sleep_with(sleep)
    if goes_on is not None:
        _restore(sleep, memory, goes_on)
    asked = Asked(run, sleep, memory)
    return asked


async def chat_is_offline(asker: RunEnvironment, question: Question) -> bool:
    """Return whether the conversation of a question is set to offline. Reads its file."""
    if question.conversation_id:
        with suppress(StorageError):  # a file that cannot be read is told of where it is written to
            await asker.conversations.get(question.conversation_id)
    return asker.conversations.known_offline(question.conversation_id)


def keeps_offline(asker: RunEnvironment, question: Question) -> bool:
    """Return whether a run of the question must not use the network now.

    This is the case if the network is off in the settings, for the question, or for its
    conversation.
    """
    return (
        question.offline
        or asker.is_offline()
        or asker.conversations.known_offline(question.conversation_id)
    )


def _review(asker: RunEnvironment, run_id: str, memory: RecordedResults) -> ReviewPlan:
    """Return a function that shows a plan to the user only once, even if the run is resumed."""
    show = asker.plans.reviewer(run_id)

    async def review(plan: Plan) -> Plan:
        return await memory.once("plan", plan, Plan, lambda: show(plan), lambda: plan)

    return review


def _restore(sleep: RunSleep, memory: RecordedResults, goes_on: ResumeState) -> None:
    """Restore the sleeps of a resumed run.

    A sleep requested by a tool is requested again during the replay. A pause by the user is
    restored once the run goes live.
    """
    sleeping = goes_on.sleeping
    if sleeping is not None and not sleeping.sleep_id.startswith("z"):
        memory.goes_live.append(lambda: sleep.restore(sleeping))
        sleep.restore(None, goes_on.past)
    else:
        sleep.restore(sleeping, goes_on.past)


# --- Background turn


async def background_turn(conversations: ConversationStore, question: Question) -> Question:
    """Return the question with a new turn at the end of its conversation, or of a new conversation.

    Earlier messages are left out, because a scheduled question is answered from scratch each time.

    Raises:
        StorageError: the turn cannot be stored.
    """
    conversation_id, parent = question.conversation_id, None
    if conversation_id and await conversations.holds(conversation_id):
        outline = await conversations.outline(conversation_id)
        parent = outline[-1].id if outline else None
    else:
        begun = await conversations.create(
            title_of(question),
            strategy=question.strategy,
            model=question.model,
            offline=question.offline or None,
            documents=question.documents,
        )
        conversation_id = begun.id
    turn = await conversations.begin_turn(
        conversation_id, question.text, parent_id=parent, attachments=question.attachments
    )
    return replace(question, conversation_id=conversation_id, turn_id=turn.id)
