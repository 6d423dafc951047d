"""How a question is put into the hands of a strategy: the one place that lists strategies and tools.

A strategy, or a tool, is added by one file of its own and one line here.
"""

from collections.abc import Callable
from datetime import UTC, datetime

from desktop_agent.agents.context import RunContext
from desktop_agent.core.budget import Budget, BudgetLimits
from desktop_agent.core.errors import SettingsError
from desktop_agent.core.events import Notice, RunStarted
from desktop_agent.core.research import Answer, Discovery, Question
from desktop_agent.services import Services
from desktop_agent.strategies import auto, quick, verified
from desktop_agent.tools.flag_discovery import FlagDiscovery
from desktop_agent.tools.sources import RunSources
from desktop_agent.tools.toolbox import Emit, Toolbox
from desktop_agent.tools.web_fetch import WebFetch
from desktop_agent.tools.web_search import WebSearch

STRATEGIES = {"quick": quick.answer, "verified": verified.answer}
_THINK = {"auto": None, "on": True, "off": False}


async def answer(
    services: Services,
    keep: Callable[[Discovery], None],
    run_id: str,
    question: Question,
    emit: Emit,
) -> Answer:
    """Carries out a question; ``keep`` stores a discovery.

    Raises:
        AgentError: it cannot be begun (no such strategy, no model), or its model failed.
    """
    settings = services.settings
    choice = auto.choose(question)
    strategy = STRATEGIES.get(choice.strategy)
    if strategy is None:
        names = ", ".join(("auto", *STRATEGIES))
        raise SettingsError(f"There is no strategy {choice.strategy!r}.", f"Choose: {names}.")
    key_fault = await services.read_keys()
    provider = question.provider or settings.llm.provider
    if question.offline or settings.network.offline:
        services.models.refuse_remote(provider)
    model = await services.models.model(provider, question.model)
    budget = Budget(BudgetLimits(question.budget_s or settings.agent.budget_s))
    emit(
        RunStarted(
            question=question.text,
            strategy=choice.strategy,
            strategy_reason=choice.reason,
            provider=provider,
            model=model.name,
            budget_s=budget.limits.seconds,
            conversation_id=question.conversation_id,
        )
    )
    if key_fault is not None:
        emit(Notice(text=f"Going on without stored keys: {key_fault}", level="warning"))
    sources = RunSources(strict=settings.fetch.links == "strict")
    sources.allow_user(question.text)
    sources.allow_history(question.history)
    context = RunContext(
        question=question,
        model=model,
        toolbox=Toolbox(
            (
                WebSearch(services.search, sources, emit),
                WebFetch(services.fetch, sources, emit),
                FlagDiscovery(_discovery_of(run_id, question, keep), emit),
            ),
            emit,
        ),
        sources=sources,
        budget=budget,
        settings=settings.agent,
        emit=emit,
        today=datetime.now().astimezone().date(),
        reply_tokens=settings.llm.max_tokens,
        temperature=settings.llm.temperature,
        think=_THINK[settings.llm.think],
    )
    return await strategy(context)


def _discovery_of(
    run_id: str, question: Question, keep: Callable[[Discovery], None]
) -> Callable[[str, str, str], Discovery]:
    def flag(title: str, description: str, url: str) -> Discovery:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        found = Discovery(now, title, description, url, question.conversation_id, run_id)
        keep(found)
        return found

    return flag
