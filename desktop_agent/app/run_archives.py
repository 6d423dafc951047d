"""Export runs with their pages, inspect run archives, and import them as conversations."""

import asyncio
import io
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from desktop_agent.core.errors import RecordingError, StorageError
from desktop_agent.core.events import AnswerGiven, Event, PageRead, RunFinished, RunStarted
from desktop_agent.core.text import short_line
from desktop_agent.storage.conversations.store import ConversationStore
from desktop_agent.storage.files import make_folder, write_atomic
from desktop_agent.storage.run_archive import (
    SUFFIX,
    RunArchive,
    is_archive,
    read_archive,
    write_archive,
)
from desktop_agent.storage.runs import find_run, read_lines, read_run
from desktop_agent.storage.snapshots import SnapshotStore

_TITLE_CHARS = 60


@dataclass(frozen=True, slots=True)
class ArchiveContents:
    """The contents of a run archive.

    ``pages`` lists the URLs of the pages read, and ``files`` the URIs of the user's files read,
    whose quoted passages are part of the archive. ``missing`` counts pages that are no longer
    stored.
    """

    run_id: str
    question: str
    asked: datetime
    strategy: str
    provider: str
    model: str
    status: str
    answer: str
    pages: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    missing: int = 0


class Archives:
    """Exports and imports runs. Use it from a single event loop; files are read in threads."""

    def __init__(
        self, runs: Path, snapshots: SnapshotStore, conversations: ConversationStore
    ) -> None:
        self._runs = runs
        self._snapshots = snapshots
        self._conversations = conversations

    @property
    def ending(self) -> str:
        return SUFFIX.removeprefix(".")

    def events(self, run: str | Path) -> Iterator[Event]:
        """Return the events of a run, given its id, its recording or an archive of it. Blocks.

        A path that does not exist is treated as an id. Raise `RecordingError` if there is no such
        run or if it cannot be read.
        """
        source = self._file_of(run)
        return iter(_events(read_archive(source))) if is_archive(source) else read_run(source)

    async def export(self, run: str | Path, path: Path) -> ArchiveContents:
        """Export a run, given its id or its recording, and return what the archive contains."""

        def write() -> RunArchive:
            return write_archive(path, self._file_of(run), self._snapshots)

        return _contents(await asyncio.to_thread(write))

    async def look(self, path: Path) -> ArchiveContents:
        """Return what an archive contains; raise `RecordingError` if it is invalid."""
        return _contents(await asyncio.to_thread(read_archive, path))

    async def import_(self, path: Path) -> tuple[str, int]:
        """Import a run with its pages as a conversation with one turn; return the ids of both.

        A run that already belongs to a conversation is not imported again. Raise `RecordingError`
        if the file is not a run archive or has been modified, and `StorageError` if the run cannot
        be stored or a different run has the same id.
        """
        archive = await asyncio.to_thread(read_archive, path)
        await asyncio.to_thread(self._keep, archive)
        known = await self._conversations.turn_of_run(archive.run_id)
        return known or await self._begin(archive)

    def _file_of(self, run: str | Path) -> Path:
        if isinstance(run, Path) and os.path.lexists(run):
            return run
        found = find_run(self._runs, str(run))
        if found is None:
            told = f"There is no recording or recorded run named {str(run)[:200]!r}."
            raise RecordingError(told, "Check the name; the run may have been deleted.")
        return found

    def _keep(self, archive: RunArchive) -> None:
        make_folder(self._runs)
        for each in self._runs.glob(f"*-{archive.run_id}.jsonl"):
            if each.read_bytes() != archive.recording:
                raise StorageError(
                    f"Another run with the id {archive.run_id} is recorded here.",
                    "Delete it, or leave this one out.",
                )
            break
        else:
            write_atomic(self._runs / archive.file_name, archive.recording)
        for snapshot in archive.snapshots:
            self._snapshots.restore(snapshot)

    async def _begin(self, archive: RunArchive) -> tuple[str, int]:
        events = await asyncio.to_thread(_events, archive)
        question = _started(events).question
        store = self._conversations
        conversation = await store.create(short_line(question, _TITLE_CHARS))
        turn = await store.begin_turn(conversation.id, question, parent_id=None)
        recorder = store.recorder(turn.id, archive.run_id)
        try:
            for event in events:
                if isinstance(event, RunStarted):
                    event = replace(event, conversation_id=conversation.id)  # noqa: PLW2901 - new id
                recorder.write(event)
        finally:
            await asyncio.to_thread(recorder.close)
        return conversation.id, turn.id


def _events(archive: RunArchive) -> tuple[Event, ...]:
    return tuple(read_lines(io.BytesIO(archive.recording), archive.file_name))


def _started(events: tuple[Event, ...]) -> RunStarted:
    """Return the first event, or an empty `RunStarted` if the first event has another type."""
    if isinstance(events[0], RunStarted):
        return events[0]
    return RunStarted(question="", strategy="", provider="", model="", budget_s=0.0)


def _contents(archive: RunArchive) -> ArchiveContents:
    events = _events(archive)
    begin, end = _started(events), events[-1]
    read = dict.fromkeys(event.final_url for event in events if isinstance(event, PageRead))
    answers = [event.text for event in events if isinstance(event, AnswerGiven)]
    return ArchiveContents(
        run_id=archive.run_id,
        question=begin.question,
        asked=archive.started,
        strategy=begin.strategy,
        provider=begin.provider,
        model=begin.model,
        status=end.status if isinstance(end, RunFinished) else "stopped",
        answer=answers[-1] if answers else "",
        pages=tuple(url for url in read if url.startswith(("http://", "https://"))),
        files=tuple(url for url in read if not url.startswith(("http://", "https://"))),
        missing=len(archive.missing),
    )
