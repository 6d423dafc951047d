"""Killed at any point, a restore ends with all that was or all that comes, and never with some of each."""

import os
import random
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import apsw
import pytest

from desktop_agent.app.backups import Backups
from desktop_agent.core.errors import StorageError
from desktop_agent.core.maintenance import RestoreOutcome
from desktop_agent.storage.backup.restore import (
    complete_restore,
    kept_folders,
    restoring_folder,
    tidy,
)
from desktop_agent.storage.files import locked
from desktop_agent.storage.paths import Paths
from tests.unit.storage.backup_contents import contents, fill, paths_of, put

posix = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork to kill a process at a step")

_STEPS = frozenset(
    {"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "shutil.rmtree", "os.truncate"}
)


@pytest.fixture
async def staged(tmp_path: Path) -> Path:
    """A home with a backup that waits; what it becomes is in ``new`` beside it."""
    fill(tmp_path / "new", 3)
    there = fill(tmp_path / "home", 1)
    assert there.conversations_file.exists()
    assert there.run_list_file.exists()
    # something that is only in the one, and something that is only in the other
    put(there.templates / "old.json", b"old")
    shutil.rmtree(there.runs, ignore_errors=True)
    put(there.snapshots / "aa" / "aa.txt", b"old")
    put(paths_of(tmp_path / "new").runs / "20260101T000000.000Z-a.jsonl", b"{}\n")
    await Backups(paths_of(tmp_path / "new")).write(tmp_path / "x")
    await Backups(there).restore(tmp_path / "x")
    return tmp_path / "home"


def steps_until(home: Path, most: int) -> int:
    """Finishes a restore in a process of its own that is killed at its ``most``-th step.

    Gives the steps that were taken, or ``most`` where it was killed.
    """
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        taken = 0

        def hook(event: str, arguments: tuple[Any, ...]) -> None:
            nonlocal taken
            if event in _STEPS and str(home) in str(arguments):
                taken += 1
                if taken == most:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(hook)
        complete_restore(paths_of(home))
        os.write(write, str(taken).encode())
        os._exit(0)
    os.close(write)
    told = os.read(read, 20)
    os.close(read)
    os.waitpid(child, 0)
    return int(told or most)


def outcome_of(paths: Paths) -> RestoreOutcome:
    outcome = complete_restore(paths)
    assert outcome is not None
    return outcome


@contextmanager
def copied(home: Path, to: Path) -> Iterator[Path]:
    """A copy of the home, and of what stands beside it, for the time of one restore."""
    shutil.copytree(home.parent, to)
    yield to / home.name
    shutil.rmtree(to)


@posix
def test_killed_at_any_step_all_of_it_is_new_at_the_next_start(
    staged: Path, tmp_path: Path, quick_folder: Path
):
    new = contents(paths_of(tmp_path / "new"))
    with copied(staged, quick_folder / "whole") as home:
        count = steps_until(home, 10**6)
        assert contents(paths_of(home)) == new
    for step in sorted({1, count, *random.Random(5).sample(range(1, count + 1), 10)}):
        with copied(staged, quick_folder / "part") as home:
            assert steps_until(home, step) == step
            complete_restore(paths_of(home))
            assert contents(paths_of(home)) == new
            assert not restoring_folder(paths_of(home)).exists()


@posix
def test_what_cannot_be_replaced_is_taken_back_whole_whenever_it_is_killed(
    staged: Path, quick_folder: Path
):
    paths = paths_of(staged)
    paths.mcp_file.unlink(missing_ok=True)
    paths.mcp_file.mkdir()  # the last to be replaced: a folder cannot be read as a file
    old = contents(paths)
    with copied(staged, quick_folder / "whole") as home:
        count = steps_until(home, 10**6)
        assert contents(paths_of(home)) == old
    for step in sorted(random.Random(3).sample(range(1, count + 1), 5)):
        with copied(staged, quick_folder / "part") as home:
            steps_until(home, step)
            assert not outcome_of(paths_of(home)).done
            assert contents(paths_of(home)) == old


def test_where_taking_back_fails_too_nothing_may_be_opened(staged: Path, tmp_path: Path):
    paths = paths_of(staged)
    begun: list[Path] = []
    rename = Path.rename

    def held(self: Path, target: Path) -> Path:
        if self.parent == paths.data or Path(target).parent == paths.data:
            begun.append(self)
            if len(begun) > 3:
                raise PermissionError(13, "held by another")
        return rename(self, target)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "rename", held)
        for _ in range(2):
            with pytest.raises(StorageError, match="no longer be finished or undone"):
                complete_restore(paths)
    outcome = outcome_of(paths)
    assert (outcome.done, outcome.why) == (False, "it was undone.")
    assert outcome_of(paths).done
    assert contents(paths) == contents(paths_of(tmp_path / "new"))


@pytest.mark.parametrize("place", ["conversations_file", "run_list_file"])
def test_it_waits_while_another_has_a_database_open_or_carries_out_a_run(staged: Path, place: str):
    paths = paths_of(staged)
    old = contents(paths)
    with closing(apsw.Connection(str(getattr(paths, place)))) as other:
        other.execute("PRAGMA journal_mode = WAL").fetchall()
        other.execute("SELECT count(*) FROM sqlite_master").fetchall()
        outcome = outcome_of(paths)
        assert (outcome.done, "open" in outcome.why) == (False, True)
        assert contents(paths) == old
    paths.unfinished.mkdir(exist_ok=True)
    with locked(paths.unfinished / "a.jsonl"):
        assert not outcome_of(paths).done
    assert outcome_of(paths).done


def test_a_journal_that_a_crash_left_is_not_of_the_new_database_and_a_link_stays_one(
    staged: Path, tmp_path: Path
):
    paths = paths_of(staged)
    paths.conversations_file.write_bytes(b"damaged" * 1000)
    put(paths.conversations_file.with_name("conversations.db-wal"), b"old changes")
    elsewhere = tmp_path / "dotfiles" / "settings.toml"
    put(elsewhere, b"old = true\n")
    paths.settings_file.unlink(missing_ok=True)
    paths.settings_file.symlink_to(elsewhere)
    assert outcome_of(paths).done
    assert not paths.conversations_file.with_name("conversations.db-wal").exists()
    assert paths.settings_file.is_symlink()
    assert elsewhere.read_bytes() == paths_of(tmp_path / "new").settings_file.read_bytes()
    assert contents(paths) == contents(paths_of(tmp_path / "new"))


def test_of_what_was_there_before_the_newest_is_kept(staged: Path):
    paths = paths_of(staged)
    for stamp in ("20200101T000000.000000Z", "20210101T000000.000000Z"):
        put(paths.data.with_name(f"data.before-restore-{stamp}") / "data" / "x", b"")
    outcome = outcome_of(paths)
    put(paths.data.with_name("data.restoring.unpacking") / "half", b"")
    tidy(paths)
    assert [str(each) for each in kept_folders(paths)] == [outcome.kept]
    left = sorted(each.name for each in staged.iterdir() if each.name.startswith("data"))
    assert left == ["data", Path(outcome.kept).name]
