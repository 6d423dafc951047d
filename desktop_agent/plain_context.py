"""What a run has at the least: the question, the model, what may be spent, and no tool."""

from datetime import date, datetime

from desktop_agent.agents.context import RunContext
from desktop_agent.core.budget import Budget, BudgetLimits
from desktop_agent.core.research import Question
from desktop_agent.core.untrusted import Fence
from desktop_agent.evidence.pack import Reading
from desktop_agent.evidence.question.intent import read_question
from desktop_agent.llm.base import ChatModel
from desktop_agent.services import Services
from desktop_agent.tools.remembered import RememberedReader, RememberedSearch
from desktop_agent.tools.run_memory import RunMemory
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
    memory: RunMemory | None = None,
) -> RunContext:
    """Gives a run that can ask its model and look at the web, whose time begins now.

    A model that calls tools gets none of them here. ``reading`` is that of the question, where it
    was read before; ``memory`` is what the run has learnt, where it goes on.
    """
    settings = services.settings
    memory = RunMemory() if memory is None else memory
    day = memory.once_now("day", (), date, today)
    sources = RunSources(strict=settings.fetch.links == "strict")
    sources.allow_user(question.text)
    sources.allow_history(question.history)
    budget = Budget(BudgetLimits(question.budget_s or settings.agent.budget_s))
    memory.keep_time(budget)
    search = RememberedSearch(services.search, memory)
    web = RunWeb(search, RememberedReader(services.fetch, memory), sources, emit)
    for attached in question.attachments:
        web.outside.saw(attached.name)
    if any(message.role == "assistant" for message in question.history):
        web.outside.saw("an earlier answer")  # which may quote any page
    return RunContext(
        question=question,
        reading=reading or read_question(question.text, day),
        model=model,
        toolbox=Toolbox((), emit),
        web=web,
        budget=budget,
        settings=settings.agent,
        emit=emit,
        today=day,
        fence=memory.once_now("fence", (), Fence, Fence.new),
        memory=memory,
        reply_tokens=settings.llm.max_tokens,
        temperature=settings.llm.temperature,
        think=_THINK[settings.llm.think],
        swarm_settings=settings.swarm,
    )
