import asyncio
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from desktop_agent.app.session import open_session
from desktop_agent.core.errors import StorageError
from desktop_agent.storage.files import append_line, make_folder, write_atomic
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


def test_writing_replaces_the_whole_file_and_leaves_nothing_beside_it(tmp_path: Path):
    file = tmp_path / "f"
    write_atomic(file, b"a long first text")
    write_atomic(file, b"short")
    assert file.read_bytes() == b"short"
    assert list(tmp_path.iterdir()) == [file]


@posix
def test_a_link_is_followed_and_stays(tmp_path: Path):
    real, link = tmp_path / "dotfiles" / "settings", tmp_path / "settings"
    write_atomic(real, b"old")
    link.symlink_to(real)
    write_atomic(link, b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"


def test_a_failed_write_keeps_what_was_there_and_cleans_up(tmp_path: Path):
    target = tmp_path / "f"
    target.mkdir()
    (target / "kept").touch()
    with pytest.raises(StorageError, match="cannot be written") as caught:
        write_atomic(target, b"x")  # a file cannot take the place of a full folder
    assert str(target) in caught.value.message
    assert caught.value.remedy
    assert list(tmp_path.iterdir()) == [target]


def test_a_file_in_the_way_of_a_folder_is_named(tmp_path: Path):
    (tmp_path / "f").touch()
    with pytest.raises(StorageError, match="f"):
        write_atomic(tmp_path / "f" / "g" / "h", b"x")


def test_a_torn_line_stays_a_line_of_its_own(tmp_path: Path):
    file = tmp_path / "f"
    file.write_bytes(b'{"whole":1}\n{"torn":')
    append_line(file, '{"next":1}')
    assert file.read_bytes() == b'{"whole":1}\n{"torn":\n{"next":1}\n'


def test_half_a_surrogate_is_written_as_json_spells_it(tmp_path: Path):
    append_line(tmp_path / "f", '"\ud83d"')
    assert (tmp_path / "f").read_bytes() == b'"\\ud83d"\n'


def test_making_a_folder_that_is_there_is_no_error(tmp_path: Path):
    make_folder(tmp_path / "a")
    make_folder(tmp_path / "a")
    assert (tmp_path / "a").is_dir()


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
    targets = [
        paths.settings_file,
        paths.mcp_file,
        paths.schedules_file,
        paths.templates / "own.json",
        paths.snapshots / "aa" / "aa.txt",
    ]
    processes = []
    for target in (*targets, paths.config / "written"):
        process = subprocess.Popen(
            [sys.executable, "-c", writing, str(target)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert process.stdout is not None
        process.stdout.read(1)
        processes.append(process)
    for process in processes[:-1]:
        process.communicate(b"")
    own = paths.config / ".keep"
    own.touch()
    left = {each for each in home.rglob(".*") if each.is_file()} - {own}
    assert len(left) == len(processes)

    async def start() -> None:
        session = open_session()
        await session.tidy()
        await session.aclose()

    asyncio.run(start())
    left = {each for each in home.rglob(".*") if each.is_file()} - {own}
    assert [each.parent for each in left] == [paths.config]
    processes[-1].communicate(b"x" * 3)
    assert (paths.config / "written").read_bytes() == b"new"
    assert not {each for each in home.rglob(".*") if each.is_file()} - {own}
