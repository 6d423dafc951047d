"""What a run has at the least: the question, the model, what may be spent, and no tool."""

from datetime import date, datetime

from desktop_agent.agents.context import RunContext
from desktop_agent.core.budget import Budget, BudgetLimits
from desktop_agent.core.research import Question
from desktop_agent.evidence.pack import Reading
from desktop_agent.evidence.question.intent import read_question
from desktop_agent.llm.base import ChatModel
from desktop_agent.services import Services
from desktop_agent.tools.run_web import RunWeb
from desktop_agent.tools.sources import RunSources
from desktop_agent.tools.toolbox import Emit, Toolbox

_THINK = {"auto": None, "on": True, "off": False}


def today() -> date:
    """Gives the day on which a question is asked, where the person is."""
    return datetime.now().astimezone().date()


def plain_context(
    services: Services,
    question: Question,
    model: ChatModel | None,
    emit: Emit,
    reading: Reading | None = None,
) -> RunContext:
    """Gives a run that can ask its model and look at the web, whose time begins now.

    A model that calls tools gets none of them here. ``reading`` is that of the question, where it
    was read before.
    """
    settings = services.settings
    sources = RunSources(strict=settings.fetch.links == "strict")
    sources.allow_user(question.text)
    sources.allow_history(question.history)
    return RunContext(
        question=question,
        reading=reading or read_question(question.text, today()),
        model=model,
        toolbox=Toolbox((), emit),
        web=RunWeb(services.search, services.fetch, sources, emit),
        budget=Budget(BudgetLimits(question.budget_s or settings.agent.budget_s)),
        settings=settings.agent,
        emit=emit,
        today=today(),
        reply_tokens=settings.llm.max_tokens,
        temperature=settings.llm.temperature,
        think=_THINK[settings.llm.think],
        swarm_settings=settings.swarm,
    )
