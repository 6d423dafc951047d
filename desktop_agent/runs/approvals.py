"""Calls that wait for the user: tools of servers, and side effects after text from outside.

Before a run has read any text from outside, a tool of a server is called as the user decided of it,
and the program's own tools are free. From then on whatever is called may be what a page wanted, so
each call that is not read-only is asked about anew: ``always`` was not said of that, and cannot be.
Where no card can be shown such a call is refused, and the reason told to the model and in the events.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal, Protocol

from desktop_agent.core.budget import Budget
from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import ApprovalAsked, ApprovalGiven, Event, Notice
from desktop_agent.core.mcp import Approval, Approve, RemoteTool
from desktop_agent.core.messages import JsonObject
from desktop_agent.core.plan import Plan, ReviewPlan
from desktop_agent.core.text import clipped, display_name

# --- Plans that wait for a person to look them over before they run.


class PlanReviews:
    """Holds a run's plan until a face hands it back, changed or as it was."""

    def __init__(self) -> None:
        self._waiting: dict[str, tuple[Plan, asyncio.Future[Plan]]] = {}

    @property
    def waiting(self) -> Mapping[str, Plan]:
        """The plans that wait, by the id of their run."""
        return {run_id: plan for run_id, (plan, _answer) in self._waiting.items()}

    def reviewer(self, run_id: str) -> ReviewPlan:
        """Gives what a run calls to have its plan looked over; one that is stopped waits no more."""
        return partial(self._wait, run_id)

    def answer(self, run_id: str, plan: Plan) -> None:
        """Lets a run go on with ``plan``; does nothing where it does not wait.

        Raises:
            ValueError: it is no plan; the text says why, and the run goes on waiting.
        """
        plan.check()
        _proposed, answer = self._waiting.get(run_id, (plan, None))
        if answer is not None and not answer.done():
            answer.set_result(plan)

    async def _wait(self, run_id: str, plan: Plan) -> Plan:
        answer: asyncio.Future[Plan] = asyncio.get_running_loop().create_future()
        self._waiting[run_id] = (plan, answer)
        try:
            return await answer
        finally:
            del self._waiting[run_id]


Answer = Literal["once", "always", "never", "declined"]
_SHOWN_ARGUMENTS = 20_000
_CANNOT_ASK = "nobody is there to allow it. Go on without it."


class ToolDecisions(Protocol):
    """What is decided of tools for good; see `servers.Servers`."""

    def standing(self, tool: RemoteTool) -> tuple[Literal["ask", "always", "never"], bool]:
        """Gives what is decided, and whether the tool is another than it was decided of."""

    async def keep(self, tool: RemoteTool, answer: Literal["always", "never"]) -> None:
        """Keeps a decision; raises `AgentError`."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A call that waits: ``asked`` is what its run told of it."""

    asked: ApprovalAsked
    tool: RemoteTool
    decided: asyncio.Future[Answer]


class Approvals:
    """Holds calls until a frontend answers them. All methods belong to one event loop.

    ``decisions`` gives where decisions on tools of servers are kept; it is called for those alone.
    """

    def __init__(self, decisions: Callable[[], ToolDecisions]) -> None:
        self._decisions = decisions
        self._waiting: dict[tuple[str, str], Waiting] = {}

    @property
    def waiting(self) -> Mapping[tuple[str, str], ApprovalAsked]:
        """The calls that wait, by the id of their run and their own."""
        return {key: each.asked for key, each in self._waiting.items()}

    def answer(self, run_id: str, call_id: str, decision: Answer) -> None:
        """Lets a call be made, or not; does nothing where it does not wait.

        ``always`` and ``never`` are kept, and answer the other calls of the tool that wait.
        """
        waiting = self._waiting.get((run_id, call_id))
        if waiting is None:
            return
        meant = [waiting]
        if decision == "always" and waiting.asked.outside:
            decision = "once"
        if decision in ("always", "never"):
            meant = [each for each in self._waiting.values() if each.tool == waiting.tool]
        for each in meant:
            if not each.decided.done():
                each.decided.set_result(decision)

    def approver(
        self,
        run_id: str,
        emit: Callable[[Event], None],
        budget: Budget,
        *,
        can_ask: bool = True,
        cards: bool = False,
    ) -> Approve:
        """Return what a run calls to ask; its time stands still while a call of it waits.

        ``can_ask`` says whether somebody can be asked at all, ``cards`` whether on a card, as is
        needed after text from outside.
        """

        async def approve(
            call_id: str, tool: RemoteTool, arguments: JsonObject, outside: str
        ) -> Approval:
            standing, changed = self._standing(tool)
            risky = bool(outside) and not tool.read_only
            answer: Answer | Literal["ask"] = standing
            reason = ""
            if answer == "ask" or (risky and answer == "always"):
                if cards if risky else can_ask:
                    asked = _asked(call_id, tool, arguments, changed, outside if risky else "")
                    with budget.paused():
                        answer = await self._wait(run_id, asked, tool, emit)
                    await self._keep(tool, answer, emit)
                else:
                    answer = "declined"
                    reason = _refused(outside) if risky else _CANNOT_ASK
            emit(ApprovalGiven(call_id=call_id, answer=answer, reason=reason))
            return Approval(answer, reason)

        return approve

    def _standing(self, tool: RemoteTool) -> tuple[Literal["ask", "always", "never"], bool]:
        return self._decisions().standing(tool) if tool.server else ("ask", False)

    async def _wait(
        self, run_id: str, asked: ApprovalAsked, tool: RemoteTool, emit: Callable[[Event], None]
    ) -> Answer:
        key = (run_id, asked.call_id)
        decided: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[key] = Waiting(asked, tool, decided)
        emit(asked)
        try:
            return await decided
        finally:
            del self._waiting[key]

    async def _keep(self, tool: RemoteTool, answer: Answer, emit: Callable[[Event], None]) -> None:
        if answer not in ("always", "never") or not tool.server:
            return
        try:
            await self._decisions().keep(tool, answer)
        except AgentError as error:  # it counts for this run nevertheless
            emit(Notice(text=f"The decision is not kept: {error}", level="warning"))


def _refused(origin: str) -> str:
    return (
        f"this run has read text from outside ({origin}), and after that it needs the user's leave, "
        "which can be given in the window alone, not in the terminal or the background. Go on "
        "without it."
    )


def _asked(
    call_id: str,
    tool: RemoteTool,
    arguments: JsonObject,
    changed: bool,  # noqa: FBT001 - as the event has it
    outside: str,
) -> ApprovalAsked:
    shown = _visible(json.dumps(dict(arguments), ensure_ascii=False, indent=2))
    return ApprovalAsked(
        call_id=call_id,
        server=tool.server,
        tool=display_name(tool.name),
        arguments=clipped(shown, _SHOWN_ARGUMENTS),
        description=tool.description if tool.server else "",
        changed=changed,
        outside=display_name(outside) if outside else "",
    )


def _visible(text: str) -> str:
    """Spells out what is not seen or turns text around: the person is to see what is sent."""
    return "".join(
        each if each == "\n" or each.isprintable() else json.dumps(each)[1:-1] for each in text
    )
