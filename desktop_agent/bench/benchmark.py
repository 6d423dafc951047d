"""Run a benchmark one strategy at a time, each in its own session."""

import re
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from desktop_agent import __version__
from desktop_agent.app.session import Session, open_session
from desktop_agent.bench.datasets import BenchmarkName, DataSet
from desktop_agent.bench.judge import Judge, canonical, open_judge, swarm_names
from desktop_agent.bench.records import Record, RecordFile, Setup
from desktop_agent.bench.runner import ItemRunner, Progress, Runner
from desktop_agent.bench.scoring import RULES
from desktop_agent.bench.statistics import Comparison, Summary, compare, summarise
from desktop_agent.core.errors import AgentError
from desktop_agent.core.settings import Settings
from desktop_agent.runs.dispatch import STRATEGIES, WITHOUT_A_MODEL
from desktop_agent.storage.files import locked

# --- Plan, and the settings that answers depend on

SINGLE = "single"
"""The strategy that makes a single plain model call, used only in benchmarks."""

BASELINES = (SINGLE, "evidence")
"""The strategies that the others are compared with: a plain call that may reason, and no model."""

ALL = "all"
"""Stands for all strategies, including the single call."""

BUDGET_S = 600.0
"""Default seconds per question."""

_LEFT_OUT = re.compile(r"_url$|connect_timeout|retries|interval|cooldown|cache_ttl|review_plan")
"""Matches settings that do not affect answers, such as service URLs and call intervals."""

_SECTIONS = ("llm", "search", "fetch", "agent", "swarm", "sandbox")
_ELSEWHERE = frozenset({"llm.provider", "llm.model", "agent.strategy", "agent.budget_s"})
"""Settings that the plan specifies itself."""


def strategies_of(named: str) -> tuple[str, ...]:
    """Return the strategy ``named``, or the single call and all strategies if it is `ALL`."""
    return (SINGLE, *STRATEGIES) if named == ALL else (named,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The parameters of a benchmark.

    ``strategies`` are names accepted by ``ask``, or `SINGLE`. If ``provider`` or ``model`` is "",
    the settings apply. ``judge`` is ``[provider/]model``, or "" for no judge. Records are stored in
    ``folder``; if ``fresh`` is True, earlier records there are set aside. ``with_context`` attaches
    the paragraphs supplied with an item to its question.
    """

    benchmark: BenchmarkName
    strategies: tuple[str, ...]
    folder: Path
    provider: str = ""
    model: str = ""
    judge: str = ""
    same_judge: bool = False
    budget_s: float = BUDGET_S
    concurrency: int = 1
    offline: bool = False
    with_context: bool = False
    fresh: bool = False

    @property
    def overrides(self) -> dict[str, object]:
        chosen: dict[str, object] = {}
        if self.provider:
            chosen["llm.provider"] = self.provider
        if self.model:
            chosen["llm.model"] = self.model
        if self.offline:
            chosen["network.offline"] = True
        return chosen

    def settings_of(self, settings: Settings, scored_by: str) -> dict[str, Any]:
        """Return everything but strategy and model that affects answers and scores."""
        told = settings.model_dump(mode="json")
        flat = {
            f"{section}.{key}": value
            for section in _SECTIONS
            for key, value in told[section].items()
            if not _LEFT_OUT.search(key) and f"{section}.{key}" not in _ELSEWHERE
        }
        own = {
            "version": __version__,
            "budget_s": self.budget_s,
            "offline": settings.network.offline,
            "with_context": self.with_context,
            "scored_by": scored_by,
        }
        return flat | own

    def file(self, strategy: str, provider: str, model: str) -> Path:
        """Return the path of a strategy's record file; ``model`` is "" if none is used."""
        parts = [self.benchmark, strategy, *((provider, model) if model else ())]
        name = "-".join(re.sub(r"[^\w.]+", "_", part).strip("._") for part in parts)
        return self.folder / f"{name[:180]}.jsonl"


@dataclass(frozen=True, slots=True)
class Result:
    """The results of one strategy, ``kept`` of which come from an earlier run."""

    setup: Setup
    records: dict[str, Record]
    path: str
    kept: int
    whole: bool

    @property
    def summary(self) -> Summary:
        return summarise(self.setup, self.records.values())


@dataclass(frozen=True, slots=True)
class Report:
    """The results of a benchmark; ``fault`` is the error that ended it early, or None."""

    data: DataSet
    results: tuple[Result, ...]
    scored_by: str
    fault: AgentError | None = None

    def against(self, baseline: str) -> tuple[Comparison, ...]:
        """Compare other strategies with a baseline; return () if the baseline has no results."""
        base = next((each for each in self.results if each.setup.strategy == baseline), None)
        if base is None or not base.records:
            return ()
        return tuple(
            compare((each.setup, each.records), (base.setup, base.records))
            for each in self.results
            if each.setup.strategy not in (baseline, SINGLE)
            and each.records.keys() & base.records.keys()
        )

    def to_dict(self) -> dict[str, Any]:
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
            **{
                f"against_{baseline}": [each.to_dict() for each in self.against(baseline)]
                for baseline in BASELINES
            },
            "error": str(self.fault) if self.fault else "",
        }


@dataclass(slots=True)
class Benchmark:
    """A benchmark, as described by a `Plan`.

    ``told`` is called with progress updates, and ``noted`` with messages for the user. If `run` is
    cancelled, `report` returns the results so far.
    """

    plan: Plan
    data: DataSet
    told: Callable[[Progress], None]
    noted: Callable[[str], None]
    _results: list[Result] = field(default_factory=list)
    _scored_by: str = ""
    _fault: AgentError | None = None

    async def run(self) -> None:
        """Ask all questions with each strategy; raise `AgentError` if no strategy has results."""
        try:
            for strategy in self.plan.strategies:
                await self._run_strategy(strategy)
        except AgentError as fault:
            if not self._results:
                raise
            self._fault = fault

    def report(self) -> Report:
        return Report(self.data, tuple(self._results), self._scored_by, self._fault)

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
        """Return the provider and model that will answer, or two empty strings if none is used."""
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
        plan = self.plan
        async with AsyncExitStack() as parts:
            session = open_session(overrides=plan.overrides, workspace=plan.folder / "workspace")
            parts.push_async_callback(session.aclose)
            provider, model = await self._model(session, strategy)
            judge = await self._judge(session, strategy, provider, model, parts)
            judged_by = f"the judge {judge.name}" if judge is not None else ""
            self._scored_by = judged_by or RULES[plan.benchmark]
            settings = plan.settings_of(session.settings, self._scored_by)
            attempts = ItemRunner(session, strategy, plan.budget_s, plan.with_context, judge)
            setup = Setup(plan.benchmark, strategy, provider, model, settings)
            await self._ask_all(setup, attempts)

    async def _ask_all(self, setup: Setup, attempts: ItemRunner) -> None:
        path = self.plan.file(setup.strategy, setup.provider, setup.model)
        file = RecordFile(path)
        runner = Runner(attempts.ask, file, self.told, setup.strategy, self.plan.concurrency)
        with locked(path, timeout_s=0):
            if self.plan.fresh and (aside := file.set_aside()) is not None:
                self.noted(f"The earlier records are kept as {aside}.")
            before = file.open(setup)
            try:
                await runner.run(self.data.items, before)
            finally:
                if records := runner.records:
                    kept = sum(before.get(each) is record for each, record in records.items())
                    whole = len(records) == len(self.data.items)
                    self._results.append(Result(setup, records, str(path), kept, whole))
