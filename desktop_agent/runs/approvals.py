"""User approval of plans, calls to MCP tools, and side effects after untrusted text.

Until a run has read untrusted text, calls to MCP tools follow the user's stored decisions, and
built-in tools need no approval. After that, any call might have been prompted by a page, so every
call that is not read-only needs the user's approval, even if the tool is set to ``always``. If the
frontend cannot show an approval card, such a call is refused.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from desktop_agent.core.budget import Budget
from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import ApprovalAsked, ApprovalGiven, Event, Notice
from desktop_agent.core.mcp import Approval, Approve, RemoteTool
from desktop_agent.core.messages import JsonObject
from desktop_agent.core.plan import Plan
from desktop_agent.core.text import clipped, display_name

if TYPE_CHECKING:
    from desktop_agent.runs.mcp_servers import Servers

# --- Plan reviews


class PlanReviews:
    """Plans under review, each held until a frontend returns it, edited or unchanged."""

    def __init__(self) -> None:
        self._waiting: dict[str, tuple[Plan, asyncio.Future[Plan]]] = {}

    @property
    def waiting(self) -> Mapping[str, Plan]:
        return {run_id: plan for run_id, (plan, _answer) in self._waiting.items()}

    async def review(self, run_id: str, plan: Plan) -> Plan:
        """Submit a run's plan for review and return the plan that the user approves."""
        answer: asyncio.Future[Plan] = asyncio.get_running_loop().create_future()
        self._waiting[run_id] = (plan, answer)
        try:
            return await answer
        finally:
            del self._waiting[run_id]

    def answer(self, run_id: str, plan: Plan) -> None:
        """Continue a run with ``plan``; do nothing if the run is not waiting for a review.

        Raise `ValueError` if the plan is invalid; the run then keeps waiting.
        """
        plan.check()
        _proposed, answer = self._waiting.get(run_id, (plan, None))
        if answer is not None and not answer.done():
            answer.set_result(plan)


Answer = Literal["once", "always", "never", "declined"]
_SHOWN_ARGUMENTS = 20_000
_CANNOT_ASK = "no one is available to allow it. Continue without it."


@dataclass(frozen=True, slots=True)
class Waiting:
    """A tool call waiting for approval, with the event ``asked`` that its run emitted."""

    asked: ApprovalAsked
    tool: RemoteTool
    decided: asyncio.Future[Answer]


class Approvals:
    """Tool calls held until the user decides on them. Use this from a single event loop."""

    def __init__(self, servers: Callable[[], "Servers"]) -> None:
        self._servers = servers
        self._waiting: dict[tuple[str, str], Waiting] = {}

    @property
    def waiting(self) -> Mapping[tuple[str, str], ApprovalAsked]:
        return {key: each.asked for key, each in self._waiting.items()}

    def answer(self, run_id: str, call_id: str, decision: Answer) -> None:
        """Approve or decline a call; do nothing if the call is not waiting.

        ``always`` and ``never`` are stored, and also apply to the tool's other waiting calls. For a
        call made after untrusted text was read, ``always`` counts as ``once``.
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
        """Return the function that a run calls to request approval.

        The run's budget is paused while a call waits. ``can_ask`` is True if a user can be asked.
        ``cards`` is True if the frontend can show approval cards, which are required once the run
        has read untrusted text.
        """

        async def approve(
            call_id: str, tool: RemoteTool, arguments: JsonObject, outside: str
        ) -> Approval:
            answer: Answer | Literal["ask"] = "ask"
            changed, reason = False, ""
            if tool.server:
                answer, changed = self._servers().standing(tool)
            risky = bool(outside) and not tool.read_only
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
            await self._servers().keep(tool, answer)
        except AgentError as error:  # it still applies to this run
            emit(Notice(text=f"The decision was not saved: {error}", level="warning"))


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
    changed: bool,  # noqa: FBT001 - a field of the event
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
    """Escape invisible and bidirectional control characters, so that users see the actual data."""
    return "".join(
        each if each == "\n" or each.isprintable() else json.dumps(each)[1:-1] for each in text
    )
