"""A session that plays written scenes: what the window sees of `app.Session`, and no more.

Storage, keys and settings are the real ones in a folder of the test; only what a model and the web
would do is written down, as lists of events.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Collection, Iterator, Mapping, Sequence
from contextlib import aclosing, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from desktop_agent.app.run_archives import Archives
from desktop_agent.app.search_model import SearchModel
from desktop_agent.core.errors import ModelUnreachable
from desktop_agent.core.events import (
    ApprovalAsked,
    ApprovalGiven,
    Event,
    PlanMade,
    RunFinished,
    RunStarted,
)
from desktop_agent.core.maintenance import FileProblems, RestoreOutcome
from desktop_agent.core.messages import Attachment
from desktop_agent.core.models import Diagnosis, Finding, ModelInfo, ModelSpeed, ProviderState
from desktop_agent.core.plan import Plan
from desktop_agent.core.research import Question
from desktop_agent.core.settings import KeyDestination, destination
from desktop_agent.core.template import Template, TemplateNode
from desktop_agent.runs.approvals import PlanReviews
from desktop_agent.runs.schedules import Schedules
from desktop_agent.storage.conversations.store import ConversationStore
from desktop_agent.storage.discoveries import DiscoveryLog
from desktop_agent.storage.key_record import KeyRecord
from desktop_agent.storage.network_ledger import NetworkLedger
from desktop_agent.storage.paths import find_paths
from desktop_agent.storage.runs import read_run, recorded_questions
from desktop_agent.storage.schedules import ScheduleStore
from desktop_agent.storage.secrets import Secrets
from desktop_agent.storage.settings_file import (
    NetworkSwitch,
    change_setting,
    load_settings,
    origin_of,
)
from desktop_agent.storage.snapshots import Snapshot, SnapshotStore
from desktop_agent.storage.templates import TemplateStore
from tests.ui import scenes
from tests.ui.knowledge.scripted import ScriptedKnowledge
from tests.ui.servers.scripted import ScriptedApprovals, ScriptedServers
from tests.ui.tasks.memory_desk import MemoryDesk, MemoryLive
from tests.ui.upkeep.scripted import ScriptedBackups, ScriptedDiagnostics, ScriptedUpdates

T = TypeVar("T")

READY = ProviderState(ok=True, provider="ollama", model="qwen3:4b")
MISSING = ProviderState(
    ok=False,
    provider="ollama",
    problem="Ollama does not answer at http://127.0.0.1:11434.",
    remedy="Start it with: ollama serve",
)
MODELS = (
    ModelInfo("qwen3:4b", 2_600_000_000, "4.0B", "Q4_K_M", 40960, ("completion", "tools")),
    ModelInfo("llama3.2:3b", 2_000_000_000, "3.2B", "Q4_K_M", 131072, ("completion", "tools")),
    ModelInfo("nomic-embed-text", 270_000_000, "137M", "F16", 2048, ("embedding",)),
)

Step = Event | float
"""An event, or seconds to wait."""


class StageRun:
    """Plays a scene; a wait of ``inf`` ends only when the run is stopped.

    Behind a proposed plan it waits for the person, as a run does, and tells what they have made of it.
    """

    def __init__(self, stage: "Stage", question: Question, scene: Sequence[Step]) -> None:
        self.run_id = f"run-{len(stage.asked)}"
        self.played: list[Event] = []
        self._stage = stage
        self._question = question
        self._scene = scene
        self._stop = asyncio.Event()

    async def events(self) -> AsyncGenerator[Event, None]:
        """Yields the scene from ``RunStarted`` to ``RunFinished``, and has it kept."""
        kept = None
        if self._question.turn_id:
            kept = self._stage.conversations.recorder(self._question.turn_id, self.run_id)
        try:
            async for event in self._play():
                if kept is not None:
                    kept.write(event)
                yield event
        finally:
            if kept is not None:
                await asyncio.to_thread(kept.close)

    async def _play(self) -> AsyncGenerator[Event, None]:
        if not (self._scene and isinstance(self._scene[0], RunStarted)):
            yield self._stamp(
                scenes.started(
                    self._question.text,
                    strategy_reason="a factual question: a second agent checks the draft",
                    conversation_id=self._question.conversation_id,
                )
            )
        ended = False
        for step in self._scene:
            if isinstance(step, float):
                await self._wait(step)
            else:
                ended = isinstance(step, RunFinished)
                yield self._stamp(step)
                if isinstance(step, PlanMade) and step.proposed:
                    looked_over = await self._look_over(step.plan)
                    if looked_over is not None:
                        yield self._stamp(replace(step, plan=looked_over, proposed=False))
                if isinstance(step, ApprovalAsked):
                    said = await self._until(self._stage.approvals.wait(self.run_id, step.call_id))
                    if said is not None:
                        yield self._stamp(ApprovalGiven(call_id=step.call_id, answer=said))
            if self._stop.is_set():
                yield self._stamp(RunFinished(status="stopped"))
                return
        if not ended:
            yield self._stamp(RunFinished(status="answered"))

    def stop(self) -> None:
        self._stop.set()

    async def _look_over(self, plan: Plan) -> Plan | None:
        return await self._until(self._stage.plans.review(self.run_id, plan))

    async def _until(self, answer: Awaitable[T]) -> T | None:
        """Gives what the person says, None where the run is stopped before."""
        review = asyncio.ensure_future(answer)
        stop = asyncio.ensure_future(self._stop.wait())
        await asyncio.wait([review, stop], return_when=asyncio.FIRST_COMPLETED)
        for each in (review, stop):
            each.cancel()
        await asyncio.wait([review, stop])
        return None if review.cancelled() else review.result()

    async def _wait(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(None if seconds == float("inf") else seconds):
                await self._stop.wait()
        except TimeoutError:
            return

    def _stamp(self, event: Event) -> Event:
        moment = event.t or 0.4 * len(self.played)
        stamped = replace(event, run_id=self.run_id, seq=len(self.played), t=moment)
        self.played.append(stamped)
        return stamped


class StageLive(MemoryLive):
    background = False

    def __init__(self, run: StageRun, question: Question) -> None:
        super().__init__(run.run_id, question)
        self._run = run

    def stop(self) -> None:
        self._run.stop()

    def pause(self) -> None:
        """A scene goes on."""

    resume = pause

    async def play(self) -> None:
        try:
            async with aclosing(self._run.events()) as events:
                async for event in events:
                    self.tell(event)
        finally:
            self.tell(None)


class StageDesk(MemoryDesk):
    def __init__(self) -> None:
        super().__init__()
        self._plays: set[asyncio.Task[None]] = set()

    def begin(self, run: StageRun, question: Question) -> StageLive:
        live = StageLive(run, question)
        self.lives[live.run_id] = live
        play = asyncio.create_task(live.play())
        self._plays.add(play)
        play.add_done_callback(self._plays.discard)
        return live

    async def aclose(self) -> None:
        for live in self.lives.values():
            if isinstance(live, StageLive):
                live.stop()
        if self._plays:
            await asyncio.wait(self._plays)


class StageModels:
    """The models of a stage: those that it was given, while its state is well."""

    def __init__(self, stage: "Stage", models: Sequence[ModelInfo]) -> None:
        self._stage = stage
        self._models = tuple(models)

    async def state(self) -> ProviderState:
        await asyncio.sleep(0)
        return self._stage.state

    async def list(self, provider: str = "") -> tuple[ModelInfo, ...]:
        await asyncio.sleep(0)
        if not self._stage.state.ok:
            raise ModelUnreachable(self._stage.state.problem, self._stage.state.remedy)
        return self._models

    async def offered(self) -> tuple[tuple[str, ModelInfo], ...]:
        await asyncio.sleep(0)
        chat = [each for each in self._models if "completion" in each.capabilities]
        return tuple(("ollama", each) for each in chat) if self._stage.state.ok else ()

    async def test(self, provider: str) -> Diagnosis:
        await asyncio.sleep(0)
        state = self._stage.state
        finding: Finding = "ready" if state.ok else "refused"
        url = self._stage.settings.llm.ollama_url
        return Diagnosis(finding, provider, url, state.model, len(self._models))

    async def speeds(self) -> dict[tuple[str, str], ModelSpeed]:
        return {("ollama", "qwen3:4b"): ModelSpeed(64.2, 9.6)}

    def machine_memory(self) -> int:
        return 16 * 2**30

    def find_ollama(self) -> None:
        """There is none."""


class StageTemplates(TemplateStore):
    def of_run(self, question: str, plan: Plan) -> Template:
        nodes = tuple(
            TemplateNode(f"part-{each.id}", "aggregation", "analyst", each.question)
            for each in plan.subtasks
        )
        edges = tuple(
            (f"part-{before}", f"part-{each.id}") for each in plan.subtasks for before in each.needs
        )
        return Template("from-a-run", question[:60], question, ("questions like it",), nodes, edges)


class Stage:
    def __init__(
        self,
        home: Path,
        *scenes: Sequence[Step],
        state: ProviderState = READY,
        models: Sequence[ModelInfo] = MODELS,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        self._environ = {"DESKTOP_AGENT_HOME": str(home), **(environ or {})}
        self.paths = find_paths(self._environ)
        self.settings = load_settings(self.paths, self._environ, {})
        self.is_offline = NetworkSwitch(self.paths, self._environ, {}).is_offline
        self.keys = Secrets(
            {},
            KeyRecord(self.paths.keys_file),
            lambda name: destination(self.settings, name).origin,
        )
        self.file_problems = FileProblems()
        self.discoveries = DiscoveryLog(self.paths.discoveries_file)
        self.conversations = ConversationStore(
            self.paths.conversations_file, self.keys.redact, on_problem=self.file_problems.add
        )
        self.ledger = NetworkLedger(self.paths.ledger_file)
        self.knowledge = ScriptedKnowledge()
        self.plans = PlanReviews()
        self.runs = StageDesk()
        self.servers = ScriptedServers()
        self.approvals = ScriptedApprovals()
        self.updates = ScriptedUpdates(lambda: self.settings)
        self.restored: RestoreOutcome | None = None
        self.backups = ScriptedBackups()
        self.diagnostics = self.crash_reports = ScriptedDiagnostics()
        self.schedules = Schedules(ScheduleStore(self.paths.schedules_file), self.runs)
        self.archives = Archives(
            self.paths.runs, SnapshotStore(self.paths.snapshots), self.conversations
        )
        self.templates = StageTemplates(home / "templates")
        self.state = state
        self.models = StageModels(self, models)
        self.search_model = SearchModel(self.paths.search_model_file, nullcontext)
        self.asked: list[Question] = []
        self.scenes_played: list[StageRun] = []
        self.closed = False
        self._scenes = list(scenes)

    def ask(self, question: Question, *, can_wait: bool = False) -> StageLive:
        """Plays the next scene; the last one is played again. What happens is kept as always."""
        self.asked.append(question)
        scene = self._scenes.pop(0) if len(self._scenes) > 1 else self._scenes[0]
        self.scenes_played.append(StageRun(self, question, scene))
        return self.runs.begin(self.scenes_played[-1], question)

    def replay(self, path: Path) -> Iterator[Event]:
        return read_run(path)

    def recorded_questions(self, run_ids: Collection[str]) -> dict[str, str]:
        return recorded_questions(self.paths.runs, run_ids)

    async def tidy(self) -> None:
        """Nothing was deleted long ago."""

    async def has_documents(self) -> bool:
        return any(each.documents for each in self.knowledge.held)

    async def warm_up(self) -> None:
        """Nothing here is slow."""

    def setting_origin(self, key: str) -> str:
        return origin_of(key, self._environ, {})

    async def obey_network_switch(self) -> None:
        """There are no real servers to end."""

    def withheld_keys(self) -> tuple[KeyDestination, ...]:
        return tuple(destination(self.settings, name) for name in self.keys.withheld())

    def allow_key(self, there: KeyDestination) -> None:
        self.keys.allow(there.name)

    async def check_key(self, name: str) -> str:
        await asyncio.sleep(0)
        return f"{name} accepted the key."

    def change_setting(self, key: str, value: object) -> None:
        change_setting(self.paths, key, value)
        self.settings = load_settings(self.paths, self._environ, {})

    def snapshot(self, name: str) -> Snapshot:
        return SnapshotStore(self.paths.snapshots).load(name)

    async def read_file(self, path: Path) -> Attachment:
        return Attachment(path.name, "text/plain", await asyncio.to_thread(path.read_text))

    async def aclose(self) -> None:
        await self.schedules.aclose()
        await self.runs.aclose()
        await self.conversations.aclose()
        self.closed = True
