"""Private files: atomic writes, lines, locks, and what a crash leaves of them."""

import asyncio
import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from desktop_agent.app.session import open_session
from desktop_agent.core.errors import REMEDY, StorageError
from desktop_agent.storage.files import LineWriter, append_line, locked, write_atomic
from desktop_agent.storage.paths import find_paths

posix = pytest.mark.skipif(sys.platform == "win32", reason="permission bits are POSIX")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@posix
def test_folders_and_files_are_for_their_owner_alone(tmp_path: Path):
    old = os.umask(0)
    try:
        write_atomic(tmp_path / "a" / "b" / "c.txt", b"x")
        append_line(tmp_path / "a" / "lines", "{}")
    finally:
        os.umask(old)
    assert mode(tmp_path / "a") == mode(tmp_path / "a" / "b") == 0o700
    assert mode(tmp_path / "a" / "b" / "c.txt") == mode(tmp_path / "a" / "lines") == 0o600


@posix
def test_writing_replaces_the_whole_file_through_a_link_and_leaves_nothing_beside_it(
    tmp_path: Path,
):
    real, link = tmp_path / "dotfiles" / "settings", tmp_path / "settings"
    write_atomic(real, b"a long first text")
    link.symlink_to(real)
    write_atomic(link, b"short")
    assert link.is_symlink()
    assert real.read_bytes() == b"short"
    assert list(real.parent.iterdir()) == [real]


def test_a_failed_write_names_what_is_in_the_way_keeps_it_and_cleans_up(tmp_path: Path):
    target = tmp_path / "f"
    target.mkdir()
    (target / "kept").touch()
    with pytest.raises(StorageError, match="cannot be written") as caught:
        write_atomic(target, b"x")  # a file cannot take the place of a full folder
    assert str(target) in caught.value.message
    assert caught.value.remedy
    with pytest.raises(StorageError, match="kept"):  # and no folder that of a file
        write_atomic(target / "kept" / "g" / "h", b"x")
    assert [*tmp_path.iterdir(), *target.iterdir()] == [target, target / "kept"]


def test_a_torn_line_stays_a_line_of_its_own_and_half_a_surrogate_is_as_json_spells_it(
    tmp_path: Path,
):
    file = tmp_path / "f"
    file.write_bytes(b'{"whole":1}\n{"torn":')
    append_line(file, '"\ud83d"')
    assert file.read_bytes() == b'{"whole":1}\n{"torn":\n"\\ud83d"\n'


@posix
def test_what_a_killed_write_leaves_is_swept_at_the_next_start_and_no_write_is_disturbed(
    tmp_path: Path, home: Path
):
    writing = (
        "import os, signal, sys; from pathlib import Path;"
        "from desktop_agent.storage import files;"
        "fsync = os.fsync;"
        "os.fsync = lambda file: (fsync(file), print(1, flush=True), sys.stdin.read(1) or"
        " os.kill(os.getpid(), signal.SIGKILL));"
        "files.write_atomic(Path(sys.argv[1]), b'new')"
    )
    paths = find_paths({"DESKTOP_AGENT_HOME": str(home)})
    deeper = (paths.templates / "own.json", paths.snapshots / "aa" / "aa.txt")
    processes = []
    for target in (paths.settings_file, *deeper, paths.config / "written"):
        command = [sys.executable, "-c", writing, str(target)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdout is not None
        process.stdout.read(1)
        processes.append(process)
    for process in processes[:-1]:
        process.communicate(b"")
    own = paths.config / ".keep"
    own.touch()

    def left() -> set[Path]:
        return {each for each in home.rglob(".*") if each.is_file()} - {own}

    assert len(left()) == len(processes)

    async def start() -> None:
        session = open_session()
        await session.tidy()
        await session.aclose()

    asyncio.run(start())
    assert [each.parent for each in left()] == [paths.config]
    processes[-1].communicate(b"x" * 3)
    assert (paths.config / "written").read_bytes() == b"new"
    assert not left()


def test_a_second_holder_waits_then_says_which_file_is_in_use(tmp_path: Path):
    file = tmp_path / "f"
    with locked(file):
        began = time.monotonic()
        with pytest.raises(StorageError, match="in use") as caught, locked(file, timeout_s=0.05):
            raise AssertionError("two held it")
        assert time.monotonic() - began >= 0.05
    assert str(file) in caught.value.message
    with pytest.raises(ZeroDivisionError), locked(file):
        raise ZeroDivisionError
    with locked(file, timeout_s=0):  # the error has given it back
        pass


def no_memory(item: int) -> str:
    """Makes a line, but of the third."""
    if item == 3:
        raise MemoryError
    return f"line {item}"


def test_too_little_memory_is_told_to_who_writes_and_what_was_written_stays(tmp_path: Path):
    path = tmp_path / "lines.jsonl"
    writer = LineWriter(path, no_memory, name="writing")
    writer.write(1)
    deadline = time.monotonic() + 60
    while not path.read_bytes() and time.monotonic() < deadline:
        time.sleep(0.01)
    writer.write(3)
    told = None
    while told is None and time.monotonic() < deadline:
        try:
            writer.write(4)
        except StorageError as error:
            told = error
        time.sleep(0.01)
    assert told is not None
    assert "not enough memory" in told.message
    assert told.remedy == REMEDY
    writer.close()
    assert path.read_text() == "line 1\n"
    last = LineWriter(tmp_path / "last.jsonl", no_memory, name="writing")
    last.write(3)
    with pytest.raises(StorageError, match="not enough memory"):
        last.close()
    last.close()
