"""What an agent has in hand while it works on one question."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from desktop_agent.core.budget import Budget
from desktop_agent.core.research import Question
from desktop_agent.core.settings import AgentSettings
from desktop_agent.core.untrusted import Fence
from desktop_agent.evidence.pack import Reading
from desktop_agent.llm.base import ChatModel
from desktop_agent.tools.run_knowledge import RunKnowledge
from desktop_agent.tools.run_web import RunWeb
from desktop_agent.tools.toolbox import Emit, Toolbox


@dataclass(frozen=True, slots=True)
class RunContext:
    """One run: the question, the model, the tools, what was seen, what may be spent.

    ``model`` is None where a question is answered without one, ``knowledge`` where the person has no
    documents or does not want them searched; ``fence`` marks what comes from
    outside in every prompt of the run.
    """

    question: Question
    reading: Reading
    model: ChatModel | None
    toolbox: Toolbox
    web: RunWeb
    budget: Budget
    settings: AgentSettings
    emit: Emit
    today: date
    reply_tokens: int
    knowledge: RunKnowledge | None = None
    fence: Fence = field(default_factory=Fence.new)
    temperature: float | None = None
    think: bool | None = None
    screened: set[str] = field(default_factory=set)
    """Attached texts that were looked through for orders to a model."""
    _steps: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def new_step_id(self) -> str:
        """Gives the next step's id: s1, s2 and so on."""
        return f"s{next(self._steps)}"
