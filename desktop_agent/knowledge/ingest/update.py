"""One update of the index: compare, read, embed."""

import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from desktop_agent.core.file_names import shown_name
from desktop_agent.core.knowledge import IngestProgress
from desktop_agent.knowledge.catalogue import Failure, State
from desktop_agent.knowledge.catalogue_rows import Source
from desktop_agent.knowledge.ingest.compare import Plan, fingerprint, weight_of
from desktop_agent.knowledge.ingest.documents import (
    AT_ONCE,
    Batches,
    Documents,
    Done,
    remove_documents,
)
from desktop_agent.knowledge.ingest.embedding import Embedding
from desktop_agent.knowledge.ingest.found import Found
from desktop_agent.knowledge.ingest.parts import Parts
from desktop_agent.knowledge.ingest.planning import plan_update
from desktop_agent.knowledge.ingest.progress import Pace
from desktop_agent.knowledge.ingest.request import Request
from desktop_agent.knowledge.ingest.together import to_its_end, together

_CHECK_S = 1.0


class Paused(Exception):
    """Somebody paused the indexing, maybe in another process."""


class Update:
    """One update; for a process that holds the turn."""

    def __init__(self, parts: Parts, request: Request) -> None:
        self._parts = parts
        self._request = request
        self._meter = parts.meter
        self._embedding = Embedding(parts.index, parts.find_embedder, parts.meter, self.check)
        self._pace = Pace()
        self._left = 0
        self._live: dict[int, Source] = {}
        self._failed: set[tuple[int, str]] = set()
        self._checked = -_CHECK_S
        self.revision = 0
        """That of the catalogue, as this update saw it."""
        self.changed = 0
        """How many documents were put or removed."""
        self.has_forgotten = False
        """True once the vectors were forgotten for a rebuild: whoever goes on is not to do that again."""

    async def run(self) -> None:
        """Carries it out.

        Raises:
            Paused: so it was.
            AgentError: the index, the catalogue or the reader failed; what was put is kept.
        """
        parts, request = self._parts, self._request
        await self.check()
        self._meter.change(**asdict(IngestProgress("scanning")))
        await parts.catalogue.keep_pages(wanted=parts.settings().pages)
        began_ns, state = time.time_ns(), await parts.catalogue.state()
        self.revision = state.revision
        if request.rebuild:
            # under no name first: vectors that are of the wanted model already would stay
            await parts.index.use_embedding("")
            self.has_forgotten = True
        plan = Plan()
        if not _is_done(request, state, began_ns):
            plan = await self._compare()
        await together(self._read_all(plan), self._embed())
        if request.whole:
            await parts.catalogue.note_compared(began_ns, state.revision)

    async def check(self) -> None:
        """Raises `Paused` where it was paused; looks at most once a second."""
        now = time.monotonic()
        if now - self._checked >= _CHECK_S:
            self._checked = now
            if (await self._parts.catalogue.state()).paused:
                raise Paused

    async def _compare(self) -> Plan:
        parts = self._parts
        sources = await self._sources()
        plan = await plan_update(parts, self._request, sources)
        await remove_documents(parts.index, plan.remove)
        self.changed += len(plan.remove)
        await parts.catalogue.change_problems(plan.failures, plan.solved)
        was = {each.id: (each.missing, each.device) for each in sources}
        changed = {key: now for key, now in plan.presence.items() if was[key] != now}
        if changed:
            await parts.catalogue.note_presence(changed)
        self._meter.change(
            total=len(plan.read), removed=len(plan.remove), problems=len(plan.failures)
        )
        return plan

    async def _sources(self) -> list[Source]:
        collections = await self._parts.catalogue.collections()
        sources = [source for each in collections for source in each.sources]
        self._live = {source.id: source for source in sources}
        return sorted(sources, key=lambda source: source.id)

    # --- reading

    async def _read_all(self, plan: Plan) -> None:
        if plan.read:
            self._meter.change(state="reading")
            self._left = plan.weight
            self._failed = set(await self._parts.catalogue.fingerprints())
            async with self._parts.readers.open(self._parts.settings()) as reader:
                await self._read_with(Documents(reader, self._parts.index), plan)
        if await self._embedding.count():
            self._meter.change(state="embedding", current="")
        self._embedding.finish()

    async def _read_with(self, documents: Documents, plan: Plan) -> None:
        batches = Batches(self._put)
        waiting = iter(plan.read)

        async def read() -> None:
            for source, path, size, modified_ns, text in waiting:
                if source not in self._live:  # it was removed meanwhile
                    continue
                found = Found(self._live[source], path, size, modified_ns, text)
                self._meter.change(current=shown_name(Path(found.path).name))
                await batches.add(await documents.read(found, plan.known.get(found.key)))

        async def read_and_end() -> None:
            await together(*(read() for _ in range(AT_ONCE)))
            await batches.end()

        await together(read_and_end(), batches.run())

    async def _put(self, batch: Sequence[Done]) -> None:
        """Puts what was read; not what is of a source that was removed meanwhile."""
        parts = self._parts
        await self.check()
        if (await parts.catalogue.state()).revision != self.revision:
            await self._sources()
        batch = [done for done in batch if done.found.source.id in self._live]
        documents = [done.document for done in batch if done.document is not None]
        gone = [done.found.key for done in batch if done.document is None]
        if documents:
            await to_its_end(parts.index.put(documents))
            self.changed += len(documents)
            self._embedding.wake()
        if gone:
            await remove_documents(parts.index, gone)
        failures = [self._failure(done) for done in batch if done.failed is not None]
        solved = {(done.found.source.id, done.found.path) for done in batch} & self._failed
        await parts.catalogue.change_problems(failures, solved)
        await self._tell(batch, sum(len(each.chunks) for each in documents), len(failures))

    def _failure(self, done: Done) -> Failure:
        assert done.failed is not None
        mark = fingerprint(done.found, self._parts.settings().max_file_mb)
        source = done.found.source.id
        return Failure(source, done.found.path, done.failed.message, done.failed.remedy, mark)

    async def _tell(self, batch: Sequence[Done], chunks: int, failures: int) -> None:
        weight = sum(weight_of(done.found) for done in batch)
        self._pace.add(weight)
        self._left -= weight
        now = self._meter.now
        self._meter.change(
            done=now.done + len(batch),
            chunks=now.chunks + chunks,
            problems=now.problems + failures,
        )
        left = await self._embedding.count()
        self._meter.change(eta_s=self._seconds_left(left))

    def _seconds_left(self, unembedded: int) -> float | None:
        """Gives the longer of what reading and embedding take: they go on at once."""
        reading = self._pace.seconds_for(self._left)
        now = self._meter.now
        more = now.chunks * (now.total / now.done - 1) if now.done else 0
        embedding = self._embedding.seconds_for(unembedded + more)
        if reading is None or embedding is None:
            return reading
        return max(reading, embedding)

    # --- embedding

    async def _embed(self) -> None:
        notes = (await self._embedding.run(), self._meter.standing_note)
        self._meter.change(note=" ".join(each for each in notes if each))


def _is_done(request: Request, state: State, now_ns: int) -> bool:
    """Tells whether another process compared everything since it was asked for."""
    return (
        request.whole
        and not request.again
        and state.compared_revision == state.revision
        and request.asked_ns < state.compared_ns <= now_ns
    )
