"""The ``evidence`` strategy: answer from pages and documents without a model."""

from desktop_agent.agents.evidence_gathering import build_evidence
from desktop_agent.agents.final_answer import from_evidence
from desktop_agent.agents.run_context import RunContext
from desktop_agent.core.research import Answer


async def answer(ctx: RunContext) -> Answer:
    """Answer with the extracted value, with quotes, or with "insufficient evidence"."""
    return from_evidence(ctx, await build_evidence(ctx))
