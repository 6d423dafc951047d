"""Listens to a model to the end, and keeps what came."""

from contextlib import aclosing
from dataclasses import dataclass, field

from desktop_agent.core.errors import AgentError
from desktop_agent.core.messages import Message, ToolCall, ToolSpec
from desktop_agent.llm.base import (
    CallPiece,
    ChatModel,
    ChatRequest,
    EndPiece,
    Piece,
    TextPiece,
    ThinkingPiece,
    WaitPiece,
)

WEB_SEARCH = ToolSpec(
    "web_search",
    "Search the web.",
    {
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "What to look for."},
            "count": {"type": "integer", "minimum": 1, "maximum": 20},
        },
        "required": ["query"],
    },
)
VERDICT = {
    "type": "object",
    "properties": {
        "verdict": {"enum": ["ok", "revise"], "type": "string"},
        "reason": {"type": "string", "maxLength": 200},
    },
    "required": ["verdict", "reason"],
    "additionalProperties": False,
}
HELLO = ChatRequest((Message("system", "Be brief."), Message("user", "Hello")))


@dataclass
class Heard:
    """What a model said, and the error that ended it, if one did."""

    pieces: list[Piece] = field(default_factory=list)
    error: AgentError | None = None

    @property
    def text(self) -> str:
        return "".join(p.text for p in self.pieces if isinstance(p, TextPiece))

    @property
    def thinking(self) -> str:
        return "".join(p.text for p in self.pieces if isinstance(p, ThinkingPiece))

    @property
    def signature(self) -> str:
        return "".join(p.signature for p in self.pieces if isinstance(p, ThinkingPiece))

    @property
    def calls(self) -> list[ToolCall]:
        return [p.call for p in self.pieces if isinstance(p, CallPiece)]

    @property
    def asked(self) -> list[tuple[str, dict[str, object]]]:
        return [(call.name, dict(call.arguments)) for call in self.calls]

    @property
    def waits(self) -> list[str]:
        return [p.text for p in self.pieces if isinstance(p, WaitPiece)]

    @property
    def end(self) -> EndPiece:
        assert isinstance(self.pieces[-1], EndPiece), self.pieces
        return self.pieces[-1]


async def hear(model: ChatModel, request: ChatRequest = HELLO) -> Heard:
    """Gives all that comes; an error of ours ends it and is kept."""
    heard = Heard()
    try:
        async with aclosing(model.stream(request)) as pieces:
            async for piece in pieces:
                heard.pieces.append(piece)
    except AgentError as error:
        heard.error = error
    return heard
