"""A benchmark from beginning to end: each strategy in a session of its own, one after the other."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from desktop_agent.answering import WITHOUT_A_MODEL
from desktop_agent.app import Session, open_session
from desktop_agent.bench.attempt import Attempts
from desktop_agent.bench.compare import Comparison, compare
from desktop_agent.bench.item import DataSet
from desktop_agent.bench.judge import Judge, canonical, open_judge, swarm_names
from desktop_agent.bench.plan import SINGLE, Plan
from desktop_agent.bench.record import Record, Setup
from desktop_agent.bench.records import RecordFile
from desktop_agent.bench.runner import Progress, Runner
from desktop_agent.bench.scoring import RULES
from desktop_agent.bench.single_call import open_single_calls
from desktop_agent.bench.summary import Summary, summarise
from desktop_agent.core.errors import AgentError
from desktop_agent.storage.file_lock import locked


@dataclass(frozen=True, slots=True)
class Result:
    """What one strategy came to; ``kept`` questions were answered by an earlier run."""

    setup: Setup
    records: dict[str, Record]
    path: str
    kept: int
    whole: bool

    @property
    def summary(self) -> Summary:
        """The records, added up."""
        return summarise(self.setup, self.records.values())


@dataclass(frozen=True, slots=True)
class Report:
    """What a benchmark came to; ``fault`` is what ended it before its time, or None."""

    data: DataSet
    results: tuple[Result, ...]
    scored_by: str
    fault: AgentError | None = None

    def against_single(self) -> tuple[Comparison, ...]:
        """Holds each strategy against the single call, where there is one."""
        single = next((each for each in self.results if each.setup.strategy == SINGLE), None)
        if single is None or not single.records:
            return ()
        other = (single.setup, single.records)
        return tuple(
            compare((each.setup, each.records), other)
            for each in self.results
            if each is not single and each.records.keys() & single.records.keys()
        )

    def to_dict(self) -> dict[str, Any]:
        """Gives the report as a JSON object."""
        return {
            "benchmark": self.data.name,
            "items": len(self.data.items),
            "left_out": self.data.left_out,
            "scored_by": self.scored_by,
            "strategies": [
                each.summary.to_dict()
                | {"records": each.path, "kept": each.kept, "whole": each.whole}
                for each in self.results
            ],
            "against_single": [each.to_dict() for each in self.against_single()],
            "error": str(self.fault) if self.fault else "",
        }


@dataclass(slots=True)
class Benchmark:
    """Carries out a plan. ``told`` hears how far it is, ``noted`` what a person should know.

    Where the task that runs it is cancelled, `report` gives what there is until then.
    """

    plan: Plan
    data: DataSet
    told: Callable[[Progress], None]
    noted: Callable[[str], None]
    _results: list[Result] = field(default_factory=list)
    _scored_by: str = ""
    _fault: AgentError | None = None

    async def run(self) -> None:
        """Asks all questions with each strategy.

        A fault that ends it after the first answer is kept for the report.

        Raises:
            AgentError: it cannot be begun: no model, no judge, records of other settings.
        """
        try:
            for strategy in self.plan.strategies:
                await self._run_strategy(strategy)
        except AgentError as fault:
            if not self._results:
                raise
            self._fault = fault

    def report(self) -> Report:
        """Gives what there is."""
        return Report(self.data, tuple(self._results), self._scored_by, self._fault)

    @asynccontextmanager
    async def _prepared(
        self, session: Session, strategy: str
    ) -> AsyncIterator[tuple[Setup, Attempts]]:
        provider, model = await self._model(session, strategy)
        async with AsyncExitStack() as parts:
            judge = await self._judge(session, strategy, provider, model, parts)
            self._scored_by = RULES[self.plan.benchmark]
            if judge is not None:
                self._scored_by = f"the judge {judge.name}"
            settings = self.plan.settings_of(session.settings, self._scored_by)
            begin = session.ask
            if strategy == SINGLE:
                single = open_single_calls(session, provider, model)
                begin = (await parts.enter_async_context(single)).begin
            attempts = Attempts(
                begin,
                lambda name: session.snapshot(name).text,
                strategy,
                self.plan.budget_s,
                with_context=self.plan.with_context,
                judge=judge,
                redact=session.keys.redact,
            )
            yield Setup(self.plan.benchmark, strategy, provider, model, settings), attempts

    async def _judge(
        self, session: Session, strategy: str, provider: str, model: str, parts: AsyncExitStack
    ) -> Judge | None:
        if not self.plan.judge:
            return None
        answering = frozenset({canonical(provider, model)}) if model else frozenset()
        if strategy == "deep":
            settings = session.settings
            answering |= swarm_names(settings.swarm.models, settings.llm.provider)
        judge = open_judge(session, self.plan.judge, answering, same_allowed=self.plan.same_judge)
        return await parts.enter_async_context(judge)

    async def _model(self, session: Session, strategy: str) -> tuple[str, str]:
        """Gives provider and model that will answer, both empty where none does."""
        llm = session.settings.llm
        if strategy in WITHOUT_A_MODEL or (strategy == "auto" and llm.provider == "none"):
            return "", ""
        state = await session.models.state()
        if state.ok:
            return state.provider, state.model
        if llm.model and llm.provider not in ("ollama", "none"):
            self.noted(f"The model could not be looked up: {state.problem}")
            return llm.provider, llm.model  # not every server lists what it has
        raise AgentError(state.problem, state.remedy)

    async def _run_strategy(self, strategy: str) -> None:
        session = open_session(
            overrides=self.plan.overrides, workspace=self.plan.folder / "workspace"
        )
        try:
            async with self._prepared(session, strategy) as (setup, attempts):
                await self._ask_all(setup, attempts)
        finally:
            await session.aclose()

    async def _ask_all(self, setup: Setup, attempts: Attempts) -> None:
        path = self.plan.file(setup.strategy, setup.provider, setup.model)
        file = RecordFile(path)
        runner = Runner(
            attempts.ask,
            file,
            self.told,
            strategy=setup.strategy,
            concurrency=self.plan.concurrency,
        )
        with locked(path, timeout_s=0):
            if self.plan.fresh:
                kept = file.set_aside()
                if kept is not None:
                    self.noted(f"The earlier records are kept as {kept}.")
            before = file.open(setup)
            try:
                await runner.run(self.data.items, before)
            finally:
                self._add(setup, path, before, runner.records)

    def _add(
        self, setup: Setup, path: Path, before: dict[str, Record], records: dict[str, Record]
    ) -> None:
        if records:
            kept = sum(before.get(each) is record for each, record in records.items())
            whole = len(records) == len(self.data.items)
            self._results.append(Result(setup, records, str(path), kept, whole))
