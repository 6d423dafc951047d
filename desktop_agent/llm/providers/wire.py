"""Code shared by providers for open streams, messages and tool calls."""

import json
import uuid
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from desktop_agent.core.messages import JsonObject, Message, ToolCall
from desktop_agent.system.tasks import finish


@asynccontextmanager
async def shielded_close(close: Callable[[], Coroutine[Any, Any, None]]) -> AsyncIterator[None]:
    """Await ``close`` on exit, protected from cancellation.

    Stopping a run twice cancels the closing started by the first stop; httpx would then leave the
    connection open, and the server would continue to generate the reply.
    """
    try:
        yield
    finally:
        await finish(close())


def legal_messages(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Return the same conversation in an order that every provider accepts.

    Many chat templates require one system message, at the beginning, and alternating user and
    assistant messages. Later system messages become user messages, and adjacent system or user
    messages are joined with a blank line. Extending the conversation never changes the beginning of
    the result, so servers can reuse their prompt cache.
    """
    turns: list[Message] = []
    for message in messages:
        turn = message
        if message.role == "system" and any(t.role != "system" for t in turns):
            turn = replace(message, role="user")
        if turns and turns[-1].role == turn.role and turn.role in ("system", "user"):
            both = "\n\n".join(part for part in (turns[-1].content, turn.content) if part)
            images = turns[-1].images + turn.images
            turns[-1] = replace(turns[-1], content=both, images=images)
        else:
            turns.append(turn)
    return tuple(turns)


# --- Tool calls


def new_call_id() -> str:
    """Return a random id for a tool call that arrived without one."""
    return f"call_{uuid.uuid4().hex[:16]}"


def call_as_text(call: ToolCall) -> str:
    """Return a call as the text in which models without tool support write it."""
    value = {"name": call.name, "arguments": dict(call.arguments)}
    return f"<tool_call>\n{json.dumps(value, ensure_ascii=False)}\n</tool_call>"


def read_call(name: str, text: str, *, call_id: str = "", cut: bool = False) -> ToolCall:
    """Parse a tool call from its name and the JSON text of its arguments.

    Malformed JSON is repaired unless the reply was ``cut`` by the token limit, because an
    incomplete argument must not be mistaken for a complete one. If the arguments are unreadable,
    the call's ``error`` describes the problem.
    """
    arguments, error = _read_object(text, cut=cut)
    return ToolCall(call_id or new_call_id(), name, arguments, error)


def _read_object(text: str, *, cut: bool) -> tuple[JsonObject, str]:
    if not text.strip():
        return {}, ""
    try:
        value = json.loads(text)
    except ValueError as error:
        if cut:
            return {}, "The reply was cut off by the token limit before the arguments were whole."
        import json_repair

        value = json_repair.loads(text) if "{" in text else None
        if not isinstance(value, dict) or not value:
            return {}, f"The arguments are not valid JSON: {error}."
    if isinstance(value, str):  # some servers encode the arguments twice
        return _read_object(value, cut=cut)
    if not isinstance(value, dict):
        return {}, f"The arguments must be a JSON object, not {type(value).__name__}."
    return value, ""
