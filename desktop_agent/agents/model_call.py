"""Call a model, emitting events as the reply streams in."""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Literal

from desktop_agent.agents.reply_parsing import ANSWER_TAG, ReplyCleaner, loop_start, without_loop
from desktop_agent.agents.run_context import RunContext
from desktop_agent.agents.stage import rest, step
from desktop_agent.core.errors import (
    AgentError,
    BudgetExceeded,
    ContextOverflow,
    ModelError,
    ModelNotFound,
    NoText,
)
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
from desktop_agent.core.text import CHARACTERS_PER_TOKEN, IMAGE_TOKENS
from desktop_agent.llm.base import (
    CallPiece,
    ChatModel,
    ChatRequest,
    EndPiece,
    FallbackPiece,
    Piece,
    TextPiece,
    ThinkingPiece,
    WaitPiece,
)
from desktop_agent.llm.context_window import ModelRecord, estimate_tokens, fit, unfold
from desktop_agent.tools.recorded_results import MODEL

_FENCE_TOKENS = 60
"""Maximum number of tokens for the lines around a tool result."""

_LEAST_CONTEXT = 2048
"""Tokens of context that a model is taken to have, however often its server refuses a prompt."""
_HALF_PROMPT = 2 / 3
"""Context as a multiple of a prompt, so that half the prompt fits beside the reply's quarter."""
_LEAST_REPLY = 64
"""Tokens that a reply may always have, even if the prompt leaves less room."""
_THINKING_SHARE = 0.5
"""Share of the longest reply after which a model that still thinks is stopped."""
_EQUAL_CALLS = 4

NOTHING_ELSE = "The model wrote no answer, only a tool call or parts of its prompt. Asking again."
_AGAIN = (
    "That was nothing to be read. Write what was asked for, as plain text. Do not call any tool."
)
_ONLY_THOUGHT = "The model thought for too long. Asking again without thinking."
_ANSWER_NOW = "You have thought enough. Write what was asked for now, without thinking."
_TOO_LONG = "The prompt was too long for the server. The model is asked with half of it."

_LOOKED_EVERY = 32
"""Number of characters after which a growing reply is searched for loops again."""
_REPEATED = "it repeated itself"

_AT_ONCE = 8
"""Number of reply chunks emitted before other tasks get to run."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A request for a model call.

    ``most_tokens`` limits the reply; 0 means the configured limit. If ``again`` is False, an empty
    reply is not requested a second time.
    """

    agent: str
    title: str
    channel: Channel
    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = ()
    schema: JsonObject | None = None
    most_tokens: int = 0
    again: bool = True


@dataclass(slots=True)
class Reply:
    """A model's reply, filled in as it streams.

    ``unclean`` is True if copied prompt text or disallowed tool calls were removed. ``cut`` is the
    reason why the reply was cut off, or "". ``provider`` and ``model`` are set if a model other
    than the chosen one replied.
    """

    step_id: str
    text: str = ""
    thinking: str = ""
    signature: str = ""
    calls: tuple[ToolCall, ...] = ()
    end: EndPiece | None = None
    unclean: bool = False
    cut: str = ""
    provider: str = ""
    model: str = ""

    @property
    def is_readable(self) -> bool:
        return bool(self.calls or self.text.strip())

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

    A sleeping run first waits until it wakes, and the model is told about the pause. A reply that
    consists only of copied prompt text or disallowed calls is requested once more. So is a reply
    that was cut off while the model was still thinking, but this time with thinking disabled.

    Raises:
        BudgetExceeded: no budget was left, or nothing arrived in time.
        ContextOverflow: the prompt was too long, even when shortened to half of the context.
        ModelError: the model failed, or its reply was unreadable twice. ``partial`` is the part of
            the answer that had arrived.
    """
    reply = await _one_call(ctx, ask)
    if reply.is_readable:
        return reply
    only_thought = (
        bool(reply.thinking) and reply.end is not None and reply.end.stop_reason == "length"
    )
    if only_thought:
        if ctx.model_name in ctx.overthought:
            raise no_text(ctx)
        ctx.overthought.add(ctx.model_name)
        tools, told, asked = ask.tools, _ONLY_THOUGHT, _ANSWER_NOW
    elif reply.unclean and ask.again:
        tools, told, asked = (), NOTHING_ELSE, _AGAIN
    else:
        return reply
    ctx.emit(Notice(text=told, level="warning", step_id=reply.step_id))
    messages = (*ask.messages, Message("user", asked))
    reply = await _one_call(ctx, replace(ask, tools=tools, messages=messages))
    if (ask.again or only_thought) and not reply.is_readable:
        raise no_text(ctx)
    return reply


def no_text(ctx: RunContext) -> NoText:
    """Return the error for a model that has failed twice to write anything readable."""
    return NoText(
        f"The model {ctx.model_name} wrote no answer, though it was asked twice.",
        "Use a larger model, or show only the quotes: ask with the evidence strategy.",
    )


async def _one_call(ctx: RunContext, ask: Ask) -> Reply:
    model = ctx.model
    if model is None:
        raise ModelNotFound("This run has no model.", "Choose one in the settings.")
    if woke := await rest(ctx):
        ask = replace(ask, messages=(*ask.messages, *woke))
    ctx.budget.spend_model_call()
    with step(ctx, ask.agent, ask.title) as shown:
        call = _Call(ctx, ask, model, shown.step_id)
        began = time.monotonic()
        failed: ModelError | None = None
        try:
            call.reply = replace(await call.made(), step_id=shown.step_id)
            shown.end(_summary(call.reply))
            ctx.losses.clear()
        except AgentError as error:
            shown.end(error.message, "failed")
            failed = error if isinstance(error, ModelError) else None
            raise
        finally:
            _emit_cost(call, round((time.monotonic() - began) * 1000), failed)
    return call.reply


class _Call:
    """One model request, retried with a shorter prompt if the server rejects its length.

    ``limit`` (the context size) and ``prompt_tokens`` (an estimate) are 0 until known.
    """

    def __init__(self, ctx: RunContext, ask: Ask, model: ChatModel, step_id: str) -> None:
        self.ctx, self.ask, self.model = ctx, ask, model
        self.reply = Reply(step_id)
        self.limit = self.prompt_tokens = 0
        self._record = ModelRecord.of(model)
        self._cleaner: ReplyCleaner | None = None
        self._said = ""
        self._thinking_pieces = self._equal_calls = 0

    async def made(self) -> Reply:
        limit = await self.model.context_tokens()
        self.limit = min(limit, self._record.most_tokens or limit)
        request = self._request()
        try:
            return await self._received(request)
        except ContextOverflow:
            self.limit = min(self.limit // 2, int(self.prompt_tokens * _HALF_PROMPT))
            shorter = self._request()
            if shorter.messages == request.messages:
                raise
            self._notify(_TOO_LONG, "warning")
            self._record.most_tokens = max(self.limit, _LEAST_CONTEXT)
            return await self._received(shorter)

    @property
    def _longest_reply(self) -> int:
        return min(self.ctx.reply_tokens, self.limit // 2)

    @property
    def _most_thinking(self) -> int:
        return int(self._longest_reply * _THINKING_SHARE)

    def _request(self) -> ChatRequest:
        # a quarter of the context is reserved for the reply, which may use more if the prompt is
        # short
        ctx, ask, limit = self.ctx, self.ask, self.limit
        messages, removed = unfold(ask.messages, ctx.fence, limit, ask.tools)
        other = _FENCE_TOKENS * sum(message.role == "tool" for message in messages)
        other += IMAGE_TOKENS * sum(len(message.images) for message in messages)
        reserve = min(ctx.reply_tokens, limit // 4) + other
        fitted = fit(messages, ask.tools, limit, reserve, self._record.factor)
        if removed or fitted.removed:
            ctx.emit(
                ContextTrimmed(
                    removed=(*removed, *fitted.removed),
                    tokens_before=fitted.tokens_before,
                    tokens_after=fitted.tokens_after,
                    limit=limit,
                    step_id=self.reply.step_id,
                )
            )
        most = ask.most_tokens or self._longest_reply
        if ask.most_tokens and self._record.thinks:  # which some models cannot leave off
            most += self._most_thinking
        room = max(_LEAST_REPLY, limit - fitted.tokens_after - other)
        return ChatRequest(
            # after shortening, so that each block is closed
            messages=tuple(
                replace(each, content=ctx.fence.wrap(each.content, each.tool_name))
                if each.role == "tool"
                else each
                for each in fitted.messages
            ),
            tools=ask.tools,
            schema=ask.schema,
            temperature=ctx.temperature,
            seed=ctx.seed,
            max_tokens=min(most, self._longest_reply, room),
            think=False if self.model.name in ctx.overthought else ctx.think,
        )

    async def _received(self, request: ChatRequest) -> Reply:
        ctx, ask = self.ctx, self.ask
        estimated = estimate_tokens(request)
        self.prompt_tokens = round(estimated * self._record.factor)
        if ask.schema is None:
            tools = [spec.name for spec in ctx.toolbox.specs]
            self._cleaner = ReplyCleaner(ctx.asked, ctx.fence.token, tools, request.messages)
        reply = await ctx.memory.once(
            MODEL,
            (ask.agent, self.model.name, ctx.seed, ctx.temperature, request.messages, ask.channel),
            Reply,
            lambda: self._streamed(self.model.stream(request)),
            _out_of_time(),
        )
        self._record.thinks |= bool(reply.thinking)
        if reply.end is not None and not any(each.images for each in request.messages):
            self._record.learn(estimated, reply.end.prompt_tokens)
        return reply

    async def _streamed(self, pieces: AsyncGenerator[Piece, None]) -> Reply:
        reply = self.reply
        try:
            async with asyncio.timeout(self.ctx.budget.remaining_s):
                await self._read(pieces)
        except TimeoutError:
            if not reply.text.strip():
                raise _out_of_time() from None
        except ModelError as error:
            if self.ask.channel in ("draft", "final"):
                error.partial = ANSWER_TAG.sub("", reply.text).strip()
            raise
        return reply

    async def _read(self, pieces: AsyncGenerator[Piece, None]) -> None:
        count = 0
        try:
            async with aclosing(pieces):
                async for piece in pieces:
                    self._add(piece)
                    if self.reply.cut:
                        self.reply.end = EndPiece("length")
                        break
                    count += 1
                    if count % _AT_ONCE == 0:  # buffered pieces arrive without any wait
                        await asyncio.sleep(0)
        finally:  # text held back is kept, however the stream ends
            self._add_rest()

    def _add(self, piece: Piece) -> None:
        reply = self.reply
        match piece:
            case TextPiece(text):
                self._said += text
                self._add_text(self._cleaner.feed(text) if self._cleaner else text)
                self._end_loop(self._said, len(text), form=self.ask.schema is not None)
            case ThinkingPiece(text, signature):
                self._add_thinking(text)
                reply.signature = signature or reply.signature
            case CallPiece(call):
                self._add_call(call)
            case WaitPiece(text):
                self._notify(text)
            case FallbackPiece(provider, name, text):
                reply.provider, reply.model = provider, name
                if text:
                    self._notify(text, "warning")
            case EndPiece():
                reply.end = piece

    def _add_text(self, text: str) -> None:
        if text:
            reply, channel = self.reply, self.ask.channel
            reply.text += text
            shown = ANSWER_TAG.sub("", text)
            self.ctx.emit(TextDelta(step_id=reply.step_id, channel=channel, text=shown))

    def _add_thinking(self, text: str) -> None:
        if not text:
            return
        reply, channel = self.reply, self.ask.channel
        reply.thinking += text
        self._thinking_pieces += 1
        self.ctx.emit(ThinkingDelta(step_id=reply.step_id, channel=channel, text=text))
        tokens = max(self._thinking_pieces, len(reply.thinking) / CHARACTERS_PER_TOKEN)
        if tokens > self._most_thinking and not reply.text.strip():
            reply.cut = "it thought for too long"
        self._end_loop(reply.thinking, len(text))

    def _end_loop(self, text: str, added: int, *, form: bool = False) -> None:
        """End the reply if ``text`` repeats itself. Checking every token would be too slow."""
        is_due = len(text) // _LOOKED_EVERY > (len(text) - added) // _LOOKED_EVERY
        if is_due and loop_start(text, form=form) is not None:
            self.reply.cut = _REPEATED

    def _add_call(self, call: ToolCall) -> None:
        """Add a call unless it is disallowed or a duplicate."""
        reply, ask = self.reply, self.ask
        said = call.name, call.arguments, call.error
        if not ask.tools:
            reply.unclean = True
        elif any(said == (each.name, each.arguments, each.error) for each in reply.calls):
            self._equal_calls += 1
            if self._equal_calls >= _EQUAL_CALLS:
                reply.cut = _REPEATED
        else:
            reply.calls += (call,)

    def _add_rest(self) -> None:
        reply, end, cleaner = self.reply, self.reply.end, self._cleaner
        if cleaner is not None:
            self._add_text(cleaner.end(cut=end is not None and end.stop_reason == "length"))
            reply.unclean |= cleaner.removed
            for call in cleaner.calls:
                self._add_call(call)
            if end is not None and end.stop_reason == "stop" and reply.calls:
                reply.end = replace(end, stop_reason="tool_calls")
        if reply.cut == _REPEATED:
            reply.text = without_loop(reply.text, form=self.ask.schema is not None)
            reply.thinking = without_loop(reply.thinking)

    def _notify(self, text: str, level: Literal["info", "warning"] = "info") -> None:
        self.ctx.emit(Notice(text=text, level=level, step_id=self.reply.step_id))


def _out_of_time() -> BudgetExceeded:
    return BudgetExceeded("The task ran out of time while the model was writing.")


def _emit_cost(call: _Call, ms: int, failed: ModelError | None) -> None:
    ctx, reply = call.ctx, call.reply
    end = reply.end or EndPiece("stopped")
    ctx.emit(
        ModelCall(
            agent=call.ask.agent,
            model=reply.model or call.model.name,
            prompt_tokens=end.prompt_tokens or call.prompt_tokens,
            completion_tokens=end.completion_tokens or estimate_tokens(reply.text + reply.thinking),
            ms=ms,
            step_id=reply.step_id,
            stop_reason=end.stop_reason,
            context_tokens=call.limit,
            provider=reply.provider or call.model.provider,
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
    if reply.cut:
        return f"cut off: {reply.cut}"
    if reply.end is None:
        return "cut off: the task ran out of time"
    if reply.end.stop_reason == "length":
        return "cut off at the reply's length limit"
    return f"{len(reply.text):,} characters"
