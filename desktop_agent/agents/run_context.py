"""The context shared by the agents working on a question."""

import itertools
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING

from desktop_agent.core.budget import Budget
from desktop_agent.core.errors import ModelError
from desktop_agent.core.fence import Fence
from desktop_agent.core.messages import Message
from desktop_agent.core.plan import ReviewPlan
from desktop_agent.core.research import Question
from desktop_agent.core.settings import AgentSettings, SwarmSettings
from desktop_agent.core.template import Template
from desktop_agent.evidence.records import Reading
from desktop_agent.llm.base import ChatModel
from desktop_agent.tools.knowledge import RunKnowledge
from desktop_agent.tools.recorded_results import RecordedResults
from desktop_agent.tools.run_python import RunCode
from desktop_agent.tools.sleep import RunSleep
from desktop_agent.tools.toolbox import Emit, Toolbox
from desktop_agent.tools.web import RunWeb

if TYPE_CHECKING:
    from desktop_agent.llm.embedding import Embedder  # which needs numpy


_SMALL = 3.0


@dataclass(frozen=True, slots=True)
class RunContext:
    """The state of one run: question, model, tools, sources and budget.

    Anything that the run lacks is None: a model, an embedding model (``embedder``), documents
    (``knowledge``), a sandbox (``code``), a plan review, sleep.

    ``fence`` marks untrusted text in all prompts of the run. ``swarm`` lists the models to ask in
    parallel; if there are fewer than two, ``model`` is sampled several times. ``give_way`` is
    awaited before each model call to let other runs go first.
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
    embedder: "Embedder | None" = None
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
    """Descriptions of what was cut short or failed, to be listed at the end of the answer."""
    losses: list[ModelError] = field(default_factory=list)
    """Model failures that did not end the run, since the last successful model call."""
    overthought: set[str] = field(default_factory=set)
    """Models that did nothing but think until they were cut off; they are to think no more."""
    _steps: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def within(self, seconds: float, parent_id: str | None = None) -> "RunContext":
        """Return a context for part of the run, limited to ``seconds``."""
        parent = self.parent_id if parent_id is None else parent_id
        return replace(self, budget=self.budget.share(seconds), parent_id=parent)

    def conversation(
        self, rules: str, asked: str, *, history: bool = True, **values: str
    ) -> tuple[Message, ...]:
        """Return the rules, the earlier turns (if ``history``), and the request with attachments.

        ``rules`` is a format string with the fields ``today``, ``fence`` and those in ``values``.
        """
        filled = rules.format(today=self.today.isoformat(), fence=self.fence.rule, **values)
        earlier = self.question.history if history else ()
        request = Message("user", asked, images=self.question.attachments)
        return (Message("system", filled), *earlier, request)

    async def has_small_model(self) -> bool:
        """Return whether the model is known to have fewer than 3 billion parameters.

        Neither the memory nor the judgement of such models is relied on.
        """
        return self.model is not None and 0 < await self.model.billions_of_parameters() < _SMALL

    @property
    def model_name(self) -> str:
        return self.model.name if self.model is not None else ""

    @property
    def asked(self) -> str:
        """All of the user's text in this conversation, with the question first."""
        earlier = (each.content for each in self.question.history if each.role == "user")
        return "\n".join((self.question.text, *earlier))

    def new_step_id(self) -> str:
        return f"s{next(self._steps)}"
