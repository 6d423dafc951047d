"""Make a model call, emitting events as the reply streams in."""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, replace

from desktop_agent.agents.attachments import IMAGE_TOKENS, screen, unfold
from desktop_agent.agents.reply_parsing import PromptMarkup, ReplyCleaner, TagFilter
from desktop_agent.agents.run_context import RunContext
from desktop_agent.agents.stage import rest, step
from desktop_agent.core.errors import AgentError, BudgetExceeded, ModelError, ModelNotFound
from desktop_agent.core.events import (
    BudgetSpent,
    Channel,
    ContextTrimmed,
    ModelCall,
    Notice,
    TextDelta,
    ThinkingDelta,
)
from desktop_agent.core.messages import JsonObject, Message, ToolCall, ToolSpec
from desktop_agent.llm.base import (
    CallPiece,
    ChatRequest,
    EndPiece,
    FallbackPiece,
    Piece,
    TextPiece,
    ThinkingPiece,
    ToolChoice,
    WaitPiece,
)
from desktop_agent.llm.context_window import estimate_tokens, fit
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
"""Number of reply chunks emitted before other tasks get to run."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A request for a model call.

    ``shown`` filters the displayed text but not the reply itself. ``most_tokens`` limits the
    reply; 0 leaves it at the setting.
    """

    agent: str
    title: str
    channel: Channel
    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = ()
    tool_choice: ToolChoice = "auto"
    schema: JsonObject | None = None
    shown: TagFilter | None = None
    most_tokens: int = 0


@dataclass(slots=True)
class Reply:
    """A model's reply, filled in as it streams.

    ``shown`` is the text displayed to the user. ``provider`` and ``model`` name the model if it is
    another than the chosen one. ``unclean`` is True if text copied from the prompt
    was found and removed.
    """

    step_id: str
    text: str = ""
    shown: str = ""
    thinking: str = ""
    signature: str = ""
    calls: tuple[ToolCall, ...] = ()
    end: EndPiece | None = None
    unclean: bool = False
    provider: str = ""
    model: str = ""

    @property
    def message(self) -> Message:
        return Message(
            "assistant",
            self.text,
            tool_calls=self.calls,
            thinking=self.thinking,
            thinking_signature=self.signature,
        )


async def turn(ctx: RunContext, ask: Ask) -> Reply:
    """Make one model call within the budget; if time runs out, return what has arrived.

    If the run is asleep, wait until it wakes, then inform the model of the pause. If the reply
    consists only of copied prompt text or of tool calls written as text, ask once more.

    Raises:
        BudgetExceeded: no budget was left, or nothing arrived in time.
        ModelError: the model failed, or its reply was unreadable twice. ``partial`` is the part of
            the answer that had arrived.
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
    """Return the error for a model that wrote nothing readable in two attempts."""
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
    with step(ctx, ask.agent, ask.title) as shown:
        reply = Reply(shown.step_id)
        began = time.monotonic()
        failed: ModelError | None = None
        limit = 0
        try:
            await screen(ctx)
            limit = await model.context_tokens()
            request = _request(ctx, ask, limit, reply.step_id)
            stream = _Stream(ctx, ask, reply, _cleaner(ctx, ask, request))
            received = await ctx.memory.once(
                MODEL,
                (ask.agent, model.name, ctx.seed, ctx.temperature, request.messages, ask.channel),
                Reply,
                lambda: stream.receive(model.stream(request)),
                _out_of_time(),
            )
            reply = replace(received, step_id=reply.step_id)
            shown.end(_summary(reply))
            ctx.losses.clear()
        except AgentError as error:
            shown.end(error.message, "failed")
            failed = error if isinstance(error, ModelError) else None
            raise
        finally:
            _emit_cost(ctx, ask, reply, round((time.monotonic() - began) * 1000), limit, failed)
    return reply


def _request(ctx: RunContext, ask: Ask, limit: int, step_id: str) -> ChatRequest:
    # a quarter of the context is reserved for the reply, which may use more if the prompt is short
    messages, removed = unfold(ask.messages, ctx.fence, limit)
    reserve = min(ctx.reply_tokens, limit // 4)
    reserve += _FENCE_TOKENS * sum(message.role == "tool" for message in messages)
    reserve += IMAGE_TOKENS * sum(len(message.images) for message in messages)
    fitted = fit(messages, ask.tools, limit, reserve)
    if removed or fitted.removed:
        ctx.emit(
            ContextTrimmed(
                removed=(*removed, *fitted.removed),
                tokens_before=fitted.tokens_before,
                tokens_after=fitted.tokens_after,
                limit=limit,
                step_id=step_id,
            )
        )
    return ChatRequest(
        # after shortening, so that each block is closed
        messages=tuple(_fenced(ctx, message) for message in fitted.messages),
        tools=ask.tools,
        tool_choice=ask.tool_choice,
        schema=ask.schema,
        temperature=ctx.temperature,
        seed=ctx.seed,
        max_tokens=min(ctx.reply_tokens, limit // 2, ask.most_tokens or ctx.reply_tokens),
        think=ctx.think,
    )


def _fenced(ctx: RunContext, message: Message) -> Message:
    if message.role != "tool":
        return message
    return replace(message, content=ctx.fence.wrap(message.content, message.tool_name))


def _cleaner(ctx: RunContext, ask: Ask, request: ChatRequest) -> ReplyCleaner | None:
    if ask.schema is not None:
        return None
    earlier = (each.content for each in ctx.question.history if each.role == "user")
    asked = "\n".join((ctx.question.text, *earlier))
    tools = (spec.name for spec in ctx.toolbox.specs)
    return ReplyCleaner(PromptMarkup.of(ctx.fence.token, tools, request.messages, asked))


@dataclass(slots=True)
class _Stream:
    """A streaming reply.

    ``cleaner`` is None if the reply is parsed by the program and not shown to the user.
    """

    ctx: RunContext
    ask: Ask
    reply: Reply
    cleaner: ReplyCleaner | None

    async def receive(self, pieces: AsyncGenerator[Piece, None]) -> Reply:
        reply = self.reply
        try:
            async with asyncio.timeout(self.ctx.budget.remaining_s):
                await self._read(pieces)
        except TimeoutError:
            if not reply.text.strip():
                raise _out_of_time() from None
        except ModelError as error:
            if self.ask.channel in ("draft", "final"):
                error.partial = reply.shown.strip()
            raise
        return reply

    async def _read(self, pieces: AsyncGenerator[Piece, None]) -> None:
        cleaner = self.cleaner
        try:
            async with aclosing(pieces):
                count = 0
                async for piece in pieces:
                    if isinstance(piece, TextPiece):
                        self._add(cleaner.feed(piece.text) if cleaner else piece.text)
                    else:
                        self._add_other(piece)
                    count += 1
                    if count % _AT_ONCE == 0:  # buffered pieces arrive without any wait
                        await asyncio.sleep(0)
        finally:  # text held back as possible markup is kept, however the stream ends
            if cleaner is not None:
                self._add(cleaner.end())
                self.reply.unclean = cleaner.removed
            if self.ask.shown is not None:
                self._show(self.ask.shown.rest())

    def _add(self, text: str) -> None:
        self.reply.text += text
        self._show(self.ask.shown.feed(text) if self.ask.shown is not None else text)

    def _show(self, text: str) -> None:
        if text:
            reply = self.reply
            reply.shown += text
            self.ctx.emit(TextDelta(step_id=reply.step_id, channel=self.ask.channel, text=text))

    def _add_other(self, piece: Piece) -> None:
        reply, emit = self.reply, self.ctx.emit
        match piece:
            case ThinkingPiece(text, signature):
                reply.thinking += text
                reply.signature = signature or reply.signature
                if text:
                    emit(ThinkingDelta(step_id=reply.step_id, channel=self.ask.channel, text=text))
            case CallPiece(call):
                reply.calls += (call,)
            case WaitPiece(text):
                emit(Notice(text=text, step_id=reply.step_id))
            case FallbackPiece(provider, name, text):
                reply.provider, reply.model = provider, name
                if text:
                    emit(Notice(text=text, level="warning", step_id=reply.step_id))
            case EndPiece():
                reply.end = piece


def _out_of_time() -> BudgetExceeded:
    return BudgetExceeded("The time of the run ran out while the model wrote.")


def _emit_cost(
    ctx: RunContext, ask: Ask, reply: Reply, ms: int, limit: int, failed: ModelError | None
) -> None:
    end = reply.end or EndPiece("stopped")
    ctx.emit(
        ModelCall(
            agent=ask.agent,
            model=reply.model or (ctx.model.name if ctx.model is not None else ""),
            prompt_tokens=end.prompt_tokens or sum(estimate_tokens(m) for m in ask.messages),
            completion_tokens=end.completion_tokens or estimate_tokens(reply.text + reply.thinking),
            ms=ms,
            step_id=reply.step_id,
            stop_reason=end.stop_reason,
            context_tokens=limit,
            provider=reply.provider or (ctx.model.provider if ctx.model is not None else ""),
            error=failed.message if failed is not None else "",
            lost=failed is not None and failed.lost,
            cached_tokens=end.cached_tokens,
            prompt_speed=end.prompt_speed,
            speed=end.speed,
        )
    )
    elapsed_s, remaining_s = round(ctx.budget.elapsed_s, 3), round(ctx.budget.remaining_s, 3)
    ctx.emit(BudgetSpent(elapsed_s=elapsed_s, remaining_s=remaining_s))


def _summary(reply: Reply) -> str:
    if reply.calls:
        return "asks for " + ", ".join(call.name for call in reply.calls)
    if reply.end is not None and reply.end.stop_reason == "length":
        return "cut off at the reply's length limit"
    if reply.end is None:
        return "cut off: the time of the run is used up"
    return f"{len(reply.text):,} characters"
