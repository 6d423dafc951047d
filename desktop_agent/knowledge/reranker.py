"""The best passages put in order by the chat model: slower, and better with a capable model."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import aclosing
from typing import Any

from desktop_agent.core.errors import AgentError
from desktop_agent.core.messages import Message
from desktop_agent.core.untrusted import Fence
from desktop_agent.llm.base import ChatModel, ChatRequest, TextPiece

MOST = 20
"""Passages that are put in order; those behind them stay behind them."""

_PASSAGE = 800
"""Characters of a passage that the model is shown."""
_SECONDS = 20.0
_TOKENS = 400

_PROMPT = """\
You are given a query and numbered passages. Put the passages in order of how well they answer the \
query, the best first, and leave out those that do not speak of it. {fence}

Reply with one JSON object: {{"order": [numbers, the best first]}}"""

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"order": {"type": "array", "items": {"type": "integer"}}},
    "required": ["order"],
    "additionalProperties": False,
}


async def rerank(model: ChatModel, query: str, passages: Sequence[str]) -> tuple[int, ...]:
    """Gives the places of the passages in their new order, each once.

    Those that the model leaves out come after the others, in the order that they had. One call, of
    at most 20 s.

    Raises:
        AgentError: the model failed, took too long, or gave no order.
    """
    shown = passages[:MOST]
    fence = Fence.new()
    told = "\n\n".join(
        f"Passage {number}:\n{fence.wrap(text[:_PASSAGE], f'passage {number}')}"
        for number, text in enumerate(shown, 1)
    )
    request = ChatRequest(
        messages=(
            Message("system", _PROMPT.format(fence=fence.rule)),
            Message("user", f"Query: {query}\n\n{told}"),
        ),
        schema=SCHEMA,
        temperature=0,
        max_tokens=_TOKENS,
        think=False,
    )
    try:
        async with asyncio.timeout(_SECONDS):
            reply = await _reply(model, request)
    except TimeoutError:
        raise AgentError(f"The model took more than {_SECONDS:g} s to order passages.") from None
    return _places(reply, len(shown), len(passages))


async def _reply(model: ChatModel, request: ChatRequest) -> str:
    async with aclosing(model.stream(request)) as stream:
        pieces = [piece.text async for piece in stream if isinstance(piece, TextPiece)]
    return "".join(pieces)


def _places(reply: str, shown: int, count: int) -> tuple[int, ...]:
    """Reads an order; what is in it twice, or is no number of a passage, does not count."""
    start, end = reply.find("{"), reply.rfind("}") + 1
    try:
        order = json.loads(reply[start:end])["order"]
        numbers = [number for number in order if type(number) is int and 1 <= number <= shown]
    except (ValueError, KeyError, TypeError):
        numbers = []
    if not numbers:
        raise AgentError("The model gave no order of the passages.")
    places = dict.fromkeys(number - 1 for number in numbers)
    return (*places, *(place for place in range(count) if place not in places))
