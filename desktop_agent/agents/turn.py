"""One model call, whose reply is reported as events while it streams in."""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import NoReturn

from desktop_agent.agents.attachments import IMAGE_TOKENS, screen, unfold
from desktop_agent.agents.context import RunContext
from desktop_agent.agents.reply_parsing import PromptMarkup, ReplyCleaner, TagFilter
from desktop_agent.agents.stage import rest
from desktop_agent.core.errors import AgentError, BudgetExceeded, ModelError, ModelNotFound
from desktop_agent.core.events import (
    BudgetSpent,
    Channel,
    ContextTrimmed,
    ModelCall,
    Notice,
    StepFinished,
    StepStarted,
    StepStatus,
    TextDelta,
    ThinkingDelta,
)
from desktop_agent.core.messages import JsonObject, Message, ToolCall, ToolSpec
from desktop_agent.llm.base import (
    CallPiece,
    ChatRequest,
    EndPiece,
    Piece,
    TextPiece,
    ThinkingPiece,
    WaitPiece,
)
from desktop_agent.llm.context import estimate_tokens, fit
from desktop_agent.tools.recorded_results import MODEL

_FENCE_TOKENS = 60
"""Maximum number of tokens for the lines around a tool result."""

_NOTHING_ELSE = (
    "The model wrote no answer, only a call of a tool or parts of its prompt. It is asked again."
)
_AGAIN = (
    "That was nothing to be read. Write what was asked for, as plain text. Do not call any tool."
)

_AT_ONCE = 8
"""Number of pieces of a reply that are emitted before other tasks may run."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A model call: the agent, its title in the window, and the messages.

    ``shown`` filters out what users need not see while the text streams in; the reply keeps the
    full text.
    """

    agent: str
    title: str
    channel: Channel
    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = ()
    schema: JsonObject | None = None
    shown: TagFilter | None = None


@dataclass(slots=True)
class Reply:
    """A reply, filled while it streams in; ``shown`` is the text that users saw.

    The text excludes anything that the model copied from its prompt; ``unclean`` is True if there
    was any.
    """

    step_id: str
    text: str = ""
    shown: str = ""
    thinking: str = ""
    signature: str = ""
    calls: tuple[ToolCall, ...] = ()
    end: EndPiece | None = None
    unclean: bool = False

    @property
    def message(self) -> Message:
        """The reply as a message of the conversation."""
        return Message(
            "assistant",
            self.text,
            tool_calls=self.calls,
            thinking=self.thinking,
            thinking_signature=self.signature,
        )


async def turn(ctx: RunContext, ask: Ask) -> Reply:
    """Make one model call within the budget; if the time runs out, return what has arrived.

    While the run is asleep, the call waits, and the model is told about the sleep. If a reply
    consists only of tool calls written as text or of parts of the prompt, the call is repeated
    once.

    Raises:
        BudgetExceeded: no budget was left, or nothing arrived in time.
        ModelError: the model failed, or its reply was unreadable twice. What had arrived was
            already emitted; if it was part of the answer, it is the ``partial`` of the error.
    """
    reply = await _one_call(ctx, ask)
    if not _is_nothing_else(reply):
        return reply
    ctx.emit(Notice(text=_NOTHING_ELSE, level="warning", step_id=reply.step_id))
    again = replace(ask, messages=(*ask.messages, Message("user", _AGAIN)), tools=())
    reply = await _one_call(ctx, again)
    if _is_nothing_else(reply):
        raise no_text(ctx)
    return reply


def no_text(ctx: RunContext) -> ModelError:
    """Return the error for a model that was asked twice and wrote nothing readable."""
    name = ctx.model.name if ctx.model is not None else ""
    return ModelError(
        f"The model {name} wrote no answer, though it was asked twice.",
        "Use a larger model, or show the quotes alone: ask with the strategy evidence.",
    )


def _is_nothing_else(reply: Reply) -> bool:
    return reply.unclean and not reply.calls and not reply.text.strip()


async def _one_call(ctx: RunContext, ask: Ask) -> Reply:
    model = ctx.model
    if model is None:
        raise ModelNotFound("This run has no model.", "Choose one in the settings.")
    if woke := await rest(ctx):
        ask = replace(ask, messages=(*ask.messages, *woke))
    ctx.budget.spend_model_call()
    reply = Reply(ctx.new_step_id())
    ctx.emit(
        StepStarted(
            step_id=reply.step_id, agent=ask.agent, title=ask.title, parent_id=ctx.parent_id
        )
    )
    began = time.monotonic()
    status: StepStatus = "stopped"
    summary = ""
    failed: ModelError | None = None
    limit = 0
    try:
        await screen(ctx)
        limit = await model.context_tokens()
        request = _request(ctx, ask, limit, reply.step_id)
        heard = await ctx.memory.once(
            MODEL,
            (ask.agent, model.name, ctx.seed, ctx.temperature, request.messages, ask.channel),
            Reply,
            lambda: _hear(ctx, ask, model.stream(request), reply, _cleaner(ctx, ask, request)),
            _out_of_time,
        )
        reply = replace(heard, step_id=reply.step_id)
        status, summary = "ok", _summary(reply)
        ctx.losses.clear()
    except AgentError as error:
        status, summary = "failed", error.message
        failed = error if isinstance(error, ModelError) else None
        raise
    finally:
        _tell_end(ctx, ask, reply, round((time.monotonic() - began) * 1000), limit, failed)
        ctx.emit(StepFinished(step_id=reply.step_id, status=status, summary=summary))
    return reply


def _request(ctx: RunContext, ask: Ask, limit: int, step_id: str) -> ChatRequest:
    # a quarter of the context is reserved for the reply, which may use more if the prompt is short
    told = unfold(ask.messages, ctx.fence, limit)
    reserve = min(ctx.reply_tokens, limit // 4)
    reserve += _FENCE_TOKENS * sum(message.role == "tool" for message in told.messages)
    reserve += IMAGE_TOKENS * sum(len(message.images) for message in told.messages)
    fitted = fit(told.messages, ask.tools, limit, reserve)
    if told.removed or fitted.removed:
        ctx.emit(
            ContextTrimmed(
                removed=(*told.removed, *fitted.removed),
                tokens_before=fitted.tokens_before,
                tokens_after=fitted.tokens_after,
                limit=limit,
                step_id=step_id,
            )
        )
    return ChatRequest(
        messages=tuple(_fenced(ctx, message) for message in fitted.messages),
        tools=ask.tools,
        schema=ask.schema,
        temperature=ctx.temperature,
        seed=ctx.seed,
        max_tokens=min(ctx.reply_tokens, limit // 2),
        think=ctx.think,
    )


def _fenced(ctx: RunContext, message: Message) -> Message:
    """Mark the output of a tool as data after shortening it, so that the block is closed."""
    if message.role != "tool":
        return message
    return replace(message, content=ctx.fence.wrap(message.content, message.tool_name))


def _cleaner(ctx: RunContext, ask: Ask, request: ChatRequest) -> ReplyCleaner | None:
    """Return the cleaner for a reply; None for schema replies, which are parsed, not shown."""
    if ask.schema is not None:
        return None
    asked = "\n".join(
        (
            ctx.question.text,
            *(each.content for each in ctx.question.history if each.role == "user"),
        )
    )
    tools = (spec.name for spec in ctx.toolbox.specs)
    return ReplyCleaner(PromptMarkup.of(ctx.fence.token, tools, request.messages, asked))


async def _hear(
    ctx: RunContext,
    ask: Ask,
    pieces: AsyncGenerator[Piece, None],
    reply: Reply,
    cleaner: ReplyCleaner | None,
) -> Reply:
    try:
        async with asyncio.timeout(ctx.budget.remaining_s):
            await _listen(ctx, ask, pieces, reply, cleaner)
    except TimeoutError:
        if not reply.text.strip():
            _out_of_time()
    except ModelError as error:
        if ask.channel in ("draft", "final"):
            error.partial = reply.shown.strip()
        raise
    return reply


def _let_out(ctx: RunContext, ask: Ask, reply: Reply, cleaner: ReplyCleaner | None) -> None:
    """Emit the text that was held back as possible markup."""
    if cleaner is not None:
        _say(ctx, ask, cleaner.end(), reply)
        reply.unclean = cleaner.removed
    if ask.shown is not None:
        _show(ctx, ask, ask.shown.rest(), reply)


def _say(ctx: RunContext, ask: Ask, text: str, reply: Reply) -> None:
    reply.text += text
    _show(ctx, ask, ask.shown.feed(text) if ask.shown is not None else text, reply)


def _out_of_time() -> NoReturn:
    raise BudgetExceeded("The time of the run ran out while the model wrote.")


async def _listen(
    ctx: RunContext,
    ask: Ask,
    pieces: AsyncGenerator[Piece, None],
    reply: Reply,
    cleaner: ReplyCleaner | None,
) -> None:
    try:
        async with aclosing(pieces):
            count = 0
            async for piece in pieces:
                if isinstance(piece, TextPiece):
                    _say(ctx, ask, cleaner.feed(piece.text) if cleaner else piece.text, reply)
                else:
                    _take(ctx, ask, piece, reply)
                count += 1
                if count % _AT_ONCE == 0:  # what has piled up comes without a wait between
                    await asyncio.sleep(0)
    finally:  # what was written stays, whatever ends the stream
        _let_out(ctx, ask, reply, cleaner)


def _take(ctx: RunContext, ask: Ask, piece: Piece, reply: Reply) -> None:
    match piece:
        case ThinkingPiece(text, signature):
            reply.thinking += text
            reply.signature = signature or reply.signature
            if text:
                ctx.emit(ThinkingDelta(step_id=reply.step_id, channel=ask.channel, text=text))
        case CallPiece(call):
            reply.calls += (call,)
        case WaitPiece(text):
            ctx.emit(Notice(text=text, step_id=reply.step_id))
        case EndPiece():
            reply.end = piece


def _show(ctx: RunContext, ask: Ask, text: str, reply: Reply) -> None:
    if text:
        reply.shown += text
        ctx.emit(TextDelta(step_id=reply.step_id, channel=ask.channel, text=text))


def _tell_end(
    ctx: RunContext, ask: Ask, reply: Reply, ms: int, limit: int, failed: ModelError | None
) -> None:
    end = reply.end or EndPiece("stopped")
    ctx.emit(
        ModelCall(
            agent=ask.agent,
            model=ctx.model.name if ctx.model is not None else "",
            prompt_tokens=end.prompt_tokens or sum(estimate_tokens(m) for m in ask.messages),
            completion_tokens=end.completion_tokens or estimate_tokens(reply.text + reply.thinking),
            ms=ms,
            step_id=reply.step_id,
            stop_reason=end.stop_reason,
            context_tokens=limit,
            provider=ctx.model.provider if ctx.model is not None else "",
            error=failed.message if failed is not None else "",
            lost=failed is not None and failed.lost,
        )
    )
    budget = ctx.budget
    ctx.emit(
        BudgetSpent(elapsed_s=round(budget.elapsed_s, 3), remaining_s=round(budget.remaining_s, 3))
    )


def _summary(reply: Reply) -> str:
    if reply.calls:
        return "asks for " + ", ".join(call.name for call in reply.calls)
    if reply.end is not None and reply.end.stop_reason == "length":
        return "cut off at the reply's length limit"
    if reply.end is None:
        return "cut off: the time of the run is used up"
    return f"{len(reply.text):,} characters"
