"""Templates and workers of our own, to see how a graph is carried out."""

import asyncio
import re
from contextvars import ContextVar
from dataclasses import dataclass, field

import pytest

from desktop_agent.agents.reasoning import graph
from desktop_agent.agents.reasoning.templates import TemplateMatch
from desktop_agent.agents.roles.numeric_verifier import NumericCheck
from desktop_agent.core.plan import Result
from desktop_agent.core.template import Template, TemplateNode
from desktop_agent.evidence.records import EvidencePack
from tests.scripted_model import ScriptedModel
from tests.unit.agents.running import Run

TYPES = {
    "def": "definition",
    "list": "enumeration",
    "calc": "calculation",
    "sum": "aggregation",
    "check": "verification",
    "find": "retrieval",
}


def template(edges: str, **fields) -> Template:
    """Makes a template from edges such as ``def>calc calc>check``; a node's type is its first word."""
    pairs = tuple(tuple(edge.split(">")) for edge in edges.split() if ">" in edge)
    names = dict.fromkeys(name for edge in edges.split() for name in edge.split(">"))
    nodes = tuple(
        TemplateNode(name, TYPES[name.split("-")[0]], "worker", f"Do {name}.") for name in names
    )
    described = {"title": "A kind of problem", "description": "One.", "domains": ("a kind",)}
    return Template(id="kind", nodes=nodes, edges=pairs, **described | fields)


AGREES = NumericCheck("42", agreed=True, code_ran=True, note="")
DIFFERS = NumericCheck("40", agreed=False, code_ran=True, note="By code it is 42, not 40.")


@dataclass
class Bench:
    """Workers whose work is told beforehand, and what they were asked.

    ``values`` and ``checks`` are given in turn, their last one again and again; ``seconds`` is how
    long code takes.
    """

    values: list = field(default_factory=lambda: ["42"])
    checks: list = field(default_factory=lambda: [AGREES])
    seconds: float = 0.0
    found: str = "A page says so [1]."
    computed: list = field(default_factory=list)
    verified: list = field(default_factory=list)
    looked_up: list = field(default_factory=list)

    async def compute(self, ctx, task, known):
        self.computed.append((task, known))
        value = self.values[min(len(self.computed), len(self.values)) - 1]
        await asyncio.sleep(self.seconds)
        if isinstance(value, Exception):
            raise value
        return Result(f"The code gave {value}.", value, computed=True) if value else None

    async def verify(self, ctx, question, candidate, known, working, **_computed):
        self.verified.append((question, candidate, known, working))
        return self.checks[min(len(self.verified), len(self.checks)) - 1]

    async def look_up(self, ctx, query, room):
        self.looked_up.append(query)
        return {"web search": self.found}


_BENCH: ContextVar[Bench] = ContextVar("bench")


@pytest.fixture
def benches(monkeypatch) -> None:
    """Lets the bench of `carried_out` do what costs code, pages or other models."""
    monkeypatch.setattr(graph, "computed", lambda *asked: _BENCH.get().compute(*asked))
    monkeypatch.setattr(
        graph, "verify_number", lambda *asked, **how: _BENCH.get().verify(*asked, **how)
    )
    monkeypatch.setattr(graph, "search_for", lambda *asked: _BENCH.get().look_up(*asked))


async def carried_out(template: Template, run: Run, bench: Bench | None = None, pack=None):
    """Carries out a template by a bench; for tests that use `benches`."""
    _BENCH.set(bench or Bench())
    return await graph.run_template(
        run.ctx, chosen(template), pack or EvidencePack(run.ctx.reading)
    )


_STEP = re.compile(r"Your step now, as worker: Do ([a-z0-9-]+)\.")


def step_of(request) -> str:
    return _STEP.findall(request.messages[-1].content)[-1]


def speaking(says: dict | None = None, most: int = 60, **fields) -> ScriptedModel:
    """Makes a model that says for each node what it is told to, else names the node.

    What it says may be a list, to be said in turn.
    """
    lines = {name: list(said) for name, said in (says or {}).items() if isinstance(said, list)}

    def reply(request):
        name = step_of(request)
        if name in lines:
            return lines[name].pop(0)
        return (says or {}).get(name, f"Done: {name}")

    return ScriptedModel([reply] * most, **fields)


def running(model, *, question="How many lamps are on?", code=True, **fields) -> Run:
    """Makes a run whose code is only ever run by the bench."""
    return Run(model, question=question, sandbox=object() if code else None, **fields)


def chosen(template: Template) -> TemplateMatch:
    return TemplateMatch(template, score=7, longest=2, why="the problem says “a kind”")


def asked_of(model: ScriptedModel, name: str) -> list[str]:
    """Gives what the model was told for a node, each time."""
    return [request.messages[-1].content for request in model.requests if step_of(request) == name]
