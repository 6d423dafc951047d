"""The composition root: from settings to a session that answers questions.

Everything that a face (window, terminal) may do goes through `Session`. A strategy is added by one
file of its own and one line here; a provider, an engine, a tool likewise where they are listed.
"""

import asyncio
import os
import uuid
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import AbstractContextManager, aclosing
from datetime import UTC, datetime
from pathlib import Path

from desktop_agent import doctor
from desktop_agent.agents.context import RunContext
from desktop_agent.core.budget import Budget, BudgetLimits
from desktop_agent.core.errors import AgentError, SettingsError
from desktop_agent.core.events import Event, Notice, RunStarted
from desktop_agent.core.models import Check, ModelInfo, ProviderState, PullProgress
from desktop_agent.core.research import (
    Answer,
    Discovery,
    EngineAttempt,
    Page,
    PageFormat,
    Question,
    SearchReport,
)
from desktop_agent.run import Run
from desktop_agent.services import Services
from desktop_agent.storage.discoveries import DiscoveryLog
from desktop_agent.storage.logs import start_logging
from desktop_agent.storage.paths import find_paths
from desktop_agent.storage.runs import RunRecorder, read_run
from desktop_agent.storage.secrets import Secrets
from desktop_agent.storage.settings_file import change_setting, load_settings
from desktop_agent.strategies import auto, quick, verified
from desktop_agent.tools.flag_discovery import FlagDiscovery
from desktop_agent.tools.sources import RunSources
from desktop_agent.tools.toolbox import Emit, Toolbox
from desktop_agent.tools.web_fetch import WebFetch
from desktop_agent.tools.web_search import WebSearch
from desktop_agent.web.ledger import network_scope

__all__ = ["STRATEGIES", "Run", "Session", "open_session"]

STRATEGIES = {"quick": quick.answer, "verified": verified.answer}


def open_session(
    *,
    environ: Mapping[str, str] | None = None,
    overrides: Mapping[str, object] | None = None,
) -> "Session":
    """Opens the program for one person; nothing is sent anywhere yet.

    ``overrides`` are settings by dotted name (``llm.model``) that win over file and environment.

    Raises:
        SettingsError: names the key and the file or variable that is wrong.
    """
    return Session(os.environ if environ is None else environ, overrides or {})


class Session:
    """What a face may do. All methods belong to one event loop."""

    def __init__(self, environ: Mapping[str, str], overrides: Mapping[str, object]) -> None:
        self._environ = environ
        self._overrides = overrides
        self.paths = find_paths(environ)
        self.settings = load_settings(self.paths, environ, overrides)
        self.keys = Secrets(environ)
        self.discoveries = DiscoveryLog(self.paths.discoveries_file)
        self._stop_logging = start_logging(self.paths, self.keys)
        self._services = Services(self.settings, self.paths, self.keys)
        self._retired: list[Services] = []

    # --- questions

    def ask(self, question: Question) -> Run:
        """Gives a run of the question; it begins when its events are read."""
        run_id = uuid.uuid4().hex[:12]
        services = self._services

        async def carry_out(emit: Emit) -> Answer:
            return await self._answer(services, run_id, question, emit)

        offline = question.offline or self.settings.network.offline
        return Run(
            run_id,
            question,
            carry_out,
            lambda: RunRecorder(self.paths.runs, run_id),
            offline=offline,
            redact=self.keys.redact,
        )

    async def _answer(
        self, services: Services, run_id: str, question: Question, emit: Emit
    ) -> Answer:
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
        keep = self._keep_discovery(run_id, question.conversation_id)
        tools = (
            WebSearch(services.search, sources, emit),
            WebFetch(services.fetch, sources, emit),
            FlagDiscovery(keep, emit),
        )
        context = RunContext(
            question=question,
            model=model,
            toolbox=Toolbox(tools, emit),
            sources=sources,
            budget=budget,
            settings=settings.agent,
            emit=emit,
            today=datetime.now().astimezone().date(),
            reply_tokens=settings.llm.max_tokens,
            temperature=settings.llm.temperature,
            think={"auto": None, "on": True, "off": False}[settings.llm.think],
        )
        return await strategy(context)

    def _keep_discovery(
        self, run_id: str, conversation_id: str
    ) -> Callable[[str, str, str], Discovery]:
        def keep(title: str, description: str, url: str) -> Discovery:
            now = datetime.now(UTC).isoformat(timespec="seconds")
            found = Discovery(now, title, description, url, conversation_id, run_id)
            self.discoveries.append(found)
            return found

        return keep

    def replay(self, path: Path) -> Iterator[Event]:
        """Reads a recorded run; raises `RecordingError`, which names the line."""
        return read_run(path)

    # --- search and pages

    async def search(
        self, query: str, count: int | None, report: Callable[[EngineAttempt], None]
    ) -> SearchReport:
        """Searches; ``report`` is told of each attempt as it ends."""
        await self._services.read_keys()
        with self._alone():
            return await self._services.search.search(query, count, report)

    async def fetch(self, url: str, format: PageFormat, max_length: int | None) -> Page:  # noqa: A002 - the option's own name
        """Reads a page; raises `FetchError`."""
        with self._alone():
            return await self._services.fetch.fetch(url, format, max_length)

    def resting_engines(self) -> Mapping[str, float]:
        """Gives the seconds that each engine still rests after a challenge."""
        return self._services.search.resting()

    # --- models

    async def provider_state(self) -> ProviderState:
        """Says whether a question could be answered now, by which model, and what to do if not."""
        llm = self.settings.llm
        try:
            await self._services.read_keys()
            with self._alone():
                if self.settings.network.offline:
                    self._services.models.refuse_remote(llm.provider)
                self._services.models.forget_choice()
                name = await self._services.models.checked_name(llm.provider)
        except AgentError as error:
            return ProviderState(
                ok=False,
                provider=llm.provider,
                model=llm.model,
                problem=error.message,
                remedy=error.remedy,
            )
        return ProviderState(ok=True, provider=llm.provider, model=name)

    async def list_models(self) -> tuple[ModelInfo, ...]:
        """Lists the models of the provider in use; raises `ModelError`."""
        await self._services.read_keys()
        with self._alone():
            return await self._services.models.list_models(self.settings.llm.provider)

    async def pull_model(self, name: str) -> AsyncGenerator[PullProgress, None]:
        """Downloads a model into Ollama; closing the generator stops, asking again resumes."""
        async with aclosing(self._services.models.server("ollama").pull(name)) as steps:
            async for step in steps:
                yield step
        self._services.models.forget_choice()

    async def delete_model(self, name: str) -> None:
        """Deletes a model from Ollama; raises `ModelError`."""
        await self._services.models.server("ollama").delete(name)
        self._services.models.forget_choice()

    # --- keys, settings, state

    async def check_key(self, name: str) -> str:
        """Tries a stored key at its service; raises `AgentError` when it is not accepted."""
        with self._alone():
            return await self._services.check_key(name)

    def change_setting(self, key: str, value: object) -> None:
        """Writes a setting to the file and uses it from the next run on; raises `SettingsError`."""
        change_setting(self.paths, key, value)
        self.settings = load_settings(self.paths, self._environ, self._overrides)
        self._retired.append(self._services)
        self._services = Services(self.settings, self.paths, self.keys)

    async def doctor(self) -> tuple[Check, ...]:
        """Looks at all that a question needs; sends nothing but a question for the models."""
        state = await self.provider_state()
        known = {name: self._services.key(name) is not None for name in ("tavily", "brave")}
        return (
            doctor.check_system(),
            doctor.check_display(self._environ),
            *doctor.check_folders(self.paths),
            await asyncio.to_thread(doctor.check_keys, self.keys),
            doctor.check_provider(state),
            *doctor.check_engines(self.settings, known, self.resting_engines()),
        )

    async def aclose(self) -> None:
        """Closes all connections, the extraction worker and the log."""
        for services in (*self._retired, self._services):
            await services.aclose()
        self._stop_logging()

    def _alone(self) -> AbstractContextManager[None]:
        """The network switch for what happens outside of a run; nothing is recorded there."""
        return network_scope(lambda _use: None, offline=self.settings.network.offline)
