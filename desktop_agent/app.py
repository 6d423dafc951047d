"""The composition root: from settings to a session that answers questions.

Everything that a face (window, terminal) may do goes through `Session`. What answers questions is
imported when the first one is asked, or by `Session.warm_up`: the window is painted before that.
"""

import asyncio
import logging
import os
import uuid
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import AbstractContextManager, aclosing
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import Event, EvidenceFound, RunFinished
from desktop_agent.core.models import Check, ModelInfo, ProviderState, PullProgress
from desktop_agent.core.research import (
    Answer,
    EngineAttempt,
    Page,
    PageFormat,
    Question,
    SearchReport,
)
from desktop_agent.storage.discoveries import DiscoveryLog
from desktop_agent.storage.logs import start_logging
from desktop_agent.storage.paths import find_paths
from desktop_agent.storage.runs import RunRecorder, read_run
from desktop_agent.storage.secrets import Secrets
from desktop_agent.storage.settings_file import change_setting, load_settings

if TYPE_CHECKING:
    from desktop_agent.run import Run
    from desktop_agent.services import Services
    from desktop_agent.tools.toolbox import Emit

__all__ = ["Session", "open_session"]

logger = logging.getLogger(__name__)


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
        self._working: Services | None = None
        self._retired: list[Services] = []

    @property
    def _services(self) -> "Services":
        if self._working is None:
            from desktop_agent.services import Services

            self._working = Services(self.settings, self.paths, self.keys)
        return self._working

    async def warm_up(self) -> None:
        """Imports what a first question needs, in a thread, and starts the extraction worker.

        It takes 2 to 4 seconds of processor time, which are better spent before somebody waits.
        """
        await asyncio.to_thread(_prepare_to_answer)
        try:
            await self._services.warm_up()
        except AgentError as error:  # whoever asks will be told
            logger.warning("warming up failed", extra={"fault": str(error)})

    # --- questions

    def ask(self, question: Question) -> "Run":
        """Gives a run of the question; it begins when its events are read."""
        from desktop_agent.answering import answer
        from desktop_agent.run import Run

        run_id = uuid.uuid4().hex[:12]
        services, keep = self._services, self.discoveries.append

        async def carry_out(emit: "Emit") -> Answer:
            return await answer(services, keep, run_id, question, emit)

        offline = question.offline or self.settings.network.offline
        return Run(
            run_id,
            question,
            carry_out,
            lambda: RunRecorder(self.paths.runs, run_id),
            offline=offline,
            redact=self.keys.redact,
        )

    async def evidence(
        self, question: str, *, offline: bool, report: Callable[[Event], None]
    ) -> EvidenceFound:
        """Gathers evidence for a question, without a model; ``report`` is told of each event.

        Raises:
            AgentError: nothing could be gathered, and why.
        """
        found: EvidenceFound | None = None
        run = self.ask(Question(question, strategy="evidence", offline=offline))
        async with aclosing(run.events()) as events:
            async for event in events:
                report(event)
                if isinstance(event, EvidenceFound):
                    found = event
                elif isinstance(event, RunFinished) and found is None:
                    raise AgentError(event.error or "The run was stopped.", event.remedy)
        assert found is not None
        return found

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
        if self._working is not None:
            self._retired.append(self._working)  # a run may still be using it
            self._working = None

    async def doctor(self) -> tuple[Check, ...]:
        """Looks at all that a question needs; sends nothing but a question for the models."""
        from desktop_agent import doctor

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
        for services in (*self._retired, self._working):
            if services is not None:
                await services.aclose()
        self._stop_logging()

    def _alone(self) -> AbstractContextManager[None]:
        """The network switch for what happens outside of a run; nothing is recorded there."""
        from desktop_agent.web.ledger import network_scope

        return network_scope(lambda _use: None, offline=self.settings.network.offline)


def _prepare_to_answer() -> None:
    import desktop_agent.run  # noqa: F401 - for its being there
    from desktop_agent.answering import today
    from desktop_agent.evidence.warm_up import warm_up

    warm_up(today())
