"""An indexing that is killed again and again, and what must hold of the index afterwards."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

import apsw

from desktop_agent.knowledge.index.base import read_text
from desktop_agent.knowledge.index.sqlite_index import SqliteIndex
from tests.unit.knowledge.world import WordEmbedder, World, updated

ROOT = Path(__file__).parents[4]
_SAME = (
    "SELECT count(*) FROM chunks",
    "SELECT count(*) FROM texts",
    "SELECT count(*) FROM words",
    "SELECT (SELECT count(*) FROM vectors) + (SELECT count(*) FROM waiting)",
)


class Folder:
    """A folder whose files change, with all texts that each file ever had."""

    def __init__(self, world: World, files: int, seed: int) -> None:
        self._world = world
        self._random = random.Random(seed)
        self.now: dict[str, str] = {}
        self.ever: dict[str, set[str]] = {}
        self._version = 0
        for number in range(files):
            self._write(f"{number % 10}/file {number}.md")

    def change(self) -> None:
        names = sorted(self.now)
        for name in self._random.sample(names, len(names) // 3):
            self._write(name)
        for name in self._random.sample(names, 5):
            (self._world.documents / name).unlink()
            del self.now[name]
            self._write(f"new/{self._version} {Path(name).name}")

    def _write(self, name: str) -> None:
        self._version += 1
        sections = (
            f"# Part {part} of {name}\n\n" + f"otter{self._version} lives in part {part}. " * 60
            for part in range(self._random.randint(1, 4))
        )
        text = "\n\n".join(sections).strip()
        self._world.write(name, text)
        self.now[name] = text
        self.ever.setdefault(name, set()).add(text)


class Killer:
    """Runs indexing in processes, and kills them.

    One process imports everything and forks for each, so that a kill hits the indexing and not a
    second of imports.
    """

    def __init__(self, world: World) -> None:
        command = [sys.executable, "-m", __name__, str(world.root)]
        self._forking = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._forking as forking:
            forking.stdin.close()

    def run_and_kill(self, after_s: float) -> bool:
        """Kill an indexing some time after it began; return whether it was still at work."""
        child = self.begin()
        time.sleep(after_s)
        os.kill(child, signal.SIGKILL)  # it is not waited for yet, so the number is still its own
        return self.end() == -signal.SIGKILL

    def begin(self) -> int:
        """Return the id of the indexing process once it is at work."""
        child = int(self._asked("begin"))
        assert self._forking.stdout.readline() == "begun\n"
        return child

    def end(self) -> int:
        """Wait for the process; return its exit code, or minus the signal's number."""
        return int(self._asked("reap"))

    def _asked(self, order: str) -> str:
        self._forking.stdin.write(f"{order}\n")
        self._forking.stdin.flush()
        return self._forking.stdout.readline()


async def check_index(world: World, folder: Folder) -> int:
    path = world.folder / "index.db"
    index = SqliteIndex(path)
    try:
        records = await index.records()
        names = [str(Path(each.path).relative_to(world.documents)) for each in records]
        assert len(names) == len(set(names)), "a document is there twice"
        for record, name in zip(records, names, strict=True):
            assert await read_text(index, record.key) in folder.ever[name], f"{name} is not whole"
            chunks = await index.neighbours(record.key, 0, 1000)
            assert [each.ordinal for each in chunks] == list(range(record.chunks))
        (counts,) = [each for each in await index.counts() if each.documents] or [None]
        if counts is not None:
            assert counts.chunks == sum(record.chunks for record in records)
            assert counts.chunks - counts.embedded == await index.count_unembedded()
            assert await index.search_words("otter lives", 5)
        connection = apsw.Connection(str(path))
        assert connection.execute("PRAGMA integrity_check").get == "ok"
        assert len({connection.execute(count).get for count in _SAME}) == 1
        connection.execute("INSERT INTO words (words) VALUES ('integrity-check')")
        connection.close()
        return len(records)
    finally:
        await index.aclose()


async def finish_and_check(world: World, folder: Folder) -> None:
    """Finish indexing, and check that nothing is lost or there twice."""
    world.embedder = WordEmbedder()
    async with world.open() as base:
        progress = await updated(base)
        assert (progress.state, progress.note) == ("idle", "")
        records = await base.documents()
        found = {str(Path(each.path).relative_to(world.documents)): each for each in records}
        assert found.keys() == folder.now.keys()
        for name, record in found.items():
            assert await base.text(record.key) == folder.now[name]
        (collection, _) = await base.collections()
        assert collection.chunks == collection.embedded == sum(each.chunks for each in records)
        for name in random.Random(0).sample(sorted(found), 20):
            word = next(each for each in folder.now[name].split() if each.startswith("otter"))
            hits = (await base.search(word, limit=50)).hits
            assert hits[0].document.path == found[name].path


async def _index(root: Path) -> None:
    world = World(root)
    world.embedder = WordEmbedder()
    world.embedder.delay_s = 0.1
    async with world.open() as base:
        told = False

        def tell(progress) -> None:
            nonlocal told
            if not told and progress.state in {"reading", "embedding"}:
                told = True
                print("begun", flush=True)

        base.watch_progress(tell)
        await base.add([world.documents])
        await base.wait()
        if not told:
            print("begun", flush=True)


def _fork(root: Path) -> None:
    for _ in sys.stdin:
        child = os.fork()
        if not child:
            asyncio.run(_index(root))
            os._exit(0)
        print(child, flush=True)
        sys.stdin.readline()
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    _fork(Path(sys.argv[1]))
