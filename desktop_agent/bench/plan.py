"""What a benchmark is told to do, and which settings its answers depend on."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop_agent import __version__
from desktop_agent.bench.item import BenchmarkName
from desktop_agent.core.settings import Settings

SINGLE = "single"
"""The strategy of one plain call, which there is for benchmarks alone."""

ALL = "all"
"""Every strategy there is, each beside the single call."""

BUDGET_S = 600.0
"""Seconds that a question may take where nothing else is said."""

_LEFT_OUT = re.compile(r"_url$|connect_timeout|retries|interval|cooldown|cache_ttl|review_plan")
"""Settings that say where a service is and how gently it is asked, not what is asked."""

_SECTIONS = ("llm", "search", "fetch", "agent", "swarm", "sandbox")
_ELSEWHERE = frozenset({"llm.provider", "llm.model", "agent.strategy", "agent.budget_s"})
"""Settings that a plan says itself."""


def strategies_of(named: str) -> tuple[str, ...]:
    """Gives the strategies to run, the single call first where all are meant."""
    if named != ALL:
        return (named,)
    from desktop_agent.answering import STRATEGIES

    return (SINGLE, *STRATEGIES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A benchmark as it is to be run; the names of strategies are those of ``ask`` and `SINGLE`.

    ``provider`` and ``model`` empty mean: as the settings say. ``judge`` is empty or
    ``[provider/]model``. ``folder`` is where the records are kept. With ``fresh`` earlier ones are
    set aside. With ``with_context`` the paragraphs of an item are attached to its question.
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
        """The settings, by dotted name, that every strategy is run with."""
        chosen: dict[str, object] = {}
        if self.provider:
            chosen["llm.provider"] = self.provider
        if self.model:
            chosen["llm.model"] = self.model
        if self.offline:
            chosen["network.offline"] = True
        return chosen

    def settings_of(self, settings: Settings, scored_by: str) -> dict[str, Any]:
        """Gives all that an answer and its score depend on but strategy and model, by name."""
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
        """Gives the file of the records of a strategy with a model, which is empty without one."""
        parts = [self.benchmark, strategy, *((provider, model) if model else ())]
        name = "-".join(re.sub(r"[^\w.]+", "_", part).strip("._") for part in parts)
        return self.folder / f"{name[:180]}.jsonl"
