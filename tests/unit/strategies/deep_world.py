"""A deep run in memory: a model that plays each part in it, and code that gives what it is told."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from desktop_agent.agents.run_context import RunContext
from desktop_agent.agents.strategies import deep
from desktop_agent.core.research import Answer
from desktop_agent.llm.base import ChatRequest, Piece, TextPiece
from desktop_agent.tools.sandbox.base import Execution
from desktop_agent.web.ledger import network_scope
from tests.recorded_cases import CUES
from tests.scripted_model import ScriptedModel
from tests.unit.agents.running import Run

Said = str | Exception | Callable[[ChatRequest], str]


def role_of(request: ChatRequest) -> str:
    """Gives the part that a request asks the model to play; ``part`` for a part of the plan."""
    told = request.messages[0].content, request.messages[-1].content
    return next((role for role, cue in CUES.items() if cue in told[0] or cue in told[1]), "part")


class Player(ScriptedModel):
    """Says what its part says, after ``delay_s`` seconds."""

    def __init__(self, delay_s: float = 0.0, **said: Said) -> None:
        super().__init__([], name="player", pause_s=delay_s)
        self.said: Mapping[str, Said] = {
            "first": "I think so.",
            "plan": plan(("t1", "look_up")),
            "critique": critique(),
            "synthesis": "The synthesis.",
            "repair": "The mended answer.",
            "part": "The result of a part.",
        } | said

    @property
    def roles(self) -> list[str]:
        return [role_of(request) for request in self.requests]

    def _next(self, request: ChatRequest) -> Sequence[Piece | Exception]:
        said = self.said[role_of(request)]
        if isinstance(said, Exception):
            return [said]
        return [TextPiece(said if isinstance(said, str) else said(request))]


class Code:
    """A sandbox in which all code ends as it is told."""

    def __init__(self, ended: Execution) -> None:
        self._ended = ended
        self.ran: list[str] = []

    async def run(self, code: str, *, timeout_s: float | None = None) -> Execution:
        self.ran.append(code)
        return self._ended

    async def aclose(self) -> None: ...


def plan(*parts: tuple[str, str, str] | tuple[str, str]) -> str:
    """Writes a plan: id, kind, and what the part needs, apart by spaces."""
    subtasks = [
        {"id": name, "question": f"Explain {name}.", "kind": kind, "needs": " ".join(needs).split()}
        for name, kind, *needs in parts
    ]
    return json.dumps({"subtasks": subtasks})


def critique(*faults: str) -> str:
    """Writes a critique that names faults, or none."""
    verdict = "revise" if faults else "ok"
    return json.dumps({"missing": [], "faults": list(faults), "verdict": verdict})


async def deep_run(model: Player, *question: str, **fields: Any) -> tuple[Answer, Run]:
    """Carries out a question by ``deep`` without a network; see `prepared`."""
    run = prepared(model, *question, **fields)
    return await carried_out(run.ctx), run


def prepared(
    model: Player,
    question: str = "Explain how tides and winds differ.",
    *,
    settings: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Run:
    run = Run(model, question=question, **fields)
    run.ctx = replace(run.ctx, settings=run.ctx.settings.model_copy(update=dict(settings or {})))
    return run


async def carried_out(ctx: RunContext) -> Answer:
    with network_scope(lambda _use: None, offline=True):
        return await deep.answer(ctx)
