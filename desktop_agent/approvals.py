"""Calls of servers' tools that wait for the person."""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from desktop_agent.core.budget import Budget
from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import Event, Notice
from desktop_agent.core.file_names import shown_name
from desktop_agent.core.mcp import Approval, Approve, RemoteTool
from desktop_agent.core.messages import JsonObject
from desktop_agent.core.short_line import clipped
from desktop_agent.core.waiting_events import ApprovalAsked, ApprovalGiven

Answer = Literal["once", "always", "never", "declined"]
_SHOWN_ARGUMENTS = 20_000
_CANNOT_ASK = "nobody is there to allow it. Go on without it."


class Decisions(Protocol):
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
    """Holds calls until a face answers them. All methods belong to one event loop."""

    def __init__(self, decisions: Decisions) -> None:
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
        if decision in ("always", "never"):
            meant = [each for each in self._waiting.values() if each.tool == waiting.tool]
        for each in meant:
            if not each.decided.done():
                each.decided.set_result(decision)

    def approver(self, run_id: str, emit: Callable[[Event], None], budget: Budget) -> Approve:
        """Gives what a run calls to ask; its time stands still while a call of it waits."""

        async def approve(call_id: str, tool: RemoteTool, arguments: JsonObject) -> Approval:
            standing, changed = self._decisions.standing(tool)
            answer: Answer | Literal["ask"] = standing
            if answer == "ask":
                asked = _asked(call_id, tool, arguments, changed=changed)
                with budget.paused():
                    answer = await self._wait(run_id, asked, tool, emit)
                await self._keep(tool, answer, emit)
            emit(ApprovalGiven(call_id=call_id, answer=answer))
            return Approval(answer)

        return approve

    def nobody(self, emit: Callable[[Event], None]) -> Approve:
        """Gives what a run calls whose face cannot ask: what is not allowed already is declined."""

        async def approve(call_id: str, tool: RemoteTool, _arguments: JsonObject) -> Approval:
            standing, _changed = self._decisions.standing(tool)
            answer: Answer = "declined" if standing == "ask" else standing
            emit(ApprovalGiven(call_id=call_id, answer=answer))
            return Approval(answer, _CANNOT_ASK if answer == "declined" else "")

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
        if answer not in ("always", "never"):
            return
        try:
            await self._decisions.keep(tool, answer)
        except AgentError as error:  # it counts for this run nevertheless
            emit(Notice(text=f"The decision is not kept: {error}", level="warning"))


def _asked(
    call_id: str, tool: RemoteTool, arguments: JsonObject, *, changed: bool
) -> ApprovalAsked:
    shown = _visible(json.dumps(dict(arguments), ensure_ascii=False, indent=2))
    return ApprovalAsked(
        call_id=call_id,
        server=tool.server,
        tool=shown_name(tool.name),
        arguments=clipped(shown, _SHOWN_ARGUMENTS),
        description=tool.description,
        changed=changed,
    )


def _visible(text: str) -> str:
    """Spells out what is not seen or turns text around: the person is to see what is sent."""
    return "".join(
        each if each == "\n" or each.isprintable() else json.dumps(each)[1:-1] for each in text
    )
