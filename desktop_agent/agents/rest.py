"""The gate before a model call: where the run sleeps, its agents wait here and are told of it."""

from typing import Final

from desktop_agent.agents.context import RunContext
from desktop_agent.core.messages import Message
from desktop_agent.tools.run_memory import MODEL, WOKE
from desktop_agent.tools.run_sleep import Woke

_BEGINS: Final = "Sleep ended: "


async def rest(ctx: RunContext, step_id: str = "") -> tuple[Message, ...]:
    """Waits while the run sleeps; gives what the coming model call is to be told of it.

    ``step_id`` is the step whose tool calls led here: who has asked for a sleep is told of its end
    even where another agent of the run has slept it.
    """
    if ctx.give_way is not None and not ctx.memory.recalls:
        with ctx.budget.paused():
            await ctx.give_way()
    if ctx.sleep is None:
        return ()
    at = (step_id, ctx.parent_id, ctx.budget.model_calls)
    told = await _told_before(ctx, at)
    known = {each.sleep_id for each in told}
    new = await ctx.sleep.rest(ctx.budget, step_id)
    new = tuple(each for each in new if each.sleep_id not in known)
    if new:
        ctx.memory.learn(WOKE, at, tuple[Woke, ...], new)
    return tuple(_message(ctx, woke) for woke in (*told, *new))


async def _told_before(ctx: RunContext, at: object) -> tuple[Woke, ...]:
    """What a run that goes on was told here of its sleeps; where it had been left it is live again."""
    told: tuple[Woke, ...] = ()
    if ctx.memory.recalls:
        told = ctx.memory.recall(WOKE, at, tuple[Woke, ...]) or ()
        if not ctx.memory.holds(MODEL):
            await ctx.memory.go_live()
    return told


def is_wake(message: Message) -> bool:
    """True for what `rest` gives."""
    return message.role == "system" and message.content.startswith(_BEGINS)


def _message(ctx: RunContext, woke: Woke) -> Message:
    """The result of a background run was written from pages: it is data, as a tool's result is."""
    text = woke.text
    if (task := woke.task) is not None:
        ctx.web.outside.saw("a background run")
        if task.question:
            text += f"\nIts question: {ctx.fence.wrap(task.question, 'a background run')}"
        if task.result:
            text += f"\nIts answer:\n{ctx.fence.wrap(task.result, 'a background run')}"
        if task.error:
            text += f"\nIt failed: {ctx.fence.wrap(task.error, 'a background run')}"
    return Message("system", text)
