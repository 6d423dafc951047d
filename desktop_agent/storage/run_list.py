"""The list of runs that work in the background: to come, at work, ended."""

import json
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import apsw

from desktop_agent.core.background import ENDED, KnownRun
from desktop_agent.core.errors import StorageError
from desktop_agent.core.json_values import from_json, to_json
from desktop_agent.core.mended import Mended, ReadOnly
from desktop_agent.core.research import Question
from desktop_agent.storage.database import Database
from desktop_agent.storage.database_form import Form

logger = logging.getLogger(__name__)

_FIRST = """
CREATE TABLE runs (
    run_id TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    asked TEXT NOT NULL,
    known TEXT NOT NULL,
    question TEXT NOT NULL
) STRICT;
CREATE INDEX runs_by_time ON runs (asked DESC);
CREATE INDEX runs_open ON runs (state);
"""

FORM = Form(
    steps=(_FIRST,),
    application_id=0x44416772,  # "DAgr"
    holds="background runs",
    if_damaged="Move it away to begin anew: answers stand in the conversations, not there.",
)


class RunList:
    """Background runs in a file that several processes may share; a run that has ended stays.

    Methods raise `StorageError` where the file cannot be read or written.
    """

    def __init__(
        self, path: Path, mended: Callable[[Mended | ReadOnly], object] | None = None
    ) -> None:
        self._path = path
        self._database = Database(path, FORM, mended=mended)

    async def add(self, known: KnownRun, question: Question) -> None:
        """Adds a run, or puts it in the place of one of the same id."""
        row = (known.run_id, known.state, known.asked, _dumped(known), _told(question))
        await self._database.write(
            lambda c: c.execute(
                "INSERT OR REPLACE INTO runs VALUES (?, ?, ?, ?, ?)", row
            ).fetchall()
        )

    async def update(self, known: KnownRun) -> None:
        """Keeps what a run has come to, where it is in the list."""
        row = (known.state, _dumped(known), known.run_id)
        await self._database.write(
            lambda c: c.execute(
                "UPDATE runs SET state = ?, known = ? WHERE run_id = ?", row
            ).fetchall()
        )

    async def claim(self, run_id: str, *, again: bool = False) -> bool:
        """Takes a run out of the queue; False where another process was quicker.

        With ``again`` also one that was taken out by a process which has ended before the run began:
        only who keeps all others from the run can know that.
        """

        def work(connection: apsw.Connection) -> bool:
            connection.execute(
                "UPDATE runs SET state = 'running' WHERE run_id = ? AND (state = 'queued' OR"
                " (? AND state = 'running' AND json_extract(known, '$.state') = 'queued'))",
                (run_id, again),
            )
            return connection.changes() == 1

        return await self._database.write(work)

    async def list(self, most: int) -> tuple[KnownRun, ...]:
        """Gives the newest runs, and all that have not ended; the newest first."""
        if not self._path.exists():
            return ()

        def work(connection: apsw.Connection) -> list[str]:
            rows = connection.execute(
                "SELECT known FROM runs WHERE run_id IN"
                " (SELECT run_id FROM runs ORDER BY asked DESC LIMIT ?)"
                " OR state NOT IN (SELECT value FROM json_each(?))"
                " ORDER BY asked DESC, rowid DESC",
                (most, json.dumps(sorted(ENDED))),
            )
            return [str(known) for (known,) in rows]

        return tuple(_readable(await self._database.read(work)))

    async def get(self, run_id: str) -> tuple[KnownRun, Question] | None:
        """Gives a run with its question, or None."""
        if not self._path.exists():
            return None
        row = await self._database.read(
            lambda c: c.execute(
                "SELECT known, question FROM runs WHERE run_id = ?", (run_id,)
            ).fetchone()
        )
        return (_loaded(row[0]), from_json(Question, _json(row[1]))) if row is not None else None

    async def forget(self, run_ids: Sequence[str]) -> None:
        """Takes runs out of the list."""
        rows = [(run_id,) for run_id in run_ids]
        await self._database.write(
            lambda c: c.executemany("DELETE FROM runs WHERE run_id = ?", rows).fetchall()
        )

    async def aclose(self) -> None:
        """Closes the file once all that was begun is done."""
        await self._database.aclose()


def _dumped(known: KnownRun) -> str:
    return json.dumps(to_json(KnownRun, known))


def _told(question: Question) -> str:
    return json.dumps(to_json(Question, question))


def _json(text: str) -> object:
    return json.loads(text)


def _readable(rows: Iterable[str]) -> Iterator[KnownRun]:
    """A row that cannot be understood costs itself, not the list."""
    for row in rows:
        try:
            yield _loaded(row)
        except (ValueError, StorageError) as fault:
            logger.warning("a background run was passed over", extra={"fault": str(fault)})


def _loaded(text: str) -> KnownRun:
    known: KnownRun = from_json(KnownRun, _json(text))
    return known
