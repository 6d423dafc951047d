"""The context that agents share while they work on one question."""

import itertools
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date

from desktop_agent.core.budget import Budget
from desktop_agent.core.errors import ModelError
from desktop_agent.core.plan import ReviewPlan
from desktop_agent.core.research import Question
from desktop_agent.core.settings import AgentSettings, SwarmSettings
from desktop_agent.core.template import Template
from desktop_agent.core.text import Fence
from desktop_agent.evidence.pack import Reading
from desktop_agent.llm.base import ChatModel
from desktop_agent.tools.knowledge import RunKnowledge
from desktop_agent.tools.recorded_results import RecordedResults
from desktop_agent.tools.run_python import RunCode
from desktop_agent.tools.sleep import RunSleep
from desktop_agent.tools.toolbox import Emit, Toolbox
from desktop_agent.tools.web import RunWeb


@dataclass(frozen=True, slots=True)
class RunContext:
    """One run: question, model, tools, sources seen and budget.

    ``model`` is None for questions answered without one, ``knowledge`` if the user has no documents
    or excluded them, ``code`` if no code can be run. ``fence`` marks untrusted text in every prompt
    of the run. ``swarm`` lists the models asked in parallel; it is empty if the one model is
    sampled. ``review`` shows a plan to the user, None if they do not want to see it. ``sleep`` lets
    the run wait, None if it cannot. ``memory`` holds recorded results for resuming. ``give_way``
    waits before a model call while others go first. ``seed`` is None for unseeded sampling.
    ``parent_id`` is the step that new steps belong to.
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
    seed: int | None = None
    code: RunCode | None = None
    swarm: tuple[ChatModel, ...] = ()
    swarm_settings: SwarmSettings = field(default_factory=SwarmSettings)
    templates: tuple[Template, ...] = ()
    review: ReviewPlan | None = None
    sleep: RunSleep | None = None
    memory: RecordedResults = field(default_factory=RecordedResults)
    give_way: Callable[[], Awaitable[None]] | None = None
    parent_id: str = ""
    cuts: list[str] = field(default_factory=list)
    """What was cut short or failed in this run, one sentence each, for the end of the answer."""
    losses: list[ModelError] = field(default_factory=list)
    """Model failures that the run survived since the model last answered."""
    screened: set[str] = field(default_factory=set)
    """Attached texts already checked for instructions to a model."""
    _steps: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def within(self, seconds: float, parent_id: str | None = None) -> "RunContext":
        """Return a context for a part of the run that takes at most ``seconds``."""
        parent = self.parent_id if parent_id is None else parent_id
        return replace(self, budget=self.budget.share(seconds), parent_id=parent)

    def new_step_id(self) -> str:
        """Return the next step id: s1, s2 and so on."""
        return f"s{next(self._steps)}"
