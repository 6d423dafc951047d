"""The tools of other programs as one run may call them, and whom a run asks before it calls a tool."""

from collections.abc import Awaitable, Callable, Collection
from typing import TYPE_CHECKING

from desktop_agent.agents.context import RunContext
from desktop_agent.answering import ApproverOf, ServerTools
from desktop_agent.core.events import Notice
from desktop_agent.core.mcp import Approval, Approve, RemoteTool
from desktop_agent.core.messages import JsonObject
from desktop_agent.tools.run_memory import RunMemory
from desktop_agent.tools.toolbox import AnyTool
from desktop_agent.web.ledger import is_offline

if TYPE_CHECKING:
    from desktop_agent.approvals import Approvals
    from desktop_agent.servers import Servers


def server_tools(servers: "Callable[[], Awaitable[Servers | None]]") -> ServerTools:
    """Return what a run calls to have its tools of servers."""

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
    """Return what gives a run whom it asks; see `Approvals.approver`."""

    def approver(ctx: RunContext) -> Approve:
        approve = approvals().approver(run_id, ctx.emit, ctx.budget, can_ask=can_ask, cards=cards)
        return _remembered(approve, ctx.memory)

    return approver


def _remembered(approve: Approve, memory: RunMemory) -> Approve:
    """A run that goes on is not asked of what it was answered before."""

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
