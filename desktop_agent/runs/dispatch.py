"""Choose a strategy for a question, build the run's context, and answer the question.

Strategies and tools are registered here. To add one, create its file and add a line to this module.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from desktop_agent.agents.final_answer import written_until
from desktop_agent.agents.follow_up import understood
from desktop_agent.agents.run_context import RunContext
from desktop_agent.agents.strategies import auto
from desktop_agent.core.budget import Budget
from desktop_agent.core.errors import AgentError, ModelError, SettingsError
from desktop_agent.core.events import Notice, RunStarted
from desktop_agent.core.fence import Fence
from desktop_agent.core.mcp import Approval, Approve, RemoteTool
from desktop_agent.core.messages import JsonObject
from desktop_agent.core.plan import Plan
from desktop_agent.core.research import Answer, Discovery, Question, QuestionType
from desktop_agent.core.template import Template
from desktop_agent.evidence.question.parser import read_question, request_kind
from desktop_agent.evidence.records import Reading
from desktop_agent.evidence.text.sentences import cut
from desktop_agent.evidence.text.wordings import Patterns
from desktop_agent.llm.base import ChatModel
from desktop_agent.runs.run import Run
from desktop_agent.runs.services import Services
from desktop_agent.storage.templates import LoadedTemplates
from desktop_agent.tools.background_runs import StartResearch
from desktop_agent.tools.flag_discovery import FlagDiscovery
from desktop_agent.tools.knowledge import KnowledgeSearch, RunKnowledge
from desktop_agent.tools.recorded_results import RecordedResults
from desktop_agent.tools.run_python import RunCode, RunPython
from desktop_agent.tools.sleep import Sleep
from desktop_agent.tools.sources import RunSources
from desktop_agent.tools.toolbox import AnyTool, Emit, Toolbox
from desktop_agent.tools.web import RunWeb, WebFetch, WebSearch
from desktop_agent.web.ledger import is_offline, is_web_off, was_offline

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from desktop_agent.agents.reasoning.solvers import Solved
    from desktop_agent.knowledge.knowledge_base import KnowledgeBase
    from desktop_agent.llm.embedding import Embedder, TextKind

STRATEGIES = ("evidence", "quick", "verified", "team", "deep")
"""Modules of `desktop_agent.agents.strategies`, which are imported when they are chosen."""
WITHOUT_A_MODEL = ("evidence",)
"""Strategies that do not need a model."""
_FOR_BENCHMARKS = ("single",)
"""Strategies that are not offered to the user."""
_WAITING = frozenset((Sleep.name, StartResearch.name))
_CUES = Patterns("requests")
_TITLE = 120
"""Maximum length, in characters, of a discovery's title that is made from a question."""
_THINK = {"auto": None, "on": True, "off": False}


def today() -> date:
    """Return the current local date."""
    return datetime.now().astimezone().date()


def plain_context(
    services: Services,
    question: Question,
    model: ChatModel | None,
    emit: Emit,
    reading: Reading | None = None,
    memory: RecordedResults | None = None,
) -> RunContext:
    """Return a run context with the question, model, web access and budget, but no tools.

    The time budget starts now. ``reading`` is the parsed question, if available. ``memory`` holds
    recorded results to reuse.
    """
    settings = services.settings
    memory = RecordedResults() if memory is None else memory
    day = memory.once_now("day", (), date, today)
    sources = RunSources(strict=settings.fetch.links == "strict")
    sources.allow_user(question.text)
    sources.allow_history(question.history)
    budget = Budget(question.budget_s or settings.agent.budget_s)
    memory.keep_time(budget)
    web = RunWeb(services.search, services.fetch, sources, emit, memory)
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
        fence=memory.once_now("fence", (), Fence, lambda: Fence.of(question.conversation_id)),
        memory=memory,
        reply_tokens=settings.llm.max_tokens,
        temperature=settings.llm.temperature,
        think=_THINK[settings.llm.think],
        swarm_settings=settings.swarm,
    )


async def answer(run: Run) -> Answer:
    """Answer a run's question with the chosen strategy; raise `AgentError` on failure."""
    environment, question = run.environment, run.question
    await environment.chat_is_offline(question)
    computed = await _computed(run)
    if computed is not None:
        return computed
    if run.reuses:
        run.emit(Notice(text="Reusing what the earlier run found."))
    documents = await environment.documents() if question.documents else None
    try:
        with environment.services().hold() as services:
            given = await _answer(services, documents, run)
    except ModelError:
        environment.failed_results.keep(question, run.memory)
        raise
    if given.failure is not None:
        environment.failed_results.keep(question, run.memory)
    return given


async def _computed(run: Run) -> Answer | None:
    """Return the answer if a solver can compute it from the question alone, or None.

    A follow-up qualifies only if it makes sense on its own, because a solver must understand every
    word of it.
    """
    question = run.question
    if question.strategy in _FOR_BENCHMARKS:
        return None
    given = await _solution(question.text, bare=question.bare)
    if given is None:
        return None
    run.emit(
        RunStarted(
            question=question.text,
            strategy="quick" if question.strategy == "auto" else question.strategy,
            strategy_reason="computed",
            provider="none",
            model="",
            budget_s=question.budget_s or run.environment.services().settings.agent.budget_s,
            conversation_id=question.conversation_id,
        )
    )
    return given


async def _solution(text: str, *, bare: bool) -> Answer | None:
    """Return the answer computed by a solver, or None."""
    # in threads: both take milliseconds, which would block the UI
    solvers = await asyncio.to_thread(import_module, "desktop_agent.agents.reasoning.solvers")
    solved: Solved | None = await asyncio.to_thread(solvers.solve_each, text)
    if solved is None:
        return None
    given = solved.value if bare else f"**{solved.value}**\n\n{solved.explanation}"
    kind = QuestionType.BOOLEAN if solved.value in ("Yes", "No") else QuestionType.NUMERIC
    return Answer(given, kind.value, computed=True)


async def _answer(services: Services, documents: "KnowledgeBase | None", run: Run) -> Answer:
    question, memory, emit = run.question, run.memory, run.emit
    key_fault = await services.read_keys()
    reading = read_question(question.text, today())
    loaded = LoadedTemplates()
    if services.settings.agent.templates and question.strategy in ("auto", "deep"):
        loaded = await asyncio.to_thread(run.environment.load_templates)
    choice = await _choice(
        services, question, reading, loaded.templates, has_documents=documents is not None
    )
    if choice.strategy not in (*STRATEGIES, *_FOR_BENCHMARKS):
        names = ", ".join(("auto", *STRATEGIES))
        raise SettingsError(f"There is no strategy named {choice.strategy!r}.", f"Choose: {names}.")
    name = f"desktop_agent.agents.strategies.{choice.strategy}"
    strategy = (await asyncio.to_thread(import_module, name)).answer
    model = None
    if choice.strategy not in WITHOUT_A_MODEL:
        model = await _model(services, question)
    plain = plain_context(services, question, model, emit, reading, memory)
    emit(
        RunStarted(
            question=question.text,
            strategy=choice.strategy,
            strategy_reason=choice.reason,
            provider=model.provider if model is not None else "none",
            model=model.name if model is not None else "",
            budget_s=plain.budget.seconds,
            conversation_id=question.conversation_id,
        )
    )
    if key_fault is not None:
        text = f"Couldn't read saved keys; continuing without them. {key_fault}"
        emit(Notice(text=text, level="warning"))
    web, knowledge = plain.web, None
    for each in question.attachments if model is not None else ():
        await web.screen(f"{each.name}\n{each.text}", each.name, "An attached file")
    if documents is not None:
        knowledge = RunKnowledge(documents, web, services.snapshots.save, emit, memory)
    is_deep = choice.strategy == "deep"
    for fault in loaded.faults if is_deep else ():
        emit(Notice(text=fault, level="warning"))
    code = RunCode(lambda: services.sandbox, emit, memory)
    discoveries = FlagDiscovery(partial(_keep_discovery, run), web.sources, emit)
    tools: tuple[AnyTool, ...] = (
        *(() if knowledge is None else (KnowledgeSearch(knowledge),)),
        WebSearch(web),
        WebFetch(web, partial(_private, services, question, knowledge)),
        RunPython(code),
        discoveries,
        *_waiting_tools(services, run),
    )
    tools = await _wanted(run, plain, tools, choice.strategy)
    context = replace(
        plain,
        toolbox=Toolbox(tools, emit, _approver(run, plain.budget), web.outside),
        embedder=await _embedder(services, emit),
        knowledge=knowledge,
        code=code,
        swarm=await _swarm(services, emit) if is_deep else (),
        templates=loaded.templates if is_deep else (),
        review=partial(_review, run) if question.review_plan else None,
        sleep=run.sleep if run.can_wait else None,
        give_way=run.give_way,
    )
    context = await understood(context, ask_model=choice.strategy != "quick")
    if context.reading is not plain.reading:
        computed = await _solution(context.reading.text, bare=question.bare)
        if computed is not None:
            return computed
    given = await _given(strategy, context)
    _flag_finding(run, discoveries, given)
    # a page or a result fetched before the network was switched off still comes from the web
    return replace(given, offline=was_offline() and not web.reached)


async def _given(strategy: Callable[[RunContext], Awaitable[Answer]], ctx: RunContext) -> Answer:
    """Return the strategy's answer or, if the model failed, its partial reply."""
    try:
        given = await strategy(ctx)
    except ModelError as error:
        if not error.partial:
            raise
        given = written_until(ctx, error)
    lost = [error for error in ctx.losses if error.lost]
    return replace(given, failure=lost[-1]) if lost and given.failure is None else given


async def _wanted(
    run: Run, ctx: RunContext, tools: Sequence[AnyTool], strategy: str
) -> tuple[AnyTool, ...]:
    """Return the tools that the question needs, and those of the MCP servers that it names."""
    scheduled = bool(run.record.schedule_id)
    wanted = tools_for(ctx.question.text, ctx.reading, strategy, scheduled=scheduled)
    own = tuple(tool for tool in tools if tool.name in wanted)
    return own + await _server_tools(run, ctx, [tool.name for tool in own])


def tools_for(
    text: str, reading: Reading, strategy: str, *, scheduled: bool = False
) -> frozenset[str]:
    """Return the names of the tools that a question needs.

    The set is kept small, because small models call any tool that they are offered.
    """
    kind = request_kind(text)
    if kind == "small_talk":
        return frozenset()
    names = {KnowledgeSearch.name}
    if not is_web_off():
        names |= {WebSearch.name, WebFetch.name}
    is_sum = reading.question_type is QuestionType.NUMERIC and _CUES.calculation.search(text)
    if kind == "code" or is_sum or _CUES.computing.search(text):
        names.add(RunPython.name)
    if strategy == "deep" or _CUES.keeping.search(text) or _CUES.research.search(text):
        names.add(FlagDiscovery.name)
    waits = scheduled or _CUES.waiting.search(text)
    return frozenset(names | _WAITING if waits else names)


def _provider(services: Services, question: Question) -> str:
    return question.provider or services.settings.llm.provider


async def _choice(
    services: Services,
    question: Question,
    reading: Reading,
    templates: Sequence[Template],
    *,
    has_documents: bool,
) -> auto.Choice:
    """Choose a strategy; for ``auto``, first check whether a model is available.

    If no model is available, raise `AgentError` when the user named or configured one, when one was
    available earlier, or when neither the web nor any document can provide evidence.
    """
    if question.strategy != "auto":
        return auto.choose(question)
    no_model = ""
    provider = _provider(services, question)
    try:
        await services.models.check_available(provider, question.model)
    except AgentError as error:
        named = question.model or question.provider
        if (is_web_off() and not has_documents) or named:
            raise
        if provider != "none" and services.models.is_expected(provider, error):
            raise
        no_model = error.message
    return await asyncio.to_thread(
        auto.choose, question, current=reading.current, no_model=no_model, templates=templates
    )


async def _model(services: Services, question: Question) -> ChatModel:
    provider = _provider(services, question)
    return await services.models.model_with_fallback(provider, question.model)


async def _embedder(services: Services, emit: Emit) -> "Embedder | None":
    own = await asyncio.to_thread(lambda: services.embedder)  # imports numpy
    return None if own is None else _ReportedEmbedder(own, emit)


class _ReportedEmbedder:
    """The search model as used in one run; only its first failure is reported as a notice."""

    def __init__(self, own: "Embedder", emit: Emit) -> None:
        self.name = own.name
        self._own = own
        self._emit: Emit | None = emit

    async def embed(self, texts: Sequence[str], kind: "TextKind") -> "NDArray[np.float32]":
        try:
            return await self._own.embed(texts, kind)
        except ModelError as error:
            if self._emit is not None:
                text = f"Pages are ranked by keyword only. {error}"
                self._emit(Notice(text=text, level="warning"))
                self._emit = None
            raise


async def _swarm(services: Services, emit: Emit) -> tuple[ChatModel, ...]:
    return await services.models.members(
        services.settings.swarm.models,
        lambda text: emit(Notice(text=text, level="warning")),
    )


def _private(
    services: Services, question: Question, knowledge: RunKnowledge | None
) -> tuple[str, ...]:
    """Return the strings that must not leak through a model-composed URL."""
    said = (message.content for message in question.history if message.role == "user")
    files = (attached.text for attached in question.attachments)
    texts = () if knowledge is None else knowledge.texts
    return (question.text, *said, *files, *services.secrets(), *texts)


def _waiting_tools(services: Services, run: Run) -> tuple[AnyTool, ...]:
    """Return the sleep tool and, except in background runs, the tool that starts such runs."""
    if not run.can_wait:
        return ()
    tools: list[AnyTool] = [Sleep(run.sleep)]
    at_most = services.settings.background.per_run
    if at_most and run.children is not None and not run.question.background:
        tools.append(StartResearch(run.children, run.emit, at_most))
    return tuple(tools)


async def _server_tools(run: Run, ctx: RunContext, taken: Collection[str]) -> tuple[AnyTool, ...]:
    servers = await run.environment.servers()
    if servers is None:
        return ()
    offered = await servers.tools_for(ctx.question.servers, offline=is_offline(), taken=taken)
    for fault in offered.faults:
        ctx.emit(Notice(text=fault, level="warning"))
    return servers.as_tools(offered.tools, ctx.web, ctx.emit, ctx.memory)


def _approver(run: Run, budget: Budget) -> Approve:
    """Return the function that asks the user to approve a tool call.

    A resumed run reuses earlier decisions and, as a background run, shows no approval cards.
    """
    cards = run.can_wait and run.resumed is None and not run.question.background
    approve = run.environment.approvals().approver(
        run.run_id,
        run.emit,
        budget,
        can_ask=run.can_wait,
        cards=cards and run.question.approval_cards,
    )

    async def approved(
        call_id: str, tool: RemoteTool, arguments: JsonObject, outside: str
    ) -> Approval:
        return await run.memory.once(
            "approval",
            (tool.server, tool.name, arguments),
            Approval,
            lambda: approve(call_id, tool, arguments, outside),
            Approval("declined", "the program was closed before it was allowed."),
        )

    return approved


async def _review(run: Run, plan: Plan) -> Plan:
    """Return the plan after the user's review, which a resumed run does not repeat."""
    plans = run.environment.plans
    return await run.memory.once("plan", plan, Plan, lambda: plans.review(run.run_id, plan), plan)


def _flag_finding(run: Run, discoveries: FlagDiscovery, answer: Answer) -> None:
    """Save the first supported statement of a background run as a finding.

    Do nothing if the run has already saved one.
    """
    if not run.background or discoveries.used:
        return
    urls = {source.number: source.url for source in answer.sources}
    for claim in answer.claims:
        supported = (each.source for each in claim.checks if each.mark == "supported")
        url = next((urls[number] for number in supported if number in urls), "")
        if url and not claim.struck:
            discoveries.flag(cut(run.question.text, _TITLE), claim.text, url)
            return


def _keep_discovery(run: Run, title: str, description: str, url: str) -> Discovery:
    def keep() -> Discovery:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        found = Discovery(now, title, description, url, run.question.conversation_id, run.run_id)
        run.environment.keep_discovery(found)
        return found

    asked = (title, description)  # the address may be that of the page read last
    return run.memory.once_now("discovery", asked, Discovery, keep)
